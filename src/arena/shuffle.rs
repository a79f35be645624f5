//! Chance that repeats: the same seed, the same order.

/// SplitMix64, Steele, Lea and Flood 2014: small, and good enough for lots.
pub struct Lots(u64);

impl Lots {
    /// Lots that depend on nothing but the seed.
    pub fn new(seed: u64) -> Lots {
        Lots(seed)
    }

    /// A number below `bound`, which must not be zero.
    pub fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((u128::from(z ^ (z >> 31)) * bound as u128) >> 64) as usize
    }
}

/// Puts items into an order that only the seed determines.
///
/// ```
/// use chuhe::arena::shuffle::shuffle;
/// let (mut a, mut b) = ([1, 2, 3, 4, 5, 6, 7, 8], [1, 2, 3, 4, 5, 6, 7, 8]);
/// shuffle(&mut a, 5);
/// shuffle(&mut b, 5);
/// assert_eq!(a, b);
/// assert_ne!(a, [1, 2, 3, 4, 5, 6, 7, 8]);
/// ```
pub fn shuffle<T>(items: &mut [T], seed: u64) {
    let mut lots = Lots::new(seed);
    for last in (1..items.len()).rev() {
        items.swap(last, lots.below(last + 1));
    }
}
