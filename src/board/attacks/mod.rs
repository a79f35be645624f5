//! Where each kind of piece attacks: tables computed at compile time, about 130 KB in all.
//!
//! Sliders use a split rank/file lookup (see [`sliders`]); horses and elephants are looked up by the
//! four points that can hobble them (see [`leapers`]). No table depends on the position.

mod leapers;
mod sets;
mod sliders;

pub use leapers::{
    advisor_attacks, elephant_attacks, horse_attackers, horse_attacks, horse_leg, king_attacks, pawn_attackers,
    pawn_attacks, reachable,
};
pub use sets::{SetAttacks, advisor_set_attacks, pawn_set_attacks};
pub use sliders::{Slider, cannon_attacks, rook_attacks};

use super::bitboard::Bitboard;
use super::square::Square;

/// Every point from which some piece could check a king on `king`, or whose becoming empty or
/// occupied could uncover such a check: its rank and file, the horse's points and their legs.
#[inline]
pub fn king_influence(king: Square) -> Bitboard {
    INFLUENCE[king.index()]
}

static INFLUENCE: [Bitboard; Square::COUNT] = {
    let mut table = [Bitboard(0); Square::COUNT];
    let mut i = 0;
    while i < Square::COUNT {
        let sq = Square::of(i);
        table[i] = Bitboard(
            Bitboard::rank(sq.rank()).0
                | Bitboard::file(sq.file()).0
                | leapers::step_targets(sq, &leapers::HORSE_STEPS)
                | leapers::step_targets(sq, &leapers::DIAGONAL_STEPS),
        );
        i += 1;
    }
    table
};
