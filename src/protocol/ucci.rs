//! UCCI 3.0 as it is written.

use super::score::plain;
use super::version::{AUTHORS, NAME, version};
use crate::board::Move;
use crate::notation::iccs::Ranks;
use crate::options::{Dialect, Kind, Spec, table};
use crate::search::{Bound, Info, Report};
use std::fmt::Write;

/// What the engine says about the game itself with its move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Claim {
    /// Nothing.
    None,
    /// It accepts the draw that was offered.
    Draw,
    /// It gives the game up.
    Resign,
}

/// The answer to `ucci`, in lines.
pub fn handshake() -> Vec<String> {
    // The name carries the version too: not every client reads that, and builds have to be told apart.
    let mut lines = vec![
        format!("id name {NAME} {}", version()),
        format!("id version {}", version()),
        format!("id author {AUTHORS}"),
    ];
    lines.extend(table().iter().filter_map(option));
    lines.push("ucciok".to_owned());
    lines
}

/// Announces an option, if it has a name in UCCI.
fn option(spec: &Spec) -> Option<String> {
    let name = spec.name(Dialect::Ucci)?;
    let kind = match &spec.kind {
        Kind::Check { default, .. } => format!("check default {default}"),
        Kind::Spin { default, min, max, automatic, .. } => {
            let min = if automatic.is_some() { 0 } else { *min };
            format!("spin min {min} max {max} default {default}")
        }
        Kind::Combo { default, values, .. } => {
            let values: String = values.iter().map(|value| format!("var {value} ")).collect();
            format!("combo {values}default {default}")
        }
        Kind::Text { default: "", .. } => "string default <empty>".to_owned(),
        Kind::Text { default, .. } => format!("string default {default}"),
        Kind::Button(_) => "button".to_owned(),
    };
    Some(format!("option {name} type {kind}"))
}

/// A message in words.
pub fn message(text: &str) -> String {
    format!("info message {text}")
}

/// Takes the words draw and resign out of a line: clients look for them anywhere, not only in
/// `bestmove`, and end the game.
///
/// ```
/// use chuhe::protocol::ucci::scrub;
/// assert_eq!(scrub("no option 'DrawMoves'".to_owned()), "no option '和Moves'");
/// ```
pub fn scrub(line: String) -> String {
    let mut line = line;
    for (word, hanzi) in [("draw", "和"), ("resign", "认输")] {
        while let Some(at) = line.to_ascii_lowercase().find(word) {
            line.replace_range(at..at + word.len(), hanzi);
        }
    }
    line
}

/// A line of analysis; `None` for bounds, which UCCI does not know. The line's number is told only
/// when there are several.
pub fn info(info: &Info, ranks: Ranks, several: bool) -> Option<String> {
    if info.bound != Bound::Exact {
        return None;
    }
    let mut line = format!("info depth {} score {}", info.depth, plain(info.score));
    if several {
        let _ = write!(line, " multipv {}", info.multipv);
    }
    let _ = write!(line, " time {} nodes {} nps {} pv", info.time.as_millis(), info.nodes, info.nps());
    for &mv in &info.pv {
        line.push(' ');
        line.push_str(&ranks.format(mv));
    }
    Some(line)
}

/// The static score, the answer to `go depth 0`.
pub fn static_info(score: i32) -> String {
    format!("info depth 0 score {score}")
}

/// Work on a root move begins.
pub fn current_move(mv: Move, ranks: Ranks) -> String {
    format!("info currmove {}", ranks.format(mv))
}

/// The end of a search.
pub fn report(report: &Report, ranks: Ranks, claim: Claim) -> String {
    let Some(best) = report.best else { return "nobestmove".to_owned() };
    let mut line = format!("bestmove {}", ranks.format(best));
    if let Some(reply) = report.ponder {
        let _ = write!(line, " ponder {}", ranks.format(reply));
    }
    line.push_str(match claim {
        Claim::None => "",
        Claim::Draw => " draw",
        Claim::Resign => " resign",
    });
    line
}
