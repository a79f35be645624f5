//! Evaluation by a network: inputs for each side's view of the board, one hidden layer that both views
//! share, one output by the number of pieces.
//!
//! ```text
//! hidden(view) = bias + Σ weights(piece on point, seen from there)              width numbers
//! value        = (bias + Σ w · screlu(hidden(us)) + Σ w · screlu(hidden(them))) · 400 centipawns
//! screlu(x)    = clamp(x, 0, 1)²
//! ```
//!
//! All in integers (see [`network`]), so that every machine computes the same.

mod cache;
mod evaluator;
mod explain;
pub mod features;
pub mod kernels;
pub mod network;

pub use evaluator::Evaluator;
pub use explain::{Explanation, explain};

use crate::board::{Color, Position};
use features::{View, output_bucket};
use kernels::Kernel;
use network::{Block, Network};

/// The value of `pos` for the side to move in centipawns, computed from nothing in plain Rust: the
/// reference for everything that is faster. Not limited to any range.
pub fn evaluate(network: &Network, pos: &Position) -> i64 {
    let kernel = Kernel::scalar();
    let hidden = [pos.side(), !pos.side()].map(|color| hidden(network, kernel, pos, color));
    forward(network, kernel, [&hidden[0], &hidden[1]], output_bucket(pos.occupied().count()))
}

/// The hidden layer in `color`'s view of `pos`.
fn hidden(network: &Network, kernel: &Kernel, pos: &Position, color: Color) -> Vec<Block> {
    let view = View::new(pos, color, network.king_buckets());
    let rows: Vec<&[Block]> = view.active(pos).map(|input| network.input_weights(input)).collect();
    let mut hidden = network.hidden_bias().to_vec();
    kernel.apply(&mut hidden, network.hidden_bias(), &rows, &[]);
    hidden
}

/// The value for the side to move from both hidden layers, its own first.
#[inline]
fn forward(network: &Network, kernel: &Kernel, hidden: [&[Block]; 2], bucket: usize) -> i64 {
    network.centipawns(bucket, kernel.output(hidden, network.output_weights(bucket)))
}
