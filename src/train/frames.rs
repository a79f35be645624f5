//! Files of self-play games: a signature, then frames that each say how long they are and how to tell
//! that they are whole.
//!
//! Numbers are little-endian:
//!
//! ```text
//! file    8 bytes   "chuhe", 0, version of the format (1) in 2 bytes
//!         frames
//! frame   4 bytes   kind: "HEAD" or "GAME"
//!         4 bytes   n, the length of the content, at most 65 536
//!         4 bytes   CRC-32 of kind, n and content
//!         n bytes   content: a header (below) or a game (see `record`)
//! header  4 bytes   run: number by which games name the header they belong to
//!         n − 4     JSON (see `Header`)
//! ```
//!
//! A header comes before the games that name it; files of several runs hold several. Whatever happens
//! to a part of a file, the frames before and after it are found again.

use super::recipe::Recipe;
use super::record::{GameRecord, RecordError};
use crate::checksum::crc32;
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// Version of the format.
pub const VERSION: u16 = 1;
/// The first bytes of a file.
const SIGNATURE: [u8; 8] = *b"chuhe\0\x01\0";
const _: () = assert!(SIGNATURE[6] as u16 | (SIGNATURE[7] as u16) << 8 == VERSION);
/// Bytes of a frame before its content.
const PREFIX: usize = 12;
/// Longest content.
const MAX_CONTENT: usize = 1 << 16;

/// What a run of games was made by and how.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Header {
    /// The number of the run: the checksum of its recipe, so that runs with the same recipe and seed
    /// have the same. Games of one run are told apart by their numbers.
    #[serde(skip)]
    pub run: u32,
    /// Version and build of the engine.
    pub engine: String,
    /// Nodes of a short bench: different where the engine plays differently.
    pub signature: u64,
    /// Everything else that decides how the games go.
    pub recipe: Recipe,
}

impl Header {
    /// The header of a new run.
    pub fn new(engine: &str, signature: u64, recipe: Recipe) -> Header {
        let run = crc32(json(&recipe).as_bytes());
        Header { run, engine: engine.to_owned(), signature, recipe }
    }
}

/// Plain data always has a JSON form.
fn json(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("numbers and texts can be written as JSON")
}

/// The content of a frame.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Item {
    /// What the games that follow belong to.
    Header(Header),
    /// A game.
    Game(GameRecord),
}

/// Why a place in a file is not a frame.
#[derive(Error, Debug)]
pub enum FrameError {
    /// The first bytes are another file's, or another version's.
    #[error("the signature of a file of games (version {VERSION}) is missing")]
    Signature,
    /// Neither `HEAD` nor `GAME`.
    #[error("no frame begins here")]
    Kind,
    /// The frame is longer than the rest of the file.
    #[error("the frame is cut off")]
    CutOff,
    /// A length that no frame has.
    #[error("a frame of {0} bytes")]
    TooLong(usize),
    /// Some byte of the frame changed.
    #[error("the checksum of the frame is wrong")]
    Checksum,
    /// A header that cannot be read.
    #[error("header: {0}")]
    Header(#[source] serde_json::Error),
    /// A game that cannot be read.
    #[error("game: {0}")]
    Game(#[from] RecordError),
}

/// A part of a file that cannot be read.
#[derive(Error, Debug)]
#[error("bytes {offset} to {end}: {reason}")]
pub struct Damage {
    /// Where it begins.
    pub offset: usize,
    /// Where reading goes on.
    pub end: usize,
    /// What is wrong at its beginning.
    pub reason: FrameError,
}

/// The beginning of a file: its signature.
pub fn signature() -> [u8; 8] {
    SIGNATURE
}

/// A whole frame with this content.
pub fn frame(item: &Item) -> Vec<u8> {
    let (kind, content) = match item {
        Item::Header(header) => (b"HEAD", [&header.run.to_le_bytes(), json(header).as_bytes()].concat()),
        Item::Game(game) => (b"GAME", game.to_bytes()),
    };
    debug_assert!(content.len() <= MAX_CONTENT);
    let mut bytes = Vec::with_capacity(PREFIX + content.len());
    bytes.extend(kind);
    bytes.extend((content.len() as u32).to_le_bytes());
    let sum = checksum(&bytes, &content);
    bytes.extend(sum.to_le_bytes());
    bytes.extend(content);
    bytes
}

fn checksum(kind_and_length: &[u8], content: &[u8]) -> u32 {
    crc32(&[kind_and_length, content].concat())
}

/// Reads the frame at the beginning of `bytes`, and tells how long it is.
fn read(bytes: &[u8]) -> Result<(Item, usize), FrameError> {
    let Some((kind, after)) = bytes.split_first_chunk::<4>() else { return Err(FrameError::CutOff) };
    if kind != b"HEAD" && kind != b"GAME" {
        return Err(FrameError::Kind);
    }
    let Some((length, after)) = after.split_first_chunk::<4>() else { return Err(FrameError::CutOff) };
    let length = u32::from_le_bytes(*length) as usize;
    if length > MAX_CONTENT {
        return Err(FrameError::TooLong(length));
    }
    let Some((sum, after)) = after.split_first_chunk::<4>() else { return Err(FrameError::CutOff) };
    let Some(content) = after.get(..length) else { return Err(FrameError::CutOff) };
    if u32::from_le_bytes(*sum) != checksum(&bytes[..8], content) {
        return Err(FrameError::Checksum);
    }
    let item = match kind {
        b"GAME" => Item::Game(GameRecord::from_bytes(content)?),
        _ => Item::Header(read_header(content)?),
    };
    Ok((item, PREFIX + length))
}

fn read_header(content: &[u8]) -> Result<Header, FrameError> {
    let (run, text) = content.split_first_chunk::<4>().ok_or(FrameError::CutOff)?;
    let header: Header = serde_json::from_slice(text).map_err(FrameError::Header)?;
    Ok(Header { run: u32::from_le_bytes(*run), ..header })
}

/// The frames of a file, and what lies between them that is none.
pub struct Frames<'a> {
    bytes: &'a [u8],
    at: usize,
    end: usize,
}

impl<'a> Frames<'a> {
    /// Reads the content of a file.
    pub fn new(bytes: &'a [u8]) -> Frames<'a> {
        Frames { bytes, at: 0, end: 0 }
    }

    /// Where the last whole frame read so far (or the file's signature) ends. After the last item this
    /// is where another frame can be written.
    pub fn end(&self) -> usize {
        self.end
    }

    /// The next place after `from` where a whole frame begins, or the end of the file.
    fn next_frame(&self, from: usize) -> usize {
        (from..self.bytes.len()).find(|&at| read(&self.bytes[at..]).is_ok()).unwrap_or(self.bytes.len())
    }
}

impl Iterator for Frames<'_> {
    type Item = Result<Item, Damage>;

    fn next(&mut self) -> Option<Result<Item, Damage>> {
        if self.at == 0 && !self.bytes.is_empty() {
            if self.bytes.starts_with(&SIGNATURE) {
                (self.at, self.end) = (SIGNATURE.len(), SIGNATURE.len());
            } else {
                self.at = self.next_frame(1);
                return Some(Err(Damage { offset: 0, end: self.at, reason: FrameError::Signature }));
            }
        }
        let rest = self.bytes.get(self.at..).filter(|rest| !rest.is_empty())?;
        match read(rest) {
            Ok((item, length)) => {
                self.at += length;
                self.end = self.at;
                Some(Ok(item))
            }
            Err(reason) => {
                let offset = self.at;
                self.at = self.next_frame(offset + 1);
                Some(Err(Damage { offset, end: self.at, reason }))
            }
        }
    }
}
