//! The JSON document of a search. Its fields are documented in `engine-protocol.md`, "Commands from
//! the shell": change both together.

use crate::notation::fen;
use crate::notation::iccs::Ranks;
use crate::protocol::version;
use crate::rules::Game;
use crate::search::score::RULE_WIN;
use crate::search::{Info, Limits, Report, Score, Settings, Wdl};
use serde::Serialize;

/// Everything about one search.
#[derive(Serialize)]
pub struct Document {
    engine: String,
    fen: String,
    moves: Vec<String>,
    ranks: &'static str,
    limits: LimitsPart,
    threads: usize,
    hash_mb: usize,
    bestmove: Option<String>,
    ponder: Option<String>,
    score: ScorePart,
    nodes: u64,
    time_ms: u64,
    nps: u64,
    lines: Vec<Line>,
    result: Option<String>,
}

#[derive(Serialize)]
struct LimitsPart {
    depth: Option<u32>,
    movetime_ms: Option<u64>,
    nodes: Option<u64>,
    mate: Option<u32>,
}

#[derive(Serialize)]
struct ScorePart {
    kind: &'static str,
    value: i32,
}

#[derive(Serialize)]
struct Line {
    multipv: usize,
    depth: u32,
    seldepth: u32,
    score: ScorePart,
    wdl: WdlPart,
    nodes: u64,
    time_ms: u64,
    hashfull: u32,
    pv: Vec<String>,
}

#[derive(Serialize)]
struct WdlPart {
    win: u16,
    draw: u16,
    loss: u16,
}

impl Document {
    /// Puts together what was asked and what was found; `result` says why the game is already over.
    pub fn new(
        game: &Game,
        ranks: Ranks,
        limits: &Limits,
        settings: &Settings,
        report: &Report,
        lines: &[Info],
        result: Option<String>,
    ) -> Document {
        let time_us = (report.time.as_micros() as u64).max(1_000);
        Document {
            engine: format!("{} {}", "Chuhe", version()),
            fen: fen::write(game.position()),
            moves: game.moves().iter().map(|&mv| ranks.format(mv)).collect(),
            ranks: match ranks {
                Ranks::FromZero => "0-9",
                Ranks::FromOne => "1-10",
            },
            limits: LimitsPart {
                depth: limits.depth,
                movetime_ms: limits.move_time.map(|time| time.as_millis() as u64),
                nodes: limits.nodes,
                mate: limits.mate,
            },
            threads: settings.threads,
            hash_mb: settings.hash_mb,
            bestmove: report.best.map(|mv| ranks.format(mv)),
            ponder: report.ponder.map(|mv| ranks.format(mv)),
            score: report.score.into(),
            nodes: report.nodes,
            time_ms: report.time.as_millis() as u64,
            nps: report.nodes.saturating_mul(1_000_000) / time_us,
            lines: lines.iter().map(|info| Line::new(info, ranks)).collect(),
            result,
        }
    }
}

impl From<Score> for ScorePart {
    fn from(score: Score) -> ScorePart {
        match score {
            Score::Cp(value) => ScorePart { kind: "cp", value },
            Score::Mate(value) => ScorePart { kind: "mate", value },
            // Told as the number of half-moves until the ruling.
            Score::Rule(value) if value > 0 => ScorePart { kind: "rule_win", value: RULE_WIN - value },
            Score::Rule(value) => ScorePart { kind: "rule_loss", value: RULE_WIN + value },
        }
    }
}

impl From<Wdl> for WdlPart {
    fn from(Wdl { win, draw, loss }: Wdl) -> WdlPart {
        WdlPart { win, draw, loss }
    }
}

impl Line {
    fn new(info: &Info, ranks: Ranks) -> Line {
        Line {
            multipv: info.multipv,
            depth: info.depth,
            seldepth: info.seldepth,
            score: info.score.into(),
            wdl: info.wdl.into(),
            nodes: info.nodes,
            time_ms: info.time.as_millis() as u64,
            hashfull: info.hashfull,
            pv: info.pv.iter().map(|&mv| ranks.format(mv)).collect(),
        }
    }
}
