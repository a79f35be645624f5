//! UCCI with the real program.

use super::client::{Client, is_setup};
use std::time::{Duration, Instant};

const MATED: &str = "position fen 3k5/4P4/9/9/9/9/9/9/9/4K4 b - - 0 1";
const LOSING: &str = "position fen 3akab2/9/9/9/9/9/9/9/4R4/3AK4 b";
const WINNING: &str = "position fen 4kab2/4a4/9/9/9/9/9/R8/9/R2AK4 w";

/// Sends a `go` and takes the answer, which is `bestmove` or `nobestmove`, with the lines before it.
fn search(client: &mut Client, go: &str) -> Vec<String> {
    client.send(go);
    let mut lines = Vec::new();
    loop {
        lines.push(client.next());
        if lines.last().unwrap().contains("bestmove") {
            lines.retain(|line| !is_setup(line));
            return lines;
        }
    }
}

fn answer(client: &mut Client, go: &str) -> String {
    search(client, go).pop().unwrap()
}

#[test]
fn the_greeting_follows_the_standard() {
    let start = Instant::now();
    let mut client = Client::start();
    client.send("ucci");
    let lines = client.lines_to("ucciok");
    assert!(start.elapsed() < Duration::from_secs(1) && lines.len() < 45);
    // Some clients read once into a small buffer.
    assert!(lines.iter().map(|line| line.len() + 1).sum::<usize>() < 1000);
    assert!(lines[0].starts_with(&format!("id name Chuhe {}", env!("CARGO_PKG_VERSION"))), "{}", lines[0]);
    assert!(lines.contains(&"option usemillisec type check default true".to_owned()));
    assert!(lines.contains(&"option hashsize type spin min 0 max 33554432 default 16".to_owned()));
    for line in &lines {
        let line = line.to_lowercase();
        assert!(!line.contains("draw") && !line.contains("resign"), "{line}");
        if let Some(option) = line.strip_prefix("option ") {
            assert_eq!(option.split(' ').nth(1), Some("type"), "one word is the name: {option}");
        }
    }
    client.quit();
}

#[test]
fn banned_moves_of_the_standards_example() {
    let mut client = Client::start_ucci();
    client.send("setoption usemillisec true\nsetoption usebook false");
    let position = "position fen 1r2kab1r/2c1a4/n1c1b1n2/4p2N1/p1p6/1C4P2/P1P1P4/2N1B3C/4A4/1RBAK2R1 w - - 0 1 \
                    moves h6i4 i9h9 i4h6 h9i9";
    client.send(position);
    client.send("banmoves h6i4");
    let banned = answer(&mut client, "go depth 6");
    assert!(banned.starts_with("bestmove ") && !banned.starts_with("bestmove h6i4"), "{banned}");
    assert_eq!(client.ask("stop"), ["nobestmove"]);
    assert_eq!(client.ask("banmoves h6i4 a0a9"), ["info message banmoves: 'a0a9' is not legal; it is left out"]);
    let lines = search(&mut client, "go depth 0");
    assert_eq!(lines.len(), 2, "{lines:?}");
    assert!(lines[0].strip_prefix("info depth 0 score ").is_some_and(|score| score.parse::<i32>().is_ok()));
    assert_eq!(lines[1], "nobestmove");
    assert_eq!(client.quit(), ["bye"]);
}

#[test]
fn pondering_of_the_standards_example() {
    let mut client = Client::start_ucci();
    let start = "position fen rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";
    client.send("setoption usemillisec true\nsetoption usebook false");
    client.send(start);
    assert!(answer(&mut client, "go time 3000 increment 0").starts_with("bestmove "));
    client.send(&format!("{start} moves b0c2 b9c7"));
    client.send("go ponder time 2950 increment 0");
    client.send("ponderhit");
    client.expect("bestmove ");
    client.send(&format!("{start} moves b0c2 b9c7 c3c4 h9i7"));
    client.send("go ponder time 2900 increment 0");
    client.send("stop");
    client.expect("bestmove ");
    assert!(answer(&mut client, "go draw time 1000 increment 0 opptime 1000 oppincrement 0").starts_with("bestmove "));
    assert_eq!(client.ask("stop"), ["nobestmove"]);
    assert_eq!(client.quit(), ["bye"]);
}

#[test]
fn no_move_is_nobestmove() {
    let mut client = Client::start_ucci();
    client.send(MATED);
    for go in ["go depth 5", "go time 1000", "go draw depth 3", "go depth 0"] {
        assert_eq!(answer(&mut client, go), "nobestmove", "{go}");
    }
    client.quit();
}

#[test]
fn analysis_lines_are_those_of_the_standard() {
    let mut client = Client::start_ucci();
    client.send("position startpos moves h2e2");
    let lines = search(&mut client, "go depth 8");
    assert!(lines.len() > 8);
    for line in lines.iter().filter(|line| line.starts_with("info depth")) {
        let words: Vec<&str> = line.split(' ').collect();
        for (at, name) in [(1, "depth"), (3, "score"), (5, "time"), (7, "nodes"), (9, "nps"), (11, "pv")] {
            assert_eq!(words[at], name, "{line}");
            assert!(name == "pv" || words[at + 1].parse::<i64>().is_ok(), "{line}");
        }
        assert!(words[12..].iter().all(|mv| mv.len() == 4) && words.len() > 12, "{line}");
    }
    client.send("setoption multipv 2");
    let lines = search(&mut client, "go depth 3");
    assert!(lines.iter().any(|line| line.contains(" multipv 2 ")), "{lines:?}");
    client.quit();
}

#[test]
fn mates_are_large_numbers() {
    let mut client = Client::start_ucci();
    client.send("position fen 3k5/9/9/9/9/9/9/9/9/R3K4 w");
    let lines = search(&mut client, "go depth 3");
    assert!(lines.iter().any(|line| line.contains(" score 29999 ")), "mate in one: {lines:?}");
    client.quit();
}

#[test]
fn draws_are_accepted_when_the_score_is_not_above_zero() {
    let mut client = Client::start_ucci();
    client.send(LOSING);
    let with_offer = answer(&mut client, "go draw depth 4");
    assert!(with_offer.starts_with("bestmove ") && with_offer.ends_with(" draw"), "{with_offer}");
    assert!(!answer(&mut client, "go depth 4").contains("draw"), "nobody offered");
    client.send("go ponder depth 4\nponderhit draw");
    assert!(client.expect("bestmove ").ends_with(" draw"));
    // An offer alone is answered soon.
    assert!(answer(&mut client, "go draw").ends_with(" draw"));
    client.send(WINNING);
    assert!(!answer(&mut client, "go draw depth 4").contains("draw"));
    client.quit();
}

#[test]
fn games_are_given_up_only_when_that_is_asked_for() {
    let mut client = Client::start_ucci();
    client.send(LOSING);
    assert!(!answer(&mut client, "go depth 4").contains("resign"));
    client.send("setoption giveup 100");
    assert!(answer(&mut client, "go depth 4").ends_with(" resign"));
    assert!(answer(&mut client, "go draw depth 4").ends_with(" draw"), "better than giving up");
    client.send("setoption giveup 20000");
    assert!(!answer(&mut client, "go depth 4").contains("resign"));
    client.send("setoption giveup 100");
    client.send(WINNING);
    assert!(!answer(&mut client, "go depth 4").contains("resign"));
    client.send("uci");
    client.expect("uciok");
    client.send(LOSING);
    assert!(!client.best_move("go draw depth 4").contains(' '));
    client.quit();
}

#[test]
fn echoed_text_ends_no_game() {
    let mut client = Client::start_ucci();
    client.send("setoption debug on");
    for line in [
        "position fen draw",
        "position fen ReSign/drAWdraw",
        "position startpos moves draw",
        "resign",
        "drawdraw resignresign",
        "setoption DrawMoves 3",
        "setoption giveup draw",
        "setoption logfile /draw/resign/x",
        "go depth 1 resign",
        "probe draw",
        "banmoves draw",
        "d",
        "help",
        "eval",
    ] {
        for answer in client.ask(line) {
            let lower = answer.to_lowercase();
            assert!(!lower.contains("draw") && !lower.contains("resign"), "'{line}': {answer}");
        }
    }
    client.quit();
}

#[test]
fn what_is_unknown_is_passed_over_in_silence() {
    let mut client = Client::start_ucci();
    for line in [
        "nonsense",
        "newgame",
        "uccinewgame",
        "setoption newgame",
        "setoption guiname XQWizard",
        "setoption usebook true",
        "setoption useegtb false",
        "setoption bookfiles C:\\x\\BOOK.DAT",
        "setoption egtbpaths",
        "setoption promotion false",
        "setoption style risky",
        "setoption idle large",
        "setoption knowledge none",
        "setoption pruning  large",
        "setoption randomness large",
        "setoption name OwnBook value true",
        "setoption ponder 1",
        "setoption ponder off",
        "setoption threads 1",
    ] {
        assert_eq!(client.ask(line), [""; 0], "{line}");
    }
    client.quit();
}

#[test]
fn automatic_sizes_and_both_forms_of_setoption() {
    let mut client = Client::start_ucci();
    for (line, said) in [
        ("setoption hashsize 0", "hash 64 of 64 MB"),
        ("setoption Hash 3", "hash 3 of 3 MB"),
        ("setoption name Hash value 4", "hash 4 of 4 MB"),
        ("setoption Threads 2", "2 of 2 search threads"),
    ] {
        client.send(line);
        client.send("isready");
        let lines = client.lines_to("readyok");
        assert!(lines.iter().any(|line| line.starts_with("info message") && line.contains(said)), "{line}: {lines:?}");
    }
    let lines = client.ask("setoption hashsize -1");
    assert!(lines.len() == 1 && lines[0].contains("option hashsize: '-1' is not a whole number from 0"), "{lines:?}");
    client.quit();
}

#[test]
fn times_are_milliseconds_unless_that_is_switched_off() {
    let mut client = Client::start_ucci();
    let start = Instant::now();
    assert!(answer(&mut client, "go time 300 opptime 300").starts_with("bestmove "));
    let milliseconds = start.elapsed();
    assert!(milliseconds < Duration::from_secs(3), "{milliseconds:?}");
    client.send("setoption usemillisec false");
    client.send("go time 300 opptime 300 movestogo 40");
    // Five minutes for 40 moves: some seconds of thought, which need not be waited for.
    client.send("isready");
    client.expect("readyok");
    let until = Instant::now() + Duration::from_millis(600);
    while let Ok(Some(line)) = client.next_within(until.saturating_duration_since(Instant::now())) {
        assert!(!line.starts_with("bestmove"), "{line}");
    }
    client.send("stop");
    client.expect("bestmove ");
    client.quit();
}

#[test]
fn probe_tells_what_was_found() {
    let mut client = Client::start_ucci();
    assert_eq!(client.ask("probe startpos"), ["pophash"]);
    client.send("position startpos moves h2e2");
    let best = answer(&mut client, "go depth 5");
    let best = best.split(' ').nth(1).unwrap();
    let lines = client.ask("probe startpos moves h2e2");
    assert!(lines[0].starts_with(&format!("pophash bestmove {best} lowerbound ")), "{lines:?}");
    assert_eq!(lines[0].matches(" depth 5").count(), 2, "{lines:?}");
    client.send("setoption newgame");
    assert_eq!(client.ask("probe startpos moves h2e2"), ["pophash"]);
    let lines = client.ask("probe fen foobar");
    assert!(lines.len() == 2 && lines[0].starts_with("info message ") && lines[1] == "pophash", "{lines:?}");
    client.quit();
}

#[test]
fn in_batch_mode_searches_end_by_themselves() {
    let mut client = Client::start();
    let mut script = String::from("ucci\nsetoption batch true\n");
    for _ in 0..3 {
        script.push_str("position startpos\ngo depth 6\nposition startpos moves h2e2\ngo movetime 50\n");
    }
    script.push_str("quit\n");
    client.send_bytes(script.as_bytes());
    let rest = client.wait_end(super::client::PATIENCE).rest;
    assert_eq!(rest.iter().filter(|line| line.starts_with("bestmove")).count(), 6);
    assert!(rest.iter().filter(|line| line.starts_with("info depth 6")).count() >= 3, "no search is cut short");
    assert_eq!(rest.last().unwrap(), "bye");
}

#[test]
fn forms_that_gui_programs_send() {
    let mut client = Client::start_ucci();
    // GMChess: both dashes in one field, runs of blanks, a blank at the end.
    client.send("position fen rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w -- 0 1  moves h2e2  h9g7 ");
    assert!(answer(&mut client, "go depth 3 ").starts_with("bestmove "));
    // TCHESS: the words of UCI.
    assert!(answer(&mut client, "go movetime 30").starts_with("bestmove "));
    client.send("go infinite");
    client.send("stop");
    client.expect("bestmove ");
    // uci2wb: an empty list of moves and its own order.
    client.send("position fen r1bakab2/5r3/2nc2nc1/p3p1p1p/2p6/6P2/P1P1P3P/2N1C1C1N/9/1RBAKABR1 b - - 0 1 moves");
    assert!(answer(&mut client, "go time 100 opptime 100 oppincrement 0 increment 0").starts_with("bestmove "));
    assert!(answer(&mut client, "go time 200 movestogo 40 opptime 200 oppmovestogo 40").starts_with("bestmove "));
    client.quit();
    // The whole game in one write, as the Win32 GUI does for each move.
    let mut client = Client::start();
    client.send_bytes(b"ucci\nisready\nposition startpos moves h2e2\ngo time 500\n");
    client.expect("bestmove ");
    assert_eq!(client.quit(), ["bye"]);
}
