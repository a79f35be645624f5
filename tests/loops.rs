//! Random repetitions, for tests and benches.

use crate::random::{Random, play, scatter};
use chuhe::board::{Color, Legality, Move, Position};

fn is_legal(pos: &Position, mv: Move) -> bool {
    pos.is_pseudo_legal(mv) && pos.is_legal(mv, &Legality::new(pos))
}

/// A random legal loop of four half-moves from `start`: each side moves a piece there and back.
fn loop_from(random: &mut Random, start: &Position) -> Option<Vec<Move>> {
    let mut pos = start.clone();
    let mut cycle: Vec<Move> = Vec::new();
    for _ in Color::ALL {
        let quiet = pos.legal_moves().into_iter().filter(|&mv| !pos.is_irreversible(mv));
        let mv = random.pick(&quiet.collect::<Vec<_>>())?;
        cycle.push(mv);
        let _ = pos.make(mv, &mut ());
    }
    for at in 0..2 {
        let back = Move::new(cycle[at].to(), cycle[at].from());
        if !is_legal(&pos, back) {
            return None;
        }
        cycle.push(back);
        let _ = pos.make(back, &mut ());
    }
    Some(cycle)
}

/// Shows so many random loops of four half-moves, always the same ones: in positions from random play and in
/// thick random ones.
pub fn random_loops(count: usize, mut visit: impl FnMut(&Position, &[Move])) {
    let mut random = Random::new(2007);
    let mut found = 0;
    for seed in 0.. {
        let mut starts = vec![scatter(&mut random)];
        play(seed, 120, |pos, _| {
            if random.below(12) == 0 {
                starts.push(pos.clone());
            }
        });
        for start in starts {
            if let Some(cycle) = (0..10).find_map(|_| loop_from(&mut random, &start)) {
                visit(&start, &cycle);
                found += 1;
                if found == count {
                    return;
                }
            }
        }
    }
}
