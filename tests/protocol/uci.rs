//! UCI with the real program, one test for each kind of fault that users of such engines report.

use super::client::{Client, PATIENCE};
use chuhe::notation::fen;
use std::time::{Duration, Instant};

/// The FEN that `d` shows.
fn shown(client: &mut Client) -> String {
    let lines = client.ask("d");
    lines.iter().find_map(|line| line.strip_prefix("Fen: ")).expect("d shows the FEN").to_owned()
}

const AFTER_H2E2: &str = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR b - - 1 1";

#[test]
fn a_bad_fen_changes_nothing_and_is_named() {
    let mut client = Client::start();
    client.send("position startpos moves h2e2");
    for bad in [
        "foobar",
        "blah",
        "9/9/9/9/9/9/9/9/9/4K4 w - - 0 1",
        "4k4/9/9/9/9/9/9/9/9/9 w - - 0 1",
        "9/9/9/9/9/9/9/9/9/9 w",
        "4k4/9/9/9/9/9/9/9/4K4/4K4 w - - 0 1",
        "rrrrkrrrr/9/9/9/9/9/9/9/9/RRRRKRRRR w - - 0 1",
        "4k4/9/9/9/9/9/9/9/9/4K4 w - - 0 1",
        "rnbakabnr/8/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1",
        "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR x - - 0 1",
        "4k4/9/9/9/9/9/9/9/9/3K5 w - - 99999999999999999999 1",
        "",
    ] {
        let lines = client.ask(&format!("position fen {bad}"));
        assert_eq!(lines.len(), 1, "one message for '{bad}': {lines:?}");
        assert!(lines[0].starts_with("info string Unsupported position, the one before stays: "), "{}", lines[0]);
        assert!(lines[0].contains(&format!("'{bad}'")), "{}", lines[0]);
        assert_eq!(shown(&mut client), AFTER_H2E2, "after '{bad}'");
    }
    for (bad, named) in [
        ("position", "''"),
        ("position foobar", "'foobar'"),
        ("position startpos foobar", "'foobar'"),
        ("startpos go depth 5", "'go'"),
    ] {
        let lines = client.ask(bad);
        assert!(lines.len() == 1 && lines[0].contains(named), "'{bad}': {lines:?}");
        assert_eq!(shown(&mut client), AFTER_H2E2, "after '{bad}'");
    }
    assert_ne!(client.best_move("go depth 2"), "(none)");
    client.quit();
}

#[test]
fn every_dialect_of_fen_is_understood() {
    let mut client = Client::start();
    for text in include_str!("../data/fen_start.txt").lines().filter(|line| !line.starts_with('#')) {
        let text = text.split('|').next().unwrap().trim();
        if text.is_empty() {
            continue;
        }
        client.send("position startpos moves h2e2");
        assert_eq!(client.ask(&format!("position fen {text} moves")), [""; 0], "{text}");
        assert!(shown(&mut client).starts_with(fen::START.split(' ').next().unwrap()), "{text}");
    }
    client.quit();
}

#[test]
fn the_word_position_may_be_missing() {
    let mut client = Client::start();
    assert_eq!(client.ask("fen rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR r moves h2e2"), [""; 0]);
    assert_eq!(shown(&mut client), AFTER_H2E2);
    assert_eq!(client.ask("startpos moves b0c2"), [""; 0]);
    assert_ne!(shown(&mut client), AFTER_H2E2);
    assert_eq!(client.ask("position rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR moves h2e2"), [""; 0]);
    assert_eq!(shown(&mut client), AFTER_H2E2);
    assert_eq!(client.ask("startpos"), [""; 0]);
    assert_eq!(shown(&mut client), fen::START);
    client.quit();
}

#[test]
fn a_bad_move_keeps_the_position_before_it() {
    let mut client = Client::start();
    let lines = client.ask("position startpos moves h2e2 a0a9 b0c2");
    assert_eq!(lines.len(), 1);
    assert!(lines[0].contains("move 2 'a0a9' is not legal; the position after move 1 is in force"), "{}", lines[0]);
    assert_eq!(shown(&mut client), AFTER_H2E2);
    let lines = client.ask("position startpos moves h2e2 nonsense h9g7");
    assert!(lines.len() == 1 && lines[0].contains("move 2 'nonsense' is not a move"), "{lines:?}");
    assert_eq!(shown(&mut client), AFTER_H2E2);
    client.quit();
}

#[test]
fn moves_repeated_after_a_fen_that_contains_them_are_passed_over() {
    let mut client = Client::start();
    let fen = "r1bakabnr/9/1cn4c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR w";
    let lines = client.ask(&format!("position fen {fen} moves h2e2 b9c7"));
    assert_eq!(lines.len(), 1);
    assert!(lines[0].contains("move 1 'h2e2'"));
    assert!(shown(&mut client).starts_with(fen));
    assert_ne!(client.best_move("go depth 3"), "(none)");
    client.quit();
}

#[test]
fn a_go_glued_to_the_moves_starts_no_search() {
    let mut client = Client::start();
    let lines = client.ask("position startpos moves h2e2 go movetime 10");
    assert!(lines.len() == 1 && lines[0].contains("move 2 'go' is a command"), "{lines:?}");
    client.expect_silence(Duration::from_millis(200));
    assert_eq!(shown(&mut client), AFTER_H2E2);
    // Numbers after it say nothing about how the moves number the ranks.
    let lines = client.ask("position startpos moves h2e2 h9g7go movetime 10");
    assert!(lines.len() == 1 && lines[0].contains("move 2 'h9g7go' is not a move"), "{lines:?}");
    assert_eq!(shown(&mut client), AFTER_H2E2);
    client.quit();
}

#[test]
fn a_new_game_keeps_the_position() {
    let mut client = Client::start();
    client.send("position startpos moves h2e2");
    client.send("ucinewgame");
    assert_eq!(shown(&mut client), AFTER_H2E2);
    client.quit();
}

#[test]
fn positions_beyond_the_natural_limit_can_be_analysed() {
    let mut client = Client::start();
    let position = "position fen 4k4/9/9/4P4/9/9/9/9/9/3K5 w - - 200 0";
    let lines = client.ask(position);
    assert!(lines.len() == 1 && lines[0].contains("natural limit") && lines[0].contains("200"), "{lines:?}");
    assert_ne!(client.best_move("go depth 4"), "(none)");
    client.send("setoption name Sixty Move Rule value false");
    assert_eq!(client.ask(position), [""; 0]);
    client.send("setoption name Sixty Move Rule value 101");
    assert_eq!(client.ask(position), [""; 0]);
    client.send("setoption name Sixty Move Rule value 100");
    assert_eq!(client.ask(position).len(), 1);
    client.quit();
}

#[test]
fn a_side_without_moves_has_lost() {
    let mut client = Client::start();
    // Mate, and stalemate, which is a loss too.
    for mated in ["3k5/9/3R5/9/9/9/9/9/9/4K4 b", "3k5/4P4/9/9/9/9/9/9/9/4K4 b"] {
        client.ask(&format!("position fen {mated}"));
        client.send("go depth 5");
        assert_eq!(client.lines_to("bestmove"), ["info depth 0 score mate 0", "bestmove (none)"], "{mated}");
    }
    client.quit();
}

#[test]
fn search_moves_are_obeyed_in_any_place() {
    let mut client = Client::start();
    for go in
        ["go searchmoves a0a1 depth 3", "go depth 3 searchmoves a0a1", "go movetime 30 searchmoves a0a1 nodes 9999"]
    {
        assert_eq!(client.best_move(go), "a0a1", "{go}");
    }
    client.send("go depth 2 searchmoves a0a9 a0a1 xx");
    let lines = client.lines_to("bestmove");
    assert!(lines.last().unwrap().starts_with("bestmove a0a1"));
    for bad in ["'a0a9' is not legal", "'xx' is not a move"] {
        assert_eq!(lines.iter().filter(|line| line.contains(bad)).count(), 1, "{bad}: {lines:?}");
    }
    client.send("go depth 2 searchmoves a0a9");
    let lines = client.lines_to("bestmove");
    assert!(lines.iter().any(|line| line.contains("no move is left, all are searched")), "{lines:?}");
    assert!(!lines.last().unwrap().contains("(none)"));
    client.quit();
}

#[test]
fn moves_can_be_banned_until_the_next_position() {
    let mut client = Client::start();
    client.send("position fen 3k5/9/9/9/9/9/9/9/9/R3K4 w");
    let best = client.best_move("go depth 4");
    assert_eq!(client.ask(&format!("banmoves {best}")), [""; 0]);
    assert_ne!(client.best_move("go depth 4"), best);
    // A ban goes before a wish.
    assert_ne!(client.best_move(&format!("go depth 4 searchmoves {best}")), best);
    client.send("position fen 3k5/9/9/9/9/9/9/9/9/R3K4 w");
    assert_eq!(client.best_move("go depth 4"), best);
    let all = "position fen 3k5/9/9/9/9/9/9/9/9/4K4 w";
    client.send(all);
    client.send("banmoves e0d0 e0f0 e0e1 e0e9");
    client.send("go depth 2");
    let lines = client.lines_to("bestmove");
    assert!(lines.iter().any(|line| line.contains("banmoves: no move is left")), "{lines:?}");
    client.quit();
}

#[test]
fn bad_numbers_are_named_and_the_rest_counts() {
    let mut client = Client::start();
    for (go, named) in [
        ("go depth abc nodes 2000", "go depth: 'abc'"),
        ("go nodes 2000 depth -3", "go depth: '-3'"),
        ("go nodes 2000 movetime 1.5", "go movetime: '1.5'"),
        ("go wtime depth 3", "go wtime: the number is missing"),
        ("go depth 3 btime", "go btime: the number is missing"),
        ("go depth 3 nonsense", "go: 'nonsense' is not understood"),
        ("go perft x depth 3", "go perft: 'x'"),
        // Nothing is left that limits the search.
        ("go depth", "go depth: the number is missing"),
        ("go movetime x", "go movetime: 'x'"),
    ] {
        client.send(go);
        let lines = client.lines_to("bestmove");
        assert_eq!(lines.iter().filter(|line| line.contains(named)).count(), 1, "{go}: {lines:?}");
    }
    for (bad, named) in
        [("perft", "perft: the number is missing"), ("bench x", "bench: 'x'"), ("perft 100", "from 0 to 99")]
    {
        let lines = client.ask(bad);
        assert!(lines.len() == 1 && lines[0].contains(named), "{bad}: {lines:?}");
    }
    client.quit();
}

#[test]
fn every_limit_ends_the_search() {
    let mut client = Client::start();
    for go in [
        "go depth 0",
        "go depth 1",
        "go nodes 0",
        "go nodes 1000",
        "go movetime 0",
        "go movetime 20",
        "go wtime 100 btime 100",
        "go btime 100 wtime 100 winc 10 binc 10 movestogo 0",
        "go movestogo 10 binc 0 winc 0 btime 300 wtime 300",
        "go wtime -50 btime 100",
        "go wtime 0 btime 0",
        "go wtime 99999999999999999999 btime 1 depth 3",
        "go time 100 opptime 100",
        "go mate 1 movetime 50",
        "go depth 99 movetime 20",
        "go depth 3 infinite movetime 5 ponder",
    ] {
        let endless = go.contains("infinite");
        client.send(go);
        if endless {
            client.send("stop");
        }
        assert_ne!(client.expect("bestmove "), "bestmove (none)", "{go}");
    }
    client.quit();
}

#[test]
fn no_move_is_told_in_infinite_and_ponder_before_it_is_asked_for() {
    let mut client = Client::start();
    // Even when all has been found out: mate in one, and a single legal move.
    for position in ["position fen 3k5/9/3PP4/9/9/9/9/9/9/4K4 w", "position fen 4k4/9/9/9/9/9/9/9/4r4/3K5 w"] {
        for (go, end) in [("go infinite", "stop"), ("go ponder movetime 1", "stop"), ("go ponder depth 1", "ponderhit")]
        {
            client.send(position);
            client.send(go);
            let until = Instant::now() + Duration::from_millis(250);
            while let Ok(Some(line)) = client.next_within(until.saturating_duration_since(Instant::now())) {
                assert!(!line.starts_with("bestmove"), "{position} / {go}: {line}");
            }
            client.send(end);
            client.expect("bestmove ");
        }
    }
    assert_eq!(client.ask("stop"), [""; 0], "nothing is running any more");
    client.quit();
}

#[test]
fn ponderhit_starts_the_clock() {
    let mut client = Client::start();
    client.send("go ponder wtime 60000 btime 60000 movetime 200");
    client.send("ponderhit");
    let start = Instant::now();
    client.expect("bestmove ");
    assert!(start.elapsed() < Duration::from_secs(5));
    assert_eq!(client.ask("ponderhit"), [""; 0], "a stray one does nothing");
    client.quit();
}

#[test]
fn a_second_go_stops_the_first() {
    let mut client = Client::start();
    client.send("go infinite");
    client.send("go infinite");
    client.send("go depth 2");
    for _ in 0..3 {
        client.expect("bestmove ");
    }
    assert_eq!(client.ask("stop"), [""; 0]);
    client.quit();
}

#[test]
fn bursts_get_one_answer_for_each_go_and_in_order() {
    let mut client = Client::start();
    let mut burst = String::new();
    let goes = 120;
    for round in 0..goes {
        let (moves, mv) = if round % 2 == 0 { ("", "h0g2") } else { (" moves h2e2", "h9g7") };
        let go = ["go infinite", "go movetime 1000", "go ponder depth 5", "go depth 60"][round % 4];
        burst.push_str(&format!("stop\nposition startpos{moves}\n{go} searchmoves {mv}\n"));
    }
    burst.push_str("stop\nisready\n");
    client.send_bytes(burst.as_bytes());
    let lines = client.lines_to("readyok");
    let answers: Vec<&str> = lines.iter().filter_map(|line| line.strip_prefix("bestmove ")).collect();
    assert_eq!(answers.len(), goes);
    for (round, answer) in answers.iter().enumerate() {
        assert!(answer.starts_with(["h0g2", "h9g7"][round % 2]), "answer {round}: {answer}");
    }
    client.quit();
}

#[test]
fn commands_are_obeyed_while_a_search_runs() {
    let mut client = Client::start();
    for command in [
        "position startpos moves h2e2",
        "setoption name Hash value 2",
        "setoption name Threads value 2",
        "setoption name MultiPV value 2",
        "setoption name Clear Hash",
        "ucinewgame",
        "d",
        "eval",
        "uci",
        "go perft 1",
        "flip",
        "help",
        "banmoves h0g2",
    ] {
        client.send("go infinite");
        client.send(command);
        let start = Instant::now();
        client.send("isready");
        client.expect("readyok");
        assert!(start.elapsed() < Duration::from_secs(2), "'{command}' took {:?}", start.elapsed());
        client.send("go depth 1");
        client.send("isready");
    }
    client.quit();
}

#[test]
fn info_lines_have_the_promised_form() {
    let number = |text: &str| text.parse::<i64>().is_ok();
    let mut client = Client::start();
    for (wdl, multi_pv) in [(false, 1), (true, 3)] {
        client.send(&format!("setoption name UCI_ShowWDL value {wdl}"));
        client.send(&format!("setoption name MultiPV value {multi_pv}"));
        client.send("position startpos moves h2e2");
        client.send("go depth 8");
        let lines = client.lines_to("bestmove");
        let lines: Vec<&String> = lines.iter().filter(|line| line.starts_with("info depth")).collect();
        let mut ranks = Vec::new();
        for line in &lines {
            assert!(!line.contains("  ") && !line.ends_with(' '), "blanks: '{line}'");
            let mut words = line.split(' ').peekable();
            let mut expect = |names: &[&str]| {
                for name in names {
                    assert_eq!(words.next(), Some(*name), "{line}");
                    if *name != "info" {
                        let text = words.next().unwrap_or_default();
                        assert!(number(text), "'{text}' in {line}");
                    }
                }
                words.clone()
            };
            let mut rest = expect(&["info", "depth", "seldepth", "multipv"]);
            assert_eq!(rest.next(), Some("score"), "{line}");
            assert!(matches!(rest.next(), Some("cp" | "mate")) && rest.next().is_some_and(number), "{line}");
            if matches!(rest.peek(), Some(&"lowerbound" | &"upperbound")) {
                rest.next();
            }
            if wdl {
                assert_eq!(rest.next(), Some("wdl"), "{line}");
                let sum: i64 = rest.by_ref().take(3).map(|text| text.parse::<i64>().unwrap()).sum();
                assert_eq!(sum, 1000, "{line}");
            }
            for name in ["nodes", "nps", "hashfull", "time"] {
                assert_eq!(rest.next(), Some(name), "{line}");
                assert!(rest.next().is_some_and(number), "{line}");
            }
            assert_eq!(rest.next(), Some("pv"), "{line}");
            assert!(rest.next().is_some(), "{line}");
            ranks.push(line.split(" multipv ").nth(1).unwrap().split(' ').next().unwrap().parse::<usize>().unwrap());
        }
        ranks.sort_unstable();
        ranks.dedup();
        assert_eq!(ranks, (1..=multi_pv).collect::<Vec<_>>());
        assert!(!lines.last().unwrap().contains("bound "), "the last line is exact: {}", lines.last().unwrap());
    }
    client.quit();
}

#[test]
fn a_loss_by_the_rules_is_no_mate_and_is_said_once() {
    let mut client = Client::start();
    client.ask("position fen 9/3k5/9/8c/2R6/9/9/9/3r3r1/5K3 w");
    client.send("go depth 10");
    let lines = client.lines_to("bestmove");
    let notes = lines.iter().filter(|line| line.starts_with("info string") && line.contains("by the rules")).count();
    assert_eq!(notes, 1, "{lines:?}");
    let scores: Vec<i32> = lines
        .iter()
        .filter_map(|line| line.split(" score cp ").nth(1)?.split(' ').next()?.parse().ok())
        .filter(|score: &i32| score.abs() > 15_000)
        .collect();
    assert!(!scores.is_empty() && scores.iter().all(|score| (-20_000..-19_000).contains(score)), "{lines:?}");
    assert_eq!(lines.iter().filter(|line| line.contains("by mate")).count(), 1);
    client.quit();
}

#[test]
fn lines_of_any_kind_are_survived() {
    let mut client = Client::start();
    for bytes in [
        &b"\n"[..],
        b"\r\n",
        b"   \t  \r\n",
        b"# comment\n",
        b"\xff\xfe\xfd garbage\r\n",
        b"setoption name Debug Log File value \r\n",
        b"\xef\xbb\xbfposition \t startpos   moves\th2e2  \r\n",
        b"\0\0\0\n",
        b"position startpos moves \xc4\xe3\xba\xc3\n",
    ] {
        client.send_bytes(bytes);
        client.send_bytes(b"  isready \t\r\n");
        client.expect("readyok");
    }
    let mut long = vec![b'x'; 3 << 20];
    long.push(b'\n');
    client.send_bytes(&long);
    assert!(client.expect("info string").contains("3145728 bytes"));
    let moves = " h2e2 h9g7 e2h2 g7h9".repeat(500);
    client.send(&format!("position startpos moves{moves}"));
    assert!(shown(&mut client).starts_with(fen::START.split(" - ").next().unwrap()));
    let lines = client.ask(&format!("position fen {}", "k".repeat(100_000)));
    assert!(lines.len() == 1 && lines[0].len() < 2000, "a message of {} bytes", lines[0].len());
    client.quit();
}

#[test]
fn perft_counts_and_can_be_stopped() {
    let mut client = Client::start();
    for command in ["go perft 3", "perft 3"] {
        client.send(command);
        let lines = client.lines_to("Nodes searched: ");
        assert_eq!(lines.last().unwrap(), "Nodes searched: 79666");
        assert_eq!(client.next(), "");
        let counts: Vec<u64> = lines.iter().filter_map(|line| line.split_once(": ")?.1.parse().ok()).take(44).collect();
        assert_eq!(counts.iter().sum::<u64>(), 79666);
        assert_eq!(lines[lines.len() - 2], "");
    }
    // Commands wait for it, except two.
    client.send("perft 20\nposition startpos moves h2e2\nd\nisready");
    assert_eq!(client.next(), "readyok");
    client.expect_silence(Duration::from_millis(100));
    client.send("stop");
    assert_eq!(client.expect("Fen: "), format!("Fen: {AFTER_H2E2}"));
    client.quit();
}

#[test]
fn a_short_bench_ends_with_its_signature() {
    let mut client = Client::start();
    client.send("bench 1");
    let lines = client.lines_to("Position: 16/16");
    assert_eq!(lines.len(), 16);
    let words: Vec<String> = client.next().split(' ').map(str::to_owned).collect();
    assert!(words.len() == 4 && words[1] == "nodes" && words[3] == "nps", "{words:?}");
    client.quit();
}

#[test]
fn texts_for_people() {
    let mut client = Client::start();
    let before = shown(&mut client);
    client.send("position startpos moves h2e2\nflip");
    assert!(shown(&mut client).starts_with("rnbakabnr/9/1c2c4/"));
    assert_ne!(shown(&mut client), before);
    assert!(client.ask("eval").join("\n").contains("evaluation"));
    let help = client.ask("help").join("\n");
    for command in ["position", "go ", "perft", "bench", "quit"] {
        assert!(help.contains(command), "{command}");
    }
    client.quit();
}

#[test]
fn answers_come_soon_after_stop() {
    let mut client = Client::start();
    for threads in [1, 2] {
        client.send(&format!("setoption name Threads value {threads}"));
        client.send("isready");
        client.expect("readyok");
        for _ in 0..10 {
            client.send("go infinite");
            std::thread::sleep(Duration::from_millis(10));
            let start = Instant::now();
            client.send("stop");
            client.expect("bestmove ");
            // Some ten milliseconds when nothing else runs; tests share the machine.
            assert!(client.arrival() - start < Duration::from_millis(500));
        }
    }
    client.quit();
}

#[test]
fn threads_agree_on_what_is_plain() {
    let mut client = Client::start();
    for threads in [1, 2, 8] {
        client.send(&format!("setoption name Threads value {threads}"));
        // The rook takes a rook that nothing guards.
        client.send("position fen 2bak4/4a4/4b4/9/r8/9/9/4B4/4A4/R2AK1B2 w");
        assert_eq!(client.best_move("go depth 6"), "a0a5", "{threads} threads");
        assert_eq!(client.best_move("go movetime 50"), "a0a5", "{threads} threads");
    }
    assert!(client.wait_end_of_input(PATIENCE).success());
}
