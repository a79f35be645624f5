//! The arithmetic written once for vector registers of any length, and the mould for kernels with them.

use super::super::network::Block;

/// Registers kept while rows are added up: eight of 512 bits hold 256 numbers.
const TILE: usize = 8;

/// A vector register of 16-bit numbers and the instructions on it.
///
/// # Safety
/// Every function may be called only where the processor has the instructions of the implementation.
pub unsafe trait Vector: Copy {
    /// Registers to a block.
    const PARTS: usize;
    /// All zero.
    unsafe fn zero() -> Self;
    /// Part `part` (below [`Vector::PARTS`]) of a block.
    unsafe fn load(block: &Block, part: usize) -> Self;
    /// Writes such a part.
    unsafe fn store(self, block: &mut Block, part: usize);
    /// Sums modulo 2¹⁶.
    unsafe fn add(self, other: Self) -> Self;
    /// Differences modulo 2¹⁶.
    unsafe fn sub(self, other: Self) -> Self;
    /// Products modulo 2¹⁶.
    unsafe fn multiply(self, other: Self) -> Self;
    /// Each number brought into 0–255.
    unsafe fn clamp(self) -> Self;
    /// `self` as 32-bit numbers, each plus the products of its two 16-bit numbers in `a` and `b`.
    unsafe fn add_products(self, a: Self, b: Self) -> Self;
    /// The sum of its 32-bit numbers.
    unsafe fn sum(self) -> i64;
}

/// See [`super::Kernel::apply`].
///
/// # Safety
/// The processor must have the instructions of `V`.
#[inline(always)]
pub unsafe fn apply<V: Vector>(hidden: &mut [Block], base: &[Block], added: &[&[Block]], removed: &[&[Block]]) {
    let tile = TILE / V::PARTS;
    let mut first = 0;
    while first < hidden.len() {
        let here = first..hidden.len().min(first + tile);
        // SAFETY: the caller's promise.
        unsafe {
            if here.len() == tile {
                let mut registers = [V::zero(); TILE];
                for (i, block) in base[here.clone()].iter().enumerate() {
                    for part in 0..V::PARTS {
                        registers[i * V::PARTS + part] = V::load(block, part);
                    }
                }
                for row in added {
                    let row = &row[here.clone()];
                    for i in 0..TILE {
                        registers[i] = registers[i].add(V::load(&row[i / V::PARTS], i % V::PARTS));
                    }
                }
                for row in removed {
                    let row = &row[here.clone()];
                    for i in 0..TILE {
                        registers[i] = registers[i].sub(V::load(&row[i / V::PARTS], i % V::PARTS));
                    }
                }
                for (i, block) in hidden[here.clone()].iter_mut().enumerate() {
                    for part in 0..V::PARTS {
                        registers[i * V::PARTS + part].store(block, part);
                    }
                }
            } else {
                for i in here.clone() {
                    for part in 0..V::PARTS {
                        let mut register = V::load(&base[i], part);
                        for row in added {
                            register = register.add(V::load(&row[i], part));
                        }
                        for row in removed {
                            register = register.sub(V::load(&row[i], part));
                        }
                        register.store(&mut hidden[i], part);
                    }
                }
            }
        }
        first = here.end;
    }
}

/// See [`super::Kernel::output`].
///
/// # Safety
/// The processor must have the instructions of `V`.
#[inline(always)]
pub unsafe fn output<V: Vector>(hidden: [&[Block]; 2], weights: &[Block]) -> i64 {
    // A clamped value times its weight is at most 255 · 127, which fits into 16 bits; times the value
    // again at most 255² · 127 < 2²³. At most 2048 such products go to at least 8 sums: 256 · 255² · 127
    // = 2 114 092 800 < 2³¹, so no 32-bit sum overflows.
    let (us, them) = weights.split_at(hidden[0].len());
    // SAFETY: the caller's promise.
    unsafe {
        let mut sum = V::zero();
        for (hidden, weights) in hidden.into_iter().zip([us, them]) {
            for (block, weights) in hidden.iter().zip(weights) {
                for part in 0..V::PARTS {
                    let clamped = V::load(block, part).clamp();
                    sum = sum.add_products(clamped.multiply(V::load(weights, part)), clamped);
                }
            }
        }
        sum.sum()
    }
}

/// Makes a kernel's functions from the names of instructions.
///
/// `wide` is the register, `parts` how many of them make a block, `features` what the processor needs.
macro_rules! vector_kernel {
    (
        $features:literal, $wide:ty, parts $parts:literal, load $load:ident, store $store:ident, zero $zero:ident,
        set $set:ident, add $add:ident, sub $sub:ident, multiply $multiply:ident, min $min:ident, max $max:ident,
        pairs $pairs:ident, add32 $add32:ident
    ) => {
        #[derive(Clone, Copy)]
        struct Wide($wide);

        const _: () = assert!($parts * size_of::<$wide>() == size_of::<Block>());

        // SAFETY: the functions use what `features` names and no more; that is what their callers have
        // to make sure of. A block is aligned and as large as its parts.
        unsafe impl vector::Vector for Wide {
            const PARTS: usize = $parts;

            #[inline(always)]
            unsafe fn zero() -> Self {
                // SAFETY: see above.
                Wide(unsafe { $zero() })
            }

            #[inline(always)]
            unsafe fn load(block: &Block, part: usize) -> Self {
                // SAFETY: see above.
                Wide(unsafe { $load(block.0.as_ptr().cast::<$wide>().add(part)) })
            }

            #[inline(always)]
            unsafe fn store(self, block: &mut Block, part: usize) {
                // SAFETY: see above.
                unsafe { $store(block.0.as_mut_ptr().cast::<$wide>().add(part), self.0) }
            }

            #[inline(always)]
            unsafe fn add(self, other: Self) -> Self {
                // SAFETY: see above.
                Wide(unsafe { $add(self.0, other.0) })
            }

            #[inline(always)]
            unsafe fn sub(self, other: Self) -> Self {
                // SAFETY: see above.
                Wide(unsafe { $sub(self.0, other.0) })
            }

            #[inline(always)]
            unsafe fn multiply(self, other: Self) -> Self {
                // SAFETY: see above.
                Wide(unsafe { $multiply(self.0, other.0) })
            }

            #[inline(always)]
            unsafe fn clamp(self) -> Self {
                // SAFETY: see above.
                Wide(unsafe { $min($max(self.0, $zero()), $set(QA as i16)) })
            }

            #[inline(always)]
            unsafe fn add_products(self, a: Self, b: Self) -> Self {
                // SAFETY: see above.
                Wide(unsafe { $add32(self.0, $pairs(a.0, b.0)) })
            }

            #[inline(always)]
            unsafe fn sum(self) -> i64 {
                let mut sums = Block::ZERO;
                // SAFETY: see above.
                unsafe { self.store(&mut sums, 0) };
                let halves = sums.0[..BLOCK / $parts].as_chunks().0;
                halves
                    .iter()
                    .map(|&[low, high]: &[i16; 2]| i64::from(i32::from(low as u16) | i32::from(high) << 16))
                    .sum()
            }
        }

        /// See [`super::Kernel::apply`].
        pub fn apply(hidden: &mut [Block], base: &[Block], added: &[&[Block]], removed: &[&[Block]]) {
            #[target_feature(enable = $features)]
            fn inner(hidden: &mut [Block], base: &[Block], added: &[&[Block]], removed: &[&[Block]]) {
                // SAFETY: whoever calls this has the features.
                unsafe { vector::apply::<Wide>(hidden, base, added, removed) }
            }
            // SAFETY: kernels are given out only after the processor was asked for the features.
            unsafe { inner(hidden, base, added, removed) }
        }

        /// See [`super::Kernel::output`].
        pub fn output(hidden: [&[Block]; 2], weights: &[Block]) -> i64 {
            #[target_feature(enable = $features)]
            fn inner(hidden: [&[Block]; 2], weights: &[Block]) -> i64 {
                // SAFETY: whoever calls this has the features.
                unsafe { vector::output::<Wide>(hidden, weights) }
            }
            // SAFETY: kernels are given out only after the processor was asked for the features.
            unsafe { inner(hidden, weights) }
        }
    };
}

pub(super) use vector_kernel;
