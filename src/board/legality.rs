//! Which pseudo-legal moves leave the own king attacked.
//!
//! A move can uncover an attack in three ways: its piece leaves a line (it was the only blocker of a
//! rook or of the facing king, or one of two screens of a cannon), it leaves a horse's leg, or it
//! enters the empty line between a cannon and the king and becomes a screen. [`Legality`] finds these
//! pieces and points once per position; every move is then judged by a few bit tests. In check, and
//! for the king itself, the attack is looked up with the move made on the occupied points only.

use super::attacks::{self, Slider};
use super::bitboard::Bitboard;
use super::movelist::MoveList;
use super::mv::Move;
use super::piece::Kind;
use super::position::Position;
use super::square::Square;
use arrayvec::ArrayVec;

/// Four lines with at most two pieces held on each, and eight horses.
const MAX_PINS: usize = 16;

/// What restricts the moves of the side to move in one position.
pub struct Legality {
    /// Empty points that no piece may enter, because it would become a cannon's screen.
    screens: Bitboard,
    /// Pieces that may only go to certain points.
    pinned: Bitboard,
    /// For each restriction the piece and the points left to it; a piece may have several.
    pins: ArrayVec<(Square, Bitboard), MAX_PINS>,
}

impl Legality {
    /// Finds the restrictions of the side to move.
    #[inline]
    pub fn new(pos: &Position) -> Legality {
        let mut legality = Legality { screens: Bitboard::EMPTY, pinned: Bitboard::EMPTY, pins: ArrayVec::new_const() };
        let (us, them) = (pos.side(), !pos.side());
        let (king, own, occupied) = (pos.king(us), pos.color(us), pos.occupied());
        let lines = Bitboard::file(king.file()) | Bitboard::rank(king.rank());
        let enemy = pos.color(them);
        let rooks = pos.kind(Kind::Rook) | Bitboard::file(king.file()) & pos.kind(Kind::King);
        for slider in rooks & enemy & lines {
            let between = Bitboard::between(king, slider);
            let blockers = between & occupied;
            if !blockers.several() {
                legality.pin(blockers & own, between | Bitboard::of(slider));
            }
        }
        for cannon in pos.kind(Kind::Cannon) & enemy & lines {
            let between = Bitboard::between(king, cannon);
            let blockers = between & occupied;
            match blockers.count() {
                0 => legality.screens |= between,
                2 => legality.pin(blockers & own, (between - blockers) | Bitboard::of(cannon)),
                _ => {}
            }
        }
        for horse in attacks::horse_attackers(king, Bitboard::EMPTY) & pos.kind(Kind::Horse) & enemy {
            legality.pin(Bitboard::of(attacks::horse_leg(horse, king)) & own, Bitboard::of(horse));
        }
        legality
    }

    #[inline]
    fn pin(&mut self, pieces: Bitboard, allowed: Bitboard) {
        self.pinned |= pieces;
        for piece in pieces {
            self.pins.push((piece, allowed));
        }
    }

    /// The points left to the piece on `from` (not the king), when the side is not in check.
    #[inline]
    pub(super) fn allowed(&self, from: Square) -> Bitboard {
        let mut allowed = !self.screens;
        if self.pinned.has(from) {
            for &(_, points) in self.pins.iter().filter(|(pinned, _)| *pinned == from) {
                allowed &= points;
            }
        }
        allowed
    }

    /// Pieces under some restriction of their own.
    #[inline]
    pub(super) fn pinned(&self) -> Bitboard {
        self.pinned
    }

    /// Points no piece may enter.
    #[inline]
    pub(super) fn screens(&self) -> Bitboard {
        self.screens
    }
}

impl Position {
    /// Whether a pseudo-legal move of the side to move is legal; `legality` must belong to this position.
    #[inline]
    pub fn is_legal(&self, mv: Move, legality: &Legality) -> bool {
        if self.in_check() || mv.from() == self.king(self.side()) {
            !self.exposes_king(mv)
        } else {
            legality.allowed(mv.from()).has(mv.to())
        }
    }

    /// Whether the own king would be attacked, or face the other one, after a pseudo-legal move.
    #[inline]
    pub(super) fn exposes_king(&self, mv: Move) -> bool {
        self.exposes_king_but_for(mv, Bitboard::EMPTY)
    }

    /// Like [`Position::legal_moves`], as if the pieces on `ignored` gave no check: what the side to
    /// move could do but for a check it stands in. Moves onto the other king's point are left out.
    pub fn moves_ignoring(&self, ignored: Bitboard) -> MoveList {
        let mut moves = MoveList::new();
        if ignored.is_empty() {
            moves = self.legal_moves();
        } else {
            self.captures(&mut moves);
            self.quiets(&mut moves);
            moves.retain(|mv| !self.exposes_king_but_for(*mv, ignored));
        }
        let king = self.king(!self.side());
        moves.retain(|mv| mv.to() != king);
        moves
    }

    /// [`Position::exposes_king`] but for the pieces on `ignored`.
    #[inline]
    fn exposes_king_but_for(&self, mv: Move, ignored: Bitboard) -> bool {
        let (us, them) = (self.side(), !self.side());
        let occupied = (self.occupied() - Bitboard::of(mv.from())) | Bitboard::of(mv.to());
        let king = if mv.from() == self.king(us) { mv.to() } else { self.king(us) };
        let other = self.king(them);
        let facing = king.file() == other.file() && (Bitboard::between(king, other) & occupied).is_empty();
        facing || (self.king_attackers(us, king, occupied) - Bitboard::of(mv.to()) - ignored).any()
    }

    /// Whether a pseudo-legal move of the side to move checks the other king.
    #[inline]
    pub fn gives_check(&self, mv: Move) -> bool {
        let (us, king) = (self.side(), self.king(!self.side()));
        let (from, to) = (Bitboard::of(mv.from()), Bitboard::of(mv.to()));
        if ((from | to) & attacks::king_influence(king)).is_empty() {
            return false;
        }
        let occupied = (self.occupied() - from) | to;
        let Some(piece) = self.piece_at(mv.from()) else { return false };
        let ours = |kind: Kind| {
            let standing = self.pieces(us, kind);
            if piece.kind() == kind { standing ^ (from | to) } else { standing }
        };
        let slider = Slider::new(king, occupied);
        let found = slider.rook() & ours(Kind::Rook)
            | slider.cannon() & ours(Kind::Cannon)
            | attacks::horse_attackers(king, occupied) & ours(Kind::Horse)
            | attacks::pawn_attackers(us, king) & ours(Kind::Pawn);
        found.any()
    }

    /// Whether a move of the side to move is pseudo-legal: its own piece, going as it goes, not onto
    /// another own piece. Any 16-bit code may be asked about (a transposition-table move, say).
    #[inline]
    pub fn is_pseudo_legal(&self, mv: Move) -> bool {
        match self.piece_at(mv.from()) {
            Some(piece) if piece.color() == self.side() => {
                self.targets(piece.kind(), mv.from()).has(mv.to()) && !self.color(self.side()).has(mv.to())
            }
            _ => false,
        }
    }

    /// The points a piece of `kind` of the side to move can go to from `from`, own pieces included.
    #[inline]
    pub(super) fn targets(&self, kind: Kind, from: Square) -> Bitboard {
        let occupied = self.occupied();
        match kind {
            Kind::King => attacks::king_attacks(from),
            Kind::Advisor => attacks::advisor_attacks(from),
            Kind::Elephant => attacks::elephant_attacks(from, occupied),
            Kind::Horse => attacks::horse_attacks(from, occupied),
            Kind::Rook => attacks::rook_attacks(from, occupied),
            Kind::Cannon => {
                let slider = Slider::new(from, occupied);
                (slider.rook() - occupied) | slider.cannon() & occupied
            }
            Kind::Pawn => attacks::pawn_attacks(self.side(), from),
        }
    }
}
