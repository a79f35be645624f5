//! One game of self-play, and its bytes.
//!
//! Numbers are little-endian; a game of n half-moves takes 48 + 4n bytes:
//!
//! ```text
//! bytes  0–3    run: which run the game belongs to (see `Header::run`)
//! bytes  4–11   number of the game in its run
//! bytes 12–43   first position, packed (see `packed`)
//! byte  44      result: 0 Black won, 1 drawn, 2 Red won
//! byte  45      how it ended: 0 mate, 1 stalemate, 2 loss by the rules, 3 repetition, 4 natural limit,
//!               5 dead material, 6 resignation, 7 draw adjudicated, 8 length limit
//! bytes 46–47   n, the number of half-moves
//! then n times  move (bits 0–6 origin, 7–13 target, points counted from a0 = 0 to i9 = 89), 2 bytes;
//!               score from the side that moved, 2 bytes, signed: hundredths of a crossed pawn,
//!               ±(20 000 − plies) won or lost by the rules, ±(32 000 − plies) mate
//! ```

use super::packed::{self, PackedError};
use crate::board::{Color, Move, Position};
use crate::rules::{DrawReason, Game};
use serde::Serialize;
use thiserror::Error;

/// Bytes of a record without its half-moves.
const FIXED: usize = 14 + packed::SIZE + 2;
/// Bytes of a half-move.
const PER_PLY: usize = 4;

/// No game is longer than this many half-moves.
pub const MAX_PLIES: usize = 4_000;

/// Who won.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// Black won.
    BlackWins,
    /// Nobody won.
    Draw,
    /// Red won.
    RedWins,
}

impl Outcome {
    /// All outcomes, in the order of their codes.
    pub const ALL: [Outcome; 3] = [Outcome::BlackWins, Outcome::Draw, Outcome::RedWins];

    /// A win of this side.
    pub fn win(color: Color) -> Outcome {
        match color {
            Color::Red => Outcome::RedWins,
            Color::Black => Outcome::BlackWins,
        }
    }

    /// As in records of games: `1-0` when Red won, `1/2-1/2`, `0-1`.
    pub fn text(self) -> &'static str {
        ["0-1", "1/2-1/2", "1-0"][self as usize]
    }

    /// Red's half points: 0, 1 or 2.
    pub fn half_points(self) -> u8 {
        self as u8
    }
}

/// How a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Termination {
    /// Checkmate.
    Mate,
    /// No legal move without being in check, which loses.
    Stalemate,
    /// A side broke the rules of repetition.
    RuleLoss,
    /// The position was repeated and nobody is to blame.
    Repetition,
    /// Too many moves without a capture.
    NaturalLimit,
    /// Neither side has anything left to win with.
    DeadMaterial,
    /// One side was hopelessly behind.
    Resignation,
    /// Neither side made any progress.
    DrawAdjudicated,
    /// The longest game allowed.
    Length,
}

impl Termination {
    /// All of them, in the order of their codes.
    pub const ALL: [Termination; 9] = [
        Termination::Mate,
        Termination::Stalemate,
        Termination::RuleLoss,
        Termination::Repetition,
        Termination::NaturalLimit,
        Termination::DeadMaterial,
        Termination::Resignation,
        Termination::DrawAdjudicated,
        Termination::Length,
    ];

    /// In words.
    pub fn text(self) -> &'static str {
        [
            "mate",
            "stalemate",
            "loss by the rules",
            "repetition",
            "natural limit",
            "dead material",
            "resignation",
            "draw adjudicated",
            "length limit",
        ][self as usize]
    }
}

impl From<DrawReason> for Termination {
    fn from(reason: DrawReason) -> Termination {
        match reason {
            DrawReason::Repetition => Termination::Repetition,
            DrawReason::NaturalLimit => Termination::NaturalLimit,
            DrawReason::DeadMaterial => Termination::DeadMaterial,
        }
    }
}

/// A move, and what the side that made it thought of its position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ply {
    /// The move.
    pub mv: Move,
    /// From the side that moved, on the scale of [`crate::search::score`].
    pub score: i16,
}

/// A finished game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameRecord {
    /// The run it belongs to.
    pub run: u32,
    /// Its number in the run.
    pub number: u64,
    /// The first position.
    pub start: Position,
    /// The moves, at most [`MAX_PLIES`].
    pub plies: Vec<Ply>,
    /// Who won.
    pub outcome: Outcome,
    /// How it ended.
    pub termination: Termination,
}

/// Why bytes are not a game.
#[derive(Error, Clone, PartialEq, Eq, Debug)]
pub enum RecordError {
    /// The length does not fit the number of half-moves.
    #[error("{found} bytes for a game of {plies} half-moves, which takes {}", FIXED + PER_PLY * .plies)]
    Length {
        /// How many bytes there are.
        found: usize,
        /// How many half-moves they should hold.
        plies: usize,
    },
    /// Too few bytes for any game.
    #[error("{0} bytes are too few for a game")]
    TooShort(usize),
    /// A code of result or termination that means nothing.
    #[error("{name} code {code}")]
    Code {
        /// "result" or "termination".
        name: &'static str,
        /// The code.
        code: u8,
    },
    /// The first position.
    #[error("first position: {0}")]
    Start(#[from] PackedError),
    /// A move that is none.
    #[error("half-move {ply}: move code {code:#06x}")]
    Move {
        /// Its place in the game, from 1.
        ply: usize,
        /// The code.
        code: u16,
    },
    /// A move that cannot be played.
    #[error("half-move {ply}: {mv} is not legal")]
    Illegal {
        /// Its place in the game, from 1.
        ply: usize,
        /// The move.
        mv: Move,
    },
}

impl GameRecord {
    /// The record's bytes.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(FIXED + PER_PLY * self.plies.len());
        bytes.extend(self.run.to_le_bytes());
        bytes.extend(self.number.to_le_bytes());
        bytes.extend(packed::pack(&self.start));
        bytes.extend([self.outcome as u8, self.termination as u8]);
        bytes.extend((self.plies.len() as u16).to_le_bytes());
        for ply in &self.plies {
            bytes.extend(ply.mv.code().to_le_bytes());
            bytes.extend(ply.score.to_le_bytes());
        }
        bytes
    }

    /// Reads what [`GameRecord::to_bytes`] wrote. Whether the moves can be played is not asked here
    /// but by [`GameRecord::replay`].
    ///
    /// # Errors
    /// If the bytes are anything else.
    pub fn from_bytes(bytes: &[u8]) -> Result<GameRecord, RecordError> {
        let Some((fixed, rest)) = bytes.split_first_chunk::<FIXED>() else {
            return Err(RecordError::TooShort(bytes.len()));
        };
        let (run, after) = fixed.split_first_chunk().ok_or(RecordError::TooShort(bytes.len()))?;
        let (number, after) = after.split_first_chunk().ok_or(RecordError::TooShort(bytes.len()))?;
        let (start, after) = after.split_first_chunk().ok_or(RecordError::TooShort(bytes.len()))?;
        let &[outcome, termination, low, high] = after else { return Err(RecordError::TooShort(bytes.len())) };
        let plies = usize::from(u16::from_le_bytes([low, high]));
        if rest.len() != PER_PLY * plies {
            return Err(RecordError::Length { found: bytes.len(), plies });
        }
        let code = |name, code| RecordError::Code { name, code };
        let find_outcome = Outcome::ALL.get(usize::from(outcome)).ok_or(code("result", outcome));
        let find_termination = Termination::ALL.get(usize::from(termination)).ok_or(code("termination", termination));
        let read_ply = |(index, bytes): (usize, &[u8; PER_PLY])| {
            let code = u16::from_le_bytes([bytes[0], bytes[1]]);
            let mv = Move::from_code(code).ok_or(RecordError::Move { ply: index + 1, code })?;
            Ok(Ply { mv, score: i16::from_le_bytes([bytes[2], bytes[3]]) })
        };
        Ok(GameRecord {
            run: u32::from_le_bytes(*run),
            number: u64::from_le_bytes(*number),
            start: packed::unpack(start)?,
            outcome: *find_outcome?,
            termination: *find_termination?,
            plies: rest.as_chunks().0.iter().enumerate().map(read_ply).collect::<Result<_, RecordError>>()?,
        })
    }

    /// Plays the game over, shows each half-move with the position before it, and gives the game as it
    /// ended.
    ///
    /// # Errors
    /// At the first move that is not legal.
    pub fn replay(&self, mut visit: impl FnMut(&Position, Ply)) -> Result<Game, RecordError> {
        let mut game = Game::new(self.start.clone());
        for (index, &ply) in self.plies.iter().enumerate() {
            let before = game.position().clone();
            game.play(ply.mv).map_err(|error| RecordError::Illegal { ply: index + 1, mv: error.mv })?;
            visit(&before, ply);
        }
        Ok(game)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::fen;
    use crate::notation::iccs::Ranks;

    fn game() -> GameRecord {
        let ply = |text: &str, score| Ply { mv: Ranks::FromZero.parse(text).unwrap(), score };
        GameRecord {
            run: 0x0102_0304,
            number: 0x05,
            start: fen::start(),
            plies: vec![ply("h2e2", 35), ply("h9g7", -258)],
            outcome: Outcome::RedWins,
            termination: Termination::Resignation,
        }
    }

    #[test]
    fn layout() {
        let bytes = game().to_bytes();
        assert_eq!(bytes.len(), 48 + 2 * 4);
        assert_eq!(bytes[..12], [4, 3, 2, 1, 5, 0, 0, 0, 0, 0, 0, 0]);
        assert_eq!(bytes[44..48], [2, 6, 2, 0]);
        // h2 is point 25, e2 22: 25 + 128 × 22 = 0x0b19.
        assert_eq!(bytes[48..52], [0x19, 0x0b, 35, 0]);
        assert_eq!(bytes[54..], [0xfe, 0xfe]);
        assert_eq!(GameRecord::from_bytes(&bytes), Ok(game()));
    }

    #[test]
    fn nonsense_is_refused() {
        let good = game().to_bytes();
        let with = |at: usize, value: u8| {
            let mut bytes = good.clone();
            bytes[at] = value;
            GameRecord::from_bytes(&bytes).unwrap_err().to_string()
        };
        assert_eq!(with(44, 3), "result code 3");
        assert_eq!(with(45, 9), "termination code 9");
        assert_eq!(with(46, 3), "56 bytes for a game of 3 half-moves, which takes 60");
        assert_eq!(with(49, 0xff), "half-move 1: move code 0xff19");
        assert!(with(12, 0).starts_with("first position: "), "{}", with(12, 0));
        assert_eq!(GameRecord::from_bytes(&good[..47]), Err(RecordError::TooShort(47)));
    }

    #[test]
    fn illegal_moves_are_found() {
        let mut record = game();
        assert_eq!(record.replay(|_, _| ()).unwrap().moves().len(), 2);
        record.plies[1].mv = Ranks::FromZero.parse("h0g2").unwrap();
        assert_eq!(record.replay(|_, _| ()).err().unwrap().to_string(), "half-move 2: h0g2 is not legal");
    }
}
