//! The commands of the shell, run as processes: output, exit codes, closed pipes.

use crate::shell::{self, Run};
use assert_cmd::Command;
use chuhe::notation::fen;
use std::process::Stdio;
use std::time::Duration;

/// The rook of the moves `a8a9 d9d8 a9a8 d8d9` checks for ever.
const CHECKS: &str = "3k5/R8/9/9/9/9/9/9/9/4K4 w - - 0 1";
const MATED: &str = "3k5/9/9/9/9/9/9/9/r8/r3K4 w";
const STALEMATED: &str = "4k4/9/9/9/9/9/9/9/4p4/3K5 w";

fn chuhe(args: &[&str]) -> Run {
    shell::run(args, "", 60)
}

/// Runs what has to succeed and gives the output.
fn fine(args: &[&str]) -> String {
    let run = chuhe(args);
    assert_eq!((run.code, run.err.as_str()), (Some(0), ""), "{args:?}");
    run.out
}

/// Runs what has to be refused and gives the message.
fn refused(args: &[&str]) -> String {
    let run = chuhe(args);
    assert_eq!((run.code, run.out.as_str()), (Some(2), ""), "{args:?}");
    assert!(run.err.starts_with("error: "), "{args:?}: {}", run.err);
    run.err
}

fn json(args: &[&str]) -> serde_json::Value {
    let out = fine(args);
    assert_eq!(out.lines().count(), 1, "{out}");
    serde_json::from_str(&out).unwrap()
}

#[test]
fn version_and_help() {
    for flag in ["--version", "-V"] {
        let out = fine(&[flag]);
        assert!(out.starts_with(&format!("chuhe {} (", env!("CARGO_PKG_VERSION"))), "{out}");
        assert!(out.contains(if cfg!(debug_assertions) { "debug" } else { "release" }), "{out}");
        assert!(out.contains(std::env::consts::ARCH), "{out}");
    }
    for command in ["", "bench", "perft", "show", "eval", "check", "go", "judge"] {
        let args: Vec<&str> = [command, "--help"].into_iter().filter(|arg| !arg.is_empty()).collect();
        let out = fine(&args);
        assert!(out.contains("Exit codes: 0 ") && out.contains("Example"), "{args:?}: {out}");
    }
}

#[test]
fn unusable_arguments() {
    let bad: &[&[&str]] = &[
        &["nonsense"],
        &["--nonsense"],
        &["perft"],
        &["perft", "x"],
        &["perft", "-1"],
        &["perft", "2", "--threads", "0"],
        &["perft", "99"],
        &["check"],
        &["show", "--latin", "--chinese"],
        &["go", "--depth", "0"],
        &["go", "--depth", "deep"],
        &["go", "--movetime", "-5"],
        &["go", "--multipv", "0"],
        &["go", "--hash", "0"],
        &["bench", "--depth", "0"],
        &["bench", "extra"],
    ];
    for args in bad {
        refused(args);
    }
}

#[test]
fn bad_positions_and_moves_are_named() {
    for command in [&["show"] as &[&str], &["eval"], &["go"], &["perft", "2"]] {
        let err = refused(&[command, &["9/9/9/9/9/9/9/9/9/4K4 x"]].concat());
        assert!(err.contains("Black has no king (k)") && err.contains("the side to move 'x' (column 23)"), "{err}");
    }
    for command in ["show", "go"] {
        let err = refused(&[command, "--moves", "h2e2 h9g7 e2e9"]);
        assert!(err.contains("move 3 'e2e9' cannot be played in"), "{err}");
        let err = refused(&[command, "--moves", "h2e2 z9"]);
        assert!(err.contains("move 2") && err.contains("'z9' is not a move"), "{err}");
    }
}

#[test]
fn a_position_is_given_in_many_ways() {
    let start: Vec<&str> = fen::START.split(' ').collect();
    let board = start[0];
    let ways: &[&[&str]] = &[
        &["show"],
        &["show", "startpos"],
        &["show", "--fen", "startpos"],
        &["show", fen::START],
        &["show", "--fen", fen::START],
        &[&["show"], start.as_slice()].concat(),
        &[&["show", "--latin"], start.as_slice()].concat(),
        &[&["show", "--fen"], start.as_slice()].concat(),
        &["show", board],
        &["show", board, "r"],
        &["show", board, "w", "--", "0", "1"],
    ];
    let expected = fine(ways[0]);
    for way in ways {
        assert_eq!(fine(way), expected, "{way:?}");
    }
}

#[test]
fn show_tells_all_about_a_position() {
    let out = fine(&["show", CHECKS, "--moves", "a8a9, d9d8\ta9a8 d8d9 a8a9"]);
    for line in [
        " R  .  .  k  .  .  .  .  .  9",
        "FEN:           R2k5/9/9/9/9/9/9/9/9/4K4 b - - 5 3",
        "Checkers:      a9",
        "Legal moves:   d9d8 (1)",
        "Natural limit: 5 of 120 half-moves",
        "Occurrences:   2",
        "Ruling:        no verdict yet",
        "State:         Black to move",
    ] {
        assert!(out.lines().any(|found| found == line), "'{line}' in\n{out}");
    }
    let out = fine(&["show", "--chinese"]);
    assert!(out.contains(" 車 馬 象 士 将 士 象 馬 車 9") && out.contains("楚  河"), "{out}");
    assert!(fine(&["show"]).contains("(44)"));
}

#[test]
fn show_tells_how_the_game_ended() {
    let checks = "a8a9 d9d8 a9a8 d8d9 a8a9 d9d8 a9a8 d8d9";
    let to_and_fro = "h0g2 h9g7 g2h0 g7h9 h0g2 h9g7 g2h0 g7h9";
    for (position, moves, state) in [
        (MATED, "", "Black wins: Red is checkmated"),
        (STALEMATED, "", "Black wins: Red is stalemated (no legal move, which loses)"),
        (CHECKS, checks, "Black wins: Red broke the rules on repetition"),
        ("startpos", to_and_fro, "draw: the position occurred 3 times"),
        (
            "4k4/9/9/9/9/9/4P4/9/9/3K5 w - - 120 90",
            "",
            "draw: the natural limit of 60 rounds without a capture is reached",
        ),
        ("4k4/9/9/9/9/9/9/9/9/3K5 w", "", "draw: neither side has a piece left to win with"),
    ] {
        let out = fine(&["show", position, "--moves", moves]);
        assert!(out.lines().any(|line| line == format!("State:         {state}")), "{state} in\n{out}");
    }
}

#[test]
fn ranks_are_answered_as_they_were_asked() {
    // h3e3 b10c8 counts from 1: the rank 10 tells.
    let out = fine(&["show", "--moves", "h3e3 b10c8"]);
    assert!(out.contains("FEN:           r1bakabnr/9/1cn4c1/"), "{out}");
    assert!(out.contains(" a1a2 ") && !out.contains(" a0a1 "), "{out}");
    assert!(out.starts_with(" r  .  b  a  k  a  b  n  r  10\n"), "{out}");
    let answer = json(&["go", "--moves", "h3e3 b10c8", "--nodes", "1", "--json"]);
    assert_eq!((&answer["ranks"], &answer["moves"][1]), (&"1-10".into(), &"b10c8".into()));
    let answer = json(&["go", "--moves", "h2e2 b9c7", "--nodes", "1", "--json"]);
    assert_eq!((&answer["ranks"], &answer["moves"][1]), (&"0-9".into(), &"b9c7".into()));
}

#[test]
fn perft_counts() {
    for (args, count) in [
        (&["perft", "0"] as &[&str], 1),
        (&["perft", "1"], 44),
        (&["perft", "3"], 79_666),
        (&["perft", "3", "--threads", "2"], 79_666),
        (&["perft", "2", "--divide"], 1_920),
        (&["perft", "0", "--divide"], 1),
        (&["perft", "1", "--fen", CHECKS], 19),
        (&["perft", "1", MATED], 0),
    ] {
        let out = fine(args);
        let words: Vec<&str> = out.lines().last().unwrap().split(' ').collect();
        assert_eq!(
            (words[0], words[1], words[3], words[5]),
            (count.to_string().as_str(), "nodes", "s", "nps"),
            "{args:?}"
        );
        assert!(words[2].parse::<f64>().is_ok() && words[4].parse::<u64>().is_ok(), "{out}");
    }
    let out = fine(&["perft", "2", "--divide"]);
    assert_eq!(out.lines().filter(|line| line.contains(": ")).count(), 44);
    assert!(out.lines().any(|line| line == "h2e2: 45"), "{out}");
}

#[test]
fn check_lists_every_fault() {
    let run = chuhe(&["check", "9/9/9/9/9/9/9/9/9/P3K4 x"]);
    let expected = "the side to move 'x' (column 24) is not w, r or b\n\
                    Black has no king (k) on the board\n\
                    the red pawn (P) on a0 stands where it can never get\n";
    assert_eq!((run.code, run.out.as_str(), run.err.as_str()), (Some(1), expected, ""));
    assert_eq!(chuhe(&["check", ""]).code, Some(1));

    let out = fine(&["check", "3k5/R8/9/9/9/9/9/9/9/4K4"]);
    assert_eq!(out, format!("valid: {CHECKS}\nRed to move\n"));
    for (text, fact) in [
        (MATED, "Red is in check from a0"),
        (MATED, "Black wins: Red is checkmated"),
        (STALEMATED, "Black wins: Red is stalemated (no legal move, which loses)"),
        ("4k4/9/9/4P4/9/9/9/9/9/3K5 w - - 200 0", "draw: the natural limit of 60 rounds without a capture is reached"),
        ("4k4/9/9/9/9/9/9/9/9/3K5 w", "draw: neither side has a piece left to win with"),
    ] {
        let out = fine(&["check", text]);
        assert!(out.lines().any(|line| line == fact), "{fact} in\n{out}");
    }
}

#[test]
fn eval_explains() {
    assert!(fine(&["eval"]).contains("Final evaluation"));
    assert!(fine(&["eval", MATED]).contains("none (in check)"));
}

#[test]
fn go_finds_a_move() {
    let out = fine(&["go", "--nodes", "2000"]);
    assert!(out.lines().last().unwrap().starts_with("best move "), "{out}");
    for args in [&["--depth", "2"], &["--movetime", "30"], &["--nodes", "500"]] {
        let out = fine(&[&["go", CHECKS], args.as_slice()].concat());
        assert!(out.contains("best move "), "{out}");
    }
    for position in [MATED, STALEMATED] {
        let run = chuhe(&["go", position, "--depth", "3"]);
        assert_eq!((run.code, run.err.as_str()), (Some(1), ""));
        assert!(run.out.contains("Black wins") && run.out.ends_with("no legal move\n"), "{}", run.out);
    }
}

#[test]
fn go_answers_in_json() {
    let answer = json(&[
        "go",
        "--moves",
        "h2e2 h9g7",
        "--depth",
        "3",
        "--multipv",
        "2",
        "--threads",
        "2",
        "--hash",
        "4",
        "--json",
    ]);
    assert!(answer["engine"].as_str().unwrap().starts_with("Chuhe "));
    assert_eq!(answer["fen"], "rnbakab1r/9/1c4nc1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR w - - 2 2");
    assert_eq!(answer["moves"], serde_json::json!(["h2e2", "h9g7"]));
    let limits = serde_json::json!({"depth": 3, "movetime_ms": null, "nodes": null, "mate": null});
    assert_eq!(answer["limits"], limits);
    assert_eq!((&answer["threads"], &answer["hash_mb"]), (&2.into(), &4.into()));
    assert_eq!(answer["bestmove"].as_str().unwrap().len(), 4);
    assert!(["cp", "mate", "rule_win", "rule_loss"].contains(&answer["score"]["kind"].as_str().unwrap()));
    assert!(answer["score"]["value"].is_i64() && answer["nodes"].is_u64() && answer["nps"].is_u64());
    assert_eq!(answer["result"], serde_json::Value::Null);
    for (number, line) in (1..).zip(answer["lines"].as_array().unwrap()) {
        assert_eq!(line["multipv"], number);
        assert!(!line["pv"].as_array().unwrap().is_empty(), "{line}");
    }

    let run = chuhe(&["go", MATED, "--json"]);
    assert_eq!((run.code, run.err.as_str()), (Some(1), ""));
    let answer: serde_json::Value = serde_json::from_str(&run.out).unwrap();
    assert_eq!(answer["bestmove"], serde_json::Value::Null);
    assert_eq!(answer["result"], "Black wins: Red is checkmated");
}

#[test]
fn bench_ends_with_its_signature() {
    let out = fine(&["bench", "--depth", "1"]);
    let words: Vec<&str> = out.lines().last().unwrap().split(' ').collect();
    assert_eq!((words.len(), words[1], words[3]), (4, "nodes", "nps"), "{out}");
    let nodes = |out: &str| out.split(' ').next().unwrap().parse::<u64>().unwrap();
    assert_eq!(nodes(&out), nodes(&fine(&["bench", "--depth", "1"])), "the node count repeats");
}

#[test]
fn a_closed_pipe_is_no_error() {
    for args in
        [&["show"] as &[&str], &["perft", "2", "--divide"], &["go", "--nodes", "100"], &["--help"], &["check", "x"]]
    {
        // Nobody holds the reading end when the process writes.
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_chuhe"));
        let child = command.args(args).stdin(Stdio::null()).stdout(writer).stderr(Stdio::piped()).spawn().unwrap();
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{args:?}");
        assert_eq!(String::from_utf8_lossy(&output.stderr), "", "{args:?}");
    }
}

#[cfg(unix)]
#[test]
fn arguments_that_are_not_text_are_refused() {
    use std::os::unix::ffi::OsStrExt;
    let mut command = Command::new(env!("CARGO_BIN_EXE_chuhe"));
    let output = command.arg("check").arg(std::ffi::OsStr::from_bytes(b"\xff\xfe")).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
}

/// The section on commands of the protocol's documentation.
fn documentation() -> String {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(root.join("engine-protocol.md")).unwrap();
    let title = "## Commands from the shell";
    let section = &text[text.find(title).unwrap()..];
    let end = section[title.len()..].find("\n## ").map_or(section.len(), |at| title.len() + at);
    section[..end].to_owned()
}

/// Words as a shell splits them; double quotes hold words together.
fn words(line: &str) -> Vec<String> {
    let (quoted, open): (Vec<_>, Vec<_>) = line.split('"').enumerate().partition(|(number, _)| number % 2 == 1);
    let mut parts: Vec<(usize, Vec<String>)> =
        quoted.into_iter().map(|(at, text)| (at, vec![text.to_owned()])).collect();
    parts.extend(open.into_iter().map(|(at, text)| (at, text.split_whitespace().map(str::to_owned).collect())));
    parts.sort();
    parts.into_iter().flat_map(|(_, words)| words).collect()
}

#[test]
fn documented_examples_print_what_is_documented() {
    let readme = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/README.md")).unwrap();
    let text = documentation() + &readme;
    let mut count = 0;
    for block in text.split("```console\n").skip(1) {
        let block = &block[..block.find("```").unwrap()];
        for example in block.split("$ chuhe ").skip(1) {
            let (command, expected) = example.split_once('\n').unwrap();
            let args = words(command);
            let args: Vec<&str> = args.iter().map(String::as_str).collect();
            assert_eq!(chuhe(&args).out, expected, "chuhe {command}");
            count += 1;
        }
    }
    assert!(count >= 8, "{count} examples");
}

#[test]
fn documented_fields_are_the_documents_fields() {
    fn keys(value: &serde_json::Value, found: &mut Vec<String>) {
        match value {
            serde_json::Value::Object(map) => map.iter().for_each(|(key, value)| {
                found.push(key.clone());
                keys(value, found);
            }),
            serde_json::Value::Array(items) => items.iter().for_each(|item| keys(item, found)),
            _ => {}
        }
    }
    let text = documentation();
    let mut found = Vec::new();
    keys(&json(&["go", "--depth", "3", "--multipv", "2", "--json"]), &mut found);
    let checks = "a8a9 d9d8 a9a8 d8d9 a8a9 d9d8 a9a8 d8d9";
    keys(&json(&["judge", "--fen", CHECKS, "--moves", checks, "--all", "--json"]), &mut found);
    for key in found {
        assert!(text.contains(&format!("`{key}`")), "'{key}' is not documented");
    }
}

#[test]
fn every_command_and_option_is_documented() {
    let text = documentation();
    for command in ["bench", "perft", "show", "eval", "check", "go", "judge"] {
        assert!(text.contains(&format!("### {command}\n")), "{command}");
        let help = fine(&[command, "--help"]);
        for option in help.split_whitespace().filter(|word| word.starts_with("--") && *word != "--help") {
            let option = option.trim_end_matches(|c: char| !c.is_alphanumeric());
            assert!(text.contains(option), "{option} of {command}");
        }
    }
}

#[test]
fn the_readmes_first_command_plays_a_move() {
    let readme = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/README.md")).unwrap();
    let line = readme.lines().find(|line| line.starts_with("printf ")).unwrap();
    let (input, command) = line.trim_start_matches("printf '").split_once("' | ").unwrap();
    assert_eq!(command, "cargo run --release");
    let input = input.replace("\\n", "\n");
    let mut process = Command::new(env!("CARGO_BIN_EXE_chuhe"));
    let output = process.write_stdin(input).timeout(Duration::from_secs(60)).output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(0), "{text}");
    assert!(text.lines().any(|line| line.starts_with("info depth ")), "{text}");
    assert!(text.lines().last().unwrap().starts_with("bestmove "), "{text}");
}
