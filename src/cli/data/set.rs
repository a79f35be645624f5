//! `chuhe data set`: a training set from games.

use crate::cli::args::train::Set;
use crate::cli::ticker::Ticker;
use crate::cli::{Verdict, threads};
use crate::train::dataset::build::{Counts, Listener, Loss, Request, build};
use anyhow::{Context, Result};
use std::io::{Write, stderr};

/// Makes the set and prints what became of the positions.
pub fn run(args: &Set, out: &mut dyn Write) -> Result<Verdict> {
    let request = Request {
        sources: &args.from.paths,
        out: &args.out,
        seed: args.seed,
        memory: args.memory.saturating_mul(1 << 20),
    };
    let mut teller = Teller { ticker: Ticker::new(None), verdict: Verdict::Fine };
    let description = threads::pool(args.threads)?.install(|| build(&request, &mut teller));
    teller.ticker.finish();
    let description = description.with_context(|| format!("the set '{}'", args.out.display()))?;
    write!(out, "{}", description.counts)?;
    Ok(teller.verdict)
}

struct Teller {
    ticker: Ticker,
    verdict: Verdict,
}

impl Listener for Teller {
    fn progress(&mut self, counts: &Counts) {
        self.ticker.tell(counts.games, || format!("{} games, {} positions", counts.games, counts.positions));
    }

    fn loss(&mut self, loss: Loss) {
        self.verdict = Verdict::Negative;
        let _ = writeln!(stderr(), "{loss}");
    }
}
