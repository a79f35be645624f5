//! Opening sets: quiet positions after varied but sound play, found by the engine itself.
//!
//! A walk begins with the first moves of a family, goes on with moves chosen by chance among those
//! that a search finds nearly as good as the best, and is kept when the position it ends in is quiet
//! and its score lies in the window. For an unbalanced set one of the moves is a lesser one. What a
//! walk comes to depends on seed and number only, so threads change nothing.

use super::families::{FAMILIES, Family};
use super::random::Random;
use crate::board::{Move, Position};
use crate::eval::Evaluation;
use crate::notation::fen;
use crate::notation::iccs::Ranks;
use crate::rules::Game;
use crate::search::{Choice, Limits, Settings, Solo, Value};
use crossbeam_channel::unbounded;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use thiserror::Error;

/// Depth of the searches that moves are chosen from.
const STEP_DEPTH: u32 = 7;
/// Lines of those searches.
const STEP_LINES: usize = 4;
/// How far behind the best a move may be.
const STEP_MARGIN: Value = 30;
/// Lines of the search that a lesser move is chosen from…
const LESSER_LINES: usize = 12;
/// …and how far behind the best it is, at least and at most.
const LESSER_MARGIN: (Value, Value) = (40, 170);
/// The last look is worth its time when the one before it is outside the window by no more than this.
const TOLERANCE: Value = 25;
/// Size of the hash table in MB: a few hundred thousand nodes are all that a search takes.
const HASH_MB: usize = 4;
/// Walks for each position wanted, before giving up.
const PATIENCE: usize = 200;

/// What an opening set should hold.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Request {
    /// How many positions.
    pub count: usize,
    /// Fewest and most half-moves from the start.
    pub plies: (u32, u32),
    /// Depth of the search that the score comes from.
    pub depth: u32,
    /// Smallest and largest score, without sign.
    pub window: (Value, Value),
    /// Whether one side has played a lesser move.
    pub unbalanced: bool,
    /// Decides all that is left to chance.
    pub seed: u64,
    /// The [mirror keys](mirror_key) of positions to leave out.
    pub excluded: HashSet<u64>,
    /// What positions are evaluated by.
    pub evaluation: Evaluation,
}

/// A position of an opening set.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Opening {
    /// The position.
    pub position: Position,
    /// The moves from the start.
    pub moves: Vec<Move>,
    /// The family it belongs to.
    pub family: &'static str,
    /// What the search says, from the side to move.
    pub score: Value,
}

/// How far a request has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Progress {
    /// Positions found.
    pub found: usize,
    /// Walks done.
    pub walks: usize,
}

/// Why there is no opening set.
#[derive(Error, Debug)]
pub enum OpeningsError {
    /// Nearly all walks end somewhere else.
    #[error(
        "only {found} of {wanted} positions after {walks} tries: the window, or the choice of half-moves, is too narrow"
    )]
    TooNarrow {
        /// Found.
        found: usize,
        /// Asked for.
        wanted: usize,
        /// Walks done.
        walks: usize,
    },
    /// No memory for a hash table.
    #[error("no memory for a hash table: {0}")]
    Memory(#[from] std::io::Error),
}

/// Whether no capture wins material and no check has to be answered, so that the score of the
/// position is about something lasting.
///
/// ```
/// use chuhe::{notation::fen, train::openings::is_quiet};
/// assert!(is_quiet(&fen::start()));
/// // The rook can take an unprotected horse.
/// assert!(!is_quiet(&fen::parse("4k4/9/9/9/n8/9/9/9/9/R2K5 w").unwrap()));
/// ```
pub fn is_quiet(pos: &Position) -> bool {
    let wins = |mv: Move| pos.piece_at(mv.to()).is_some() && pos.see_ge(mv, 1);
    !pos.in_check() && !pos.legal_moves().into_iter().any(wins)
}

/// The same number for a position and its mirror image.
pub fn mirror_key(pos: &Position) -> u64 {
    pos.key().min(pos.mirrored().key())
}

/// Walks through the openings.
struct Walker<'a> {
    request: &'a Request,
    solo: Solo,
    /// Lines of positions met before: most walks share their first steps.
    known: HashMap<u64, Vec<Choice>>,
}

impl Walker<'_> {
    fn walk(&mut self, number: usize) -> Option<Opening> {
        let mut random = Random::new(self.request.seed, number as u64);
        let family = choose_family(&mut random);
        let length = random.within(self.request.plies.0, self.request.plies.1) as usize;
        let line = random.pick(family.lines)?;
        let mut game = Game::new(fen::start());
        for text in line.split(' ').take(length) {
            game.play(Ranks::FromZero.parse(text).ok()?).ok()?;
        }
        let free = length - game.moves().len();
        let lesser = if self.request.unbalanced && free > 0 { Some(random.below(free)) } else { None };
        for step in 0..free {
            let mv = if lesser == Some(step) {
                self.lesser_move(game.position(), &mut random)
            } else {
                self.sound_move(game.position(), &mut random)
            };
            game.play(mv?).ok()?;
        }
        let position = game.position().clone();
        let score = self.judge(&position)?;
        Some(Opening { position, moves: game.moves().to_vec(), family: family.name, score })
    }

    fn sound_move(&mut self, pos: &Position, random: &mut Random) -> Option<Move> {
        if !self.known.contains_key(&pos.key()) {
            let lines = self.search(pos, STEP_DEPTH, STEP_LINES);
            self.known.insert(pos.key(), lines);
        }
        let lines = &self.known[&pos.key()];
        let best = lines.first()?.value;
        let good = lines.iter().filter(|choice| choice.value >= best - STEP_MARGIN).map(|choice| choice.mv);
        random.pick(&good.collect::<Vec<_>>())
    }

    fn lesser_move(&mut self, pos: &Position, random: &mut Random) -> Option<Move> {
        let lines = self.search(pos, STEP_DEPTH, LESSER_LINES);
        let best = lines.first()?.value;
        let behind = LESSER_MARGIN.0..=LESSER_MARGIN.1;
        let lesser = lines.iter().filter(|choice| behind.contains(&(best - choice.value))).map(|choice| choice.mv);
        random.pick(&lesser.collect::<Vec<_>>())
    }

    /// The score of a position that belongs into the set.
    fn judge(&mut self, pos: &Position) -> Option<Value> {
        if !is_quiet(pos) {
            return None;
        }
        let (low, high) = self.request.window;
        let glance = self.search(pos, STEP_DEPTH, 1).first()?.value.abs();
        if glance + TOLERANCE < low || glance - TOLERANCE > high {
            return None;
        }
        let score = self.search(pos, self.request.depth, 1).first()?.value;
        (low..=high).contains(&score.abs()).then_some(score)
    }

    /// The best lines of a position, without regard to how it came about.
    fn search(&mut self, pos: &Position, depth: u32, lines: usize) -> Vec<Choice> {
        self.solo.clear();
        let evaluation = self.request.evaluation.clone();
        let settings = Settings { multi_pv: lines, evaluation, ..Settings::default() };
        let limits = Limits { depth: Some(depth), ..Limits::default() };
        self.solo.search(&Game::new(pos.clone()), &settings, limits).lines
    }
}

fn choose_family(random: &mut Random) -> &'static Family {
    let mut left = random.below(FAMILIES.iter().map(|family| family.weight).sum());
    for family in &FAMILIES {
        if left < family.weight {
            return family;
        }
        left -= family.weight;
    }
    unreachable!("the number is below the sum of the weights")
}

/// Makes an opening set on `threads` threads. No position occurs twice, nor does its mirror image, and
/// none that is excluded occurs at all. The listener is called after every walk.
///
/// # Errors
/// If too few positions are found, or there is no memory.
pub fn generate(
    request: &Request,
    threads: usize,
    mut listener: impl FnMut(Progress),
) -> Result<Vec<Opening>, OpeningsError> {
    let (next, stop) = (AtomicUsize::new(0), AtomicBool::new(false));
    let limit = request.count.saturating_mul(PATIENCE);
    let mut openings = Vec::with_capacity(request.count);
    let mut progress = Progress::default();
    std::thread::scope(|scope| {
        let (done, walks) = unbounded();
        for _ in 0..threads.max(1) {
            let (done, next, stop) = (done.clone(), &next, &stop);
            let mut walker = Walker { request, solo: Solo::new(HASH_MB)?, known: HashMap::new() };
            scope.spawn(move || {
                while !stop.load(Relaxed) {
                    let number = next.fetch_add(1, Relaxed);
                    if number >= limit || done.send((number, walker.walk(number))).is_err() {
                        break;
                    }
                }
            });
        }
        drop(done);
        // Walks end in any order but count in theirs.
        let (mut waiting, mut seen) = (BTreeMap::new(), request.excluded.clone());
        for (number, opening) in walks {
            waiting.insert(number, opening);
            while let Some(opening) = waiting.remove(&progress.walks) {
                progress.walks += 1;
                openings.extend(opening.filter(|opening: &Opening| seen.insert(mirror_key(&opening.position))));
                progress.found = openings.len();
                listener(progress);
                if openings.len() >= request.count {
                    stop.store(true, Relaxed);
                    return Ok(());
                }
            }
        }
        let (found, wanted, walks) = (openings.len(), request.count, progress.walks);
        Err(OpeningsError::TooNarrow { found, wanted, walks })
    })?;
    Ok(openings)
}
