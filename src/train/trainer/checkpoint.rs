//! The state of a training, from which it goes on as if nothing had happened.
//!
//! Numbers are little-endian:
//!
//! ```text
//! bytes  0–7   "chuhefit"
//! bytes  8–11  version of the format (1)
//! bytes 12–15  n, the length of the notes
//! bytes 16–23  p, the number of parameters
//! then n bytes notes: JSON (see `Notes`)
//!      4 × 4p  32-bit floats: parameters, running means of gradients and of their squares, best parameters
//!      4       CRC-32 of all bytes before it
//! ```

use super::curve::Row;
use super::optimiser::State;
use super::plan::Plan;
use crate::checksum::crc32;
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// Version of the format.
pub const VERSION: u32 = 1;
/// The first bytes of a file.
const SIGNATURE: [u8; 8] = *b"chuhefit";
/// Bytes before the notes.
const HEADER: usize = 24;

/// All but the parameters.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Notes {
    /// What is being done.
    pub plan: Plan,
    /// Batches learned from.
    pub batch: u64,
    /// How it went so far.
    pub rows: Vec<Row>,
    /// The row of the best parameters; `None` until there is one.
    pub best: Option<Row>,
}

/// A training on its way.
#[derive(Clone, PartialEq, Debug)]
pub struct Checkpoint {
    /// Where it is.
    pub notes: Notes,
    /// The network and the optimiser.
    pub state: State,
    /// The parameters with the smallest loss in validation; the first ones until there is a row.
    pub best: Vec<f32>,
}

/// Why bytes are not a checkpoint.
#[derive(Error, Debug)]
pub enum CheckpointError {
    /// Another kind of file.
    #[error("not a checkpoint (it does not begin with \"chuhefit\")")]
    Signature,
    /// A file of another version.
    #[error("a checkpoint of format version {0}; this program reads version {VERSION}")]
    Version(u32),
    /// Too short or too long for what its header says.
    #[error("{found} bytes where the header tells of {expected}")]
    Length {
        /// Bytes of the file.
        found: usize,
        /// Bytes that it should have.
        expected: u64,
    },
    /// Some byte changed.
    #[error("the checksum is wrong")]
    Checksum,
    /// Notes that cannot be read.
    #[error("notes: {0}")]
    Notes(#[from] serde_json::Error),
}

impl Checkpoint {
    /// Its bytes.
    pub fn to_bytes(&self) -> Vec<u8> {
        let notes = serde_json::to_vec(&self.notes).expect("numbers and texts can be written as JSON");
        let parts = [&self.state.parameters, &self.state.mean, &self.state.square, &self.best];
        let mut bytes = Vec::with_capacity(HEADER + notes.len() + 16 * self.best.len() + 4);
        bytes.extend(SIGNATURE);
        bytes.extend(VERSION.to_le_bytes());
        bytes.extend((notes.len() as u32).to_le_bytes());
        bytes.extend((self.best.len() as u64).to_le_bytes());
        bytes.extend(notes);
        for part in parts {
            bytes.extend(part.iter().flat_map(|number| number.to_le_bytes()));
        }
        let sum = crc32(&bytes);
        bytes.extend(sum.to_le_bytes());
        bytes
    }

    /// Reads what [`Checkpoint::to_bytes`] wrote.
    ///
    /// # Errors
    /// If the bytes are anything else.
    pub fn from_bytes(bytes: &[u8]) -> Result<Checkpoint, CheckpointError> {
        let Some(rest) = bytes.strip_prefix(&SIGNATURE) else { return Err(CheckpointError::Signature) };
        let short = || CheckpointError::Length { found: bytes.len(), expected: HEADER as u64 };
        let (version, rest) = rest.split_first_chunk().ok_or_else(short)?;
        let version = u32::from_le_bytes(*version);
        if version != VERSION {
            return Err(CheckpointError::Version(version));
        }
        let (notes, rest) = rest.split_first_chunk().ok_or_else(short)?;
        let (count, rest) = rest.split_first_chunk().ok_or_else(short)?;
        let (notes, count) = (u32::from_le_bytes(*notes), u64::from_le_bytes(*count));
        let expected = count.saturating_mul(16).saturating_add((HEADER + 4) as u64 + u64::from(notes));
        if expected != bytes.len() as u64 {
            return Err(CheckpointError::Length { found: bytes.len(), expected });
        }
        let (content, sum) = bytes.split_at(bytes.len() - 4);
        if crc32(content).to_le_bytes() != sum {
            return Err(CheckpointError::Checksum);
        }
        let (notes, numbers) = rest[..rest.len() - 4].split_at(notes as usize);
        let floats = |bytes: &[u8]| bytes.as_chunks().0.iter().map(|&bytes| f32::from_le_bytes(bytes)).collect();
        // Four parts of equal length, as has been checked.
        let part = |index: usize| floats(&numbers[index * numbers.len() / 4..(index + 1) * numbers.len() / 4]);
        Ok(Checkpoint {
            notes: serde_json::from_slice(notes)?,
            state: State { parameters: part(0), mean: part(1), square: part(2) },
            best: part(3),
        })
    }
}
