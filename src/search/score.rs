//! Scores inside the search, and scores as they are told.
//!
//! ```text
//! 0 … ±15 000      evaluation, roughly in hundredths of a crossed pawn
//! ±20 000 − plies  won or lost by the rules (perpetual check)
//! ±32 000 − plies  mate (stalemate is a loss too)
//! ```
//!
//! Told is the evaluation on another scale, on which a lead of 100 wins every other game
//! ([`WinRate::told`]).

use crate::eval::WinRate;

/// A score from the side to move, inside the search.
pub type Value = i32;

/// Longest line the search looks at, in half-moves.
pub const MAX_PLY: usize = 246;
/// Larger than any score.
pub const INFINITE: Value = 32_500;
/// The side to move is mated at the root.
pub const MATE: Value = 32_000;
/// Scores from here on are mates.
pub const MATE_BOUND: Value = MATE - 2 * MAX_PLY as Value;
/// A win by the rules at the root.
pub const RULE_WIN: Value = 20_000;
/// Scores from here on, up to [`RULE_WIN`], are wins by the rules.
pub const RULE_BOUND: Value = RULE_WIN - 2 * MAX_PLY as Value;
/// No evaluation is larger.
pub const MAX_EVAL: Value = 15_000;

/// Mated `ply` half-moves from the root.
#[inline]
pub const fn mated_in(ply: usize) -> Value {
    ply as Value - MATE
}

/// Mates `ply` half-moves from the root.
#[inline]
pub const fn mate_in(ply: usize) -> Value {
    MATE - ply as Value
}

/// Whether the score is a mate for either side.
#[inline]
pub const fn is_mate(value: Value) -> bool {
    value.abs() >= MATE_BOUND
}

/// Whether the score is a win by the rules for either side.
#[inline]
pub const fn is_rule(value: Value) -> bool {
    value.abs() >= RULE_BOUND && value.abs() <= RULE_WIN
}

/// A score as it is told to the outside, from the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Score {
    /// A lead, of which 100 wins every other game, within ±15 000.
    Cp(i32),
    /// Won (positive) or lost (negative) by the rules: ±(20 000 − plies until the ruling).
    Rule(i32),
    /// Mate in so many moves (positive), or mated in so many (negative or zero).
    Mate(i32),
}

impl Score {
    /// What a search value means with so many pieces on the board.
    pub fn from_value(value: Value, pieces: usize) -> Score {
        if is_mate(value) {
            let plies = MATE - value.abs();
            Score::Mate(if value > 0 { (plies + 1) / 2 } else { -(plies / 2) })
        } else if is_rule(value) {
            Score::Rule(value)
        } else {
            Score::Cp(WinRate::FITTED.told(value, pieces))
        }
    }
}
