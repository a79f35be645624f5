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
        let moves = root_moves(game, settings, &limits);
        let settings = Settings { threads: 1, ..settings.clone() };
        let lines = settings.multi_pv.max(1);
        let task = Arc::new(Task::new(start, game, limits, settings, self.table.clone()));
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::fen;
    use crate::search::{Event, Pool, Report, Score};
    use crossbeam_channel::unbounded;

    const POSITIONS: [&str; 4] = [
        fen::START,
        "r1bakab2/9/2n1c1nc1/p1p1p1pr1/8p/6P2/P1P1P3P/2N1C2C1/8R/2BAKABNR w - - 0 1",
        "1rbaka2R/5r3/6n2/2p1p1p2/4P1bP1/PpC3Bc1/1nPR2P2/2N2AN2/1c2K1p2/2BAC4 w - - 0 1",
        "4kn1C1/9/2n5b/4p1C1p/9/4P1B2/P5P1P/9/4N2R1/4KA3 b - - 0 1",
    ];

    fn by_pool(pool: &mut Pool, game: &Game, limits: Limits) -> Report {
        let (sender, receiver) = unbounded();
        pool.start(game, &Settings::default(), limits, Box::new(move |event| drop(sender.send(event))));
        let told =
            receiver.iter().filter_map(|event| if let Event::Finished(report) = event { Some(report) } else { None });
        told.last().expect("a search tells its end")
    }

    #[test]
    fn the_same_as_a_pool_of_one_thread() {
        let (mut pool, mut solo) = (Pool::default(), Solo::new(Settings::default().hash_mb).expect("memory"));
        let limits = Limits { nodes: Some(3_000), ..Limits::default() };
        // Nothing is cleared in between, so what was learnt has to be the same too.
        for text in POSITIONS {
            let game = Game::new(fen::parse(text).expect("valid"));
            let report = by_pool(&mut pool, &game, limits.clone());
            let answer = solo.search(&game, &Settings::default(), limits.clone());
            let best = answer.lines[0];
            assert_eq!(
                (Some(best.mv), Score::from_value(best.value, game.position().occupied().count())),
                (report.best, report.score),
                "{text}"
            );
            assert_eq!((answer.nodes, answer.lines.len()), (report.nodes, 1), "{text}");
        }
    }

    #[test]
    fn lines_are_as_many_as_asked_for_and_best_first() {
        let game = Game::new(fen::start());
        let settings = Settings { multi_pv: 5, ..Settings::default() };
        let limits = Limits { depth: Some(4), ..Limits::default() };
        let answer = Solo::new(1).expect("memory").search(&game, &settings, limits.clone());
        assert_eq!((answer.lines.len(), answer.depth), (5, 4));
        assert!(answer.lines.is_sorted_by(|a, b| a.value >= b.value && a.mv != b.mv));
        let mated = Game::new(fen::parse("3k5/9/9/9/9/9/9/9/r8/r3K4 w").expect("valid"));
        assert_eq!(Solo::new(1).expect("memory").search(&mated, &settings, limits).lines, []);
    }
}
