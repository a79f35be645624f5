//! Where games begin: positions from EPD and FEN files.

use crate::board::{Move, Position};
use crate::notation::fen::{self, FenError};
use crate::notation::iccs::Ranks;
use crate::rules::Game;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use thiserror::Error;

/// An opening.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Opening {
    /// Its first position.
    pub start: Position,
    /// The moves from there.
    pub moves: Vec<Move>,
}

impl Default for Opening {
    /// The start position.
    fn default() -> Opening {
        Opening { start: fen::start(), moves: Vec::new() }
    }
}

/// A file of openings that cannot be used.
#[derive(Error, Debug)]
pub enum OpeningError {
    /// The file cannot be read.
    #[error("cannot read '{}': {error}", path.display())]
    File {
        /// Where it should be.
        path: PathBuf,
        /// Why not.
        error: io::Error,
    },
    /// There is no opening in it.
    #[error("there is no opening in '{}'", .0.display())]
    Empty(PathBuf),
    /// A line is not an opening.
    #[error("'{}', line {line}: {fault}", path.display())]
    Line {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        /// What is wrong with it.
        fault: LineFault,
    },
}

/// What can be wrong with an opening.
#[derive(Error, Clone, PartialEq, Eq, Debug)]
pub enum LineFault {
    /// The position cannot be read.
    #[error(transparent)]
    Fen(#[from] FenError),
    /// A move cannot be read or played.
    #[error("the move '{0}' cannot be played")]
    Move(String),
    /// No legal move is left.
    #[error("the game is over in this position")]
    Over,
}

/// Reads a file with an opening on each line: FEN or EPD, of which everything from the first `;` on or
/// after the fourth field is ignored unless it is a counter, then perhaps `moves` and moves. Empty lines
/// and lines that begin with `#` are skipped. At most `plies` moves of each opening are taken.
///
/// # Errors
/// Names the file and the line.
pub fn read(path: &Path, plies: Option<usize>) -> Result<Vec<Opening>, OpeningError> {
    let file = |error| OpeningError::File { path: path.to_owned(), error };
    let text = String::from_utf8_lossy(&fs::read(path).map_err(file)?).into_owned();
    let mut openings = Vec::new();
    for (line, text) in (1..).zip(text.trim_start_matches('\u{feff}').lines()) {
        let text = text.split(';').next().unwrap_or_default().trim();
        if !text.is_empty() && !text.starts_with('#') {
            let opening = parse(text, plies);
            openings.push(opening.map_err(|fault| OpeningError::Line { path: path.to_owned(), line, fault })?);
        }
    }
    if openings.is_empty() { Err(OpeningError::Empty(path.to_owned())) } else { Ok(openings) }
}

/// Reads one opening.
///
/// ```
/// use chuhe::arena::openings::parse;
/// let opening = parse("startpos moves h2e2 h9g7 h0g2", Some(2)).unwrap();
/// assert_eq!(opening.moves.len(), 2);
/// assert!(parse("startpos moves a0a9", None).unwrap_err().to_string().contains("'a0a9'"));
/// ```
///
/// # Errors
/// If it cannot be read, a move cannot be played, or the game is over after it.
pub fn parse(text: &str, plies: Option<usize>) -> Result<Opening, LineFault> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let at = words.iter().position(|&word| word == "moves").unwrap_or(words.len());
    let (position, moves) = (&words[..at], words.get(at + 1..).unwrap_or_default());
    let start = if position == ["startpos"] { fen::start() } else { fen::parse(&position_fields(position))? };
    let ranks = if moves.iter().any(|text| text.contains("10")) { Ranks::FromOne } else { Ranks::FromZero };
    let mut game = Game::new(start.clone());
    for text in &moves[..plies.unwrap_or(usize::MAX).min(moves.len())] {
        let mv = ranks.parse(text).ok().filter(|&mv| game.play(mv).is_ok());
        mv.ok_or_else(|| LineFault::Move((*text).to_owned()))?;
    }
    if game.position().legal_moves().is_empty() {
        return Err(LineFault::Over);
    }
    Ok(Opening { start, moves: game.moves().to_vec() })
}

/// The fields of a FEN, without the operations of an EPD, which begin after the fourth field.
fn position_fields(words: &[&str]) -> String {
    let fields = words
        .iter()
        .enumerate()
        .take_while(|(index, word)| *index < 4 || *index < 6 && word.bytes().all(|byte| byte.is_ascii_digit()));
    fields.map(|(_, word)| *word).collect::<Vec<_>>().join(" ")
}
