//! `chuhe perft`: counting the move tree.

use super::{Verdict, args, input, threads};
use crate::board::perft;
use anyhow::Result;
use std::io::Write;
use std::time::Instant;

/// Counts and prints count, time and speed, with `--divide` after the count below each move.
pub fn run(args: &args::Perft, out: &mut dyn Write) -> Result<Verdict> {
    let pos = input::position(&args.position)?;
    let begin = Instant::now();
    let (split, count) = if args.depth > 0 && (args.divide || args.threads > 1) {
        let split = threads::pool(args.threads)?.install(|| perft::divide(&pos, args.depth));
        let count = split.iter().map(|(_, count)| count).sum();
        (split, count)
    } else {
        (Vec::new(), perft::perft(&mut pos.clone(), args.depth))
    };
    let seconds = begin.elapsed().as_secs_f64();
    if args.divide {
        for (mv, count) in split {
            writeln!(out, "{mv}: {count}")?;
        }
        writeln!(out)?;
    }
    let nps = count as f64 / seconds.max(1e-6);
    writeln!(out, "{count} nodes {seconds:.3} s {nps:.0} nps")?;
    Ok(Verdict::Fine)
}
