//! What is known of a finished game. The same record goes to the journal and, as JSON lines, to users.

use crate::board::Color;
use crate::search::Score;
use serde::{Deserialize, Serialize};

/// How a game ended.
#[derive(Serialize, Deserialize, Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// Red won.
    #[serde(rename = "1-0")]
    RedWins,
    /// Black won.
    #[serde(rename = "0-1")]
    BlackWins,
    /// Nobody won.
    #[serde(rename = "1/2-1/2")]
    Draw,
}

impl Outcome {
    /// A win of `color`.
    pub const fn win(color: Color) -> Outcome {
        match color {
            Color::Red => Outcome::RedWins,
            Color::Black => Outcome::BlackWins,
        }
    }

    /// `1-0`, `0-1` or `1/2-1/2`.
    pub const fn text(self) -> &'static str {
        match self {
            Outcome::RedWins => "1-0",
            Outcome::BlackWins => "0-1",
            Outcome::Draw => "1/2-1/2",
        }
    }

    /// Half-points for `color`: 2 for a win, 1 for a draw.
    pub fn half_points(self, color: Color) -> u32 {
        match self {
            Outcome::Draw => 1,
            _ if self == Outcome::win(color) => 2,
            _ => 0,
        }
    }
}

/// What an engine did that it should not; it loses the game by it.
#[derive(Serialize, Deserialize, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[serde(rename_all = "kebab-case")]
pub enum Failure {
    /// It played a move that is not legal, or none that can be read.
    IllegalMove,
    /// It answered after its time was over.
    TimeLoss,
    /// It broke the repetition rule.
    RuleLoss,
    /// Its process ended.
    Crash,
    /// It gave no answer, not even when told to stop.
    Stall,
    /// It said that it has no move.
    NoMove,
    /// It could not be started, or did not introduce itself as the protocol wants it.
    BadHandshake,
}

impl Failure {
    /// All of them, in the order of the final table.
    pub const ALL: [Failure; 7] = [
        Failure::IllegalMove,
        Failure::TimeLoss,
        Failure::RuleLoss,
        Failure::Crash,
        Failure::Stall,
        Failure::NoMove,
        Failure::BadHandshake,
    ];

    /// The words used everywhere.
    pub const fn words(self) -> &'static str {
        match self {
            Failure::IllegalMove => "illegal move",
            Failure::TimeLoss => "time loss",
            Failure::RuleLoss => "rule loss",
            Failure::Crash => "crash",
            Failure::Stall => "stall",
            Failure::NoMove => "no move",
            Failure::BadHandshake => "bad handshake",
        }
    }
}

/// Why a game is over.
#[derive(Serialize, Deserialize, Clone, Copy, PartialEq, Eq, Debug)]
#[serde(rename_all = "kebab-case")]
pub enum Reason {
    /// 将死.
    Checkmate,
    /// 困毙: no legal move, which loses.
    Stalemate,
    /// The position was repeated and no side is to blame more than the other.
    Repetition,
    /// 自然限着: too many rounds without a capture.
    NaturalLimit,
    /// Neither side has a piece left that could win.
    DeadMaterial,
    /// Both engines agreed to a draw.
    Agreement,
    /// An engine gave up.
    Resignation,
    /// The engines' scores left no doubt who wins.
    AdjudicatedWin,
    /// The engines' scores left no doubt that nobody wins.
    AdjudicatedDraw,
    /// The game reached the longest length allowed.
    MaxMoves,
    /// The loser failed.
    #[serde(untagged)]
    Failure(Failure),
}

impl Reason {
    /// In words.
    pub const fn words(self) -> &'static str {
        match self {
            Reason::Checkmate => "checkmate",
            Reason::Stalemate => "stalemate",
            Reason::Repetition => "repetition",
            Reason::NaturalLimit => "natural limit",
            Reason::DeadMaterial => "dead material",
            Reason::Agreement => "agreement",
            Reason::Resignation => "resignation",
            Reason::AdjudicatedWin => "adjudicated win",
            Reason::AdjudicatedDraw => "adjudicated draw",
            Reason::MaxMoves => "maximum length",
            Reason::Failure(failure) => failure.words(),
        }
    }
}

/// A score as it is stored: a number of hundredths of a pawn, or `M5`, `-M4`.
#[derive(Serialize, Deserialize, Clone, PartialEq, Eq, Debug)]
#[serde(untagged)]
pub enum StoredScore {
    /// As the engine told it.
    Cp(i32),
    /// Mate in so many moves.
    Mate(String),
}

impl From<Score> for StoredScore {
    fn from(score: Score) -> StoredScore {
        match score {
            Score::Cp(value) | Score::Rule(value) => StoredScore::Cp(value),
            Score::Mate(moves) if moves > 0 => StoredScore::Mate(format!("M{moves}")),
            Score::Mate(moves) => StoredScore::Mate(format!("-M{}", -moves)),
        }
    }
}

/// What an engine told about one move. Absent is what it did not tell.
#[derive(Serialize, Deserialize, Clone, PartialEq, Eq, Debug)]
pub struct Ply {
    /// The move, with ranks 0–9.
    #[serde(rename = "move")]
    pub mv: String,
    /// From the mover's side.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub score: Option<StoredScore>,
    /// In half-moves.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
    /// Nodes searched.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    /// By the referee's clock.
    pub time_ms: u64,
}

/// The evidence of a failure.
#[derive(Serialize, Deserialize, Clone, PartialEq, Eq, Debug)]
pub struct Claim {
    /// Who failed.
    pub engine: String,
    /// The position it was to move in.
    pub fen: String,
    /// The last lines said to and by it.
    pub dialogue: Vec<String>,
}

/// Where in a match a game belongs.
#[derive(Serialize, Deserialize, Clone, Copy, PartialEq, Eq, Debug)]
pub struct Job {
    /// Number of the game, from 1.
    pub game: usize,
    /// Round, from 1.
    pub round: usize,
    /// Number of the pair of games (same players, same opening, colours swapped), from 1.
    pub pair: usize,
    /// Players by their number, from 0: Red and Black.
    pub players: [usize; 2],
    /// Index of the opening, from 0.
    pub opening: usize,
}

/// A finished game.
#[derive(Serialize, Deserialize, Clone, PartialEq, Eq, Debug)]
pub struct GameRecord {
    /// Its place in the match.
    #[serde(flatten)]
    pub job: Job,
    /// Name of the engine that played Red.
    pub red: String,
    /// Name of the engine that played Black.
    pub black: String,
    /// The result.
    pub result: Outcome,
    /// Why it is over.
    pub reason: Reason,
    /// The same in a sentence.
    pub detail: String,
    /// When it began, in seconds since 1970.
    pub began: u64,
    /// How long it took.
    pub took_ms: u64,
    /// What the match itself took for each move asked for, in microseconds: everything between the answer of
    /// one engine and the question to the other. Absent when no move was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub overhead_us: Option<u64>,
    /// Time controls of Red and Black.
    pub controls: [String; 2],
    /// The first position.
    pub fen: String,
    /// How many of the moves came from the opening.
    pub book_moves: usize,
    /// The moves.
    pub plies: Vec<Ply>,
    /// The evidence, if somebody failed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub claim: Option<Claim>,
}
