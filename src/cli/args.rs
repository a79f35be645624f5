//! The arguments as clap reads them; what they mean is the commands' business.

pub mod arena;
pub mod train;

use crate::eval::nnue::kernels::Kernel;
use crate::eval::{DEFAULT_FILE, Evaluation};
use crate::options::{self, Kind};
use crate::protocol::version;
use crate::rules::RuleSet;
use crate::rules::explain::Language;
use anyhow::Context;
use clap::builder::RangedI64ValueParser;
use clap::{Args, Parser, Subcommand};
use std::ffi::OsString;
use std::path::PathBuf;

/// Chuhe (楚河), a Xiangqi engine. Without a command it speaks UCI and UCCI on standard input and output.
#[derive(Parser, Debug)]
#[command(name = "chuhe", version = version(), after_help = TOP_HELP)]
pub struct Arguments {
    /// What to do; the protocol loop when absent.
    #[command(subcommand)]
    pub command: Option<Command>,
}

const TOP_HELP: &str = "\
Exit codes: 0 all is well; 1 a negative result (faults found, no move); 2 unusable arguments or input.

Example, the protocol through a pipe:
  printf 'position startpos moves h2e2\\ngo movetime 1000\\n' | chuhe";

/// Reads a number in the range of the option of this name, so that commands and protocols allow the same.
fn range_of(option: &str) -> RangedI64ValueParser<u32> {
    let parser = clap::value_parser!(u32);
    match options::find(option).map(|spec| &spec.kind) {
        Some(Kind::Spin { min, max, .. }) => parser.range(*min..=*max),
        _ => unreachable!("{option} is an option with a range"),
    }
}

/// The commands.
#[derive(Subcommand, Debug)]
pub enum Command {
    /// Search a fixed set of positions; the node count is a signature of the search
    Bench(Bench),
    /// Count the leaves of the move tree
    Perft(Perft),
    /// Show a position: board, FEN, key, checkers, legal moves, counters
    Show(Show),
    /// Explain the static evaluation of a position
    Eval(Eval),
    /// List every fault of a FEN
    Check(Check),
    /// Search one position
    Go(Go),
    /// Rule on the repetitions of a game, and explain the rulings
    Judge(Judge),
    /// Play a match between engines
    Match(Box<arena::Match>),
    /// Walk an engine through a checklist of its protocol
    Compliance(arena::Compliance),
    /// Play games against itself and keep them as training data
    Datagen(train::Datagen),
    /// Look after files of games that datagen wrote
    Data(train::Data),
    /// Train a network
    Train(train::Train),
    /// Make an opening set
    Openings(train::Openings),
}

/// A position: words that form a FEN, `--fen`, or both.
#[derive(Args, Debug)]
pub struct Position {
    /// The position, quoted or as separate words, in any common FEN dialect, or `startpos` [default: startpos]
    #[arg(value_name = "FEN")]
    pub words: Vec<String>,
    /// The position, as an option
    #[arg(long, value_name = "FEN")]
    pub fen: Option<String>,
}

/// Moves played from the position.
#[derive(Args, Debug)]
pub struct Moves {
    /// Moves to play first, separated by blanks or commas, such as "h2e2 h9g7". Ranks count from 0;
    /// they are read as 1-10 when a rank 10 occurs, and answers then use 1-10 too
    #[arg(long, value_name = "MOVES", default_value = "", hide_default_value = true)]
    pub moves: String,
}

/// What a search may use.
#[derive(Args, Debug)]
pub struct Resources {
    /// Search threads
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = range_of("Threads"))]
    pub threads: u32,
    /// Size of the hash table in MB
    #[arg(long, value_name = "MB", default_value_t = 16, value_parser = range_of("Hash"))]
    pub hash: u32,
}

/// What positions are evaluated by.
#[derive(Args, Debug)]
pub struct EvalFile {
    /// Network to evaluate by: a file, `<embedded>`, or `<none>` for the hand-made evaluation
    #[arg(long, value_name = "FILE", default_value = DEFAULT_FILE)]
    pub eval_file: OsString,
}

impl EvalFile {
    /// The evaluation that is named.
    pub fn load(&self) -> anyhow::Result<Evaluation> {
        Evaluation::named(&self.eval_file).with_context(|| format!("--eval-file {}", self.eval_file.display()))
    }
}

/// Arguments of `bench`.
#[derive(Args, Debug)]
#[command(after_help = BENCH_HELP)]
pub struct Bench {
    /// Depth to search each position to
    #[arg(long, value_name = "N", default_value_t = crate::bench::DEFAULT_DEPTH, value_parser = clap::value_parser!(u32).range(1..))]
    pub depth: u32,
    #[command(flatten)]
    pub resources: Resources,
    #[command(flatten)]
    pub eval_file: EvalFile,
    /// How a network's arithmetic is done: scalar, avx2 or avx512 [default: the fastest this processor has]
    #[arg(long, value_name = "NAME", value_parser = Kernel::named)]
    pub kernel: Option<&'static Kernel>,
}

const BENCH_HELP: &str = "\
The last line of standard output is '<nodes> nodes <nps> nps'. With one thread the node count repeats \
exactly; --kernel does not change it. The positions are named on standard error, when that is a terminal.

Exit codes: 0 done; 2 unusable arguments or network.

Example: chuhe bench --depth 10";

/// Arguments of `perft`.
#[derive(Args, Debug)]
#[command(after_help = PERFT_HELP)]
pub struct Perft {
    /// Number of half-moves
    #[arg(value_parser = clap::value_parser!(u32).range(..=30))]
    pub depth: u32,
    #[command(flatten)]
    pub position: Position,
    /// Show the count below each legal move
    #[arg(long)]
    pub divide: bool,
    /// Threads to share the work
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = range_of("Threads"))]
    pub threads: u32,
}

const PERFT_HELP: &str = "\
The last half-move is counted, not made. The last line of standard output is \
'<count> nodes <seconds> s <nps> nps'.

Exit codes: 0 done; 2 unusable arguments or FEN.

Example: chuhe perft 4 --divide --threads 2";

/// Arguments of `show`.
#[derive(Args, Debug)]
#[command(after_help = SHOW_HELP)]
pub struct Show {
    #[command(flatten)]
    pub position: Position,
    #[command(flatten)]
    pub moves: Moves,
    /// Draw pieces as FEN letters, Red in upper case (the default)
    #[arg(long, conflicts_with = "chinese")]
    pub latin: bool,
    /// Draw pieces as Chinese characters
    #[arg(long)]
    pub chinese: bool,
}

const SHOW_HELP: &str = "\
Exit codes: 0 shown; 2 unusable arguments, FEN or moves.

Example: chuhe show --moves \"h2e2 h9g7\" --chinese";

/// Arguments of `eval`.
#[derive(Args, Debug)]
#[command(after_help = EVAL_HELP)]
pub struct Eval {
    #[command(flatten)]
    pub position: Position,
    #[command(flatten)]
    pub eval_file: EvalFile,
}

const EVAL_HELP: &str = "\
Exit codes: 0 shown; 2 unusable arguments, FEN or network.

Example: chuhe eval rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w";

/// Arguments of `check`.
#[derive(Args, Debug)]
#[command(after_help = CHECK_HELP)]
pub struct Check {
    /// The FEN, quoted or as separate words
    #[arg(value_name = "FEN", required_unless_present = "fen")]
    pub words: Vec<String>,
    /// The FEN, as an option
    #[arg(long, value_name = "FEN")]
    pub fen: Option<String>,
}

const CHECK_HELP: &str = "\
Prints each fault on a line of its own; of a good FEN its canonical form and what the rules say about \
the position (check, mate, stalemate, natural limit, dead material).

Exit codes: 0 no fault; 1 faults found; 2 unusable arguments.

Example: chuhe check '9/9/9/9/9/9/9/9/9/4K4 w'";

/// Arguments of `go`.
#[derive(Args, Debug)]
#[command(after_help = GO_HELP)]
pub struct Go {
    #[command(flatten)]
    pub position: Position,
    #[command(flatten)]
    pub moves: Moves,
    /// Search at most so many half-moves deep
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub depth: Option<u32>,
    /// Search so many milliseconds
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u64).range(1..))]
    pub movetime: Option<u64>,
    /// Search at most so many nodes
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub nodes: Option<u64>,
    /// Search until a mate in so many moves is found
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub mate: Option<u32>,
    /// Lines of analysis
    #[arg(long, value_name = "K", default_value_t = 1, value_parser = range_of("MultiPV"))]
    pub multipv: u32,
    #[command(flatten)]
    pub resources: Resources,
    #[command(flatten)]
    pub eval_file: EvalFile,
    /// Print one JSON document instead of a table
    #[arg(long)]
    pub json: bool,
}

const GO_HELP: &str = "\
The first limit met ends the search; without any limit it takes one second. On a terminal the table \
grows while the search runs, otherwise only its last state is printed.

Exit codes: 0 a move was found (with --mate: the mate was); 1 no legal move, or no such mate; \
2 unusable arguments, FEN, moves or network.

Example: chuhe go --moves \"h2e2\" --depth 10 --multipv 3 --json";

/// Arguments of `judge`.
#[derive(Args, Debug)]
#[command(after_help = JUDGE_HELP)]
pub struct Judge {
    /// A game: perhaps a line with a FEN, then moves on any number of lines; `-` is standard input.
    /// Numbers such as `1.` are skipped, and `#` begins a comment
    #[arg(value_name = "FILE", required_unless_present_any = ["fen", "moves"], conflicts_with_all = ["fen", "moves"])]
    pub file: Option<PathBuf>,
    /// The first position, in any common FEN dialect, or `startpos` [default: startpos]
    #[arg(long, value_name = "FEN")]
    pub fen: Option<String>,
    /// The moves from there, separated by blanks or commas. Ranks count from 0; they are read as 1-10 when
    /// a rank 10 occurs, and answers then use 1-10 too
    #[arg(long, value_name = "MOVES")]
    pub moves: Option<String>,
    /// Rules to judge by: Chinese2007, Asian, Computer or None
    #[arg(long, value_name = "SET", default_value_t)]
    pub rules: RuleSet,
    /// Occurrence of a position from which it is ruled on, 2 to 5
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u32).range(2..=5))]
    pub fold: u32,
    /// Language of the explanation: zh or en
    #[arg(long, value_name = "LANG", default_value_t)]
    pub lang: Language,
    /// Print one JSON document
    #[arg(long)]
    pub json: bool,
    /// Tell of every repetition of the game, not only of the ruling after its last move
    #[arg(long)]
    pub all: bool,
}

const JUDGE_HELP: &str = "\
Exit codes: 0 a verdict (an order to change is one); 1 no verdict yet; 2 unusable arguments or input.

Example: chuhe judge --fen '3k5/9/9/9/4R4/9/9/9/9/5K3 w' \\
  --moves 'e5d5 d9e9 d5e5 e9d9 e5d5 d9e9 d5e5 e9d9'";
