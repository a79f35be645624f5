//! Random but repeatable positions for other tests.

use chuhe::board::zobrist::split_mix;
use chuhe::board::{Color, Kind, Move, Piece, Position, Setup, Square};
use chuhe::notation::fen;

/// A repeatable source of numbers.
pub struct Random(u64);

impl Random {
    /// Different seeds give different sequences.
    pub fn new(seed: u64) -> Random {
        Random(split_mix(seed))
    }

    /// A number below `end`.
    pub fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_add(1);
        (split_mix(self.0) % end as u64) as usize
    }

    /// One of the items, or `None` when there is none.
    pub fn pick<T: Copy>(&mut self, items: &[T]) -> Option<T> {
        if items.is_empty() { None } else { Some(items[self.below(items.len())]) }
    }
}

/// Plays random legal moves from the start and shows every position, with the move about to be played.
/// Captures are preferred now and then, so that endgames come up too.
pub fn play(seed: u64, plies: usize, mut visit: impl FnMut(&mut Position, Move)) {
    let mut random = Random::new(seed);
    let mut pos = fen::start();
    for _ in 0..plies {
        let moves = pos.legal_moves();
        let captures: Vec<Move> = moves.iter().copied().filter(|mv| pos.piece_at(mv.to()).is_some()).collect();
        let preferred = if random.below(3) == 0 { random.pick(&captures) } else { None };
        let Some(mv) = preferred.or_else(|| random.pick(&moves)) else { return };
        visit(&mut pos, mv);
        let _ = pos.make(mv, &mut ());
    }
}

/// A valid position with random pieces on random points: thicker with checks, pins and screens than
/// play is.
pub fn scatter(random: &mut Random) -> Position {
    loop {
        let mut setup = Setup { side: Color::ALL[random.below(2)], ..Setup::empty() };
        for color in Color::ALL {
            for kind in Kind::ALL {
                let piece = Piece::new(color, kind);
                let count = if kind == Kind::King { 1 } else { random.below(kind.max_count() + 1) };
                for _ in 0..count {
                    let free: Vec<Square> = chuhe::board::attacks::reachable(color, kind)
                        .into_iter()
                        .filter(|&sq| setup.piece_at(sq).is_none())
                        .collect();
                    if let Some(sq) = random.pick(&free) {
                        setup.board[sq.index()] = Some(piece);
                    }
                }
            }
        }
        if let Ok(pos) = Position::try_from(&setup) {
            return pos;
        }
    }
}
