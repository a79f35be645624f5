//! The table of a search for people.

use crate::notation::iccs::Ranks;
use crate::search::{Bound, Info, Report, Score};
use std::io::{Result, Write};

/// Names the columns of [`row`].
pub fn heading(out: &mut dyn Write) -> Result<()> {
    writeln!(out, " #  depth     score       nodes      nps     time  line")
}

/// One line of analysis.
pub fn row(out: &mut dyn Write, info: &Info, ranks: Ranks) -> Result<()> {
    let line: Vec<String> = info.pv.iter().map(|&mv| ranks.format(mv)).collect();
    let bound = match info.bound {
        Bound::Exact => ' ',
        Bound::Lower => '>',
        Bound::Upper => '<',
    };
    writeln!(
        out,
        "{:2} {:>3}/{:<3} {:>8}{bound} {:>11} {:>8} {:>7.2}s  {}",
        info.multipv,
        info.depth,
        info.seldepth,
        score(info.score),
        info.nodes,
        info.nps(),
        info.time.as_secs_f64(),
        line.join(" ")
    )
}

/// The last lines: how the game stands, and the move.
pub fn summary(out: &mut dyn Write, report: &Report, ranks: Ranks, end: Option<&str>) -> Result<()> {
    if let Some(end) = end {
        writeln!(out, "{end}")?;
    }
    let Some(best) = report.best else { return writeln!(out, "no legal move") };
    let reply = report.ponder.map_or(String::new(), |mv| format!(", expecting {}", ranks.format(mv)));
    writeln!(
        out,
        "best move {}{reply} ({}, {} nodes, {:.2} s)",
        ranks.format(best),
        score(report.score),
        report.nodes,
        report.time.as_secs_f64()
    )
}

/// `+0.35`, of which +1.00 wins every other game, `mate 3`, `-mate 2`, `win 12` and `loss 12` by the rules in
/// so many plies.
fn score(score: Score) -> String {
    match score {
        Score::Cp(value) => format!("{:+.2}", f64::from(value) / 100.0),
        Score::Mate(moves) if moves > 0 => format!("mate {moves}"),
        Score::Mate(moves) => format!("-mate {}", -moves),
        Score::Rule(value) if value > 0 => format!("win {}", crate::search::score::RULE_WIN - value),
        Score::Rule(value) => format!("loss {}", crate::search::score::RULE_WIN + value),
    }
}
