//! Lines made up at random.

use super::memory::Session;
use chuhe::protocol::{Command, End, parse};
use proptest::collection::vec;
use proptest::prelude::*;

/// Words that mean something somewhere, and some that do not.
const WORDS: &[&str] = &[
    "uci",
    "ucci",
    "isready",
    "ucinewgame",
    "setoption",
    "name",
    "value",
    "position",
    "startpos",
    "fen",
    "moves",
    "go",
    "wtime",
    "btime",
    "winc",
    "binc",
    "movestogo",
    "depth",
    "nodes",
    "movetime",
    "mate",
    "perft",
    "infinite",
    "ponder",
    "searchmoves",
    "time",
    "increment",
    "opptime",
    "oppincrement",
    "oppmovestogo",
    "draw",
    "stop",
    "ponderhit",
    "d",
    "eval",
    "flip",
    "help",
    "banmoves",
    "probe",
    "debug",
    "on",
    "off",
    "true",
    "newgame",
    "batch",
    "usemillisec",
    "Threads",
    "Hash",
    "Clear",
    "MultiPV",
    "Skill",
    "Level",
    "UCI_Variant",
    "xiangqi",
    "Sixty",
    "Move",
    "Rule",
    "#",
    "0",
    "1",
    "2",
    "-1",
    "99999999999999999999",
    "1.5",
    "h2e2",
    "h9g7",
    "h3e3",
    "a0a9",
    "h10g8",
    "i10",
    "xyzzy",
    "\u{feff}",
    "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR",
    "9/9/9/9/9/9/9/9/9/9",
    "4k4/9/9/9/9/9/9/9/9/3K5",
    "w",
    "b",
    "r",
    "-",
    "--",
    "é",
    "象棋",
    "\0",
    "=",
    "\t",
    "",
];

fn line() -> impl Strategy<Value = String> {
    vec(proptest::sample::select(WORDS), 0..10).prop_map(|words| words.join(" "))
}

/// How commands begin, so that lines get further often enough.
const STARTS: &[&str] =
    &["", "go ", "position ", "position startpos moves ", "setoption name ", "setoption ", "banmoves ", "probe "];

/// Lines that often begin as commands do.
fn command() -> impl Strategy<Value = String> {
    (proptest::sample::select(STARTS), line()).prop_map(|(start, rest)| format!("{start}{rest}"))
}

/// Whether it would keep the test waiting: deep perfts and searches limited by depth alone, huge
/// tables, thousands of threads.
fn is_slow(line: &str) -> bool {
    match parse(line.as_bytes()) {
        Command::Perft(depth) => depth > 2,
        Command::Bench(_) | Command::Quit => true,
        Command::SetOption { name, value } => {
            let name = name.to_ascii_lowercase();
            (name.starts_with("hash") || name.starts_with("threads")) && value.to_string_lossy().len() > 1
        }
        _ => false,
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_bytes_are_a_command(bytes in vec(any::<u8>(), 0..200)) {
        let _ = parse(&bytes);
    }

    #[test]
    fn any_words_are_a_command(line in command()) {
        let _ = parse(line.as_bytes());
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn each_go_is_answered_once_whatever_comes(lines in vec(command(), 1..30), bytes in vec(any::<u8>(), 0..40)) {
        let session = Session::start();
        let mut searches = 0;
        let mut text = bytes.clone();
        // Idle stops would be answered too in UCCI, and batch mode could leave a search alone for long.
        let is_left_out = |line: &str| {
            is_slow(line)
                || matches!(parse(line.as_bytes()), Command::Stop)
                || matches!(parse(line.as_bytes()), Command::SetOption { name, .. } if name.eq_ignore_ascii_case("batch"))
        };
        text.push(b'\n');
        if is_left_out(&String::from_utf8_lossy(&bytes)) || bytes.contains(&b'\n') {
            text.clear();
        }
        for line in lines.iter().filter(|line| !is_left_out(line)) {
            searches += usize::from(matches!(parse(line.as_bytes()), Command::Go(_)));
            text.extend_from_slice(line.as_bytes());
            text.extend_from_slice(b"\r\n");
        }
        // A last search, so that none before it is left running.
        text.extend_from_slice(b"ucinewgame\nposition startpos\ngo nodes 100\n");
        session.send(text);
        let (end, output) = session.end();
        prop_assert_eq!(end, End::EndOfInput);
        let answers = output.iter().filter(|line| line.starts_with("bestmove ") || *line == "nobestmove").count();
        prop_assert_eq!(answers, searches + 1, "{:?}\n{:?}", lines, output);
    }
}
