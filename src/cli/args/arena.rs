//! The arguments of `match` and `compliance`.

use crate::rules::RuleSet;
use clap::{Arg, ArgAction, ArgMatches, Args, FromArgMatches, ValueEnum};
use serde::{Deserialize, Serialize};
use std::path::PathBuf;

/// The words after each `--engine`.
#[derive(Clone, Default, Serialize, Deserialize, Debug)]
pub struct EngineWords(pub Vec<Vec<String>>);

impl FromArgMatches for EngineWords {
    fn from_arg_matches(matches: &ArgMatches) -> Result<EngineWords, clap::Error> {
        let groups = matches.get_occurrences::<String>("engine").into_iter().flatten();
        Ok(EngineWords(groups.map(|words| words.cloned().collect()).collect()))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = EngineWords::from_arg_matches(matches)?;
        Ok(())
    }
}

impl Args for EngineWords {
    fn augment_args(command: clap::Command) -> clap::Command {
        command.arg(
            Arg::new("engine")
                .long("engine")
                .value_name("KEY=VALUE")
                .num_args(1..)
                .action(ArgAction::Append)
                .help("An engine, described by words as listed below"),
        )
    }

    fn augment_args_for_update(command: clap::Command) -> clap::Command {
        EngineWords::augment_args(command)
    }
}

/// Who plays whom.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Debug)]
pub enum ScheduleKind {
    /// Two engines meet again and again
    Pairs,
    /// The first engine meets each of the others
    Gauntlet,
    /// Everybody meets everybody, by the circle table
    RoundRobin,
    /// Who loses an encounter is out
    Knockout,
    /// Engines with about the same points meet, nobody twice
    Swiss,
}

/// How results are counted in tables.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Debug)]
pub enum ScoringKind {
    /// 1 for a win, 1/2 for a draw
    Usual,
    /// 3 for a win, 1 for a draw with Red and 2 with Black
    #[value(name = "2007")]
    Colored,
}

/// Arguments of `match`.
#[derive(Args, Clone, Serialize, Deserialize, Debug)]
#[command(after_help = MATCH_HELP)]
pub struct Match {
    #[command(flatten)]
    pub engines: EngineWords,
    /// A file with an engine on each line, described by the same words; '#' begins a comment
    #[arg(long = "engines", value_name = "FILE")]
    pub engine_file: Option<PathBuf>,
    /// Words that hold for every engine, unless it says otherwise itself
    #[arg(long, value_name = "KEY=VALUE", num_args = 1..)]
    pub each: Vec<String>,
    /// Who plays whom [default: pairs for two engines, round-robin for more]
    #[arg(long, value_name = "KIND", value_enum)]
    pub schedule: Option<ScheduleKind>,
    /// Games of each encounter, with colours swapped after each game and a new opening after two
    /// [default: 2; in a Swiss tournament 1]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub games: Option<u32>,
    /// Rounds of a Swiss tournament; how often other schedules are gone through [default: 1, with --sprt
    /// but without --games until the test decides; Swiss: as many as a knockout would take, and one]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub rounds: Option<u32>,
    /// Boards played on at once [default: 1]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1024))]
    pub concurrency: Option<u32>,
    /// A file of openings (FEN or EPD lines), then perhaps order=random (or sequential), plies=N, start=N
    #[arg(long, value_name = "FILE", num_args = 1..)]
    pub openings: Vec<String>,
    /// Seed of all that is left to chance
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// How points are counted in the table
    #[arg(long, value_name = "KIND", value_enum, default_value_t = ScoringKind::Usual)]
    pub scoring: ScoringKind,
    /// Stop as soon as this test decides: elo0=0 elo1=5 alpha=0.05 beta=0.05 model=normalized (or logistic)
    #[arg(long, value_name = "KEY=VALUE", num_args = 0..)]
    pub sprt: Option<Vec<String>>,
    /// The repetition rule: Chinese2007, Asian, Computer or None (every repetition is a draw)
    #[arg(long, value_name = "SET", default_value_t = RuleSet::default().to_string())]
    pub rules: String,
    /// The occurrence of a position from which it is ruled on
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u32).range(2..=5))]
    pub fold: u32,
    /// Rounds without a capture after which a game is drawn; 0 for no limit
    #[arg(long, value_name = "ROUNDS", default_value_t = 60, value_parser = clap::value_parser!(u16).range(0..=9999))]
    pub natural_limit: u16,
    /// Call a game won when the loser saw so bad scores: score=600 moves=4, and perhaps twosided
    #[arg(long, value_name = "KEY=VALUE", num_args = 0..)]
    pub resign: Option<Vec<String>>,
    /// Call a game drawn when both saw scores about zero: number=34 (first move) moves=8 score=20
    #[arg(long, value_name = "KEY=VALUE", num_args = 0..)]
    pub draw: Option<Vec<String>>,
    /// Call a game drawn after so many moves of each side
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub maxmoves: Option<u32>,
    /// Milliseconds by which an engine may overstep its time
    #[arg(long, value_name = "MS", default_value_t = 0)]
    pub timemargin: u64,
    /// Seconds an engine may take for the handshake, and to be ready
    #[arg(long, value_name = "S", default_value_t = 10.0)]
    pub handshake: f64,
    /// Seconds an engine may take for a move where no clock runs
    #[arg(long, value_name = "S", default_value_t = 120.0)]
    pub patience: f64,
    /// Append the games to this file as PGN
    #[arg(long, value_name = "FILE")]
    pub pgnout: Option<PathBuf>,
    /// Append the games to this file, a JSON object on each line
    #[arg(long, value_name = "FILE")]
    pub jsonout: Option<PathBuf>,
    /// The match's name in the PGN
    #[arg(long, value_name = "NAME", default_value = "Engine match")]
    pub event: String,
    /// Its place in the PGN
    #[arg(long, value_name = "NAME", default_value = "?")]
    pub site: String,
    /// Keep a journal in this new file, from which a match that was killed can be resumed
    #[arg(long, value_name = "FILE")]
    pub journal: Option<PathBuf>,
    /// Go on with the match of this journal, with the same arguments; nothing but --concurrency,
    /// --report and --log can be given with it
    #[arg(long, value_name = "FILE", conflicts_with_all = RESUMED)]
    #[serde(skip)]
    pub resume: Option<PathBuf>,
    /// Write everything said to and by engines to this file
    #[arg(long, value_name = "FILE")]
    pub log: Option<PathBuf>,
    /// Print the standing after so many games, where there is no terminal [default: 10]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub report: Option<u32>,
}

/// What a journal knows already.
const RESUMED: [&str; 24] = [
    "engine",
    "engine_file",
    "each",
    "schedule",
    "games",
    "rounds",
    "openings",
    "seed",
    "scoring",
    "sprt",
    "rules",
    "fold",
    "natural_limit",
    "resign",
    "draw",
    "maxmoves",
    "timemargin",
    "handshake",
    "patience",
    "pgnout",
    "jsonout",
    "event",
    "site",
    "journal",
];

const MATCH_HELP: &str = "\
Words for --engine, --each and --engines:
  cmd=PROGRAM        the program; 'self' is the built-in engine, in this process
  args=\"WORDS\"       its arguments
  dir=DIR            its working directory, where the program is looked for first
  proto=auto         uci, ucci, chuhe (the same as cmd=self), or auto to find out
  name=NAME          its name in tables
  tc=TIME            its clock in seconds: 10+0.1, 60, 40/5400:10/900 (40 moves in 90 minutes, then
                     10 in every 15); at the same time may hold
  st=S, nodes=N, depth=N   limits for each move; tc.red=, nodes.black= and so on for one colour only
  option.NAME=VALUE  an option; an empty value presses a button
  ranks=auto         0 or 1: the number of Red's back rank in its moves
  ponder             think on the opponent's time
  restart=off        on starts the engine anew for each game

Failures never stop a match: illegal move, time loss, rule loss, crash, stall (no answer, not even to \
'stop'), no move, bad handshake. The engine loses the game and is started again.

Exit codes: 0 played, and with --sprt the gain is accepted; 1 --sprt rejects the gain or is undecided; \
2 unusable arguments or input.

Example, two versions, pairs of games on two boards until the test decides:
  chuhe match --engine cmd=./new --engine cmd=./old --each tc=8+0.08 option.Hash=16 \\
    --openings openings/balanced.epd order=random --concurrency 2 \\
    --sprt elo0=0 elo1=5 --journal m.jsonl

Example, the built-in engine against itself at half the nodes:
  chuhe match --engine cmd=self nodes=2000 --engine cmd=self name=Half nodes=1000 --games 20";

/// Arguments of `compliance`.
#[derive(Args, Debug)]
#[command(after_help = COMPLIANCE_HELP)]
pub struct Compliance {
    /// The engine's program
    #[arg(value_name = "ENGINE")]
    pub engine: String,
    /// uci or ucci; found out when absent
    #[arg(value_name = "PROTO", default_value = "auto")]
    pub proto: String,
    /// The same as an option
    #[arg(long = "proto", value_name = "PROTO")]
    pub proto_option: Option<String>,
    /// Arguments of the program, in one word
    #[arg(long, value_name = "WORDS", default_value = "", hide_default_value = true, allow_hyphen_values = true)]
    pub args: String,
    /// Its working directory
    #[arg(long, value_name = "DIR")]
    pub dir: Option<PathBuf>,
    /// 0 or 1: the number of Red's back rank in the engine's moves; found out when absent
    #[arg(long, value_name = "N", default_value = "auto", hide_default_value = true)]
    pub ranks: String,
}

const COMPLIANCE_HELP: &str = "\
Prints a table: each point of the checklist, whether it holds, and what the engine said or how long it \
took. An engine that dies is started again for the next point.

Exit codes: 0 everything holds; 1 something does not; 2 the engine cannot be started or does not \
introduce itself.

Example: chuhe compliance /usr/games/fairy-stockfish uci";
