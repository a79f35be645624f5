//! The attack on the enemy king.

use super::maps::{Maps, palace};
use super::material::Army;
use super::phased::Phased;
use super::weights::*;
use crate::board::attacks::{self, Slider};
use crate::board::{Bitboard, Color, Kind, Position};

/// What the attack of `us` on the other king is worth: attackers at the palace, weak points around the
/// king, checks to come, missing guards. `file` is what the own king sees into that palace.
#[inline(always)]
pub fn attack(pos: &Position, maps: &Maps, army: Army, us: Color, file: Bitboard) -> Phased {
    let (ours, theirs) = (maps.of(us), maps.of(!us));
    if ours.attackers == 0 {
        return Phased::ZERO;
    }
    let king = pos.king(!us);
    let around = attacks::king_attacks(king);
    let mut units = ours.units;
    let doubled = ours.twice & palace(!us);
    units += DOUBLED_POINT * doubled.count() as i32;

    // Points that only the king protects fall to a second attacker.
    let king_only = around - theirs.twice;
    let weak = king_only & ours.all;
    if weak.any() {
        units += WEAK_POINT * weak.count() as i32;
    }
    if (around - pos.color(!us) - ours.all - file).is_empty() {
        units += NO_ESCAPE;
    }

    let safe = Bitboard::ALL - pos.color(us) - (theirs.all - (king_only & ours.twice));
    let slider = Slider::new(king, pos.occupied());
    if (slider.cannon() & pos.pieces(us, Kind::Rook)).any() {
        units += ROOK_BEHIND_SCREEN;
    }
    if (slider.rook() & ours.rooks & safe).any() {
        units += ROOK_CHECK;
    }
    if (slider.cannon() & ours.cannon_steps & safe).any() {
        units += CANNON_CHECK;
    }
    if (attacks::horse_attackers(king, pos.occupied()) & ours.horses & safe).any() {
        units += HORSE_CHECK;
    }
    if (attacks::pawn_attackers(us, king) & ours.pawns & safe).any() {
        units += PAWN_CHECK;
    }

    units +=
        DANGER_ADVISOR * (2 - army.count(!us, Kind::Advisor)) + DANGER_ELEPHANT * (2 - army.count(!us, Kind::Elephant));
    let divisor = if ours.attackers > 1 { DANGER_DIVISOR } else { LONE_DANGER_DIVISOR };
    let danger = (units * units / divisor).min(DANGER_MAX);
    Phased::new(danger, danger / 2)
}

/// The points of the enemy palace that the king of `us` sees along its open file: the enemy king may
/// not step there.
#[inline(always)]
pub fn file_into_palace(pos: &Position, us: Color) -> Bitboard {
    // Most files are closed between the palaces: a cheap look first.
    let king = pos.king(us);
    let between = Bitboard::rank(3) | Bitboard::rank(4) | Bitboard::rank(5) | Bitboard::rank(6);
    if (Bitboard::file(king.file()) & between & pos.occupied()).any() {
        return Bitboard::EMPTY;
    }
    Slider::new(king, pos.occupied()).rook() & palace(!us)
}

/// What such an open file is worth.
#[inline(always)]
pub fn open_file(pos: &Position, us: Color, file: Bitboard) -> Phased {
    if file.is_empty() {
        Phased::ZERO
    } else if pos.king(us).file() == 4 {
        KING_ON_OPEN_CENTRE
    } else {
        KING_ON_OPEN_FILE
    }
}
