//! Threads for commands that share work with rayon.

use anyhow::{Context, Result};
use rayon::{ThreadPool, ThreadPoolBuilder};

/// A pool of so many threads.
pub fn pool(threads: u32) -> Result<ThreadPool> {
    ThreadPoolBuilder::new()
        .num_threads(threads as usize)
        .build()
        .with_context(|| format!("cannot start {threads} threads"))
}
