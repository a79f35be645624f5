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
    let total = bench::run(&settings(&args.resources), args.depth, |number, fen| {
        if watched {
            // A terminal that went away must not end the bench.
            let _ = writeln!(stderr(), "{number:2}/{} {fen}", bench::POSITIONS.len());
        }
    });
    writeln!(out, "{total}")?;
    Ok(Verdict::Fine)
}

/// The default settings with the resources asked for.
pub fn settings(resources: &args::Resources) -> Settings {
    Settings { threads: resources.threads as usize, hash_mb: resources.hash as usize, ..Options::default().settings() }
}
