//! Arguments of the commands for training data and opening sets.

use super::{EvalFile, range_of};
use crate::train::recipe::Recipe;
use clap::{Args, Subcommand};
use std::ffi::OsString;
use std::path::PathBuf;

/// A range of numbers, both ends included: `6..12`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Span {
    /// The smallest.
    pub low: u32,
    /// The largest.
    pub high: u32,
}

impl std::fmt::Display for Span {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}..{}", self.low, self.high)
    }
}

impl From<(u32, u32)> for Span {
    fn from((low, high): (u32, u32)) -> Span {
        Span { low, high }
    }
}

impl std::str::FromStr for Span {
    type Err = String;

    /// Reads `A..B`, or a single number that is both ends.
    fn from_str(text: &str) -> Result<Span, String> {
        let (low, high) = text.split_once("..").unwrap_or((text, text));
        let number = |text: &str| text.parse().map_err(|_| format!("'{text}' is not a whole number from 0 on"));
        let span = Span { low: number(low)?, high: number(high)? };
        if span.low <= span.high { Ok(span) } else { Err(format!("{} is more than {}", span.low, span.high)) }
    }
}

/// Arguments of `datagen`.
#[derive(Args, Debug)]
#[command(after_help = DATAGEN_HELP)]
pub struct Datagen {
    /// Directory for the games; a run that is there already goes on
    #[arg(long, value_name = "DIR")]
    pub out: PathBuf,
    /// Stop when the games numbered 0 to N-1 are there
    #[arg(long, value_name = "N")]
    pub games: Option<u64>,
    /// Stop when about N positions are there
    #[arg(long, value_name = "N")]
    pub positions: Option<u64>,
    /// Stop after so many hours
    #[arg(long, value_name = "H")]
    pub hours: Option<f64>,
    /// Threads, each playing games of its own
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = range_of("Threads"))]
    pub threads: u32,
    /// Decides all that is left to chance
    #[arg(long, value_name = "N", default_value_t = Recipe::default().seed)]
    pub seed: u64,
    #[command(flatten)]
    pub eval_file: EvalFile,
    /// Nodes for each move
    #[arg(long, value_name = "N", default_value_t = Recipe::default().nodes, value_parser = clap::value_parser!(u64).range(1..))]
    pub nodes: u64,
    /// Size of each thread's hash table in MB
    #[arg(long, value_name = "MB", default_value_t = Recipe::default().hash_mb as u32, value_parser = range_of("Hash"))]
    pub hash: u32,
    /// EPD or FEN file that about every other game begins from [default: openings/balanced.epd when it exists]
    #[arg(long, value_name = "FILE")]
    pub book: Option<PathBuf>,
    /// Begin all games from the start position
    #[arg(long, conflicts_with = "book")]
    pub no_book: bool,
    /// Random half-moves from the start position
    #[arg(long, value_name = "A..B", default_value_t = Recipe::default().random_plies.into())]
    pub random_plies: Span,
    /// Random half-moves after a book position
    #[arg(long, value_name = "A..B", default_value_t = Recipe::default().book_plies.into())]
    pub book_plies: Span,
    /// Throw a first position away when a short search gives one side more than this
    #[arg(long, value_name = "CP", default_value_t = Recipe::default().filter_score, value_parser = clap::value_parser!(i32).range(50..))]
    pub filter_score: i32,
    /// A side resigns when both see it so far behind
    #[arg(long, value_name = "CP", default_value_t = Recipe::default().resign_score, value_parser = clap::value_parser!(i32).range(1..))]
    pub resign_score: i32,
    /// ... for so many half-moves
    #[arg(long, value_name = "N", default_value_t = Recipe::default().resign_plies)]
    pub resign_plies: u32,
    /// A game is drawn when neither side sees a lead of more than this
    #[arg(long, value_name = "CP", default_value_t = Recipe::default().draw_score, value_parser = clap::value_parser!(i32).range(0..))]
    pub draw_score: i32,
    /// ... for so many half-moves
    #[arg(long, value_name = "N", default_value_t = Recipe::default().draw_plies)]
    pub draw_plies: u32,
    /// ... in a game of at least so many half-moves
    #[arg(long, value_name = "N", default_value_t = Recipe::default().draw_after)]
    pub draw_after: u32,
    /// A game of so many half-moves is drawn
    #[arg(long, value_name = "N", default_value_t = Recipe::default().max_plies)]
    pub max_plies: u32,
}

const DATAGEN_HELP: &str = "\
Every game is decided by the seed and its number. The command can be killed at any moment; given again, \
it goes on with the games that are missing. Without --games, --positions and --hours it never ends. \
On a terminal progress is shown on standard error, elsewhere a line a minute.

Exit codes: 0 done; 2 unusable arguments or directory.

Example: chuhe datagen --out data --games 1000 --threads 2";

/// Arguments of `data`.
#[derive(Args, Debug)]
#[command(after_help = DATA_HELP)]
pub struct Data {
    /// What to do
    #[command(subcommand)]
    pub task: DataTask,
}

const DATA_HELP: &str = "\
A path is a file of games or a directory with such files. What can be read before and after a damaged \
place is used; the damage is told on standard error.

Exit codes: 0 all is well; 1 damage found; 2 unusable arguments or no such file.

Example: chuhe data stats data";

/// The tasks of `data`.
#[derive(Subcommand, Debug)]
pub enum DataTask {
    /// Count games, positions, results, endings, lengths and scores
    #[command(after_help = DATA_HELP)]
    Stats(Paths),
    /// Check every frame, every move, and that no game occurs twice
    #[command(after_help = VERIFY_HELP)]
    Verify(Paths),
    /// Write all games into one file, each once
    #[command(after_help = MERGE_HELP)]
    Merge(Merge),
    /// Print the games as JSON lines, or their positions as text
    #[command(after_help = DUMP_HELP)]
    Dump(Dump),
    /// Make a training set: quiet positions, each once, shuffled
    #[command(after_help = SET_HELP)]
    Set(Set),
    /// Fit the model of the chances to win at a score
    #[command(after_help = WINRATE_HELP)]
    Winrate(Paths),
}

const VERIFY_HELP: &str = "\
Every fault is a line of the output.

Exit codes: 0 no fault; 1 faults found; 2 unusable arguments or no such file.

Example: chuhe data verify data";

const MERGE_HELP: &str = "\
Exit codes: 0 done; 1 done, but damage was left out; 2 unusable arguments or files.

Example: chuhe data merge data0 data1/shard-00.games --out all.games";

const DUMP_HELP: &str = "\
A line of JSON is a game: run, number, start (FEN), moves (ranks 0-9), scores (from the side that moves; \
hundredths of a crossed pawn, 20000 less half-moves for a win by the rules, 32000 less half-moves for a \
mate), result (1-0 when Red won) and termination. With --plain a line is a position: FEN;score;result, both \
from Red's side (result 1, 0.5 or 0).

Exit codes: 0 done; 1 done, but damage was left out; 2 unusable arguments or no such file.

Example: chuhe data dump data --plain";

const SET_HELP: &str = "\
Left out are positions in check, before a capture or a check, or with a score that is a mate or a win or \
loss by the rules; of positions that are equal, mirrored or colour-flipped, all but one. One game in 32 is \
kept apart for validation. The counts are printed. The set depends on games and seed alone, and is written \
whole or not at all; while it is made, temporary files stand beside it, 1.5 times as large. Sets may be \
larger than memory.

Exit codes: 0 done; 1 done, but damage was left out; 2 unusable arguments or files, or nothing left.

Example: chuhe data set data --out train.set";

/// Files or directories of games.
#[derive(Args, Debug)]
pub struct Paths {
    /// Files of games, or directories with such files
    #[arg(value_name = "PATH", required = true)]
    pub paths: Vec<PathBuf>,
}

const WINRATE_HELP: &str = "\
A side ahead by v wins with chance 1/(1 + exp((even - v)/spread)), where even and spread are lines over the \
number n of pieces left. Printed are both, and what they say beside what happened. The model in use is part \
of the program (src/eval/winrate.rs).

Exit codes: 0 done; 1 done, but damage was found; 2 unusable arguments or files, or no position.

Example: chuhe data winrate data";

/// Arguments of `data merge`.
#[derive(Args, Debug)]
pub struct Merge {
    #[command(flatten)]
    pub from: Paths,
    /// The file to write, which must not exist
    #[arg(long, value_name = "FILE")]
    pub out: PathBuf,
}

/// Arguments of `data dump`.
#[derive(Args, Debug)]
pub struct Dump {
    #[command(flatten)]
    pub from: Paths,
    /// One position a line, as FEN;score;result
    #[arg(long)]
    pub plain: bool,
}

/// Arguments of `data set`.
#[derive(Args, Debug)]
pub struct Set {
    #[command(flatten)]
    pub from: Paths,
    /// The file to write; one that is there is replaced
    #[arg(long, value_name = "FILE")]
    pub out: PathBuf,
    /// Decides the order of the positions
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// Memory for sorting, in MB
    #[arg(long, value_name = "MB", default_value_t = 512, value_parser = clap::value_parser!(u64).range(1..))]
    pub memory: u64,
    /// Threads to read games with
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = range_of("Threads"))]
    pub threads: u32,
}

/// Arguments of `openings`.
#[derive(Args, Debug)]
#[command(after_help = OPENINGS_HELP)]
pub struct Openings {
    /// How many positions
    #[arg(long, value_name = "N", default_value_t = 2_000, value_parser = clap::value_parser!(u32).range(1..))]
    pub count: u32,
    /// Half-moves from the start
    #[arg(long, value_name = "A..B", default_value_t = Span { low: 6, high: 14 })]
    pub plies: Span,
    /// Depth of the search that scores a position
    #[arg(long, value_name = "N", default_value_t = 12, value_parser = clap::value_parser!(u32).range(1..))]
    pub depth: u32,
    /// Scores wanted, without sign: a largest one or LOW..HIGH [default: 60, or 70..160 with --unbalanced]
    #[arg(long, value_name = "CP", value_parser = window)]
    pub window: Option<Span>,
    /// Decides all that is left to chance
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// Threads to share the work; the result is the same
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = range_of("Threads"))]
    pub threads: u32,
    #[command(flatten)]
    pub eval_file: EvalFile,
    /// File to write
    #[arg(long, value_name = "FILE")]
    pub out: PathBuf,
    /// EPD or FEN file whose positions, and their mirror images, are left out; may be given again
    #[arg(long, value_name = "FILE")]
    pub exclude: Vec<PathBuf>,
    /// Let one side play a lesser move, for games with few draws
    #[arg(long)]
    pub unbalanced: bool,
}

const OPENINGS_HELP: &str = "\
A line of the file is a position in EPD: id (number and family), ce (the score of the side to move) and c0 \
(the moves from the start, ranks 0-9). Positions are quiet and differ from each other, also when mirrored. \
On a terminal progress is shown on standard error, elsewhere a line a minute.

Exit codes: 0 written; 2 unusable arguments, or too few positions in the window.

Example: chuhe openings --count 100 --plies 6..14 --out openings.epd";

/// Reads a window of scores: a single number is the largest.
fn window(text: &str) -> Result<Span, String> {
    let span: Span = text.parse()?;
    Ok(if text.contains("..") { span } else { Span { low: 0, ..span } })
}

/// Arguments of `train`.
#[derive(Args, Debug)]
#[command(after_help = TRAIN_HELP)]
pub struct Train {
    /// The training set
    #[arg(long, value_name = "FILE")]
    pub data: PathBuf,
    /// Directory for network, curves and checkpoint; a training that is there already goes on
    #[arg(long, value_name = "DIR")]
    pub out: PathBuf,
    /// Begin with this network instead of random weights: a file, or <embedded>
    #[arg(long, value_name = "NET")]
    pub from: Option<OsString>,
    /// Width of the hidden layer: a multiple of 32 from 32 to 1024
    #[arg(long, value_name = "N", default_value_t = 256)]
    pub width: usize,
    /// Sets of input weights by the own king's point: 1 or 6
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub king_buckets: u32,
    /// How often every position is learned from
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = clap::value_parser!(u64).range(1..))]
    pub epochs: u64,
    /// Learn from so many batches, instead of epochs
    #[arg(long, value_name = "N", conflicts_with = "epochs", value_parser = clap::value_parser!(u64).range(1..))]
    pub batches: Option<u64>,
    /// Positions in a batch
    #[arg(long, value_name = "N", default_value_t = 16_384)]
    pub batch: usize,
    /// Learning rate at the beginning
    #[arg(long, value_name = "X", default_value_t = 0.001)]
    pub lr: f32,
    /// Learning rate at the end, to which it falls along a cosine
    #[arg(long, value_name = "X", default_value_t = 0.00001)]
    pub lr_final: f32,
    /// Share of the game's result in what is learned; the rest is the score of the search
    #[arg(long, value_name = "X", default_value_t = 0.25)]
    pub blend: f32,
    /// Weight decay
    #[arg(long, value_name = "X", default_value_t = 0.01)]
    pub decay: f32,
    /// Decides the first weights and the order of the positions
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// Validate and write a checkpoint after so many batches
    #[arg(long, value_name = "N", default_value_t = 200)]
    pub checkpoint_every: u64,
    /// Threads; the network does not depend on them
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = range_of("Threads"))]
    pub threads: u32,
}

const TRAIN_HELP: &str = "\
The same arguments give the same network on any number of threads. The command can be killed at any moment; \
given again, it goes on from the last checkpoint as if nothing had happened.

DIR holds best.nnue (the network with the smallest loss in validation, ready for use), curve.csv and \
curve.svg (loss by batches) and checkpoint. A line of the output is a validation; the last one tells what \
rounding to integers changes. On a terminal progress is shown on standard error, elsewhere a line a minute.

Exit codes: 0 done; 2 unusable arguments, set, network or directory, or a loss that grows without end.

Example: chuhe train --data train.set --out net1 --epochs 30 --threads 2";
