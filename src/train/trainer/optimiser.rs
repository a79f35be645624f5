//! AdamW (Loshchilov and Hutter, *Decoupled weight decay regularization*, 2019), and the learning rate.

use super::shape::{Section, Shape};
use super::simd::{self, Work};
use rayon::prelude::*;

/// Decay of the mean gradient.
const BETA1: f32 = 0.9;
/// Decay of the mean squared gradient.
const BETA2: f32 = 0.999;
/// Keeps the step finite where there has been no gradient.
const EPSILON: f32 = 1e-8;
/// A batch is split into so many parts, however many threads there are: each has a gradient of its own,
/// and these are added in the order of the parts, so that the result does not depend on the threads.
pub const LANES: usize = 8;
/// Parameters that a thread updates at a time.
const SHARE: usize = 1 << 14;

/// The parameters and their running means.
#[derive(Clone, PartialEq, Debug)]
pub struct State {
    /// The parameters, in the order of [`Shape`].
    pub parameters: Vec<f32>,
    /// Running mean of the gradient.
    pub mean: Vec<f32>,
    /// Running mean of its square.
    pub square: Vec<f32>,
}

/// The learning rate of a batch: falls from `high` to `low` along half a cosine.
pub fn learning_rate(batch: u64, batches: u64, high: f32, low: f32) -> f32 {
    let way = batch as f64 / batches.max(1) as f64;
    let share = (1.0 + (std::f64::consts::PI * way).cos()) / 2.0;
    (f64::from(low) + (f64::from(high) - f64::from(low)) * share) as f32
}

/// How a step is made.
#[derive(Clone, Copy, Debug)]
pub struct Step {
    /// The number of the step, from 1.
    pub number: u64,
    /// The learning rate.
    pub rate: f32,
    /// Weight decay: the share of the weights that a step of rate 1 takes away.
    pub decay: f32,
    /// What the sum of the gradients is multiplied with.
    pub scale: f32,
}

impl State {
    /// Training begins.
    pub fn new(parameters: Vec<f32>) -> State {
        let zero = vec![0.0; parameters.len()];
        State { parameters, mean: zero.clone(), square: zero }
    }

    /// Makes a step along the gradients, which are zero then.
    pub fn step(&mut self, shape: Shape, step: Step, gradients: &mut [Vec<f32>; LANES]) {
        let mut rest = Share {
            parameters: &mut self.parameters,
            mean: &mut self.mean,
            square: &mut self.square,
            gradients: gradients.each_mut().map(Vec::as_mut_slice),
        };
        let mut updates = Vec::new();
        for section in shape.sections() {
            let mut part = rest.split_off(section.range.len());
            while !part.parameters.is_empty() {
                let share = part.split_off(SHARE.min(part.parameters.len()));
                updates.push(Update { section: section.clone(), step, share });
            }
        }
        updates.into_par_iter().for_each(simd::run);
    }
}

/// The same parameters of everything.
struct Share<'a> {
    parameters: &'a mut [f32],
    mean: &'a mut [f32],
    square: &'a mut [f32],
    gradients: [&'a mut [f32]; LANES],
}

impl<'a> Share<'a> {
    /// The first `count`, taken off.
    fn split_off(&mut self, count: usize) -> Share<'a> {
        fn take<'a>(slice: &mut &'a mut [f32], count: usize) -> &'a mut [f32] {
            slice.split_off_mut(..count).expect("no more is taken than there is")
        }
        Share {
            parameters: take(&mut self.parameters, count),
            mean: take(&mut self.mean, count),
            square: take(&mut self.square, count),
            gradients: self.gradients.each_mut().map(|gradient| take(gradient, count)),
        }
    }
}

struct Update<'a> {
    section: Section,
    step: Step,
    share: Share<'a>,
}

impl Work for Update<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let Update { section, step, share } = self;
        let Share { parameters, mean, square, gradients } = share;
        let decay = if section.decays { 1.0 - step.rate * step.decay } else { 1.0 };
        // Both means begin at zero and are too small at first.
        let power = |base: f32| base.powi(i32::try_from(step.number).unwrap_or(i32::MAX));
        let (first, second) = (1.0 / (1.0 - power(BETA1)), 1.0 / (1.0 - power(BETA2)));
        let [sum, others @ ..] = gradients;
        for other in others {
            for (sum, other) in sum.iter_mut().zip(other) {
                *sum += *other;
                *other = 0.0;
            }
        }
        for (((parameter, mean), square), sum) in parameters.iter_mut().zip(mean).zip(square).zip(sum) {
            let gradient = *sum * step.scale;
            *sum = 0.0;
            *mean = BETA1 * *mean + (1.0 - BETA1) * gradient;
            *square = BETA2 * *square + (1.0 - BETA2) * gradient * gradient;
            let direction = *mean * first / ((*square * second).sqrt() + EPSILON);
            let next = *parameter * decay - step.rate * direction;
            *parameter = next.max(-section.limit).min(section.limit);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::nnue::features::KingBuckets;

    const SHAPE: Shape = Shape { width: 32, king_buckets: KingBuckets::One };

    fn gradients(of: impl Fn(usize, usize) -> f32) -> [Vec<f32>; LANES] {
        std::array::from_fn(|lane| (0..SHAPE.parameters()).map(|index| of(lane, index)).collect())
    }

    #[test]
    fn steps_follow_the_paper() {
        let mut state = State::new(vec![1.0; SHAPE.parameters()]);
        let step = |number| Step { number, rate: 0.1, decay: 0.5, scale: 0.25 };
        let last = SHAPE.parameters() - 1;
        // Every lane gives its part of the gradient.
        let mut all = gradients(|lane, index| if index == 0 || index == last { lane as f32 } else { 0.0 });
        state.step(SHAPE, step(1), &mut all);
        assert!(all.iter().flatten().all(|&gradient| gradient == 0.0));
        // The first step goes against the gradient's sign at full rate, after the decay, which biases have not.
        assert!((state.parameters[0] - (0.95 - 0.1)).abs() < 1e-6, "{}", state.parameters[0]);
        assert!((state.parameters[last] - 0.9).abs() < 1e-6);
        assert!((state.parameters[1] - 0.95).abs() < 1e-6);
        // By hand: g = 7 and then 0; mean 0.7 → 0.63, square 0.049 → 0.048951.
        state.step(SHAPE, step(2), &mut all);
        let direction = (0.63 / 0.19) / (0.048_951_f32 / 0.001_999).sqrt();
        assert!((state.parameters[last] - (0.9 - 0.1 * direction)).abs() < 1e-5, "{}", state.parameters[last]);
    }

    #[test]
    fn weights_stay_within_what_can_be_rounded() {
        let mut state = State::new(vec![1.0; SHAPE.parameters()]);
        for number in 1..100 {
            let step = Step { number, rate: 0.5, decay: 0.0, scale: 1.0 };
            state.step(SHAPE, step, &mut gradients(|_, index| if index % 2 == 0 { 1.0 } else { -1.0 }));
        }
        let [inputs, hidden, output, _] = SHAPE.sections();
        for (section, limit) in [(inputs, 992.0 / 255.0), (hidden, 1023.0 / 255.0), (output, 127.0 / 64.0)] {
            let parameters = &state.parameters[section.range];
            assert!(parameters.iter().all(|&parameter| parameter.abs() == limit), "{limit}");
        }
    }

    #[test]
    fn the_rate_falls_along_half_a_cosine() {
        let rates = [0, 25, 50, 100].map(|batch| learning_rate(batch, 100, 1.0, 0.2));
        for (rate, right) in rates.into_iter().zip([1.0, 0.882_842_7, 0.6, 0.2]) {
            assert!((rate - right).abs() < 1e-6, "{rate} against {right}");
        }
    }
}
