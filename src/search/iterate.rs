//! Iterative deepening: one more half-move each time, with aspiration windows.

use super::events::{self, Event, Info};
use super::node::Root;
use super::params::ASPIRATION;
use super::score::{INFINITE, MATE, MAX_PLY, Score, Value, is_mate};
use super::wdl::Wdl;
use super::worker::{RootMove, Worker};
use std::time::Duration;

/// What one thread found.
pub struct Finding {
    /// The last iteration it finished.
    pub depth: i32,
    /// The root moves, best first, values exact for those that lead.
    pub moves: Vec<RootMove>,
}

/// After so long, bounds and current moves are told too.
const LONG: Duration = Duration::from_secs(3);

impl Worker {
    /// Searches deeper and deeper until a limit is met; at least one iteration is finished. There must
    /// be a root move.
    pub fn iterate(&mut self) -> Finding {
        let multi_pv = self.lines();
        let max_depth =
            self.task.limits.depth.map_or(MAX_PLY as i32 - 1, |depth| depth.clamp(1, MAX_PLY as u32 - 1) as i32);
        let mut finding = Finding { depth: 0, moves: self.root_moves.clone() };
        let mut stability = 0;
        for depth in 1..=max_depth {
            self.root_depth = depth;
            for root in &mut self.root_moves {
                root.previous = root.value;
            }
            for index in 0..multi_pv {
                self.pv_index = index;
                self.seldepth = 0;
                self.aspirate(depth);
                if self.must_stop() {
                    break;
                }
                // The lines so far are told together once they are all known.
                self.root_moves[..=index].sort_by_key(|root| -root.value);
            }
            self.pv_index = 0;
            if self.must_stop() {
                // Keep a better move that this iteration already proved, else the last iteration's.
                if multi_pv == 1 && self.root_moves[0].exact && self.root_moves[0].value > -INFINITE {
                    finding.moves.clone_from(&self.root_moves);
                }
                break;
            }
            let changed = finding.moves[0].mv != self.root_moves[0].mv;
            stability = if changed { 0 } else { stability + 1 };
            let before = finding.moves[0].value;
            finding = Finding { depth, moves: self.root_moves.clone() };
            if self.id == 0 {
                self.task.publish(0, self.nodes);
                self.tell_lines(depth, multi_pv);
                if self.is_done(depth, multi_pv, stability, before) {
                    self.task.halt();
                }
            }
            if self.task.is_halted() {
                break;
            }
        }
        finding
    }

    /// How many lines to search: what was asked for, and some to choose from when playing weaker.
    fn lines(&self) -> usize {
        let settings = &self.task.settings;
        let wanted = if settings.skill < 20.0 { settings.multi_pv.max(4) } else { settings.multi_pv };
        wanted.clamp(1, self.root_moves.len())
    }

    /// Searches the root with a window around the last value, widened until the value lies inside.
    fn aspirate(&mut self, depth: i32) {
        let (mut alpha, mut beta) = (-INFINITE, INFINITE);
        let mut delta = ASPIRATION;
        let previous = self.root_moves[self.pv_index].previous;
        if depth >= 5 && previous > -INFINITE && !is_mate(previous) {
            delta += previous.abs() / 24;
            (alpha, beta) = ((previous - delta).max(-INFINITE), (previous + delta).min(INFINITE));
        }
        let mut failed_high = 0;
        loop {
            let reduced = (depth - failed_high).max(1);
            let value = self.search::<Root>(alpha, beta, reduced, 0, false);
            // Stable: moves without a value stay in their order.
            self.root_moves[self.pv_index..].sort_by_key(|root| -root.value);
            if self.must_stop() {
                return;
            }
            if value > alpha && value < beta {
                return;
            }
            if self.id == 0 && self.task.elapsed() >= LONG {
                let bound = if value >= beta { events::Bound::Lower } else { events::Bound::Upper };
                let root = self.root_moves[self.pv_index].clone();
                self.tell(Event::Info(self.info(depth, self.pv_index, &root, bound)));
            }
            if value <= alpha {
                beta = (alpha + beta) / 2;
                alpha = (value - delta).max(-INFINITE);
                failed_high = 0;
            } else {
                beta = (value + delta).min(INFINITE);
                failed_high = (failed_high + 1).min(3);
            }
            delta += delta / 2;
            if delta > 1_500 {
                (alpha, beta) = (-INFINITE, INFINITE);
            }
        }
    }

    /// Whether to stop after this iteration.
    fn is_done(&self, depth: i32, multi_pv: usize, stability: u32, before: Value) -> bool {
        let task = &self.task;
        let best = &self.root_moves[0];
        if let Some(moves) = task.limits.mate
            && matches!(self.score(best), Score::Mate(found) if found > 0 && found as u32 <= moves)
        {
            return true;
        }
        if task.must_wait() {
            return false;
        }
        // A mate that a search of this depth cannot beat.
        if task.settings.stop_on_mate && multi_pv == 1 && is_mate(best.value) && depth >= MATE - best.value.abs() {
            return true;
        }
        if !task.is_clocked() {
            return false;
        }
        if self.root_moves.len() == 1 && depth >= 8 {
            return true;
        }
        let settled = 1.25 - 0.06 * f64::from(stability.min(10));
        let drop = if before > -INFINITE { f64::from((before - best.value).clamp(-40, 120)) } else { 0.0 };
        let share = best.nodes as f64 / self.nodes.max(1) as f64;
        let unrest = settled * (1.0 + drop / 200.0) * (1.6 - 0.9 * share);
        task.is_enough(unrest.clamp(0.3, 2.5))
    }

    fn tell_lines(&self, depth: i32, multi_pv: usize) {
        if self.sink.is_none() {
            return;
        }
        for (index, root) in self.root_moves.iter().take(multi_pv).enumerate() {
            // Lines asked for only to choose a weaker move from are nobody's business.
            if index < self.task.settings.multi_pv {
                self.tell(Event::Info(self.info(depth, index, root, events::Bound::Exact)));
            }
        }
    }

    /// A line of analysis as it is told.
    pub fn info(&self, depth: i32, index: usize, root: &RootMove, bound: events::Bound) -> Info {
        Info {
            depth: depth as u32,
            seldepth: root.seldepth.max(1) as u32,
            multipv: index + 1,
            score: self.score(root),
            bound,
            wdl: Wdl::from_value(root.value, self.pieces()),
            nodes: self.task.total_nodes(),
            hashfull: self.task.table.hashfull(),
            time: self.task.elapsed(),
            pv: root.pv.to_vec(),
        }
    }

    /// The score of a root move as it is told.
    pub fn score(&self, root: &RootMove) -> Score {
        Score::from_value(root.value, self.pieces())
    }

    fn pieces(&self) -> usize {
        self.task.position.occupied().count()
    }

    /// Tells which root move is being searched, in long searches.
    pub fn tell_current(&self, index: usize) {
        if self.id == 0 && self.task.elapsed() >= LONG {
            let mv = self.root_moves[index].mv;
            self.tell(Event::CurrentMove { depth: self.root_depth as u32, mv, number: index + 1 });
        }
    }
}
