//! What makes a described position one that a game could be played from.
//!
//! Refused are only: kings not one each, pieces on points they cannot reach, more than five pawns or
//! two of another kind a side, kings facing, the side not to move in check. Positions that are merely
//! unusual are fine.

use super::attacks::reachable;
use super::color::Color;
use super::piece::{Kind, Piece};
use super::setup::Setup;
use super::square::Square;
use thiserror::Error;

/// One thing that is wrong with a described position.
#[derive(Error, Clone, PartialEq, Eq, Debug)]
pub enum Fault {
    /// A side has no king.
    #[error("{} has no king ({}) on the board", side_name(*.0), Piece::new(*.0, Kind::King).letter())]
    NoKing(Color),
    /// A side has more pieces of a kind than a set holds.
    #[error("{} has {} {} ({}) on {}, at most {} {}", side_name(.piece.color()), .squares.len(),
            kind_name(.piece.kind(), .squares.len()), .piece.letter(), list(.squares), .piece.kind().max_count(),
            if .piece.kind().max_count() == 1 { "is allowed" } else { "are allowed" })]
    TooMany {
        /// What there is too much of.
        piece: Piece,
        /// Where they stand.
        squares: Vec<Square>,
    },
    /// A piece stands where it can never get.
    #[error("the {} ({}) on {sq} stands where it can never get", piece_name(*.piece), .piece.letter())]
    Unreachable {
        /// The piece.
        piece: Piece,
        /// Where it stands.
        sq: Square,
    },
    /// The kings face each other on an open file.
    #[error("the kings on {0} and {1} face each other")]
    KingsFacing(Square, Square),
    /// The side that is not to move is in check.
    #[error("{} is to move and could take the king on {king}: {} is in check from {}", side_name(!*.side), side_name(*.side), list(.checkers))]
    OpponentInCheck {
        /// The side in check.
        side: Color,
        /// Its king.
        king: Square,
        /// The pieces that give check.
        checkers: Vec<Square>,
    },
}

impl Fault {
    /// Whether the same pieces would be fine with the other side to move.
    pub fn depends_on_side(&self) -> bool {
        matches!(self, Fault::OpponentInCheck { .. })
    }
}

/// "Red" or "Black".
pub fn side_name(color: Color) -> &'static str {
    match color {
        Color::Red => "Red",
        Color::Black => "Black",
    }
}

fn kind_name(kind: Kind, count: usize) -> String {
    let name = ["king", "advisor", "elephant", "horse", "rook", "cannon", "pawn"][kind.index()];
    if count == 1 { name.to_owned() } else { format!("{name}s") }
}

fn piece_name(piece: Piece) -> String {
    format!("{} {}", side_name(piece.color()).to_lowercase(), kind_name(piece.kind(), 1))
}

fn list(squares: &[Square]) -> String {
    squares.iter().map(Square::to_string).collect::<Vec<_>>().join(", ")
}

/// Every fault that can be told from the pieces alone, without the rules of attack.
pub(super) fn placement_faults(setup: &Setup) -> Vec<Fault> {
    let mut faults = Vec::new();
    for color in Color::ALL {
        for kind in Kind::ALL {
            let piece = Piece::new(color, kind);
            let squares: Vec<Square> = Square::all().filter(|&sq| setup.piece_at(sq) == Some(piece)).collect();
            if kind == Kind::King && squares.is_empty() {
                faults.push(Fault::NoKing(color));
            } else if squares.len() > kind.max_count() {
                faults.push(Fault::TooMany { piece, squares });
            }
        }
    }
    for sq in Square::all() {
        if let Some(piece) = setup.piece_at(sq)
            && !reachable(piece.color(), piece.kind()).has(sq)
        {
            faults.push(Fault::Unreachable { piece, sq });
        }
    }
    faults
}
