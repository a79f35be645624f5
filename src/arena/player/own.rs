//! The built-in engine, in this process.

use super::{Answer, Fault, Player, Reply, Told, Turn};
use crate::arena::record::Failure;
use crate::arena::spec::EngineSpec;
use crate::board::Move;
use crate::engine::Engine;
use crate::options::{Dialect, OptionError};
use crate::search::{Bound, Event, Limits, Report};
use crossbeam_channel::{Receiver, unbounded};
use std::time::Instant;

/// An event and when it was told.
type Stamped = (Instant, Event);

/// The built-in engine as a player.
pub struct Own {
    engine: Engine,
    ponders: bool,
    pondering: Option<(Move, Receiver<Stamped>)>,
}

impl Own {
    /// An engine with the options that `spec` sets.
    ///
    /// # Errors
    /// If an option or its value is not known.
    pub fn new(spec: &EngineSpec) -> Result<Own, OptionError> {
        let mut engine = Engine::new();
        for (name, value) in &spec.options {
            engine.options.set(Dialect::Uci, name, value.as_ref())?;
        }
        engine.options.ponder = spec.ponder;
        Ok(Own { engine, ponders: spec.ponder, pondering: None })
    }

    fn go(&mut self, turn: &Turn, expected: Option<Move>) -> Receiver<Stamped> {
        let mut game = turn.game.clone();
        // What is expected was found by a search of this very position, so it can be played.
        let ponder = expected.is_some_and(|mv| game.play(mv).is_ok());
        let clocks = turn.clocks;
        let own = if ponder { clocks[(!turn.side()).index()] } else { turn.clock() };
        let timed = own.left().is_some();
        let limits = Limits {
            clock: clocks.map(|clock| clock.left().filter(|_| timed)),
            increment: clocks.map(|clock| clock.increment()),
            moves_to_go: own.moves_to_go(),
            move_time: own.control().move_time,
            nodes: own.control().nodes,
            depth: own.control().depth,
            ponder,
            ..Limits::default()
        };
        let (sender, events) = unbounded();
        self.engine.set_game(game);
        self.engine.go(limits, move |event| drop(sender.send((Instant::now(), event))));
        events
    }
}

/// Reads a search to its end.
fn finish(events: &Receiver<Stamped>) -> Option<(Instant, Report, Told)> {
    let mut told = Told::default();
    for (at, event) in events {
        match event {
            Event::Info(info) if info.bound == Bound::Exact && info.multipv == 1 => {
                told = Told { score: Some(info.score), depth: Some(info.depth), nodes: Some(info.nodes) };
            }
            Event::Finished(report) => {
                told.nodes = Some(report.nodes);
                return Some((at, report, told));
            }
            _ => {}
        }
    }
    None
}

impl Player for Own {
    fn new_game(&mut self) -> Result<(), Fault> {
        self.engine.new_game();
        self.engine.prepare();
        Ok(())
    }

    fn think(&mut self, turn: &Turn) -> Result<Reply, Fault> {
        let start = Instant::now();
        let events = match self.pondering.take() {
            Some((expected, events)) if turn.game.moves().last() == Some(&expected) => {
                self.engine.ponder_hit();
                events
            }
            pondering => {
                if pondering.is_some() {
                    self.engine.stop();
                }
                self.go(turn, None)
            }
        };
        let Some((at, report, told)) = finish(&events) else {
            return Err(Fault::new(Failure::Crash, "the search ended without a result"));
        };
        let answer = report.best.map_or_else(|| Answer::Nothing("none".to_owned()), Answer::Move);
        let used = at.saturating_duration_since(start);
        Ok(Reply { answer, used, told, ponder: report.ponder, draw: false })
    }

    fn ponder(&mut self, turn: &Turn, expected: Move) {
        let events = self.go(turn, Some(expected));
        self.pondering = Some((expected, events));
    }

    fn ponders(&self) -> bool {
        self.ponders
    }

    fn end_game(&mut self, _failed: bool) {
        if self.pondering.take().is_some() {
            self.engine.stop();
        }
        self.engine.wait();
    }

    fn dialogue(&self) -> Vec<String> {
        Vec::new()
    }

    fn notes(&mut self) -> Vec<String> {
        Vec::new()
    }

    fn quit(&mut self) -> bool {
        self.end_game(false);
        false
    }
}
