//! What a search tells while it runs. It never prints: protocols, commands and the match runner turn
//! these events into their own words.

use super::score::Score;
use super::wdl::Wdl;
use crate::board::Move;
use std::time::Duration;

/// Whether a score is exact.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bound {
    /// As it is.
    Exact,
    /// At least so much.
    Lower,
    /// At most so much.
    Upper,
}

/// One line of analysis.
#[derive(Clone, PartialEq, Debug)]
pub struct Info {
    /// Finished (or, with a bound, current) iteration.
    pub depth: u32,
    /// Longest line looked at, in half-moves.
    pub seldepth: u32,
    /// Rank of the line, from 1.
    pub multipv: usize,
    /// From the side to move.
    pub score: Score,
    /// Whether the score is exact.
    pub bound: Bound,
    /// Chances that go with the score.
    pub wdl: Wdl,
    /// Nodes of all threads so far.
    pub nodes: u64,
    /// Thousandths of the hash table in use by this search.
    pub hashfull: u32,
    /// Since the search began.
    pub time: Duration,
    /// Legal moves from the root, never empty.
    pub pv: Vec<Move>,
}

impl Info {
    /// Nodes per second, counting at least one millisecond.
    pub fn nps(&self) -> u64 {
        self.nodes * 1_000_000 / (self.time.as_micros() as u64).max(1_000)
    }
}

/// The end of a search.
#[derive(Clone, PartialEq, Debug)]
pub struct Report {
    /// The best root move; `None` when there is no legal move.
    pub best: Option<Move>,
    /// The reply expected to it.
    pub ponder: Option<Move>,
    /// The score of the best move; mate in 0 when there is no legal move.
    pub score: Score,
    /// Nodes of all threads.
    pub nodes: u64,
    /// How long it took.
    pub time: Duration,
}

/// What a search tells.
#[derive(Clone, PartialEq, Debug)]
pub enum Event {
    /// A line of analysis. The last one before [`Event::Finished`] is exact and of the best move.
    Info(Info),
    /// Work on a root move began (only in long searches).
    CurrentMove {
        /// The iteration.
        depth: u32,
        /// The move.
        mv: Move,
        /// Its place in the order, from 1.
        number: usize,
    },
    /// Something to be said in words.
    Note(String),
    /// The search is over; nothing follows.
    Finished(Report),
}

/// Takes the events of one search, from the search's own thread.
pub trait Sink: Send {
    /// Takes one event.
    fn event(&self, event: Event);
}

impl<F: Fn(Event) + Send> Sink for F {
    fn event(&self, event: Event) {
        self(event);
    }
}
