//! Counting the leaves of the move tree, the standard check of a move generator.

use super::movelist::MoveList;
use super::mv::Move;
use super::position::Position;
use rayon::prelude::*;

/// Number of legal move sequences of `depth` half-moves. The last half-move is counted, not made.
///
/// ```
/// use chuhe::board::perft::perft;
/// assert_eq!(perft(&mut chuhe::notation::fen::start(), 3), 79_666);
/// ```
pub fn perft(pos: &mut Position, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => pos.count_legal() as u64,
        _ => sum(pos, |pos| perft(pos, depth - 1)),
    }
}

/// The same number with every move made, as a check of [`perft`].
pub fn perft_made(pos: &mut Position, depth: u32) -> u64 {
    if depth == 0 { 1 } else { sum(pos, |pos| perft_made(pos, depth - 1)) }
}

fn sum(pos: &mut Position, mut below: impl FnMut(&mut Position) -> u64) -> u64 {
    pos.legal_moves()
        .into_iter()
        .map(|mv| {
            let undo = pos.make(mv, &mut ());
            let count = below(pos);
            pos.unmake(mv, undo);
            count
        })
        .sum()
}

/// The count below each legal move, in generation order; `depth` from 1. Runs in the current rayon
/// pool, two half-moves deep, so that an uneven tree still keeps all threads busy.
pub fn divide(pos: &Position, depth: u32) -> Vec<(Move, u64)> {
    let play = |pos: &Position, mv: Move| {
        let mut next = pos.clone();
        let _ = next.make(mv, &mut ());
        next
    };
    let moves: MoveList = pos.legal_moves();
    moves
        .par_iter()
        .map(|&mv| {
            let mut next = play(pos, mv);
            let count = if depth < 3 {
                perft(&mut next, depth.saturating_sub(1))
            } else {
                next.legal_moves().par_iter().map(|&mv| perft(&mut play(&next, mv), depth - 2)).sum()
            };
            (mv, count)
        })
        .collect()
}
