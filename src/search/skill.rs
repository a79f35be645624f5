//! Playing below full strength: not always the best move, the more so the lower the level.

use super::score::Value;
use super::worker::RootMove;
use crate::board::zobrist::split_mix;

/// Chooses among the best lines (each with a value, best first). `skill` runs from 0 to 20; the
/// choice depends on `seed` and on nothing else.
///
/// The idea is Stockfish's: each move's value gets a push that is partly due to how far it lies
/// behind and partly random, both in proportion to the weakness.
pub fn choose(moves: &[RootMove], skill: f64, seed: u64) -> &RootMove {
    let candidates: Vec<&RootMove> = moves.iter().take(4).take_while(|root| root.value > -30_000).collect();
    let Some((&best, &worst)) = candidates.first().zip(candidates.last()) else { return &moves[0] };
    let weakness = 120.0 - 2.0 * skill * 3.0;
    let spread = f64::from((best.value - worst.value).clamp(0, 100));
    let pushed = |(index, root): (usize, &&RootMove)| -> Value {
        let random = (split_mix(seed.wrapping_add(index as u64)) % 1_000) as f64 / 1_000.0;
        let behind = f64::from(best.value - root.value);
        root.value + ((weakness * behind + spread * weakness * random) / 128.0) as Value
    };
    candidates
        .iter()
        .enumerate()
        .max_by_key(|&(index, root)| (pushed((index, root)), std::cmp::Reverse(index)))
        .map_or(best, |(_, root)| root)
}
