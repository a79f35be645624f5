//! How ranks are numbered: the transcripts of clients that count from 1, and of those that do not.

use super::client::Client;

/// The answer to a search of one move, given in the numbers expected.
fn only(client: &mut Client, mv: &str) {
    assert_eq!(client.best_move(&format!("go depth 1 searchmoves {mv}")), mv, "{}", client.dialogue());
}

#[test]
fn cutechess_counts_from_one() {
    let mut client = Client::start();
    client.send("uci");
    client.expect("uciok");
    client.send("isready");
    client.expect("readyok");
    client.send("setoption name UCI_Variant value xiangqi\nucinewgame\nsetoption name Ponder value false");
    // The engine begins, without any moves that tell.
    client.send("position startpos\nisready");
    client.expect("readyok");
    only(&mut client, "b1c3");
    client.send("position startpos moves b1c3 b10c8\nisready");
    client.expect("readyok");
    only(&mut client, "a1a2");
    client.send("go wtime 300 btime 300 winc 10 binc 10");
    let lines = client.lines_to("bestmove");
    assert!(lines.iter().all(|line| !line.contains("a0") && !line.contains("h0")), "{lines:?}");
    client.quit();
}

#[test]
fn liground_counts_from_one_with_a_fen() {
    let mut client = Client::start();
    client.send("uci");
    client.expect("uciok");
    client.send("setoption name UCI_Variant value xiangqi\nstop");
    client.send("position fen rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1 moves");
    only(&mut client, "h3e3");
    client.send(
        "position fen rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1 moves h3e3 h10g8 h1g3",
    );
    only(&mut client, "i10h10");
    client.send("go perft 1");
    let lines = client.lines_to("Nodes searched");
    assert!(lines.contains(&"i10h10: 1".to_owned()), "{lines:?}");
    client.quit();
}

#[test]
fn uci2wb_counts_from_zero_though_it_sets_the_variant() {
    let mut client = Client::start();
    client.send("uci");
    client.expect("uciok");
    client.send("setoption name Threads value 1\nsetoption name Hash value 68\nisready");
    client.expect("readyok");
    client.send("ucinewgame\nsetoption name UCI_Variant value xiangqi\nucinewgame\nisready");
    client.expect("readyok");
    // The engine begins; the options are echoed only when XBoard starts it again.
    client.send("position fen rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w moves");
    only(&mut client, "b0c2");
    client.send("position fen rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w moves b2e2 h9g7");
    only(&mut client, "b0c2");
    client.quit();
}

#[test]
fn a_client_that_echoes_every_option_counts_from_zero() {
    let mut client = Client::start();
    client.send("uci");
    let lines = client.lines_to("uciok");
    for line in lines.iter().filter_map(|line| line.strip_prefix("option name ")) {
        let (name, rest) = line.split_once(" type ").unwrap();
        let value = rest.split(" default ").nth(1).map(|text| text.split(" min ").next().unwrap());
        let value = value.map(|text| text.split(" var ").next().unwrap());
        match value {
            Some("<empty>") => client.send(&format!("setoption name {name} value ")),
            Some(value) => client.send(&format!("setoption name {name} value {value}")),
            None => client.send(&format!("setoption name {name}")),
        }
    }
    assert_eq!(client.ask("ucinewgame"), [""; 0], "every default is accepted");
    client.send("position fen rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w moves");
    only(&mut client, "b0c2");
    client.send("position fen rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w moves b2e2 h9g7");
    only(&mut client, "b0c2");
    client.quit();
}

#[test]
fn the_list_of_moves_decides_for_its_own_game() {
    let mut client = Client::start();
    client.send("position startpos moves h3e3");
    only(&mut client, "h10g8");
    client.send("position startpos");
    only(&mut client, "h0g2");
    client.send("position startpos moves h2e2");
    only(&mut client, "h9g7");
    client.send("position startpos moves a1a2 a10a9");
    only(&mut client, "a2a3");
    // Against the usual numbers too.
    client.send("setoption name UCI_Variant value xiangqi");
    client.send("position startpos moves h2e2 h9g7");
    only(&mut client, "h0g2");
    client.send("position startpos");
    only(&mut client, "h1g3");
    client.quit();
}

#[test]
fn a_rank_ten_or_zero_tells_even_when_a_move_is_bad() {
    let mut client = Client::start();
    let lines = client.ask("position startpos moves h3e3 h10g8 a1a9");
    assert!(lines.len() == 1 && lines[0].contains("move 3 'a1a9'"), "{lines:?}");
    only(&mut client, "b1c3");
    let lines = client.ask("position startpos moves h2e2 a0a9");
    assert!(lines.len() == 1 && lines[0].contains("move 2 'a0a9'"), "{lines:?}");
    only(&mut client, "h9g7");
    client.quit();
}

#[test]
fn ucci_counts_from_zero() {
    let mut client = Client::start_ucci();
    client.send("position startpos");
    only(&mut client, "h0g2");
    client.send("position startpos moves h2e2 h9g7");
    only(&mut client, "h0g2");
    client.quit();
}
