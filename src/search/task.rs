//! One search, as its threads share it.

use super::limits::Limits;
use super::settings::Settings;
use super::time::Budget;
use super::tt::Table;
use crate::board::Position;
use crate::rules::fast::Order;
use crate::rules::{Game, History};
use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::Ordering::{Acquire, Relaxed, Release};
use std::sync::atomic::{AtomicBool, AtomicU64};
use std::time::{Duration, Instant};

/// A counter on a cache line of its own, so that threads do not slow each other down.
#[repr(align(128))]
#[derive(Default)]
struct Counter(AtomicU64);

/// What to search and when to end; shared by the threads of one search.
pub struct Task {
    /// The root.
    pub position: Position,
    /// The game up to the root.
    pub history: History,
    /// Orders to change that were given in it, by the key of the position.
    pub orders: HashMap<u64, Order>,
    /// When to end.
    pub limits: Limits,
    /// How to search.
    pub settings: Settings,
    /// The hash table.
    pub table: Arc<Table>,
    budget: Budget,
    start: Instant,
    /// What was [spent](Task::spent) when the clock began to count (`ponderhit`), in microseconds.
    clock_from: AtomicU64,
    pondering: AtomicBool,
    halt: AtomicBool,
    released: AtomicBool,
    nodes: Vec<Counter>,
}

impl Task {
    /// A search of the game's last position that began at `start`.
    pub fn new(start: Instant, game: &Game, limits: Limits, settings: Settings, table: Arc<Table>) -> Task {
        Task {
            budget: Budget::new(&limits, game.position().side(), &settings),
            start,
            clock_from: AtomicU64::new(0),
            pondering: AtomicBool::new(limits.ponder),
            halt: AtomicBool::new(false),
            released: AtomicBool::new(false),
            nodes: (0..settings.threads.max(1)).map(|_| Counter::default()).collect(),
            position: game.position().clone(),
            history: game.history().clone(),
            orders: game.orders(settings.rules.repetition),
            limits,
            settings,
            table,
        }
    }

    /// Somebody wants the answer now.
    pub fn stop(&self) {
        self.released.store(true, Relaxed);
        self.halt();
    }

    /// Asks all threads to finish; the answer may still have to [wait](Task::must_wait).
    pub fn halt(&self) {
        self.halt.store(true, Relaxed);
    }

    /// Whether the threads are to finish.
    #[inline]
    pub fn is_halted(&self) -> bool {
        self.halt.load(Relaxed)
    }

    /// The clock begins to count now.
    pub fn ponder_hit(&self) {
        self.clock_from.store(self.spent().as_micros() as u64, Relaxed);
        // Who sees that the clock counts has to see since when.
        self.pondering.store(false, Release);
    }

    /// Whether nothing may be answered yet, before [`Task::stop`] or [`Task::ponder_hit`].
    pub fn must_wait(&self) -> bool {
        !self.released.load(Relaxed) && (self.limits.infinite || self.pondering.load(Acquire))
    }

    /// Time since the search began.
    pub fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }

    /// Tells how many nodes a thread has searched.
    #[inline]
    pub fn publish(&self, thread: usize, nodes: u64) {
        self.nodes[thread].0.store(nodes, Relaxed);
    }

    /// Nodes of all threads, as far as told.
    pub fn total_nodes(&self) -> u64 {
        self.nodes.iter().map(|counter| counter.0.load(Relaxed)).sum()
    }

    /// Time on the clock since the search began, or since the ponder move was played.
    fn clock(&self) -> Duration {
        self.spent().saturating_sub(Duration::from_micros(self.clock_from.load(Relaxed)))
    }

    /// Time since the search began; with `nodestime` nodes stand for time.
    fn spent(&self) -> Duration {
        match self.settings.nodes_time {
            0 => self.elapsed(),
            per_ms => Duration::from_micros(self.total_nodes().saturating_mul(1_000) / per_ms),
        }
    }

    /// Whether the clock or the move time is used up.
    pub fn is_out_of_time(&self) -> bool {
        !self.limits.infinite && !self.pondering.load(Acquire) && self.budget.is_over(self.clock())
    }

    /// Whether another iteration is not worth beginning; see [`Budget::is_enough`].
    pub fn is_enough(&self, unrest: f64) -> bool {
        !self.must_wait() && self.budget.is_enough(self.clock(), unrest)
    }

    /// Whether a clock decides how long to think.
    pub fn is_clocked(&self) -> bool {
        self.budget.is_clocked() && !self.must_wait()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::fen;

    #[test]
    fn nodes_searched_while_pondering_are_not_taken_off_the_clock() {
        let limits = Limits { clock: [Some(Duration::from_secs(10)); 2], ponder: true, ..Limits::default() };
        let settings = Settings { nodes_time: 100, ..Settings::default() };
        let (game, table) = (Game::new(fen::start()), Arc::new(Table::new(1).unwrap()));
        let task = Task::new(Instant::now(), &game, limits, settings, table);
        task.publish(0, 1_000_000);
        assert!(!task.is_out_of_time(), "no limit counts yet");
        task.ponder_hit();
        assert!(!task.is_out_of_time() && !task.is_enough(1.0));
        task.publish(0, 2_000_000);
        assert!(task.is_out_of_time());
    }
}
