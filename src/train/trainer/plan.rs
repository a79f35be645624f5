//! All that decides what a training ends with.

use super::optimiser::learning_rate;
use super::shape::Shape;
use crate::eval::nnue::features::KingBuckets;
use crate::eval::nnue::network::{BLOCK, MAX_WIDTH};
use serde::{Deserialize, Serialize};

/// A training: the same plan gives the same network, on any number of threads.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Plan {
    /// Checksum of the training set.
    pub data: u32,
    /// Checksum of the file of the network that it begins with, if it begins with one.
    pub from: Option<u32>,
    /// Width of the hidden layer: a multiple of 32 from 32 to 1024.
    pub width: usize,
    /// King buckets: 1 or 6.
    pub king_buckets: u32,
    /// Samples in a batch.
    pub batch: usize,
    /// How many batches.
    pub batches: u64,
    /// Learning rate at the beginning…
    pub rate: f32,
    /// …and at the end.
    pub final_rate: f32,
    /// The share of the game's result in the target, 0 to 1; the rest is the score.
    pub blend: f32,
    /// Weight decay: the share of the weights that a step of rate 1 would take away.
    pub decay: f32,
    /// Decides the first weights and the order of the samples.
    pub seed: u64,
    /// Batches from one validation and checkpoint to the next.
    pub interval: u64,
}

impl Plan {
    /// What makes the plan unusable, if anything.
    pub fn fault(&self) -> Option<String> {
        let rates = [("first learning rate", self.rate), ("last learning rate", self.final_rate)];
        if let Some((name, rate)) = rates.into_iter().find(|(_, rate)| !(*rate > 0.0 && *rate <= 1.0)) {
            Some(format!("the {name} {rate} is not between 0 and 1"))
        } else if !(0.0..=1.0).contains(&self.blend) {
            Some(format!("a share of the result of {} is not between 0 and 1", self.blend))
        } else if !(0.0..=1.0).contains(&self.decay) {
            Some(format!("weight decay of {} is not between 0 and 1", self.decay))
        } else if self.shape().is_none() {
            let (width, king_buckets) = (self.width, self.king_buckets);
            Some(format!(
                "width {width} with {king_buckets} king buckets: the width is a multiple of {BLOCK} up to {MAX_WIDTH}, \
                 the buckets are 1 or 6"
            ))
        } else if self.batch == 0 || self.batches == 0 || self.interval == 0 {
            Some("without batches, or samples in them, nothing is learned".to_owned())
        } else {
            None
        }
    }

    /// The size of the network, if there can be such a one.
    pub fn shape(&self) -> Option<Shape> {
        let king_buckets = KingBuckets::from_count(self.king_buckets)?;
        let fits = self.width > 0 && self.width <= MAX_WIDTH && self.width.is_multiple_of(BLOCK);
        fits.then_some(Shape { width: self.width, king_buckets })
    }

    /// Batches that show each of `samples` once; the last of them may be smaller than the others.
    pub fn batches_per_epoch(batch: usize, samples: usize) -> u64 {
        samples.div_ceil(batch.max(1)) as u64
    }

    /// The learning rate of a batch, counted from 0.
    pub fn rate_of(&self, batch: u64) -> f32 {
        learning_rate(batch, self.batches, self.rate, self.final_rate)
    }
}
