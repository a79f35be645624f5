//! Move generation by stage, and counting legal moves without listing them.

use super::attacks::{self, Slider};
use super::bitboard::Bitboard;
use super::legality::Legality;
use super::movelist::MoveList;
use super::mv::Move;
use super::piece::Kind;
use super::position::Position;

impl Position {
    /// Appends the pseudo-legal captures.
    #[inline]
    pub fn captures(&self, moves: &mut MoveList) {
        let occupied = self.occupied();
        let enemy = self.color(!self.side());
        self.for_each_piece(|kind, from| {
            let targets =
                if kind == Kind::Cannon { attacks::cannon_attacks(from, occupied) } else { self.targets(kind, from) };
            push_all(moves, from, targets & enemy);
        });
    }

    /// Appends the pseudo-legal moves that take nothing.
    #[inline]
    pub fn quiets(&self, moves: &mut MoveList) {
        let occupied = self.occupied();
        self.for_each_piece(|kind, from| {
            let targets =
                if kind == Kind::Cannon { attacks::rook_attacks(from, occupied) } else { self.targets(kind, from) };
            push_all(moves, from, targets - occupied);
        });
    }

    /// Appends all moves that may end the check the side to move is in: pseudo-legal moves among
    /// which every legal one is found (most others are left out).
    #[inline]
    pub fn evasions(&self, moves: &mut MoveList) {
        debug_assert!(self.in_check());
        let own = self.color(self.side());
        let king = self.king(self.side());
        let (mut targets, mut screen) = (!own, Bitboard::EMPTY);
        if !self.checkers().several()
            && let Some(checker) = self.checkers().first()
        {
            targets = Bitboard::of(checker);
            match self.piece_at(checker).map(|piece| piece.kind()) {
                Some(Kind::Rook) => targets |= Bitboard::between(king, checker),
                Some(Kind::Cannon) => {
                    // A second screen, or the screen steps aside.
                    let between = Bitboard::between(king, checker);
                    screen = between & own;
                    targets |= between - self.occupied();
                }
                Some(Kind::Horse) => targets |= Bitboard::of(attacks::horse_leg(checker, king)),
                _ => {}
            }
        }
        self.for_each_piece(|kind, from| {
            let all = self.targets(kind, from) - own;
            let some = if from == king || screen.has(from) { all } else { all & targets };
            push_all(moves, from, some);
        });
    }

    /// Appends the pseudo-legal moves: all of them, or the [evasions](Position::evasions) in check.
    pub fn pseudo_legal(&self, moves: &mut MoveList) {
        if self.in_check() {
            self.evasions(moves);
        } else {
            self.captures(moves);
            self.quiets(moves);
        }
    }

    /// The legal moves. An empty list means that the side to move has lost (将死 or 困毙).
    ///
    /// ```
    /// let pos = chuhe::notation::fen::start();
    /// assert_eq!(pos.legal_moves().len(), 44);
    /// ```
    pub fn legal_moves(&self) -> MoveList {
        let mut moves = MoveList::new();
        self.pseudo_legal(&mut moves);
        let legality = Legality::new(self);
        moves.retain(|mv| self.is_legal(*mv, &legality));
        moves
    }

    /// The number of legal moves, without making or listing them where that can be avoided.
    #[inline]
    pub fn count_legal(&self) -> usize {
        if self.in_check() {
            let mut moves = MoveList::new();
            self.evasions(&mut moves);
            return moves.iter().filter(|&&mv| !self.exposes_king(mv)).count();
        }
        let legality = Legality::new(self);
        let (us, king) = (self.side(), self.king(self.side()));
        let (own, occupied) = (self.color(us), self.occupied());
        let free = !(own | legality.screens());
        let pinned = legality.pinned();
        let mut count = 0;
        let mut add = |from, targets: Bitboard| {
            let targets = targets & free;
            count += if pinned.has(from) { targets & legality.allowed(from) } else { targets }.count();
        };
        for from in self.pieces(us, Kind::Rook) {
            add(from, attacks::rook_attacks(from, occupied));
        }
        for from in self.pieces(us, Kind::Cannon) {
            let slider = Slider::new(from, occupied);
            add(from, (slider.rook() - occupied) | slider.cannon() & occupied);
        }
        for from in self.pieces(us, Kind::Horse) {
            add(from, attacks::horse_attacks(from, occupied));
        }
        for from in self.pieces(us, Kind::Elephant) {
            add(from, attacks::elephant_attacks(from, occupied));
        }
        for from in self.pieces(us, Kind::Advisor) {
            add(from, attacks::advisor_attacks(from));
        }
        for from in self.pieces(us, Kind::Pawn) {
            add(from, attacks::pawn_attacks(us, from));
        }
        for to in attacks::king_attacks(king) - own {
            count += usize::from(!self.exposes_king(Move::new(king, to)));
        }
        count
    }

    #[inline]
    fn for_each_piece(&self, mut visit: impl FnMut(Kind, super::square::Square)) {
        for kind in Kind::ALL {
            for from in self.pieces(self.side(), kind) {
                visit(kind, from);
            }
        }
    }
}

#[inline]
fn push_all(moves: &mut MoveList, from: super::square::Square, targets: Bitboard) {
    for to in targets {
        moves.push(Move::new(from, to));
    }
}
