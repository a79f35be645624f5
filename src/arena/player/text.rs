//! UCI and UCCI as a GUI writes and reads them.

use super::{Answer, Told, Turn};
use crate::arena::clock::Clock;
use crate::board::{Color, Move};
use crate::notation::fen;
use crate::notation::iccs::Ranks;
use crate::options::Dialect;
use crate::search::Score;
use std::time::Duration;

/// What an engine said about itself in the handshake.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Announced {
    /// `id name`.
    pub name: Option<String>,
    /// The names of its options.
    pub options: Vec<String>,
    /// It plays many games: `UCI_Variant` has to be set, and ranks run from 1 to 10.
    pub many_games: bool,
}

impl Announced {
    /// Takes note of a line of the handshake.
    pub fn add(&mut self, dialect: Dialect, line: &str) {
        if let Some(name) = line.strip_prefix("id name ") {
            self.name = Some(name.trim().to_owned());
        }
        let Some(option) = line.strip_prefix("option ") else { return };
        let name = match dialect {
            Dialect::Uci => {
                let rest = option.trim_start().strip_prefix("name ").unwrap_or(option);
                rest.split(" type ").next().unwrap_or(rest).trim()
            }
            Dialect::Ucci => option.split_whitespace().next().unwrap_or_default(),
        };
        if name.eq_ignore_ascii_case("UCI_Variant") {
            let games = option.split_whitespace().filter(|&word| word == "var").count();
            self.many_games = games > 1;
        }
        self.options.push(name.to_owned());
    }

    /// Whether there is an option of that name.
    pub fn has(&self, name: &str) -> bool {
        self.options.iter().any(|known| known.eq_ignore_ascii_case(name))
    }
}

/// The command that sets an option; an empty value presses a button.
pub fn set_option(dialect: Dialect, name: &str, value: &str) -> String {
    match (dialect, value) {
        (Dialect::Uci, "") => format!("setoption name {name}"),
        (Dialect::Uci, _) => format!("setoption name {name} value {value}"),
        (Dialect::Ucci, "") => format!("setoption {name}"),
        (Dialect::Ucci, _) => format!("setoption {name} {value}"),
    }
}

/// The `position` command, with one more move when `expected` is given. UCCI wants the position
/// after the last capture and the moves since; to UCI engines the whole game is told.
pub fn position(dialect: Dialect, ranks: Ranks, turn: &Turn, expected: Option<Move>) -> String {
    let (from, skipped) = match dialect {
        Dialect::Uci => (turn.start, 0),
        Dialect::Ucci => turn.anchor,
    };
    let mut text = if from == fen::START { "position startpos".to_owned() } else { format!("position fen {from}") };
    let moves = turn.game.moves()[skipped..].iter().copied().chain(expected);
    for (index, mv) in moves.enumerate() {
        text.push_str(if index == 0 { " moves " } else { " " });
        text.push_str(&ranks.format(mv));
    }
    text
}

/// The `go` command for `side` with these clocks. `seconds` makes UCCI's times whole seconds.
pub fn go(dialect: Dialect, side: Color, clocks: [&Clock; 2], ponder: bool, draw: bool, seconds: bool) -> String {
    let mut words = vec!["go".to_owned()];
    if ponder {
        words.push("ponder".to_owned());
    } else if draw && dialect == Dialect::Ucci {
        words.push("draw".to_owned());
    }
    match dialect {
        Dialect::Uci => uci_limits(&mut words, side, clocks),
        Dialect::Ucci => ucci_limits(&mut words, side, clocks, seconds),
    }
    words.join(" ")
}

/// At least one: some engines take zero for "no clock".
fn millis(time: Duration) -> u128 {
    time.as_millis().max(1)
}

fn uci_limits(words: &mut Vec<String>, side: Color, clocks: [&Clock; 2]) {
    let own = clocks[side.index()];
    if own.left().is_some() {
        for (clock, time, increment) in [(clocks[0], "wtime", "winc"), (clocks[1], "btime", "binc")] {
            let left = clock.left();
            words.extend(
                left.map(|left| format!("{time} {} {increment} {}", millis(left), clock.increment().as_millis())),
            );
        }
        words.extend(own.moves_to_go().map(|moves| format!("movestogo {moves}")));
    }
    let control = own.control();
    words.extend(control.move_time.map(|time| format!("movetime {}", millis(time))));
    words.extend(control.nodes.map(|nodes| format!("nodes {nodes}")));
    words.extend(control.depth.map(|depth| format!("depth {depth}")));
}

fn ucci_limits(words: &mut Vec<String>, side: Color, clocks: [&Clock; 2], seconds: bool) {
    let unit = |time: Duration| if seconds { u128::from(time.as_secs()) } else { time.as_millis() };
    let own = clocks[side.index()];
    // UCCI has one kind of limit at a time; a fixed time for a move is a clock for one move.
    for (clock, prefix) in [(own, ""), (clocks[(!side).index()], "opp")] {
        let (time, moves) = match (clock.control().move_time, clock.left()) {
            (Some(time), _) => (time, Some(1)),
            (None, Some(left)) => (left, clock.moves_to_go()),
            (None, None) if prefix.is_empty() => break,
            (None, None) => continue,
        };
        words.push(format!("{prefix}time {}", unit(time).max(1)));
        words.push(match moves {
            Some(moves) => format!("{prefix}movestogo {moves}"),
            None => format!("{prefix}increment {}", unit(clock.increment())),
        });
    }
    if own.allowance().is_none() {
        let control = own.control();
        let nodes = control.nodes.map(|nodes| format!("nodes {nodes}"));
        words.extend(nodes.or_else(|| control.depth.map(|depth| format!("depth {depth}"))));
    }
}

/// Takes note of an `info` line. Bounds are not scores, and only the first variation counts.
pub fn read_info(line: &str, told: &mut Told) {
    let mut words = line.split_whitespace().skip(1).peekable();
    let (mut now, mut bound) = (Told::default(), false);
    while let Some(word) = words.next() {
        match word {
            "depth" => now.depth = words.next().and_then(|word| word.parse().ok()),
            "nodes" => now.nodes = words.next().and_then(|word| word.parse().ok()),
            "multipv" if words.next() != Some("1") => return,
            "score" => {
                let kind = words.next_if(|word| matches!(*word, "cp" | "mate"));
                let value: Option<i32> = words.next_if(|word| word.parse::<i32>().is_ok()).and_then(|w| w.parse().ok());
                now.score = value.map(if kind == Some("mate") { Score::Mate } else { Score::Cp });
            }
            "lowerbound" | "upperbound" => bound = true,
            "string" | "message" if now == Told::default() => return,
            "pv" | "string" | "message" => break,
            _ => {}
        }
    }
    told.nodes = now.nodes.or(told.nodes);
    if !bound && now.score.is_some() {
        told.score = now.score;
        told.depth = now.depth.or(told.depth);
    }
}

/// What a line that ends a search says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BestMove {
    /// The move.
    pub answer: Answer,
    /// The reply expected.
    pub ponder: Option<Move>,
    /// A draw is offered or accepted.
    pub draw: bool,
}

/// Reads `bestmove …` and `nobestmove`; `None` for other lines. A draw can be offered in UCCI only.
pub fn read_best_move(dialect: Dialect, ranks: Ranks, line: &str) -> Option<BestMove> {
    let mut words = line.split_whitespace();
    let nothing = |text: &str| Answer::Nothing(text.to_owned());
    match words.next()? {
        "bestmove" => {}
        "nobestmove" => return Some(BestMove { answer: nothing("nobestmove"), ponder: None, draw: false }),
        _ => return None,
    }
    let text = words.next().unwrap_or_default();
    // Only where ranks count from 1 is there a rank 10.
    let ranks = if text.contains("10") { Ranks::FromOne } else { ranks };
    let answer = match text {
        "resign" => Answer::Resign,
        "" | "(none)" | "none" | "null" | "0000" => nothing(text),
        _ => ranks.parse(text).map_or_else(|_| Answer::Unreadable(text.to_owned()), Answer::Move),
    };
    let mut found = BestMove { answer, ponder: None, draw: false };
    while let Some(word) = words.next() {
        match word {
            "ponder" => found.ponder = words.next().and_then(|text| ranks.parse(text).ok()),
            "draw" => found.draw = dialect == Dialect::Ucci,
            "resign" => found.answer = Answer::Resign,
            _ => {}
        }
    }
    Some(found)
}
