//! What stays the same from search to search.

use crate::eval::Evaluation;
use crate::rules::Rules;
use std::time::Duration;

/// The adjustable part of the search.
#[derive(Clone, PartialEq, Debug)]
pub struct Settings {
    /// Search threads, from 1.
    pub threads: usize,
    /// Size of the hash table in MB.
    pub hash_mb: usize,
    /// Lines of analysis, from 1.
    pub multi_pv: usize,
    /// Time lost on the way to and from the GUI, kept in reserve for every move.
    pub move_overhead: Duration,
    /// Share of the usual thinking time to take, in percent.
    pub slow_mover: u32,
    /// Nodes that stand for one millisecond of clock time; 0 uses the real clock.
    pub nodes_time: u64,
    /// End a search with clock, move time, depth or node limit when a mate is proved.
    pub stop_on_mate: bool,
    /// Playing strength from 0 (weakest) to 20 (all there is), in fractions of a level.
    pub skill: f64,
    /// The rules to play by.
    pub rules: Rules,
    /// What positions are evaluated by.
    pub evaluation: Evaluation,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            threads: 1,
            hash_mb: 16,
            multi_pv: 1,
            move_overhead: Duration::from_millis(10),
            slow_mover: 100,
            nodes_time: 0,
            stop_on_mate: true,
            skill: 20.0,
            rules: Rules::default(),
            evaluation: Evaluation::default(),
        }
    }
}
