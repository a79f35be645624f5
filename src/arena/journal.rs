//! The journal of a match: what is needed to go on with it after it was killed at any moment.
//!
//! The first line is a header, each further line a finished game, both JSON objects. A line counts when
//! it is whole; a torn last line is cut off when the journal is opened again.

use super::record::GameRecord;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::fs::{File, OpenOptions};
use std::io::{self, BufRead, BufReader, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use thiserror::Error;

/// What the header calls itself.
const FORMAT: &str = "chuhe match journal";
/// Raised when old readers cannot read new journals.
const VERSION: u32 = 1;

/// A journal that cannot be used.
#[derive(Error, Debug)]
pub enum JournalError {
    /// It cannot be opened, read or written.
    #[error("journal '{}': {error}", path.display())]
    File {
        /// The journal.
        path: PathBuf,
        /// Why not.
        error: io::Error,
    },
    /// There is something in the file already.
    #[error("'{}' exists already; resume it, or choose another journal", .0.display())]
    Exists(PathBuf),
    /// A line in the middle is not what it should be.
    #[error("journal '{}', line {line}: {error}", path.display())]
    Line {
        /// The journal.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        /// What is wrong.
        error: serde_json::Error,
    },
    /// It is no journal of this kind.
    #[error("'{}' is not a match journal of version {VERSION}", .0.display())]
    Foreign(PathBuf),
}

#[derive(Serialize, Deserialize)]
struct Header<T> {
    format: String,
    version: u32,
    #[serde(rename = "match")]
    plan: T,
}

/// An open journal.
pub struct Journal {
    path: PathBuf,
    file: File,
}

impl Journal {
    /// Begins a journal. `plan` is whatever is needed to set the match up again.
    ///
    /// # Errors
    /// If there is something in the file already, or it cannot be written.
    pub fn create<T: Serialize>(path: &Path, plan: &T) -> Result<Journal, JournalError> {
        let error = |error| JournalError::File { path: path.to_owned(), error };
        let file = OpenOptions::new().append(true).create(true).open(path).map_err(error)?;
        if file.metadata().map_err(error)?.len() > 0 {
            return Err(JournalError::Exists(path.to_owned()));
        }
        let mut journal = Journal { path: path.to_owned(), file };
        journal.write(&Header { format: FORMAT.to_owned(), version: VERSION, plan })?;
        Ok(journal)
    }

    /// Opens a journal to go on with it: what the match was set up with, and the finished games.
    ///
    /// # Errors
    /// If it cannot be read, or a line other than the last one is damaged.
    pub fn open<T: DeserializeOwned>(path: &Path) -> Result<(Journal, T, Vec<GameRecord>), JournalError> {
        let error = |error| JournalError::File { path: path.to_owned(), error };
        let file = OpenOptions::new().read(true).write(true).open(path).map_err(error)?;
        let (mut reader, mut text, mut whole) = (BufReader::new(&file), Vec::new(), 0);
        let (mut plan, mut games) = (None, Vec::new());
        for line in 1.. {
            text.clear();
            let length = reader.read_until(b'\n', &mut text).map_err(error)?;
            if text.last() != Some(&b'\n') {
                break;
            }
            whole += length as u64;
            if plan.is_none() {
                let header: Header<T> =
                    serde_json::from_slice(&text).map_err(|_| JournalError::Foreign(path.to_owned()))?;
                let known = header.format == FORMAT && header.version == VERSION;
                plan = Some(known.then_some(header.plan).ok_or_else(|| JournalError::Foreign(path.to_owned()))?);
            } else {
                let game = serde_json::from_slice(&text);
                games.push(game.map_err(|error| JournalError::Line { path: path.to_owned(), line, error })?);
            }
        }
        let plan = plan.ok_or_else(|| JournalError::Foreign(path.to_owned()))?;
        file.set_len(whole).map_err(error)?;
        let mut journal = Journal { path: path.to_owned(), file };
        journal.file.seek(SeekFrom::End(0)).map_err(error)?;
        Ok((journal, plan, games))
    }

    /// Adds a finished game.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn add(&mut self, record: &GameRecord) -> Result<(), JournalError> {
        self.write(record)
    }

    /// One line in one write: a process that is killed leaves it whole or torn, but nothing after it.
    fn write<T: Serialize>(&mut self, value: &T) -> Result<(), JournalError> {
        let error = |error| JournalError::File { path: self.path.clone(), error };
        let mut line = serde_json::to_vec(value).map_err(|fault| error(fault.into()))?;
        line.push(b'\n');
        self.file.write_all(&line).map_err(error)
    }
}
