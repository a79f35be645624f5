//! Sets of points in a `u128`, bit i = point i; bits 90–127 are always zero.

use super::square::Square;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not, Sub};

/// A set of points.
#[derive(Clone, Copy, PartialEq, Eq, Default, Hash)]
pub struct Bitboard(pub(super) u128);

const BOARD: u128 = (1 << 90) - 1;

impl Bitboard {
    /// No point.
    pub const EMPTY: Bitboard = Bitboard(0);
    /// All 90 points.
    pub const ALL: Bitboard = Bitboard(BOARD);
    /// Red's half, ranks 0–4.
    pub const RED_HALF: Bitboard = Bitboard((1 << 45) - 1);

    /// The one point.
    #[inline]
    pub const fn of(sq: Square) -> Bitboard {
        Bitboard(1 << sq.index())
    }

    /// The nine points of `rank` (0–9).
    #[inline]
    pub const fn rank(rank: u8) -> Bitboard {
        Bitboard(0x1ff << (9 * rank))
    }

    /// The ten points of `file` (0–8).
    #[inline]
    pub const fn file(file: u8) -> Bitboard {
        Bitboard(FILE_A << file)
    }

    /// The points strictly between two points of one rank or file; empty when they share neither.
    #[inline]
    pub const fn between(a: Square, b: Square) -> Bitboard {
        let (lo, hi) = if a.index() < b.index() { (a, b) } else { (b, a) };
        let range = (1u128 << hi.index()).wrapping_sub(2u128 << lo.index());
        if a.file() == b.file() {
            Bitboard(range & (FILE_A << a.file()))
        } else if a.rank() == b.rank() {
            Bitboard(range)
        } else {
            Bitboard(0)
        }
    }

    /// Whether the set has no point.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether the set has a point.
    #[inline]
    pub const fn any(self) -> bool {
        self.0 != 0
    }

    /// Whether the set has at least two points.
    #[inline]
    pub const fn several(self) -> bool {
        self.0 & self.0.wrapping_sub(1) != 0
    }

    /// Whether `sq` is in the set.
    #[inline]
    pub const fn has(self, sq: Square) -> bool {
        self.0 >> sq.index() & 1 != 0
    }

    /// Number of points.
    #[inline]
    pub const fn count(self) -> usize {
        self.0.count_ones() as usize
    }

    /// A well mixed 64-bit number for this set together with another one.
    #[inline]
    pub const fn hash(self, other: Bitboard) -> u64 {
        // Odd multipliers spread the two halves; the high bits of the product are the best mixed.
        let a = (self.0 as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ (self.0 >> 64) as u64;
        let b = (other.0 as u64).wrapping_mul(0xc2b2_ae3d_27d4_eb4f) ^ (other.0 >> 64) as u64;
        (a ^ b.rotate_left(29)).wrapping_mul(0xd6e8_feb8_6659_fd93)
    }

    /// The points on files a–d where the set differs from its mirror image: one of the point and its
    /// image on files f–i is in the set.
    ///
    /// ```
    /// use chuhe::board::{Bitboard, Square};
    /// let [a, h, i] = [0, 7, 8].map(|file| Bitboard::of(Square::at(file, 4).unwrap()));
    /// let b = Bitboard::of(Square::at(1, 4).unwrap());
    /// assert_eq!((a | h | i).asymmetry(), b);
    /// ```
    #[inline]
    pub const fn asymmetry(self) -> Bitboard {
        // A point of file f and its image lie 8 − 2f bits apart.
        let a = self.0 ^ self.0 >> 8;
        let b = self.0 ^ self.0 >> 6;
        let c = self.0 ^ self.0 >> 4;
        let d = self.0 ^ self.0 >> 2;
        Bitboard(a & FILE_A | b & FILE_A << 1 | c & FILE_A << 2 | d & FILE_A << 3)
    }

    /// The highest point, if any.
    #[inline]
    pub const fn last(self) -> Option<Square> {
        if self.0 == 0 { None } else { Some(Square::of(127 - self.0.leading_zeros() as usize)) }
    }

    /// The lowest point, if any.
    #[inline]
    pub const fn first(self) -> Option<Square> {
        if self.0 == 0 { None } else { Some(Square::of(self.0.trailing_zeros() as usize)) }
    }
}

/// Ten bits nine apart: the points of file a.
const FILE_A: u128 = {
    let mut bits = 0u128;
    let mut rank = 0;
    while rank < 10 {
        bits |= 1 << (9 * rank);
        rank += 1;
    }
    bits
};

impl BitAnd for Bitboard {
    type Output = Self;
    #[inline]
    fn bitand(self, rhs: Self) -> Self {
        Bitboard(self.0 & rhs.0)
    }
}

impl BitOr for Bitboard {
    type Output = Self;
    #[inline]
    fn bitor(self, rhs: Self) -> Self {
        Bitboard(self.0 | rhs.0)
    }
}

impl BitXor for Bitboard {
    type Output = Self;
    #[inline]
    fn bitxor(self, rhs: Self) -> Self {
        Bitboard(self.0 ^ rhs.0)
    }
}

impl Not for Bitboard {
    type Output = Self;
    #[inline]
    fn not(self) -> Self {
        Bitboard(!self.0 & BOARD)
    }
}

/// Set difference.
impl Sub for Bitboard {
    type Output = Self;
    #[inline]
    fn sub(self, rhs: Self) -> Self {
        Bitboard(self.0 & !rhs.0)
    }
}

impl BitAndAssign for Bitboard {
    #[inline]
    fn bitand_assign(&mut self, rhs: Self) {
        self.0 &= rhs.0;
    }
}

impl BitOrAssign for Bitboard {
    #[inline]
    fn bitor_assign(&mut self, rhs: Self) {
        self.0 |= rhs.0;
    }
}

impl BitXorAssign for Bitboard {
    #[inline]
    fn bitxor_assign(&mut self, rhs: Self) {
        self.0 ^= rhs.0;
    }
}

impl IntoIterator for Bitboard {
    type Item = Square;
    type IntoIter = Points;
    #[inline]
    fn into_iter(self) -> Points {
        Points(self.0)
    }
}

/// The points of a [`Bitboard`], lowest first.
pub struct Points(u128);

impl Iterator for Points {
    type Item = Square;

    #[inline]
    fn next(&mut self) -> Option<Square> {
        let first = Bitboard(self.0).first()?;
        self.0 &= self.0 - 1;
        Some(first)
    }
}

impl std::fmt::Debug for Bitboard {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_set().entries(*self).finish()
    }
}
