//! How the process begins and ends.

use super::client::{Client, Ended, PATIENCE};
use std::process::Command;
use std::time::{Duration, Instant};

fn end_of(mut client: Client) -> Vec<String> {
    client.close_input();
    let Ended { status, rest, stderr } = client.wait_end(PATIENCE);
    assert!(status.success(), "{status}");
    assert_eq!(stderr, "");
    rest
}

fn answers(lines: &[String]) -> usize {
    lines.iter().filter(|line| line.starts_with("bestmove ")).count()
}

#[test]
fn the_banner_comes_before_anything_is_sent() {
    let start = Instant::now();
    let client = Client::start();
    assert!(start.elapsed() < Duration::from_secs(1));
    assert_eq!(end_of(client), [""; 0]);
}

#[test]
fn a_limited_search_is_finished_at_the_end_of_input() {
    for go in ["go depth 7", "go nodes 20000", "go movetime 300", "go wtime 1000 btime 1000", "go mate 1 movetime 50"] {
        let mut client = Client::start();
        client.send("position startpos moves h2e2");
        client.send(go);
        let lines = end_of(client);
        assert_eq!(answers(&lines), 1, "{go}: {lines:?}");
        if go == "go depth 7" {
            assert!(lines.iter().any(|line| line.starts_with("info depth 7 ")), "{lines:?}");
        }
    }
    let mut client = Client::start();
    let start = Instant::now();
    client.send("go movetime 300");
    end_of(client);
    assert!(start.elapsed() >= Duration::from_millis(290));
}

#[test]
fn an_endless_search_is_stopped_and_answered_at_the_end_of_input() {
    for go in ["go infinite", "go", "go ponder wtime 1000 btime 1000", "go btime 5000", "go winc 10"] {
        let mut client = Client::start();
        client.send(go);
        let start = Instant::now();
        let lines = end_of(client);
        assert_eq!(answers(&lines), 1, "{go}: {lines:?}");
        assert!(start.elapsed() < Duration::from_secs(5), "{go} took {:?}", start.elapsed());
    }
}

#[test]
#[ignore = "takes a minute"]
fn a_search_limited_only_by_depth_gets_a_minute_more() {
    let mut client = Client::start();
    client.send("go depth 99");
    client.close_input();
    let start = Instant::now();
    let Ended { status, rest, .. } = client.wait_end(Duration::from_secs(75));
    let took = start.elapsed();
    assert!(status.success() && answers(&rest) == 1);
    assert!(took > Duration::from_secs(55) && took < Duration::from_secs(65), "{took:?}");
}

#[test]
fn a_pipe_is_a_script() {
    let mut client = Client::start();
    client.send_bytes(b"go perft 2\nposition startpos moves h2e2\nd\nbench 1\ngo depth 3\r\nd\nfoo\ngo nodes 500");
    let lines = end_of(client);
    assert_eq!(answers(&lines), 2);
    assert!(lines.contains(&"Nodes searched: 1920".to_owned()));
    assert_eq!(lines.iter().filter(|line| line.starts_with("Fen: ") && line.contains(" b ")).count(), 2);
    assert!(lines.last().unwrap().starts_with("bestmove "), "the last line needs no end: {lines:?}");
}

#[test]
fn quit_ends_a_search_at_once() {
    for go in ["go infinite", "go movetime 60000", "go ponder movetime 10", "go depth 99"] {
        let mut client = Client::start();
        client.send(go);
        let start = Instant::now();
        assert_eq!(answers(&client.quit()), 1, "{go}");
        assert!(start.elapsed() < Duration::from_secs(5), "{go} took {:?}", start.elapsed());
    }
}

#[test]
fn quit_works_at_any_time() {
    for before in ["", "isready", "uci", "ucci", "setoption", "position", "go depth 1"] {
        let mut client = Client::start();
        client.send(before);
        client.quit();
    }
}

#[cfg(unix)]
#[test]
fn the_end_of_input_ends_it_even_when_signals_are_ignored() {
    let mut client = Client::of(Command::new("sh").args([
        "-c",
        "trap '' HUP INT QUIT PIPE TERM; exec \"$0\"",
        env!("CARGO_BIN_EXE_chuhe"),
    ]));
    client.expect("Chuhe ");
    client.send("go infinite");
    let killed = Command::new("kill").args(["-TERM", &client.id().to_string()]).status().unwrap();
    assert!(killed.success());
    client.send("isready");
    client.expect("readyok");
    assert_eq!(answers(&end_of(client)), 1);
}

#[test]
fn a_closed_output_ends_it_at_once() {
    for line in ["go infinite", "isready", "go depth 99"] {
        let mut client = Client::start();
        client.close_output();
        let start = Instant::now();
        // What was on its way is still taken; then nobody reads any more.
        while client.is_alive() {
            client.send(line);
            std::thread::sleep(Duration::from_millis(20));
            assert!(start.elapsed() < Duration::from_secs(5), "'{line}' keeps it alive");
        }
    }
}

#[test]
fn the_working_directory_does_not_matter() {
    let folder = tempfile::tempdir().unwrap();
    let mut client = Client::of(Command::new(env!("CARGO_BIN_EXE_chuhe")).current_dir(folder.path()));
    client.expect("Chuhe ");
    assert_ne!(client.best_move("go depth 1"), "(none)");
    client.quit();
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0, "nothing is left behind");
}
