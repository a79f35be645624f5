//! The engine under examination, and questions to it.

use crate::arena::dialogue::Dialogue;
use crate::arena::player::handshake::{self, Introduced};
use crate::arena::player::text::{self, Announced, BestMove};
use crate::arena::player::{Answer, Fault, Patience};
use crate::arena::proc::{NoLine, Process};
use crate::arena::spec::EngineSpec;
use crate::board::Move;
use crate::notation::iccs::Ranks;
use crate::options::Dialect;
use crate::rules::Game;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// How long an answer may take that needs no thinking.
pub const PROMPT: Duration = Duration::from_secs(2);
/// How long silence is listened to.
pub const SILENCE: Duration = Duration::from_millis(250);
/// How long a small search may take.
pub const SEARCH: Duration = Duration::from_secs(20);

/// The engine under examination.
pub struct Exam {
    spec: EngineSpec,
    patience: Patience,
    pub dialogue: Arc<Dialogue>,
    pub process: Process,
    pub dialect: Dialect,
    pub ranks: Ranks,
    pub announced: Announced,
    /// How long the handshake took.
    pub greeting: Duration,
    dead: bool,
}

impl Exam {
    /// Starts the engine.
    pub fn begin(spec: EngineSpec, patience: Patience, dialogue: Arc<Dialogue>) -> Result<Exam, Fault> {
        let dialect = handshake::dialect_of(&spec);
        let start = Instant::now();
        let Introduced { process, dialect, announced } = handshake::introduce(&spec, dialect, &patience, &dialogue)?;
        let ranks = spec.ranks.unwrap_or(if announced.many_games { Ranks::FromOne } else { Ranks::FromZero });
        let greeting = start.elapsed();
        let mut exam = Exam { spec, patience, dialogue, process, dialect, ranks, announced, greeting, dead: false };
        if exam.announced.many_games {
            exam.say(&[&text::set_option(dialect, "UCI_Variant", "xiangqi")]);
        }
        if dialect == Dialect::Ucci && exam.announced.has("usemillisec") {
            exam.say(&[&text::set_option(dialect, "usemillisec", "true")]);
        }
        Ok(exam)
    }

    /// Starts the engine again if it is dead or does not answer.
    pub fn revive(&mut self) -> Result<(), Fault> {
        if self.dead || self.ready().is_err() {
            let dialogue = Arc::clone(&self.dialogue);
            let mut spec = self.spec.clone();
            spec.ranks = Some(self.ranks);
            *self = Exam::begin(spec, self.patience, dialogue)?;
        }
        Ok(())
    }

    /// Another process of the same engine.
    pub fn twin(&self) -> Result<Exam, String> {
        Exam::begin(self.spec.clone(), self.patience, Arc::clone(&self.dialogue)).map_err(|fault| fault.detail)
    }

    /// Sends lines; that the engine is dead is found out when it is asked something.
    pub fn say(&mut self, lines: &[&str]) {
        self.dead |= self.process.send(lines).is_err();
    }

    /// The lines until one that passes, which comes last.
    pub fn until(
        &mut self,
        what: &str,
        limit: Duration,
        mut test: impl FnMut(&str) -> bool,
    ) -> Result<Vec<String>, String> {
        let (start, mut lines) = (Instant::now(), Vec::new());
        loop {
            match self.process.line(start + limit) {
                Ok(line) => {
                    let passes = test(&line.text);
                    lines.push(line.text);
                    if passes {
                        return Ok(lines);
                    }
                    if line.at > start + limit {
                        return Err(format!("no {what} within {:.1} s", limit.as_secs_f64()));
                    }
                }
                Err(NoLine::Timeout) => return Err(format!("no {what} within {:.1} s", limit.as_secs_f64())),
                Err(NoLine::Closed) => {
                    self.dead = true;
                    return Err(format!("no {what}: the engine {}", self.process.fate()));
                }
            }
        }
    }

    /// `isready`; the lines before `readyok`.
    pub fn ready(&mut self) -> Result<Vec<String>, String> {
        self.say(&["isready"]);
        let mut lines = self.until("'readyok'", PROMPT, |line| line.trim() == "readyok")?;
        lines.pop();
        Ok(lines)
    }

    /// What the engine says, but info lines, while nothing is asked.
    pub fn overhear(&mut self) -> Vec<String> {
        let (end, mut lines) = (Instant::now() + SILENCE, Vec::new());
        while let Ok(line) = self.process.line(end) {
            if !line.text.starts_with("info") && !line.text.trim().is_empty() {
                lines.push(line.text);
            }
            if Instant::now() >= end {
                break;
            }
        }
        lines
    }

    /// Waits for the end of a search: the lines before, and the end.
    pub fn best_move(&mut self, limit: Duration) -> Result<(Vec<String>, BestMove), String> {
        let (dialect, ranks) = (self.dialect, self.ranks);
        let mut lines = self.until("'bestmove'", limit, |line| text::read_best_move(dialect, ranks, line).is_some())?;
        let last = lines.pop().unwrap_or_default();
        let found = text::read_best_move(dialect, ranks, &last).ok_or_else(|| format!("'{last}'"))?;
        Ok((lines, found))
    }

    /// Searches and makes sure that the answer is a legal move of `game`.
    pub fn search(&mut self, game: &Game, go: &str, limit: Duration) -> Result<(Vec<String>, Move), String> {
        self.say(&[&self.position(game), go]);
        let (lines, found) = self.best_move(limit)?;
        let mv = legal(game, &found.answer)?;
        Ok((lines, mv))
    }

    /// The command that sets up a game from the start position.
    pub fn position(&self, game: &Game) -> String {
        let moves: String = game.moves().iter().map(|&mv| format!(" {}", self.ranks.format(mv))).collect();
        if moves.is_empty() { "position startpos".to_owned() } else { format!("position startpos moves{moves}") }
    }

    /// Whether the process ends by itself in time.
    pub fn ends(&mut self, limit: Duration) -> Result<String, String> {
        let start = Instant::now();
        self.dead = true;
        if self.process.ended(limit) {
            Ok(format!("after {} ms", start.elapsed().as_millis()))
        } else {
            Err(format!("it still runs after {:.1} s", limit.as_secs_f64()))
        }
    }
}

/// The move, if it is legal.
pub fn legal(game: &Game, answer: &Answer) -> Result<Move, String> {
    match answer {
        Answer::Move(mv) if game.position().legal_moves().contains(mv) => Ok(*mv),
        Answer::Move(mv) => Err(format!("the move {mv} (ranks from 0) is not legal")),
        Answer::Unreadable(text) => Err(format!("'{text}' is not a move")),
        Answer::Nothing(text) => Err(format!("'{text}' instead of a move")),
        Answer::Resign => Err("it resigned".to_owned()),
    }
}
