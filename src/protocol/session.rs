//! The dialogue: what is being done, and what each line and each event means then.

use super::command::{Command, Go, PositionText};
use super::io::{Closed, Input, Line, MAX_LINE, Output};
use super::job::Job;
use super::limits::{is_open_ended, limits};
use super::parse::parse;
use super::place::{Placed, alternatives, place};
use super::rule_info::RuleInfo;
use super::score::plain;
use super::ucci::Claim;
use super::version::{AUTHORS, NAME, version};
use super::{show, ucci, uci};
use crate::bench;
use crate::board::{Move, Position};
use crate::engine::Engine;
use crate::notation::iccs::Ranks;
use crate::options::{Button, Dialect, OptionError};
use crate::rules::Game;
use crate::search::{Bound, Event, Info, Limits, Report, Score};
use crossbeam_channel::{Receiver, Sender, after, never, select, unbounded};
use std::collections::{HashMap, VecDeque};
use std::ffi::OsStr;
use std::io::Write;
use std::time::{Duration, Instant};

/// Time that a search limited only by depth or mate still gets after the end of input.
const LAST_SEARCH: Duration = Duration::from_secs(60);

/// After so long without input, work that prints little by itself shows a sign of life: writing it is
/// the only way to learn that nobody reads any more.
const PULSE: Duration = Duration::from_secs(10);

/// So many searched positions are remembered for `probe`.
const MAX_KNOWN: usize = 4096;

/// Longer messages are cut: they echo input, and clients have small buffers.
const MAX_MESSAGE: usize = 500;

/// How a session ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    /// By `quit`.
    Quit,
    /// At the end of input.
    EndOfInput,
    /// Because nobody reads the output any more.
    OutputClosed,
}

/// A search that is going on.
struct Running {
    /// The position searched.
    root: Position,
    /// The game that led to it, when repetitions are to be explained, and the rules.
    rule_info: Option<RuleInfo>,
    /// How its moves number the ranks.
    ranks: Ranks,
    limits: Limits,
    /// The opponent offers a draw.
    draw_offer: bool,
    /// Several lines of analysis were asked for.
    several: bool,
    /// It was said that the score is one by the rules.
    rule_told: bool,
    /// Depth, score and first move of the best line so far.
    line: Option<(u32, Score, Move)>,
}

/// What a finished search found out about its root.
struct Known {
    best: Move,
    score: i32,
    depth: u32,
}

pub(super) struct Session<W: Write> {
    engine: Engine,
    input: Input,
    output: Output<W>,
    events: (Sender<Event>, Receiver<Event>),
    dialect: Dialect,
    /// How the moves of the game on the board number the ranks, if they tell.
    ranks: Option<Ranks>,
    /// Root moves that are not to be played.
    banned: Vec<Move>,
    running: Option<Running>,
    job: Option<Job>,
    /// Commands that wait for the job to end.
    waiting: VecDeque<Command>,
    known: HashMap<u64, Known>,
    /// The end of input was seen, though lines may be left.
    input_ended: bool,
    /// All lines are read.
    closing: bool,
    /// When an open-ended search after the end of input is stopped.
    deadline: Receiver<Instant>,
    /// When the next sign of life is due.
    pulse: Receiver<Instant>,
}

impl<W: Write> Session<W> {
    pub(super) fn new(input: Input, output: Output<W>) -> Session<W> {
        Session {
            engine: Engine::new(),
            input,
            output,
            events: unbounded(),
            dialect: Dialect::default(),
            ranks: None,
            banned: Vec::new(),
            running: None,
            job: None,
            waiting: VecDeque::new(),
            known: HashMap::new(),
            input_ended: false,
            closing: false,
            deadline: never(),
            pulse: never(),
        }
    }

    pub(super) fn run(mut self) -> End {
        let end = self.converse().unwrap_or(End::OutputClosed);
        self.engine.stop();
        if let Some(job) = &self.job {
            job.abort();
        }
        end
    }

    fn converse(&mut self) -> Result<End, Closed> {
        self.print(&format!("{} {} by {}", NAME, version(), AUTHORS))?;
        loop {
            if self.job.is_none()
                && let Some(command) = self.waiting.pop_front()
            {
                if self.obey(command)? {
                    return Ok(End::Quit);
                }
                continue;
            }
            if self.closing && self.running.is_none() && self.job.is_none() {
                return Ok(End::EndOfInput);
            }
            let nothing = (never(), never(), never());
            let lines = if self.closing || self.is_batch_search() { &nothing.0 } else { &self.input.lines };
            let end = if self.input_ended { &nothing.1 } else { &self.input.end };
            let job = self.job.as_ref().map_or(&nothing.2, |job| &job.output);
            select! {
                recv(lines) -> line => match line {
                    Ok(line) => {
                        if self.read(line)? {
                            return Ok(End::Quit);
                        }
                    }
                    Err(_) => self.close()?,
                },
                recv(self.events.1) -> event => {
                    if let Ok(event) = event {
                        self.tell(event)?;
                    }
                }
                recv(job) -> text => match text {
                    Ok(text) => self.print(&text)?,
                    Err(_) => self.job = None,
                },
                recv(end) -> _ => {
                    self.input_ended = true;
                    self.set_deadline();
                    self.pulse = after(PULSE);
                }
                recv(self.deadline) -> _ => self.engine.stop(),
                recv(self.pulse) -> _ => self.show_life()?,
            }
        }
    }

    /// Whether lines are left unread because batch mode wants the search to end by itself.
    fn is_batch_search(&self) -> bool {
        self.engine.options.batch && self.running.as_ref().is_some_and(|running| !running.limits.is_endless())
    }

    /// After the end of input, limits a search that could go on for ever.
    fn set_deadline(&mut self) {
        if self.input_ended && self.running.as_ref().is_some_and(|running| is_open_ended(&running.limits)) {
            self.deadline = after(LAST_SEARCH);
        }
    }

    /// Prints something if only that can tell whether anybody still reads.
    fn show_life(&mut self) -> Result<(), Closed> {
        let is_busy = self.job.is_some() || self.input_ended && self.running.is_some();
        self.pulse = if is_busy || self.input_ended { after(PULSE) } else { never() };
        if is_busy { self.message("still at work") } else { Ok(()) }
    }

    /// All lines are read: nobody can stop an endless search any more.
    fn close(&mut self) -> Result<(), Closed> {
        self.closing = true;
        if self.running.as_ref().is_some_and(|running| running.limits.is_endless()) {
            self.stop_search()?;
        }
        Ok(())
    }

    /// Takes in a line; answers whether the session is over.
    fn read(&mut self, line: Line) -> Result<bool, Closed> {
        self.output.received(&line);
        if line.length > MAX_LINE {
            self.message(&format!("a line of {} bytes is too long and left out", line.length))?;
            return Ok(false);
        }
        let command = parse(&line.bytes);
        let at_once = matches!(command, Command::Stop | Command::IsReady | Command::Nothing);
        if self.job.is_some() && !at_once {
            self.waiting.push_back(command);
            return Ok(false);
        }
        self.obey(command)
    }

    /// Carries out a command; answers whether the session is over.
    fn obey(&mut self, command: Command) -> Result<bool, Closed> {
        match command {
            Command::Nothing => {}
            Command::Uci => self.greet(Dialect::Uci)?,
            Command::Ucci => self.greet(Dialect::Ucci)?,
            Command::IsReady => {
                if self.running.is_none() && self.job.is_none() {
                    self.prepare()?;
                }
                self.print("readyok")?;
            }
            Command::NewGame => self.forget()?,
            Command::SetOption { name, value } => self.set_option(&name, &value)?,
            Command::Position(text) => self.set_position(&text)?,
            Command::BanMoves(texts) => self.ban(&texts)?,
            Command::Go(go) => self.go(&go)?,
            Command::Perft(depth) => {
                self.stop_search()?;
                let (pos, ranks) = (self.engine.game().position(), self.ranks());
                self.start_job(Job::perft(pos, depth, self.engine.options.threads, ranks));
            }
            Command::Bench(depth) => {
                self.stop_search()?;
                let evaluation = self.engine.options.evaluation.clone();
                self.start_job(Job::bench(depth.unwrap_or(bench::DEFAULT_DEPTH), evaluation));
            }
            Command::Stop => self.stop()?,
            Command::PonderHit { draw } => self.ponder_hit(draw),
            Command::Probe(text) => self.probe(&text)?,
            Command::Show => {
                let text = show::position(self.engine.game(), &self.engine.options.rules(), self.ranks());
                self.print(&text)?;
            }
            Command::Eval => {
                let text = show::evaluation(self.engine.game().position(), &self.engine.options.evaluation);
                self.print(&text)?;
            }
            Command::Flip => {
                self.engine.set_game(Game::new(self.engine.game().position().flipped()));
                self.banned.clear();
            }
            Command::Help => self.print(show::HELP)?,
            Command::Quit => {
                self.stop_search()?;
                if self.dialect == Dialect::Ucci {
                    self.print("bye")?;
                }
                return Ok(true);
            }
            Command::Malformed(error) => self.message(&error.to_string())?,
            Command::Unknown(word) => {
                if self.is_talkative() {
                    self.message(&format!("unknown command '{word}'; help lists the known ones"))?;
                }
            }
        }
        Ok(false)
    }

    /// UCCI wants silence about what is not known.
    fn is_talkative(&self) -> bool {
        self.dialect == Dialect::Uci || self.engine.options.debug
    }

    fn greet(&mut self, dialect: Dialect) -> Result<(), Closed> {
        self.dialect = dialect;
        let lines = match dialect {
            Dialect::Uci => uci::handshake(),
            Dialect::Ucci => ucci::handshake(),
        };
        lines.iter().try_for_each(|line| self.print(line))
    }

    fn prepare(&mut self) -> Result<(), Closed> {
        match self.engine.prepare() {
            Some(text) => self.message(&text),
            None => Ok(()),
        }
    }

    /// Forgets what was learnt; the position on the board stays.
    fn forget(&mut self) -> Result<(), Closed> {
        self.stop_search()?;
        self.engine.new_game();
        self.known.clear();
        Ok(())
    }

    fn set_option(&mut self, name: &str, value: &OsStr) -> Result<(), Closed> {
        let (log, evaluation) = (self.engine.options.debug_log.clone(), self.engine.options.evaluation.clone());
        match self.engine.options.set(self.dialect, name, value) {
            Ok(Some(Button::ClearHash | Button::NewGame)) => return self.forget(),
            Ok(None) => {}
            Err(OptionError::Unknown(_)) if !self.is_talkative() => {}
            Err(error) => self.message(&error.to_string())?,
        }
        if self.engine.options.evaluation != evaluation {
            self.message(&format!("positions are evaluated by the {}", self.engine.options.evaluation))?;
        }
        let wanted = self.engine.options.debug_log.clone();
        if wanted != log
            && let Err(error) = self.output.log_to(wanted.as_deref())
        {
            self.engine.options.debug_log = log;
            let path = wanted.unwrap_or_default();
            self.message(&format!(
                "Debug Log File: '{}' cannot be written: {error}; the old setting stays",
                path.display()
            ))?;
        }
        Ok(())
    }

    /// How moves are numbered when the game's own do not tell. A client that sets the variant, but
    /// does not echo every option, is one of those that count ranks from 1.
    fn usual_ranks(&self) -> Ranks {
        let options = &self.engine.options;
        if options.variant_set && !options.debug_log_set { Ranks::FromOne } else { Ranks::FromZero }
    }

    fn ranks(&self) -> Ranks {
        self.ranks.unwrap_or_else(|| self.usual_ranks())
    }

    fn set_position(&mut self, text: &PositionText) -> Result<(), Closed> {
        let Placed { game, ranks, error } = match place(text, self.usual_ranks()) {
            Ok(placed) => placed,
            Err(error) => return self.message(&error.to_string()),
        };
        let counted = game.history().counted();
        self.engine.set_game(game);
        self.ranks = ranks;
        self.banned.clear();
        if let Some(error) = error {
            self.message(&error.to_string())?;
        }
        match self.engine.options.natural_limit {
            Some(rounds) if counted >= 2 * rounds => self.message(&format!(
                "the natural limit is reached: {counted} half-moves without a capture count, {} make the game even",
                2 * rounds
            )),
            _ => Ok(()),
        }
    }

    fn ban(&mut self, texts: &[String]) -> Result<(), Closed> {
        let (moves, faults) = alternatives(self.engine.game(), texts, self.ranks());
        self.banned.extend(moves);
        faults.iter().try_for_each(|fault| self.message(&format!("banmoves: {fault}; it is left out")))
    }

    /// The root moves to look at and those to leave alone; never leaves none.
    fn choose_moves(&mut self, texts: &[String]) -> Result<(Vec<Move>, Vec<Move>), Closed> {
        let (mut wanted, faults) = alternatives(self.engine.game(), texts, self.ranks());
        for fault in faults {
            self.message(&format!("searchmoves: {fault}; it is left out"))?;
        }
        let mut banned = self.banned.clone();
        let left = |wanted: &[Move], banned: &[Move]| wanted.iter().any(|mv| !banned.contains(mv));
        if !texts.is_empty() && !left(&wanted, &banned) {
            self.message("searchmoves: no move is left, all are searched")?;
            wanted.clear();
        }
        let legal = self.engine.game().position().legal_moves();
        if !banned.is_empty() && wanted.is_empty() && !left(&legal, &banned) {
            self.message("banmoves: no move is left, all are searched")?;
            banned.clear();
        }
        Ok((wanted, banned))
    }

    fn go(&mut self, go: &Go) -> Result<(), Closed> {
        self.stop_search()?;
        for fault in &go.faults {
            self.message(&fault.to_string())?;
        }
        let root = self.engine.game().position().clone();
        if self.dialect == Dialect::Ucci && go.depth == Some(0) {
            self.print(&ucci::static_info(show::static_score(&root, &self.engine.options.evaluation)))?;
            return self.print("nobestmove");
        }
        let mut limits = limits(go, root.side(), self.engine.options.milliseconds);
        (limits.search_moves, limits.banned_moves) = self.choose_moves(&go.search_moves)?;
        let rule_info = self.engine.options.rule_info.then(|| self.rule_info());
        if let Some(rule_info) = &rule_info {
            rule_info.forbidden().iter().try_for_each(|text| self.message(text))?;
        }
        self.running = Some(Running {
            root,
            rule_info,
            ranks: self.ranks(),
            limits: limits.clone(),
            draw_offer: go.draw,
            several: self.engine.options.multi_pv > 1,
            rule_told: false,
            line: None,
        });
        let events = self.events.0.clone();
        // The receiver lives as long as the session; after that nobody wants to know.
        self.engine.go(limits, move |event| drop(events.send(event)));
        self.set_deadline();
        Ok(())
    }

    fn rule_info(&self) -> RuleInfo {
        RuleInfo::new(self.engine.game().clone(), self.engine.options.rules().repetition, self.ranks())
    }

    fn start_job(&mut self, job: Job) {
        self.job = Some(job);
        self.pulse = after(PULSE);
    }

    fn stop(&mut self) -> Result<(), Closed> {
        if let Some(job) = &self.job {
            job.abort();
        } else if self.running.is_some() {
            self.stop_search()?;
        } else if self.dialect == Dialect::Ucci {
            self.print("nobestmove")?;
        }
        Ok(())
    }

    /// Ends a running search and answers it.
    fn stop_search(&mut self) -> Result<(), Closed> {
        if self.running.is_some() {
            self.engine.stop();
        }
        while self.running.is_some() {
            // The session holds a sender itself, so the channel is never disconnected.
            if let Ok(event) = self.events.1.recv() {
                self.tell(event)?;
            }
        }
        Ok(())
    }

    fn ponder_hit(&mut self, draw: bool) {
        if let Some(running) = &mut self.running {
            running.draw_offer |= draw;
            if running.limits.ponder {
                running.limits.ponder = false;
                self.engine.ponder_hit();
            }
        }
    }

    fn probe(&mut self, text: &PositionText) -> Result<(), Closed> {
        let placed = match place(text, self.usual_ranks()) {
            Ok(Placed { game, ranks, error: None }) => Ok((game, ranks)),
            Ok(Placed { error: Some(error), .. }) | Err(error) => Err(error),
        };
        let answer = match placed {
            Ok((game, ranks)) => {
                let ranks = ranks.unwrap_or_else(|| self.usual_ranks());
                self.known.get(&game.position().key()).map(|known| {
                    let Known { best, score, depth } = known;
                    let best = ranks.format(*best);
                    format!("pophash bestmove {best} lowerbound {score} depth {depth} upperbound {score} depth {depth}")
                })
            }
            Err(error) => {
                self.message(&error.to_string())?;
                None
            }
        };
        self.print(answer.as_deref().unwrap_or("pophash"))
    }

    /// Prints what the search tells.
    fn tell(&mut self, event: Event) -> Result<(), Closed> {
        // Every search tells its end once and nothing after that.
        let Some(running) = &mut self.running else { return Ok(()) };
        match event {
            Event::Info(info) => self.tell_info(&info),
            Event::CurrentMove { depth, mv, number } => {
                let line = match self.dialect {
                    Dialect::Uci => uci::current_move(depth, mv, number, running.ranks),
                    Dialect::Ucci => ucci::current_move(mv, running.ranks),
                };
                self.print(&line)
            }
            Event::Note(text) => self.message(&text),
            Event::Finished(report) => self.answer(&report),
        }
    }

    fn tell_info(&mut self, info: &Info) -> Result<(), Closed> {
        let Some(running) = &mut self.running else { return Ok(()) };
        debug_assert!(is_playable(&running.root, &info.pv), "illegal line {:?} in {:?}", info.pv, running.root);
        if info.multipv == 1
            && info.bound == Bound::Exact
            && let Some(&best) = info.pv.first()
        {
            running.line = Some((info.depth, info.score, best));
        }
        let note = match info.score {
            Score::Rule(value) if !running.rule_told => Some(super::score::rule_note(value)),
            _ => None,
        };
        running.rule_told |= note.is_some();
        let explained = running.rule_info.as_mut().map_or_else(Vec::new, |rule_info| rule_info.explain(&info.pv));
        let line = match self.dialect {
            Dialect::Uci => Some(uci::info(info, running.ranks, self.engine.options.show_wdl)),
            Dialect::Ucci => ucci::info(info, running.ranks, running.several),
        };
        note.iter().chain(&explained).try_for_each(|text| self.message(text))?;
        line.map_or(Ok(()), |line| self.print(&line))
    }

    /// Ends the search with its move.
    fn answer(&mut self, report: &Report) -> Result<(), Closed> {
        let Some(running) = self.running.take() else { return Ok(()) };
        self.deadline = never();
        if let Some((depth, score, best)) = running.line.filter(|line| Some(line.2) == report.best) {
            if self.known.len() >= MAX_KNOWN {
                self.known.clear();
            }
            self.known.insert(running.root.key(), Known { best, score: plain(score), depth });
        }
        match self.dialect {
            Dialect::Uci => uci::report(report, running.ranks).iter().try_for_each(|line| self.print(line)),
            Dialect::Ucci => {
                let score = plain(report.score);
                let claim = match self.engine.options.give_up {
                    _ if running.draw_offer && score <= 0 => Claim::Draw,
                    Some(threshold) if score <= -threshold => Claim::Resign,
                    _ => Claim::None,
                };
                // The only line that may hold the words draw and resign.
                self.output.line(&ucci::report(report, running.ranks, claim))
            }
        }
    }

    /// Prints a line, in a form that no client takes for something else.
    fn print(&mut self, text: &str) -> Result<(), Closed> {
        match self.dialect {
            Dialect::Uci => self.output.line(text),
            Dialect::Ucci => self.output.line(&ucci::scrub(text.to_owned())),
        }
    }

    /// Says something in words.
    fn message(&mut self, text: &str) -> Result<(), Closed> {
        let mut text: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
        if let Some((cut, _)) = text.char_indices().nth(MAX_MESSAGE) {
            text.truncate(cut);
            text.push('…');
        }
        let line = match self.dialect {
            Dialect::Uci => uci::message(&text),
            Dialect::Ucci => ucci::message(&text),
        };
        self.print(&line)
    }
}

/// Whether the moves can be played one after the other.
fn is_playable(root: &Position, moves: &[Move]) -> bool {
    let mut game = Game::new(root.clone());
    moves.iter().all(|&mv| game.play(mv).is_ok())
}
