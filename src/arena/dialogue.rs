//! What was said between the match and an engine: the last lines for claims, all of it for the log.

use std::collections::VecDeque;
use std::fs::File;
use std::io::{self, Write};
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

/// Lines kept for claims.
const KEPT: usize = 50;
/// Longer lines are cut in what is kept, not in the log.
const KEPT_LENGTH: usize = 400;

/// Who said it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Direction {
    /// The match, to the engine.
    Sent,
    /// The engine.
    Received,
    /// The engine, on its standard error.
    Error,
}

impl Direction {
    const fn mark(self) -> char {
        match self {
            Direction::Sent => '>',
            Direction::Received => '<',
            Direction::Error => '!',
        }
    }
}

/// A file that takes the dialogue of all engines.
pub struct Log {
    file: Mutex<File>,
    start: Instant,
}

impl Log {
    /// A new log; an old file of that name is replaced.
    ///
    /// # Errors
    /// If the file cannot be created.
    pub fn create(path: &Path) -> io::Result<Log> {
        Ok(Log { file: Mutex::new(File::create(path)?), start: Instant::now() })
    }

    fn add(&self, who: &str, direction: Direction, text: &str) {
        let line = format!("{:12.3} {who} {} {text}\n", self.start.elapsed().as_secs_f64(), direction.mark());
        // A full disk must not end the match.
        let _ = lock(&self.file).write_all(line.as_bytes());
    }
}

/// The dialogue with one engine.
pub struct Dialogue {
    name: String,
    start: Instant,
    lines: Mutex<VecDeque<String>>,
    log: Option<Arc<Log>>,
}

impl Dialogue {
    /// The dialogue with the engine called `name`.
    pub fn new(name: &str, log: Option<Arc<Log>>) -> Dialogue {
        Dialogue { name: name.to_owned(), start: Instant::now(), lines: Mutex::default(), log }
    }

    /// Adds a line.
    pub fn add(&self, direction: Direction, text: &str) {
        if let Some(log) = &self.log {
            log.add(&self.name, direction, text);
        }
        let cut = text.floor_char_boundary(KEPT_LENGTH);
        let line = format!("{:.3} {} {}", self.start.elapsed().as_secs_f64(), direction.mark(), &text[..cut]);
        let mut lines = lock(&self.lines);
        if lines.len() == KEPT {
            lines.pop_front();
        }
        lines.push_back(line);
    }

    /// The last lines, oldest first, each with the seconds since the engine was first started and `>`
    /// (sent), `<` (received) or `!` (standard error).
    pub fn last(&self) -> Vec<String> {
        lock(&self.lines).iter().cloned().collect()
    }
}

/// A thread that panicked leaves whole lines behind.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
