//! Evaluations by name: the hand-made one, the embedded network, or one from a file.

use super::Evaluation;
use super::nnue::network::{Network, NetworkError};
use once_cell::sync::OnceCell;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::{fs, io};
use thiserror::Error;

/// The network that comes with the program, as the bytes of its file.
const EMBEDDED: &[u8] = include_bytes!("nets/default.nnue");

/// The name of the hand-made evaluation.
const NONE: &str = "<none>";
/// The name of the embedded network, which is used when nothing else is asked for.
pub const DEFAULT_FILE: &str = "<embedded>";

/// No file of a network is longer (six king buckets, 1024 wide, take 15.6 MB).
const MAX_BYTES: u64 = 1 << 24;

/// Why there is no evaluation of that name.
#[derive(Error, Debug)]
pub enum FileError {
    /// The file cannot be read.
    #[error("the file cannot be read: {0}")]
    Unreadable(
        /// Why.
        #[source]
        io::Error,
    ),
    /// The file is too long to be a network.
    #[error("a file of {0} bytes is too long for a network")]
    TooLong(
        /// Its length.
        u64,
    ),
    /// The file is no whole and sound network.
    #[error(transparent)]
    Network(
        /// What is wrong with it.
        #[from]
        NetworkError,
    ),
}

impl Evaluation {
    /// The evaluation called `name`: `<none>` is the hand-made one, `<embedded>` the network that comes
    /// with the program, and so is nothing, anything else the path of a network's file.
    ///
    /// # Errors
    /// When there is no such file, or it is not a whole and sound network.
    ///
    /// ```
    /// use chuhe::eval::Evaluation;
    /// assert_eq!(Evaluation::named("<none>".as_ref()).unwrap(), Evaluation::Hand);
    /// assert!(Evaluation::named("no/such/file.nnue".as_ref()).unwrap_err().to_string().contains("cannot be read"));
    /// ```
    pub fn named(name: &OsStr) -> Result<Evaluation, FileError> {
        match name.to_str() {
            Some("" | DEFAULT_FILE) => embedded(),
            Some(NONE) => Ok(Evaluation::Hand),
            _ => read(&PathBuf::from(name)),
        }
    }
}

/// What is used when nothing else is asked for.
///
/// # Panics
/// If the embedded network is damaged, which the tests exclude.
impl Default for Evaluation {
    fn default() -> Evaluation {
        embedded().expect("what is embedded can be used")
    }
}

/// The embedded network; all users share it.
fn embedded() -> Result<Evaluation, FileError> {
    static SHARED: OnceCell<Evaluation> = OnceCell::new();
    SHARED.get_or_try_init(|| Ok(Evaluation::by(Network::read(EMBEDDED)?))).cloned()
}

fn read(path: &Path) -> Result<Evaluation, FileError> {
    let length = fs::metadata(path).map_err(FileError::Unreadable)?.len();
    if length > MAX_BYTES {
        return Err(FileError::TooLong(length));
    }
    let bytes = fs::read(path).map_err(FileError::Unreadable)?;
    Ok(Evaluation::by(Network::read(&bytes)?))
}
