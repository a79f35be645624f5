//! What each side attacks, computed once per evaluation, and the mobility that comes with it.

use super::phased::Phased;
use super::weights::*;
use crate::board::attacks::{self, SetAttacks, Slider};
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
    fn add_set(&mut self, attacks: SetAttacks) {
        self.twice |= attacks.twice | self.all & attacks.all;
        self.all |= attacks.all;
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
    #[inline(always)]
    pub fn new(pos: &Position) -> Maps {
        let (mut red, mut black) = (Side::default(), Side::default());
        small(pos, Color::Red, &mut red);
        small(pos, Color::Black, &mut black);
        // Safe means: out of reach of anything of less value. So the lesser pieces come first.
        let free = |us: Color, enemy: &Side| Bitboard::ALL - pos.color(us) - enemy.pawns - enemy.guards;
        let (red_free, black_free) = (free(Color::Red, &black), free(Color::Black, &red));
        minors(pos, Color::Red, red_free, &mut red);
        minors(pos, Color::Black, black_free, &mut black);
        let (red_minors, black_minors) = (red.horses | red.cannons, black.horses | black.cannons);
        rooks(pos, Color::Red, red_free - black_minors, &mut red);
        rooks(pos, Color::Black, black_free - red_minors, &mut black);
        Maps { sides: [red, black] }
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
    let pawns = attacks::pawn_set_attacks(us, pos.pieces(us, Kind::Pawn));
    side.add_set(pawns);
    side.pawns = pawns.all;
    if (pawns.all & target).any() {
        for sq in pos.pieces(us, Kind::Pawn) {
            side.press(attacks::pawn_attacks(us, sq), target, PAWN_AT_PALACE);
        }
    }
    let advisors = attacks::advisor_set_attacks(us, pos.pieces(us, Kind::Advisor));
    side.add_set(advisors);
    side.guards = advisors.all;
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
