//! Work other than searching that a session has done on the side: perft and bench.

use crate::bench;
use crate::board::Position;
use crate::board::perft::perft;
use crate::eval::Evaluation;
use crate::notation::iccs::Ranks;
use crate::search::Settings;
use crossbeam_channel::{Receiver, unbounded};
use rayon::ThreadPoolBuilder;
use rayon::prelude::*;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::thread;

/// Subtrees of this depth are counted without asking whether to stop: some ten milliseconds.
const UNASKED_DEPTH: u32 = 4;

/// Work going on in another thread.
pub struct Job {
    /// What it prints, perhaps several lines at once; disconnected when it is done.
    pub output: Receiver<String>,
    abort: Arc<AtomicBool>,
}

impl Job {
    /// Counts the moves of `pos` to `depth`, with so many threads: a line for each root move, a
    /// blank one, `Nodes searched: N` and another blank one, all at once.
    pub fn perft(pos: &Position, depth: u32, threads: usize, ranks: Ranks) -> Job {
        let (sender, output) = unbounded();
        let abort = Arc::new(AtomicBool::new(false));
        let (pos, asked) = (pos.clone(), Arc::clone(&abort));
        thread::spawn(move || {
            let text = match ThreadPoolBuilder::new().num_threads(threads).build() {
                Ok(pool) => pool.install(|| divide(&pos, depth, ranks, &asked)),
                // The count is worth more than the speed.
                Err(_) => divide(&pos, depth, ranks, &asked),
            };
            if let Some(text) = text {
                let _ = sender.send(text);
            }
        });
        Job { output, abort }
    }

    /// Runs the bench at `depth` by `evaluation`: a line for each position, at last the signature. It
    /// does not stop before its end.
    pub fn bench(depth: u32, evaluation: Evaluation) -> Job {
        let (sender, output) = unbounded();
        thread::spawn(move || {
            let count = bench::POSITIONS.len();
            let total = bench::run(&Settings { evaluation, ..Settings::default() }, depth, |number, fen| {
                let _ = sender.send(format!("Position: {number}/{count} ({fen})"));
            });
            let _ = sender.send(total.to_string());
        });
        Job { output, abort: Arc::default() }
    }

    /// Asks the work to end without a result, if it can.
    pub fn abort(&self) {
        self.abort.store(true, Relaxed);
    }
}

/// The text of a perft, `None` when it was aborted.
fn divide(pos: &Position, depth: u32, ranks: Ranks, abort: &AtomicBool) -> Option<String> {
    let Some(below) = depth.checked_sub(1) else { return Some(total(1)) };
    let moves = pos.legal_moves();
    let counts: Option<Vec<u64>> = moves
        .par_iter()
        .map(|&mv| {
            let mut next = pos.clone();
            let _ = next.make(mv, &mut ());
            count(&mut next, below, abort)
        })
        .collect();
    let counts = counts?;
    let mut text: String =
        moves.iter().zip(&counts).map(|(&mv, count)| format!("{}: {count}\n", ranks.format(mv))).collect();
    text.push_str(&total(counts.iter().sum()));
    Some(text)
}

fn total(count: u64) -> String {
    format!("\nNodes searched: {count}\n")
}

fn count(pos: &mut Position, depth: u32, abort: &AtomicBool) -> Option<u64> {
    if abort.load(Relaxed) {
        return None;
    }
    if depth <= UNASKED_DEPTH {
        return Some(perft(pos, depth));
    }
    let mut sum = 0;
    for mv in pos.legal_moves() {
        let undo = pos.make(mv, &mut ());
        let below = count(pos, depth - 1, abort);
        pos.unmake(mv, undo);
        sum += below?;
    }
    Some(sum)
}
