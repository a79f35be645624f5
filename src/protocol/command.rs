//! What a line of input asks for, before it is known whether the position allows it.

use std::ffi::OsString;
use thiserror::Error;

/// One line of input, understood.
#[derive(Clone, PartialEq, Debug)]
pub enum Command {
    /// A blank line or a comment, or a word that asks for nothing.
    Nothing,
    /// `uci`.
    Uci,
    /// `ucci`.
    Ucci,
    /// `isready`.
    IsReady,
    /// `ucinewgame` and its relatives.
    NewGame,
    /// `setoption`, in the form of either dialect.
    SetOption {
        /// The option, perhaps unknown.
        name: String,
        /// The value, as bytes where the system has paths of bytes; empty when missing.
        value: OsString,
    },
    /// `position`, `fen` or `startpos`.
    Position(PositionText),
    /// `banmoves`: root moves not to be played until the next `position`.
    BanMoves(Vec<String>),
    /// `go` that starts a search.
    Go(Go),
    /// `perft N` or `go perft N`.
    Perft(u32),
    /// `stop`.
    Stop,
    /// `ponderhit`.
    PonderHit {
        /// The opponent offers a draw with the move.
        draw: bool,
    },
    /// `probe`.
    Probe(PositionText),
    /// `d`: show the position.
    Show,
    /// `eval`: explain the static evaluation.
    Eval,
    /// `flip`: exchange colours.
    Flip,
    /// `bench`, with a depth if one was given.
    Bench(Option<u32>),
    /// `help`.
    Help,
    /// `quit`.
    Quit,
    /// A known word with something wrong after it.
    Malformed(CommandError),
    /// An unknown word.
    Unknown(String),
}

/// A command that cannot be carried out as it stands.
#[derive(Error, Clone, PartialEq, Eq, Debug)]
pub enum CommandError {
    /// `position` with neither `startpos` nor a FEN.
    #[error("{command}: '{text}' is neither startpos nor fen and a FEN")]
    NoPosition {
        /// The command.
        command: &'static str,
        /// What stands there.
        text: String,
    },
    /// Something other than `moves` after `startpos`.
    #[error("{command}: '{text}' stands where the word moves is expected")]
    NoMoves {
        /// The command.
        command: &'static str,
        /// What stands there.
        text: String,
    },
    /// A number is missing at the end of the line or before another word.
    #[error("{word}: the number is missing")]
    NoNumber {
        /// The word before it.
        word: String,
    },
    /// A word that has to be a number.
    #[error("{word}: '{text}' is not a whole number{}", range(.least, .most))]
    Number {
        /// The word before it.
        word: String,
        /// What stands there.
        text: String,
        /// The smallest one allowed.
        least: u64,
        /// The largest one allowed; `None` if any is.
        most: Option<u64>,
    },
    /// A word after `go` that means nothing.
    #[error("go: '{0}' is not understood")]
    GoWord(
        /// The word.
        String,
    ),
    /// `setoption` without a name.
    #[error("setoption: the name of the option is missing")]
    NoOption,
}

fn range(least: &u64, most: &Option<u64>) -> String {
    match most {
        Some(most) => format!(" from {least} to {most}"),
        None => format!(" from {least} on"),
    }
}

/// What `position` describes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PositionText {
    /// The FEN; `None` for the start position.
    pub fen: Option<String>,
    /// The words after `moves`.
    pub moves: Vec<String>,
}

/// What `go` asks for. Times are in the unit the client uses.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Go {
    /// Red's clock (`wtime`).
    pub red_time: Option<u64>,
    /// Black's clock (`btime`).
    pub black_time: Option<u64>,
    /// Red's increment (`winc`).
    pub red_increment: Option<u64>,
    /// Black's increment (`binc`).
    pub black_increment: Option<u64>,
    /// The own clock (`time`, UCCI).
    pub time: Option<u64>,
    /// The own increment (`increment`, UCCI).
    pub increment: Option<u64>,
    /// The opponent's clock (`opptime`, UCCI).
    pub opponent_time: Option<u64>,
    /// The opponent's increment (`oppincrement`, UCCI).
    pub opponent_increment: Option<u64>,
    /// Moves until the own clock is set again.
    pub moves_to_go: Option<u64>,
    /// Milliseconds for this move.
    pub move_time: Option<u64>,
    /// Depth limit.
    pub depth: Option<u64>,
    /// Node limit.
    pub nodes: Option<u64>,
    /// Search for a mate in so many moves.
    pub mate: Option<u64>,
    /// Search until told to stop.
    pub infinite: bool,
    /// Search on the opponent's time.
    pub ponder: bool,
    /// The opponent offers a draw (UCCI).
    pub draw: bool,
    /// The only root moves to look at; all when empty.
    pub search_moves: Vec<String>,
    /// What was wrong; the rest counts.
    pub faults: Vec<CommandError>,
}
