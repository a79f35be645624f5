//! `chuhe openings`: makes an opening set.

use super::ticker::Ticker;
use super::{Verdict, args, output};
use crate::notation::iccs::Ranks;
use crate::search::score::MAX_EVAL;
use crate::train::epd::{self, Epd};
use crate::train::openings::{self, Opening, Request};
use anyhow::{Context, Result, ensure};
use std::collections::HashSet;
use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::time::Instant;

/// Windows of scores when none is given.
const BALANCED: (i32, i32) = (0, 60);
const UNBALANCED: (i32, i32) = (70, 160);

/// Makes the set, writes the file, and says how long it took.
pub fn run(args: &args::train::Openings, out: &mut dyn Write) -> Result<Verdict> {
    let window = match args.window {
        Some(span) => (i32::try_from(span.low)?, i32::try_from(span.high)?),
        None if args.unbalanced => UNBALANCED,
        None => BALANCED,
    };
    ensure!(window.1 <= MAX_EVAL, "--window: no position scores more than {MAX_EVAL}");
    ensure!(args.plies.high <= 60, "--plies: more than 60 half-moves are no opening");
    let request = Request {
        count: args.count as usize,
        plies: (args.plies.low, args.plies.high),
        depth: args.depth,
        window,
        unbalanced: args.unbalanced,
        seed: args.seed,
        excluded: excluded(&args.exclude)?,
        evaluation: args.eval_file.load()?,
    };
    let start = Instant::now();
    let mut ticker = Ticker::new(Some(u64::from(args.count)));
    let set = openings::generate(&request, args.threads as usize, |progress| {
        ticker.tell(progress.found as u64, || format!("{} positions from {} tries", progress.found, progress.walks));
    });
    ticker.finish();
    let set = set?;
    output::replace(&args.out, |file| {
        for (number, opening) in (1..).zip(&set) {
            writeln!(file, "{}", describe(number, opening).line())?;
        }
        Ok(())
    })?;
    writeln!(out, "{} positions in {:.0} s", set.len(), start.elapsed().as_secs_f64())?;
    Ok(Verdict::Fine)
}

/// The mirror keys of all positions of some files.
fn excluded(files: &[PathBuf]) -> Result<HashSet<u64>> {
    let mut keys = HashSet::new();
    for path in files {
        let context = || format!("--exclude: the file '{}'", path.display());
        let set = epd::parse_all(&fs::read_to_string(path).with_context(context)?).with_context(context)?;
        keys.extend(set.iter().map(|epd| openings::mirror_key(&epd.position)));
    }
    Ok(keys)
}

fn describe(number: usize, opening: &Opening) -> Epd {
    let moves: Vec<String> = opening.moves.iter().map(|&mv| Ranks::FromZero.format(mv)).collect();
    let operations =
        [("id", format!("{number:04} {}", opening.family)), ("ce", opening.score.to_string()), ("c0", moves.join(" "))];
    Epd {
        position: opening.position.clone(),
        operations: operations.map(|(opcode, operand)| (opcode.to_owned(), operand)).into(),
    }
}
