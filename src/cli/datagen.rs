//! `chuhe datagen`: self-play as training data.

use super::ticker::Ticker;
use super::{Verdict, args, data};
use crate::bench;
use crate::board::Position;
use crate::checksum::crc32;
use crate::eval::Evaluation;
use crate::eval::nnue::network::Network;
use crate::protocol::version;
use crate::search::Settings;
use crate::train::datagen::{self, Extent, Progress};
use crate::train::epd;
use crate::train::frames::Header;
use crate::train::recipe::{BookMark, Recipe};
use anyhow::{Context, Result, bail, ensure};
use std::io::{Write, stderr};
use std::path::Path;
use std::time::Duration;

/// The book when none is named.
const BOOK: &str = "openings/balanced.epd";
/// Depth of the bench whose node count says how the engine plays: enough to go everywhere in the search.
const SIGNATURE_DEPTH: u32 = 5;

/// Plays until the extent is reached, and sums up.
pub fn run(args: &args::train::Datagen, out: &mut dyn Write) -> Result<Verdict> {
    let (book, mark) = book(args)?.unzip();
    let evaluation = args.eval_file.load()?;
    let recipe = recipe(args, mark, &evaluation);
    if let Some(fault) = recipe.fault() {
        bail!("{fault}");
    }
    let extent = Extent { games: args.games, positions: args.positions, time: args.hours.map(hours).transpose()? };
    let settings = Settings { evaluation: evaluation.clone(), ..Settings::default() };
    let signature = bench::run(&settings, SIGNATURE_DEPTH, |_, _| {}).nodes;
    let header = Header::new(version(), signature, recipe);
    let (length, by_games) = (args.games.or(args.positions), args.games.is_some());
    let mut ticker = Ticker::new(length);
    let mut begun = false;
    let progress = datagen::run(
        &args.out,
        &header,
        &evaluation,
        &book.unwrap_or_default(),
        extent,
        args.threads as usize,
        |progress, store| {
            if !begun {
                begun = true;
                for (path, damage) in &store.damages {
                    let _ = writeln!(stderr(), "{}", data::complaint(path, damage));
                }
                if progress.total.games > 0 {
                    let (games, positions) = (progress.total.games, progress.total.positions);
                    let _ = writeln!(stderr(), "going on after {games} games with {positions} positions");
                }
            }
            let done = if by_games { progress.total.games } else { progress.total.positions };
            ticker.tell(done, || line(progress));
        },
    );
    ticker.finish();
    writeln!(out, "{}", line(&progress?))?;
    Ok(Verdict::Fine)
}

/// The positions of the book and what tells it from others; `None` without a book.
fn book(args: &args::train::Datagen) -> Result<Option<(Vec<Position>, BookMark)>> {
    let path = match &args.book {
        Some(path) => path,
        None if !args.no_book && Path::new(BOOK).is_file() => Path::new(BOOK),
        None => return Ok(None),
    };
    let context = || format!("the book '{}'", path.display());
    let text = std::fs::read_to_string(path).with_context(context)?;
    let positions: Vec<Position> =
        epd::parse_all(&text).with_context(context)?.into_iter().map(|epd| epd.position).collect();
    ensure!(!positions.is_empty(), "the book '{}' is empty", path.display());
    let mark = BookMark { positions: positions.len(), checksum: crc32(text.as_bytes()) };
    Ok(Some((positions, mark)))
}

fn recipe(args: &args::train::Datagen, book: Option<BookMark>, evaluation: &Evaluation) -> Recipe {
    Recipe {
        seed: args.seed,
        nodes: args.nodes,
        hash_mb: args.hash as usize,
        random_plies: (args.random_plies.low, args.random_plies.high),
        network: evaluation.network().map(Network::checksum),
        book,
        book_plies: (args.book_plies.low, args.book_plies.high),
        filter_score: args.filter_score,
        resign_score: args.resign_score,
        resign_plies: args.resign_plies,
        draw_score: args.draw_score,
        draw_plies: args.draw_plies,
        draw_after: args.draw_after,
        max_plies: args.max_plies,
        ..Recipe::default()
    }
}

fn hours(hours: f64) -> Result<Duration> {
    Duration::try_from_secs_f64(hours * 3_600.0).ok().with_context(|| format!("--hours {hours} is no length of time"))
}

/// The state of a run on one line.
fn line(progress: &Progress) -> String {
    format!(
        "{} games, {} positions; {:.0} games/h, {:.0} positions/h; {}",
        progress.total.games,
        progress.total.positions,
        progress.games_per_hour(),
        progress.positions_per_hour(),
        progress.total.summary()
    )
}
