//! Rulings on repetition (articles 23.2, 24 to 26 and chapter 7).

use super::nature::{Finding, Idle, Nature, nature};
use crate::board::{Color, Move, Position};
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

/// What a side did over a cycle (article 25.2).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Class {
    /// 允许着法, allowed: at least one idle move.
    Allowed,
    /// 禁止着法, banned: 将, 杀 or 捉 on every move, not all of them 将.
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
}

/// Remembers the natures of moves by position.
#[derive(Default)]
pub struct Natures(HashMap<(u64, Move), Finding>);

impl Natures {
    /// The nature of `mv` in `before`.
    pub fn of(&mut self, before: &Position, mv: Move) -> Finding {
        self.0.entry((before.key(), mv)).or_insert_with(|| nature(before, mv)).clone()
    }
}

/// Rules on every repetition of a game, in the order of the game; a ruling that ends it is the last.
/// `fold` is the occurrence from which a position is ruled on (article 23.2: the third).
pub fn rulings(start: &Position, moves: &[Move], fold: usize) -> Vec<Judgement> {
    let mut natures = Natures::default();
    let mut found: Vec<Judgement> = Vec::new();
    let mut positions = vec![start.clone()];
    // Where the last capture or pawn advance left the game: nothing before can come back.
    let mut base = 0;
    // Positions that an order to change was given in, with the half-moves played then.
    let mut orders: HashMap<u64, usize> = HashMap::new();
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
        if seen.len() < fold.max(2) {
            continue;
        }
        let ordered = orders.get(&key).copied();
        let from = ordered.unwrap_or(seen[seen.len() - fold.max(2)]);
        let mut judgement = judge(&positions[from..=ply + 1], &moves[from..=ply], from, &mut natures);
        judgement.occurrences = seen.len();
        match judgement.verdict {
            Verdict::MustChange(side) if ordered.is_some() => judgement.verdict = Verdict::Loses(side),
            Verdict::MustChange(_) => drop(orders.insert(key, ply + 1)),
            _ => {}
        }
        let over = matches!(judgement.verdict, Verdict::Draw | Verdict::Loses(_));
        found.push(judgement);
        if over {
            break;
        }
    }
    found
}

/// Rules on one cycle: `positions` are those before each of `moves`, and the one after the last.
fn judge(positions: &[Position], moves: &[Move], first_ply: usize, natures: &mut Natures) -> Judgement {
    let mut judged: Vec<Judged> = moves
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
    let mut classes = Color::ALL.map(|side| class(&judged, side));
    // The pawn clause: against attacks on every move a pawn's captures are attacks too.
    for side in Color::ALL {
        if classes[side.index()] == Class::Allowed && classes[(!side).index()] == Class::Banned {
            let raised = |judged: &Judged| judged.side == side && judged.finding.nature == Nature::Idle(Idle::ByPawn);
            let mut trial = judged.clone();
            trial.iter_mut().for_each(|judged| judged.raised = raised(judged));
            if class(&trial, side) != Class::Allowed {
                classes[side.index()] = class(&trial, side);
                judged = trial;
            }
            break;
        }
    }
    Judgement {
        verdict: verdict(classes),
        start: first_ply,
        end: first_ply + moves.len(),
        occurrences: 0,
        moves: judged,
        classes,
    }
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
