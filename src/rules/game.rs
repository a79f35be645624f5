//! A game as the protocols give it: a first position and the moves since.

use super::adjudicate::{Judgement, Verdict, judgements};
use super::fast::Order;
use super::{DrawReason, History, Repetition, Rules, Ruling};
use crate::board::{Color, Legality, Move, Position};
use std::collections::HashMap;
use thiserror::Error;

/// A move that cannot be played.
#[derive(Error, Clone, Copy, PartialEq, Eq, Debug)]
#[error("{mv} is not legal")]
pub struct IllegalMove {
    /// The move.
    pub mv: Move,
}

/// A position on the board together with the game that led to it.
#[derive(Clone)]
pub struct Game {
    start: Position,
    position: Position,
    history: History,
    moves: Vec<Move>,
}

impl Game {
    /// A game that begins with `start`.
    pub fn new(start: Position) -> Game {
        Game { history: History::new(&start), position: start.clone(), start, moves: Vec::new() }
    }

    /// Plays a move.
    ///
    /// # Errors
    /// If the move is not legal; the game stays as it was.
    pub fn play(&mut self, mv: Move) -> Result<(), IllegalMove> {
        let pos = &mut self.position;
        if !pos.is_pseudo_legal(mv) || !pos.is_legal(mv, &Legality::new(pos)) {
            return Err(IllegalMove { mv });
        }
        let undo = pos.make(mv, &mut ());
        self.history.push(pos, mv, &undo);
        self.moves.push(mv);
        Ok(())
    }

    /// The position the game began with.
    pub fn start(&self) -> &Position {
        &self.start
    }

    /// The position on the board.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// What repetition and the natural limit are judged from.
    pub fn history(&self) -> &History {
        &self.history
    }

    /// The moves played since the first position.
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// The ruling on the position on the board, if it occurred often enough for one; it may be an order to
    /// change, after which the game goes on.
    pub fn repetition(&self, rules: Repetition) -> Option<Judgement> {
        if self.history.occurrences() < rules.fold {
            return None;
        }
        // The arbiter goes through the whole game: it remembers whom it has ordered to change.
        let last = judgements(&self.start, &self.moves, rules).pop()?;
        (last.end == self.moves.len()).then_some(last)
    }

    /// How the game has ended by the rules, seen from the side to move; `None` while it goes on. Repetition
    /// is judged first. The caller sees to it that mate and stalemate come before all of it.
    pub fn ruling(&self, rules: &Rules) -> Option<Ruling> {
        match self.repetition(rules.repetition).map(|judgement| judgement.verdict) {
            Some(Verdict::Draw) => Some(Ruling::Draw(DrawReason::Repetition)),
            Some(Verdict::Loses(side)) if side == self.position.side() => Some(Ruling::Loss),
            Some(Verdict::Loses(_)) => Some(Ruling::Win),
            Some(Verdict::MustChange(_) | Verdict::None) | None => {
                self.history.drawn(&self.position, rules).map(Ruling::Draw)
            }
        }
    }

    /// The legal moves that the rules on repetition forbid, each with a ruling: one that orders its player to
    /// change, or one by which it loses, at once or by a reply.
    pub fn forbidden(&self, rules: Repetition) -> Vec<(Move, Judgement)> {
        if self.history.most_occurrences() + 1 < rules.fold {
            return Vec::new();
        }
        let side = self.position.side();
        let mut found = Vec::new();
        for mv in self.position.legal_moves() {
            let mut next = self.clone();
            if self.position.is_irreversible(mv) || next.play(mv).is_err() {
                continue;
            }
            let at_once = next.repetition(rules).filter(
                |judgement| matches!(judgement.verdict, Verdict::Loses(loser) | Verdict::MustChange(loser) if loser == side),
            );
            let ruling = at_once.or_else(|| next.replies_that_win(side, rules));
            found.extend(ruling.map(|judgement| (mv, judgement)));
        }
        found
    }

    /// The ruling after a reply by which `side`, which has just moved, loses by repetition.
    fn replies_that_win(&self, side: Color, rules: Repetition) -> Option<Judgement> {
        let replies = self.position.legal_moves();
        replies.into_iter().filter(|&reply| !self.position.is_irreversible(reply)).find_map(|reply| {
            // Most replies lead to something new; only the others are worth a copy of the game.
            let mut after = self.position.clone();
            let _ = after.make(reply, &mut ());
            if self.history.count(after.key()) + 1 < rules.fold {
                return None;
            }
            let mut next = self.clone();
            next.play(reply).ok()?;
            next.repetition(rules).filter(|judgement| judgement.verdict == Verdict::Loses(side))
        })
    }

    /// The orders to change (article 24.3) that stand, by the key of the position they were given in.
    pub fn orders(&self, rules: Repetition) -> HashMap<u64, Order> {
        let mut orders = HashMap::new();
        if self.history.most_occurrences() < rules.fold {
            return orders;
        }
        for judgement in judgements(&self.start, &self.moves, rules) {
            if let (Verdict::MustChange(side), Some(last)) = (judgement.verdict, judgement.moves.last()) {
                let mut after = last.before.clone();
                let _ = after.make(last.mv, &mut ());
                orders.insert(after.key(), (judgement.end, side));
            }
        }
        orders
    }
}
