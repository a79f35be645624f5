//! One search thread's belongings.

use super::events::{Event, Sink};
use super::repetition::NO_REACH;
use super::score::{INFINITE, MAX_EVAL, MAX_PLY, Value};
use super::stack::{Line, Stack};
use super::tables::{NO_ARRIVAL, Tables, arrival};
use super::task::Task;
use crate::board::{Move, Position, Undo, zobrist};
use crate::eval::Evaluator;
use crate::rules::History;
use std::sync::Arc;

/// A move at the root and what is known of it.
#[derive(Clone)]
pub struct RootMove {
    /// The move.
    pub mv: Move,
    /// Its value in the running iteration; −[`INFINITE`] while it has none.
    pub value: Value,
    /// Its value in the last finished iteration.
    pub previous: Value,
    /// Whether `value` lies inside the window it was searched with.
    pub exact: bool,
    /// Longest line looked at below it.
    pub seldepth: usize,
    /// Nodes spent on it in this search.
    pub nodes: u64,
    /// Its line, itself first.
    pub pv: Line,
}

impl RootMove {
    /// A move of which nothing is known.
    pub fn new(mv: Move) -> RootMove {
        let mut pv = Line::new();
        pv.push(mv);
        RootMove { mv, value: -INFINITE, previous: -INFINITE, exact: false, seldepth: 0, nodes: 0, pv }
    }
}

/// One thread of one search: its own board, histories and line.
pub struct Worker {
    /// 0 for the thread that watches the clock and reports.
    pub id: usize,
    /// The position at the end of the current line.
    pub pos: Position,
    /// The game and the current line.
    pub history: History,
    /// The evaluation of the current line.
    pub eval: Evaluator,
    /// What was learnt; survives from search to search until cleared.
    pub tables: Tables,
    /// The current line.
    pub stack: Stack,
    /// Root moves, best first.
    pub root_moves: Vec<RootMove>,
    /// The first root move of the line being searched (MultiPV).
    pub pv_index: usize,
    /// Nodes searched by this thread.
    pub nodes: u64,
    /// Longest line of the current root move.
    pub seldepth: usize,
    /// Depth of the current iteration.
    pub root_depth: i32,
    /// Null moves are not tried before this half-move (during their verification).
    pub null_floor: usize,
    /// The shallowest half-move that the value just found rests on through a repetition, −1 for the game
    /// before the root, [`NO_REACH`] when it rests on none. See [`super::repetition`].
    pub reach: i32,
    /// The search being done.
    pub task: Arc<Task>,
    /// Who is told of it: the reporting thread has one.
    pub sink: Option<Box<dyn Sink>>,
}

/// Nodes between two looks at the clock: well under a millisecond's worth.
const CLOCK_INTERVAL: u64 = 512;

impl Worker {
    /// A thread about to search these root moves with what it has learnt before.
    pub fn new(
        id: usize,
        task: Arc<Task>,
        root_moves: &[Move],
        mut tables: Tables,
        sink: Option<Box<dyn Sink>>,
    ) -> Worker {
        tables.repetitions.begin(task.settings.rules.repetition.set);
        Worker {
            id,
            pos: task.position.clone(),
            history: task.history.clone(),
            eval: Evaluator::new(&task.position, &task.settings.evaluation),
            tables,
            stack: Stack::new(),
            root_moves: root_moves.iter().map(|&mv| RootMove::new(mv)).collect(),
            pv_index: 0,
            nodes: 0,
            seldepth: 0,
            root_depth: 0,
            null_floor: 0,
            reach: NO_REACH,
            task,
            sink,
        }
    }

    /// Tells an event, if this thread has somebody to tell.
    pub fn tell(&self, event: Event) {
        if let Some(sink) = &self.sink {
            sink.event(event);
        }
    }

    /// Whether the search has to end. The first iteration is always finished, so that there is a move
    /// with a value and a line.
    #[inline]
    pub fn must_stop(&self) -> bool {
        if self.root_depth <= 1 {
            return false;
        }
        if self.task.is_halted() {
            return true;
        }
        if self.id != 0 {
            if self.nodes.is_multiple_of(CLOCK_INTERVAL) {
                self.task.publish(self.id, self.nodes);
            }
            return false;
        }
        let look = self.nodes.is_multiple_of(CLOCK_INTERVAL);
        if look {
            self.task.publish(0, self.nodes);
        }
        let out_of_nodes = self.task.limits.nodes.is_some_and(|limit| {
            // Exact with one thread, so that it can be repeated.
            self.nodes >= limit || look && self.task.total_nodes() >= limit
        });
        if out_of_nodes || look && self.task.is_out_of_time() {
            self.task.halt();
            return true;
        }
        false
    }

    /// The table's key for the position: near the natural limit the counter is part of it, because the
    /// value then depends on it.
    #[inline]
    pub fn key(&self) -> u64 {
        let counted = self.history.counted();
        let near =
            self.task.settings.rules.natural_limit.is_some_and(|rounds| counted.saturating_add(40) >= 2 * rounds);
        if near { self.pos.key() ^ zobrist::split_mix(0x11 + u64::from(counted / 8)) } else { self.pos.key() }
    }

    /// Plays a legal move on the board, in the game and in the evaluation.
    #[inline]
    pub fn make(&mut self, ply: usize, mv: Move) -> Undo {
        let piece = self.pos.piece_at(mv.from()).expect("a legal move has a piece");
        self.stack[ply].mv = Some(mv);
        self.stack[ply].arrival = arrival(piece, mv.to());
        let undo = self.pos.make(mv, &mut self.eval);
        self.task.table.prefetch(self.pos.key());
        self.history.push(&self.pos, mv, &undo);
        self.stack[ply].quiet = undo.captured().is_none();
        self.nodes += 1;
        undo
    }

    /// Takes back [`Worker::make`].
    #[inline]
    pub fn unmake(&mut self, mv: Move, undo: Undo) {
        self.history.pop();
        self.pos.unmake(mv, undo);
        self.eval.pop();
    }

    /// Passes the turn.
    pub fn make_null(&mut self, ply: usize) -> Undo {
        self.stack[ply].mv = None;
        self.stack[ply].arrival = NO_ARRIVAL;
        self.stack[ply].quiet = false;
        let undo = self.pos.make_null();
        self.task.table.prefetch(self.pos.key());
        self.history.push_null(&self.pos);
        self.nodes += 1;
        undo
    }

    /// Takes back [`Worker::make_null`].
    pub fn unmake_null(&mut self, undo: Undo) {
        self.history.pop();
        self.pos.unmake_null(undo);
    }

    /// The evaluation of the current position.
    #[inline]
    pub fn evaluate(&mut self) -> Value {
        self.eval.evaluate(&self.pos)
    }

    /// An evaluation with what was learnt about such positions, and drawn nearer to zero as the
    /// natural limit comes nearer.
    #[inline]
    pub fn corrected(&self, raw: Value) -> Value {
        let mut value = raw + self.tables.correction(&self.pos);
        if let Some(rounds) = self.task.settings.rules.natural_limit {
            let limit = 2 * i32::from(rounds).max(1);
            value -= value * i32::from(self.history.counted()).min(limit) / (2 * limit);
        }
        value.clamp(-MAX_EVAL, MAX_EVAL)
    }

    /// Whether lines have reached the greatest length.
    #[inline]
    pub fn is_too_deep(&self, ply: usize) -> bool {
        ply >= MAX_PLY - 1
    }
}
