//! Moves as coordinates: `h2e2`, also written `H2-E2` (ICCS).

use crate::board::{Move, Square};
use thiserror::Error;

/// How ranks are numbered in coordinates.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Ranks {
    /// 0–9, as ICCS, UCCI and most UCI engines of this game have it.
    #[default]
    FromZero,
    /// 1–10, as Fairy-Stockfish, cutechess and LiGround have it.
    FromOne,
}

/// A text that is not a move.
#[derive(Error, Clone, PartialEq, Eq, Debug)]
#[error("'{0}' is not a move (a file a-i and a rank, twice, as in h2e2)")]
pub struct MoveError(
    /// The text.
    pub String,
);

impl Ranks {
    /// The number of Red's back rank.
    pub const fn first(self) -> u8 {
        match self {
            Ranks::FromZero => 0,
            Ranks::FromOne => 1,
        }
    }

    /// Reads a move; files may be in upper case and a hyphen may stand in the middle.
    ///
    /// # Errors
    /// If the text is not two different points of the board.
    ///
    /// ```
    /// use chuhe::notation::iccs::Ranks;
    /// assert_eq!(Ranks::FromZero.parse("H2-E2").unwrap().to_string(), "h2e2");
    /// assert_eq!(Ranks::FromOne.parse("a10a9").unwrap().to_string(), "a9a8");
    /// assert!(Ranks::FromZero.parse("a10a9").is_err());
    /// ```
    pub fn parse(self, text: &str) -> Result<Move, MoveError> {
        let error = || MoveError(text.to_owned());
        let (from, rest) = self.point(text).ok_or_else(error)?;
        let (to, rest) = self.point(rest.strip_prefix('-').unwrap_or(rest)).ok_or_else(error)?;
        if rest.is_empty() && from != to { Ok(Move::new(from, to)) } else { Err(error()) }
    }

    fn point(self, text: &str) -> Option<(Square, &str)> {
        let file = text.bytes().next()?.to_ascii_lowercase().checked_sub(b'a')?;
        let digits = text.get(1..)?;
        let length = if self == Ranks::FromOne && digits.starts_with("10") { 2 } else { 1 };
        let rank: u8 = digits.get(..length).filter(|d| d.bytes().all(|b| b.is_ascii_digit()))?.parse().ok()?;
        let sq = Square::at(file, rank.checked_sub(self.first())?)?;
        Some((sq, &digits[length..]))
    }

    /// Writes a point.
    pub fn square(self, sq: Square) -> String {
        format!("{}{}", (b'a' + sq.file()) as char, sq.rank() + self.first())
    }

    /// Writes a move.
    pub fn format(self, mv: Move) -> String {
        self.square(mv.from()) + &self.square(mv.to())
    }
}
