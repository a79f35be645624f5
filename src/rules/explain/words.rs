//! Names of pieces, points and lines in both languages.

use crate::board::{Color, Kind, Move, Position, Square};
use crate::notation::iccs::Ranks;
use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// The language of an explanation.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Language {
    /// English.
    #[default]
    English,
    /// Chinese, in simplified characters.
    Chinese,
}

/// A text that names no language.
#[derive(Error, Clone, PartialEq, Eq, Debug)]
#[error("'{0}' is no language known here (zh or en)")]
pub struct UnknownLanguage(String);

impl FromStr for Language {
    type Err = UnknownLanguage;

    fn from_str(text: &str) -> Result<Language, UnknownLanguage> {
        match text {
            "en" => Ok(Language::English),
            "zh" => Ok(Language::Chinese),
            _ => Err(UnknownLanguage(text.to_owned())),
        }
    }
}

impl fmt::Display for Language {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Language::English => "en",
            Language::Chinese => "zh",
        })
    }
}

/// Names things of one position in one language.
pub(super) struct Words<'a> {
    pub pos: &'a Position,
    pub language: Language,
    pub ranks: Ranks,
}

impl Words<'_> {
    /// The English or the Chinese text.
    pub fn say(&self, english: impl Into<String>, chinese: impl Into<String>) -> String {
        match self.language {
            Language::English => english.into(),
            Language::Chinese => chinese.into(),
        }
    }

    /// A piece with its point: `rook a9`, `车a9`.
    pub fn piece(&self, sq: Square) -> String {
        let point = self.ranks.square(sq);
        match (self.pos.piece_at(sq), self.language) {
            (None, _) => point,
            (Some(piece), Language::English) => format!("{} {point}", kind_name(piece.kind())),
            (Some(piece), Language::Chinese) => format!("{}{point}", piece.hanzi()),
        }
    }

    /// Several pieces.
    pub fn pieces(&self, points: &[Square]) -> String {
        let names: Vec<String> = points.iter().map(|&sq| self.piece(sq)).collect();
        match (names.split_last(), self.language) {
            (None, _) => String::new(),
            (Some(_), Language::Chinese) => names.join("、"),
            (Some((last, [])), Language::English) => last.clone(),
            (Some((last, rest)), Language::English) => format!("{} and {last}", rest.join(", ")),
        }
    }

    pub fn mv(&self, mv: Move) -> String {
        self.ranks.format(mv)
    }

    /// A line of moves.
    pub fn line(&self, moves: &[Move]) -> String {
        moves.iter().map(|&mv| self.mv(mv)).collect::<Vec<_>>().join(" ")
    }
}

pub(super) fn side_name(side: Color, language: Language) -> &'static str {
    match (side, language) {
        (Color::Red, Language::English) => "Red",
        (Color::Black, Language::English) => "Black",
        (Color::Red, Language::Chinese) => "红方",
        (Color::Black, Language::Chinese) => "黑方",
    }
}

fn kind_name(kind: Kind) -> &'static str {
    ["king", "advisor", "elephant", "horse", "rook", "cannon", "pawn"][kind.index()]
}
