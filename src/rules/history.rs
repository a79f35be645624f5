//! The positions of a game, or of a game and the search line that continues it.

use super::{DrawReason, Rules, is_dead};
use crate::board::{Color, Kind, Move, Position, Undo};

/// From its 11th check since the last capture on, a side's checks and the replies to them are not
/// counted towards the natural limit (article 23.3).
const COUNTED_CHECKS: u16 = 10;

#[derive(Clone, Copy)]
struct Entry {
    key: u64,
    /// The move that led here; `None` for the first position and after a pass.
    mv: Option<Move>,
    /// Half-moves back to the last one that cannot be undone: a capture, a pawn's advance, a pass.
    reversible: u16,
    /// Half-moves that count towards the natural limit.
    counted: u16,
    /// Checks given since the last capture, by colour.
    checks: [u16; 2],
    /// The side to move is in check.
    in_check: bool,
    /// The move that led here was a check beyond the counted ones, so the reply does not count.
    free_check: bool,
}

/// The record that repetition and the natural limit are judged from; never empty.
#[derive(Clone)]
pub struct History {
    entries: Vec<Entry>,
}

impl History {
    /// A game that begins with `pos`, whose half-move counter stands for the moves before it.
    pub fn new(pos: &Position) -> History {
        let mut entries = Vec::with_capacity(512);
        entries.push(Entry {
            key: pos.key(),
            mv: None,
            reversible: 0,
            counted: pos.halfmove(),
            checks: [0; 2],
            in_check: pos.in_check(),
            free_check: false,
        });
        History { entries }
    }

    /// Records that `mv` led to `pos`; `undo` is what making it returned.
    #[inline]
    pub fn push(&mut self, pos: &Position, mv: Move, undo: &Undo) {
        let last = *self.last();
        let mover = !pos.side();
        let mut entry = Entry {
            key: pos.key(),
            mv: Some(mv),
            reversible: last.reversible.saturating_add(1),
            counted: last.counted,
            checks: last.checks,
            in_check: pos.in_check(),
            free_check: false,
        };
        if undo.captured().is_some() {
            (entry.reversible, entry.counted, entry.checks) = (0, 0, [0; 2]);
        } else {
            if pos.kind(Kind::Pawn).has(mv.to()) && mv.from().file() == mv.to().file() {
                entry.reversible = 0;
            }
            if pos.in_check() {
                let checks = &mut entry.checks[mover.index()];
                *checks = checks.saturating_add(1);
                entry.free_check = *checks > COUNTED_CHECKS;
            }
            if !entry.free_check && !last.free_check {
                entry.counted = entry.counted.saturating_add(1);
            }
        }
        self.entries.push(entry);
    }

    /// Records a pass: nothing before it can be repeated after it.
    #[inline]
    pub fn push_null(&mut self, pos: &Position) {
        let entry =
            Entry { key: pos.key(), mv: None, reversible: 0, in_check: false, free_check: false, ..*self.last() };
        self.entries.push(entry);
    }

    /// Takes back the last [`History::push`] or [`History::push_null`].
    #[inline]
    pub fn pop(&mut self) {
        debug_assert!(self.entries.len() > 1, "the first position stays");
        self.entries.pop();
    }

    #[inline]
    fn last(&self) -> &Entry {
        self.entries.last().expect("a history is never empty")
    }

    /// Half-moves that count towards the natural limit.
    #[inline]
    pub fn counted(&self) -> u16 {
        self.last().counted
    }

    /// Checks given by `color` since the last capture.
    pub fn checks(&self, color: Color) -> u16 {
        self.last().checks[color.index()]
    }

    /// How often the position on the board has occurred since the last capture or pawn advance,
    /// this time included.
    pub fn occurrences(&self) -> usize {
        1 + self.earlier().count()
    }

    /// Distances, in half-moves, back to earlier occurrences of the last position, nearest first.
    #[inline]
    fn earlier(&self) -> impl Iterator<Item = usize> {
        let last = self.entries.len() - 1;
        let (key, reach) = (self.entries[last].key, (self.entries[last].reversible as usize).min(last));
        (4..=reach).step_by(2).filter(move |back| self.entries[last - back].key == key)
    }

    /// Whether the last position, reached `ply` half-moves after the root of a search (0 for a position on
    /// the board), calls for a ruling on repetition: it occurred before at the root or since, or it occurs
    /// for the `fold`-th time in all.
    #[inline]
    pub fn recurrence(&self, ply: usize, fold: usize) -> Option<Recurrence> {
        let mut seen = 1;
        for back in self.earlier() {
            seen += 1;
            if back <= ply {
                return Some(Recurrence { back, in_tree: true });
            }
            if seen == fold {
                return Some(Recurrence { back, in_tree: false });
            }
        }
        None
    }

    /// Whether `pos`, which must be the last position, is drawn, repetition aside.
    ///
    /// The caller sees to it that mate and stalemate come before.
    #[inline]
    pub fn drawn(&self, pos: &Position, rules: &Rules) -> Option<DrawReason> {
        debug_assert_eq!(pos.key(), self.last().key);
        if rules.natural_limit.is_some_and(|rounds| self.counted() >= 2 * rounds) {
            return Some(DrawReason::NaturalLimit);
        }
        is_dead(pos).then_some(DrawReason::DeadMaterial)
    }

    /// How often a position with this key has occurred since the last capture or pawn advance.
    pub fn count(&self, key: u64) -> usize {
        let reach = self.last().reversible as usize + 1;
        self.entries.iter().rev().take(reach).filter(|entry| entry.key == key).count()
    }

    /// How often the position that was repeated most has occurred since then.
    pub fn most_occurrences(&self) -> usize {
        let reach = self.last().reversible as usize + 1;
        self.entries.iter().rev().take(reach).map(|entry| self.count(entry.key)).max().unwrap_or(1)
    }

    /// Half-moves recorded since the first position.
    pub fn len(&self) -> usize {
        self.entries.len() - 1
    }

    /// Whether nothing was played yet.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The half-moves of the last `length`, none of them a capture or a pass, newest first.
    pub(super) fn latest(&self, length: usize) -> impl Iterator<Item = Step> {
        let last = self.entries.len() - 1;
        debug_assert!(length <= self.last().reversible as usize);
        (last - length..last).rev().filter_map(|at| {
            let after = &self.entries[at + 1];
            after.mv.map(|mv| Step { before: self.entries[at].key, mv, checks: after.in_check })
        })
    }
}

/// A repetition that calls for a ruling.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Recurrence {
    /// Half-moves back to the occurrence since when moves are judged.
    pub back: usize,
    /// That occurrence is the root of the search or comes after it.
    pub in_tree: bool,
}

/// A half-move as the record has it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Step {
    /// The key of the position it was played in.
    pub before: u64,
    pub mv: Move,
    pub checks: bool,
}
