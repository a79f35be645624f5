//! One search after another on the calling thread: no other thread, no events, no clock needed. For
//! callers that run many short searches and keep every processor busy with several of these.

use super::limits::Limits;
use super::pool::root_moves;
use super::score::Value;
use super::settings::Settings;
use super::tables::Tables;
use super::task::Task;
use super::tt::Table;
use super::worker::Worker;
use crate::board::Move;
use crate::rules::Game;
use std::sync::Arc;
use std::time::Instant;

/// A root move and its value, from the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Choice {
    /// The move.
    pub mv: Move,
    /// Its value, on the scale of [`crate::search::score`].
    pub value: Value,
}

/// What a search on the calling thread found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Answer {
    /// As many lines as the settings ask for, best first; empty when there is no legal move.
    pub lines: Vec<Choice>,
    /// The last iteration it finished.
    pub depth: u32,
    /// Nodes searched.
    pub nodes: u64,
}

/// A hash table and what was learnt, for searches on the calling thread. The same searches after
/// [`Solo::clear`] give the same answers.
///
/// ```
/// use chuhe::{notation::fen, rules::Game, search::{Limits, Settings, Solo}};
/// let game = Game::new(fen::start());
/// let limits = Limits { nodes: Some(500), ..Limits::default() };
/// let answer = Solo::new(1).unwrap().search(&game, &Settings::default(), limits);
/// assert!(game.position().legal_moves().contains(&answer.lines[0].mv));
/// ```
pub struct Solo {
    table: Arc<Table>,
    /// Lent to the running search.
    tables: Option<Tables>,
}

impl Solo {
    /// Searches with a hash table of `megabytes` MB (at least one).
    ///
    /// # Errors
    /// When the system does not give the memory.
    pub fn new(megabytes: usize) -> std::io::Result<Solo> {
        Ok(Solo { table: Arc::new(Table::new(megabytes)?), tables: None })
    }

    /// Forgets everything learnt.
    pub fn clear(&mut self) {
        self.table.clear();
        self.tables = None;
    }

    /// Searches the game's last position until a limit is met. One of them has to end the search:
    /// nobody can stop it. Of the settings, threads and the size of the hash table do not matter.
    pub fn search(&mut self, game: &Game, settings: &Settings, limits: Limits) -> Answer {
        let start = Instant::now();
        self.table.age();
        let moves = root_moves(game, &limits);
        let settings = Settings { threads: 1, ..settings.clone() };
        let lines = settings.multi_pv.max(1);
        let (position, history) = (game.position().clone(), game.history().clone());
        let task = Arc::new(Task::new(start, position, history, limits, settings, self.table.clone()));
        let tables = self.tables.take().unwrap_or_else(Tables::new);
        let mut worker = Worker::new(0, task, &moves, tables, None);
        let mut answer = Answer { lines: Vec::new(), depth: 0, nodes: 0 };
        if !moves.is_empty() {
            let finding = worker.iterate();
            let choices = finding.moves.iter().take(lines).map(|root| Choice { mv: root.mv, value: root.value });
            answer = Answer { lines: choices.collect(), depth: finding.depth.unsigned_abs(), nodes: worker.nodes };
        }
        self.tables = Some(worker.tables);
        answer
    }
}
