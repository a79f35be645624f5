//! What ends a game besides mate: repetition, the natural limit, dead material.
//!
//! Search, referee and commands ask [`History::judge`] and nothing else, so the answers are the same
//! everywhere.

pub mod adjudicate;
mod chased;
pub mod explain;
mod game;
mod history;
mod idle;
pub mod nature;
pub mod roots;
mod ruleset;
mod threat;

pub use game::{Game, IllegalMove};
pub use history::History;
pub use ruleset::{Repetition, RuleSet, UnknownRuleSet};

use crate::board::{Kind, Position};

/// The adjustable part of the rules.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rules {
    /// Natural limit (自然限着, articles 4.2.4 and 23.3): rounds without a capture after which the
    /// game is drawn; `None` switches it off.
    pub natural_limit: Option<u16>,
}

impl Default for Rules {
    fn default() -> Rules {
        Rules { natural_limit: Some(60) }
    }
}

/// How the game ended, seen from the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ruling {
    /// The opponent gave check on every move of a cycle (长将 perpetual check): the side to move wins.
    Win,
    /// The side to move gave check on every move of a cycle: it loses.
    Loss,
    /// Drawn.
    Draw(DrawReason),
}

/// Why a game is drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DrawReason {
    /// The position was repeated and no side is to blame more than the other.
    Repetition,
    /// The natural limit was reached.
    NaturalLimit,
    /// Neither side has a piece that can cross the river.
    DeadMaterial,
}

/// Whether neither side has anything left to mate with: no rook, horse, cannon or pawn.
///
/// ```
/// use chuhe::{notation::fen, rules};
/// assert!(rules::is_dead(&fen::parse("4k4/4a4/9/9/9/9/9/9/4A4/3K5 w").unwrap()));
/// assert!(!rules::is_dead(&fen::start()));
/// ```
#[inline]
pub fn is_dead(pos: &Position) -> bool {
    [Kind::Rook, Kind::Horse, Kind::Cannon, Kind::Pawn].into_iter().all(|kind| pos.kind(kind).is_empty())
}
