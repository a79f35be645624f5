//! The search threads (Lazy SMP): each searches the whole tree on its own, and what one finds helps
//! the others through the hash table. The first thread watches the clock, reports, and at the end
//! takes the move that the threads agree on.

use super::events::{Bound, Event, Report, Sink};
use super::iterate::Finding;
use super::limits::Limits;
use super::score::{Score, is_mate};
use super::settings::Settings;
use super::skill;
use super::tables::Tables;
use super::task::Task;
use super::tt::Table;
use super::worker::Worker;
use crate::board::{Legality, Move};
use crate::eval::Evaluation;
use crate::rules::Game;
use crossbeam_channel::{Receiver, Sender, bounded, unbounded};
use std::sync::Arc;
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// What a thread is asked to do.
enum Job {
    /// Search these root moves, and send what was found.
    Search(Arc<Task>, Arc<[Move]>, Role),
    /// Forget what was learnt.
    Clear,
}

/// A thread's part in a search.
enum Role {
    /// Watches the clock, reports, and collects the others' findings.
    Main { sink: Box<dyn Sink>, findings: Receiver<Finding>, _done: Sender<()> },
    /// Sends what it found.
    Helper(Sender<Finding>),
}

struct Thread {
    jobs: Option<Sender<Job>>,
    handle: Option<JoinHandle<()>>,
}

/// The search threads and what they share. One search at a time.
#[derive(Default)]
pub struct Pool {
    threads: Vec<Thread>,
    table: Option<(Arc<Table>, usize)>,
    /// What the values in the table were made by.
    evaluation: Evaluation,
    running: Option<(Arc<Task>, Receiver<()>)>,
}

impl Pool {
    /// Starts a search of the game's last position and returns at once. The sink is told every event,
    /// [`Event::Finished`] last, from another thread. A search still running is stopped first.
    pub fn start(&mut self, game: &Game, settings: &Settings, limits: Limits, sink: Box<dyn Sink>) {
        let start = Instant::now();
        self.stop();
        if let Some(note) = self.prepare(settings) {
            sink.event(Event::Note(note));
        }
        let Some((table, _)) = &self.table else { return };
        table.age();
        let moves: Arc<[Move]> = root_moves(game, settings, &limits).into();
        let settings = Settings { threads: self.threads.len(), ..settings.clone() };
        let task = Arc::new(Task::new(start, game, limits, settings, table.clone()));
        let (found, findings) = unbounded();
        let (done, finished) = bounded(0);
        for thread in self.threads.iter().skip(1) {
            thread.give(Job::Search(task.clone(), moves.clone(), Role::Helper(found.clone())));
        }
        if let Some(main) = self.threads.first() {
            main.give(Job::Search(task.clone(), moves, Role::Main { sink, findings, _done: done }));
        }
        self.running = Some((task, finished));
    }

    /// Asks the running search, if any, to finish now; it still tells [`Event::Finished`].
    pub fn stop(&self) {
        if let Some((task, _)) = &self.running {
            task.stop();
            self.wake();
        }
    }

    /// The move pondered on was played: the clock starts to count.
    pub fn ponder_hit(&self) {
        if let Some((task, _)) = &self.running {
            task.ponder_hit();
            self.wake();
        }
    }

    /// The main thread may be waiting for permission to answer.
    fn wake(&self) {
        if let Some(handle) = self.threads.first().and_then(|thread| thread.handle.as_ref()) {
            handle.thread().unpark();
        }
    }

    /// Waits until no search is running.
    pub fn wait(&mut self) {
        if let Some((_, finished)) = self.running.take() {
            // Nothing is ever sent: the channel closes when the search is over.
            let _ = finished.recv();
        }
    }

    /// Forgets everything learnt (hash table, histories); waits for a running search.
    pub fn clear(&mut self) {
        self.wait();
        if let Some((table, _)) = &self.table {
            table.clear();
        }
        for thread in &self.threads {
            thread.give(Job::Clear);
        }
    }

    /// Brings threads and hash table to the wanted size; waits for a running search. Also done by
    /// [`Pool::start`]. The answer says in words what was set up when something changed. When the
    /// system does not give the memory, the hash table is made smaller until it does. What was learnt by
    /// another evaluation is forgotten.
    pub fn prepare(&mut self, settings: &Settings) -> Option<String> {
        self.wait();
        if self.evaluation != settings.evaluation {
            self.evaluation = settings.evaluation.clone();
            self.clear();
        }
        let mut changed = false;
        if self.table.as_ref().is_none_or(|(_, size)| *size != settings.hash_mb) {
            changed = true;
            self.table = None;
            let mut megabytes = settings.hash_mb.max(1);
            let table = loop {
                match Table::new(megabytes) {
                    Ok(table) => break table,
                    Err(_) if megabytes > 1 => megabytes /= 2,
                    Err(error) => panic!("not even 1 MB of memory for the hash table: {error}"),
                }
            };
            self.table = Some((Arc::new(table), settings.hash_mb));
        }
        let wanted = settings.threads.max(1);
        if self.threads.len() != wanted {
            changed = true;
            self.threads.truncate(wanted);
            while self.threads.len() < wanted {
                match Thread::spawn(self.threads.len()) {
                    Ok(thread) => self.threads.push(thread),
                    Err(error) if self.threads.is_empty() => panic!("no thread to search with: {error}"),
                    Err(_) => break,
                }
            }
        }
        let (table, _) = self.table.as_ref().filter(|_| changed)?;
        let processors = std::thread::available_parallelism().map_or(1, usize::from);
        Some(format!(
            "{} of {wanted} search threads, placed by the system on {processors} processors; hash {} of {} MB, {}",
            self.threads.len(),
            table.megabytes(),
            settings.hash_mb,
            table.pages()
        ))
    }
}

impl Drop for Pool {
    fn drop(&mut self) {
        self.stop();
    }
}

impl Thread {
    fn spawn(id: usize) -> std::io::Result<Thread> {
        let (jobs, todo) = unbounded();
        let builder = std::thread::Builder::new().name(format!("search {id}"));
        let handle = builder.spawn(move || work(id, &todo))?;
        Ok(Thread { jobs: Some(jobs), handle: Some(handle) })
    }

    fn give(&self, job: Job) {
        if let Some(jobs) = &self.jobs {
            // A thread ends only when its channel is closed, so somebody is listening.
            let _ = jobs.send(job);
        }
    }
}

impl Drop for Thread {
    fn drop(&mut self) {
        self.jobs = None;
        if let Some(handle) = self.handle.take() {
            let _ = handle.join();
        }
    }
}

/// A thread's life: jobs until the channel closes.
fn work(id: usize, todo: &Receiver<Job>) {
    let mut tables = Tables::new();
    for job in todo {
        tables = match job {
            Job::Clear => Tables::new(),
            Job::Search(task, moves, Role::Helper(found)) => {
                let mut worker = Worker::new(id, task, &moves, tables, None);
                if !moves.is_empty() {
                    // The main thread may have given up waiting only if it is gone.
                    let _ = found.send(worker.iterate());
                }
                drop(found);
                worker.tables
            }
            Job::Search(task, moves, Role::Main { sink, findings, _done }) => {
                let mut worker = Worker::new(id, task, &moves, tables, Some(sink));
                lead(&mut worker, &findings);
                worker.tables
            }
        };
    }
}

/// The main thread's part of a search.
fn lead(worker: &mut Worker, findings: &Receiver<Finding>) {
    let task = worker.task.clone();
    let own = (!worker.root_moves.is_empty()).then(|| worker.iterate());
    while task.must_wait() {
        std::thread::park_timeout(Duration::from_millis(20));
    }
    task.halt();
    task.publish(0, worker.nodes);
    let Some(own) = own else {
        let report = Report { best: None, ponder: None, score: Score::Mate(0), nodes: 0, time: task.elapsed() };
        return worker.tell(Event::Finished(report));
    };
    // The helpers' senders were given away with their jobs, so this ends when the last one is done.
    let mut all = vec![own];
    all.extend(findings.iter().take(task.settings.threads - 1));
    let settings = &task.settings;
    let chosen =
        if settings.threads > 1 && settings.multi_pv == 1 && task.limits.depth.is_none() { elect(&all) } else { 0 };
    let finding = &all[chosen];
    let mut best = &finding.moves[0];
    if settings.skill < 20.0 {
        best = skill::choose(&finding.moves, settings.skill, task.position.key());
    }
    let info = worker.info(finding.depth, 0, best, Bound::Exact);
    worker.tell(Event::Info(info));
    let ponder = best.pv.get(1).copied().or_else(|| ponder_move(worker, best.mv));
    worker.tell(Event::Finished(Report {
        best: Some(best.mv),
        ponder,
        score: worker.score(best),
        nodes: task.total_nodes(),
        time: task.elapsed(),
    }));
}

/// The thread whose move the others support, each vote weighed by depth and value; a mate decides.
fn elect(all: &[Finding]) -> usize {
    let worst = all.iter().map(|finding| finding.moves[0].value).min().unwrap_or(0);
    let weight = |finding: &Finding| i64::from(finding.moves[0].value - worst + 20) * i64::from(finding.depth);
    let votes = |index: usize| -> i64 {
        all.iter().filter(|other| other.moves[0].mv == all[index].moves[0].mv).map(weight).sum()
    };
    let mut chosen = 0;
    for index in 1..all.len() {
        let (this, best) = (&all[index], &all[chosen]);
        let (value, leading) = (this.moves[0].value, best.moves[0].value);
        let better = if is_mate(value) || is_mate(leading) {
            this.depth > 0 && value > leading
        } else {
            votes(index) > votes(chosen) || votes(index) == votes(chosen) && this.depth > best.depth
        };
        if better {
            chosen = index;
        }
    }
    chosen
}

/// The reply that the hash table remembers.
fn ponder_move(worker: &mut Worker, best: Move) -> Option<Move> {
    let mut pos = worker.task.position.clone();
    let _ = pos.make(best, &mut ());
    let mv = worker.task.table.probe(pos.key(), 0)?.mv?;
    (pos.is_pseudo_legal(mv) && pos.is_legal(mv, &Legality::new(&pos))).then_some(mv)
}

/// The legal moves that are wanted and not banned; when that leaves none, what is not banned, and
/// when that leaves none either, all. Where one line is searched and no moves are asked for, those that the
/// rules on repetition forbid are left out as well if others remain: even a lost game is rather played on.
pub fn root_moves(game: &Game, settings: &Settings, limits: &Limits) -> Vec<Move> {
    let legal = game.position().legal_moves();
    let allowed: Vec<Move> = legal.iter().copied().filter(|mv| !limits.banned_moves.contains(mv)).collect();
    let mut wanted: Vec<Move> = allowed.iter().copied().filter(|mv| limits.search_moves.contains(mv)).collect();
    if limits.search_moves.is_empty() && settings.multi_pv == 1 {
        let forbidden = game.forbidden(settings.rules.repetition);
        wanted = allowed.iter().copied().filter(|mv| forbidden.iter().all(|(other, _)| other != mv)).collect();
    }
    [wanted, allowed].into_iter().find(|moves| !moves.is_empty()).unwrap_or_else(|| legal.to_vec())
}
