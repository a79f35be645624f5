//! Time controls, and the referee's clock.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;
use thiserror::Error;

/// No stage is longer than 30 years: sums must not overflow.
const LONGEST_SECONDS: f64 = 30.0 * 365.0 * 86_400.0;

/// One stage of a time control.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stage {
    /// Moves to make in it; `None` for the rest of the game.
    pub moves: Option<u32>,
    /// Time added when the stage begins.
    pub time: Duration,
    /// Time added after each move.
    pub increment: Duration,
}

/// A time control that cannot be read.
#[derive(Error, Clone, PartialEq, Eq, Debug)]
#[error(
    "time control '{text}': '{part}' is not [MOVES/]SECONDS[+INCREMENT], as in 10+0.1, 40/5400 or 40/5400:10/900{hint}"
)]
pub struct ControlError {
    text: String,
    part: String,
    hint: &'static str,
}

/// What limits an engine's thinking. Everything given holds at once.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Control {
    /// Stages of the clock; the last one is repeated when it has a number of moves. Empty without a clock.
    pub stages: Vec<Stage>,
    /// At most so long for each move.
    pub move_time: Option<Duration>,
    /// At most so many nodes for each move; the referee trusts the engine in this.
    pub nodes: Option<u64>,
    /// At most so deep; the referee trusts the engine in this.
    pub depth: Option<u32>,
}

impl Control {
    /// Whether nothing is limited.
    pub fn is_empty(&self) -> bool {
        *self == Control::default()
    }
}

/// Reads the stages of a clock: `10+0.1`, `40/5400:10/900`, in seconds.
///
/// ```
/// use chuhe::arena::clock::parse_stages;
/// let stages = parse_stages("40/5400:10/900").unwrap();
/// assert_eq!((stages[1].moves, stages[1].time.as_secs()), (Some(10), 900));
/// assert!(parse_stages("40/").unwrap_err().to_string().contains("'40/'"));
/// ```
///
/// # Errors
/// Names the stage that cannot be read.
pub fn parse_stages(text: &str) -> Result<Vec<Stage>, ControlError> {
    let parts: Vec<&str> = text.split(':').collect();
    let mut stages = Vec::new();
    for (index, part) in parts.iter().enumerate() {
        let error = |hint| ControlError { text: text.to_owned(), part: (*part).to_owned(), hint };
        let stage: Stage = part.parse().map_err(|()| error(""))?;
        if stage.moves.is_none() && index + 1 < parts.len() {
            return Err(error(" (only the last stage may be without a number of moves)"));
        }
        stages.push(stage);
    }
    Ok(stages)
}

/// Reads a number of seconds, such as `0.1`.
pub fn parse_seconds(text: &str) -> Option<Duration> {
    let seconds: f64 = text.parse().ok()?;
    (0.0..=LONGEST_SECONDS).contains(&seconds).then(|| Duration::from_secs_f64(seconds))
}

impl FromStr for Stage {
    type Err = ();

    fn from_str(text: &str) -> Result<Stage, ()> {
        let (moves, rest) = match text.split_once('/') {
            Some((moves, rest)) => (Some(moves.parse().ok().filter(|&moves| moves > 0).ok_or(())?), rest),
            None => (None, text),
        };
        let (time, increment) = rest.split_once('+').unwrap_or((rest, "0"));
        let (time, increment) = (parse_seconds(time).ok_or(())?, parse_seconds(increment).ok_or(())?);
        if time.is_zero() && increment.is_zero() { Err(()) } else { Ok(Stage { moves, time, increment }) }
    }
}

impl fmt::Display for Stage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(moves) = self.moves {
            write!(f, "{moves}/")?;
        }
        write!(f, "{}", self.time.as_secs_f64())?;
        if !self.increment.is_zero() {
            write!(f, "+{}", self.increment.as_secs_f64())?;
        }
        Ok(())
    }
}

impl fmt::Display for Control {
    /// As in a PGN tag: `40/5400:10/900`, then what else limits, separated by blanks.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut parts = Vec::new();
        if !self.stages.is_empty() {
            parts.push(self.stages.iter().map(Stage::to_string).collect::<Vec<_>>().join(":"));
        }
        parts.extend(self.move_time.map(|time| format!("st={}", time.as_secs_f64())));
        parts.extend(self.nodes.map(|nodes| format!("nodes={nodes}")));
        parts.extend(self.depth.map(|depth| format!("depth={depth}")));
        f.write_str(&parts.join(" "))
    }
}

/// Time used beyond what was left.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Overshoot(
    /// How much.
    pub Duration,
);

/// One player's clock in one game. It knows no "now": the referee charges what was measured.
#[derive(Clone, Debug)]
pub struct Clock {
    control: Control,
    margin: Duration,
    stage: usize,
    left: Duration,
    moves: u32,
}

impl Clock {
    /// A clock at the beginning of a game; `margin` is what may be overstepped without losing.
    pub fn new(control: &Control, margin: Duration) -> Clock {
        let left = control.stages.first().map_or(Duration::ZERO, |stage| stage.time);
        Clock { control: control.clone(), margin, stage: 0, left, moves: 0 }
    }

    /// What limits the player.
    pub fn control(&self) -> &Control {
        &self.control
    }

    /// Time left in this stage; `None` without a clock.
    pub fn left(&self) -> Option<Duration> {
        self.stage().map(|_| self.left)
    }

    /// Time added after each move.
    pub fn increment(&self) -> Duration {
        self.stage().map_or(Duration::ZERO, |stage| stage.increment)
    }

    /// Moves to make until the next stage; `None` when this is the last one.
    pub fn moves_to_go(&self) -> Option<u32> {
        self.stage().and_then(|stage| stage.moves).map(|moves| moves - self.moves)
    }

    /// How long the next move may take by the rules; `None` when time does not limit it.
    pub fn allowance(&self) -> Option<Duration> {
        [self.left(), self.control.move_time].into_iter().flatten().min()
    }

    /// From here on a move that was not made is lost: the allowance and the margin.
    pub fn limit(&self) -> Option<Duration> {
        self.allowance().map(|time| time.saturating_add(self.margin))
    }

    fn stage(&self) -> Option<&Stage> {
        self.control.stages.get(self.stage)
    }

    /// A move took `used`: the time is taken off, the increment and a new stage's time are added.
    ///
    /// # Errors
    /// If that was more than the allowance and the margin.
    pub fn charge(&mut self, used: Duration) -> Result<(), Overshoot> {
        if let (Some(limit), Some(allowance)) = (self.limit(), self.allowance())
            && used > limit
        {
            return Err(Overshoot(used - allowance));
        }
        let Some(stage) = self.stage().copied() else { return Ok(()) };
        self.left = self.left.saturating_sub(used) + stage.increment;
        self.moves += 1;
        if stage.moves.is_some_and(|moves| self.moves >= moves) {
            self.moves = 0;
            self.stage = (self.stage + 1).min(self.control.stages.len() - 1);
            self.left += self.control.stages[self.stage].time;
        }
        Ok(())
    }
}
