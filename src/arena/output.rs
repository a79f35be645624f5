//! Files that take one game after the other.

use std::fs::{File, OpenOptions};
use std::io::{self, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use thiserror::Error;

/// A file that cannot be written.
#[derive(Error, Debug)]
#[error("cannot write '{}': {error}", path.display())]
pub struct OutputError {
    path: PathBuf,
    error: io::Error,
}

/// A file to which games are appended, each in one write.
pub struct Output {
    path: PathBuf,
    file: File,
    start: u64,
}

impl Output {
    /// Opens a file to append to it; it is created when it is not there. With `start`, everything from
    /// that byte on is thrown away first: games of a match that are about to be written again.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn open(path: &Path, start: Option<u64>) -> Result<Output, OutputError> {
        let error = |error| OutputError { path: path.to_owned(), error };
        let file = OpenOptions::new().write(true).create(true).truncate(false).open(path).map_err(error)?;
        let length = file.metadata().map_err(error)?.len();
        let start = start.unwrap_or(length).min(length);
        file.set_len(start).map_err(error)?;
        let mut output = Output { path: path.to_owned(), file, start };
        output.file.seek(SeekFrom::End(0)).map_err(error)?;
        Ok(output)
    }

    /// Where what was written since the file was opened begins.
    pub fn start(&self) -> u64 {
        self.start
    }

    /// Appends a game.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn add(&mut self, text: &str) -> Result<(), OutputError> {
        self.file.write_all(text.as_bytes()).map_err(|error| OutputError { path: self.path.clone(), error })
    }
}
