//! What a thread learns about moves while it searches: histories and corrections of the evaluation.
//!
//! All entries move towards the latest evidence and away from their bounds the less the nearer they
//! are ("gravity"): `h += bonus − h·|bonus|/limit`.

use super::score::Value;
use crate::board::{Color, Kind, Move, Piece, Position, Square};
use crate::rules::fast::Fast;

/// Bound of history entries.
pub const HISTORY_LIMIT: i32 = 16_384;
/// Bound of correction entries, in 1/256 of a centipawn… of the evaluation's unit.
const CORRECTION_LIMIT: i32 = 16_384;
const CORRECTION_GRAIN: i32 = 256;
const CORRECTION_SIZE: usize = 1 << 14;

/// A piece arriving on a point, as an index below [`ARRIVALS`].
pub type Arrival = u16;
/// How many arrivals there are; this value itself stands for "no move".
pub const ARRIVALS: usize = Piece::COUNT * Square::COUNT;
/// No move: the row of a pass or of what was before the root.
pub const NO_ARRIVAL: Arrival = ARRIVALS as Arrival;

/// The arrival of `piece` on `sq`.
#[inline]
pub fn arrival(piece: Piece, sq: Square) -> Arrival {
    (piece.index() * Square::COUNT + sq.index()) as Arrival
}

/// The tables of one thread, about 3.5 MB.
pub struct Tables {
    /// By side, origin and target.
    quiet: Vec<[i16; Square::COUNT * Square::COUNT]>,
    /// By the arrival and the kind taken.
    capture: Vec<[i16; 7]>,
    /// By an earlier arrival and this one.
    continuation: Vec<[i16; ARRIVALS]>,
    /// The quiet reply that refuted an arrival.
    counter: Vec<Option<Move>>,
    /// What evaluation was off by, by side and pawn structure.
    pawn_correction: Vec<i16>,
    /// What evaluation was off by, by side and the other pieces of each colour.
    piece_correction: [Vec<i16>; 2],
    /// What moves are by the rules on repetition.
    pub repetitions: Fast,
}

fn pull(entry: &mut i16, bonus: i32, limit: i32) {
    let bonus = bonus.clamp(-limit, limit);
    let value = i32::from(*entry);
    *entry = (value + bonus - value * bonus.abs() / limit) as i16;
}

#[inline]
fn from_to(mv: Move) -> usize {
    mv.from().index() * Square::COUNT + mv.to().index()
}

impl Tables {
    /// Tables that know nothing.
    pub fn new() -> Tables {
        Tables {
            quiet: vec![[0; Square::COUNT * Square::COUNT]; 2],
            capture: vec![[0; 7]; ARRIVALS],
            continuation: vec![[0; ARRIVALS]; ARRIVALS + 1],
            counter: vec![None; ARRIVALS + 1],
            pawn_correction: vec![0; 2 * CORRECTION_SIZE],
            piece_correction: [vec![0; 2 * CORRECTION_SIZE], vec![0; 2 * CORRECTION_SIZE]],
            repetitions: Fast::default(),
        }
    }

    /// How often a quiet move has been good, ±[`HISTORY_LIMIT`].
    #[inline]
    pub fn quiet(&self, side: Color, mv: Move) -> i32 {
        i32::from(self.quiet[side.index()][from_to(mv)])
    }

    /// Learns about a quiet move.
    pub fn learn_quiet(&mut self, side: Color, mv: Move, bonus: i32) {
        pull(&mut self.quiet[side.index()][from_to(mv)], bonus, HISTORY_LIMIT);
    }

    /// How often this capture has been good, ±[`HISTORY_LIMIT`].
    #[inline]
    pub fn capture(&self, arrival: Arrival, taken: Kind) -> i32 {
        i32::from(self.capture[arrival as usize][taken.index()])
    }

    /// Learns about a capture.
    pub fn learn_capture(&mut self, arrival: Arrival, taken: Kind, bonus: i32) {
        pull(&mut self.capture[arrival as usize][taken.index()], bonus, HISTORY_LIMIT);
    }

    /// How often `arrival` has been good after `earlier`, ±[`HISTORY_LIMIT`].
    #[inline]
    pub fn continuation(&self, earlier: Arrival, arrival: Arrival) -> i32 {
        i32::from(self.continuation[earlier as usize][arrival as usize])
    }

    /// Learns about `arrival` after `earlier`.
    pub fn learn_continuation(&mut self, earlier: Arrival, arrival: Arrival, bonus: i32) {
        pull(&mut self.continuation[earlier as usize][arrival as usize], bonus, HISTORY_LIMIT);
    }

    /// The reply that last refuted `earlier`.
    #[inline]
    pub fn counter(&self, earlier: Arrival) -> Option<Move> {
        self.counter[earlier as usize]
    }

    /// Remembers the refutation of `earlier`.
    pub fn set_counter(&mut self, earlier: Arrival, mv: Move) {
        self.counter[earlier as usize] = Some(mv);
    }

    /// What to add to the evaluation of `pos`.
    #[inline]
    pub fn correction(&self, pos: &Position) -> Value {
        let [pawn, red, black] = correction_indices(pos);
        let sum = 2 * i32::from(self.pawn_correction[pawn])
            + i32::from(self.piece_correction[0][red])
            + i32::from(self.piece_correction[1][black]);
        sum / (2 * CORRECTION_GRAIN)
    }

    /// Learns that a search of `depth` found the evaluation of `pos` to be off by `error`.
    pub fn learn_correction(&mut self, pos: &Position, depth: i32, error: Value) {
        let [pawn, red, black] = correction_indices(pos);
        let bonus = (error * depth * 2).clamp(-CORRECTION_LIMIT / 4, CORRECTION_LIMIT / 4);
        pull(&mut self.pawn_correction[pawn], bonus, CORRECTION_LIMIT);
        pull(&mut self.piece_correction[0][red], bonus, CORRECTION_LIMIT);
        pull(&mut self.piece_correction[1][black], bonus, CORRECTION_LIMIT);
    }
}

/// Indices by pawn structure and by each side's other pieces.
#[inline]
fn correction_indices(pos: &Position) -> [usize; 3] {
    let pawns = pos.kind(Kind::Pawn);
    let side = pos.side().index() * CORRECTION_SIZE;
    let red = pos.color(Color::Red);
    [pawns.hash(pawns & red), (red - pawns).hash(red & pos.kind(Kind::Rook)), {
        let black = pos.color(Color::Black);
        (black - pawns).hash(black & pos.kind(Kind::Rook))
    }]
    .map(|hash| side + (hash >> 50) as usize)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_stay_within_their_bounds() {
        let mut entry = 0;
        for _ in 0..100 {
            pull(&mut entry, 30_000, HISTORY_LIMIT);
        }
        assert_eq!(i32::from(entry), HISTORY_LIMIT);
        for _ in 0..100 {
            pull(&mut entry, -1_500, HISTORY_LIMIT);
        }
        assert!(i32::from(entry) < -HISTORY_LIMIT * 9 / 10 && i32::from(entry) >= -HISTORY_LIMIT);
    }
}
