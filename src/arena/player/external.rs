//! An engine in a process of its own.

use super::handshake::{self, Introduced};
use super::text::{self, Announced};
use super::{Fault, Patience, Player, Reply, Told, Turn};
use crate::arena::dialogue::{Dialogue, Log};
use crate::arena::proc::{Line, NoLine, Process};
use crate::arena::record::Failure;
use crate::arena::spec::{EngineSpec, Proto};
use crate::board::Move;
use crate::notation::iccs::Ranks;
use crate::options::Dialect;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// An engine that speaks UCI or UCCI.
pub struct External {
    spec: EngineSpec,
    patience: Patience,
    dialogue: Arc<Dialogue>,
    dialect: Option<Dialect>,
    running: Option<Running>,
    notes: Vec<String>,
    /// Whether the engine was already found wanting in its options.
    options_checked: bool,
}

/// What is known of a running engine.
struct Running {
    process: Process,
    dialect: Dialect,
    ranks: Ranks,
    /// UCCI times have to be given in seconds.
    seconds: bool,
    announced: Announced,
    /// It thinks on the opponent's time about this reply.
    pondering: Option<Move>,
}

impl External {
    /// The engine that `spec` describes; it is started by [`Player::new_game`].
    pub fn new(spec: EngineSpec, patience: Patience, log: Option<Arc<Log>>) -> External {
        let dialect = match spec.proto {
            Proto::Uci => Some(Dialect::Uci),
            Proto::Ucci => Some(Dialect::Ucci),
            Proto::Auto | Proto::Chuhe => None,
        };
        let dialogue = Arc::new(Dialogue::new(&spec.name, log));
        External { spec, patience, dialogue, dialect, running: None, notes: Vec::new(), options_checked: false }
    }

    /// Starts the process and sets the options.
    fn start(&mut self) -> Result<(), Fault> {
        let Introduced { process, dialect, announced } =
            handshake::introduce(&self.spec, self.dialect, &self.patience, &self.dialogue)?;
        self.dialect = Some(dialect);
        let ranks = self.spec.ranks.unwrap_or(if announced.many_games { Ranks::FromOne } else { Ranks::FromZero });
        let milliseconds = dialect == Dialect::Ucci && announced.has("usemillisec");
        let mut running = Running {
            process,
            dialect,
            ranks,
            seconds: dialect == Dialect::Ucci && !milliseconds,
            announced,
            pondering: None,
        };
        let mut commands = Vec::new();
        let mut set = |name: &str, value: &str| commands.push(text::set_option(dialect, name, value));
        if running.announced.many_games {
            set("UCI_Variant", "xiangqi");
        }
        if milliseconds {
            set("usemillisec", "true");
        }
        if running.announced.has("ponder") {
            let name = if dialect == Dialect::Uci { "Ponder" } else { "ponder" };
            set(name, if self.spec.ponder { "true" } else { "false" });
        }
        for (name, value) in &self.spec.options {
            if !self.options_checked && !running.announced.has(name) {
                self.notes.push(format!("{} does not announce an option '{name}'", self.spec.name));
            }
            set(name, value);
        }
        self.options_checked = true;
        let lines: Vec<&str> = commands.iter().map(String::as_str).collect();
        let dead = |running: &mut Running| {
            let detail = format!("the engine {} while options were set", running.process.fate());
            Fault::new(Failure::BadHandshake, detail)
        };
        if !lines.is_empty() && running.process.send(&lines).is_err() {
            return Err(dead(&mut running));
        }
        self.running = Some(running);
        Ok(())
    }

    /// Announces a new game to a running engine and waits until it is ready.
    fn announce_game(&mut self) -> Result<(), Fault> {
        let patience = self.patience.handshake;
        let Some(running) = &mut self.running else { return Err(not_running()) };
        running.process.discard();
        let new_game = match running.dialect {
            Dialect::Uci => Some("ucinewgame"),
            Dialect::Ucci => running.announced.has("newgame").then_some("setoption newgame"),
        };
        let commands: Vec<&str> = new_game.into_iter().chain(["isready"]).collect();
        if running.process.send(&commands).is_err() {
            return Err(running.dead(Failure::BadHandshake));
        }
        let deadline = Instant::now() + patience;
        loop {
            match running.process.line(deadline) {
                Ok(line) if line.text.trim() == "readyok" => return Ok(()),
                Ok(line) if line.at <= deadline => {}
                Ok(_) | Err(NoLine::Timeout) => {
                    let detail = format!("no 'readyok' within {:.1} s", patience.as_secs_f64());
                    return Err(Fault::new(Failure::BadHandshake, detail));
                }
                Err(NoLine::Closed) => return Err(running.dead(Failure::BadHandshake)),
            }
        }
    }
}

fn not_running() -> Fault {
    Fault::new(Failure::Crash, "the engine is not running")
}

impl Running {
    fn dead(&mut self, failure: Failure) -> Fault {
        Fault::new(failure, format!("the engine {}", self.process.fate()))
    }

    fn go(&self, turn: &Turn, expected: Option<Move>) -> [String; 2] {
        // Who ponders has just moved: it will be to move after the expected reply.
        let side = if expected.is_some() { !turn.side() } else { turn.side() };
        let draw = turn.draw_offered && expected.is_none();
        [
            text::position(self.dialect, self.ranks, turn, expected),
            text::go(self.dialect, side, turn.clocks, expected.is_some(), draw, self.seconds),
        ]
    }

    /// Reads until the search ends, at the latest at `deadline`.
    fn best_move(&mut self, deadline: Instant, told: &mut Told) -> Result<(Line, text::BestMove), NoLine> {
        loop {
            let line = self.process.line(deadline)?;
            if line.text.starts_with("info") {
                text::read_info(&line.text, told);
            } else if let Some(found) = text::read_best_move(self.dialect, self.ranks, &line.text) {
                return Ok((line, found));
            }
            if line.at > deadline {
                return Err(NoLine::Timeout);
            }
        }
    }

    /// Tells a thinking engine to stop and waits for its move.
    fn stop(&mut self, grace: Duration, told: &mut Told) -> Result<(Line, text::BestMove), Fault> {
        if self.process.send(&["stop"]).is_err() {
            return Err(self.dead(Failure::Crash));
        }
        self.best_move(Instant::now() + grace, told).map_err(|error| match error {
            NoLine::Closed => self.dead(Failure::Crash),
            NoLine::Timeout => Fault::new(Failure::Stall, "no move, not even after 'stop'"),
        })
    }

    fn think(&mut self, turn: &Turn, patience: &Patience) -> Result<Reply, Fault> {
        let mut told = Told::default();
        let mut start = Instant::now();
        let expected = self.pondering.take();
        let hit = expected.is_some() && expected == turn.game.moves().last().copied();
        let sent = if hit {
            let command =
                if turn.draw_offered && self.dialect == Dialect::Ucci { "ponderhit draw" } else { "ponderhit" };
            self.process.send(&[command])
        } else {
            if expected.is_some() {
                // The time it takes to come back from its thoughts is the engine's own.
                self.stop(patience.stop, &mut told)?;
                told = Told::default();
            }
            let commands = self.go(turn, None);
            if expected.is_none() {
                self.process.discard();
                start = Instant::now();
            }
            self.process.send(&[&commands[0], &commands[1]])
        };
        if sent.is_err() {
            return Err(self.dead(Failure::Crash));
        }
        let limit = turn.clock().limit().unwrap_or(patience.think);
        let (line, found) = match self.best_move(start + limit, &mut told) {
            Ok(found) => found,
            Err(NoLine::Closed) => return Err(self.dead(Failure::Crash)),
            Err(NoLine::Timeout) => self.stop(patience.stop, &mut told)?,
        };
        let used = line.at.saturating_duration_since(start);
        Ok(Reply { answer: found.answer, used, told, ponder: found.ponder, draw: found.draw })
    }
}

impl Player for External {
    fn new_game(&mut self) -> Result<(), Fault> {
        if self.spec.restart {
            self.quit();
        }
        if self.running.is_some() {
            if self.announce_game().is_ok() {
                return Ok(());
            }
            // Whatever became of it between two games, a fresh start comes before a claim.
            self.running = None;
        }
        let ready = self.start().and_then(|()| self.announce_game());
        if ready.is_err() {
            self.running = None;
        }
        ready
    }

    fn think(&mut self, turn: &Turn) -> Result<Reply, Fault> {
        let running = self.running.as_mut().ok_or_else(not_running)?;
        running.think(turn, &self.patience)
    }

    fn ponder(&mut self, turn: &Turn, expected: Move) {
        let Some(running) = &mut self.running else { return };
        let commands = running.go(turn, Some(expected));
        // A dead engine is found out when it is to move.
        if running.process.send(&[&commands[0], &commands[1]]).is_ok() {
            running.pondering = Some(expected);
        }
    }

    fn ponders(&self) -> bool {
        self.spec.ponder
    }

    fn end_game(&mut self, failed: bool) {
        let Some(running) = &mut self.running else { return };
        let pondering = running.pondering.take().is_some();
        if failed || pondering && running.stop(self.patience.stop, &mut Told::default()).is_err() {
            self.running = None;
        }
    }

    fn dialogue(&self) -> Vec<String> {
        self.dialogue.last()
    }

    fn notes(&mut self) -> Vec<String> {
        std::mem::take(&mut self.notes)
    }

    fn quit(&mut self) -> bool {
        self.running.take().is_some_and(|running| !running.process.quit())
    }
}
