//! An unchecked description of a position: what a reader understood before anyone asked whether it
//! makes sense. [`super::Position::try_from`] checks it (see [`super::validate`]).

use super::color::Color;
use super::piece::Piece;
use super::square::Square;

/// Pieces on points, the side to move and the two counters of a FEN.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Setup {
    /// The piece on each point, by index.
    pub board: [Option<Piece>; Square::COUNT],
    /// The side to move.
    pub side: Color,
    /// Half-moves since the last capture.
    pub halfmove: u16,
    /// Number of the move, from 1.
    pub fullmove: u16,
}

impl Setup {
    /// An empty board, Red to move.
    pub const fn empty() -> Setup {
        Setup { board: [None; Square::COUNT], side: Color::Red, halfmove: 0, fullmove: 1 }
    }

    /// The piece on `sq`.
    pub fn piece_at(&self, sq: Square) -> Option<Piece> {
        self.board[sq.index()]
    }
}
