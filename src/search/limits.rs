//! When a search has to end.

use crate::board::Move;
use std::time::Duration;

/// Everything a `go` can ask for; what is absent does not limit. The first limit met ends the search.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Limits {
    /// Time left on each clock, by colour.
    pub clock: [Option<Duration>; 2],
    /// Time added after each move, by colour.
    pub increment: [Duration; 2],
    /// Moves until more time is given; `None` for the rest of the game.
    pub moves_to_go: Option<u32>,
    /// Exactly so long for this move.
    pub move_time: Option<Duration>,
    /// At most so many nodes over all threads (about, with several).
    pub nodes: Option<u64>,
    /// At most so deep.
    pub depth: Option<u32>,
    /// Until a mate in so many moves is found.
    pub mate: Option<u32>,
    /// Until told to stop, whatever is found.
    pub infinite: bool,
    /// On the opponent's time: no clock runs and nothing is answered until `ponderhit` or `stop`.
    pub ponder: bool,
    /// Only these root moves (all when empty).
    pub search_moves: Vec<Move>,
    /// Never these root moves (`banmoves` in UCCI).
    pub banned_moves: Vec<Move>,
}

impl Limits {
    /// Whether the search ends by itself at some point.
    pub fn is_endless(&self) -> bool {
        self.infinite
            || self.ponder
            || *self
                == Limits {
                    search_moves: self.search_moves.clone(),
                    banned_moves: self.banned_moves.clone(),
                    increment: self.increment,
                    moves_to_go: self.moves_to_go,
                    ..Limits::default()
                }
    }
}
