//! The file of a training set: written from front to back, read as a map.

use super::build::Description;
use super::map::map;
use super::sample::{SIZE, Sample};
use crate::checksum::crc32;
use memmap2::Mmap;
use rayon::prelude::*;
use std::fs::File;
use std::io::{self, BufWriter, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use thiserror::Error;

/// Version of the format.
pub const VERSION: u32 = 1;
/// The first bytes of a file.
const SIGNATURE: [u8; 8] = *b"chuheset";
/// Bytes before the samples.
const HEADER: usize = 40;
/// Samples are checked in pieces of so many bytes.
const PIECE: usize = 1 << 20;

/// Why a file cannot be used as a training set.
#[derive(Error, Debug)]
#[error("{path}: {reason}", path = .path.display())]
pub struct SetError {
    /// Which file.
    pub path: PathBuf,
    /// What is wrong.
    pub reason: SetFault,
}

/// What is wrong with a file.
#[derive(Error, Debug)]
pub enum SetFault {
    /// The system refused something.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// Another kind of file.
    #[error("not a training set (it does not begin with \"chuheset\")")]
    Signature,
    /// A file of another version.
    #[error("a training set of format version {0}; this program reads version {VERSION}")]
    Version(u32),
    /// Too short or too long for what the header says.
    #[error("{found} bytes where the header tells of {expected}: the file is torn or was added to")]
    Length {
        /// Bytes of the file.
        found: u64,
        /// Bytes that it should have.
        expected: u64,
    },
    /// The header or the description changed.
    #[error("the checksum of the header is wrong")]
    Header,
    /// Samples changed.
    #[error("the checksum of the samples is wrong")]
    Samples,
    /// Nothing to train or to validate with.
    #[error("the set needs positions of both kinds: {training} to train with, {validation} to validate with")]
    Empty {
        /// Samples to train with.
        training: u64,
        /// Samples to validate with.
        validation: u64,
    },
    /// A sample that no position has.
    #[error("sample {0} is no position, or its views are mirrored by another rule: make the set anew")]
    Sample(usize),
    /// A description that cannot be read.
    #[error("description: {0}")]
    Description(#[source] serde_json::Error),
}

/// An open training set.
pub struct DataSet {
    map: Mmap,
    training: usize,
    samples: usize,
    /// Tells the set from others.
    pub checksum: u32,
    /// Where it comes from.
    pub description: Description,
}

impl DataSet {
    /// Opens a file and checks every byte of it, on all threads of the current pool.
    ///
    /// # Errors
    /// If it cannot be read, was changed or is torn, or holds too little.
    pub fn open(path: &Path) -> Result<DataSet, SetError> {
        read(path).map_err(|reason| SetError { path: path.to_owned(), reason })
    }

    /// The samples to train with, at least one.
    pub fn training(&self) -> &[[u8; SIZE]] {
        &self.all()[..self.training]
    }

    /// The samples to validate with, at least one.
    pub fn validation(&self) -> &[[u8; SIZE]] {
        &self.all()[self.training..]
    }

    fn all(&self) -> &[[u8; SIZE]] {
        self.map[HEADER..HEADER + SIZE * self.samples].as_chunks().0
    }
}

fn number<const N: usize>(bytes: &[u8], at: usize) -> [u8; N] {
    std::array::from_fn(|index| bytes[at + index])
}

fn read(path: &Path) -> Result<DataSet, SetFault> {
    let map = map(path)?;
    if !map.starts_with(&SIGNATURE) {
        return Err(SetFault::Signature);
    }
    let found = map.len() as u64;
    if map.len() < HEADER {
        return Err(SetFault::Length { found, expected: HEADER as u64 });
    }
    let version = u32::from_le_bytes(number(&map, 8));
    if version != VERSION {
        return Err(SetFault::Version(version));
    }
    let described = u32::from_le_bytes(number(&map, 12));
    let [training, validation] = [16, 24].map(|at| u64::from_le_bytes(number(&map, at)));
    let length = training.checked_add(validation).and_then(|count| count.checked_mul(SIZE as u64));
    let expected = length.and_then(|length| length.checked_add(HEADER as u64 + u64::from(described)));
    let expected = expected.unwrap_or(u64::MAX);
    if expected != found {
        return Err(SetFault::Length { found, expected });
    }
    // Both fit: the file is mapped in full.
    let (training, samples) = (training as usize, (training + validation) as usize);
    let (bytes, description) = map[HEADER..].split_at(SIZE * samples);
    if crc32(&[&map[..HEADER - 4], description].concat()) != u32::from_le_bytes(number(&map, HEADER - 4)) {
        return Err(SetFault::Header);
    }
    let checksum = u32::from_le_bytes(number(&map, HEADER - 8));
    let sums: Vec<[u8; 4]> = bytes.par_chunks(PIECE).map(|piece| crc32(piece).to_le_bytes()).collect();
    if crc32(sums.as_flattened()) != checksum {
        return Err(SetFault::Samples);
    }
    let samples_of = |range| bytes.as_chunks().0.get(range).unwrap_or_default();
    let sound = |bytes: &[u8; SIZE]| Sample::from_bytes(bytes).filter(Sample::is_sound);
    // Positions to validate with are given to the engine's own evaluation, which needs all of a position; and
    // they show whether views are still mirrored by the rule that the set was made by.
    let whole = |bytes| sound(bytes).is_some_and(|sample| sample.is_consistent());
    let strange = samples_of(0..training).par_iter().position_first(|bytes| sound(bytes).is_none());
    let later = || samples_of(training..samples).par_iter().position_first(|bytes| !whole(bytes));
    if let Some(index) = strange.or_else(|| later().map(|index| training + index)) {
        return Err(SetFault::Sample(index));
    }
    if training == 0 || training == samples {
        return Err(SetFault::Empty { training: training as u64, validation });
    }
    let description = serde_json::from_slice(description).map_err(SetFault::Description)?;
    Ok(DataSet { map, training, samples, checksum, description })
}

/// Writes the samples of a set one after another, and the header at the end.
pub(super) struct Writer<'a> {
    file: &'a mut BufWriter<File>,
    piece: Vec<u8>,
    sums: Vec<u8>,
}

impl<'a> Writer<'a> {
    /// Begins a set in an empty file.
    pub fn new(file: &'a mut BufWriter<File>) -> io::Result<Writer<'a>> {
        file.write_all(&[0; HEADER])?;
        Ok(Writer { file, piece: Vec::with_capacity(PIECE), sums: Vec::new() })
    }

    /// Adds bytes of samples.
    pub fn write(&mut self, mut bytes: &[u8]) -> io::Result<()> {
        self.file.write_all(bytes)?;
        while !bytes.is_empty() {
            let (now, later) = bytes.split_at(bytes.len().min(PIECE - self.piece.len()));
            self.piece.extend(now);
            bytes = later;
            if self.piece.len() == PIECE {
                self.end_piece();
            }
        }
        Ok(())
    }

    fn end_piece(&mut self) {
        self.sums.extend(crc32(&self.piece).to_le_bytes());
        self.piece.clear();
    }

    /// Ends the set.
    pub fn finish(mut self, description: &Description) -> io::Result<()> {
        if !self.piece.is_empty() {
            self.end_piece();
        }
        let counts = &description.counts;
        let text = serde_json::to_vec(description)?;
        let mut header = SIGNATURE.to_vec();
        header.extend(VERSION.to_le_bytes());
        header.extend((text.len() as u32).to_le_bytes());
        header.extend(counts.training.to_le_bytes());
        header.extend(counts.validation.to_le_bytes());
        header.extend(crc32(&self.sums).to_le_bytes());
        let sum = crc32(&[header.as_slice(), &text].concat());
        header.extend(sum.to_le_bytes());
        self.file.write_all(&text)?;
        self.file.seek(SeekFrom::Start(0))?;
        self.file.write_all(&header)
    }
}
