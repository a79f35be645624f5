//! From games to a training set: what is left out, and how the rest is shuffled.

use super::buckets::{Buckets, Entry};
use super::file::Writer;
use super::sample::{Sample, symmetric_key};
use crate::board::Color;
use crate::board::zobrist::split_mix;
use crate::search::score::RULE_BOUND;
use crate::train::frames::{Damage, Header, Item};
use crate::train::record::{GameRecord, RecordError};
use crate::train::store::{self, StoreError};
use crate::train::whole;
use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use std::fmt::{Display, Formatter};
use std::fs::File;
use std::io::{self, BufRead, BufReader, BufWriter, Write};
use std::path::{Path, PathBuf};
use thiserror::Error;

/// One game in so many goes to validation.
const VALIDATION: u64 = 32;
/// Games whose positions are in memory at a time.
const GAMES: usize = 4_096;

/// A set to be made.
#[derive(Clone, Copy, Debug)]
pub struct Request<'a> {
    /// Files of games, or directories with such files; each file has to fit into memory.
    pub sources: &'a [PathBuf],
    /// The file to write.
    pub out: &'a Path,
    /// Decides the order of the samples.
    pub seed: u64,
    /// About so many bytes are sorted at a time.
    pub memory: u64,
}

/// How many positions there were, why some were left out, and where the others went.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Counts {
    /// Games.
    pub games: u64,
    /// Half-moves, each of which is a position with move and score.
    pub positions: u64,
    /// The side to move is in check.
    pub in_check: u64,
    /// The move played takes or checks.
    pub noisy: u64,
    /// The score is a mate, or a win or loss by the rules.
    pub decided: u64,
    /// The same position is there already, perhaps mirrored or with colours exchanged.
    pub duplicates: u64,
    /// Samples to train with.
    pub training: u64,
    /// Samples to validate with.
    pub validation: u64,
}

impl Counts {
    fn add(&mut self, other: &Counts) {
        self.games += other.games;
        self.positions += other.positions;
        self.in_check += other.in_check;
        self.noisy += other.noisy;
        self.decided += other.decided;
    }
}

impl Display for Counts {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        for (name, count) in [
            ("games", self.games),
            ("positions", self.positions),
            ("  in check", self.in_check),
            ("  before a capture or check", self.noisy),
            ("  won or lost for certain", self.decided),
            ("  duplicates", self.duplicates),
            ("training", self.training),
            ("validation", self.validation),
        ] {
            writeln!(f, "{name:<27} {count:>11}")?;
        }
        Ok(())
    }
}

/// Where a set comes from.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Description {
    /// What decided the order.
    pub seed: u64,
    /// What became of the positions.
    pub counts: Counts,
    /// The runs that the games belong to.
    pub runs: Vec<Header>,
}

/// Why no set was written.
#[derive(Error, Debug)]
pub enum BuildError {
    /// The games.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The set or its temporary files.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// All positions were left out.
    #[error("no position is left to train with:\n{0}")]
    Nothing(Counts),
}

/// Something that was left out because it cannot be read.
#[derive(Error, Debug)]
pub enum Loss {
    /// A part of a file.
    #[error("{path}: {damage}", path = .path.display())]
    Damage {
        /// The file.
        path: PathBuf,
        /// The part.
        damage: Damage,
    },
    /// A game.
    #[error("{path}: game {number} of run {run:08x}: {error}", path = .path.display())]
    Game {
        /// The file.
        path: PathBuf,
        /// The game's run.
        run: u32,
        /// Its number there.
        number: u64,
        /// What is wrong with it.
        error: RecordError,
    },
}

/// Tells of progress and losses.
pub trait Listener {
    /// So many games have been read.
    fn progress(&mut self, counts: &Counts);
    /// Something had to be left out.
    fn loss(&mut self, loss: Loss);
}

/// Makes a set. It depends on the seed and the games, not on how they are spread over files, the memory or
/// the number of threads (those of the current rayon pool).
///
/// Left out are positions in check, before a capture or check, or with a score that is no evaluation; of
/// positions that are equal, mirrored or colour-flipped images of each other one stays. The random moves
/// before a game's first position are not part of it (see `record`).
///
/// # Errors
/// If games cannot be read at all, nothing is left, or the set cannot be written; no set is there then.
pub fn build(request: &Request, listener: &mut dyn Listener) -> Result<Description, BuildError> {
    let mut files = Vec::new();
    for path in request.sources {
        files.extend(store::files(path)?);
    }
    let bytes: u64 = files.iter().filter_map(|path| path.metadata().ok()).map(|data| data.len()).sum();
    // A half-move takes 4 bytes.
    let mut buckets = Buckets::new(request.out, bytes / 4, request.memory)?;
    let mut description = Description { seed: request.seed, counts: Counts::default(), runs: Vec::new() };
    for path in &files {
        read(path, &mut buckets, &mut description, listener)?;
    }
    // Not the order in which they were read.
    description.runs.sort_by_key(|header| (header.run, header.engine.clone()));
    whole::replace(request.out, |file| {
        write(file, &mut buckets, &mut description.counts)?.finish(&description).map_err(BuildError::from)
    })?;
    Ok(description)
}

/// Spreads the positions of a file's games into the buckets.
fn read(
    path: &Path,
    buckets: &mut Buckets,
    description: &mut Description,
    listener: &mut dyn Listener,
) -> Result<(), BuildError> {
    let mut games = Vec::new();
    let mut result = Ok(());
    store::scan(path, |item| match item {
        Ok(Item::Game(game)) if result.is_ok() => {
            games.push(game);
            if games.len() == GAMES {
                result = spread(path, std::mem::take(&mut games), buckets, description, listener);
            }
        }
        Ok(Item::Game(_)) => {}
        Ok(Item::Header(header)) if description.runs.contains(&header) => {}
        Ok(Item::Header(header)) => description.runs.push(header),
        Err(damage) => listener.loss(Loss::Damage { path: path.to_owned(), damage }),
    })?;
    result?;
    Ok(spread(path, games, buckets, description, listener)?)
}

fn spread(
    path: &Path,
    games: Vec<GameRecord>,
    buckets: &mut Buckets,
    description: &mut Description,
    listener: &mut dyn Listener,
) -> io::Result<()> {
    let seed = description.seed;
    let read: Vec<_> = games.par_iter().map(|game| (game, entries(game, seed))).collect();
    for (game, result) in read {
        match result {
            Ok((counts, entries)) => {
                description.counts.add(&counts);
                entries.into_iter().try_for_each(|entry| buckets.add(entry))?;
            }
            Err(error) => {
                listener.loss(Loss::Game { path: path.to_owned(), run: game.run, number: game.number, error });
            }
        }
    }
    listener.progress(&description.counts);
    Ok(())
}

/// What a game gives: its part of the counts and the positions that are kept.
fn entries(game: &GameRecord, seed: u64) -> Result<(Counts, Vec<Entry>), RecordError> {
    let name = split_mix(split_mix(u64::from(game.run)) ^ game.number);
    let validation = name.is_multiple_of(VALIDATION);
    let mut counts = Counts { games: 1, positions: game.plies.len() as u64, ..Counts::default() };
    let mut entries = Vec::new();
    let mut number = 0;
    game.replay(|pos, ply| {
        number += 1;
        if pos.in_check() {
            counts.in_check += 1;
        } else if pos.piece_at(ply.mv.to()).is_some() || pos.gives_check(ply.mv) {
            counts.noisy += 1;
        } else if i32::from(ply.score).abs() >= RULE_BOUND {
            counts.decided += 1;
        } else {
            let red = game.outcome.half_points();
            let half_points = if pos.side() == Color::Red { red } else { 2 - red };
            entries.push(Entry {
                key: split_mix(symmetric_key(pos) ^ split_mix(seed)),
                rank: split_mix(name ^ number),
                validation,
                sample: Sample::new(pos, ply.score, half_points).to_bytes(),
            });
        }
    })?;
    Ok((counts, entries))
}

/// Writes the samples, those for validation last, and completes the counts.
fn write<'a>(
    file: &'a mut BufWriter<File>,
    buckets: &mut Buckets,
    counts: &mut Counts,
) -> Result<Writer<'a>, BuildError> {
    let mut writer = Writer::new(file)?;
    let (mut training, mut validation) = (0, 0);
    let mut later = BufWriter::new(File::options().read(true).append(true).create_new(true).open(buckets.spare())?);
    buckets.drain(|entry| {
        let (count, result) = if entry.validation {
            (&mut validation, later.write_all(&entry.sample))
        } else {
            (&mut training, writer.write(&entry.sample))
        };
        *count += 1;
        result
    })?;
    later.flush()?;
    let mut later = BufReader::new(File::open(buckets.spare())?);
    loop {
        let bytes = later.fill_buf()?;
        if bytes.is_empty() {
            break;
        }
        writer.write(bytes)?;
        let length = bytes.len();
        later.consume(length);
    }
    let kept = counts.positions - counts.in_check - counts.noisy - counts.decided;
    *counts = Counts { training, validation, duplicates: kept - training - validation, ..*counts };
    if training == 0 { Err(BuildError::Nothing(*counts)) } else { Ok(writer) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::fen;
    use crate::notation::iccs::Ranks;
    use crate::train::record::{Outcome, Ply, Termination};

    #[test]
    fn what_is_left_out_and_why() {
        let ply = |text, score| Ply { mv: Ranks::FromZero.parse(text).unwrap(), score };
        let game = GameRecord {
            run: 1,
            number: 2,
            start: fen::parse("4k4/9/9/9/9/9/9/9/9/3KR4 b").unwrap(),
            // In check; quiet; mated in 10; giving check; in check; won by the rules in 6.
            plies: vec![
                ply("e9f9", 0),
                ply("e0e5", 500),
                ply("f9f8", -31_990),
                ply("e5f5", 600),
                ply("f8e8", -19),
                ply("f5g5", 19_994),
            ],
            outcome: Outcome::RedWins,
            termination: Termination::Length,
        };
        let (counts, entries) = entries(&game, 1).unwrap();
        let right = Counts { games: 1, positions: 6, in_check: 2, noisy: 1, decided: 2, ..Counts::default() };
        assert_eq!(counts, right);
        let [entry] = entries[..] else { panic!("{} entries", entries.len()) };
        let sample = Sample::from_bytes(&entry.sample).unwrap();
        assert_eq!((sample.score, sample.half_points), (500, 2));
    }
}
