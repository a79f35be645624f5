//! `chuhe data winrate`: the model of chances to win that fits games best.

use super::read;
use crate::cli::Verdict;
use crate::cli::args::train::Paths;
use crate::eval::WinRate;
use crate::search::score::Value;
use crate::train::frames::Item;
use crate::train::winrate::Results;
use anyhow::{Result, ensure};
use std::io::Write;

/// Ends of the rows that compare counts and model.
const ROWS: [Value; 10] = [0, 25, 50, 100, 150, 200, 300, 400, 600, 2_001];

/// Fits the model and prints it beside what it is to describe.
pub fn run(paths: &Paths, out: &mut dyn Write) -> Result<Verdict> {
    let mut results = Results::default();
    let verdict = read(paths, |path, item| {
        if let Item::Game(game) = item {
            results.add(&game).map_err(|error| anyhow::anyhow!("{}: game {}: {error}", path.display(), game.number))?;
        }
        Ok(())
    })?;
    ensure!(results.positions() > 0, "no position with a score: nothing to fit");
    let model = results.fit();
    let WinRate { even, spread } = model;
    writeln!(out, "positions  {}", results.positions())?;
    writeln!(out, "even       {:.1} {:+.1} n/32", even[0], even[1])?;
    writeln!(out, "spread     {:.1} {:+.1} n/32", spread[0], spread[1])?;
    writeln!(out, "loss       {:.4}; by the model in use {:.4}", results.loss(&model), results.loss(&WinRate::FITTED))?;
    writeln!(out, "\n  pieces n     even   spread")?;
    for pieces in [32, 24, 16, 8] {
        writeln!(out, "{pieces:>10} {:>8.0} {:>8.0}", model.even(pieces), model.spread(pieces))?;
    }
    writeln!(out, "\n     score  positions     won  by model   drawn  by model")?;
    for row in ROWS.windows(2) {
        let comparison = results.compare(&model, row[0], row[1]);
        let [won, drawn] = comparison.found.map(|share| 100.0 * share);
        let [win, draw] = comparison.expected.map(|share| 100.0 * share);
        let (from, positions) = (row[0], comparison.positions);
        writeln!(out, "{from:>8} … {positions:>10} {won:>6.1}% {win:>8.1}% {drawn:>6.1}% {draw:>8.1}%")?;
    }
    Ok(verdict)
}
