//! The arguments of a match turned into what the arena understands.

use super::Match;
use crate::arena::dialogue::Log;
use crate::arena::openings::{self, Opening};
use crate::arena::player::Patience;
use crate::arena::points::{Scoring, TieBreak};
use crate::arena::referee::{DrawRule, Laws, ResignRule};
use crate::arena::schedule::{Fixed, Knockout, Schedule, Swiss};
use crate::arena::shuffle::shuffle;
use crate::arena::spec::{self, EngineSpec, Proto, split_words};
use crate::arena::sprt::Sprt;
use crate::cli::args::arena::{self as args, ScheduleKind, ScoringKind};
use crate::rules::{Repetition, Rules};
use anyhow::{Context, Result, bail, ensure};
use std::path::Path;
use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;

/// Everything a match needs.
pub struct Setup {
    pub arena: Match,
    pub schedule: Box<dyn Schedule>,
    pub scoring: Scoring,
    pub tie_break: TieBreak,
    pub sprt: Option<Sprt>,
}

impl Setup {
    /// Reads the arguments and the files they name.
    pub fn new(args: &args::Match) -> Result<Setup> {
        let engines = engines(args)?;
        let sprt = args.sprt.as_ref().map(|words| Sprt::parse(words.iter().map(String::as_str))).transpose()?;
        let scoring = match args.scoring {
            ScoringKind::Usual => Scoring::Usual,
            ScoringKind::Colored => Scoring::Colored,
        };
        let (schedule, tie_break) = schedule(args, engines.len(), scoring)?;
        let seconds = |name: &str, value: f64| {
            ensure!(value > 0.0 && value < 1e6, "--{name}: '{value}' is not a number of seconds above 0");
            Ok(Duration::from_secs_f64(value))
        };
        let patience = Patience {
            handshake: seconds("handshake", args.handshake)?,
            think: seconds("patience", args.patience)?,
            ..Patience::default()
        };
        let arena = Match {
            engines,
            openings: openings(args)?,
            laws: laws(args)?,
            margin: Duration::from_millis(args.timemargin),
            patience,
            concurrency: args.concurrency.unwrap_or(1) as usize,
            log: args.log.as_deref().map(log).transpose()?.map(Arc::new),
        };
        Ok(Setup { arena, schedule, scoring, tie_break, sprt })
    }
}

/// The arguments with the engines of `--engines` among those of `--engine`.
pub fn with_engines_of_file(args: &args::Match) -> Result<args::Match> {
    let mut args = args.clone();
    if let Some(path) = args.engine_file.take() {
        let text = std::fs::read_to_string(&path).with_context(|| format!("cannot read '{}'", path.display()))?;
        for (number, line) in (1..).zip(text.lines()) {
            if !line.trim().is_empty() && !line.trim_start().starts_with('#') {
                let words = split_words(line).with_context(|| format!("'{}', line {number}", path.display()))?;
                args.engines.0.push(words);
            }
        }
    }
    Ok(args)
}

/// The engines, each with a name of its own.
fn engines(args: &args::Match) -> Result<Vec<EngineSpec>> {
    let mut engines = Vec::new();
    for own in &args.engines.0 {
        engines.push(EngineSpec::parse(args.each.iter().chain(own).map(String::as_str))?);
    }
    // The built-in engine plays by the rules of the match unless it is told otherwise.
    let rules = [
        ("Repetition Rule", args.rules.clone()),
        ("Repetition Fold", args.fold.to_string()),
        ("Sixty Move Rule", args.natural_limit.to_string()),
    ];
    for engine in engines.iter_mut().filter(|engine| engine.proto == Proto::Chuhe) {
        for (name, value) in &rules {
            engine.set_default_option(name, value);
        }
    }
    ensure!(engines.len() >= 2, "a match needs two engines or more; {} given (--engine)", engines.len());
    spec::make_names_unique(&mut engines);
    Ok(engines)
}

fn schedule(args: &args::Match, players: usize, scoring: Scoring) -> Result<(Box<dyn Schedule>, TieBreak)> {
    let kind = args.schedule.unwrap_or(if players == 2 { ScheduleKind::Pairs } else { ScheduleKind::RoundRobin });
    let pairs = kind == ScheduleKind::Pairs;
    ensure!(!pairs || players == 2, "--schedule pairs is for two engines, {players} given");
    ensure!(args.sprt.is_none() || pairs, "--sprt is for two engines that play pairs of games");
    let games = args.games.unwrap_or(if kind == ScheduleKind::Swiss { 1 } else { 2 }) as usize;
    ensure!(args.sprt.is_none() || games.is_multiple_of(2), "--sprt needs pairs: --games has to be even");
    let rounds = args.rounds.map(|rounds| rounds as usize);
    let endless = args.sprt.is_some() && args.games.is_none();
    let times = rounds.or((!endless).then_some(1));
    Ok(match kind {
        ScheduleKind::Pairs => (Box::new(Fixed::pairs(times, games)), TieBreak::RoundRobin),
        ScheduleKind::Gauntlet => (Box::new(Fixed::gauntlet(players, times, games)), TieBreak::RoundRobin),
        ScheduleKind::RoundRobin => (Box::new(Fixed::round_robin(players, times, games)), TieBreak::RoundRobin),
        ScheduleKind::Knockout => {
            ensure!(rounds.is_none(), "--rounds: a knockout has as many rounds as it takes");
            (Box::new(Knockout::new(players, games, args.seed)), TieBreak::Knockout)
        }
        ScheduleKind::Swiss => {
            let usual = players.next_power_of_two().ilog2() as usize + 1;
            let most = players - usize::from(players.is_multiple_of(2));
            let rounds = rounds.unwrap_or(usual.min(most));
            ensure!(rounds <= most, "--rounds: {players} engines can play at most {most} rounds without a rematch");
            (Box::new(Swiss::new(players, rounds, games, scoring)), TieBreak::Swiss)
        }
    })
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
    ensure!(start > 0, "--openings: openings are counted from start=1");
    let mut openings = openings::read(Path::new(file), plies)?;
    if random {
        shuffle(&mut openings, args.seed);
    }
    let first = (start - 1) % openings.len();
    openings.rotate_left(first);
    Ok(openings)
}

fn laws(args: &args::Match) -> Result<Laws> {
    Ok(Laws {
        rules: Rules {
            repetition: Repetition { set: args.rules.parse()?, fold: args.fold as usize },
            natural_limit: (args.natural_limit > 0).then_some(args.natural_limit),
        },
        resign: args.resign.as_deref().map(resign_rule).transpose()?,
        draw: args.draw.as_deref().map(draw_rule).transpose()?,
        max_moves: args.maxmoves.map(|moves| moves as usize),
    })
}

fn resign_rule(words: &[String]) -> Result<ResignRule> {
    let mut rule = ResignRule { score: 600, moves: 4, two_sided: false };
    for word in words {
        match word.split_once('=') {
            Some(("score", value)) => rule.score = number(word, value)?,
            Some(("moves" | "movecount", value)) => rule.moves = number(word, value)?,
            Some(("twosided", "true")) => rule.two_sided = true,
            None if word == "twosided" => rule.two_sided = true,
            _ => bail!("--resign: '{word}' is not score=N, moves=N or twosided"),
        }
    }
    ensure!(rule.score > 0 && rule.moves > 0, "--resign: score and moves have to be above 0");
    Ok(rule)
}

fn draw_rule(words: &[String]) -> Result<DrawRule> {
    let mut rule = DrawRule { number: 34, score: 20, moves: 8 };
    for word in words {
        match word.split_once('=') {
            Some(("number" | "movenumber", value)) => rule.number = number(word, value)?,
            Some(("moves" | "movecount", value)) => rule.moves = number(word, value)?,
            Some(("score", value)) => rule.score = number(word, value)?,
            _ => bail!("--draw: '{word}' is not number=N, moves=N or score=N"),
        }
    }
    ensure!(rule.score >= 0 && rule.moves > 0, "--draw: moves have to be above 0, the score not below");
    Ok(rule)
}

fn number<T: FromStr>(word: &str, value: &str) -> Result<T>
where
    T::Err: std::error::Error + Send + Sync + 'static,
{
    value.parse().with_context(|| format!("'{word}' needs a whole number"))
}

fn log(path: &Path) -> Result<Log> {
    Log::create(path).with_context(|| format!("cannot write '{}'", path.display()))
}
