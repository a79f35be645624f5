//! The arithmetic on the hidden layer, for each kind of processor; all give the same integers.

// Vector instructions that not every processor has are unsafe to call.
#[cfg(target_arch = "x86_64")]
#[allow(unsafe_code)]
mod avx2;
#[cfg(target_arch = "x86_64")]
#[allow(unsafe_code)]
mod avx512;
mod scalar;
#[cfg(target_arch = "x86_64")]
#[allow(unsafe_code)]
mod vector;

use super::network::Block;
use once_cell::sync::Lazy;
use thiserror::Error;

type Apply = fn(&mut [Block], &[Block], &[&[Block]], &[&[Block]]);
type Output = fn([&[Block]; 2], &[Block]) -> i64;

/// One way of doing the arithmetic. There are only such as this processor can run.
pub struct Kernel {
    name: &'static str,
    /// What the processor lacks of what it needs.
    lacks: fn() -> Option<&'static str>,
    apply: Apply,
    output: Output,
}

/// Why there is no kernel of a name.
#[derive(Error, Clone, PartialEq, Eq, Debug)]
pub enum KernelError {
    /// No kernel is called so.
    #[error("there is no kernel '{name}'; there are {}", names().join(", "))]
    Unknown {
        /// The name.
        name: String,
    },
    /// The processor cannot run it.
    #[error("kernel {name} needs {lacks}, which this processor has not")]
    Lacks {
        /// The kernel.
        name: &'static str,
        /// What the processor lacks.
        lacks: &'static str,
    },
}

/// All kernels of this program, slowest first.
static KERNELS: &[Kernel] = &[
    Kernel { name: "scalar", lacks: || None, apply: scalar::apply, output: scalar::output },
    #[cfg(target_arch = "x86_64")]
    Kernel { name: "avx2", lacks: lacks_avx2, apply: avx2::apply, output: avx2::output },
    #[cfg(target_arch = "x86_64")]
    Kernel { name: "avx512", lacks: lacks_avx512, apply: avx512::apply, output: avx512::output },
];

#[cfg(target_arch = "x86_64")]
fn lacks_avx2() -> Option<&'static str> {
    (!is_x86_feature_detected!("avx2")).then_some("AVX2")
}

#[cfg(target_arch = "x86_64")]
fn lacks_avx512() -> Option<&'static str> {
    let has_both = is_x86_feature_detected!("avx512f") && is_x86_feature_detected!("avx512bw");
    (!has_both).then_some("AVX-512 F and BW")
}

/// The names of all kernels of this program, slowest first, whether this processor can run them or not.
pub fn names() -> Vec<&'static str> {
    KERNELS.iter().map(|kernel| kernel.name).collect()
}

/// The kernels this processor can run, slowest first.
pub fn available() -> impl DoubleEndedIterator<Item = &'static Kernel> {
    KERNELS.iter().filter(|kernel| (kernel.lacks)().is_none())
}

impl Kernel {
    /// The fastest one for this processor.
    pub fn best() -> &'static Kernel {
        static BEST: Lazy<&Kernel> = Lazy::new(|| available().next_back().unwrap_or(Kernel::scalar()));
        *BEST
    }

    /// Plain Rust.
    pub fn scalar() -> &'static Kernel {
        &KERNELS[0]
    }

    /// The kernel of that name.
    ///
    /// # Errors
    /// When there is none, or the processor cannot run it.
    pub fn named(name: &str) -> Result<&'static Kernel, KernelError> {
        let kernel = KERNELS.iter().find(|kernel| kernel.name == name);
        let kernel = kernel.ok_or_else(|| KernelError::Unknown { name: name.to_owned() })?;
        (kernel.lacks)().map_or(Ok(kernel), |lacks| Err(KernelError::Lacks { name: kernel.name, lacks }))
    }

    /// Its name.
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// Sets `hidden` to `base` plus the rows `added` minus the rows `removed`, modulo 2¹⁶. All are as
    /// long as `hidden`. (Sums that belong to a position fit into 16 bits, see
    /// [`MAX_INPUT_WEIGHT`](super::network::MAX_INPUT_WEIGHT); so what comes in between does not matter.)
    ///
    /// # Panics
    /// If `base` or a row is shorter.
    #[inline]
    pub fn apply(&self, hidden: &mut [Block], base: &[Block], added: &[&[Block]], removed: &[&[Block]]) {
        (self.apply)(hidden, base, added, removed);
    }

    /// The sum of clamp(h, 0, 255)² · w over both hidden layers and their `weights`, one half after the
    /// other. The layers are equally long, at most [`MAX_WIDTH`](super::network::MAX_WIDTH) numbers, and
    /// the weights within ±[`MAX_OUTPUT_WEIGHT`](super::network::MAX_OUTPUT_WEIGHT).
    ///
    /// # Panics
    /// If the weights are shorter than a half.
    #[inline]
    pub fn output(&self, hidden: [&[Block]; 2], weights: &[Block]) -> i64 {
        (self.output)(hidden, weights)
    }
}

impl PartialEq for Kernel {
    fn eq(&self, other: &Kernel) -> bool {
        self.name == other.name
    }
}

impl Eq for Kernel {}

impl std::fmt::Debug for Kernel {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name)
    }
}

#[cfg(test)]
mod tests {
    use super::super::network::{BLOCK, MAX_OUTPUT_WEIGHT, MAX_WIDTH};
    use super::*;

    struct Random(u64);

    impl Random {
        fn number(&mut self) -> i16 {
            self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (self.0 >> 33) as i16
        }

        fn blocks(&mut self, count: usize, shape: impl Fn(i16) -> i16) -> Vec<Block> {
            (0..count).map(|_| Block(std::array::from_fn(|_| shape(self.number())))).collect()
        }
    }

    #[test]
    fn all_kernels_compute_the_same() {
        let mut random = Random(3);
        let weight = |n: i16| n % (MAX_OUTPUT_WEIGHT + 1);
        // Every width, so that every remainder of a tile occurs.
        for blocks in 1..=MAX_WIDTH / BLOCK {
            let rows: Vec<Vec<Block>> = (0..7).map(|_| random.blocks(blocks, |n| n)).collect();
            let rows: Vec<&[Block]> = rows.iter().map(Vec::as_slice).collect();
            // About a third of the values below 0, inside, and above 255.
            let hidden: Vec<Vec<Block>> = (0..2).map(|_| random.blocks(blocks, |n| n % 400)).collect();
            let weights = random.blocks(2 * blocks, weight);
            let results = available().map(|kernel| {
                let mut sums = vec![vec![Block::ZERO; blocks]; 4];
                for (sum, (added, removed)) in sums.iter_mut().zip([(1, 1), (1, 2), (0, 0), (3, 3)]) {
                    kernel.apply(sum, rows[0], &rows[1..=added], &rows[4..4 + removed.min(3)]);
                }
                let output = kernel.output([&hidden[0], &hidden[1]], &weights);
                (kernel.name(), sums, output)
            });
            let results: Vec<_> = results.collect();
            for (name, sums, output) in &results[1..] {
                assert!(*sums == results[0].1, "sums of {name}, {blocks} blocks");
                assert_eq!(*output, results[0].2, "output of {name}, {blocks} blocks");
            }
        }
    }

    #[test]
    fn the_largest_numbers_do_not_overflow() {
        let blocks = MAX_WIDTH / BLOCK;
        let hidden = vec![Block([i16::MAX; BLOCK]); blocks];
        for (weight, value) in [(MAX_OUTPUT_WEIGHT, i16::MAX), (-MAX_OUTPUT_WEIGHT, 255), (127, i16::MIN)] {
            let hidden: Vec<Block> = hidden.iter().map(|_| Block([value; BLOCK])).collect();
            let weights = vec![Block([weight; BLOCK]); 2 * blocks];
            let clamped = i64::from(value.clamp(0, 255));
            let right = 2 * MAX_WIDTH as i64 * clamped * clamped * i64::from(weight);
            for kernel in available() {
                assert_eq!(kernel.output([&hidden, &hidden], &weights), right, "{kernel:?}");
            }
        }
    }

    #[test]
    fn kernels_are_found_by_name() {
        assert_eq!(Kernel::named("scalar"), Ok(Kernel::scalar()));
        assert_eq!(available().next_back(), Some(Kernel::best()));
        let error = Kernel::named("mmx").unwrap_err().to_string();
        assert!(error.starts_with("there is no kernel 'mmx'; there are scalar"), "{error}");
        for kernel in KERNELS {
            match (kernel.lacks)() {
                None => assert_eq!(Kernel::named(kernel.name), Ok(kernel)),
                Some(lacks) => {
                    assert_eq!(Kernel::named(kernel.name), Err(KernelError::Lacks { name: kernel.name, lacks }));
                }
            }
        }
    }
}
