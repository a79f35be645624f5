//! `chuhe data`: what files of games hold, whether they are sound, and their content in other forms.

mod set;
mod winrate;

use super::args::train::{Data, DataTask, Dump, Merge, Paths};
use super::{Verdict, output};
use crate::board::Color;
use crate::notation::fen;
use crate::notation::iccs::Ranks;
use crate::train::frames::{self, Damage, Header, Item};
use crate::train::record::{GameRecord, Outcome, Termination};
use crate::train::store;
use crate::train::tally::Tally;
use anyhow::{Result, ensure};
use serde::Serialize;
use std::collections::{BTreeSet, HashMap, HashSet};
use std::io::{BufWriter, Write, stderr};
use std::path::{Path, PathBuf};

/// Does the task.
pub fn run(args: &Data, out: &mut dyn Write) -> Result<Verdict> {
    match &args.task {
        DataTask::Stats(paths) => stats(paths, out),
        DataTask::Verify(paths) => verify(paths, out),
        DataTask::Merge(args) => merge(args, out),
        DataTask::Dump(args) => dump(args, out),
        DataTask::Set(args) => set::run(args, out),
        DataTask::Winrate(paths) => winrate::run(paths, out),
    }
}

/// What is said about a damaged place.
pub fn complaint(path: &Path, damage: &Damage) -> String {
    format!("{}: {damage}", path.display())
}

/// Shows all that the files hold; damage is told on standard error and gives a negative verdict.
fn read(paths: &Paths, mut visit: impl FnMut(&Path, Item) -> Result<()>) -> Result<Verdict> {
    let mut verdict = Verdict::Fine;
    for_each(paths, |path, item| match item {
        Ok(item) => visit(path, item),
        Err(damage) => {
            verdict = Verdict::Negative;
            let _ = writeln!(stderr(), "{}", complaint(path, &damage));
            Ok(())
        }
    })?;
    Ok(verdict)
}

/// Shows all that the files hold, damage included, until showing fails.
fn for_each(paths: &Paths, mut visit: impl FnMut(&Path, Result<Item, Damage>) -> Result<()>) -> Result<()> {
    for path in &paths.paths {
        for file in store::files(path)? {
            let mut result = Ok(());
            store::scan(&file, |item| {
                if result.is_ok() {
                    result = visit(&file, item);
                }
            })?;
            result?;
        }
    }
    Ok(())
}

fn stats(paths: &Paths, out: &mut dyn Write) -> Result<Verdict> {
    let mut tally = Tally::default();
    let mut runs = BTreeSet::new();
    let verdict = read(paths, |_, item| {
        match item {
            Item::Header(header) => drop(runs.insert(describe(&header))),
            Item::Game(game) => tally.add(&game),
        }
        Ok(())
    })?;
    for run in runs {
        writeln!(out, "{run}")?;
    }
    writeln!(out)?;
    write!(out, "{tally}")?;
    Ok(verdict)
}

fn describe(header: &Header) -> String {
    format!(
        "run {:08x}: seed {}, {} nodes a move, {} MB hash, {}; Chuhe {}, signature {}",
        header.run,
        header.recipe.seed,
        header.recipe.nodes,
        header.recipe.hash_mb,
        header.recipe.book.as_ref().map_or("no book".to_owned(), |book| format!("book of {}", book.positions)),
        header.engine,
        header.signature
    )
}

fn verify(paths: &Paths, out: &mut dyn Write) -> Result<Verdict> {
    let mut tally = Tally::default();
    let mut places: HashMap<(u32, u64), PathBuf> = HashMap::new();
    let mut headers: HashSet<(PathBuf, u32)> = HashSet::new();
    let mut faults = 0;
    for_each(paths, |path, item| {
        let game = match item {
            Ok(Item::Header(header)) => {
                headers.insert((path.to_owned(), header.run));
                return Ok(());
            }
            Ok(Item::Game(game)) => game,
            Err(damage) => {
                faults += 1;
                return Ok(writeln!(out, "{}", complaint(path, &damage))?);
            }
        };
        tally.add(&game);
        let mut complain = |what: String| {
            faults += 1;
            writeln!(out, "{}: game {} of run {:08x}: {what}", path.display(), game.number, game.run)
        };
        if headers.insert((path.to_owned(), game.run)) {
            complain("its run has no header before it".to_owned())?;
        }
        if let Some(fault) = ending_fault(&game) {
            complain(fault)?;
        }
        if let Some(first) = places.insert((game.run, game.number), path.to_owned()) {
            complain(format!("occurs twice, before in {}", first.display()))?;
        }
        Ok(())
    })?;
    writeln!(out, "{} games, {} positions, {faults} faults", tally.games, tally.positions)?;
    Ok(if faults == 0 { Verdict::Fine } else { Verdict::Negative })
}

/// What is wrong with the moves or the ending of a game, if anything.
fn ending_fault(game: &GameRecord) -> Option<String> {
    let end = match game.replay(|_, _| ()) {
        Ok(end) => end,
        Err(error) => return Some(error.to_string()),
    };
    let pos = end.position();
    let over = match (pos.legal_moves().is_empty(), pos.in_check()) {
        (true, true) => Some((Termination::Mate, Outcome::win(!pos.side()))),
        (true, false) => Some((Termination::Stalemate, Outcome::win(!pos.side()))),
        (false, _) => None,
    };
    let told = matches!(game.termination, Termination::Mate | Termination::Stalemate)
        .then_some((game.termination, game.outcome));
    let ending = || format!("{} {}", game.outcome.text(), game.termination.text());
    (over != told).then(|| format!("the last position does not fit the ending ({})", ending()))
}

fn merge(args: &Merge, out: &mut dyn Write) -> Result<Verdict> {
    ensure!(!args.out.exists(), "'{}' exists already", args.out.display());
    let mut seen = HashSet::new();
    let (mut current, mut duplicates) = (None, 0u64);
    let mut verdict = Verdict::Fine;
    output::replace(&args.out, |file| {
        file.write_all(&frames::signature())?;
        verdict = read(&args.from, |_, item| {
            match &item {
                Item::Header(header) if current.as_ref() == Some(header) => return Ok(()),
                Item::Header(header) => current = Some(header.clone()),
                Item::Game(game) if !seen.insert((game.run, game.number)) => {
                    duplicates += 1;
                    return Ok(());
                }
                Item::Game(_) => {}
            }
            Ok(file.write_all(&frames::frame(&item))?)
        })?;
        Ok(())
    })?;
    writeln!(out, "{} games; {duplicates} duplicates left out", seen.len())?;
    Ok(verdict)
}

/// A game as a line of JSON.
#[derive(Serialize)]
struct GameLine {
    run: String,
    number: u64,
    start: String,
    moves: Vec<String>,
    scores: Vec<i16>,
    result: &'static str,
    termination: Termination,
}

fn dump(args: &Dump, out: &mut dyn Write) -> Result<Verdict> {
    // Standard output writes every line by itself, which is slow for millions of them.
    let mut out = BufWriter::new(out);
    let verdict = read(&args.from, |_, item| match item {
        Item::Header(_) => Ok(()),
        Item::Game(game) if args.plain => dump_positions(&game, &mut out),
        Item::Game(game) => {
            let line = GameLine {
                run: format!("{:08x}", game.run),
                number: game.number,
                start: fen::write(&game.start),
                moves: game.plies.iter().map(|ply| Ranks::FromZero.format(ply.mv)).collect(),
                scores: game.plies.iter().map(|ply| ply.score).collect(),
                result: game.outcome.text(),
                termination: game.termination,
            };
            serde_json::to_writer(&mut out, &line)?;
            Ok(writeln!(out)?)
        }
    })?;
    out.flush()?;
    Ok(verdict)
}

/// A line for each position, score and result from Red's side.
fn dump_positions(game: &GameRecord, out: &mut dyn Write) -> Result<()> {
    let result = f64::from(game.outcome.half_points()) / 2.0;
    let mut written = Ok(());
    game.replay(|pos, ply| {
        let sign = if pos.side() == Color::Red { 1 } else { -1 };
        let score = i32::from(ply.score) * sign;
        if written.is_ok() {
            written = writeln!(out, "{};{score};{result}", fen::write(pos));
        }
    })?;
    Ok(written?)
}
