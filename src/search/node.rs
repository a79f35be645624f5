//! The search node: principal variation search and quiescence.
//!
//! The methods are those of the field (Stockfish and its relatives describe them all): transposition
//! cut-offs, razoring, reverse futility, null move with verification, ProbCut, internal iterative
//! reduction, late-move pruning and reduction, singular extension, history-driven ordering.

use super::params::*;
use super::picker::{Context, Picker};
use super::repetition::NO_REACH;
use super::score::{INFINITE, MATE_BOUND, MAX_PLY, RULE_BOUND, Value, is_mate, is_rule, mate_in, mated_in};
use super::tables::arrival;
use super::tt::{Bound, Entry, NO_EVAL};
use super::worker::Worker;
use crate::board::{Kind, Legality, Move, see};
use crate::rules::DrawReason;
use arrayvec::ArrayVec;

/// The kind of a node.
pub trait Node {
    /// Inside an open window.
    const PV: bool;
    /// The root.
    const ROOT: bool;
}

/// The root of the tree.
pub struct Root;
/// A node on the principal variation.
pub struct Pv;
/// A node searched with a null window.
pub struct NonPv;

impl Node for Root {
    const PV: bool = true;
    const ROOT: bool = true;
}

impl Node for Pv {
    const PV: bool = true;
    const ROOT: bool = false;
}

impl Node for NonPv {
    const PV: bool = false;
    const ROOT: bool = false;
}

/// Moves tried without success, to be learnt from.
type Tried = ArrayVec<Move, 48>;

impl Worker {
    /// The value of the position within `alpha..beta`, searched `depth` half-moves deep. When the
    /// search has to stop the result is meaningless and must be thrown away.
    pub fn search<N: Node>(
        &mut self,
        mut alpha: Value,
        mut beta: Value,
        mut depth: i32,
        ply: usize,
        cut_node: bool,
    ) -> Value {
        if depth <= 0 {
            return if N::PV {
                self.quiesce::<Pv>(alpha, beta, ply, 0)
            } else {
                self.quiesce::<NonPv>(alpha, beta, ply, 0)
            };
        }
        if N::PV {
            self.stack[ply].pv.clear();
            self.seldepth = self.seldepth.max(ply + 1);
        }
        if self.must_stop() {
            return 0;
        }
        self.reach = NO_REACH;
        let in_check = self.pos.in_check();
        if !N::ROOT {
            if let Some(value) = self.ruled(ply) {
                return value;
            }
            if self.is_too_deep(ply) {
                return if in_check { 0 } else { self.static_value() };
            }
            // A mate further away than one already found is of no use.
            alpha = alpha.max(mated_in(ply));
            beta = beta.min(mate_in(ply + 1));
            if alpha >= beta {
                return alpha;
            }
        }

        let excluded = self.stack[ply].excluded;
        let key = self.key();
        let found = if excluded.is_none() { self.task.table.probe(key, ply) } else { None };
        let table_move = if N::ROOT {
            self.root_moves.get(self.pv_index).map(|root| root.mv)
        } else {
            found.and_then(|entry| entry.mv).filter(|&mv| self.pos.is_pseudo_legal(mv))
        };
        let on_pv = N::PV || found.is_some_and(|entry| entry.pv);
        let quiet_table_move = table_move.is_some_and(|mv| self.pos.piece_at(mv.to()).is_none());

        if !N::PV
            && let Some(entry) = found
            && entry.depth >= depth
            && (if entry.value >= beta { entry.bound.is_lower() } else { entry.bound.is_upper() })
        {
            if let Some(mv) = table_move
                && entry.value >= beta
                && quiet_table_move
            {
                self.learn_good_quiet(ply, mv, bonus(depth));
            }
            return entry.value;
        }

        // Static value.
        let mut raw = NO_EVAL;
        let mut eval = NO_EVAL;
        if !in_check {
            raw = match found {
                Some(entry) if entry.eval != NO_EVAL => entry.eval,
                _ => self.evaluate(),
            };
            eval = self.corrected(raw);
            if found.is_none() && excluded.is_none() {
                let entry = Entry { mv: None, value: 0, eval: raw, depth: 0, bound: Bound::None, pv: on_pv };
                self.task.table.store(key, ply, entry);
            }
        }
        self.stack[ply].eval = eval;
        let static_eval = eval;
        // A value in the table says more than the static one.
        if let Some(entry) = found
            && !in_check
            && !is_mate(entry.value)
            && (if entry.value > eval { entry.bound.is_lower() } else { entry.bound.is_upper() })
        {
            eval = entry.value;
        }
        let improving = !in_check && self.is_improving(ply, static_eval);
        self.stack[ply + 1].killers = [None; 2];
        self.stack[ply + 1].excluded = None;
        self.stack[ply + 1].cutoffs = 0;
        self.stack[ply + 1].extensions = self.stack[ply].extensions;

        if !N::PV && !in_check && excluded.is_none() {
            // Razoring.
            if depth <= 4 && eval < alpha - RAZOR_BASE - RAZOR_SLOPE * depth * depth {
                let value = self.quiesce::<NonPv>(alpha - 1, alpha, ply, 0);
                if value < alpha && !is_mate(value) {
                    return value;
                }
                self.reach = NO_REACH;
            }
            // Reverse futility.
            if depth <= REVERSE_FUTILITY_DEPTH
                && eval < MATE_BOUND
                && beta > -RULE_BOUND
                && eval - REVERSE_FUTILITY * (depth - i32::from(improving)) >= beta
                && (table_move.is_none() || !quiet_table_move)
            {
                return beta + (eval - beta) / 3;
            }
            if let Some(value) = self.try_null(beta, depth, ply, eval, static_eval, cut_node) {
                return value;
            }
        }

        // Without a move to begin with, a shallower search finds one more cheaply.
        if depth >= 4 && table_move.is_none() && (N::PV || cut_node) {
            depth -= 1;
        }

        if !N::PV
            && !in_check
            && excluded.is_none()
            && depth >= PROBCUT_DEPTH
            && beta.abs() < RULE_BOUND
            && let Some(value) = self.try_probcut(beta, depth, ply, static_eval, key, raw, found)
        {
            return value;
        }

        let context = self.context(ply);
        let legality = Legality::new(&self.pos);
        let killers = self.stack[ply].killers;
        let counter = self.tables.counter(context[0]);
        let mut picker = Picker::new(&self.pos, table_move, [killers[0], killers[1], counter]);
        let mut root_next = self.pv_index;
        let us = self.pos.side();

        let mut best = -INFINITE;
        let mut best_move = None;
        let original_alpha = alpha;
        let mut reach = NO_REACH;
        let mut count = 0usize;
        let mut quiets_tried = Tried::new();
        let mut captures_tried = Tried::new();

        loop {
            let mv = if N::ROOT {
                let Some(root) = self.root_moves.get(root_next) else { break };
                let mv = root.mv;
                self.tell_current(root_next);
                root_next += 1;
                mv
            } else {
                let Some(mv) = picker.next(&self.pos, &self.tables, &context) else { break };
                if Some(mv) == excluded || !self.pos.is_legal(mv, &legality) {
                    continue;
                }
                mv
            };
            count += 1;
            let Some(piece) = self.pos.piece_at(mv.from()) else { continue };
            let victim = self.pos.piece_at(mv.to());
            let here = arrival(piece, mv.to());
            let gives_check = self.pos.gives_check(mv);
            let history = match victim {
                Some(victim) => self.tables.capture(here, victim.kind()),
                None => self.quiet_history(mv, here, &context),
            };
            let mut reduction = REDUCTIONS[depth.min(63) as usize][count.min(63)];

            // Pruning at shallow depth.
            if !N::ROOT && best > -RULE_BOUND {
                if count >= late_move_count(depth, improving) {
                    picker.skip_quiets();
                }
                let reduced = (depth - reduction / 1024).max(1);
                if let Some(victim) = victim {
                    if !gives_check
                        && !in_check
                        && depth <= 6
                        && static_eval
                            + CAPTURE_FUTILITY_BASE
                            + CAPTURE_FUTILITY_SLOPE * depth
                            + see::VALUES[victim.kind().index()]
                            + history / 40
                            <= alpha
                    {
                        continue;
                    }
                    if !self.pos.see_ge(mv, -SEE_CAPTURE * depth) {
                        continue;
                    }
                } else {
                    if depth <= HISTORY_PRUNING_DEPTH && history < HISTORY_PRUNING * depth && !in_check {
                        continue;
                    }
                    if !in_check
                        && !gives_check
                        && reduced <= FUTILITY_DEPTH
                        && static_eval + FUTILITY_BASE + FUTILITY_SLOPE * reduced + history / 60 <= alpha
                    {
                        picker.skip_quiets();
                        continue;
                    }
                    if !self.pos.see_ge(mv, -SEE_QUIET * reduced * reduced) {
                        continue;
                    }
                }
            }

            // Extensions.
            let mut extension = 0;
            if !N::ROOT && ply < 2 * self.root_depth as usize {
                if let Some(entry) = found
                    && Some(mv) == table_move
                    && excluded.is_none()
                    && depth >= SINGULAR_DEPTH
                    && entry.depth >= depth - 3
                    && entry.bound.is_lower()
                    && !is_mate(entry.value)
                {
                    // Is this move alone in being good?
                    let target = entry.value - SINGULAR_MARGIN * depth / 8;
                    self.stack[ply].excluded = Some(mv);
                    let value = self.search::<NonPv>(target - 1, target, (depth - 1) / 2, ply, cut_node);
                    self.stack[ply].excluded = None;
                    if self.must_stop() {
                        return 0;
                    }
                    if value < target {
                        extension = 1;
                        if !N::PV && value < target - DOUBLE_MARGIN && self.stack[ply].extensions < 8 {
                            extension = 2;
                        }
                    } else if target >= beta {
                        // Several moves are good enough even without this one.
                        return target;
                    } else if entry.value >= beta {
                        extension = -2;
                    } else if cut_node {
                        extension = -1;
                    }
                } else if gives_check && (depth >= 3 || N::PV) && self.pos.see_ge(mv, 0) {
                    extension = 1;
                }
            }

            let nodes_before = self.nodes;
            self.stack[ply + 1].extensions = self.stack[ply].extensions + u32::from(extension > 1);
            let undo = self.make(ply, mv);
            let new_depth = depth - 1 + extension;
            let mut value = -INFINITE;
            if depth >= 2 && count > 1 + usize::from(N::ROOT) {
                // Late moves are searched less deep, and again if they turn out well.
                reduction -= 1024 * i32::from(on_pv);
                reduction += 1024 * i32::from(cut_node) + 512 * i32::from(!improving);
                reduction += 700 * i32::from(self.stack[ply + 1].cutoffs > 3);
                reduction -= 900 * i32::from(gives_check) + 700 * i32::from(in_check);
                reduction += 700 * i32::from(table_move.is_some() && !quiet_table_move && victim.is_none());
                if victim.is_some() {
                    reduction = reduction / 2 - history / 24;
                } else {
                    reduction -= history * 1024 / REDUCTION_HISTORY;
                }
                let reduced = (new_depth - reduction / 1024).clamp(1, new_depth.max(1));
                value = -self.search::<NonPv>(-alpha - 1, -alpha, reduced, ply + 1, true);
                if value > alpha && reduced < new_depth {
                    let deeper = i32::from(value > best + 45 + 2 * new_depth);
                    let shallower = i32::from(value < best + new_depth);
                    let again = new_depth + deeper - shallower;
                    if again > reduced {
                        value = -self.search::<NonPv>(-alpha - 1, -alpha, again, ply + 1, !cut_node);
                    }
                    if victim.is_none() {
                        let bonus = if value <= alpha { -bonus(new_depth) } else { bonus(new_depth) };
                        self.learn_continuations(&context, here, bonus);
                    }
                }
            } else if !N::PV || count > 1 {
                value = -self.search::<NonPv>(-alpha - 1, -alpha, new_depth, ply + 1, !cut_node);
            }
            if N::PV && (count == 1 || value > alpha) {
                value = -self.search::<Pv>(-beta, -alpha, new_depth, ply + 1, false);
            }
            self.unmake(mv, undo);
            if self.must_stop() {
                return 0;
            }

            let below = self.reach;
            reach = reach.min(below);
            if N::ROOT {
                self.note_root(root_next - 1, count, value, alpha, beta, nodes_before);
            }
            if value > best {
                best = value;
                if value > alpha {
                    best_move = Some(mv);
                    if N::PV && !N::ROOT {
                        self.stack.update_pv(ply, mv);
                    }
                    if value >= beta {
                        reach = below;
                        self.stack[ply].cutoffs += 1;
                        break;
                    }
                    alpha = value;
                    // The rest only has to be refuted.
                    if depth > 2 && depth < 14 && !is_mate(value) {
                        depth -= 1;
                    }
                }
            }
            if Some(mv) != best_move {
                let tried = if victim.is_some() { &mut captures_tried } else { &mut quiets_tried };
                let _ = tried.try_push(mv);
            }
        }

        self.reach = reach;
        if count == 0 {
            // No legal move: mated or stalemated, a loss either way. A singular search has merely
            // nothing else to look at.
            return if excluded.is_some() { alpha } else { mated_in(ply) };
        }
        if best == -INFINITE {
            // Everything was left out as hopeless.
            best = original_alpha;
        }
        if let Some(mv) = best_move
            && best >= beta
        {
            self.learn(ply, mv, depth + i32::from(best > beta + 60), &quiets_tried, &captures_tried);
        } else if best_move.is_none()
            && !N::ROOT
            && let Some(earlier) = self.stack.back(ply, 1).mv
            && self.stack.back(ply, 1).quiet
        {
            // Nothing worked here, so the move that led here was a good one.
            let gain = bonus(depth) / 2;
            self.tables.learn_quiet(!us, earlier, gain);
        }

        if excluded.is_none() && !(N::ROOT && self.pv_index > 0) && !is_rule(best) {
            let bound = if best >= beta {
                Bound::Lower
            } else if N::PV && best_move.is_some() {
                Bound::Exact
            } else {
                Bound::Upper
            };
            let entry = Entry { mv: best_move, value: best, eval: raw, depth, bound, pv: on_pv };
            self.remember(key, ply, entry);
            let quiet_best = best_move.is_none_or(|mv| self.pos.piece_at(mv.to()).is_none());
            // A bound tells nothing about the evaluation when it lies on the evaluation's own side.
            let telling = match bound {
                Bound::Lower => best > static_eval,
                Bound::Upper => best < static_eval,
                _ => true,
            };
            if telling && quiet_best && !in_check && !is_mate(best) && reach >= ply as i32 {
                self.tables.learn_correction(&self.pos, depth, best - static_eval);
            }
        }
        best
    }

    /// The value of the position once the captures (and, in check, the evasions) are played out.
    /// `qdepth` counts half-moves since the main search ended: the first also looks at checks.
    fn quiesce<N: Node>(&mut self, mut alpha: Value, beta: Value, ply: usize, qdepth: i32) -> Value {
        if N::PV {
            self.stack[ply].pv.clear();
            self.seldepth = self.seldepth.max(ply + 1);
        }
        if self.must_stop() {
            return 0;
        }
        self.reach = NO_REACH;
        if let Some(value) = self.ruled(ply) {
            return value;
        }
        let in_check = self.pos.in_check();
        if self.is_too_deep(ply) {
            return if in_check { 0 } else { self.static_value() };
        }
        let key = self.key();
        let found = self.task.table.probe(key, ply);
        if !N::PV
            && let Some(entry) = found
            && (if entry.value >= beta { entry.bound.is_lower() } else { entry.bound.is_upper() })
        {
            return entry.value;
        }
        let on_pv = N::PV || found.is_some_and(|entry| entry.pv);
        let (mut raw, mut best, mut futility) = (NO_EVAL, -INFINITE, -INFINITE);
        if !in_check {
            raw = match found {
                Some(entry) if entry.eval != NO_EVAL => entry.eval,
                _ => self.evaluate(),
            };
            best = self.corrected(raw);
            futility = best + QUIESCENCE_FUTILITY;
            if let Some(entry) = found
                && !is_mate(entry.value)
                && (if entry.value > best { entry.bound.is_lower() } else { entry.bound.is_upper() })
            {
                best = entry.value;
            }
            if best >= beta {
                if found.is_none() {
                    let entry = Entry { mv: None, value: best, eval: raw, depth: 0, bound: Bound::Lower, pv: false };
                    self.task.table.store(key, ply, entry);
                }
                return best;
            }
            alpha = alpha.max(best);
        }

        let table_move = found
            .and_then(|entry| entry.mv)
            .filter(|&mv| self.pos.is_pseudo_legal(mv) && (in_check || self.pos.piece_at(mv.to()).is_some()));
        let context = self.context(ply);
        let legality = Legality::new(&self.pos);
        let mut picker = Picker::captures(&self.pos, table_move);
        let mut best_move = None;
        let mut reach = NO_REACH;
        let mut count = 0;
        while let Some(mv) = picker.next(&self.pos, &self.tables, &context) {
            if picker.in_bad_captures() {
                break;
            }
            if !self.pos.is_legal(mv, &legality) {
                continue;
            }
            count += 1;
            if best > -RULE_BOUND {
                let victim = self.pos.piece_at(mv.to());
                if let Some(victim) = victim
                    && !in_check
                    && !self.pos.gives_check(mv)
                {
                    if count > 3 && qdepth < -1 {
                        continue;
                    }
                    let hope = futility + see::VALUES[victim.kind().index()];
                    if hope <= alpha {
                        best = best.max(hope);
                        continue;
                    }
                    if futility <= alpha && !self.pos.see_ge(mv, 1) {
                        best = best.max(futility);
                        continue;
                    }
                }
                // In check, quiet evasions that lose material are not worth a look once one holds.
                if in_check && victim.is_none() && count > 2 && !self.pos.see_ge(mv, 0) {
                    continue;
                }
            }
            let undo = self.make(ply, mv);
            let value = -self.quiesce::<N>(-beta, -alpha, ply + 1, qdepth - 1);
            self.unmake(mv, undo);
            if self.must_stop() {
                return 0;
            }
            let below = self.reach;
            reach = reach.min(below);
            if value > best {
                best = value;
                if value > alpha {
                    best_move = Some(mv);
                    if N::PV {
                        self.stack.update_pv(ply, mv);
                    }
                    if value >= beta {
                        reach = below;
                        break;
                    }
                    alpha = value;
                }
            }
        }
        self.reach = reach;
        if in_check && count == 0 {
            return mated_in(ply);
        }
        if !is_rule(best) {
            let bound = if best >= beta { Bound::Lower } else { Bound::Upper };
            let entry = Entry { mv: best_move, value: best, eval: raw, depth: 0, bound, pv: on_pv };
            self.remember(key, ply, entry);
        }
        best
    }

    /// Stores what was found of the position `ply` half-moves from the root: all of it when it is a fact of
    /// that position, else what the way to it does not matter for.
    fn remember(&mut self, key: u64, ply: usize, entry: Entry) {
        let entry =
            if self.reach >= ply as i32 { entry } else { Entry { value: 0, depth: 0, bound: Bound::None, ..entry } };
        self.task.table.store(key, ply, entry);
    }

    /// The value of a position in which the game is over by the rules.
    #[inline]
    fn ruled(&mut self, ply: usize) -> Option<Value> {
        let rules = &self.task.settings.rules;
        if let Some(recurrence) = self.history.recurrence(ply, rules.repetition.fold) {
            let value = self.repeated(ply, recurrence);
            if value.is_some() {
                return value;
            }
        }
        match self.history.drawn(&self.pos, &self.task.settings.rules)? {
            // Mate and stalemate end the game before the limit can be counted.
            DrawReason::NaturalLimit if self.pos.legal_moves().is_empty() => Some(mated_in(ply)),
            _ => Some(0),
        }
    }

    fn static_value(&mut self) -> Value {
        let raw = self.evaluate();
        self.corrected(raw)
    }

    /// Whether the side to move stands better than at its earlier moves.
    fn is_improving(&self, ply: usize, eval: Value) -> bool {
        let earlier = if self.stack.back(ply, 2).eval != NO_EVAL { 2 } else { 4 };
        let before = self.stack.back(ply, earlier).eval;
        before != NO_EVAL && eval > before
    }

    /// If even passing holds beta, moving will: a search reduced by the pass, verified when deep.
    fn try_null(
        &mut self,
        beta: Value,
        depth: i32,
        ply: usize,
        eval: Value,
        static_eval: Value,
        cut_node: bool,
    ) -> Option<Value> {
        let us = self.pos.side();
        let attackers = self.pos.kind(Kind::Rook) | self.pos.kind(Kind::Horse) | self.pos.kind(Kind::Cannon);
        if depth < 2
            || ply < self.null_floor
            || eval < beta
            || static_eval < beta - 16 * depth + 140
            || self.stack.back(ply, 1).mv.is_none()
            || beta < -RULE_BOUND
            || (attackers & self.pos.color(us)).is_empty()
        {
            return None;
        }
        let reduction = NULL_BASE + depth / NULL_DEPTH_SHARE + ((eval - beta) / NULL_LEAD).min(3);
        let undo = self.make_null(ply);
        let value = -self.search::<NonPv>(-beta, -beta + 1, depth - reduction, ply + 1, !cut_node);
        self.unmake_null(undo);
        if self.must_stop() {
            return Some(0);
        }
        if value < beta || is_mate(value) || is_rule(value) {
            return None;
        }
        if depth < NULL_VERIFY || self.null_floor > 0 {
            return Some(value);
        }
        // In positions where every move harms (zugzwang) the pass deceives.
        let reach = self.reach;
        self.null_floor = ply + (3 * (depth - reduction) / 4).max(1) as usize;
        let verified = self.search::<NonPv>(beta - 1, beta, depth - reduction, ply, false);
        self.null_floor = 0;
        self.reach = self.reach.min(reach);
        (verified >= beta).then_some(value)
    }

    /// A good capture that beats beta clearly at reduced depth beats it at full depth.
    #[allow(clippy::too_many_arguments)]
    fn try_probcut(
        &mut self,
        beta: Value,
        depth: i32,
        ply: usize,
        static_eval: Value,
        key: u64,
        raw: Value,
        found: Option<Entry>,
    ) -> Option<Value> {
        let target = beta + PROBCUT;
        if found.is_some_and(|entry| entry.depth >= depth - 3 && entry.value < target) {
            return None;
        }
        let table_move = found
            .and_then(|entry| entry.mv)
            .filter(|&mv| self.pos.is_pseudo_legal(mv) && self.pos.piece_at(mv.to()).is_some())
            .filter(|&mv| self.pos.see_ge(mv, target - static_eval));
        let context = self.context(ply);
        let legality = Legality::new(&self.pos);
        let mut picker = Picker::winning(table_move, (target - static_eval).max(1));
        while let Some(mv) = picker.next(&self.pos, &self.tables, &context) {
            if !self.pos.is_legal(mv, &legality) {
                continue;
            }
            let undo = self.make(ply, mv);
            let mut value = -self.quiesce::<NonPv>(-target, -target + 1, ply + 1, 0);
            if value >= target {
                value = -self.search::<NonPv>(-target, -target + 1, depth - 4, ply + 1, true);
            }
            self.unmake(mv, undo);
            if self.must_stop() {
                return Some(0);
            }
            if value >= target {
                if !is_rule(value) {
                    let entry =
                        Entry { mv: Some(mv), value, eval: raw, depth: depth - 3, bound: Bound::Lower, pv: false };
                    self.remember(key, ply, entry);
                }
                return Some(value);
            }
        }
        None
    }

    /// Records what a root move came to. Moves that did not raise alpha keep their place behind.
    fn note_root(&mut self, index: usize, count: usize, value: Value, alpha: Value, beta: Value, nodes_before: u64) {
        let seldepth = self.seldepth;
        let spent = self.nodes - nodes_before;
        let line = self.stack[1].pv.clone();
        let root = &mut self.root_moves[index];
        root.nodes += spent;
        if count == 1 || value > alpha {
            root.value = value;
            root.exact = value > alpha && value < beta;
            root.seldepth = seldepth;
            root.pv.truncate(1);
            root.pv.extend(line.into_iter().take(MAX_PLY - 1));
        } else {
            root.value = -INFINITE;
            root.exact = false;
        }
    }

    #[inline]
    fn context(&self, ply: usize) -> Context {
        [1, 2, 4].map(|back| self.stack.back(ply, back).arrival)
    }

    #[inline]
    fn quiet_history(&self, mv: Move, here: u16, context: &Context) -> i32 {
        self.tables.quiet(self.pos.side(), mv)
            + self.tables.continuation(context[0], here)
            + self.tables.continuation(context[1], here)
    }

    fn learn_continuations(&mut self, context: &Context, here: u16, bonus: i32) {
        for &earlier in context {
            self.tables.learn_continuation(earlier, here, bonus);
        }
    }

    fn learn_quiet(&mut self, ply: usize, mv: Move, bonus: i32) {
        let Some(piece) = self.pos.piece_at(mv.from()) else { return };
        let context = self.context(ply);
        self.tables.learn_quiet(self.pos.side(), mv, bonus);
        self.learn_continuations(&context, arrival(piece, mv.to()), bonus);
    }

    fn learn_good_quiet(&mut self, ply: usize, mv: Move, bonus: i32) {
        self.learn_quiet(ply, mv, bonus);
        let killers = &mut self.stack[ply].killers;
        if killers[0] != Some(mv) {
            *killers = [Some(mv), killers[0]];
        }
        let earlier = self.stack.back(ply, 1).arrival;
        self.tables.set_counter(earlier, mv);
    }

    /// Learns from a move that failed high, and from those tried before it in vain.
    fn learn(&mut self, ply: usize, mv: Move, depth: i32, quiets: &Tried, captures: &Tried) {
        let gain = bonus(depth);
        if self.pos.piece_at(mv.to()).is_none() {
            self.learn_good_quiet(ply, mv, gain);
            for &other in quiets {
                self.learn_quiet(ply, other, -gain);
            }
        } else {
            self.learn_capture(mv, gain);
        }
        for &other in captures {
            self.learn_capture(other, -gain);
        }
    }

    fn learn_capture(&mut self, mv: Move, bonus: i32) {
        if let (Some(piece), Some(victim)) = (self.pos.piece_at(mv.from()), self.pos.piece_at(mv.to())) {
            self.tables.learn_capture(arrival(piece, mv.to()), victim.kind(), bonus);
        }
    }
}
