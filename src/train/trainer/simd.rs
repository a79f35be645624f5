//! The same loops compiled for wider registers, chosen when the program runs.
//!
//! A piece of work is written once, as plain loops; whoever marks its [`Work::run`] and all that it calls
//! `#[inline(always)]` gets it compiled anew for each set of instructions. No operation is fused and sums
//! are taken in an order that the source says, so that all of them compute the same.

/// Work that gains by wide registers.
pub trait Work {
    /// What comes of it.
    type Output;

    /// Does it. To be marked `#[inline(always)]`.
    fn run(self) -> Self::Output;
}

/// Does the work with the widest registers that this processor has.
#[cfg(target_arch = "x86_64")]
#[allow(unsafe_code)]
pub fn run<W: Work>(work: W) -> W::Output {
    #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl")]
    fn avx512<W: Work>(work: W) -> W::Output {
        work.run()
    }
    #[target_feature(enable = "avx2")]
    fn avx2<W: Work>(work: W) -> W::Output {
        work.run()
    }
    let wide = is_x86_feature_detected!("avx512f")
        && is_x86_feature_detected!("avx512bw")
        && is_x86_feature_detected!("avx512dq")
        && is_x86_feature_detected!("avx512vl");
    if wide {
        // SAFETY: the processor has just said that it knows these instructions.
        unsafe { avx512(work) }
    } else if is_x86_feature_detected!("avx2") {
        // SAFETY: as above.
        unsafe { avx2(work) }
    } else {
        work.run()
    }
}

/// Does the work.
#[cfg(not(target_arch = "x86_64"))]
pub fn run<W: Work>(work: W) -> W::Output {
    work.run()
}
