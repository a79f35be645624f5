//! Forward and backward through the network, one sample after another.
//!
//! Every sample touches few rows of the first layer, so its gradient is added to those rows only. A thread
//! has its own gradient, whose busy rows stay in the cache.
//!
//! The loops run over slices of a length that is not known when they are compiled. Where it is, the compiler
//! unrolls them and gathers numbers from many rows for the loop around them, which is many times slower.

use super::inputs::{Inputs, sigmoid};
use super::shape::Shape;
use super::simd::Work;
use crate::train::dataset::sample::SIZE;

/// Every width is a multiple of this.
const BLOCK: usize = crate::eval::nnue::network::BLOCK;
/// Rows that are added at a time.
const ROWS: usize = 4;

/// A network in training, and what it is to say.
#[derive(Clone, Copy)]
pub struct Model<'a> {
    /// Its size.
    pub shape: Shape,
    /// Its weights, in the order of [`Shape`].
    pub parameters: &'a [f32],
    /// The share of the game's result in the target, 0 to 1; the rest is the score.
    pub blend: f32,
}

/// Adds up loss and gradient of samples.
pub struct Learn<'a, I> {
    /// The network.
    pub model: Model<'a>,
    /// The samples.
    pub samples: I,
    /// What the gradient is added to, in the order of [`Shape`].
    pub gradient: &'a mut [f32],
}

/// Adds up the loss of samples, and shows for each the network's output (1.0 is 400 centipawns) and the
/// target (a chance to win).
pub struct Judge<'a, I, F> {
    /// The network.
    pub model: Model<'a>,
    /// The samples.
    pub samples: I,
    /// Told output and target of every sample.
    pub visit: F,
}

impl<'a, I: Iterator<Item = &'a [u8; SIZE]>> Work for Learn<'a, I> {
    /// The sum of the losses.
    type Output = f64;

    #[inline(always)]
    fn run(self) -> f64 {
        let (model, shape) = (self.model, self.model.shape);
        let mut inputs = Inputs::default();
        let (mut hidden, mut products) = (vec![0.0; 2 * shape.width], vec![0.0; 2 * shape.width]);
        let mut loss = 0.0;
        for sample in self.samples {
            inputs.read(sample, shape.king_buckets);
            let chance = sigmoid(model.forward(&inputs, &mut hidden, &mut products));
            let error = chance - model.target(&inputs);
            loss += f64::from(error * error);
            model.backward(&inputs, &mut hidden, 2.0 * error * chance * (1.0 - chance), self.gradient);
        }
        loss
    }
}

impl<'a, I: Iterator<Item = &'a [u8; SIZE]>, F: FnMut(f32, f32)> Work for Judge<'a, I, F> {
    /// The sum of the losses.
    type Output = f64;

    #[inline(always)]
    fn run(mut self) -> f64 {
        let (model, shape) = (self.model, self.model.shape);
        let mut inputs = Inputs::default();
        let (mut hidden, mut products) = (vec![0.0; 2 * shape.width], vec![0.0; 2 * shape.width]);
        let mut loss = 0.0;
        for sample in self.samples {
            inputs.read(sample, shape.king_buckets);
            let output = model.forward(&inputs, &mut hidden, &mut products);
            let target = model.target(&inputs);
            let error = sigmoid(output) - target;
            loss += f64::from(error * error);
            (self.visit)(output, target);
        }
        loss
    }
}

impl Model<'_> {
    #[inline(always)]
    fn target(&self, inputs: &Inputs) -> f32 {
        self.blend * inputs.result + (1.0 - self.blend) * inputs.score
    }

    #[inline(always)]
    fn output_weights(&self, bucket: usize) -> &[f32] {
        let size = 2 * self.shape.width;
        &self.parameters[self.shape.output_weights() + bucket * size..][..size]
    }

    /// Fills in the hidden layer of both views and gives the output; `products` has the same length and is
    /// overwritten.
    #[inline(always)]
    fn forward(&self, inputs: &Inputs, hidden: &mut [f32], products: &mut [f32]) -> f32 {
        let width = self.shape.width;
        let bias = &self.parameters[self.shape.hidden_bias()..][..width];
        let row = |input: u16| &self.parameters[usize::from(input) * width..][..width];
        for (view, hidden) in hidden.chunks_exact_mut(width).enumerate() {
            hidden.copy_from_slice(bias);
            let (groups, rest) = inputs.active(view).as_chunks::<ROWS>();
            for group in groups {
                let [a, b, c, d] = group.map(row);
                for ((((sum, a), b), c), d) in hidden.iter_mut().zip(a).zip(b).zip(c).zip(d) {
                    *sum += (a + b) + (c + d);
                }
            }
            for &input in rest {
                add(hidden, row(input));
            }
        }
        for ((product, hidden), weight) in products.iter_mut().zip(&*hidden).zip(self.output_weights(inputs.bucket)) {
            let clamped = hidden.clamp(0.0, 1.0);
            *product = clamped * clamped * weight;
        }
        self.parameters[self.shape.output_bias() + inputs.bucket] + sum(products)
    }

    /// Adds the gradient of a sample, given its hidden layer (which is overwritten) and the derivative of
    /// its loss by the output.
    #[inline(always)]
    fn backward(&self, inputs: &Inputs, hidden: &mut [f32], by_output: f32, gradient: &mut [f32]) {
        let (shape, width) = (self.shape, self.shape.width);
        gradient[shape.output_bias() + inputs.bucket] += by_output;
        let by_weights = &mut gradient[shape.output_weights() + 2 * width * inputs.bucket..][..2 * width];
        let weights = self.output_weights(inputs.bucket);
        for ((hidden, weight), by_weight) in hidden.iter_mut().zip(weights).zip(by_weights) {
            let clamped = hidden.clamp(0.0, 1.0);
            *by_weight += by_output * clamped * clamped;
            // The slope of the squared clamp: 0 outside of it.
            let slope = if *hidden < 1.0 { 2.0 * clamped } else { 0.0 };
            *hidden = by_output * weight * slope;
        }
        for (view, hidden) in hidden.chunks_exact(width).enumerate() {
            add(&mut gradient[shape.hidden_bias()..][..width], hidden);
            for &input in inputs.active(view) {
                add(&mut gradient[usize::from(input) * width..][..width], hidden);
            }
        }
    }
}

#[inline(always)]
fn add(to: &mut [f32], what: &[f32]) {
    for (to, what) in to.iter_mut().zip(what) {
        *to += what;
    }
}

/// The sum of a multiple of [`BLOCK`] numbers, which are overwritten, halves first: the same everywhere.
#[inline(always)]
fn sum(mut numbers: &mut [f32]) -> f32 {
    while numbers.len() > BLOCK {
        let (low, high) = numbers.split_at_mut((numbers.len() / 2).next_multiple_of(BLOCK));
        add(low, high);
        numbers = low;
    }
    numbers.iter().sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::nnue::features::KingBuckets;
    use crate::notation::fen;
    use crate::train::dataset::Sample;
    use crate::train::trainer::simd;

    const SHAPE: Shape = Shape { width: 32, king_buckets: KingBuckets::Six };

    fn samples() -> Vec<[u8; SIZE]> {
        let texts = [
            (fen::START, 35, 1),
            ("2bak4/4a4/4b4/9/p7P/9/9/4B4/4A4/3AK1B1R w", 700, 2),
            ("2bak4/4a4/4b4/9/p7P/9/9/4B4/4A4/3AK1B1R b", -650, 0),
            ("3k5/9/9/9/P3P3P/p3p3p/9/9/9/5K3 b", 80, 1),
        ];
        let sample = |(text, score, half_points)| Sample::new(&fen::parse(text).unwrap(), score, half_points);
        texts.map(|entry| sample(entry).to_bytes()).into()
    }

    /// For the parameters of each section that matter most, the gradient is what the loss changes by.
    #[test]
    fn gradient_is_the_slope_of_the_loss() {
        let mut parameters = SHAPE.random(11);
        let samples = samples();
        let model = |parameters| Model { shape: SHAPE, parameters, blend: 0.3 };
        let mut gradient = vec![0.0; SHAPE.parameters()];
        simd::run(Learn { model: model(&parameters), samples: samples.iter(), gradient: &mut gradient });
        let mut loss = |index: usize, change: f32| {
            let before = parameters[index];
            parameters[index] = before + change;
            let model = Model { shape: SHAPE, parameters: &parameters, blend: 0.3 };
            let loss = simd::run(Judge { model, samples: samples.iter(), visit: |_, _| () });
            parameters[index] = before;
            loss
        };
        for section in SHAPE.sections() {
            let mut indices: Vec<usize> = section.range.clone().collect();
            indices.sort_by(|&a, &b| gradient[b].abs().total_cmp(&gradient[a].abs()));
            let largest = f64::from(gradient[indices[0]].abs());
            assert!(largest > 1e-3, "nothing to learn in {section:?}");
            for &index in indices.iter().take(40) {
                const CHANGE: f32 = 1e-3;
                let slope = (loss(index, CHANGE) - loss(index, -CHANGE)) / f64::from(2.0 * CHANGE);
                let error = (slope - f64::from(gradient[index])).abs();
                assert!(error < 0.02 * largest, "parameter {index}: {} against {slope}", gradient[index]);
            }
        }
    }

    /// Whatever registers there are, the result is that of the plain loops.
    #[test]
    fn wide_registers_compute_the_same() {
        let parameters = SHAPE.random(12);
        let model = Model { shape: SHAPE, parameters: &parameters, blend: 0.3 };
        let samples = samples();
        let [mut plain, mut wide] = [(); 2].map(|()| vec![0.0; SHAPE.parameters()]);
        let first = Learn { model, samples: samples.iter(), gradient: &mut plain }.run();
        let second = simd::run(Learn { model, samples: samples.iter(), gradient: &mut wide });
        assert!(first == second && plain == wide);
    }
}
