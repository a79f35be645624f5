//! Moves in 16 bits.

use super::square::Square;
use std::num::NonZeroU16;

/// A move: bits 0–6 the origin, bits 7–13 the target, bits 14–15 zero.
///
/// ```text
///  15 14 | 13 … 7 | 6 … 0
///   0  0 |   to   |  from
/// ```
/// Origin and target differ, so the code is never zero and `Option<Move>` takes two bytes.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Move(NonZeroU16);

const _: () = assert!(size_of::<Option<Move>>() == 2);

impl Move {
    /// The move from `from` to `to`, which must differ.
    #[inline]
    pub const fn new(from: Square, to: Square) -> Move {
        debug_assert!(from.index() != to.index());
        match NonZeroU16::new(from.index() as u16 | (to.index() as u16) << 7) {
            Some(code) => Move(code),
            // Only a0a0 encodes to zero; the assertion above names the mistake in debug builds.
            None => panic!("a move needs two different points"),
        }
    }

    /// Reads a 16-bit code; `None` unless it encodes two different points of the board.
    #[inline]
    pub const fn from_code(code: u16) -> Option<Move> {
        let (from, to) = (code as usize & 127, code as usize >> 7);
        if from >= Square::COUNT || to >= Square::COUNT || from == to {
            return None;
        }
        match NonZeroU16::new(code) {
            Some(code) => Some(Move(code)),
            None => None,
        }
    }

    /// The 16-bit code.
    #[inline]
    pub const fn code(self) -> u16 {
        self.0.get()
    }

    /// The origin.
    #[inline]
    pub const fn from(self) -> Square {
        Square::of(self.0.get() as usize & 127)
    }

    /// The target.
    #[inline]
    pub const fn to(self) -> Square {
        Square::of(self.0.get() as usize >> 7)
    }
}

impl std::fmt::Display for Move {
    /// Coordinates with ranks 0–9: `h2e2`.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}{}", self.from(), self.to())
    }
}

impl std::fmt::Debug for Move {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        std::fmt::Display::fmt(self, f)
    }
}
