//! Sorting more than memory holds: entries are spread into files by their highest bits, and each file is
//! sorted by itself.

use super::sample::SIZE;
use crate::train::whole::beside;
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

/// Bytes of an entry.
pub const ENTRY: usize = 17 + SIZE;
/// Most files open at a time.
const MOST: u64 = 256;

/// A sample on its way.
#[derive(Clone, Copy)]
pub struct Entry {
    /// Samples are sorted by this; the same for those of which one is enough.
    pub key: u64,
    /// Of several samples with one key the one with the smallest rank stays.
    pub rank: u64,
    /// Whether it belongs to the samples to validate with.
    pub validation: bool,
    /// The sample's bytes.
    pub sample: [u8; SIZE],
}

impl Entry {
    fn to_bytes(self) -> [u8; ENTRY] {
        let mut bytes = [0; ENTRY];
        bytes[..8].copy_from_slice(&self.key.to_le_bytes());
        bytes[8..16].copy_from_slice(&self.rank.to_le_bytes());
        bytes[16] = self.validation.into();
        bytes[17..].copy_from_slice(&self.sample);
        bytes
    }

    fn from_bytes(bytes: &[u8; ENTRY]) -> Entry {
        let part = |at: usize| u64::from_le_bytes(std::array::from_fn(|index| bytes[at + index]));
        Entry {
            key: part(0),
            rank: part(8),
            validation: bytes[16] != 0,
            sample: std::array::from_fn(|index| bytes[17 + index]),
        }
    }
}

/// The files, in a directory of their own that goes when this does.
pub struct Buckets {
    dir: PathBuf,
    files: Vec<(PathBuf, BufWriter<File>)>,
}

impl Buckets {
    /// Files beside `out` for about `entries` entries, none of which takes more than `memory` bytes then.
    pub fn new(out: &Path, entries: u64, memory: u64) -> io::Result<Buckets> {
        let dir = beside(out, ".buckets")?;
        // What an earlier process that was killed left.
        match fs::remove_dir_all(&dir) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
            _ => fs::create_dir(&dir)?,
        }
        let count = entries.saturating_mul(ENTRY as u64).div_ceil(memory.max(1)).clamp(1, MOST);
        let mut buckets = Buckets { dir, files: Vec::new() };
        for number in 0..count {
            let path = buckets.dir.join(number.to_string());
            let file = BufWriter::new(File::create(&path)?);
            buckets.files.push((path, file));
        }
        Ok(buckets)
    }

    /// Adds an entry.
    pub fn add(&mut self, entry: Entry) -> io::Result<()> {
        // The high half of a product: lower keys come into earlier files.
        let bucket = (u128::from(entry.key) * self.files.len() as u128) >> 64;
        self.files[bucket as usize].1.write_all(&entry.to_bytes())
    }

    /// A place for another temporary file.
    pub fn spare(&self) -> PathBuf {
        self.dir.join("spare")
    }

    /// Shows all entries in the order of their keys, one for each key.
    pub fn drain(&mut self, mut visit: impl FnMut(Entry) -> io::Result<()>) -> io::Result<()> {
        for (path, mut file) in std::mem::take(&mut self.files) {
            file.flush()?;
            drop(file);
            let bytes = fs::read(&path)?;
            fs::remove_file(&path)?;
            let mut entries: Vec<Entry> = bytes.as_chunks().0.iter().map(Entry::from_bytes).collect();
            drop(bytes);
            entries.sort_unstable_by_key(|entry| (entry.key, entry.rank));
            entries.dedup_by_key(|entry| entry.key);
            entries.into_iter().try_for_each(&mut visit)?;
        }
        Ok(())
    }
}

impl Drop for Buckets {
    fn drop(&mut self) {
        self.files.clear();
        // What cannot be removed now is removed by the next run.
        let _ = fs::remove_dir_all(&self.dir);
    }
}
