//! The arithmetic on the hidden layer, for each kind of processor; all give the same integers.

mod scalar;

use super::network::Block;

type Apply = fn(&mut [Block], &[Block], &[&[Block]], &[&[Block]]);
type Output = fn(&[Block], &[Block]) -> i64;

/// One way of doing the arithmetic.
#[derive(Clone, Copy)]
pub struct Kernel {
    name: &'static str,
    apply: Apply,
    output: Output,
}

/// Plain Rust.
pub static SCALAR: Kernel = Kernel { name: "scalar", apply: scalar::apply, output: scalar::output };

impl Kernel {
    /// Its name.
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// Sets `hidden` to `base` plus the rows `added` minus the rows `removed`, modulo 2¹⁶. All have the
    /// length of `hidden`.
    #[inline]
    pub fn apply(&self, hidden: &mut [Block], base: &[Block], added: &[&[Block]], removed: &[&[Block]]) {
        (self.apply)(hidden, base, added, removed);
    }

    /// The sum of clamp(h, 0, 255)² · w over all hidden values and their weights, which are of the same
    /// length and within ±127.
    #[inline]
    pub fn output(&self, hidden: &[Block], weights: &[Block]) -> i64 {
        (self.output)(hidden, weights)
    }
}
