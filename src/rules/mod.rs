//! What ends a game besides mate: repetition, the natural limit, dead material.
//!
//! Two levels of asking. The arbiter ([`adjudicate`], [`Game::repetition`], [`Game::ruling`]) knows the repetition
//! rules (棋例) in full; it is exact and may take milliseconds. Referee, commands and the root of a search ask
//! it. Inside the tree [`fast`] answers: at once where a short proof does, from the arbiter's own findings
//! where they are known or cheap, and "unclear" otherwise; it never contradicts the arbiter. [`Rules`] is the
//! one object that tells all of them which rules are in force.
//!
//! Where an article of the 2007 rules (中国象棋竞赛规则) is found:
//!
//! | Articles | What | Where |
//! |---|---|---|
//! | 23.2, 24 | counting, rulings, orders to change | [`adjudicate`] |
//! | 25.2, 26, 27.2 (second half), 7.1, 7.8, 7.11 | what a side did, the sides compared, the pawn clause | `sides` |
//! | 27.1, 27.2, 27.4, 28.1 to 28.4, 28.9, 29.2, 7.2, 7.6, 7.12 | what a move is; newness | [`nature`] |
//! | 25.3, 28.6, 28.16, 29.1, 29.3, 29.4, 7.3 to 7.5, 7.7, 7.10 | what a side threatens to win | `threat` |
//! | 28.5 to 28.8 | names of idle moves | `idle` |
//! | 28.16 | why a root fails | [`roots`] |
//! | 4.2.1, 4.2.4, 23.3 | dead material, natural limit | [`is_dead`], [`History`] |
//! | 27.3, 7.13 | simple draws with an incidental chase of a guard: not told apart, the general rule holds | – |
//!
//! [`RuleSet`] has the other rules Chuhe can judge by, `chased` what they call a chase, and [`explain`] says
//! all of it in words.

pub mod adjudicate;
mod chased;
pub mod explain;
pub mod fast;
mod game;
mod history;
mod idle;
pub mod nature;
pub mod roots;
mod ruleset;
mod sides;
mod threat;

pub use game::{Game, IllegalMove};
pub use history::{History, Recurrence};
pub use ruleset::{Repetition, RuleSet, UnknownRuleSet};

use crate::board::{Kind, Position};

/// The rules in force: the same object for engine, referee and judge.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rules {
    /// On repetition.
    pub repetition: Repetition,
    /// Natural limit (自然限着, articles 4.2.4 and 23.3): rounds without a capture after which the
    /// game is drawn; `None` switches it off.
    pub natural_limit: Option<u16>,
}

impl Default for Rules {
    fn default() -> Rules {
        Rules { repetition: Repetition::default(), natural_limit: Some(60) }
    }
}

/// How the game ended, seen from the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ruling {
    /// The opponent broke the rules on repetition: the side to move wins.
    Win,
    /// The side to move broke them: it loses.
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
