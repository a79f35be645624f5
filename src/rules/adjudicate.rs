//! Rulings on repetition (articles 23.2, 24 to 26 and chapter 7).
//!
//! Three layers, as the text has them: what each move is ([`super::nature`], or `chased` for the
//! rule sets that know only the chase of one piece), what each side did over the cycle ([`Class`],
//! article 25.2), and the two sides compared (article 26, in `sides`).
//!
//! A position is ruled on from its third occurrence on ([`Repetition::fold`]). Judged are all moves
//! since the occurrence two before, so that one idle move anywhere makes a side's cycle allowed. Perpetual
//! check and draws are ruled at once (24.1, 24.2). A banned cycle against an allowed one is first
//! an order to change; when the position comes back once more, the moves since the order are judged, and
//! if they are banned again the side has lost (24.3). Captures and advances of pawns begin anew, and an
//! order is forgotten with them. Positions are the same when the same kinds of pieces stand on the same
//! points with the same side to move.

pub use super::sides::Class;

use super::nature::{Finding, Idle, Nature, nature};
use super::ruleset::{Repetition, RuleSet};
use super::sides::{Deed, weigh};
use super::threat::Effort;
use super::{DrawReason, Game, History, Rules, chased, idle};
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
    let found = bare_finding(set, before, mv, &mut Effort::full());
    if found.nature != Nature::Idle(Idle::Plain) {
        return found;
    }
    let mut after = before.clone();
    let _ = after.make(mv, &mut ());
    let _ = after.make_null();
    Finding { uncertain: found.uncertain, ..idle::refine(before, &after, mv) }
}

/// What a ruling needs to know of the legal move `mv` in `before`, found out with so much effort.
pub(super) fn bare_finding(set: RuleSet, before: &Position, mv: Move, effort: &mut Effort) -> Finding {
    match set.one_piece() {
        Some(rule) => chased::nature(before, mv, rule),
        None => nature(before, mv, effort),
    }
}

/// The move reduced to what a ruling needs of it.
pub(super) fn deed(set: RuleSet, before: &Position, mv: Move, finding: &Finding) -> Deed {
    let victims = finding.victims.iter().fold(Bitboard::EMPTY, |all, &sq| all | Bitboard::of(sq));
    let pins = set.one_piece().is_some_and(|rule| rule.spares_pinned_rook) && {
        let mut after = before.clone();
        let _ = after.make(mv, &mut ());
        finding.victims.iter().any(|&sq| chased::is_rook_pinned_by_horse(&after, sq))
    };
    Deed { side: before.side(), mv, nature: finding.nature, victims, pins }
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
/// before the natural limit.
pub fn rule(start: &Position, moves: &[Move], rules: &Rules) -> Rulings {
    let mut judgements = judgements(start, moves, rules.repetition);
    let end = judgements.last().filter(|last| last.verdict.is_final()).map_or(moves.len(), |last| last.end);
    let drawn = drawn(start, &moves[..end], rules)
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
fn drawn(start: &Position, moves: &[Move], rules: &Rules) -> Option<(usize, DrawReason)> {
    let mut pos = start.clone();
    let mut history = History::new(&pos);
    for ply in 0..=moves.len() {
        if let Some(reason) = history.drawn(&pos, rules) {
            // Mate and stalemate come first.
            if !pos.legal_moves().is_empty() {
                return Some((ply, reason));
            }
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

/// Rules on one cycle, as if for the first time: `positions` are those before each of `moves`, and perhaps
/// more; `first_ply` half-moves were played before it.
fn judge(
    positions: &[Position],
    moves: &[Move],
    first_ply: usize,
    rules: Repetition,
    natures: &mut Natures,
) -> Judgement {
    let mut moves: Vec<Judged> = moves
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
    let deeds: Vec<Deed> =
        moves.iter().map(|judged| deed(rules.set, &judged.before, judged.mv, &judged.finding)).collect();
    let weighed = weigh(rules.set, &deeds);
    for judged in moves.iter_mut().filter(|judged| Some(judged.side) == weighed.raised) {
        judged.raised = judged.finding.nature == Nature::Idle(Idle::ByPawn);
    }
    Judgement {
        rules,
        verdict: weighed.verdict,
        start: first_ply,
        end: first_ply + moves.len(),
        occurrences: 0,
        moves,
        classes: weighed.classes,
        prey: weighed.prey.map(|prey| prey.into_iter().collect()),
        pins_its_prey: weighed.pins_its_prey,
        after_order: false,
    }
}

/// Rules on one cycle, as if for the first time: the legal `moves` from `pos` on lead back to it, and
/// `first_ply` half-moves were played before.
pub fn judge_cycle(pos: &Position, moves: &[Move], first_ply: usize, rules: Repetition) -> Judgement {
    let mut pos = pos.clone();
    let mut positions = Vec::with_capacity(moves.len());
    for &mv in moves {
        positions.push(pos.clone());
        let _ = pos.make(mv, &mut ());
    }
    judge(&positions, moves, first_ply, rules, &mut Natures { set: rules.set, known: HashMap::new() })
}

/// The ruling on the first repetition in a line of play, as the search sees it: at its root, where the
/// moves of `game` lead, and wherever the rules call for a ruling in `line`, the moves that follow.
/// Inside the line the second occurrence is enough. `None` when nothing is ruled on.
pub fn foresee(game: &Game, line: &[Move], rules: Repetition) -> Option<Judgement> {
    if let Some(judgement) = game.repetition(rules) {
        return Some(judgement);
    }
    let mut longer = game.clone();
    for (ply, &mv) in (1..).zip(line) {
        longer.play(mv).ok()?;
        let Some(recurrence) = longer.history().recurrence(ply, rules.fold) else { continue };
        if !recurrence.in_tree {
            return longer.repetition(rules);
        }
        let (moves, end) = (longer.moves(), longer.moves().len());
        let mut pos = longer.start().clone();
        for &mv in &moves[..end - recurrence.back] {
            let _ = pos.make(mv, &mut ());
        }
        let mut judgement = judge_cycle(&pos, &moves[end - recurrence.back..], end - recurrence.back, rules);
        judgement.occurrences = longer.history().occurrences();
        return Some(judgement);
    }
    None
}
