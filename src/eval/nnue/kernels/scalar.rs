//! Plain Rust: works everywhere, and says what the others have to compute.

use super::super::network::{BLOCK, Block, QA};

/// See [`super::Kernel::apply`].
pub fn apply(hidden: &mut [Block], base: &[Block], added: &[&[Block]], removed: &[&[Block]]) {
    hidden.copy_from_slice(base);
    for row in added {
        combine(hidden, row, i16::wrapping_add);
    }
    for row in removed {
        combine(hidden, row, i16::wrapping_sub);
    }
}

fn combine(hidden: &mut [Block], row: &[Block], operation: impl Fn(i16, i16) -> i16) {
    for (block, other) in hidden.iter_mut().zip(row) {
        for i in 0..BLOCK {
            block.0[i] = operation(block.0[i], other.0[i]);
        }
    }
}

/// See [`super::Kernel::output`].
pub fn output(hidden: [&[Block]; 2], weights: &[Block]) -> i64 {
    let (us, them) = weights.split_at(hidden[0].len());
    half(hidden[0], us) + half(hidden[1], them)
}

fn half(hidden: &[Block], weights: &[Block]) -> i64 {
    let products = |(block, weights): (&Block, &Block)| {
        // At most 32 · 255² · 127 in a block, far below 2³¹.
        let product = |i: usize| {
            let clamped = i32::from(block.0[i]).clamp(0, QA);
            clamped * clamped * i32::from(weights.0[i])
        };
        i64::from((0..BLOCK).map(product).sum::<i32>())
    };
    hidden.iter().zip(weights).map(products).sum()
}
