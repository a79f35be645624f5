//! Rulings on repetition (articles 23.2, 24 to 26 and chapter 7).
//!
//! Three layers, as the text has them: what each move is ([`super::nature`], or `chased` for the
//! rule sets that know only the chase of one piece), what each side did over the cycle ([`Class`],
//! article 25.2), and the two sides compared (article 26):
//!
//! | Red \\ Black | perpetual check | banned | allowed |
//! |---|---|---|---|
//! | **perpetual check** | draw (26.3) | Red loses (26.1) | Red loses (26.1) |
//! | **banned** | Black loses (26.1) | draw (26.3) | Red must change, or loses (26.4) |
//! | **allowed** | Black loses (26.1) | Black must change, or loses (26.4) | draw (26.2) |
//!
//! A position is ruled on from its third occurrence on ([`Repetition::fold`]). Judged are all moves
//! since the occurrence two before, so that one idle move anywhere makes a side's cycle allowed. Perpetual
//! check and draws are ruled at once (24.1, 24.2). A banned cycle against an allowed one is first
//! an order to change; when the position comes back once more, the moves since the order are judged, and
//! if they are banned again the side has lost (24.3). Captures and advances of pawns begin anew, and an
//! order is forgotten with them. Positions are the same when the same kinds of pieces stand on the same
//! points with the same side to move.

use super::nature::{Finding, Idle, Nature, nature};
use super::ruleset::{OnePiece, Repetition, RuleSet};
use super::{DrawReason, History, Rules, chased, idle, is_dead};
use crate::board::{Bitboard, Color, Move, Position, Square};
use std::collections::HashMap;

/// What a ruling says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// The game goes on.
    None,
    /// Drawn.
    Draw,
    /// This side must play something else (article 24.3).
    MustChange(Color),
    /// This side has lost.
    Loses(Color),
}

impl Verdict {
    /// Whether it ends the game.
    pub const fn is_final(self) -> bool {
        matches!(self, Verdict::Draw | Verdict::Loses(_))
    }

    /// The words of the JSON document: `red loses`, `black loses`, `draw`, `red must change`,
    /// `black must change`, `no verdict yet`.
    pub const fn text(self) -> &'static str {
        match self {
            Verdict::None => "no verdict yet",
            Verdict::Draw => "draw",
            Verdict::MustChange(Color::Red) => "red must change",
            Verdict::MustChange(Color::Black) => "black must change",
            Verdict::Loses(Color::Red) => "red loses",
            Verdict::Loses(Color::Black) => "black loses",
        }
    }
}

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

/// A move of a judged cycle.
#[derive(Clone, Debug)]
pub struct Judged {
    /// Half-moves played before it in the game.
    pub ply: usize,
    /// The move.
    pub mv: Move,
    /// Who played it.
    pub side: Color,
    /// The position it was played in.
    pub before: Position,
    /// What it is.
    pub finding: Finding,
    /// By the pawn clause (articles 27.2, 7.11) a bare pawn chase counts as 捉 here.
    pub raised: bool,
}

/// A ruling and what it rests on.
#[derive(Clone, Debug)]
pub struct Judgement {
    /// The rules it follows.
    pub rules: Repetition,
    /// What it says.
    pub verdict: Verdict,
    /// Half-moves played when the cycle that is judged began.
    pub start: usize,
    /// Half-moves played when it was made.
    pub end: usize,
    /// How often the position has occurred by then.
    pub occurrences: usize,
    /// The moves of the cycle.
    pub moves: Vec<Judged>,
    /// What Red and Black did.
    pub classes: [Class; 2],
    /// The enemy pieces that Red and Black chase on every move, where that is what is banned: the
    /// points they stand on when the cycle begins.
    pub prey: [Vec<Square>; 2],
    /// Both chase, and this side loses because its prey is a rook that its horse pins.
    pub pins_its_prey: Option<Color>,
    /// The position was ruled on before, with an order to change; only the moves since then are judged.
    pub after_order: bool,
}

/// Remembers the natures of moves by position; for one rule set.
struct Natures {
    set: RuleSet,
    known: HashMap<(u64, Move), Finding>,
}

impl Natures {
    fn of(&mut self, before: &Position, mv: Move) -> Finding {
        let set = self.set;
        self.known.entry((before.key(), mv)).or_insert_with(|| finding(set, before, mv)).clone()
    }
}

/// What the legal move `mv` in `before` is under a rule set, with the informative names of idle moves.
pub fn finding(set: RuleSet, before: &Position, mv: Move) -> Finding {
    let found = match set.one_piece() {
        Some(rule) => chased::nature(before, mv, rule),
        None => nature(before, mv),
    };
    if found.nature != Nature::Idle(Idle::Plain) {
        return found;
    }
    let mut after = before.clone();
    let _ = after.make(mv, &mut ());
    let _ = after.make_null();
    Finding { uncertain: found.uncertain, ..idle::refine(before, &after, mv) }
}

/// Everything that was ruled in a game.
#[derive(Clone, Debug)]
pub struct Rulings {
    /// Every repetition that was ruled on, in the order of the game; a ruling that ends it is the last.
    pub judgements: Vec<Judgement>,
    /// The game was drawn for another reason (natural limit, dead material), after so many half-moves.
    pub drawn: Option<(usize, DrawReason)>,
    /// The ruling after the last move, or the one that ended the game before.
    pub verdict: Verdict,
}

/// Rules on a game. `moves` have to be legal, one after the other, from `start` on. Repetition is judged
/// before the natural limit of `limits`.
pub fn rule(start: &Position, moves: &[Move], rules: Repetition, limits: &Rules) -> Rulings {
    let mut judgements = judgements(start, moves, rules);
    let end = judgements.last().filter(|last| last.verdict.is_final()).map_or(moves.len(), |last| last.end);
    let drawn = drawn(start, &moves[..end], limits)
        .filter(|&(ply, _)| ply < end || judgements.last().is_none_or(|last| !last.verdict.is_final()));
    if let Some((ply, _)) = drawn {
        judgements.retain(|judgement| judgement.end <= ply);
    }
    let verdict = match judgements.last() {
        _ if drawn.is_some() => Verdict::Draw,
        Some(last) if last.verdict.is_final() || last.end == moves.len() => last.verdict,
        _ => Verdict::None,
    };
    Rulings { judgements, drawn, verdict }
}

/// When the natural limit was reached or nothing was left to win with, repetition aside.
fn drawn(start: &Position, moves: &[Move], limits: &Rules) -> Option<(usize, DrawReason)> {
    let mut pos = start.clone();
    let mut history = History::new(&pos);
    for ply in 0..=moves.len() {
        // Mate and stalemate come first.
        let goes_on = || !pos.legal_moves().is_empty();
        if limits.natural_limit.is_some_and(|rounds| history.counted() >= 2 * rounds) && goes_on() {
            return Some((ply, DrawReason::NaturalLimit));
        }
        if is_dead(&pos) && goes_on() {
            return Some((ply, DrawReason::DeadMaterial));
        }
        if let Some(&mv) = moves.get(ply) {
            let undo = pos.make(mv, &mut ());
            history.push(&pos, mv, &undo);
        }
    }
    None
}

/// Rules on every repetition of a game, in the order of the game; a ruling that ends it is the last.
pub fn judgements(start: &Position, moves: &[Move], rules: Repetition) -> Vec<Judgement> {
    let fold = rules.fold.clamp(*Repetition::FOLDS.start(), *Repetition::FOLDS.end());
    let mut natures = Natures { set: rules.set, known: HashMap::new() };
    let mut found: Vec<Judgement> = Vec::new();
    let mut positions = vec![start.clone()];
    // Where the last capture or pawn advance left the game: nothing before can come back.
    let mut base = 0;
    // Positions in which a side was ordered to change, with the half-moves played then.
    let mut orders: HashMap<u64, (usize, Color)> = HashMap::new();
    for (ply, &mv) in moves.iter().enumerate() {
        let before = &positions[ply];
        let mut after = before.clone();
        let irreversible = before.is_irreversible(mv);
        let _ = after.make(mv, &mut ());
        let key = after.key();
        positions.push(after);
        if irreversible {
            base = ply + 1;
            orders.clear();
            continue;
        }
        let seen: Vec<usize> = (base..=ply + 1).filter(|&i| positions[i].key() == key).collect();
        if seen.len() < fold {
            continue;
        }
        let order = orders.get(&key).copied();
        let from = order.map_or(seen[seen.len() - fold], |(ply, _)| ply);
        let mut judgement = judge(&positions[from..=ply + 1], &moves[from..=ply], from, rules, &mut natures);
        judgement.occurrences = seen.len();
        judgement.after_order = order.is_some();
        if let Verdict::MustChange(side) = judgement.verdict {
            if order.is_some_and(|(_, ordered)| ordered == side) {
                judgement.verdict = Verdict::Loses(side);
            } else {
                orders.insert(key, (ply + 1, side));
            }
        }
        let over = judgement.verdict.is_final();
        found.push(judgement);
        if over {
            break;
        }
    }
    found
}

/// Rules on one cycle: `positions` are those before each of `moves`, and the one after the last.
fn judge(
    positions: &[Position],
    moves: &[Move],
    first_ply: usize,
    rules: Repetition,
    natures: &mut Natures,
) -> Judgement {
    let moves: Vec<Judged> = moves
        .iter()
        .zip(positions)
        .enumerate()
        .map(|(i, (&mv, before))| Judged {
            ply: first_ply + i,
            mv,
            side: before.side(),
            before: before.clone(),
            finding: natures.of(before, mv),
            raised: false,
        })
        .collect();
    let mut judgement = Judgement {
        rules,
        verdict: Verdict::Draw,
        start: first_ply,
        end: first_ply + moves.len(),
        occurrences: 0,
        moves,
        classes: [Class::Allowed; 2],
        prey: [Vec::new(), Vec::new()],
        pins_its_prey: None,
        after_order: false,
    };
    match rules.set {
        RuleSet::None => {}
        RuleSet::Chinese2007 => by_every_move(&mut judgement),
        RuleSet::Asian | RuleSet::Computer => {
            if let Some(rule) = rules.set.one_piece() {
                by_one_piece(&mut judgement, rule);
            }
        }
    }
    judgement
}

/// The rules of 2007: banned is what attacks on every move.
fn by_every_move(judgement: &mut Judgement) {
    let mut classes = Color::ALL.map(|side| class(&judgement.moves, side));
    // The pawn clause: against attacks on every move a pawn's captures are attacks too.
    for side in Color::ALL {
        if classes[side.index()] == Class::Allowed && classes[(!side).index()] == Class::Banned {
            let mut trial = judgement.moves.clone();
            for judged in trial.iter_mut().filter(|judged| judged.side == side) {
                judged.raised = judged.finding.nature == Nature::Idle(Idle::ByPawn);
            }
            if class(&trial, side) != Class::Allowed {
                classes[side.index()] = class(&trial, side);
                judgement.moves = trial;
            }
            break;
        }
    }
    (judgement.classes, judgement.verdict) = (classes, verdict(classes));
}

fn class(moves: &[Judged], side: Color) -> Class {
    let natures = || moves.iter().filter(|judged| judged.side == side);
    if natures().all(|judged| judged.finding.nature == Nature::Check) {
        Class::PerpetualCheck
    } else if natures().all(|judged| judged.finding.nature >= Nature::Chase || judged.raised) {
        Class::Banned
    } else {
        Class::Allowed
    }
}

/// The rules that ban, besides perpetual check, the chase of one piece on every move, at once.
fn by_one_piece(judgement: &mut Judgement, rule: &OnePiece) {
    let mut prey: [Bitboard; 2] = [Bitboard::ALL; 2];
    // Where the piece on a point stood when the cycle began.
    let mut home: Vec<Square> = Square::all().collect();
    let mut pinned = [true; 2];
    for judged in &judgement.moves {
        home[judged.mv.to().index()] = home[judged.mv.from().index()];
        // An idle move's victims are only what it is about.
        let attacks = judged.finding.nature >= Nature::Chase;
        let victims: Vec<Square> = if attacks { judged.finding.victims.clone() } else { Vec::new() };
        let homes = victims.iter().fold(Bitboard::EMPTY, |set, sq| set | Bitboard::of(home[sq.index()]));
        let side = judged.side.index();
        prey[side] &= homes;
        let mut after = judged.before.clone();
        let _ = after.make(judged.mv, &mut ());
        pinned[side] &= victims.iter().any(|&sq| chased::is_rook_pinned_by_horse(&after, sq));
    }
    let classes = Color::ALL.map(|side| match class(&judgement.moves, side) {
        Class::PerpetualCheck => Class::PerpetualCheck,
        _ if prey[side.index()].any() => Class::Banned,
        _ => Class::Allowed,
    });
    judgement.classes = classes;
    judgement.prey = prey.map(|prey| prey.into_iter().collect());
    judgement.verdict = match verdict(classes) {
        Verdict::MustChange(side) => Verdict::Loses(side),
        other => other,
    };
    if rule.spares_pinned_rook && classes == [Class::Banned; 2] && pinned[0] != pinned[1] {
        let side = if pinned[0] { Color::Red } else { Color::Black };
        (judgement.pins_its_prey, judgement.verdict) = (Some(side), Verdict::Loses(side));
    }
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
