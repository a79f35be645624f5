//! The search threads.

use super::events::{Event, Report, Sink};
use super::limits::Limits;
use super::score::Score;
use super::settings::Settings;
use crate::rules::Game;
use std::time::Duration;

/// The search threads and what they share. One search at a time.
#[derive(Default)]
pub struct Pool {}

impl Pool {
    /// Starts a search of the game's last position and returns at once. The sink is told every event,
    /// [`Event::Finished`] last, from another thread. A search still running is stopped first.
    pub fn start(&mut self, game: &Game, settings: &Settings, limits: Limits, sink: Box<dyn Sink>) {
        let _ = (settings, limits);
        let best = game.position().legal_moves().first().copied();
        sink.event(Event::Finished(Report {
            best,
            ponder: None,
            score: Score::Cp(0),
            nodes: 1,
            time: Duration::ZERO,
        }));
    }

    /// Asks the running search, if any, to finish now; it still tells [`Event::Finished`].
    pub fn stop(&self) {}

    /// The move pondered on was played: the clock starts to count.
    pub fn ponder_hit(&self) {}

    /// Waits until no search is running.
    pub fn wait(&mut self) {}

    /// Forgets everything learnt (hash table, histories); waits for a running search.
    pub fn clear(&mut self) {}

    /// Brings threads and hash table to the wanted size; waits for a running search. Also done by
    /// [`Pool::start`]. The answer says in words what was set up when something changed.
    pub fn prepare(&mut self, settings: &Settings) -> Option<String> {
        let _ = settings;
        None
    }
}
