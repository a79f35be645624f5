//! A position: pieces on points, the side to move, and what follows from them.

use super::attacks::{self, Slider};
use super::bitboard::Bitboard;
use super::color::Color;
use super::mv::Move;
use super::piece::{Kind, Piece};
use super::setup::Setup;
use super::square::Square;
use super::validate::{Fault, placement_faults};
use super::zobrist;

/// A valid position.
///
/// Invariants: one king a side, pieces only where they can stand, the side not to move is not in
/// check and the kings do not face; `key` and `checkers` always belong to the pieces and the side.
#[derive(Clone, PartialEq, Eq)]
pub struct Position {
    pub(super) by_color: [Bitboard; 2],
    pub(super) by_kind: [Bitboard; 7],
    pub(super) board: [Option<Piece>; Square::COUNT],
    pub(super) kings: [Square; 2],
    pub(super) checkers: Bitboard,
    pub(super) key: u64,
    pub(super) side: Color,
    pub(super) halfmove: u16,
    pub(super) ply: u16,
}

impl TryFrom<&Setup> for Position {
    type Error = Vec<Fault>;

    /// Checks a described position. The error lists every fault, never an empty list.
    fn try_from(setup: &Setup) -> Result<Position, Vec<Fault>> {
        let mut faults = placement_faults(setup);
        let mut pos = Position {
            by_color: [Bitboard::EMPTY; 2],
            by_kind: [Bitboard::EMPTY; 7],
            board: [None; Square::COUNT],
            kings: [Square::of(0); 2],
            checkers: Bitboard::EMPTY,
            key: if setup.side == Color::Black { zobrist::SIDE } else { 0 },
            side: setup.side,
            halfmove: setup.halfmove,
            ply: setup.fullmove.max(1).saturating_sub(1).saturating_mul(2).saturating_add(setup.side as u16),
        };
        for sq in Square::all() {
            if let Some(piece) = setup.piece_at(sq) {
                pos.put(piece, sq);
            }
        }
        // Of several kings a side nobody knows which one to look at.
        let kings = Color::ALL.map(|color| pos.pieces(color, Kind::King));
        if let [(Some(red), 1), (Some(black), 1)] = kings.map(|kings| (kings.first(), kings.count())) {
            pos.kings = [red, black];
            if red.file() == black.file() && (Bitboard::between(red, black) & pos.occupied()).is_empty() {
                faults.push(Fault::KingsFacing(red, black));
            }
            let (them, king) = (!pos.side, pos.kings[(!pos.side).index()]);
            let checkers = pos.king_attackers(them, king, pos.occupied());
            if checkers.any() {
                faults.push(Fault::OpponentInCheck { side: them, king, checkers: checkers.into_iter().collect() });
            }
            pos.checkers = pos.king_attackers(pos.side, pos.king(pos.side), pos.occupied());
        }
        if faults.is_empty() { Ok(pos) } else { Err(faults) }
    }
}

impl Position {
    fn put(&mut self, piece: Piece, sq: Square) {
        self.by_color[piece.color().index()] |= Bitboard::of(sq);
        self.by_kind[piece.kind().index()] |= Bitboard::of(sq);
        self.board[sq.index()] = Some(piece);
        self.key ^= zobrist::piece_key(piece, sq);
    }

    /// The position as an unchecked description, for writers and editors.
    pub fn setup(&self) -> Setup {
        Setup { board: self.board, side: self.side, halfmove: self.halfmove, fullmove: self.ply / 2 + 1 }
    }

    /// The same position with colours exchanged and the board turned, the other side to move.
    pub fn flipped(&self) -> Position {
        let mut setup = Setup { side: !self.side, ..self.setup() };
        for sq in Square::all() {
            setup.board[sq.flip_ranks().index()] =
                self.piece_at(sq).map(|piece| Piece::new(!piece.color(), piece.kind()));
        }
        Position::try_from(&setup).expect("turning the board keeps a position valid")
    }

    /// The same position with left and right exchanged.
    pub fn mirrored(&self) -> Position {
        let mut setup = self.setup();
        for sq in Square::all() {
            setup.board[sq.mirror().index()] = self.piece_at(sq);
        }
        Position::try_from(&setup).expect("mirroring keeps a position valid")
    }

    /// The side to move.
    #[inline]
    pub fn side(&self) -> Color {
        self.side
    }

    /// The Zobrist key of pieces and side.
    #[inline]
    pub fn key(&self) -> u64 {
        self.key
    }

    /// Half-moves since the last capture, as counted in a FEN (no move is left out).
    #[inline]
    pub fn halfmove(&self) -> u16 {
        self.halfmove
    }

    /// Half-moves played since the game's first position, 0 when Red starts.
    #[inline]
    pub fn ply(&self) -> u16 {
        self.ply
    }

    /// Whether nothing before `mv` can come back after it: it takes, or a pawn advances.
    #[inline]
    pub fn is_irreversible(&self, mv: Move) -> bool {
        self.board[mv.to().index()].is_some()
            || self.kind(Kind::Pawn).has(mv.from()) && mv.from().file() == mv.to().file()
    }

    /// The piece on `sq`.
    #[inline]
    pub fn piece_at(&self, sq: Square) -> Option<Piece> {
        self.board[sq.index()]
    }

    /// All points with a piece.
    #[inline]
    pub fn occupied(&self) -> Bitboard {
        self.by_color[0] | self.by_color[1]
    }

    /// The points of one side's pieces.
    #[inline]
    pub fn color(&self, color: Color) -> Bitboard {
        self.by_color[color.index()]
    }

    /// The points of both sides' pieces of one kind.
    #[inline]
    pub fn kind(&self, kind: Kind) -> Bitboard {
        self.by_kind[kind.index()]
    }

    /// The points of one side's pieces of one kind.
    #[inline]
    pub fn pieces(&self, color: Color, kind: Kind) -> Bitboard {
        self.by_color[color.index()] & self.by_kind[kind.index()]
    }

    /// Where `color`'s king stands.
    #[inline]
    pub fn king(&self, color: Color) -> Square {
        self.kings[color.index()]
    }

    /// The pieces that give check to the side to move.
    #[inline]
    pub fn checkers(&self) -> Bitboard {
        self.checkers
    }

    /// Whether the side to move is in check.
    #[inline]
    pub fn in_check(&self) -> bool {
        self.checkers.any()
    }

    /// The pieces of the other side that would check a king of `color` standing on `sq`, if the
    /// points `occupied` were taken. Facing kings are not counted.
    #[inline]
    pub(super) fn king_attackers(&self, color: Color, sq: Square, occupied: Bitboard) -> Bitboard {
        let slider = Slider::new(sq, occupied);
        let found = slider.rook() & self.kind(Kind::Rook)
            | slider.cannon() & self.kind(Kind::Cannon)
            | attacks::horse_attackers(sq, occupied) & self.kind(Kind::Horse)
            | attacks::pawn_attackers(!color, sq) & self.kind(Kind::Pawn);
        found & self.color(!color)
    }

    /// All pieces of both sides that attack `sq` if the points `occupied` were taken; a cannon
    /// attacks over its screen. Attacks of pieces missing from `occupied` are to be masked by the caller.
    #[inline]
    pub(super) fn attackers(&self, sq: Square, occupied: Bitboard) -> Bitboard {
        let slider = Slider::new(sq, occupied);
        slider.rook() & self.kind(Kind::Rook)
            | slider.cannon() & self.kind(Kind::Cannon)
            | attacks::horse_attackers(sq, occupied) & self.kind(Kind::Horse)
            | attacks::pawn_attackers(Color::Red, sq) & self.pieces(Color::Red, Kind::Pawn)
            | attacks::pawn_attackers(Color::Black, sq) & self.pieces(Color::Black, Kind::Pawn)
            | attacks::elephant_attacks(sq, occupied) & self.kind(Kind::Elephant)
            | attacks::advisor_attacks(sq) & self.kind(Kind::Advisor)
            | attacks::king_attacks(sq) & self.kind(Kind::King)
    }
}

impl std::fmt::Debug for Position {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        for rank in (0..Square::RANKS).rev() {
            for file in 0..Square::FILES {
                let piece = Square::at(file, rank).and_then(|sq| self.piece_at(sq));
                write!(f, "{}", piece.map_or('.', Piece::letter))?;
            }
            writeln!(f)?;
        }
        write!(f, "{:?} to move, key {:016x}", self.side, self.key)
    }
}
