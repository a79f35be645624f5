//! Searches started and stopped over and over: no answer is lost, none comes twice.

use super::memory::Session;
use chuhe::protocol::End;

/// So many `go`s in the ways in which searches begin and end.
fn cycles(count: usize, threads: usize) {
    let session = Session::start();
    session.send(format!("setoption name Threads value {threads}\nsetoption name Hash value 2\n"));
    for cycle in 0..count {
        let position = if cycle % 3 == 0 { "startpos" } else { "startpos moves h2e2 h9g7" };
        let text = match cycle % 8 {
            0 => "go infinite\nstop\n",
            1 => "go movetime 1\n",
            2 => "go depth 2\nstop\n",
            3 => "go ponder wtime 100 btime 100\nponderhit\nstop\n",
            4 => "go nodes 100\n",
            5 => "go ponder movetime 1\nstop\nstop\n",
            6 => "go infinite\nisready\nstop\n",
            _ => "go wtime 20 btime 20\n",
        };
        session.send(format!("position {position}\n{text}"));
        let best = session.expect("bestmove ");
        assert!(!best.contains("(none)"), "cycle {cycle}: {best}");
    }
    let (end, rest) = session.end();
    assert_eq!(end, End::EndOfInput);
    assert!(rest.iter().all(|line| !line.starts_with("bestmove")), "an answer too many: {rest:?}");
}

/// So many `go`s in bursts, without waiting for answers.
fn bursts(count: usize, threads: usize) {
    let session = Session::start();
    session.send(format!("setoption name Threads value {threads}\nsetoption name Hash value 2\n"));
    for start in (0..count).step_by(50) {
        let mut text = String::new();
        for cycle in start..start + 50 {
            let end = ["stop\n", "", "ponderhit\n", "stop\nponderhit\n"][cycle % 4];
            text.push_str(&format!(
                "position startpos moves h2e2\ngo {}\n{end}",
                ["infinite", "ponder depth 3"][cycle % 2]
            ));
        }
        text.push_str("stop\nisready\n");
        session.send(text);
        for _ in 0..50 {
            session.expect("bestmove ");
        }
        session.expect("readyok");
    }
    let (_, rest) = session.end();
    assert!(rest.iter().all(|line| !line.starts_with("bestmove")), "an answer too many: {rest:?}");
}

#[test]
fn a_few_hundred_starts_and_stops() {
    for threads in [1, 2, 8] {
        cycles(240, threads);
        bursts(200, threads);
    }
}

#[test]
#[ignore = "takes minutes; the short form runs always"]
fn ten_thousand_starts_and_stops() {
    for threads in [1, 2, 8] {
        cycles(10_000, threads);
        bursts(10_000, threads);
    }
}
