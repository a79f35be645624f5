//! Where each weight of a network stands among its parameters, which are one row of numbers:
//!
//! ```text
//! input weights   W for each input in turn
//! hidden bias     W
//! output weights  2W for each output bucket in turn: own half, then theirs
//! output bias     one for each output bucket
//! ```

use crate::eval::nnue::features::{KingBuckets, OUTPUT_BUCKETS};
use crate::eval::nnue::network::{MAX_HIDDEN_BIAS, MAX_INPUT_WEIGHT, MAX_OUTPUT_WEIGHT, QA, QB};
use crate::train::random::Random;
use std::ops::Range;

/// The size of a network.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shape {
    /// W, the width of the hidden layer.
    pub width: usize,
    /// King buckets of the inputs.
    pub king_buckets: KingBuckets,
}

/// Parameters of one kind.
#[derive(Clone, PartialEq, Debug)]
pub struct Section {
    /// Where they stand.
    pub range: Range<usize>,
    /// None may be larger, so that it can be quantised.
    pub limit: f32,
    /// Whether weight decay draws them towards zero.
    pub decays: bool,
}

impl Shape {
    /// Number of parameters.
    pub fn parameters(self) -> usize {
        self.output_bias() + OUTPUT_BUCKETS
    }

    /// Where the hidden bias begins.
    #[inline(always)]
    pub fn hidden_bias(self) -> usize {
        self.king_buckets.inputs() * self.width
    }

    /// Where the output weights of the first bucket begin.
    #[inline(always)]
    pub fn output_weights(self) -> usize {
        self.hidden_bias() + self.width
    }

    /// Where the output bias begins.
    #[inline(always)]
    pub fn output_bias(self) -> usize {
        self.output_weights() + 2 * OUTPUT_BUCKETS * self.width
    }

    /// The sections, in their order.
    pub fn sections(self) -> [Section; 4] {
        let section = |range, limit, decays| Section { range, limit, decays };
        let (hidden, output, bias) = (self.hidden_bias(), self.output_weights(), self.output_bias());
        [
            section(0..hidden, f32::from(MAX_INPUT_WEIGHT) / QA as f32, true),
            section(hidden..output, f32::from(MAX_HIDDEN_BIAS) / QA as f32, false),
            section(output..bias, f32::from(MAX_OUTPUT_WEIGHT) / QB as f32, true),
            section(bias..self.parameters(), f32::INFINITY, false),
        ]
    }

    /// Parameters to begin with: such that about half of the hidden numbers lie between 0 and 1.
    pub fn random(self, seed: u64) -> Vec<f32> {
        let mut random = Random::new(seed, 0);
        let mut within = |size: f32| {
            // 24 bits, all of which a float holds.
            let unit = (random.number() >> 40) as f32 / (1 << 23) as f32 - 1.0;
            unit * size
        };
        let [inputs, hidden, output, bias] = self.sections().map(|section| section.range.len());
        let output_size = (2.0 * self.width as f32).sqrt().recip();
        let mut parameters: Vec<f32> = (0..inputs).map(|_| within(0.1)).collect();
        parameters.resize(inputs + hidden, 0.25);
        parameters.extend((0..output).map(|_| within(output_size)));
        parameters.resize(parameters.len() + bias, 0.0);
        parameters
    }
}
