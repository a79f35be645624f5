//! `chuhe go`: one search.

use super::report::Document;
use super::{Verdict, args, bench, input, outcome, table};
use crate::rules::Rules;
use crate::search::{Bound, Event, Info, Limits, Pool, Report, Score, Settings};
use anyhow::{Context, Result};
use std::io::{IsTerminal, Write, stdout};
use std::time::Duration;

/// How long to think when nothing limits the search.
const DEFAULT_TIME: Duration = Duration::from_secs(1);

/// Searches and prints a table or a JSON document.
pub fn run(args: &args::Go, out: &mut dyn Write) -> Result<Verdict> {
    let (game, ranks) = input::game(&args.position, &args.moves)?;
    let settings = Settings { multi_pv: args.multipv as usize, ..bench::settings(&args.resources, &args.eval_file)? };
    let limits = limits(args);
    let live = !args.json && stdout().is_terminal();

    let (sender, receiver) = crossbeam_channel::unbounded();
    let mut pool = Pool::default();
    // The receiver is gone only when printing failed; the search is ended below then.
    pool.start(&game, &settings, limits.clone(), Box::new(move |event| drop(sender.send(event))));
    let mut lines = Lines::default();
    let mut report = None;
    if live {
        table::heading(out)?;
    }
    for event in receiver {
        match event {
            Event::Info(info) => {
                // The last line of a search is told again at its end.
                if live && !lines.has(&info) {
                    table::row(out, &info, ranks)?;
                }
                lines.add(info);
            }
            Event::Note(text) if live => writeln!(out, "{text}")?,
            Event::Finished(last) => report = Some(last),
            _ => {}
        }
    }
    pool.wait();
    let report = report.context("the search ended without a result")?;
    let end = outcome::describe(&game, &Rules::default());
    if args.json {
        let document = Document::new(&game, ranks, &limits, &settings, &report, &lines.0, end);
        serde_json::to_writer(&mut *out, &document)?;
        writeln!(out)?;
    } else {
        if !live && !lines.0.is_empty() {
            table::heading(out)?;
            for info in &lines.0 {
                table::row(out, info, ranks)?;
            }
        }
        table::summary(out, &report, ranks, end.as_deref())?;
    }
    Ok(verdict(args, &report))
}

fn limits(args: &args::Go) -> Limits {
    let limits = Limits {
        depth: args.depth,
        move_time: args.movetime.map(Duration::from_millis),
        nodes: args.nodes,
        mate: args.mate,
        ..Limits::default()
    };
    if limits.is_endless() { Limits { move_time: Some(DEFAULT_TIME), ..limits } } else { limits }
}

fn verdict(args: &args::Go, report: &Report) -> Verdict {
    let found = match (args.mate, report.score) {
        (None, _) => true,
        (Some(wanted), Score::Mate(moves)) => moves > 0 && moves.unsigned_abs() <= wanted,
        (Some(_), _) => false,
    };
    if found && report.best.is_some() { Verdict::Fine } else { Verdict::Negative }
}

/// The newest exact line of each rank, best first.
#[derive(Default)]
struct Lines(Vec<Info>);

impl Lines {
    /// Whether the newest line of this rank says the same.
    fn has(&self, info: &Info) -> bool {
        let told = |line: &Info| (line.multipv, line.depth, line.score, line.bound);
        self.0.iter().any(|line| told(line) == told(info) && line.pv == info.pv)
    }

    fn add(&mut self, info: Info) {
        if info.bound != Bound::Exact {
            return;
        }
        match self.0.binary_search_by_key(&info.multipv, |line| line.multipv) {
            Ok(index) => self.0[index] = info,
            Err(index) => self.0.insert(index, info),
        }
    }
}
