//! One game: players, clocks and referee at one board.

use super::clock::{Clock, Control};
use super::openings::Opening;
use super::player::{Answer, Fault, Player, Reply, Turn};
use super::record::{Claim, Failure, GameRecord, Job, Ply, Reason};
use super::referee::{End, Laws, Referee};
use crate::board::{Color, Move};
use crate::notation::fen;
use crate::rules::Game;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

/// What is settled before a game begins.
pub struct Setting<'a> {
    /// Its place in the match.
    pub job: Job,
    /// The players' names, Red first.
    pub names: [&'a str; 2],
    /// Their time controls.
    pub controls: [&'a Control; 2],
    /// What may be overstepped without losing.
    pub margin: Duration,
    /// The laws.
    pub laws: Laws,
    /// Where it begins.
    pub opening: &'a Opening,
}

/// Plays a game; `None` when `abort` was set before its end.
pub fn play(players: [&mut dyn Player; 2], setting: &Setting, abort: &AtomicBool) -> Option<GameRecord> {
    Table::new(setting).play(players, abort)
}

/// A board with everything that stands on its table.
struct Table<'a> {
    setting: &'a Setting<'a>,
    game: Game,
    start: String,
    /// The FEN after the last capture, and how many moves led there.
    anchor: (String, usize),
    clocks: [Clock; 2],
    referee: Referee,
    plies: Vec<Ply>,
    began: u64,
    clock: Instant,
}

impl<'a> Table<'a> {
    fn new(setting: &'a Setting<'a>) -> Table<'a> {
        let start = fen::write(&setting.opening.start);
        Table {
            setting,
            game: Game::new(setting.opening.start.clone()),
            anchor: (start.clone(), 0),
            start,
            clocks: setting.controls.map(|control| Clock::new(control, setting.margin)),
            referee: Referee::new(setting.laws),
            plies: Vec::new(),
            began: SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs()),
            clock: Instant::now(),
        }
    }

    fn play(mut self, mut players: [&mut dyn Player; 2], abort: &AtomicBool) -> Option<GameRecord> {
        for &mv in &self.setting.opening.moves {
            // Openings were checked when they were read.
            if !self.make(mv) {
                break;
            }
            self.plies.push(Ply { mv: mv.to_string(), score: None, depth: None, nodes: None, time_ms: 0 });
        }
        for color in Color::ALL {
            if let Err(fault) = players[color.index()].new_game() {
                return Some(self.failed(&mut players, color, fault));
            }
        }
        let mut offer = None;
        loop {
            if abort.load(Relaxed) {
                players.iter_mut().for_each(|player| player.end_game(false));
                return None;
            }
            let side = self.game.position().side();
            let reply = match players[side.index()].think(&self.turn(offer == Some(!side))) {
                Ok(reply) => reply,
                Err(fault) => return Some(self.failed(&mut players, side, fault)),
            };
            match self.take(side, &reply, &mut offer) {
                Ok(None) => {}
                Ok(Some(end)) => {
                    players.iter_mut().for_each(|player| player.end_game(false));
                    return Some(self.finish(end, None));
                }
                Err(fault) => return Some(self.failed(&mut players, side, fault)),
            }
            let player = &mut players[side.index()];
            if player.ponders()
                && let Some(expected) = reply.ponder.filter(|mv| self.game.position().legal_moves().contains(mv))
            {
                player.ponder(&self.turn(false), expected);
            }
        }
    }

    fn turn(&self, draw_offered: bool) -> Turn<'_> {
        Turn {
            start: &self.start,
            game: &self.game,
            anchor: (&self.anchor.0, self.anchor.1),
            clocks: [&self.clocks[0], &self.clocks[1]],
            draw_offered,
        }
    }

    /// Takes an answer: charges the clock, makes the move. Answers the end of the game, if it is that.
    fn take(&mut self, side: Color, reply: &Reply, offer: &mut Option<Color>) -> Result<Option<End>, Fault> {
        if let Err(over) = self.clocks[side.index()].charge(reply.used) {
            let over = over.0.as_micros() as f64 / 1000.0;
            return Err(Fault::new(Failure::TimeLoss, format!("{over:.1} ms over its time")));
        }
        let mv = match &reply.answer {
            Answer::Move(mv) => *mv,
            Answer::Resign => {
                let detail = format!("{} resigns", self.setting.names[side.index()]);
                return Ok(Some(End::win(!side, Reason::Resignation, detail)));
            }
            Answer::Nothing(text) => {
                return Err(Fault::new(Failure::NoMove, format!("'{text}' although there are legal moves")));
            }
            Answer::Unreadable(text) => {
                return Err(Fault::new(Failure::IllegalMove, format!("'{text}' is not a move")));
            }
        };
        if reply.draw && *offer == Some(!side) {
            return Ok(Some(End::draw(Reason::Agreement, "both agreed to a draw")));
        }
        *offer = reply.draw.then_some(side);
        if !self.make(mv) {
            return Err(Fault::new(Failure::IllegalMove, format!("'{mv}' is not legal")));
        }
        self.plies.push(Ply {
            mv: mv.to_string(),
            score: reply.told.score.map(Into::into),
            depth: reply.told.depth,
            nodes: reply.told.nodes,
            time_ms: reply.used.as_millis() as u64,
        });
        self.referee.note(side, reply.told.score);
        Ok(self.referee.judge(&self.game))
    }

    fn make(&mut self, mv: Move) -> bool {
        let before = self.game.position().occupied().count();
        let made = self.game.play(mv).is_ok();
        if made && self.game.position().occupied().count() < before {
            self.anchor = (fen::write(self.game.position()), self.game.moves().len());
        }
        made
    }

    fn failed(self, players: &mut [&mut dyn Player; 2], side: Color, fault: Fault) -> GameRecord {
        let claim = Claim {
            engine: self.setting.names[side.index()].to_owned(),
            fen: fen::write(self.game.position()),
            dialogue: players[side.index()].dialogue(),
        };
        for color in Color::ALL {
            players[color.index()].end_game(color == side);
        }
        let detail = format!("{}: {}", claim.engine, fault.detail);
        self.finish(End::win(!side, Reason::Failure(fault.failure), detail), Some(claim))
    }

    fn finish(self, end: End, claim: Option<Claim>) -> GameRecord {
        let names = self.setting.names;
        GameRecord {
            job: self.setting.job,
            red: names[0].to_owned(),
            black: names[1].to_owned(),
            result: end.outcome,
            reason: end.reason,
            detail: end.detail,
            began: self.began,
            took_ms: self.clock.elapsed().as_millis() as u64,
            controls: self.setting.controls.map(Control::to_string),
            fen: self.start,
            book_moves: self.setting.opening.moves.len(),
            plies: self.plies,
            claim,
        }
    }
}
