//! `chuhe train`: a network from a training set.

use super::ticker::Ticker;
use super::{Verdict, args, threads};
use crate::eval::Evaluation;
use crate::eval::nnue::network::Network;
use crate::train::dataset::DataSet;
use crate::train::trainer::curve::Row;
use crate::train::trainer::{Event, Plan, train};
use anyhow::{Context, Result};
use std::io::{Write, stderr};

/// Trains and tells every validation, and in the end what came of it.
pub fn run(args: &args::train::Train, out: &mut dyn Write) -> Result<Verdict> {
    let pool = threads::pool(args.threads)?;
    let data = pool.install(|| DataSet::open(&args.data)).context("the training set")?;
    let from = args.from.as_deref();
    let named = from.map(|name| Evaluation::named(name).with_context(|| format!("--from {}", name.display())));
    let evaluation = named.transpose()?;
    let from = evaluation.as_ref().map(|evaluation| evaluation.network().context("--from: <none> is no network"));
    let from = from.transpose()?;
    let plan = Plan {
        data: data.checksum,
        from: from.map(Network::checksum),
        width: args.width,
        king_buckets: args.king_buckets,
        batch: args.batch,
        batches: match args.batches {
            Some(batches) => batches,
            None => Plan::batches_per_epoch(args.batch, data.training().len()).saturating_mul(args.epochs),
        },
        rate: args.lr,
        final_rate: args.lr_final,
        blend: args.blend,
        decay: args.decay,
        seed: args.seed,
        interval: args.checkpoint_every,
    };
    let mut ticker = Ticker::new(Some(plan.batches));
    let mut told = Ok(());
    let outcome = train(&data, &plan, from, &args.out, &pool, |event| match event {
        Event::Resumed(rows) => {
            let batch = rows.last().map_or(0, |row| row.batch);
            let _ = writeln!(stderr(), "going on after batch {batch} of {}", plan.batches);
        }
        Event::Batch(progress) => ticker.tell(progress.batch, || {
            format!("batch {} of {}, {:.0} positions/s", progress.batch, plan.batches, progress.per_second())
        }),
        // A reader that goes away does not end a training of hours.
        Event::Validated { row, best } if told.is_ok() => {
            told = ticker.above(|| writeln!(out, "{}", line(&row, best)).and_then(|()| out.flush()))
        }
        Event::Validated { .. } => {}
    });
    ticker.finish();
    let outcome = outcome?;
    told?;
    let (best, rounding) = (outcome.best, outcome.rounding);
    writeln!(
        out,
        "best: batch {}, validation loss {:.6}; with rounded weights {:.6}",
        best.batch, best.validation, rounding.loss
    )?;
    writeln!(
        out,
        "rounding changes the value by {:.2} cp on average, {:.1} cp at most, over {} positions",
        rounding.mean,
        rounding.largest,
        data.validation().len()
    )?;
    writeln!(out, "{}", outcome.network.display())?;
    Ok(Verdict::Fine)
}

/// A validation on one line.
fn line(row: &Row, best: bool) -> String {
    format!(
        "batch {:>7}  epoch {:>7.2}  rate {:.6}  training {:.6}  validation {:.6}{}",
        row.batch,
        row.epoch,
        row.rate,
        row.training,
        row.validation,
        if best { "  best" } else { "" }
    )
}
