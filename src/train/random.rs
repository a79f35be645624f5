//! Repeatable random numbers: a SplitMix64 stream for each seed and number.

use crate::board::zobrist::split_mix;

/// A repeatable source of numbers.
#[derive(Clone)]
pub struct Random(u64);

impl Random {
    /// The stream that belongs to `seed` and `number`; others differ from it in every respect.
    pub fn new(seed: u64, number: u64) -> Random {
        Random(split_mix(split_mix(seed) ^ number))
    }

    /// Any number.
    pub fn number(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(1);
        split_mix(self.0)
    }

    /// A number below `end`, which must not be 0. All are equally likely.
    pub fn below(&mut self, end: usize) -> usize {
        // The high half of a product instead of a remainder: no bias worth speaking of.
        ((u128::from(self.number()) * end as u128) >> 64) as usize
    }

    /// A number from `low` to `high`, both included.
    pub fn within(&mut self, low: u32, high: u32) -> u32 {
        low + self.below(high.saturating_sub(low) as usize + 1) as u32
    }

    /// One of the items, or `None` when there is none.
    pub fn pick<T: Copy>(&mut self, items: &[T]) -> Option<T> {
        if items.is_empty() { None } else { Some(items[self.below(items.len())]) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_numbers_of_a_range_come_up_and_no_others() {
        let mut random = Random::new(1, 2);
        let mut seen = [0; 7];
        for _ in 0..7_000 {
            seen[random.within(3, 9) as usize - 3] += 1;
        }
        assert!(seen.iter().all(|&count| (850..1_150).contains(&count)), "{seen:?}");
        assert_eq!((random.within(5, 5), random.pick::<u8>(&[])), (5, None));
    }

    #[test]
    fn streams_repeat_and_differ() {
        let first = |seed, number| Random::new(seed, number).number();
        assert_eq!(first(3, 4), first(3, 4));
        assert_ne!(first(3, 4), first(3, 5));
        assert_ne!(first(3, 4), first(4, 4));
        assert_ne!(first(3, 4), first(4, 3));
    }
}
