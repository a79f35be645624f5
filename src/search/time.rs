//! How long to think. Everything takes the time passed as an argument, so nothing here sleeps or
//! reads a clock.

use super::limits::Limits;
use super::settings::Settings;
use crate::board::Color;
use std::time::Duration;

/// The time to spend on one move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Budget {
    /// No new iteration after this, scaled by how settled the best move is.
    soft: Option<Duration>,
    /// The search ends here in any case.
    hard: Option<Duration>,
}

/// Moves planned for when the clock says nothing about the number of moves to go.
const HORIZON: f64 = 36.0;

impl Budget {
    /// The budget for a search with these limits, `side` to move.
    pub fn new(limits: &Limits, side: Color, settings: &Settings) -> Budget {
        let mut budget = Budget { soft: None, hard: limits.move_time.map(|time| spare(time, settings)) };
        let Some(left) = limits.clock[side.index()] else { return budget };
        let increment = limits.increment[side.index()];
        let left = left.saturating_sub(settings.move_overhead);
        let moves = limits.moves_to_go.map_or(HORIZON, |moves| f64::from(moves.clamp(1, 60)));
        // One move to go may take (nearly) everything, a long game only its share. Below a second the
        // increment is not spent in advance: it arrives only after the move.
        let total = left.mul_f64(if moves <= 1.0 { 0.8 } else { 0.95 });
        let share = total.as_secs_f64() / moves + 0.75 * increment.as_secs_f64();
        let cap = left.as_secs_f64() * if moves <= 1.0 { 0.85 } else { 0.4 };
        let scale = f64::from(settings.slow_mover) / 100.0;
        let soft = (share * scale).min(cap * 0.6);
        let hard = (5.0 * share * scale).min(cap);
        budget.soft = Some(Duration::from_secs_f64(soft));
        let hard = Duration::from_secs_f64(hard);
        budget.hard = Some(budget.hard.map_or(hard, |time| time.min(hard)).max(Duration::from_micros(500)));
        budget
    }

    /// Whether the search must end now.
    #[inline]
    pub fn is_over(&self, elapsed: Duration) -> bool {
        self.hard.is_some_and(|hard| elapsed >= hard)
    }

    /// Whether another iteration is not worth beginning. `unrest` is 1 for an ordinary move, larger
    /// when the best move or its score keeps changing, smaller when nothing else comes near.
    pub fn is_enough(&self, elapsed: Duration, unrest: f64) -> bool {
        self.soft.is_some_and(|soft| elapsed >= soft.mul_f64(unrest))
    }

    /// Whether a clock decides: then thinking on about a forced move is a waste.
    pub fn is_clocked(&self) -> bool {
        self.soft.is_some()
    }
}

/// A fixed time for the move, less the way to the GUI; half of it at least.
fn spare(time: Duration, settings: &Settings) -> Duration {
    time.saturating_sub(settings.move_overhead.min(time / 2)).max(Duration::from_micros(500))
}

#[cfg(test)]
mod tests {
    use super::*;

    const MS: Duration = Duration::from_millis(1);

    fn clock(left: u32, increment: u32, moves_to_go: Option<u32>) -> Limits {
        Limits {
            clock: [Some(left * MS), None],
            increment: [increment * MS, Duration::ZERO],
            moves_to_go,
            ..Limits::default()
        }
    }

    #[test]
    fn a_game_never_runs_out_of_time() {
        for (base, increment) in [(1_000, 10), (60_000, 0), (10, 10), (300_000, 3_000), (50, 0)] {
            let mut left = base * MS;
            for number in 0..600 {
                let limits = clock(left.as_millis() as u32, increment, None);
                let budget = Budget::new(&limits, Color::Red, &Settings::default());
                let hard = budget.hard.unwrap();
                // Thinks to the last moment every time, and loses half the overhead on the way.
                let used = hard + if left > 10 * MS { 5 * MS } else { Duration::ZERO };
                assert!(used < left || increment == 0 && left < 12 * MS, "move {number} of {base}+{increment}");
                left = left.saturating_sub(used) + increment * MS;
            }
        }
    }

    #[test]
    fn the_last_move_before_the_control_stays_inside_it() {
        for moves in 1..=40 {
            let budget = Budget::new(&clock(5_000, 0, Some(moves)), Color::Red, &Settings::default());
            assert!(budget.hard.unwrap() < 4_500 * MS);
            assert!(budget.soft.unwrap() <= budget.hard.unwrap());
        }
    }

    #[test]
    fn move_time_and_clock_together_take_the_shorter() {
        let limits = Limits { move_time: Some(100 * MS), ..clock(600_000, 0, None) };
        let budget = Budget::new(&limits, Color::Red, &Settings::default());
        assert_eq!(budget.hard, Some(90 * MS));
        let limits = Limits { move_time: Some(100_000 * MS), ..clock(1_000, 0, None) };
        assert!(Budget::new(&limits, Color::Red, &Settings::default()).hard.unwrap() < 1_000 * MS);
    }

    #[test]
    fn without_a_clock_nothing_is_over() {
        let budget = Budget::new(&Limits::default(), Color::Black, &Settings::default());
        assert!(!budget.is_over(Duration::from_secs(1 << 30)) && !budget.is_enough(Duration::from_secs(1 << 30), 0.1));
    }
}
