//! The order in which samples are learned from: another one in every epoch.
//!
//! A set is shuffled already. What is shuffled anew is the order of blocks of 64 samples, each of which lies
//! in one place of the file, so that sets that do not fit into memory are still read quickly.

use crate::train::random::Random;

/// Samples in a block.
const BLOCK: usize = 64;

/// The samples of one epoch.
pub struct Order {
    blocks: Vec<u32>,
    count: usize,
}

impl Order {
    /// The order of `count` samples in this epoch.
    ///
    /// # Panics
    /// If there are more than 2³⁸ samples.
    pub fn new(seed: u64, epoch: u64, count: usize) -> Order {
        let whole = u32::try_from(count / BLOCK).expect("a set of less than 2^38 samples");
        let mut blocks: Vec<u32> = (0..whole).collect();
        let mut random = Random::new(seed, epoch.wrapping_add(1));
        for index in (1..blocks.len()).rev() {
            blocks.swap(index, random.below(index + 1));
        }
        // What is left over comes last.
        blocks.push(whole);
        Order { blocks, count }
    }

    /// Which sample is the one numbered `number` in this epoch.
    #[inline]
    pub fn sample(&self, number: usize) -> usize {
        debug_assert!(number < self.count);
        self.blocks[number / BLOCK] as usize * BLOCK + number % BLOCK
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_sample_comes_up_once_in_each_epoch() {
        for count in [1, 63, 64, 65, 1_000] {
            let all = |epoch| (0..count).map(|number| Order::new(5, epoch, count).sample(number)).collect::<Vec<_>>();
            let (first, second) = (all(0), all(1));
            assert!(count < 1_000 || first != second);
            for mut order in [first, second] {
                order.sort_unstable();
                assert!(order.into_iter().eq(0..count));
            }
        }
    }
}
