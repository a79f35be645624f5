//! What each side attacks, computed once per evaluation, and the mobility that comes with it.

use super::phased::Phased;
use super::weights::*;
use crate::board::attacks::{self, Slider};
use crate::board::{Bitboard, Color, Kind, Position};

/// The attacks of one side.
#[derive(Clone, Copy, Default)]
pub struct Side {
    /// Everything attacked, the king's steps included. A cannon attacks beyond its screen.
    pub all: Bitboard,
    /// Attacked at least twice.
    pub twice: Bitboard,
    /// By pawns.
    pub pawns: Bitboard,
    /// By advisors and elephants.
    pub guards: Bitboard,
    /// By horses.
    pub horses: Bitboard,
    /// By cannons, beyond the screen.
    pub cannons: Bitboard,
    /// Where cannons can go without taking.
    pub cannon_steps: Bitboard,
    /// By rooks.
    pub rooks: Bitboard,
    /// Value of the mobility of horses, cannons and rooks.
    pub mobility: Phased,
    /// How many pieces attack the enemy palace.
    pub attackers: i32,
    /// Their weights added up.
    pub units: i32,
}

impl Side {
    #[inline(always)]
    fn add(&mut self, attacks: Bitboard) {
        self.twice |= self.all & attacks;
        self.all |= attacks;
    }

    #[inline(always)]
    fn press(&mut self, attacks: Bitboard, palace: Bitboard, units: i32) {
        if (attacks & palace).any() {
            self.attackers += 1;
            self.units += units;
        }
    }
}

/// The attacks of both sides, by colour.
pub struct Maps {
    /// Red's and Black's.
    pub sides: [Side; 2],
}

/// The points of `color`'s palace.
#[inline(always)]
pub fn palace(color: Color) -> Bitboard {
    const PALACES: [Bitboard; 2] =
        [attacks::reachable(Color::Red, Kind::King), attacks::reachable(Color::Black, Kind::King)];
    PALACES[color.index()]
}

impl Maps {
    /// Computes the attacks in `pos`.
    #[inline]
    pub fn new(pos: &Position) -> Maps {
        let mut sides = [Side::default(); 2];
        for color in Color::ALL {
            small(pos, color, &mut sides[color.index()]);
        }
        // Safe means: out of reach of anything of less value. So the lesser pieces come first.
        for color in Color::ALL {
            let enemy = &sides[(!color).index()];
            let free = Bitboard::ALL - pos.color(color) - enemy.pawns - enemy.guards;
            minors(pos, color, free, &mut sides[color.index()]);
        }
        for color in Color::ALL {
            let enemy = &sides[(!color).index()];
            let lesser = enemy.pawns | enemy.guards | enemy.horses | enemy.cannons;
            let free = Bitboard::ALL - pos.color(color) - lesser;
            rooks(pos, color, free, &mut sides[color.index()]);
        }
        Maps { sides }
    }

    /// One side's attacks.
    #[inline(always)]
    pub fn of(&self, color: Color) -> &Side {
        &self.sides[color.index()]
    }
}

#[inline(always)]
fn small(pos: &Position, us: Color, side: &mut Side) {
    let target = palace(!us);
    side.add(attacks::king_attacks(pos.king(us)));
    for sq in pos.pieces(us, Kind::Pawn) {
        let reached = attacks::pawn_attacks(us, sq);
        side.press(reached, target, PAWN_AT_PALACE);
        side.add(reached);
        side.pawns |= reached;
    }
    for sq in pos.pieces(us, Kind::Advisor) {
        let reached = attacks::advisor_attacks(sq);
        side.add(reached);
        side.guards |= reached;
    }
    for sq in pos.pieces(us, Kind::Elephant) {
        let reached = attacks::elephant_attacks(sq, pos.occupied());
        side.add(reached);
        side.guards |= reached;
    }
}

#[inline(always)]
fn minors(pos: &Position, us: Color, free: Bitboard, side: &mut Side) {
    let (target, occupied) = (palace(!us), pos.occupied());
    for sq in pos.pieces(us, Kind::Horse) {
        let reached = attacks::horse_attacks(sq, occupied);
        side.press(reached, target, HORSE_AT_PALACE);
        side.add(reached);
        side.horses |= reached;
        side.mobility += HORSE_MOBILITY[(reached & free).count()];
    }
    for sq in pos.pieces(us, Kind::Cannon) {
        let slider = Slider::new(sq, occupied);
        let (steps, reached) = (slider.rook() - occupied, slider.cannon());
        side.press(reached, target, CANNON_AT_PALACE);
        side.add(reached);
        side.cannons |= reached;
        side.cannon_steps |= steps;
        side.mobility += CANNON_MOBILITY[(steps & free).count()];
    }
}

#[inline(always)]
fn rooks(pos: &Position, us: Color, free: Bitboard, side: &mut Side) {
    let target = palace(!us);
    for sq in pos.pieces(us, Kind::Rook) {
        let reached = attacks::rook_attacks(sq, pos.occupied());
        side.press(reached, target, ROOK_AT_PALACE);
        side.add(reached);
        side.rooks |= reached;
        side.mobility += ROOK_MOBILITY[(reached & free).count()];
    }
}
