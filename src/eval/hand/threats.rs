//! Pieces that stand in danger, pieces that are protected, points that are held.

use super::maps::Maps;
use super::phased::Phased;
use super::weights::*;
use crate::board::{Bitboard, Color, Kind, Position};

/// What the attacks of `us` on pieces are worth.
#[inline(always)]
pub fn threats(pos: &Position, maps: &Maps, us: Color) -> Phased {
    let (ours, theirs) = (maps.of(us), maps.of(!us));
    let enemy = pos.color(!us);
    let attacked = enemy & ours.all;
    let rooks = pos.kind(Kind::Rook);
    let officers = rooks | pos.kind(Kind::Horse) | pos.kind(Kind::Cannon);
    let guards = pos.kind(Kind::Advisor) | pos.kind(Kind::Elephant);
    let hanging = attacked - theirs.all;
    PAWN_THREAT * few(enemy & officers & ours.pawns)
        + THREAT_ON_ROOK * few(enemy & rooks & (ours.horses | ours.cannons))
        + HANGING * few(hanging & officers)
        + HANGING_GUARD * few(hanging & guards)
        + HANGING_PAWN * few(hanging & pos.kind(Kind::Pawn))
}

/// 0, 1 or 2 for none, one, several: a third threat adds little, and this is cheaper than counting.
#[inline(always)]
fn few(set: Bitboard) -> i32 {
    i32::from(set.any()) + i32::from(set.several())
}

/// What `us` holds: points beyond the river and own pieces that are protected.
#[inline(always)]
pub fn control(pos: &Position, maps: &Maps, us: Color) -> Phased {
    let (ours, theirs) = (maps.of(us), maps.of(!us));
    let own = pos.color(us);
    let beyond = match us {
        Color::Red => Bitboard::ALL - Bitboard::RED_HALF,
        Color::Black => Bitboard::RED_HALF,
    };
    let protected = own & ours.all;
    let officers = pos.kind(Kind::Rook) | pos.kind(Kind::Horse) | pos.kind(Kind::Cannon);
    let guards = pos.kind(Kind::Advisor) | pos.kind(Kind::Elephant);
    let held = beyond - theirs.all;
    CONTROLLED * count(ours.all & held)
        + HORSE_FORWARD * count(ours.horses & (held - own))
        + PROTECTED_OFFICER * count(protected & officers)
        + PROTECTED_GUARD * count(protected & guards)
}

#[inline(always)]
fn count(set: Bitboard) -> i32 {
    set.count() as i32
}
