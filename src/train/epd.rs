//! EPD lines: a position in four fields (the counters of a FEN may follow), then operations, each an
//! opcode, its operand and a semicolon:
//!
//! ```text
//! rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - id "the start"; ce 30;
//! ```
//!
//! `ce` is the score of the side to move in hundredths of a crossed pawn, `id` a name, `c0` here the
//! moves that lead to the position from the start.

use crate::board::Position;
use crate::notation::fen::{self, FenError};
use std::fmt::Write;
use thiserror::Error;

/// A position with operations.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Epd {
    /// The position.
    pub position: Position,
    /// Opcodes and operands, quotes taken off.
    pub operations: Vec<(String, String)>,
}

/// Why a text is not an EPD line.
#[derive(Error, Clone, PartialEq, Eq, Debug)]
pub enum EpdError {
    /// The position.
    #[error(transparent)]
    Position(#[from] FenError),
    /// A quoted operand without its second quotation mark.
    #[error("the text {0} has no closing quotation mark")]
    Unclosed(String),
    /// An operation without a semicolon.
    #[error("the operation '{0}' does not end with a semicolon")]
    NoSemicolon(String),
}

/// What is wrong with a text of several lines.
#[derive(Error, Clone, PartialEq, Eq, Debug)]
#[error("line {line}: {error}")]
pub struct FileError {
    /// From 1.
    pub line: usize,
    /// What is wrong there.
    pub error: EpdError,
}

impl Epd {
    /// Reads one line.
    ///
    /// # Errors
    /// If the position or an operation cannot be understood.
    ///
    /// ```
    /// use chuhe::train::epd::Epd;
    /// let epd = Epd::parse("4k4/9/9/9/9/9/9/9/9/3K5 w - - id \"two; kings\"; ce 0;").unwrap();
    /// assert_eq!((epd.operand("id"), epd.operand("ce")), (Some("two; kings"), Some("0")));
    /// ```
    pub fn parse(line: &str) -> Result<Epd, EpdError> {
        let line = line.trim();
        let (mut fen, mut rest) = ("", line);
        for index in 0.. {
            let from = rest.trim_start();
            let (field, after) = from.split_at(from.find(char::is_whitespace).unwrap_or(from.len()));
            // The board comes first; opcodes are words, unlike all other fields of a position.
            let of_position = index == 0
                || index == 1 && ["w", "b", "r"].contains(&field)
                || field.bytes().all(|byte| byte == b'-' || byte.is_ascii_digit());
            if field.is_empty() || !of_position {
                break;
            }
            rest = after;
            fen = &line[..line.len() - rest.len()];
        }
        let mut operations = Vec::new();
        rest = rest.trim_start();
        while !rest.is_empty() {
            let (operation, after) = split_operation(rest)?;
            operations.push(operation);
            rest = after.trim_start();
        }
        Ok(Epd { position: fen::parse(fen)?, operations })
    }

    /// The operand of an opcode, if it is there.
    pub fn operand(&self, opcode: &str) -> Option<&str> {
        self.operations.iter().find(|(name, _)| name == opcode).map(|(_, operand)| operand.as_str())
    }

    /// The line, without its end. Operands that are not numbers are quoted.
    pub fn line(&self) -> String {
        let fen = fen::write(&self.position);
        let mut line = fen.splitn(5, ' ').take(4).collect::<Vec<_>>().join(" ");
        for (opcode, operand) in &self.operations {
            let _ = if operand.parse::<i64>().is_ok() {
                write!(line, " {opcode} {operand};")
            } else {
                write!(line, " {opcode} \"{operand}\";")
            };
        }
        line
    }
}

/// Splits off the first operation.
fn split_operation(text: &str) -> Result<((String, String), &str), EpdError> {
    let (opcode, after) = text.split_at(text.find(|c: char| c.is_whitespace() || c == ';').unwrap_or(text.len()));
    let after = after.trim_start();
    let (operand, after) = match after.strip_prefix('"') {
        Some(quoted) => quoted.split_once('"').ok_or_else(|| EpdError::Unclosed(after.to_owned()))?,
        None => after.split_at(after.find(';').unwrap_or(after.len())),
    };
    let rest = after.trim_start().strip_prefix(';').ok_or_else(|| EpdError::NoSemicolon(text.to_owned()))?;
    Ok(((opcode.to_owned(), operand.trim_end().to_owned()), rest))
}

/// Reads the lines of a file; empty ones and those that begin with `#` are left out.
///
/// # Errors
/// At the first line that cannot be understood.
pub fn parse_all(text: &str) -> Result<Vec<Epd>, FileError> {
    let lines = (1..).zip(text.lines()).filter(|(_, text)| !text.trim().is_empty() && !text.starts_with('#'));
    lines.map(|(line, text)| Epd::parse(text).map_err(|error| FileError { line, error })).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const KINGS: &str = "4k4/9/9/9/9/9/9/9/9/3K5";

    #[test]
    fn fields_and_operations() {
        for (text, operations) in [
            (format!("{KINGS} b"), vec![]),
            (format!("{KINGS} b - -"), vec![]),
            (format!("{KINGS} b - - 0 1"), vec![]),
            (format!("  {KINGS} b - - 0 1 ce -5 ;id \"a b\";"), vec![("ce", "-5"), ("id", "a b")]),
            (format!("{KINGS} b ce 7; noop;"), vec![("ce", "7"), ("noop", "")]),
            (format!("{KINGS} b - - bm h2e2 h9g7; "), vec![("bm", "h2e2 h9g7")]),
        ] {
            let epd = Epd::parse(&text).unwrap_or_else(|error| panic!("{text}: {error}"));
            assert_eq!(epd.position, fen::parse(&format!("{KINGS} b")).unwrap(), "{text}");
            let found: Vec<_> = epd.operations.iter().map(|(a, b)| (a.as_str(), b.as_str())).collect();
            assert_eq!(found, operations, "{text}");
            assert_eq!(Epd::parse(&epd.line()), Ok(epd));
        }
    }

    #[test]
    fn faults_name_the_text() {
        let error = |text: &str| parse_all(&format!("# comment\n\n{text}\n")).unwrap_err().to_string();
        assert_eq!(
            error(&format!("{KINGS} w - - id \"x; ce 1;")),
            "line 3: the text \"x; ce 1; has no closing quotation mark"
        );
        assert_eq!(error(&format!("{KINGS} w - - ce 1")), "line 3: the operation 'ce 1' does not end with a semicolon");
        assert!(error("9/9 w - - ce 1;").starts_with("line 3: bad FEN '9/9 w - -'"));
    }
}
