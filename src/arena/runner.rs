//! Plays a schedule on several boards at once.

use super::dialogue::Log;
use super::game::{self, Setting};
use super::openings::Opening;
use super::player::{self, Patience, Player};
use super::record::{GameRecord, Job};
use super::referee::Laws;
use super::schedule::{Next, Schedule};
use super::spec::EngineSpec;
use crate::options::OptionError;
use crossbeam_channel::{Receiver, Sender, unbounded};
use std::collections::HashMap;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::thread;
use std::time::Duration;

/// Everything that stays the same during a match.
pub struct Match {
    /// The engines.
    pub engines: Vec<EngineSpec>,
    /// The openings; the schedule's indices wrap around. Never empty.
    pub openings: Vec<Opening>,
    /// The laws.
    pub laws: Laws,
    /// What may be overstepped without losing.
    pub margin: Duration,
    /// How long to wait where no clock runs.
    pub patience: Patience,
    /// Boards.
    pub concurrency: usize,
    /// Takes the whole dialogue.
    pub log: Option<Arc<Log>>,
}

/// What happens in a match.
pub enum Happening {
    /// A game is over.
    Finished(Box<GameRecord>),
    /// Something worth knowing about an engine.
    Note(String),
}

impl Match {
    /// Plays until the schedule is through, or `tell` breaks off; games still going on are then
    /// abandoned. Games that are known already (`done`, by number) are not played again, and `tell` does
    /// not hear of them.
    ///
    /// # Errors
    /// If the built-in engine does not know an option; or what `tell` broke off with.
    pub fn play<E: From<OptionError>>(
        &self,
        schedule: &mut dyn Schedule,
        done: &HashMap<usize, GameRecord>,
        mut tell: impl FnMut(Happening) -> Result<ControlFlow<()>, E>,
    ) -> Result<(), E> {
        // Wrong options are an error of the match, not of a game.
        for spec in &self.engines {
            player::create(spec, self.patience, None)?;
        }
        let abort = AtomicBool::new(false);
        let (jobs, todo) = unbounded::<Job>();
        let (happenings, told) = unbounded();
        thread::scope(|scope| {
            for _ in 0..self.concurrency.max(1) {
                let (todo, happenings) = (todo.clone(), happenings.clone());
                let abort = &abort;
                scope.spawn(move || self.board(&todo, &happenings, abort));
            }
            drop(happenings);
            let result = self.lead(schedule, done, &jobs, &told, &mut tell);
            abort.store(true, Relaxed);
            drop(jobs);
            // What there is to say about engines that leave.
            for note in told.iter().filter(|happening| matches!(happening, Happening::Note(_))) {
                if result.is_ok() {
                    let _ = tell(note)?;
                }
            }
            result
        })
    }

    /// Gives out games and takes their results.
    fn lead<E>(
        &self,
        schedule: &mut dyn Schedule,
        done: &HashMap<usize, GameRecord>,
        jobs: &Sender<Job>,
        told: &Receiver<Happening>,
        tell: &mut impl FnMut(Happening) -> Result<ControlFlow<()>, E>,
    ) -> Result<(), E> {
        let mut playing = 0;
        loop {
            while playing < self.concurrency.max(1) {
                match schedule.next() {
                    Next::Play(job) => match done.get(&job.game) {
                        Some(record) => schedule.record(&job, record.result),
                        None => {
                            playing += 1;
                            // The boards listen until this channel is closed.
                            let _ = jobs.send(job);
                        }
                    },
                    Next::Wait => break,
                    Next::Done if playing == 0 => return Ok(()),
                    Next::Done => break,
                }
            }
            // Disconnected only if all boards are gone, which their jobs do not let them.
            let Ok(happening) = told.recv() else { return Ok(()) };
            if let Happening::Finished(record) = &happening {
                playing -= 1;
                schedule.record(&record.job, record.result);
            }
            if tell(happening)?.is_break() {
                return Ok(());
            }
        }
    }

    /// One board's life: games until the channel closes. Players stay for as long as they are needed.
    fn board(&self, todo: &Receiver<Job>, happenings: &Sender<Happening>, abort: &AtomicBool) {
        let mut seated: HashMap<usize, Box<dyn Player>> = HashMap::new();
        for job in todo {
            if abort.load(Relaxed) {
                break;
            }
            let leaving: Vec<usize> = seated.keys().copied().filter(|id| !job.players.contains(id)).collect();
            for id in leaving {
                self.dismiss(id, seated.remove(&id), happenings);
            }
            let mut take = |id: usize| match seated.remove(&id) {
                Some(player) => player,
                None => player::create(&self.engines[id], self.patience, self.log.clone())
                    .expect("the options were checked when the match began"),
            };
            let (mut red, mut black) = (take(job.players[0]), take(job.players[1]));
            let engines = job.players.map(|id| &self.engines[id]);
            let setting = Setting {
                job,
                names: engines.map(|engine| engine.name.as_str()),
                controls: [&engines[0].controls[0], &engines[1].controls[1]],
                margin: self.margin,
                laws: self.laws,
                opening: &self.openings[job.opening % self.openings.len()],
            };
            let record = game::play([&mut *red, &mut *black], &setting, abort);
            for note in red.notes().into_iter().chain(black.notes()) {
                let _ = happenings.send(Happening::Note(note));
            }
            seated.insert(job.players[0], red);
            seated.insert(job.players[1], black);
            let Some(record) = record else { break };
            let _ = happenings.send(Happening::Finished(Box::new(record)));
        }
        for (id, player) in seated {
            self.dismiss(id, Some(player), happenings);
        }
    }

    fn dismiss(&self, id: usize, player: Option<Box<dyn Player>>, happenings: &Sender<Happening>) {
        if player.is_some_and(|mut player| player.quit()) {
            let note = format!("{} did not end at 'quit' and was killed", self.engines[id].name);
            let _ = happenings.send(Happening::Note(note));
        }
    }
}
