//! What a search asks where a position comes back: a quick answer that never contradicts the arbiter.
//!
//! **What is judged.** Inside the tree, from the root on, the second occurrence is enough: the cycle since
//! the first is judged, and who has to change is taken to have lost, because the line shows that it would
//! rather go round again. At and before the root the true counts of the game hold, together with the orders to
//! change that were given in it (article 24.3). There
//!
//! * a loss or a draw ends the line;
//! * who *moves into* an order to change counts as lost: it could have played something else a move before,
//!   and nobody can rely on being warned in a game between programs;
//! * who *is to move* when the order comes may still change: the line goes on ([`Answer::GoesOn`]), and going
//!   round once more is found lost then.
//!
//! **How.** Cheap proofs first. Perpetual check is read off the checks on record. A draw needs one move of each
//! side that is no attack: natures that are known are looked up, then [`is_plainly_idle`] proves some idle.
//! What is still open is asked of the arbiter's own search for natures, with bounds; an answer that met
//! no bound is the one the arbiter gives, and is remembered by position and move, for good, because a
//! nature depends on nothing else. All of it is paid from a purse of so many units; when that is empty,
//! the answer is [`Answer::Unclear`]. Without a purse the arbiter's bounds hold, and so does its ruling.
//!
//! **Unclear means a draw** to the search, not that nothing was repeated. Going on would let the side that is
//! ahead walk in circles and call it progress until the depth is used up; most repetitions are draws by the
//! rules too; and where it matters, in the first moves of the line, nothing stays unclear.
//!
//! **The path.** Every answer holds for one way to the position only. The search is told with it how far
//! back the cycle begins, and keeps the value out of the hash table for all positions that come after that.

use super::adjudicate::{Verdict, bare_finding, deed};
use super::nature::{Idle, Nature};
use super::sides::{Deed, weigh};
use super::threat::{Effort, is_material};
use super::{DrawReason, History, Recurrence, RuleSet, Ruling};
use crate::board::zobrist::split_mix;
use crate::board::{Bitboard, Color, Move, MoveList, Position};

/// Natures remembered by one thread: 256 KB.
const SLOTS: usize = 1 << 12;
/// Checks and captures that a question paid from a purse may look at.
const CHEAP: u32 = 200;
/// Units that a proof of idleness costs, and a nature besides the moves made for it.
const PROOF_COST: u64 = 3;
const NATURE_COST: u64 = 12;

/// What is known of a repetition.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Answer {
    /// It ends the line so, for the side to move.
    Ruled(Ruling),
    /// The side to move must change and still can.
    GoesOn,
    /// Finding out would cost too much here.
    Unclear,
}

/// An order to change (article 24.3): the half-moves played when it was given, and to whom.
pub type Order = (usize, Color);

/// The natures of moves, as one thread knows them.
pub struct Fast {
    set: RuleSet,
    slots: Vec<Option<(u64, Known)>>,
    /// Units spent since the search began.
    spent: u64,
    deeds: Vec<Option<Deed>>,
}

/// What is known of a move.
#[derive(Clone, Copy)]
enum Known {
    Deed(Deed),
    /// More than a question paid from a purse may cost.
    Dear,
}

impl Default for Fast {
    fn default() -> Fast {
        Fast { set: RuleSet::default(), slots: vec![None; SLOTS], spent: 0, deeds: Vec::new() }
    }
}

impl Fast {
    /// Begins a search under a rule set.
    pub fn begin(&mut self, set: RuleSet) {
        if set != self.set {
            self.set = set;
            self.slots.fill(None);
        }
        self.spent = 0;
    }

    /// The answer for `pos`, the last position of `history`, whose return calls for a ruling. `order` is the
    /// one given in this position before the root, if there is one. `purse` is what may have been spent since
    /// [`Fast::begin`] when this is answered, in units of about a move made; `None` asks for the arbiter's
    /// ruling whatever it costs.
    pub fn judge(
        &mut self,
        pos: &Position,
        history: &History,
        recurrence: Recurrence,
        order: Option<Order>,
        purse: Option<u64>,
    ) -> Answer {
        if self.set == RuleSet::None {
            return Answer::Ruled(Ruling::Draw(DrawReason::Repetition));
        }
        let order = order.filter(|_| !recurrence.in_tree);
        let length = order.map_or(recurrence.back, |(ply, _)| history.len() - ply);
        let verdict = match self.by_checks(pos, history, length) {
            Some(verdict) => verdict,
            None => match self.by_natures(pos, history, length, purse) {
                Some(verdict) => verdict,
                None => return Answer::Unclear,
            },
        };
        let lost = |side: Color| Answer::Ruled(if side == pos.side() { Ruling::Loss } else { Ruling::Win });
        match verdict {
            Verdict::Loses(side) => lost(side),
            Verdict::MustChange(side) => {
                let may_still = !recurrence.in_tree && order.is_none_or(|(_, to)| to != side) && side == pos.side();
                if may_still { Answer::GoesOn } else { lost(side) }
            }
            Verdict::Draw | Verdict::None => Answer::Ruled(Ruling::Draw(DrawReason::Repetition)),
        }
    }

    /// Perpetual check by the checks on record, whatever else the moves are (articles 24.1, 26.1, 26.3).
    fn by_checks(&self, pos: &Position, history: &History, length: usize) -> Option<Verdict> {
        let mut all = [true; 2];
        for (back, step) in history.latest(length).enumerate() {
            // The newest move is the opponent's.
            all[back % 2] &= step.checks;
            if all == [false; 2] {
                return None;
            }
        }
        let (mover, other) = (!pos.side(), pos.side());
        Some(match all {
            [true, true] => Verdict::Draw,
            [true, false] => Verdict::Loses(mover),
            _ => Verdict::Loses(other),
        })
    }

    /// The ruling by what the moves are, or `None` when that cannot be paid.
    fn by_natures(&mut self, pos: &Position, history: &History, length: usize, purse: Option<u64>) -> Option<Verdict> {
        let mut deeds = std::mem::take(&mut self.deeds);
        deeds.clear();
        deeds.extend(history.latest(length).map(|step| match self.find(step.before, step.mv) {
            Some(Known::Deed(deed)) => Some(deed),
            _ => None,
        }));
        let verdict = self.complete(pos, history, &mut deeds, purse);
        self.deeds = deeds;
        verdict
    }

    /// The ruling, with what is missing in `deeds` (newest first) found out as far as it is needed.
    fn complete(
        &mut self,
        pos: &Position,
        history: &History,
        deeds: &mut [Option<Deed>],
        purse: Option<u64>,
    ) -> Option<Verdict> {
        let by_attacks = self.set.one_piece().is_none();
        // By whose moves a draw is sure, and whose cycle is allowed even if a pawn's attacks count
        // (article 27.2).
        let (mut harmless, mut settled) = ([false; 2], [false; 2]);
        let note = |back: usize, deed: &Deed, harmless: &mut [bool; 2], settled: &mut [bool; 2]| {
            // Where one piece has to be chased throughout, a check that chases nothing is harmless too.
            let is_idle = deed.nature < Nature::Chase || !by_attacks && deed.victims.is_empty();
            harmless[back % 2] |= is_idle;
            settled[back % 2] |= is_idle && deed.nature != Nature::Idle(Idle::ByPawn);
        };
        for (back, deed) in deeds.iter().enumerate() {
            if let Some(deed) = deed {
                note(back, deed, &mut harmless, &mut settled);
            }
        }
        for proving in [true, false] {
            if proving && !by_attacks {
                continue;
            }
            // A cycle holds neither captures nor passes, so that moving back is a move as well.
            let mut before = pos.clone();
            for (back, step) in history.latest(deeds.len()).enumerate() {
                if harmless == [true; 2] {
                    return Some(Verdict::Draw);
                }
                let _ = before.make(Move::new(step.mv.to(), step.mv.from()), &mut ());
                if deeds[back].is_some() || settled[back % 2] {
                    continue;
                }
                debug_assert_eq!(before.key(), step.before);
                let found = if proving {
                    self.prove_idle(&before, step.mv, step.checks, purse)
                } else {
                    Some(self.explore(&before, step.mv, step.checks, purse)?)
                };
                if let Some(deed) = found {
                    deeds[back] = Some(deed);
                    note(back, &deed, &mut harmless, &mut settled);
                }
            }
        }
        if harmless == [true; 2] {
            return Some(Verdict::Draw);
        }
        // A side's moves that are left open cannot make its cycle worse than its plain idle move lets it be.
        let open = |back: usize| {
            let side = if back.is_multiple_of(2) { !pos.side() } else { pos.side() };
            let mv = history.latest(deeds.len()).nth(back).map(|step| step.mv);
            mv.map(|mv| idle(side, mv))
        };
        let all: Vec<Deed> =
            deeds.iter().enumerate().rev().filter_map(|(back, deed)| deed.or_else(|| open(back))).collect();
        Some(weigh(self.set, &all).verdict)
    }

    fn can_pay(&self, cost: u64, purse: Option<u64>) -> bool {
        purse.is_none_or(|purse| self.spent + cost <= purse)
    }

    /// The move if a short proof shows that it is plain idle.
    fn prove_idle(&mut self, before: &Position, mv: Move, checks: bool, purse: Option<u64>) -> Option<Deed> {
        if checks || !self.can_pay(PROOF_COST, purse) {
            return None;
        }
        self.spent += PROOF_COST;
        let deed = is_plainly_idle(before, mv).then(|| idle(before.side(), mv))?;
        self.keep(before.key(), mv, Known::Deed(deed));
        Some(deed)
    }

    /// What the move is, as the arbiter finds it, or `None` when that cannot be paid.
    fn explore(&mut self, before: &Position, mv: Move, checks: bool, purse: Option<u64>) -> Option<Deed> {
        if checks && self.set.one_piece().is_none() {
            return Some(Deed { nature: Nature::Check, ..idle(before.side(), mv) });
        }
        let mut effort = Effort::full();
        if purse.is_some() {
            let dear = matches!(self.find(before.key(), mv), Some(Known::Dear));
            if dear || !self.can_pay(NATURE_COST, purse) {
                return None;
            }
            effort = Effort::within(CHEAP);
        }
        let found = bare_finding(self.set, before, mv, &mut effort);
        self.spent += NATURE_COST + u64::from(effort.made);
        if effort.cut && purse.is_some() {
            self.keep(before.key(), mv, Known::Dear);
            return None;
        }
        let deed = deed(self.set, before, mv, &found);
        self.keep(before.key(), mv, Known::Deed(deed));
        Some(deed)
    }

    fn find(&self, before: u64, mv: Move) -> Option<Known> {
        let key = mix(before, mv);
        self.slots[key as usize % SLOTS].filter(|&(found, _)| found == key).map(|(_, known)| known)
    }

    fn keep(&mut self, before: u64, mv: Move, known: Known) {
        let key = mix(before, mv);
        self.slots[key as usize % SLOTS] = Some((key, known));
    }
}

/// The key of a move in a position.
fn mix(before: u64, mv: Move) -> u64 {
    split_mix(before ^ u64::from(mv.code()))
}

fn idle(side: Color, mv: Move) -> Deed {
    Deed { side, mv, nature: Nature::Idle(Idle::Plain), victims: Bitboard::EMPTY, pins: false }
}

/// Whether the legal move `mv` in `before`, no check, is certainly plain idle by the rules of 2007: if the
/// opponent passed, the mover would have no check, so that it threatens neither mate nor a win by checks, and
/// nothing of value to capture.
///
/// ```
/// use chuhe::{notation::{fen, iccs::Ranks}, rules::fast::is_plainly_idle};
/// let pos = fen::parse("4k4/9/9/9/9/9/9/9/9/3K4R w").unwrap();
/// assert!(!is_plainly_idle(&pos, Ranks::FromZero.parse("d0d1").unwrap()), "the rook could check");
/// let pos = fen::parse("3k5/9/9/9/9/9/9/9/4A4/3AK4 w").unwrap();
/// assert!(is_plainly_idle(&pos, Ranks::FromZero.parse("e1f2").unwrap()));
/// ```
pub fn is_plainly_idle(before: &Position, mv: Move) -> bool {
    let mut after = before.clone();
    let _ = after.make(mv, &mut ());
    let _ = after.make_null();
    let mut captures = MoveList::new();
    after.captures(&mut captures);
    !captures.into_iter().any(|capture| is_material(&after, capture.to()))
        && !after.legal_moves().into_iter().any(|reply| after.gives_check(reply))
}
