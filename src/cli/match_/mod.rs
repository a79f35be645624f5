//! `chuhe match`: games between engines.

mod setup;

use super::Verdict;
use super::args::arena as args;
use crate::arena::journal::Journal;
use crate::arena::output::Output;
use crate::arena::pgn;
use crate::arena::record::{GameRecord, Reason};
use crate::arena::report::{Live, Standing, game_line};
use crate::arena::runner::{Happening, Match};
use crate::arena::spec::EngineSpec;
use crate::arena::sprt::Decision;
use anyhow::{Context, Result};
use serde::{Deserialize, Serialize};
use setup::Setup;
use std::collections::HashMap;
use std::io::Write;
use std::ops::ControlFlow;

/// The journal's header: how to set the match up again.
#[derive(Serialize, Deserialize)]
struct Plan {
    arguments: args::Match,
    /// Where in the files the games of this match begin.
    pgn_start: Option<u64>,
    json_start: Option<u64>,
}

/// Plays the match and prints the final standing.
pub fn run(args: &args::Match, out: &mut dyn Write) -> Result<Verdict> {
    let (arguments, setup, mut files, games) = match &args.resume {
        Some(path) => {
            let (journal, plan, games) = Journal::open::<Plan>(path)?;
            let arguments = args::Match {
                concurrency: args.concurrency.or(plan.arguments.concurrency),
                report: args.report.or(plan.arguments.report),
                log: args.log.clone().or(plan.arguments.log),
                ..plan.arguments
            };
            let setup = Setup::new(&arguments)?;
            let mut files = Files::open(&arguments, plan.pgn_start, plan.json_start)?;
            games.iter().try_for_each(|game| files.write(game))?;
            files.journal = Some(journal);
            (arguments, setup, files, games)
        }
        None => {
            let arguments = setup::with_engines_of_file(args)?;
            let setup = Setup::new(&arguments)?;
            let mut files = Files::open(&arguments, None, None)?;
            let starts = [&files.pgn, &files.json].map(|file| file.as_ref().map(Output::start));
            let plan = Plan { arguments: arguments.clone(), pgn_start: starts[0], json_start: starts[1] };
            files.journal = arguments.journal.as_deref().map(|path| Journal::create(path, &plan)).transpose()?;
            (arguments, setup, files, Vec::new())
        }
    };
    play(&arguments, setup, &mut files, games, out)
}

fn play(
    args: &args::Match,
    setup: Setup,
    files: &mut Files,
    games: Vec<GameRecord>,
    out: &mut dyn Write,
) -> Result<Verdict> {
    let Setup { arena, mut schedule, scoring, tie_break, sprt } = setup;
    let names: Vec<String> = arena.engines.iter().map(|engine| engine.name.clone()).collect();
    let titles: Vec<String> = arena.engines.iter().map(title).collect();
    let two = names.len() == 2;
    let mut standing = Standing::new(names, scoring, sprt);
    games.iter().for_each(|game| standing.add(game));
    if args.resume.is_some() || !games.is_empty() {
        writeln!(out, "Resumed after {} games", games.len())?;
    }
    let done: HashMap<usize, GameRecord> = games.into_iter().map(|game| (game.job.game, game)).collect();
    let live = Live::new(schedule.total(), standing.games());
    let every = u64::from(args.report.unwrap_or(10));
    if standing.decision() == Decision::Undecided {
        arena.play(&mut *schedule, &done, |happening| {
            let record = match happening {
                Happening::Finished(record) => record,
                Happening::Note(note) => {
                    live.say(&note);
                    return Ok::<_, anyhow::Error>(ControlFlow::Continue(()));
                }
            };
            files.add(&record)?;
            standing.add(&record);
            live.show(&standing);
            if live.is_visible() {
                if matches!(record.reason, Reason::Failure(_)) {
                    live.say(&game_line(&record));
                }
            } else {
                writeln!(out, "{}", game_line(&record))?;
                if standing.games().is_multiple_of(every) {
                    for line in standing.lines() {
                        writeln!(out, "  {line}")?;
                    }
                }
                out.flush()?;
            }
            let decided = standing.decision() != Decision::Undecided;
            Ok(if decided { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
        })?;
    }
    live.clear();
    if two {
        writeln!(out, "{} against {}", titles[0], titles[1])?;
        for line in standing.lines() {
            writeln!(out, "{line}")?;
        }
    } else {
        write!(out, "{}", standing.table(tie_break, &schedule.byes(), &schedule.reached()))?;
    }
    write!(out, "{}", standing.endings())?;
    let accepted = sprt.is_none() || standing.decision() == Decision::AcceptGain;
    Ok(if accepted { Verdict::Fine } else { Verdict::Negative })
}

/// `A (10+0.1)`, with the controls of both colours when they differ.
fn title(engine: &EngineSpec) -> String {
    match &engine.controls {
        [red, black] if red == black => format!("{} ({red})", engine.name),
        [red, black] => format!("{} ({red} with Red, {black} with Black)", engine.name),
    }
}

/// Where finished games go.
struct Files {
    journal: Option<Journal>,
    pgn: Option<Output>,
    json: Option<Output>,
    event: String,
    site: String,
}

impl Files {
    fn open(args: &args::Match, pgn_start: Option<u64>, json_start: Option<u64>) -> Result<Files> {
        Ok(Files {
            journal: None,
            pgn: args.pgnout.as_deref().map(|path| Output::open(path, pgn_start)).transpose()?,
            json: args.jsonout.as_deref().map(|path| Output::open(path, json_start)).transpose()?,
            event: args.event.clone(),
            site: args.site.clone(),
        })
    }

    /// The journal comes first: what the others lack can be made from it.
    fn add(&mut self, record: &GameRecord) -> Result<()> {
        if let Some(journal) = &mut self.journal {
            journal.add(record)?;
        }
        self.write(record)
    }

    fn write(&mut self, record: &GameRecord) -> Result<()> {
        if let Some(pgn) = &mut self.pgn {
            pgn.add(&pgn::text(record, &self.event, &self.site))?;
        }
        if let Some(json) = &mut self.json {
            let line = serde_json::to_string(record).context("a game cannot be written as JSON")?;
            json.add(&(line + "\n"))?;
        }
        Ok(())
    }
}
