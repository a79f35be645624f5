//! Sets of rules on repetition.
//!
//! | | Chinese2007 | Asian | Computer | None |
//! |---|---|---|---|---|
//! | perpetual check | loses | loses | loses | free |
//! | perpetual threat of mate (长杀) | must change, then loses | free | free | free |
//! | perpetual chase of one piece | must change, then loses | loses | loses | free |
//! | of several pieces in turn | must change, then loses | free | free | free |
//! | check and chase in turn | must change, then loses | free, unless one piece is chased throughout | free | free |
//! | chase by king or pawn alone | free (a pawn's not against attacks on every move) | free | free | free |
//! | a rooted piece | chased when material is won | only a rook by horse or cannon | a rook by horse or cannon; rook, horse, cannon by advisor or elephant | – |
//! | a win by checks or exchanges | chase | free | free | free |
//! | rook pinned by a horse, chased, chasing back | draw | the chaser of the rook loses | draw | – |
//! | both do the same | draw | draw | draw | draw |
//!
//! Asian is the reading of the Asian (AXF) and world (WXF) federations' rules that programs share;
//! Computer is what engine matches judge by.

use crate::board::Kind;
use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// Which rules decide repetitions.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Hash)]
pub enum RuleSet {
    /// The Chinese rules of 2007 (中国象棋竞赛规则), articles 23 to 29 and chapter 7.
    #[default]
    Chinese2007,
    /// AXF and WXF.
    Asian,
    /// Between engines: like Asian, but checks that are not perpetual break a chase.
    Computer,
    /// Every repetition is a draw.
    None,
}

/// A text that names no rule set.
#[derive(Error, Clone, PartialEq, Eq, Debug)]
#[error("'{0}' is no rule set (Chinese2007, Asian, Computer or None)")]
pub struct UnknownRuleSet(
    /// The text.
    pub String,
);

impl RuleSet {
    /// All sets, the default first.
    pub const ALL: [RuleSet; 4] = [RuleSet::Chinese2007, RuleSet::Asian, RuleSet::Computer, RuleSet::None];

    /// The name, as options and commands write it.
    pub const fn name(self) -> &'static str {
        match self {
            RuleSet::Chinese2007 => "Chinese2007",
            RuleSet::Asian => "Asian",
            RuleSet::Computer => "Computer",
            RuleSet::None => "None",
        }
    }

    /// What the set calls a chase, where that is the chase of one piece on every move.
    pub(super) const fn one_piece(self) -> Option<&'static OnePiece> {
        match self {
            RuleSet::Asian => Some(&ASIAN),
            RuleSet::Computer => Some(&COMPUTER),
            RuleSet::Chinese2007 | RuleSet::None => None,
        }
    }
}

impl fmt::Display for RuleSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for RuleSet {
    type Err = UnknownRuleSet;

    /// Reads a name, in any case; `ChineseRule`, `AsianRule` and `ComputerRule` of other programs too.
    ///
    /// ```
    /// use chuhe::rules::RuleSet;
    /// assert_eq!("chinese2007".parse(), Ok(RuleSet::Chinese2007));
    /// assert_eq!("AsianRule".parse(), Ok(RuleSet::Asian));
    /// assert!("FIDE".parse::<RuleSet>().is_err());
    /// ```
    fn from_str(text: &str) -> Result<RuleSet, UnknownRuleSet> {
        match text.to_ascii_lowercase().as_str() {
            "chinese2007" | "chineserule" => Ok(RuleSet::Chinese2007),
            "asian" | "asianrule" => Ok(RuleSet::Asian),
            "computer" | "computerrule" => Ok(RuleSet::Computer),
            "none" => Ok(RuleSet::None),
            _ => Err(UnknownRuleSet(text.to_owned())),
        }
    }
}

/// What a chase of one piece is.
#[derive(Debug)]
pub(super) struct OnePiece {
    /// Takers and victims for which a root does not count.
    pub despite_root: &'static [(Kind, Kind)],
    /// Whether a check that attacks the piece as well goes on with the chase; otherwise it breaks it.
    pub check_may_chase: bool,
    /// Whether, of two chasers, the one loses that chases a rook its horse pins.
    pub spares_pinned_rook: bool,
}

const ASIAN: OnePiece = OnePiece {
    despite_root: &[(Kind::Horse, Kind::Rook), (Kind::Cannon, Kind::Rook)],
    check_may_chase: true,
    spares_pinned_rook: true,
};

const COMPUTER: OnePiece = OnePiece {
    despite_root: &[
        (Kind::Horse, Kind::Rook),
        (Kind::Cannon, Kind::Rook),
        (Kind::Advisor, Kind::Rook),
        (Kind::Advisor, Kind::Horse),
        (Kind::Advisor, Kind::Cannon),
        (Kind::Elephant, Kind::Rook),
        (Kind::Elephant, Kind::Horse),
        (Kind::Elephant, Kind::Cannon),
    ],
    check_may_chase: false,
    spares_pinned_rook: false,
};

/// The rules on repetition that are in force.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Repetition {
    /// The set of rules.
    pub set: RuleSet,
    /// The occurrence of a position from which it is ruled on (article 23.2: the third), 2 to 5.
    pub fold: usize,
}

impl Repetition {
    /// Smallest and largest [`Repetition::fold`].
    pub const FOLDS: std::ops::RangeInclusive<usize> = 2..=5;
}

impl Default for Repetition {
    fn default() -> Repetition {
        Repetition { set: RuleSet::default(), fold: 3 }
    }
}
