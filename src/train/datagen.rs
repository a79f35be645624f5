//! A run of self-play on several threads, which can be killed at any moment and goes on where it was.

use super::frames::Header;
use super::record::GameRecord;
use super::selfplay::Player;
use super::store::{Store, StoreError};
use super::tally::Tally;
use crate::board::Position;
use crate::eval::Evaluation;
use crossbeam_channel::{RecvTimeoutError, Sender, unbounded};
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};
use thiserror::Error;

/// Between two calls of the listener when no game ends.
const PATIENCE: Duration = Duration::from_millis(500);

/// When a run ends. Games and positions count those of earlier times in the same directory; the first
/// limit met ends it, and games being played then are finished.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Extent {
    /// The games numbered from 0 up to this.
    pub games: Option<u64>,
    /// About so many positions.
    pub positions: Option<u64>,
    /// So long, this time.
    pub time: Option<Duration>,
}

/// How far a run is.
#[derive(Clone, PartialEq, Debug)]
pub struct Progress {
    /// All games in the directory.
    pub total: Tally,
    /// Those played this time.
    pub new: Tally,
    /// Since the run began, this time.
    pub time: Duration,
}

impl Progress {
    /// Games an hour, this time.
    pub fn games_per_hour(&self) -> f64 {
        self.new.games as f64 / self.hours()
    }

    /// Positions an hour, this time.
    pub fn positions_per_hour(&self) -> f64 {
        self.new.positions as f64 / self.hours()
    }

    /// At least a second, so that the rates are never absurd.
    fn hours(&self) -> f64 {
        self.time.as_secs_f64().max(1.0) / 3_600.0
    }
}

/// Why a run ended early.
#[derive(Error, Debug)]
pub enum DatagenError {
    /// The directory.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// No memory for a hash table.
    #[error("no memory for a hash table: {0}")]
    Memory(#[source] std::io::Error),
}

/// The numbers of the games still to be played.
struct Numbers<'a> {
    next: AtomicU64,
    end: u64,
    finished: &'a std::collections::HashSet<u64>,
    stop: AtomicBool,
}

impl Numbers<'_> {
    fn take(&self) -> Option<u64> {
        loop {
            if self.stop.load(Relaxed) {
                return None;
            }
            let number = self.next.fetch_add(1, Relaxed);
            if number >= self.end {
                return None;
            }
            if !self.finished.contains(&number) {
                return Some(number);
            }
        }
    }
}

/// Plays games of the run that `header` describes by `evaluation` on `threads` threads and writes them
/// to `dir`, until the extent is reached. The listener is called at the start, after every game and twice a second.
///
/// # Errors
/// If the directory cannot be used or written to; the games finished before that are there.
pub fn run(
    dir: &Path,
    header: &Header,
    evaluation: &Evaluation,
    book: &[Position],
    extent: Extent,
    threads: usize,
    mut listener: impl FnMut(&Progress, &Store),
) -> Result<Progress, DatagenError> {
    let store = Store::open(dir, header.clone())?;
    let start = Instant::now();
    let mut progress = Progress { total: store.tally.clone(), new: Tally::default(), time: Duration::ZERO };
    let enough = |progress: &Progress| {
        extent.positions.is_some_and(|count| progress.total.positions >= count)
            || extent.time.is_some_and(|time| progress.time >= time)
    };
    let numbers = Numbers {
        next: AtomicU64::new(0),
        end: extent.games.unwrap_or(u64::MAX),
        finished: &store.finished,
        // Known before a thread can take the first number.
        stop: AtomicBool::new(enough(&progress)),
    };
    let (played, games) = unbounded();
    std::thread::scope(|scope| {
        for index in 0..threads.max(1) {
            let (played, numbers, store) = (played.clone(), &numbers, &store);
            scope.spawn(move || {
                if let Err(error) = work(index, store, header, evaluation, book, numbers, &played) {
                    // The listener below waits for it.
                    let _ = played.send(Err(error));
                }
            });
        }
        drop(played);
        let mut result = Ok(());
        loop {
            progress.time = start.elapsed();
            if enough(&progress) || result.is_err() {
                numbers.stop.store(true, Relaxed);
            }
            listener(&progress, &store);
            match games.recv_timeout(PATIENCE) {
                Ok(Ok(game)) => {
                    progress.total.add(&game);
                    progress.new.add(&game);
                }
                Ok(Err(error)) => result = Err(error),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return result,
            }
        }
    })?;
    Ok(progress)
}

/// A thread's work: games one after another, each written before it is told.
fn work(
    index: usize,
    store: &Store,
    header: &Header,
    evaluation: &Evaluation,
    book: &[Position],
    numbers: &Numbers,
    played: &Sender<Result<GameRecord, DatagenError>>,
) -> Result<(), DatagenError> {
    let mut shard = store.shard(index)?;
    let mut player = Player::new(&header.recipe, book, header.run, evaluation.clone()).map_err(DatagenError::Memory)?;
    while let Some(number) = numbers.take() {
        let game = player.play(number);
        shard.append(game.clone())?;
        if played.send(Ok(game)).is_err() {
            break;
        }
    }
    Ok(())
}
