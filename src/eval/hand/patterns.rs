//! Named patterns: cannons on the king's lines, pawns and horses that protect each other.

use super::maps::Maps;
use super::material::Army;
use super::phased::Phased;
use super::weights::*;
use crate::board::{Bitboard, Color, Kind, Position};

/// Cannons of `us` on the lines of the enemy king.
#[inline(always)]
pub fn cannons(pos: &Position, army: Army, us: Color) -> Phased {
    let king = pos.king(!us);
    let on_file = Bitboard::file(king.file());
    // A cannon on the king's rank counts only on the back rank, where guards stand in between.
    let on_rank = if king.rank_for(!us) == 0 { Bitboard::rank(king.rank()) } else { Bitboard::EMPTY };
    let (mut value, mut files, mut ranks) = (Phased::ZERO, false, false);
    for sq in pos.pieces(us, Kind::Cannon) & (on_file | on_rank) {
        let between = (Bitboard::between(sq, king) & pos.occupied()).count();
        if on_file.has(sq) {
            files |= between != 1 && between < 3;
            value += match between {
                0 => {
                    let others = army.count(us, Kind::Horse) + army.count(us, Kind::Cannon) - 1;
                    HOLLOW_CANNON + HOLLOW_PER_ROOK * army.count(us, Kind::Rook) + HOLLOW_PER_OTHER * others
                }
                2 => CANNON_BEHIND_TWO,
                3 => CANNON_BEHIND_THREE,
                _ => Phased::ZERO,
            };
        } else {
            ranks |= between != 1 && between < 3;
            value += match between {
                0 => BOTTOM_CANNON_HOLLOW,
                2 => BOTTOM_CANNON,
                _ => Phased::ZERO,
            };
        }
    }
    if files && ranks {
        value += HEAVEN_AND_EARTH;
    }
    value
}

/// Pawns and horses of `us` protected by their own kind.
#[inline(always)]
pub fn linked(pos: &Position, maps: &Maps, us: Color) -> Phased {
    let pawns = pos.pieces(us, Kind::Pawn) & maps.of(us).pawns;
    let horses = pos.pieces(us, Kind::Horse) & maps.of(us).horses;
    let pawns = if pawns.any() { LINKED_PAWN * pawns.count() as i32 } else { Phased::ZERO };
    pawns + LINKED_HORSE * (i32::from(horses.any()) + i32::from(horses.several()))
}
