//! How many pieces there are: game phase, what pieces are worth beside each other, and whether the
//! material suffices to win.

use super::phased::Phased;
use super::weights::*;
use crate::board::{Bitboard, Color, Kind, Piece, Position};

/// How many pieces of each kind either side has, and what follows from the numbers alone.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Army {
    /// Four bits for each piece, by its index.
    counts: u64,
    composition: Phased,
    phase: u8,
    may_be_drawish: bool,
}

impl Army {
    /// The pieces of `pos`.
    pub fn of(pos: &Position) -> Army {
        let pieces = pos.occupied().into_iter().filter_map(|sq| pos.piece_at(sq));
        Army::from_counts(pieces.map(one).sum())
    }

    /// The same without one `piece`.
    #[inline]
    pub fn without(self, piece: Piece) -> Army {
        Army::from_counts(self.counts - one(piece))
    }

    fn from_counts(counts: u64) -> Army {
        let mut army = Army { counts, composition: Phased::ZERO, phase: 0, may_be_drawish: false };
        let [red, black] = army.compositions();
        army.composition = red - black;
        let officers = |kind| army.count(Color::Red, kind) + army.count(Color::Black, kind);
        let phase: i32 = Kind::ALL.map(|kind| PHASE[kind.index()] * officers(kind)).into_iter().sum();
        army.may_be_drawish = Color::ALL.into_iter().any(|us| !army.pieces_suffice(us));
        army.phase = phase as u8;
        army
    }

    /// How many pieces `color` has of `kind`.
    #[inline]
    pub fn count(self, color: Color, kind: Kind) -> i32 {
        (self.counts >> (4 * Piece::new(color, kind).index()) & 15) as i32
    }

    /// 0 without rooks, horses and cannons, [`PHASE_MAX`] with all of them.
    #[inline]
    pub fn phase(self) -> i32 {
        self.phase.into()
    }

    /// What the composition of both armies is worth, Red's minus Black's.
    #[inline]
    pub fn composition(self) -> Phased {
        self.composition
    }

    /// Whether [`winning_share`] has anything to say.
    #[inline]
    pub fn may_be_drawish(self) -> bool {
        self.may_be_drawish
    }

    /// The worth of the composition for each side.
    pub fn compositions(self) -> [Phased; 2] {
        Color::ALL.map(|us| self.composition_of(us))
    }

    fn composition_of(self, us: Color) -> Phased {
        let ours = |kind| self.count(us, kind);
        let theirs = |kind| self.count(!us, kind);
        let pressure = |weights: &[Phased; 3], guard| {
            let pressure =
                weights[0] * ours(Kind::Horse) + weights[1] * ours(Kind::Rook) + weights[2] * ours(Kind::Cannon);
            let tenths = MISSING_TENTHS[(2 - theirs(guard)).clamp(0, 2) as usize];
            Phased::new(pressure.midgame() * tenths / 10, pressure.endgame() * tenths / 10)
        };
        let mut value = pressure(&MISSING_ADVISOR, Kind::Advisor)
            + pressure(&MISSING_ELEPHANT, Kind::Elephant)
            + CANNON_SCREEN * (ours(Kind::Cannon) * (ours(Kind::Advisor) + ours(Kind::Elephant)));
        if ours(Kind::Horse) > 0 && ours(Kind::Cannon) > 0 {
            value += HORSE_WITH_CANNON;
        }
        if ours(Kind::Rook) > 0 && theirs(Kind::Rook) == 0 {
            value += ONLY_ROOKS;
        }
        value
    }

    /// Attacking points of rooks, horses and cannons.
    fn attack(self, us: Color) -> i32 {
        let ours = |kind| self.count(us, kind);
        let pieces = ours(Kind::Horse) + ours(Kind::Rook) + ours(Kind::Cannon);
        let has_screen = ours(Kind::Advisor) + ours(Kind::Elephant) + ours(Kind::Pawn) + pieces > 1;
        let cannon = ATTACK_CANNON + if has_screen { ATTACK_CANNON_SCREEN } else { 0 };
        ATTACK_HORSE * ours(Kind::Horse) + ATTACK_ROOK * ours(Kind::Rook) + cannon * ours(Kind::Cannon)
    }

    /// Defending points of all pieces.
    fn defence(self, us: Color) -> i32 {
        let ours = |kind| self.count(us, kind);
        let (advisors, elephants) = (ours(Kind::Advisor), ours(Kind::Elephant));
        DEFEND_ADVISOR * advisors
            + DEFEND_ELEPHANT * elephants
            + if advisors + elephants == 4 { DEFEND_COMPLETE } else { 0 }
            + DEFEND_ROOK * ours(Kind::Rook)
            + DEFEND_MINOR * (ours(Kind::Horse) + ours(Kind::Cannon))
    }

    /// Whether `us` could win without its pawns.
    fn pieces_suffice(self, us: Color) -> bool {
        self.attack(us) >= self.defence(!us) + WINNING_MARGIN
    }
}

/// One `piece` in [`Army::counts`].
#[inline]
fn one(piece: Piece) -> u64 {
    1 << (4 * piece.index())
}

/// A share of the advantage that is all of it.
pub const FULL_SHARE: i32 = 64;

/// How much of an advantage of `us` counts, in 64ths: less when the attackers left cannot beat the
/// defenders left, whatever the material says.
///
/// The points reproduce the known endings. Against all four guards a rook, a horse and a pawn, or two
/// pawns draw; a rook and a pawn, two horses, or horse and cannon win. A rook wins when a guard is
/// missing, a horse against one advisor, a high pawn against the bare king; sunk pawns and guards win
/// against nothing.
pub fn winning_share(pos: &Position, army: Army, us: Color) -> i32 {
    if army.pieces_suffice(us) {
        return FULL_SHARE;
    }
    let pawns = pos.pieces(us, Kind::Pawn);
    let (last, low) = match us {
        Color::Red => (Bitboard::rank(9), Bitboard::rank(8)),
        Color::Black => (Bitboard::rank(0), Bitboard::rank(1)),
    };
    let ours = |kind| army.count(us, kind);
    let pieces = ours(Kind::Horse) + ours(Kind::Rook) + ours(Kind::Cannon);
    let useful = (pawns - last).count() as i32;
    if pieces + useful == 0 {
        return 0;
    }
    let low = (pawns & low).count() as i32;
    let attack = army.attack(us)
        + ATTACK_PAWN * (useful - low)
        + ATTACK_LOW_PAWN * low
        + if pieces + useful > 1 { ATTACK_TOGETHER } else { 0 }
        + if useful > 2 { ATTACK_PAWN_PHALANX } else { 0 };
    let least = DRAWISH_SHARE[pieces.min(2) as usize];
    let margin = (attack - army.defence(!us)).clamp(0, WINNING_MARGIN);
    least + (FULL_SHARE - least) * margin / WINNING_MARGIN
}
