//! Lines of input to [`Command`]s. Nothing here can fail: what is wrong becomes part of the command.

use super::command::{Command, CommandError, Go, PositionText};
use crate::options;
use std::ffi::OsString;

/// Deepest `perft` and `bench`: deeper ones would not end in a lifetime.
const MAX_DEPTH: u64 = 99;

/// Reads one line, without its line end. Bytes that are not UTF-8 are read as replacement
/// characters, except in the value of an option. Blanks of any kind and number separate words.
///
/// ```
/// use chuhe::protocol::{Command, parse};
/// assert_eq!(parse(b"  isready \r"), Command::IsReady);
/// assert_eq!(parse(b"setoption hashsize 64"), parse(b"setoption name hashsize value 64"));
/// assert_eq!(parse(b"# a comment"), Command::Nothing);
/// ```
pub fn parse(line: &[u8]) -> Command {
    let text = String::from_utf8_lossy(line);
    let text = text.trim_start_matches('\u{feff}');
    let mut words = Words::new(text);
    let Some(word) = words.next() else { return Command::Nothing };
    if word.starts_with('#') {
        return Command::Nothing;
    }
    match word.to_ascii_lowercase().as_str() {
        "uci" => Command::Uci,
        "ucci" => Command::Ucci,
        "isready" => Command::IsReady,
        "ucinewgame" | "uccinewgame" | "uxinewgame" | "newgame" => Command::NewGame,
        "setoption" => set_option(line, words),
        "position" => match position("position", words) {
            Ok(position) => Command::Position(position),
            Err(error) => Command::Malformed(error),
        },
        // Shorthands that old clients send.
        "fen" | "startpos" => match position("position", Words::new(text)) {
            Ok(position) => Command::Position(position),
            Err(error) => Command::Malformed(error),
        },
        "probe" => match position("probe", words) {
            Ok(position) => Command::Probe(position),
            Err(error) => Command::Malformed(error),
        },
        "banmoves" => Command::BanMoves(words.map(str::to_owned).collect()),
        "go" => go(words),
        "perft" => match number(word, words.next().unwrap_or_default(), 0, Some(MAX_DEPTH)) {
            Ok(depth) => Command::Perft(depth as u32),
            Err(error) => Command::Malformed(error),
        },
        "stop" => Command::Stop,
        "ponderhit" => Command::PonderHit { draw: words.any(|word| word.eq_ignore_ascii_case("draw")) },
        "debug" => {
            let value = OsString::from(words.next().unwrap_or_default());
            Command::SetOption { name: "debug".to_owned(), value }
        }
        "d" => Command::Show,
        "eval" => Command::Eval,
        "flip" => Command::Flip,
        "bench" => match words.next().map(|text| number(word, text, 1, Some(MAX_DEPTH))) {
            None => Command::Bench(None),
            Some(Ok(depth)) => Command::Bench(Some(depth as u32)),
            Some(Err(error)) => Command::Malformed(error),
        },
        "help" => Command::Help,
        "quit" | "exit" => Command::Quit,
        "register" => Command::Nothing,
        _ => Command::Unknown(word.to_owned()),
    }
}

/// Words between runs of blanks, and what is left after them.
#[derive(Clone)]
struct Words<'a> {
    rest: &'a str,
}

impl<'a> Words<'a> {
    fn new(text: &'a str) -> Words<'a> {
        Words { rest: text }
    }

    /// Everything after the words taken so far, trimmed.
    fn rest(&self) -> &'a str {
        self.rest.trim()
    }

    fn peek(&self) -> Option<&'a str> {
        self.clone().next()
    }

    fn next_if(&mut self, wanted: impl FnOnce(&str) -> bool) -> Option<&'a str> {
        if self.peek().is_some_and(wanted) { self.next() } else { None }
    }
}

impl<'a> Iterator for Words<'a> {
    type Item = &'a str;

    fn next(&mut self) -> Option<&'a str> {
        // Control characters are no text; some clients end strings with a zero byte.
        let blank = |c: char| c.is_whitespace() || c.is_control();
        let text = self.rest.trim_start_matches(blank);
        let end = text.find(blank).unwrap_or(text.len());
        let (word, rest) = text.split_at(end);
        self.rest = rest;
        (!word.is_empty()).then_some(word)
    }
}

/// Reads `name N… value V…` (UCI) or `N… V…` (UCCI).
fn set_option(line: &[u8], mut words: Words) -> Command {
    let uci_form = words.next_if(|word| word.eq_ignore_ascii_case("name")).is_some();
    let mut name: Vec<&str> = Vec::new();
    let mut rest = words.clone();
    let mut has_value = false;
    for word in rest.by_ref() {
        if uci_form && word.eq_ignore_ascii_case("value") {
            has_value = true;
            break;
        }
        name.push(word);
    }
    if !has_value {
        // The longest name known; a single word when none is.
        let known = (1..=name.len().min(4)).rev().find(|&count| options::find(&name[..count].join(" ")).is_some());
        let count = match known {
            Some(count) => count,
            None if uci_form => name.len(),
            None => name.len().min(1),
        };
        name.truncate(count);
        rest = words.clone();
        for _ in 0..count {
            rest.next();
        }
    }
    if name.is_empty() {
        return Command::Malformed(CommandError::NoOption);
    }
    Command::SetOption { name: name.join(" "), value: option_value(line, rest.rest()) }
}

/// The value as the bytes of the line when these are not UTF-8: paths are bytes on some systems.
fn option_value(line: &[u8], text: &str) -> OsString {
    if std::str::from_utf8(line).is_err() {
        let words = text.split_ascii_whitespace().count();
        if let Some(value) = last_words(line, words) {
            return from_bytes(value);
        }
    }
    OsString::from(text)
}

/// The end of the line from its `count`-th last word on.
fn last_words(line: &[u8], count: usize) -> Option<&[u8]> {
    let line = line.trim_ascii_end();
    let mut start = line.len();
    for _ in 0..count {
        start = line[..start].trim_ascii_end().iter().rposition(u8::is_ascii_whitespace)? + 1;
    }
    Some(&line[start..])
}

#[cfg(unix)]
fn from_bytes(bytes: &[u8]) -> OsString {
    use std::os::unix::ffi::OsStringExt;
    OsString::from_vec(bytes.to_owned())
}

#[cfg(not(unix))]
fn from_bytes(bytes: &[u8]) -> OsString {
    OsString::from(String::from_utf8_lossy(bytes).into_owned())
}

/// Reads `startpos`, `fen F` or a bare FEN, and the moves.
fn position(command: &'static str, mut words: Words) -> Result<PositionText, CommandError> {
    let start = words.clone();
    let first = words.next().unwrap_or_default();
    let fen = if first.eq_ignore_ascii_case("startpos") {
        match words.next() {
            None => {}
            Some(word) if word.eq_ignore_ascii_case("moves") => {}
            Some(word) => return Err(CommandError::NoMoves { command, text: word.to_owned() }),
        }
        None
    } else {
        if !first.eq_ignore_ascii_case("fen") {
            if !first.contains('/') {
                return Err(CommandError::NoPosition { command, text: first.to_owned() });
            }
            words = start;
        }
        let text = words.rest;
        let mut length = text.len();
        while let Some(word) = words.peek() {
            if word.eq_ignore_ascii_case("moves") {
                length = text.len() - words.rest.len();
                words.next();
                break;
            }
            words.next();
        }
        Some(text[..length].trim().to_owned())
    };
    Ok(PositionText { fen, moves: words.map(str::to_owned).collect() })
}

/// Reads a number. When none is too large, digits beyond the largest `u64` stand for that.
fn number(word: &str, text: &str, least: u64, most: Option<u64>) -> Result<u64, CommandError> {
    let word = word.to_owned();
    if text.is_empty() {
        return Err(CommandError::NoNumber { word });
    }
    let digits = text.strip_prefix('+').unwrap_or(text);
    let all_digits = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    let number = if all_digits { Some(digits.parse().unwrap_or(u64::MAX)) } else { None };
    number.filter(|number| (least..=most.unwrap_or(u64::MAX)).contains(number)).ok_or_else(|| CommandError::Number {
        word,
        text: text.to_owned(),
        least,
        most,
    })
}

fn go(mut words: Words) -> Command {
    let mut go = Go::default();
    let mut perft = None;
    // The opponent's period does not change what the engine does.
    let mut unused = None;
    while let Some(word) = words.next() {
        let word = word.to_ascii_lowercase();
        let field = match word.as_str() {
            "wtime" => &mut go.red_time,
            "btime" => &mut go.black_time,
            "winc" => &mut go.red_increment,
            "binc" => &mut go.black_increment,
            "time" => &mut go.time,
            "increment" => &mut go.increment,
            "opptime" => &mut go.opponent_time,
            "oppincrement" => &mut go.opponent_increment,
            "oppmovestogo" => &mut unused,
            "movestogo" => &mut go.moves_to_go,
            "movetime" => &mut go.move_time,
            "depth" => &mut go.depth,
            "nodes" => &mut go.nodes,
            "mate" => &mut go.mate,
            "perft" => &mut perft,
            other => {
                match other {
                    "infinite" => go.infinite = true,
                    "ponder" => go.ponder = true,
                    "draw" => go.draw = true,
                    "searchmoves" => {
                        while let Some(text) = words.next_if(|text| !is_go_word(text)) {
                            go.search_moves.push(text.to_owned());
                        }
                    }
                    _ => go.faults.push(CommandError::GoWord(word)),
                }
                continue;
            }
        };
        // A number that is missing must not swallow the word after it.
        let text = words.next_if(|text| !is_go_word(text)).unwrap_or_default();
        // A clock that has run out is no fault of the text.
        let text = if is_negative(text) && is_clock(&word) { "0" } else { text };
        let most = (word == "perft").then_some(MAX_DEPTH);
        match number(&format!("go {word}"), text, 0, most) {
            Ok(number) => *field = Some(number),
            Err(error) => go.faults.push(error),
        }
    }
    match perft {
        Some(depth) => Command::Perft(depth as u32),
        None => Command::Go(go),
    }
}

fn is_negative(text: &str) -> bool {
    text.strip_prefix('-').is_some_and(|digits| !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit()))
}

fn is_clock(word: &str) -> bool {
    matches!(word, "wtime" | "btime" | "winc" | "binc" | "time" | "increment" | "opptime" | "oppincrement")
}

fn is_go_word(word: &str) -> bool {
    let word = word.to_ascii_lowercase();
    is_clock(&word)
        || matches!(
            word.as_str(),
            "movestogo"
                | "oppmovestogo"
                | "movetime"
                | "depth"
                | "nodes"
                | "mate"
                | "perft"
                | "infinite"
                | "ponder"
                | "draw"
                | "searchmoves"
        )
}
