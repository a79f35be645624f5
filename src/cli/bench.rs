//! `chuhe bench`: the signature of the search.

use super::{Verdict, args};
use crate::bench;
use crate::options::Options;
use crate::search::Settings;
use anyhow::Result;
use std::io::{IsTerminal, Write, stderr};

/// Searches the bench positions; the total is the last line of `out`.
pub fn run(args: &args::Bench, out: &mut dyn Write) -> Result<Verdict> {
    let watched = stderr().is_terminal();
    let settings = settings(&args.resources, &args.eval_file)?;
    let evaluation = match args.kernel {
        Some(kernel) => settings.evaluation.with_kernel(kernel),
        None => settings.evaluation,
    };
    let total = bench::run(&Settings { evaluation, ..settings }, args.depth, |number, fen| {
        if watched {
            // A terminal that went away must not end the bench.
            let _ = writeln!(stderr(), "{number:2}/{} {fen}", bench::POSITIONS.len());
        }
    });
    writeln!(out, "{total}")?;
    Ok(Verdict::Fine)
}

/// The default settings with the resources and the evaluation asked for.
pub fn settings(resources: &args::Resources, eval_file: &args::EvalFile) -> Result<Settings> {
    Ok(Settings {
        threads: resources.threads as usize,
        hash_mb: resources.hash as usize,
        evaluation: eval_file.load()?,
        ..Options::default().settings()
    })
}
