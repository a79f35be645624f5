//! What each side did over a cycle, and the two sides compared (articles 25.2, 26, 27.2, 7.11).
//!
//! | Red \\ Black | perpetual check | banned | allowed |
//! |---|---|---|---|
//! | **perpetual check** | draw (26.3) | Red loses (26.1) | Red loses (26.1) |
//! | **banned** | Black loses (26.1) | draw (26.3) | Red must change, or loses (26.4) |
//! | **allowed** | Black loses (26.1) | Black must change, or loses (26.4) | draw (26.2) |
//!
//! Here moves are reduced to what a ruling needs of them ([`Deed`]), so that the arbiter and the search,
//! which knows natures from its cache, weigh them in one place.

use super::adjudicate::Verdict;
use super::nature::{Idle, Nature};
use super::ruleset::{OnePiece, RuleSet};
use crate::board::{Bitboard, Color, Move, Square};

/// What a side did over a cycle (article 25.2).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Class {
    /// 允许着法, allowed: at least one idle move; or, where only the chase of one piece is banned,
    /// anything else.
    Allowed,
    /// 禁止着法, banned: 将, 杀 or 捉 on every move, not all of them 将; or a chase of one piece.
    Banned,
    /// 长将, perpetual check.
    PerpetualCheck,
}

/// A move of a cycle, as far as a ruling needs it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Deed {
    pub side: Color,
    pub mv: Move,
    pub nature: Nature,
    /// What a check or a chase attacks, as it stands after the move.
    pub victims: Bitboard,
    /// One of them is a rook that a horse of this side pins.
    pub pins: bool,
}

/// The two sides compared.
#[derive(Clone, Copy, Debug)]
pub(super) struct Weighed {
    pub verdict: Verdict,
    /// What Red and Black did.
    pub classes: [Class; 2],
    /// The side whose bare pawn attacks count as 捉 (articles 27.2, 7.11).
    pub raised: Option<Color>,
    /// The enemy pieces that Red and Black chase on every move, where that is what is banned: the points
    /// they stand on when the cycle begins.
    pub prey: [Bitboard; 2],
    /// Both chase, and this side loses because its prey is a rook that its horse pins.
    pub pins_its_prey: Option<Color>,
}

/// Weighs a cycle by a rule set.
pub(super) fn weigh(set: RuleSet, deeds: &[Deed]) -> Weighed {
    match (set, set.one_piece()) {
        (_, Some(rule)) => by_one_piece(deeds, rule),
        (RuleSet::None, _) => Weighed {
            verdict: Verdict::Draw,
            classes: [Class::Allowed; 2],
            raised: None,
            prey: [Bitboard::EMPTY; 2],
            pins_its_prey: None,
        },
        _ => by_every_move(deeds),
    }
}

/// The rules of 2007: banned is what attacks on every move.
fn by_every_move(deeds: &[Deed]) -> Weighed {
    let mut classes = Color::ALL.map(|side| class(deeds, side, false));
    let mut raised = None;
    // The pawn clause: against attacks on every move a pawn's captures are attacks too.
    for side in Color::ALL {
        if classes[side.index()] == Class::Allowed && classes[(!side).index()] == Class::Banned {
            let clause = class(deeds, side, true);
            if clause != Class::Allowed {
                classes[side.index()] = clause;
                raised = Some(side);
            }
            break;
        }
    }
    Weighed { verdict: verdict(classes), classes, raised, prey: [Bitboard::EMPTY; 2], pins_its_prey: None }
}

/// What one side did; `raised` when attacks by pawns alone count as 捉.
fn class(deeds: &[Deed], side: Color, raised: bool) -> Class {
    let natures = || deeds.iter().filter(|deed| deed.side == side).map(|deed| deed.nature);
    if natures().all(|nature| nature == Nature::Check) {
        Class::PerpetualCheck
    } else if natures().all(|nature| nature >= Nature::Chase || raised && nature == Nature::Idle(Idle::ByPawn)) {
        Class::Banned
    } else {
        Class::Allowed
    }
}

/// The rules that ban, besides perpetual check, the chase of one piece on every move, at once.
fn by_one_piece(deeds: &[Deed], rule: &OnePiece) -> Weighed {
    let mut prey = [Bitboard::ALL; 2];
    // Where the piece on a point stood when the cycle began.
    let mut home: Vec<Square> = Square::all().collect();
    let mut pinned = [true; 2];
    for deed in deeds {
        home[deed.mv.to().index()] = home[deed.mv.from().index()];
        let side = deed.side.index();
        // An idle move's victims are only what it is about.
        let attacks = deed.nature >= Nature::Chase;
        let victims = if attacks { deed.victims } else { Bitboard::EMPTY };
        prey[side] &= victims.into_iter().fold(Bitboard::EMPTY, |set, sq| set | Bitboard::of(home[sq.index()]));
        pinned[side] &= attacks && deed.pins;
    }
    let classes = Color::ALL.map(|side| match class(deeds, side, false) {
        Class::PerpetualCheck => Class::PerpetualCheck,
        _ if prey[side.index()].any() => Class::Banned,
        _ => Class::Allowed,
    });
    let mut weighed = Weighed { verdict: verdict(classes), classes, raised: None, prey, pins_its_prey: None };
    if let Verdict::MustChange(side) = weighed.verdict {
        weighed.verdict = Verdict::Loses(side);
    }
    if rule.spares_pinned_rook && classes == [Class::Banned; 2] && pinned[0] != pinned[1] {
        let side = if pinned[0] { Color::Red } else { Color::Black };
        (weighed.pins_its_prey, weighed.verdict) = (Some(side), Verdict::Loses(side));
    }
    weighed
}

/// Article 26, Red's class first.
fn verdict(classes: [Class; 2]) -> Verdict {
    use Class::{Allowed, Banned, PerpetualCheck};
    match classes {
        [Allowed, Allowed] | [Banned, Banned] | [PerpetualCheck, PerpetualCheck] => Verdict::Draw,
        [PerpetualCheck, _] => Verdict::Loses(Color::Red),
        [_, PerpetualCheck] => Verdict::Loses(Color::Black),
        [Banned, Allowed] => Verdict::MustChange(Color::Red),
        [Allowed, Banned] => Verdict::MustChange(Color::Black),
    }
}
