//! Training sets: shuffled positions with score and result, in one file that is read by mapping it into
//! memory, so that it may be larger than memory.
//!
//! Numbers are little-endian:
//!
//! ```text
//! bytes  0–7    "chuheset"
//! bytes  8–11   version of the format (1)
//! bytes 12–15   d, the length of the description
//! bytes 16–23   t, the number of samples to train with
//! bytes 24–31   v, the number of samples to validate with, which come from other games
//! bytes 32–35   checksum of the samples: the CRC-32 of the CRC-32s (4 bytes each) of their pieces of 1 MiB
//! bytes 36–39   CRC-32 of the bytes 0–35 and the description
//! then          t + v samples of 36 bytes (see `sample`)
//! then d bytes  description: JSON (see `build::Description`)
//! ```

mod buckets;
pub mod build;
pub mod file;
mod map;
pub mod sample;

pub use file::{DataSet, SetError};
pub use sample::Sample;
