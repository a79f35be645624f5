//! A middle-game and an endgame value in one integer.

use std::iter::Sum;
use std::ops::{Add, AddAssign, Mul, Neg, Sub, SubAssign};

/// Two values in hundredths of a crossed pawn, for the middle game and for the endgame, that are added
/// and multiplied together.
///
/// ```text
///  31 … 16      | 15 … 0
///  middle game  | endgame (signed; its borrow is part of the upper half)
/// ```
/// Each half must stay within ±32 000; both sides' full material is below 6 000.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Phased(i32);

impl Phased {
    /// Nothing in either phase.
    pub const ZERO: Phased = Phased(0);

    /// Packs both values.
    pub const fn new(midgame: i32, endgame: i32) -> Phased {
        Phased(midgame * 0x1_0000 + endgame)
    }

    /// The middle-game value.
    #[inline]
    pub const fn midgame(self) -> i32 {
        // Half a unit rounds the endgame's borrow away.
        (self.0 + 0x8000) >> 16
    }

    /// The endgame value.
    #[inline]
    pub const fn endgame(self) -> i32 {
        self.0 as i16 as i32
    }

    /// `self + other`, usable in constants.
    pub const fn plus(self, other: Phased) -> Phased {
        Phased(self.0 + other.0)
    }

    /// `−self`, usable in constants.
    pub const fn negated(self) -> Phased {
        Phased(-self.0)
    }
}

impl Add for Phased {
    type Output = Phased;
    #[inline]
    fn add(self, rhs: Phased) -> Phased {
        Phased(self.0 + rhs.0)
    }
}

impl Sub for Phased {
    type Output = Phased;
    #[inline]
    fn sub(self, rhs: Phased) -> Phased {
        Phased(self.0 - rhs.0)
    }
}

impl Neg for Phased {
    type Output = Phased;
    #[inline]
    fn neg(self) -> Phased {
        self.negated()
    }
}

impl Mul<i32> for Phased {
    type Output = Phased;
    #[inline]
    fn mul(self, rhs: i32) -> Phased {
        Phased(self.0 * rhs)
    }
}

impl AddAssign for Phased {
    #[inline]
    fn add_assign(&mut self, rhs: Phased) {
        self.0 += rhs.0;
    }
}

impl SubAssign for Phased {
    #[inline]
    fn sub_assign(&mut self, rhs: Phased) {
        self.0 -= rhs.0;
    }
}

impl Sum for Phased {
    fn sum<I: Iterator<Item = Phased>>(values: I) -> Phased {
        values.fold(Phased::ZERO, Phased::add)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn halves_do_not_leak_into_each_other() {
        let values = [-3_000, -71, -1, 0, 1, 99, 2_500];
        for a in values {
            for b in values {
                let packed = Phased::new(a, b);
                assert_eq!((packed.midgame(), packed.endgame()), (a, b));
                assert_eq!(-packed, Phased::new(-a, -b));
                assert_eq!(packed * 3, Phased::new(3 * a, 3 * b));
                for (c, d) in [(5, -900), (-900, 5)] {
                    let sum = packed + Phased::new(c, d);
                    assert_eq!((sum.midgame(), sum.endgame()), (a + c, b + d));
                    assert_eq!(sum - Phased::new(c, d), packed);
                }
            }
        }
    }
}
