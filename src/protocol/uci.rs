//! UCI as it is written.

use super::score::rule_note;
use super::version::{AUTHORS, NAME, version};
use crate::board::Move;
use crate::notation::iccs::Ranks;
use crate::options::{Dialect, Kind, Spec, table};
use crate::search::{Bound, Info, Report, Score};
use std::fmt::Write;

/// The answer to `uci`, in lines.
pub fn handshake() -> Vec<String> {
    let mut lines = vec![format!("id name {NAME} {}", version()), format!("id author {AUTHORS}")];
    lines.extend(table().iter().filter_map(option));
    lines.push("uciok".to_owned());
    lines
}

/// Announces an option, if it exists in UCI.
fn option(spec: &Spec) -> Option<String> {
    let name = spec.name(Dialect::Uci)?;
    let kind = match &spec.kind {
        Kind::Check { default, .. } => format!("check default {default}"),
        Kind::Spin { default, min, max, .. } => format!("spin default {default} min {min} max {max}"),
        Kind::Combo { default, values, .. } => {
            let values: String = values.iter().map(|value| format!(" var {value}")).collect();
            format!("combo default {default}{values}")
        }
        // An empty default would end in a blank, which some clients trim and then miss.
        Kind::Text { default: "", .. } => "string default <empty>".to_owned(),
        Kind::Text { default, .. } => format!("string default {default}"),
        Kind::Button(_) => "button".to_owned(),
    };
    Some(format!("option name {name} type {kind}"))
}

/// A message in words.
pub fn message(text: &str) -> String {
    format!("info string {text}")
}

/// A line of analysis.
pub fn info(info: &Info, ranks: Ranks, show_wdl: bool) -> String {
    let mut line = format!(
        "info depth {} seldepth {} multipv {} score {}",
        info.depth,
        info.seldepth,
        info.multipv,
        score(info.score)
    );
    line.push_str(match info.bound {
        Bound::Exact => "",
        Bound::Lower => " lowerbound",
        Bound::Upper => " upperbound",
    });
    if show_wdl {
        let _ = write!(line, " wdl {} {} {}", info.wdl.win, info.wdl.draw, info.wdl.loss);
    }
    let _ = write!(
        line,
        " nodes {} nps {} hashfull {} time {} pv",
        info.nodes,
        info.nps(),
        info.hashfull,
        info.time.as_millis()
    );
    for &mv in &info.pv {
        line.push(' ');
        line.push_str(&ranks.format(mv));
    }
    line
}

/// `cp` or `mate` and the number; what is won or lost by the rules is no mate.
fn score(score: Score) -> String {
    match score {
        Score::Cp(value) | Score::Rule(value) => format!("cp {value}"),
        Score::Mate(moves) => format!("mate {moves}"),
    }
}

/// Work on a root move begins.
pub fn current_move(depth: u32, mv: Move, number: usize, ranks: Ranks) -> String {
    format!("info depth {depth} currmove {} currmovenumber {number}", ranks.format(mv))
}

/// The note that goes with a score by the rules.
pub fn rule_message(value: i32) -> String {
    message(&rule_note(value))
}

/// The end of a search, in lines.
pub fn report(report: &Report, ranks: Ranks) -> Vec<String> {
    let Some(best) = report.best else {
        return vec!["info depth 0 score mate 0".to_owned(), "bestmove (none)".to_owned()];
    };
    let mut line = format!("bestmove {}", ranks.format(best));
    if let Some(reply) = report.ponder {
        let _ = write!(line, " ponder {}", ranks.format(reply));
    }
    vec![line]
}
