//! From a network in training to a network in use and back: numbers are rounded to integers.

use super::inputs::sigmoid;
use super::pass::{Judge, Model};
use super::shape::Shape;
use super::simd;
use crate::eval::nnue;
use crate::eval::nnue::features::{KingBuckets, OUTPUT_BUCKETS, output_bucket};
use crate::eval::nnue::network::{Network, NetworkError, Parts, QA, QB, SCALE};
use crate::train::dataset::sample::{SIZE, Sample};
use crate::train::packed;
use rayon::prelude::*;
use thiserror::Error;

/// Samples that a thread compares at a time.
const SHARE: usize = 1 << 12;

/// The network with rounded weights.
///
/// # Errors
/// If the description is too long.
pub fn quantise(shape: Shape, parameters: &[f32], description: &str) -> Result<Network, NetworkError> {
    let [inputs, hidden, output, bias] = shape.sections().map(|section| &parameters[section.range]);
    let round = |numbers: &[f32], one: i32| numbers.iter().map(|number| (number * one as f32).round() as i16).collect();
    Network::from_parts(&Parts {
        description: description.to_owned(),
        width: shape.width,
        king_buckets: shape.king_buckets,
        hidden_bias: round(hidden, QA),
        input_weights: round(inputs, QA),
        output_weights: round(output, QB),
        output_bias: std::array::from_fn(|bucket| (f64::from(bias[bucket]) * f64::from(QA * QB)).round() as i32),
    })
}

/// Why a network cannot be trained on.
#[derive(Error, Clone, PartialEq, Eq, Debug)]
pub enum Misfit {
    /// Another width.
    #[error("the network is {found} wide, not {wanted}")]
    Width {
        /// The network's.
        found: usize,
        /// The one to train.
        wanted: usize,
    },
    /// King buckets cannot be taken away.
    #[error("the network has {found} king buckets, more than {wanted}")]
    KingBuckets {
        /// The network's.
        found: usize,
        /// Those to train.
        wanted: usize,
    },
}

/// The parameters of a network, to train on. A single king bucket becomes several equal ones.
///
/// # Errors
/// If the network's size does not fit.
pub fn parameters(network: &Network, shape: Shape) -> Result<Vec<f32>, Misfit> {
    let parts = network.parts();
    if parts.width != shape.width {
        return Err(Misfit::Width { found: parts.width, wanted: shape.width });
    }
    let copies = match (parts.king_buckets, shape.king_buckets) {
        (found, wanted) if found == wanted => 1,
        (KingBuckets::One, wanted) => wanted.count(),
        (found, wanted) => return Err(Misfit::KingBuckets { found: found.count(), wanted: wanted.count() }),
    };
    let float = |number: i16, one: i32| f32::from(number) / one as f32;
    let mut parameters = Vec::with_capacity(shape.parameters());
    for _ in 0..copies {
        parameters.extend(parts.input_weights.iter().map(|&weight| float(weight, QA)));
    }
    parameters.extend(parts.hidden_bias.iter().map(|&bias| float(bias, QA)));
    parameters.extend(parts.output_weights.iter().map(|&weight| float(weight, QB)));
    parameters.extend(parts.output_bias.iter().map(|&bias| bias as f32 / (QA * QB) as f32));
    debug_assert_eq!(parameters.len(), shape.parameters());
    Ok(parameters)
}

/// How much rounding changes the values of positions, in centipawns.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Rounding {
    /// The largest difference.
    pub largest: f64,
    /// The mean difference, without sign.
    pub mean: f64,
    /// Mean loss with rounded weights.
    pub loss: f64,
}

/// Compares a network in training with its rounded form on the samples that a set has for validation, of
/// which there are some.
///
/// # Panics
/// If a sample is not a position.
pub fn rounding(model: Model, network: &Network, samples: &[[u8; SIZE]]) -> Rounding {
    let (scale, count) = (f64::from(SCALE), samples.len() as f64);
    let mut all = Rounding::default();
    for value in values(model, network, samples) {
        let difference = (value.rounded - value.output).abs() * scale;
        let error = f64::from(sigmoid(value.rounded as f32) - value.target);
        all.largest = all.largest.max(difference);
        all.mean += difference / count;
        all.loss += error * error / count;
    }
    all
}

/// Moves the output bias of each bucket by as much as rounding moved its values on average: weights that are
/// rounded in the same direction add up to much, where the same hidden numbers are always large.
///
/// # Panics
/// If a sample is not a position.
pub fn centre(model: Model, network: &Network, samples: &[[u8; SIZE]]) -> Network {
    let mut sums = [(0.0, 0u64); OUTPUT_BUCKETS];
    for value in values(model, network, samples) {
        let (sum, count) = &mut sums[value.bucket];
        *sum += value.output - value.rounded;
        *count += 1;
    }
    let mut parts = network.parts();
    for (bias, (sum, count)) in parts.output_bias.iter_mut().zip(sums) {
        // Far from overflow for any network that makes sense; for another, the nearest number there is.
        let change = (sum / count.max(1) as f64 * f64::from(QA * QB)).round() as i32;
        *bias = bias.saturating_add(change);
    }
    Network::from_parts(&parts).expect("a bias is not limited")
}

/// What a network says about a position, 1.0 for 400 centipawns.
struct Value {
    bucket: usize,
    /// With floating-point weights.
    output: f64,
    /// With rounded ones.
    rounded: f64,
    /// The chance to win that it should have told.
    target: f32,
}

fn values(model: Model, network: &Network, samples: &[[u8; SIZE]]) -> Vec<Value> {
    let parts = samples.par_chunks(SHARE).map(|samples| {
        let mut outputs = Vec::with_capacity(samples.len());
        simd::run(Judge { model, samples: samples.iter(), visit: |output, target| outputs.push((output, target)) });
        let value = |(bytes, (output, target))| {
            let sample = Sample::from_bytes(bytes).expect("samples are checked when their set is opened");
            let pos = packed::unpack(&sample.position).expect("positions to validate with are checked as well");
            Value {
                bucket: output_bucket(pos.occupied().count()),
                output: f64::from(output),
                rounded: nnue::evaluate(network, &pos) as f64 / f64::from(SCALE),
                target,
            }
        };
        samples.iter().zip(outputs).map(value).collect::<Vec<_>>()
    });
    parts.collect::<Vec<_>>().into_iter().flatten().collect()
}
