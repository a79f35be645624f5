//! Making and unmaking moves.

use super::bitboard::Bitboard;
use super::mv::Move;
use super::piece::Piece;
use super::position::Position;
use super::square::Square;
use super::zobrist;

/// Is told what each move changes, so that whoever keeps numbers by piece and point (an evaluation)
/// can follow without the board knowing of it.
pub trait Observer {
    /// `piece` goes from `from` to `to`, where it takes `captured`.
    fn moved(&mut self, piece: Piece, from: Square, to: Square, captured: Option<Piece>);
}

/// Looks away.
impl Observer for () {
    #[inline]
    fn moved(&mut self, _: Piece, _: Square, _: Square, _: Option<Piece>) {}
}

/// What a move destroyed: give it back to [`Position::unmake`].
#[derive(Clone, Copy)]
#[must_use]
pub struct Undo {
    checkers: Bitboard,
    key: u64,
    halfmove: u16,
    captured: Option<Piece>,
}

impl Undo {
    /// The piece that was taken.
    #[inline]
    pub fn captured(&self) -> Option<Piece> {
        self.captured
    }
}

impl Position {
    /// Plays a pseudo-legal move. It must be legal unless it is taken back at once.
    ///
    /// # Panics
    /// If the origin is empty.
    #[inline]
    pub fn make(&mut self, mv: Move, observer: &mut impl Observer) -> Undo {
        let (from, to) = (mv.from(), mv.to());
        let piece = self.board[from.index()].expect("a move needs a piece on its origin");
        let undo =
            Undo { checkers: self.checkers, key: self.key, halfmove: self.halfmove, captured: self.board[to.index()] };
        observer.moved(piece, from, to, undo.captured);
        self.halfmove = self.halfmove.saturating_add(1);
        if let Some(captured) = undo.captured {
            self.by_color[captured.color().index()] ^= Bitboard::of(to);
            self.by_kind[captured.kind().index()] ^= Bitboard::of(to);
            self.key ^= zobrist::piece_key(captured, to);
            self.halfmove = 0;
        }
        self.shift(piece, from, to);
        self.key ^= zobrist::piece_key(piece, from) ^ zobrist::piece_key(piece, to) ^ zobrist::SIDE;
        self.side = !self.side;
        self.ply = self.ply.saturating_add(1);
        self.checkers = self.king_attackers(self.side, self.king(self.side), self.occupied());
        undo
    }

    /// Takes back the last move; `mv` and `undo` must be that move's.
    #[inline]
    pub fn unmake(&mut self, mv: Move, undo: Undo) {
        let (from, to) = (mv.from(), mv.to());
        let piece = self.board[to.index()].expect("the moved piece stands on its target");
        self.shift(piece, to, from);
        if let Some(captured) = undo.captured {
            self.by_color[captured.color().index()] ^= Bitboard::of(to);
            self.by_kind[captured.kind().index()] ^= Bitboard::of(to);
            self.board[to.index()] = undo.captured;
        }
        self.side = !self.side;
        self.ply = self.ply.saturating_sub(1);
        self.halfmove = undo.halfmove;
        self.key = undo.key;
        self.checkers = undo.checkers;
    }

    /// Passes the turn; the side to move must not be in check. The passer's counters stand still.
    pub fn make_null(&mut self) -> Undo {
        let undo = Undo { checkers: self.checkers, key: self.key, halfmove: self.halfmove, captured: None };
        self.side = !self.side;
        self.key ^= zobrist::SIDE;
        undo
    }

    /// Takes back [`Position::make_null`].
    pub fn unmake_null(&mut self, undo: Undo) {
        self.side = !self.side;
        self.key = undo.key;
        self.checkers = undo.checkers;
    }

    /// Moves a piece on the board and in the bitboards; the target must be free of bits.
    #[inline]
    fn shift(&mut self, piece: Piece, from: Square, to: Square) {
        let both = Bitboard::of(from) | Bitboard::of(to);
        self.by_color[piece.color().index()] ^= both;
        self.by_kind[piece.kind().index()] ^= both;
        self.board[from.index()] = None;
        self.board[to.index()] = Some(piece);
        if piece.kind() == super::piece::Kind::King {
            self.kings[piece.color().index()] = to;
        }
    }
}
