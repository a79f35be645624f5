//! FEN, in every dialect met in the wild, and its canonical form.
//!
//! Read are one to six fields. The side may be missing, `w`, `r` (both Red) or `b`; horses and
//! elephants may be N/B or H/E; the two dashes may be missing or written as one field `--`; an empty
//! pocket `[]` may follow the board; underscores stand for blanks (links) and `%20`-like escapes are
//! undone. Written is always `board w|b - - halfmoves move`.

use crate::board::validate::Fault as PositionFault;
use crate::board::{Color, Piece, Position, Setup, Square};
use std::fmt::Write;
use thiserror::Error;

/// The start position.
pub const START: &str = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";

/// The start position.
pub fn start() -> Position {
    parse(START).expect("the start position is valid")
}

/// One thing that is wrong with a FEN. Columns count characters from 1, in the text without leading
/// blanks and with its escapes undone.
#[derive(Error, Clone, PartialEq, Eq, Debug)]
pub enum Fault {
    /// Nothing but blanks.
    #[error("the FEN is empty")]
    Empty,
    /// Too many or too few ranks.
    #[error("the board '{board}' has {found} ranks instead of 10")]
    RankCount {
        /// The board field.
        board: String,
        /// How many ranks it has.
        found: usize,
    },
    /// Too many or too few files in a rank.
    #[error("rank {rank} '{text}' (column {column}) has {found} files instead of 9")]
    FileCount {
        /// The rank digit, 9 for the first one of the text.
        rank: usize,
        /// The rank's text.
        text: String,
        /// Where it starts.
        column: usize,
        /// How many files it describes.
        found: usize,
    },
    /// A character that is neither a piece nor 1–9.
    #[error("'{character}' (column {column}) is neither a piece letter nor a digit from 1 to 9")]
    Character {
        /// The character.
        character: char,
        /// Where it stands.
        column: usize,
    },
    /// The side is not `w`, `r` or `b`.
    #[error("the side to move '{text}' (column {column}) is not w, r or b")]
    Side {
        /// The field.
        text: String,
        /// Where it starts.
        column: usize,
    },
    /// A counter is not a number from 0 to 65535.
    #[error("the {name} counter '{text}' (column {column}) is not a whole number from 0 to 65535")]
    Counter {
        /// "half-move" or "move".
        name: &'static str,
        /// The field.
        text: String,
        /// Where it starts.
        column: usize,
    },
    /// Something follows the last field.
    #[error("'{text}' (column {column}) follows the last field")]
    Extra {
        /// The field.
        text: String,
        /// Where it starts.
        column: usize,
    },
    /// The text is understood, but no game could be played from the position.
    #[error(transparent)]
    Position(#[from] PositionFault),
}

/// A FEN that cannot be used, with all its faults (at least one).
#[derive(Error, Clone, PartialEq, Eq, Debug)]
#[error("bad FEN '{text}': {}", .faults.iter().map(ToString::to_string).collect::<Vec<_>>().join("; "))]
pub struct FenError {
    /// The text, as it was given.
    pub text: String,
    /// What is wrong with it.
    pub faults: Vec<Fault>,
}

/// Reads a position.
///
/// # Errors
/// Names every fault with its text and place.
///
/// ```
/// use chuhe::notation::fen;
/// let pos = fen::parse("rheakaehr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RHEAKAEHR r")?;
/// assert_eq!(fen::write(&pos), fen::START);
/// assert!(fen::parse("9/9/9/9/9/9/9/9/9/4K4 w").unwrap_err().to_string().contains("Black has no king"));
/// # Ok::<(), fen::FenError>(())
/// ```
pub fn parse(text: &str) -> Result<Position, FenError> {
    let text = text.trim();
    let mut faults = Vec::new();
    let described = describe(&unescape(text).replace('_', " "), &mut faults);
    match described.as_ref().map(Position::try_from) {
        Some(Ok(pos)) if faults.is_empty() => return Ok(pos),
        Some(Err(more)) => {
            // Who may not be in check is known only when the side is.
            let side_known = !faults.iter().any(|fault| matches!(fault, Fault::Side { .. }));
            let told = more.into_iter().filter(|fault| side_known || !fault.depends_on_side());
            faults.extend(told.map(Fault::Position));
        }
        _ => {}
    }
    Err(FenError { text: text.to_owned(), faults })
}

/// Reads the text without asking whether the position makes sense; `None` when the board cannot be
/// understood. Adds what is wrong to `faults`.
fn describe(text: &str, faults: &mut Vec<Fault>) -> Option<Setup> {
    let mut fields = Fields::new(text);
    let mut setup = Setup::empty();
    let Some((column, board)) = fields.next() else {
        faults.push(Fault::Empty);
        return None;
    };
    read_board(board.strip_suffix("[]").unwrap_or(board), column, &mut setup, faults);
    let understood = faults.is_empty();
    let mut rest = fields.peekable();
    if let Some(&(column, side)) = rest.peek() {
        let known = match side {
            "w" | "W" | "r" | "R" => Some(Color::Red),
            "b" | "B" => Some(Color::Black),
            _ => None,
        };
        setup.side = known.unwrap_or(setup.side);
        // The side may be missing; what follows then is dashes or a counter.
        let missing = known.is_none() && (is_dashes(side) || side.parse::<i128>().is_ok());
        if !missing {
            rest.next();
            if known.is_none() {
                faults.push(Fault::Side { text: side.to_owned(), column });
            }
        }
    }
    let counters = [("half-move", &mut setup.halfmove), ("move", &mut setup.fullmove)];
    let mut rest = rest.filter(|(_, text)| !is_dashes(text));
    for ((name, counter), (column, text)) in counters.into_iter().zip(rest.by_ref()) {
        match text.parse() {
            Ok(number) => *counter = number,
            Err(_) => faults.push(Fault::Counter { name, text: text.to_owned(), column }),
        }
    }
    faults.extend(rest.map(|(column, text)| Fault::Extra { text: text.to_owned(), column }));
    understood.then_some(setup)
}

fn is_dashes(text: &str) -> bool {
    text.bytes().all(|byte| byte == b'-')
}

fn read_board(board: &str, column: usize, setup: &mut Setup, faults: &mut Vec<Fault>) {
    let ranks: Vec<&str> = board.split('/').collect();
    if ranks.len() != Square::RANKS as usize {
        faults.push(Fault::RankCount { board: board.to_owned(), found: ranks.len() });
    }
    let mut start = column;
    for (index, text) in ranks.iter().enumerate() {
        let mut file = 0usize;
        for (offset, character) in text.chars().enumerate() {
            if let Some(blanks @ 1..) = character.to_digit(10) {
                file += blanks as usize;
                continue;
            }
            match Piece::from_letter(character) {
                Some(piece) => {
                    if index < Square::RANKS as usize
                        && let Some(sq) = Square::at(file.min(255) as u8, 9 - index as u8)
                    {
                        setup.board[sq.index()] = Some(piece);
                    }
                }
                None => faults.push(Fault::Character { character, column: start + offset }),
            }
            file += 1;
        }
        if file != Square::FILES as usize && index < Square::RANKS as usize {
            faults.push(Fault::FileCount { rank: 9 - index, text: (*text).to_owned(), column: start, found: file });
        }
        start += text.chars().count() + 1;
    }
}

/// Fields between runs of white space, each with the column of its first character.
struct Fields<'a> {
    text: &'a str,
    column: usize,
}

impl<'a> Fields<'a> {
    fn new(text: &'a str) -> Fields<'a> {
        Fields { text, column: 1 }
    }
}

impl<'a> Iterator for Fields<'a> {
    type Item = (usize, &'a str);

    fn next(&mut self) -> Option<(usize, &'a str)> {
        let trimmed = self.text.trim_start();
        self.column += self.text[..self.text.len() - trimmed.len()].chars().count();
        let end = trimmed.find(char::is_whitespace).unwrap_or(trimmed.len());
        let (field, rest) = trimmed.split_at(end);
        let column = self.column;
        (self.text, self.column) = (rest, column + field.chars().count());
        if field.is_empty() { None } else { Some((column, field)) }
    }
}

/// Undoes `%20`-like escapes; anything that is not one stays as it is.
fn unescape(text: &str) -> String {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((&byte, after)) = rest.split_first() {
        let escaped = match (byte, after) {
            (b'%', [high, low, ..]) => std::str::from_utf8(&[*high, *low])
                .ok()
                .filter(|digits| digits.bytes().all(|digit| digit.is_ascii_hexdigit()))
                .and_then(|digits| u8::from_str_radix(digits, 16).ok()),
            _ => None,
        };
        bytes.push(escaped.unwrap_or(byte));
        rest = if escaped.is_some() { &after[2..] } else { after };
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// Writes a position in its canonical form; [`parse`] reads it back to an equal position.
pub fn write(pos: &Position) -> String {
    let setup = pos.setup();
    let mut fen = String::with_capacity(80);
    for rank in (0..Square::RANKS).rev() {
        let mut blanks = 0;
        for piece in (0..Square::FILES).map(|file| Square::at(file, rank).and_then(|sq| setup.piece_at(sq))) {
            let Some(piece) = piece else {
                blanks += 1;
                continue;
            };
            if blanks > 0 {
                let _ = write!(fen, "{blanks}");
                blanks = 0;
            }
            fen.push(piece.letter());
        }
        if blanks > 0 {
            let _ = write!(fen, "{blanks}");
        }
        if rank > 0 {
            fen.push('/');
        }
    }
    let side = match setup.side {
        Color::Red => 'w',
        Color::Black => 'b',
    };
    let _ = write!(fen, " {side} - - {} {}", setup.halfmove, setup.fullmove);
    fen
}
