//! `chuhe judge` as a process: input, output, exit codes.

use crate::shell;
use serde_json::{Value, json};

const CHASE: &str = "3aka3/c8/4b4/9/2b6/9/9/9/1R2A4/4KA3 w - - 0 1";
const CYCLE: &str = "b1a1 a8b8 a1b1 b8a8 ";

/// Output, message, exit code.
fn judge(args: &[&str], input: &str) -> (String, String, i32) {
    let run = shell::run(&[&["judge"], args].concat(), input, 60);
    (run.out, run.err, run.code.unwrap())
}

fn document(args: &[&str], input: &str) -> Value {
    let (out, err, _) = judge(&[args, &["--json"]].concat(), input);
    assert_eq!(out.lines().count(), 1, "{out}{err}");
    serde_json::from_str(&out).unwrap()
}

#[test]
fn verdicts_and_exit_codes() {
    for (count, set, verdict, code) in [
        (1, "Chinese2007", "no verdict yet", 1),
        (2, "Chinese2007", "red must change", 0),
        (3, "Chinese2007", "red loses", 0),
        (1, "Asian", "no verdict yet", 1),
        (2, "AsianRule", "red loses", 0),
        (2, "computer", "red loses", 0),
        (2, "None", "draw", 0),
    ] {
        let (out, err, found) = judge(&["--fen", CHASE, "--moves", &CYCLE.repeat(count), "--rules", set], "");
        assert_eq!((found, err.as_str()), (code, ""), "{set} {count}: {out}");
        assert_eq!(out.lines().last(), Some(format!("Verdict: {verdict}").as_str()), "{set} {count}: {out}");
    }
    for (fold, count, verdict) in [
        ("2", 1, "red must change"),
        ("2", 2, "red loses"),
        ("4", 2, "no verdict yet"),
        ("4", 3, "red must change"),
        ("5", 4, "red must change"),
        ("5", 5, "red loses"),
    ] {
        let answer = document(&["--fen", CHASE, "--moves", &CYCLE.repeat(count), "--fold", fold], "");
        assert_eq!(answer["verdict"], verdict, "fold {fold}, {count} cycles");
        assert_eq!(answer["fold"].to_string(), fold);
    }
}

#[test]
fn the_explanation_names_pieces_articles_and_who_must_change() {
    let args = ["--fen", CHASE, "--moves", &CYCLE.repeat(2)];
    let (out, ..) = judge(&args, "");
    for line in [
        "Half-moves 1 to 8: the position stands on the board for the third time.",
        "   1. Red   b1a1  捉 chase: rook a1 attacks cannon a8 (a1a8); cannon a8 has no root [28.3, 29.1, 29.2]",
        "Red: perpetual chase: banned.",
        "Red must change; if the position comes back once more, Red loses (articles 26.4, 24.3).",
    ] {
        assert!(out.lines().any(|found| found == line), "'{line}' in\n{out}");
    }
    let (out, ..) = judge(&[&args[..], &["--lang", "zh"]].concat(), "");
    for line in [
        "第1至8着：同一局面第3次出现。",
        "   1. 红 b1a1  捉：车a1捉砲a8（a1a8）；砲a8无根 [28.3, 29.1, 29.2]",
        "红方：长捉，禁止着法。",
        "红方必须变着；若再重复一次循环，即判负（第26.4、24.3条）。",
    ] {
        assert!(out.lines().any(|found| found == line), "'{line}' in\n{out}");
    }
}

#[test]
fn the_document() {
    let answer = document(&["--fen", CHASE, "--moves", &CYCLE.repeat(2)], "");
    let expected = json!({"start": 0, "end": 8, "occurrences": 3});
    assert_eq!((&answer["repetition"], &answer["rules"]), (&expected, &"Chinese2007".into()));
    let first = json!({
        "ply": 1, "move": "b1a1", "side": "red", "label": "捉", "kind": null, "victims": ["a8"],
        "reason": "rook a1 attacks cannon a8 (a1a8); cannon a8 has no root",
        "articles": ["28.3", "29.1", "29.2"],
    });
    assert_eq!(answer["moves"][0], first);
    assert_eq!(answer["moves"].as_array().unwrap().len(), 8);
    assert_eq!(answer["moves"][1]["label"], "闲");
    assert!(answer.get("repetitions").is_none());

    let answer = document(&["--fen", CHASE, "--moves", CYCLE], "");
    assert_eq!(answer["verdict"], "no verdict yet");
    assert_eq!((&answer["repetition"], &answer["moves"]), (&Value::Null, &json!([])));
}

#[test]
fn an_order_that_was_obeyed_is_no_verdict_but_is_listed() {
    let moves = CYCLE.repeat(2) + "b1b2 a8a7";
    let (out, _, code) = judge(&["--fen", CHASE, "--moves", &moves], "");
    assert_eq!(code, 1, "{out}");
    let answer = document(&["--fen", CHASE, "--moves", &moves, "--all"], "");
    assert_eq!((&answer["verdict"], &answer["repetition"]), (&"no verdict yet".into(), &Value::Null));
    let all = answer["repetitions"].as_array().unwrap();
    assert_eq!(all.len(), 1);
    assert_eq!((&all[0]["verdict"], &all[0]["repetition"]["end"]), (&"red must change".into(), &8.into()));
    let (out, ..) = judge(&["--fen", CHASE, "--moves", &moves, "--all"], "");
    assert!(out.contains("Red must change;") && out.ends_with("Verdict: no verdict yet\n"), "{out}");
}

#[test]
fn games_are_read_from_files_and_standard_input() {
    let file = tempfile::NamedTempFile::new().unwrap();
    let text =
        format!("# a chase\r\n{CHASE}\r\n\r\n1. b1a1 a8b8\r\n2. a1b1 b8a8 # once\r\n3.b1a1 a8b8\r\n4… a1b1\tb8a8\r\n");
    std::fs::write(file.path(), &text).unwrap();
    let path = file.path().to_str().unwrap();
    assert_eq!(document(&[path], "")["verdict"], "red must change");
    assert_eq!(document(&["-"], &text)["verdict"], "red must change");
    // Without a FEN from the start position; a byte order mark is no text.
    assert_eq!(document(&["-"], "\u{feff}h0g2 h9g7 g2h0 g7h9\n")["verdict"], "no verdict yet");
    assert_eq!(document(&["-"], &"H0-G2 h9g7 g2h0 g7h9\n".repeat(2))["verdict"], "draw");
    // Ranks from 1: a rank 10 tells. A move number 10 does not.
    let answer = document(&["-"], &"h1g3 h10g8 g3h1 g8h10\n".repeat(2));
    assert_eq!((&answer["verdict"], &answer["moves"][1]["move"]), (&"draw".into(), &"h10g8".into()));
    let answer = document(&["-"], &"10. h0g2 h9g7 11. g2h0 g7h9\n".repeat(2));
    assert_eq!((&answer["verdict"], &answer["moves"][1]["move"]), (&"draw".into(), &"h9g7".into()));
    assert_eq!(document(&["-"], "")["verdict"], "no verdict yet");
}

#[test]
fn the_natural_limit_and_dead_material_come_after_repetition() {
    let (out, _, code) = judge(&["--fen", "3k5/9/9/9/9/9/9/9/9/R3K4 w - - 118 80", "--moves", "a0a2 d9d8"], "");
    assert_eq!(code, 0, "{out}");
    assert!(out.contains("After 2 half-moves: 60 rounds without a capture, a draw"), "{out}");
    // At the same half-move both: who always checks loses all the same.
    let checks = "a8a9 d9d8 a9a8 d8d9 a8a9 d9d8 a9a8 d8d9";
    let answer = document(&["--fen", "3k5/R8/9/9/9/9/9/9/9/4K4 w - - 112 80", "--moves", checks], "");
    assert_eq!(answer["verdict"], "red loses");
    let answer = document(&["--fen", "3k5/R8/9/9/9/9/9/9/9/4K4 w - - 113 80", "--moves", checks], "");
    assert_eq!((&answer["verdict"], &answer["repetition"]), (&"draw".into(), &Value::Null));
    let answer = document(&["--fen", "4k4/9/9/9/9/9/9/9/3p5/3K5 w", "--moves", "d0d1"], "");
    assert_eq!(answer["verdict"], "draw");
    assert!(answer["reason"].as_str().unwrap().contains("4.2.1"), "{answer}");
}

#[test]
fn bad_input_is_named() {
    let refused = |args: &[&str], input: &str| {
        let (out, err, code) = judge(args, input);
        assert_eq!((code, out.as_str()), (2, ""), "{args:?}");
        err
    };
    for (input, message) in [
        ("1. h2e2 h9g7\n2. z9", "line 2: move 3 cannot be read: 'z9' is not a move"),
        ("h2e2\n\ne2e9 # no", "line 3: move 2 'e2e9' cannot be played in"),
        ("# x\n9/9/9/9/9/9/9/9/9/4K4 w\nh2e2", "line 2: bad FEN"),
    ] {
        let err = refused(&["-"], input);
        assert!(err.contains(message), "{err}");
    }
    assert!(refused(&["/nonexistent/game"], "").contains("cannot read '/nonexistent/game'"));
    assert!(refused(&["--fen", "x", "--moves", "h2e2"], "").contains("bad FEN 'x'"));
    assert!(refused(&["--moves", "h2e3"], "").contains("move 1 'h2e3' cannot be played"));
    assert!(refused(&["-", "--rules", "FIDE"], "").contains("'FIDE' is no rule set"));
    assert!(refused(&["-", "--lang", "xx"], "").contains("'xx' is no language"));
    for args in [&[] as &[&str], &["-", "--fold", "1"], &["-", "--fold", "6"], &["-", "--moves", "h2e2"]] {
        refused(args, "");
    }
}
