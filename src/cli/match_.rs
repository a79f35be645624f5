//! `chuhe match`: games between engines.

use super::{Verdict, args};
use crate::arena::dialogue::Log;
use crate::arena::openings::{self, Opening};
use crate::arena::player::Patience;
use crate::arena::record::Reason;
use crate::arena::referee::{DrawRule, Laws, ResignRule};
use crate::arena::report::{Live, Standing, game_line};
use crate::arena::runner::{Happening, Match};
use crate::arena::schedule::{Fixed, Schedule};
use crate::arena::shuffle::shuffle;
use crate::arena::spec::{self, EngineSpec};
use crate::arena::sprt::{Decision, Sprt};
use anyhow::{Context, Result, bail, ensure};
use std::collections::HashMap;
use std::io::Write;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

/// Plays the match and prints the final standing.
pub fn run(args: &args::Match, out: &mut dyn Write) -> Result<Verdict> {
    let engines = engines(args)?;
    let sprt = args.sprt.as_ref().map(|words| Sprt::parse(words.iter().map(String::as_str))).transpose()?;
    let names: Vec<String> = engines.iter().map(|engine| engine.name.clone()).collect();
    let endless = sprt.is_some() && args.games.is_none();
    let rounds = args.rounds.map_or((!endless).then_some(1), |rounds| Some(rounds as usize));
    let mut schedule = Fixed::pairs(rounds, args.games.unwrap_or(2) as usize);
    let arena = Match {
        engines,
        openings: openings(args)?,
        laws: laws(args)?,
        margin: Duration::from_millis(args.timemargin),
        patience: Patience::default(),
        concurrency: args.concurrency as usize,
        log: args.log.as_deref().map(log).transpose()?.map(Arc::new),
    };
    let mut standing = Standing::new(names, sprt);
    let live = Live::new(schedule.total(), 0);
    arena.play(&mut schedule, &HashMap::new(), |happening| -> Result<ControlFlow<()>> {
        let record = match happening {
            Happening::Finished(record) => record,
            Happening::Note(note) => {
                live.say(&note);
                return Ok(ControlFlow::Continue(()));
            }
        };
        standing.add(&record);
        live.show(&standing);
        if live.is_visible() {
            if matches!(record.reason, Reason::Failure(_)) {
                live.say(&game_line(&record));
            }
        } else {
            writeln!(out, "{}", game_line(&record))?;
            if standing.games().is_multiple_of(args.report.into()) {
                for line in standing.lines() {
                    writeln!(out, "  {line}")?;
                }
            }
            out.flush()?;
        }
        let decided = standing.decision() != Decision::Undecided;
        Ok(if decided { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
    })?;
    live.clear();
    for line in standing.lines() {
        writeln!(out, "{line}")?;
    }
    write!(out, "{}", standing.endings())?;
    let accepted = sprt.is_none() || standing.decision() == Decision::AcceptGain;
    Ok(if accepted { Verdict::Fine } else { Verdict::Negative })
}

/// The engines, each with a name of its own.
fn engines(args: &args::Match) -> Result<Vec<EngineSpec>> {
    let words = |own: &[String]| args.each.iter().chain(own).cloned().collect::<Vec<String>>();
    let mut engines = Vec::new();
    for own in &args.engines.0 {
        engines.push(EngineSpec::parse(words(own).iter().map(String::as_str))?);
    }
    ensure!(engines.len() == 2, "a match is played by two engines; {} given (--engine)", engines.len());
    spec::make_names_unique(&mut engines);
    Ok(engines)
}

fn openings(args: &args::Match) -> Result<Vec<Opening>> {
    let Some((file, words)) = args.openings.split_first() else { return Ok(vec![Opening::default()]) };
    let (mut random, mut plies, mut start) = (false, None, 1usize);
    for word in words {
        match word.split_once('=') {
            Some(("order", "random")) => random = true,
            Some(("order", "sequential")) => random = false,
            Some(("plies", value)) => plies = Some(number(word, value)?),
            Some(("start", value)) => start = number(word, value)?,
            _ => bail!("--openings: '{word}' is not order=random, order=sequential, plies=N or start=N"),
        }
    }
    let mut openings = openings::read(Path::new(file), plies)?;
    if random {
        shuffle(&mut openings, args.seed);
    }
    let first = start.saturating_sub(1) % openings.len();
    openings.rotate_left(first);
    Ok(openings)
}

fn laws(args: &args::Match) -> Result<Laws> {
    let mut laws = Laws { max_moves: args.maxmoves.map(|moves| moves as usize), ..Laws::default() };
    if !args.resign.is_empty() {
        let mut rule = ResignRule { score: 600, moves: 4, two_sided: false };
        for word in &args.resign {
            match word.split_once('=') {
                Some(("score", value)) => rule.score = number(word, value)?,
                Some(("moves" | "movecount", value)) => rule.moves = number(word, value)?,
                None if word == "twosided" => rule.two_sided = true,
                Some(("twosided", "true")) => rule.two_sided = true,
                _ => bail!("--resign: '{word}' is not score=N, moves=N or twosided"),
            }
        }
        ensure!(rule.score > 0 && rule.moves > 0, "--resign: score and moves have to be above 0");
        laws.resign = Some(rule);
    }
    if !args.draw.is_empty() {
        let mut rule = DrawRule { number: 34, score: 20, moves: 8 };
        for word in &args.draw {
            match word.split_once('=') {
                Some(("number" | "movenumber", value)) => rule.number = number(word, value)?,
                Some(("moves" | "movecount", value)) => rule.moves = number(word, value)?,
                Some(("score", value)) => rule.score = number(word, value)?,
                _ => bail!("--draw: '{word}' is not number=N, moves=N or score=N"),
            }
        }
        ensure!(rule.score >= 0 && rule.moves > 0, "--draw: moves have to be above 0, the score not below");
        laws.draw = Some(rule);
    }
    Ok(laws)
}

fn number<T: std::str::FromStr>(word: &str, value: &str) -> Result<T>
where
    T::Err: std::error::Error + Send + Sync + 'static,
{
    value.parse().with_context(|| format!("'{word}' needs a whole number"))
}

fn log(path: &Path) -> Result<Log> {
    Log::create(path).with_context(|| format!("cannot write '{}'", path.display()))
}
