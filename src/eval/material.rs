//! How many pieces there are: game phase, what pieces are worth beside each other, and whether the
//! material suffices to win.

use super::phased::Phased;
use super::weights::*;
use crate::board::{Bitboard, Color, Kind, Piece, Position};

/// The number of pieces of each kind and colour, four bits each.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Counts(u64);

impl Counts {
    /// Counts one piece more.
    #[inline]
    pub fn add(&mut self, piece: Piece) {
        self.0 += 1 << (4 * piece.index());
    }

    /// Counts one piece less.
    #[inline]
    pub fn remove(&mut self, piece: Piece) {
        self.0 -= 1 << (4 * piece.index());
    }

    /// How many pieces `color` has of `kind`.
    #[inline]
    pub fn of(self, color: Color, kind: Kind) -> i32 {
        (self.0 >> (4 * Piece::new(color, kind).index()) & 15) as i32
    }

    /// 0 without rooks, horses and cannons, [`PHASE_MAX`] with all of them.
    #[inline]
    pub fn phase(self) -> i32 {
        [Kind::Horse, Kind::Rook, Kind::Cannon]
            .into_iter()
            .map(|kind| PHASE[kind.index()] * (self.of(Color::Red, kind) + self.of(Color::Black, kind)))
            .sum()
    }
}

/// What `us` gains by the composition of both armies.
#[inline]
pub fn composition(counts: Counts, us: Color) -> Phased {
    let ours = |kind| counts.of(us, kind);
    let theirs = |kind| counts.of(!us, kind);
    let missing = |count: i32| MISSING_TENTHS[(2 - count).clamp(0, 2) as usize];
    let pressure = |weights: &[Phased; 3]| {
        weights[0] * ours(Kind::Horse) + weights[1] * ours(Kind::Rook) + weights[2] * ours(Kind::Cannon)
    };
    let tenths = |value: Phased, tenths: i32| Phased::new(value.midgame() * tenths / 10, value.endgame() * tenths / 10);
    let mut value = tenths(pressure(&MISSING_ADVISOR), missing(theirs(Kind::Advisor)))
        + tenths(pressure(&MISSING_ELEPHANT), missing(theirs(Kind::Elephant)))
        + CANNON_SCREEN * (ours(Kind::Cannon) * (ours(Kind::Advisor) + ours(Kind::Elephant)));
    if ours(Kind::Horse) > 0 && ours(Kind::Cannon) > 0 {
        value += HORSE_WITH_CANNON;
    }
    if ours(Kind::Rook) > 0 && theirs(Kind::Rook) == 0 {
        value += ONLY_ROOKS;
    }
    value
}

/// How much of an advantage of `us` counts, in 64ths: less when the attackers left cannot beat the
/// defenders left, whatever the material says.
///
/// The points reproduce the known endings. Against all four guards a rook, a horse and a pawn, or two
/// pawns draw; a rook and a pawn, two horses, or horse and cannon win. A rook wins when a guard is
/// missing, a horse against one advisor, a high pawn against the bare king; sunk pawns and guards win
/// against nothing.
pub fn winning_share(pos: &Position, counts: Counts, us: Color) -> i32 {
    const FULL: i32 = 64;
    let ours = |kind| counts.of(us, kind);
    let theirs = |kind| counts.of(!us, kind);
    let (advisors, elephants) = (theirs(Kind::Advisor), theirs(Kind::Elephant));
    let defence = DEFEND_ADVISOR * advisors
        + DEFEND_ELEPHANT * elephants
        + if advisors + elephants == 4 { DEFEND_COMPLETE } else { 0 }
        + DEFEND_ROOK * theirs(Kind::Rook)
        + DEFEND_MINOR * (theirs(Kind::Horse) + theirs(Kind::Cannon));
    let pieces = ours(Kind::Horse) + ours(Kind::Rook) + ours(Kind::Cannon);
    let has_screen = ours(Kind::Advisor) + ours(Kind::Elephant) + ours(Kind::Pawn) + pieces > 1;
    let cannon = ATTACK_CANNON + if has_screen { ATTACK_CANNON_SCREEN } else { 0 };
    let mut attack = ATTACK_HORSE * ours(Kind::Horse) + ATTACK_ROOK * ours(Kind::Rook) + cannon * ours(Kind::Cannon);
    if attack >= defence + WINNING_MARGIN {
        return FULL;
    }
    let pawns = pos.pieces(us, Kind::Pawn);
    let (last, low) = match us {
        Color::Red => (Bitboard::rank(9), Bitboard::rank(8)),
        Color::Black => (Bitboard::rank(0), Bitboard::rank(1)),
    };
    let useful = (pawns - last).count() as i32;
    if pieces + useful == 0 {
        return 0;
    }
    let low = (pawns & low).count() as i32;
    attack += ATTACK_PAWN * (useful - low) + ATTACK_LOW_PAWN * low;
    attack += if pieces + useful > 1 { ATTACK_TOGETHER } else { 0 };
    attack += if useful > 2 { ATTACK_PAWN_PHALANX } else { 0 };
    let least = DRAWISH_SHARE[pieces.min(2) as usize];
    let margin = (attack - defence).clamp(0, WINNING_MARGIN);
    least + (FULL - least) * margin / WINNING_MARGIN
}
