//! The 90 points of the board.

use super::color::Color;

/// A point of the board: index = 9 × rank + file, `a0` = 0 (Red's left corner), `i9` = 89.
///
/// Invariant: the index is below 90.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Square(u8);

impl Square {
    /// Number of points.
    pub const COUNT: usize = 90;
    /// Number of files (a–i).
    pub const FILES: u8 = 9;
    /// Number of ranks (0–9).
    pub const RANKS: u8 = 10;

    /// The point on `file` (0–8) and `rank` (0–9), or `None` outside the board.
    #[inline]
    pub const fn at(file: u8, rank: u8) -> Option<Square> {
        if file < Self::FILES && rank < Self::RANKS { Some(Square(rank * 9 + file)) } else { None }
    }

    /// The point with this index, or `None` from 90 on.
    #[inline]
    pub const fn from_index(index: usize) -> Option<Square> {
        if index < Self::COUNT { Some(Square(index as u8)) } else { None }
    }

    /// For indices known to be in range (bit scans, tables).
    #[inline]
    pub(super) const fn of(index: usize) -> Square {
        debug_assert!(index < Self::COUNT);
        Square(index as u8)
    }

    /// 0–89.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// 0–8 for files a–i.
    #[inline]
    pub const fn file(self) -> u8 {
        self.0 % 9
    }

    /// 0–9, 0 on Red's back rank.
    #[inline]
    pub const fn rank(self) -> u8 {
        self.0 / 9
    }

    /// The rank counted from `color`'s own back rank: 0–9.
    #[inline]
    pub const fn rank_for(self, color: Color) -> u8 {
        match color {
            Color::Red => self.rank(),
            Color::Black => 9 - self.rank(),
        }
    }

    /// The same point seen from the other side of the board (turned ranks, same file).
    #[inline]
    pub const fn flip_ranks(self) -> Square {
        Square((9 - self.rank()) * 9 + self.file())
    }

    /// Left and right exchanged.
    #[inline]
    pub const fn mirror(self) -> Square {
        Square(self.rank() * 9 + 8 - self.file())
    }

    /// All points, from `a0` to `i9`.
    pub fn all() -> impl Iterator<Item = Square> {
        (0..Self::COUNT).map(Square::of)
    }
}

impl std::fmt::Display for Square {
    /// File letter and rank digit 0–9, as UCI dialects of this game write it: `h2`.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}{}", (b'a' + self.file()) as char, self.rank())
    }
}

impl std::fmt::Debug for Square {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        std::fmt::Display::fmt(self, f)
    }
}
