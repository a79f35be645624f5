//! The directory that a run writes its games to: one file for each thread, all scanned when the run
//! goes on.
//!
//! Each game is appended in one write, so a process killed at any moment leaves whole frames; what a
//! crash of the machine tore off at the end of a file is cut away when the run goes on.

use super::frames::{self, Damage, Frames, Header, Item};
use super::lock::lock;
use super::record::GameRecord;
use super::tally::Tally;
use std::collections::HashSet;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use thiserror::Error;

/// Ending of the names of files of games.
pub const EXTENSION: &str = "games";

/// Why a directory or file of games cannot be used.
#[derive(Error, Debug)]
pub enum StoreError {
    /// The system refused something.
    #[error("{path}: {error}", path = .path.display())]
    Io {
        /// Where.
        path: PathBuf,
        /// What it said.
        error: io::Error,
    },
    /// Another process is writing there.
    #[error("{}: another process is writing games there", .0.display())]
    Busy(PathBuf),
    /// Games of another recipe are there.
    #[error("{path} holds games of another run: {differences}", path = .path.display())]
    OtherRun {
        /// The file.
        path: PathBuf,
        /// What differs.
        differences: String,
    },
    /// A file that was not written by a run.
    #[error("{path}: {damage}", path = .path.display())]
    Foreign {
        /// The file.
        path: PathBuf,
        /// What is wrong with its beginning.
        damage: Damage,
    },
    /// No files of games are there.
    #[error("{}: no files of games (*.{EXTENSION}) there", .0.display())]
    Nothing(PathBuf),
}

fn io_error(path: &Path) -> impl FnOnce(io::Error) -> StoreError {
    let path = path.to_owned();
    |error| StoreError::Io { path, error }
}

/// The files of games that a path stands for: itself when it is a file, all in it, by name, when it is
/// a directory.
///
/// # Errors
/// If there are none.
pub fn files(path: &Path) -> Result<Vec<PathBuf>, StoreError> {
    if !path.is_dir() {
        return Ok(vec![path.to_owned()]);
    }
    let found = list(path)?;
    if found.is_empty() { Err(StoreError::Nothing(path.to_owned())) } else { Ok(found) }
}

fn list(dir: &Path) -> Result<Vec<PathBuf>, StoreError> {
    let mut found = Vec::new();
    for entry in fs::read_dir(dir).map_err(io_error(dir))? {
        let path = entry.map_err(io_error(dir))?.path();
        if path.extension().is_some_and(|extension| extension == EXTENSION) {
            found.push(path);
        }
    }
    found.sort();
    Ok(found)
}

/// Reads a file and shows what it holds, damage included. Gives where its last whole frame ends.
///
/// # Errors
/// If it cannot be read at all.
pub fn scan(path: &Path, mut visit: impl FnMut(Result<Item, Damage>)) -> Result<u64, StoreError> {
    let bytes = fs::read(path).map_err(io_error(path))?;
    let mut frames = Frames::new(&bytes);
    for item in frames.by_ref() {
        visit(item);
    }
    Ok(frames.end() as u64)
}

/// A run's directory, locked against other writers while this lives.
pub struct Store {
    dir: PathBuf,
    header: Header,
    _lock: File,
    /// Numbers of the games that are there.
    pub finished: HashSet<u64>,
    /// What they add up to.
    pub tally: Tally,
    /// Damage that was left in place: what could be read before and after it counts.
    pub damages: Vec<(PathBuf, Damage)>,
}

impl Store {
    /// Opens the directory of the run that `header` describes, which is made if necessary, and cuts
    /// torn tails off its files.
    ///
    /// # Errors
    /// If somebody else writes there, the games there belong to another run, or the system refuses.
    pub fn open(dir: &Path, header: Header) -> Result<Store, StoreError> {
        fs::create_dir_all(dir).map_err(io_error(dir))?;
        let Some(lock) = lock(dir).map_err(io_error(&dir.join("lock")))? else {
            return Err(StoreError::Busy(dir.to_owned()));
        };
        let mut store = Store {
            dir: dir.to_owned(),
            header,
            _lock: lock,
            finished: HashSet::new(),
            tally: Tally::default(),
            damages: Vec::new(),
        };
        for path in list(dir)? {
            store.read(&path)?;
        }
        Ok(store)
    }

    fn read(&mut self, path: &Path) -> Result<(), StoreError> {
        let mut other = None;
        let run = self.header.run;
        let (finished, tally, damages) = (&mut self.finished, &mut self.tally, &mut self.damages);
        let (mut games, first) = (0, damages.len());
        let end = scan(path, |item| match item {
            Ok(Item::Header(header)) if header.run != run => other = Some(header.recipe),
            Ok(Item::Header(_)) => {}
            Ok(Item::Game(game)) => {
                games += 1;
                if game.run == run && finished.insert(game.number) {
                    tally.add(&game);
                }
            }
            Err(damage) => damages.push((path.to_owned(), damage)),
        })?;
        if let Some(other) = other {
            let differences = self.header.recipe.differences(&other);
            return Err(StoreError::OtherRun { path: path.to_owned(), differences });
        }
        // What follows the last whole frame is cut off; a long file without a signature is not ours.
        let torn = |damage: &Damage| damage.offset as u64 >= end;
        if games == 0 && end == 0 && damages.len() > first && !is_beginning(path)? {
            let (path, damage) = damages.swap_remove(first);
            return Err(StoreError::Foreign { path, damage });
        }
        if damages.len() > first && damages.last().is_some_and(|(_, damage)| torn(damage)) {
            damages.pop();
            let file = OpenOptions::new().write(true).open(path);
            file.and_then(|file| file.set_len(end)).map_err(io_error(path))?;
        }
        Ok(())
    }

    /// The file for the games of thread number `index`, ready to be written to.
    ///
    /// # Errors
    /// If the system refuses.
    pub fn shard(&self, index: usize) -> Result<Shard, StoreError> {
        Shard::open(&self.dir.join(format!("shard-{index:02}.{EXTENSION}")), &self.header)
    }
}

/// Whether the file is too short for a signature but begins like one.
fn is_beginning(path: &Path) -> Result<bool, StoreError> {
    let mut bytes = Vec::new();
    let signature = frames::signature();
    let limit = signature.len() as u64 + 1;
    File::open(path).and_then(|file| file.take(limit).read_to_end(&mut bytes)).map_err(io_error(path))?;
    Ok(signature.starts_with(&bytes))
}

/// A file that games are appended to.
pub struct Shard {
    path: PathBuf,
    file: File,
}

impl Shard {
    /// Opens or makes the file and writes what is missing before games can follow: the signature, and
    /// the header unless the file's last one is the same. A torn tail has been cut off before.
    fn open(path: &Path, header: &Header) -> Result<Shard, StoreError> {
        let file = OpenOptions::new().append(true).create(true).open(path).map_err(io_error(path))?;
        let mut shard = Shard { path: path.to_owned(), file };
        let mut newest = None;
        let end = scan(path, |item| {
            if let Ok(Item::Header(header)) = item {
                newest = Some(header);
            }
        })?;
        let mut bytes = Vec::new();
        if end == 0 {
            bytes.extend(frames::signature());
        }
        if newest.as_ref() != Some(header) {
            bytes.extend(frames::frame(&Item::Header(header.clone())));
        }
        shard.write(&bytes)?;
        Ok(shard)
    }

    /// Appends a game.
    ///
    /// # Errors
    /// If the system refuses; the next [`Store::open`] then cuts off what was written of it.
    pub fn append(&mut self, game: GameRecord) -> Result<(), StoreError> {
        self.write(&frames::frame(&Item::Game(game)))
    }

    fn write(&mut self, bytes: &[u8]) -> Result<(), StoreError> {
        self.file.write_all(bytes).map_err(io_error(&self.path))
    }
}
