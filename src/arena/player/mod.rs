//! Those who play: engines in processes of their own, and the built-in one.

mod external;
mod handshake;
mod own;
pub mod text;

pub use external::External;
pub use own::Own;

use super::clock::Clock;
use super::dialogue::Log;
use super::record::Failure;
use super::spec::{EngineSpec, Proto};
use crate::board::{Color, Move};
use crate::options::OptionError;
use crate::rules::Game;
use crate::search::Score;
use std::sync::Arc;
use std::time::Duration;

/// How long engines are waited for where no clock runs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Patience {
    /// For the handshake and for `readyok`.
    pub handshake: Duration,
    /// For a move that no clock limits.
    pub think: Duration,
    /// For the answer to `stop`.
    pub stop: Duration,
}

impl Default for Patience {
    fn default() -> Patience {
        Patience {
            handshake: Duration::from_secs(10),
            think: Duration::from_secs(120),
            stop: Duration::from_millis(1500),
        }
    }
}

/// A position to find a move in.
pub struct Turn<'a> {
    /// The FEN of the game's first position.
    pub start: &'a str,
    /// The game so far.
    pub game: &'a Game,
    /// The FEN after the last capture (or of the first position), and how many moves led there.
    pub anchor: (&'a str, usize),
    /// Both clocks, by colour.
    pub clocks: [&'a Clock; 2],
    /// The opponent offers a draw.
    pub draw_offered: bool,
}

impl Turn<'_> {
    /// The side to move.
    pub fn side(&self) -> Color {
        self.game.position().side()
    }

    /// The clock that runs.
    pub fn clock(&self) -> &Clock {
        self.clocks[self.side().index()]
    }
}

/// What an engine told about its search; taken from exact lines of the best variation only.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct Told {
    /// From the engine's own side.
    pub score: Option<Score>,
    /// In half-moves.
    pub depth: Option<u32>,
    /// Nodes searched.
    pub nodes: Option<u64>,
}

/// What came after `bestmove`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Answer {
    /// A move, legal or not.
    Move(Move),
    /// Something that is no move.
    Unreadable(String),
    /// No move, in the engine's words.
    Nothing(String),
    /// The engine gives up.
    Resign,
}

/// An engine's answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reply {
    /// The move.
    pub answer: Answer,
    /// From the moment the engine was asked to the arrival of the answer.
    pub used: Duration,
    /// What was told on the way.
    pub told: Told,
    /// The reply it expects.
    pub ponder: Option<Move>,
    /// It offers a draw, or accepts the one offered.
    pub draw: bool,
}

/// A failure and what is known about it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fault {
    /// Its kind.
    pub failure: Failure,
    /// In words.
    pub detail: String,
}

impl Fault {
    /// A failure.
    pub fn new(failure: Failure, detail: impl Into<String>) -> Fault {
        Fault { failure, detail: detail.into() }
    }
}

/// One who plays. After a fault, [`Player::new_game`] makes a fresh start.
pub trait Player: Send {
    /// Gets ready for a game; what is left of an earlier one is forgotten.
    ///
    /// # Errors
    /// [`Failure::BadHandshake`] if the engine cannot be brought to play.
    fn new_game(&mut self) -> Result<(), Fault>;

    /// Finds a move. An answer that comes too late is still an answer: the clock is the caller's.
    ///
    /// # Errors
    /// If the engine died, or gave no answer even when told to stop.
    fn think(&mut self, turn: &Turn) -> Result<Reply, Fault>;

    /// Thinks on the opponent's time about `turn`, in which the expected reply `expected` was played;
    /// returns at once. The next call of [`Player::think`] says whether it was.
    fn ponder(&mut self, turn: &Turn, expected: Move);

    /// Whether it is to think on the opponent's time.
    fn ponders(&self) -> bool;

    /// The game is over: ends what still goes on. `failed` says that this player's failure ended it.
    fn end_game(&mut self, failed: bool);

    /// The last lines of the dialogue.
    fn dialogue(&self) -> Vec<String>;

    /// Things worth knowing that came up since the last call.
    fn notes(&mut self) -> Vec<String>;

    /// Leaves; answers whether it had to be forced to.
    fn quit(&mut self) -> bool;
}

/// The player that `spec` describes; an engine's process is started when it is first needed.
///
/// # Errors
/// If the built-in engine does not know an option or its value.
pub fn create(spec: &EngineSpec, patience: Patience, log: Option<Arc<Log>>) -> Result<Box<dyn Player>, OptionError> {
    Ok(match spec.proto {
        Proto::Chuhe => Box::new(Own::new(spec)?),
        _ => Box::new(External::new(spec.clone(), patience, log)),
    })
}
