//! `chuhe datagen` and `chuhe data` as processes: killed and gone on with, repeated, examined.

use crate::random::Random;
use crate::shell::{self, Run};
use chuhe::notation::fen;
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::Stdio;
use std::thread::sleep;
use std::time::{Duration, Instant};

/// Seconds a run may take.
const LIMIT: u64 = 300;

fn chuhe(args: &[&str]) -> Run {
    shell::run(args, "", LIMIT)
}

fn fine(args: &[&str]) -> String {
    shell::fine(args, LIMIT)
}

/// Arguments for games that take no time.
fn quick<'a>(dir: &'a Path, games: &'a str, threads: &'a str) -> Vec<&'a str> {
    let out = dir.to_str().unwrap();
    let mut args = vec!["datagen", "--out", out, "--games", games, "--threads", threads];
    args.extend(["--no-book", "--nodes", "60", "--hash", "1", "--max-plies", "80", "--seed", "9"]);
    args
}

/// The games of a directory, one line each.
fn games(dir: &Path) -> BTreeSet<String> {
    let out = fine(&["data", "dump", dir.to_str().unwrap()]);
    let lines: BTreeSet<String> = out.lines().map(str::to_owned).collect();
    assert_eq!(lines.len(), out.lines().count(), "a game occurs twice");
    lines
}

/// Kills a run at random moments, lets it go on, and compares with a run that nobody killed.
fn kill_and_go_on(kills: usize, count: &str, longest: usize) {
    let whole = tempfile::tempdir().unwrap();
    fine(&quick(whole.path(), count, "2"));
    let killed = tempfile::tempdir().unwrap();
    let mut random = Random::new(kills as u64);
    for kill in 0..kills {
        let threads = ["2", "1", "3"][kill % 3];
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_chuhe"));
        command.args(quick(killed.path(), count, threads)).stdout(Stdio::null()).stderr(Stdio::null());
        let mut child = command.spawn().unwrap();
        // Some kills come before the first game, most between games or within them.
        sleep(Duration::from_millis(random.below(longest) as u64));
        child.kill().unwrap();
        child.wait().unwrap();
        if kill % 4 == 3 {
            // As if the machine itself had gone down.
            let torn = fs::read_dir(killed.path()).unwrap().map(|entry| entry.unwrap().path());
            for path in torn.filter(|path| path.extension().is_some()) {
                let bytes = fs::read(&path).unwrap();
                fs::write(&path, &bytes[..bytes.len().saturating_sub(random.below(300))]).unwrap();
            }
        }
    }
    fine(&quick(killed.path(), count, "2"));
    let verified = fine(&["data", "verify", killed.path().to_str().unwrap()]);
    assert!(verified.ends_with(" 0 faults\n"), "{verified}");
    assert_eq!(games(killed.path()), games(whole.path()));
}

#[test]
fn a_killed_run_goes_on() {
    kill_and_go_on(4, "40", 400);
}

#[test]
#[ignore = "takes minutes: the short form above is the same with fewer kills"]
fn a_run_killed_twenty_times_goes_on() {
    kill_and_go_on(20, "600", 2_500);
}

#[test]
fn games_do_not_depend_on_the_number_of_threads() {
    let (one, three) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    fine(&quick(one.path(), "8", "1"));
    fine(&quick(three.path(), "8", "3"));
    assert_eq!(games(one.path()), games(three.path()));
    assert_eq!(games(one.path()).len(), 8);
}

#[test]
fn limits_end_a_run() {
    let dir = tempfile::tempdir().unwrap();
    let out = dir.path().to_str().unwrap();
    let common = ["datagen", "--out", out, "--no-book", "--nodes", "50", "--hash", "1"];
    let start = Instant::now();
    fine(&[&common[..], &["--positions", "100"]].concat());
    let positions = || {
        let stats = fine(&["data", "stats", out]);
        let line = stats.lines().find(|line| line.starts_with("positions")).unwrap();
        line.split_whitespace().nth(1).unwrap().parse::<u64>().unwrap()
    };
    let before = positions();
    assert!((100..2_000).contains(&before), "{before}");
    // Nothing is played when there is enough.
    fine(&[&common[..], &["--positions", "100"]].concat());
    assert_eq!(positions(), before);
    let message = fine(&[&common[..], &["--hours", "0.0002"]].concat());
    assert!(message.contains(" positions/h; Red won "), "{message}");
    assert!(positions() > before);
    assert!(start.elapsed() < Duration::from_secs(120));
}

/// The fitted model is no worse than the one in use, and tells of as many positions as the table.
#[test]
fn the_model_of_chances_is_fitted() {
    let dir = tempfile::tempdir().unwrap();
    fine(&quick(dir.path(), "12", "2"));
    let out = fine(&["data", "winrate", dir.path().to_str().unwrap()]);
    let numbers = |start: &str| -> Vec<f64> {
        let line = out.lines().find(|line| line.starts_with(start)).expect(&out);
        line.split([' ', ';']).filter_map(|word| word.parse().ok()).collect()
    };
    let loss = numbers("loss");
    assert!(loss.len() == 2 && loss[0] > 0.0 && loss[0] <= loss[1], "{out}");
    assert!(numbers("positions")[0] >= 100.0, "{out}");
    assert_eq!(out.lines().filter(|line| line.contains('…')).count(), 9, "{out}");
}

/// About half of the games begin from the book, here from a position with few pieces.
#[test]
fn games_from_a_book() {
    let dir = tempfile::tempdir().unwrap();
    let book = dir.path().join("book.epd");
    fs::write(&book, "2bak4/4a4/4b4/9/p7P/9/9/4B4/4A4/3AK1B1R w - - id \"few; pieces\"; ce 0;\n").unwrap();
    let out = dir.path().to_str().unwrap();
    let mut args = vec!["datagen", "--out", out, "--book", book.to_str().unwrap(), "--games", "30"];
    args.extend(["--nodes", "30", "--hash", "1", "--max-plies", "2", "--filter-score", "9000"]);
    fine(&args);
    let few = games(dir.path())
        .iter()
        .map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap())
        // No cannon stands in the book's position.
        .filter(|game| !game["start"].as_str().unwrap().contains(['c', 'C']))
        .count();
    assert!((8..=22).contains(&few), "{few} of 30 games from the book");
    assert!(fine(&["data", "stats", out]).contains(", book of 1;"));
    // Another book makes another run.
    args.splice(3..5, ["--no-book"]);
    let run = chuhe(&args);
    assert!(run.code == Some(2) && run.err.contains("book {"), "{}", run.err);
}

#[test]
fn unusable_arguments() {
    let dir = tempfile::tempdir().unwrap();
    let out = dir.path().to_str().unwrap();
    let book = dir.path().join("book.epd");
    fs::write(&book, "rnbakabnr/9 w - - ce 1;\n").unwrap();
    for (args, message) in [
        (vec!["datagen", "--out", out, "--random-plies", "5..x"], "'x' is not a whole number"),
        (vec!["datagen", "--out", out, "--random-plies", "5..4"], "5 is more than 4"),
        (vec!["datagen", "--out", out, "--no-book", "--max-plies", "4001"], "1 to 4000"),
        (vec!["datagen", "--out", out, "--no-book", "--hours=-1"], "--hours -1 is no length of time"),
        (vec!["datagen", "--out", out, "--book", book.to_str().unwrap()], "line 1: bad FEN"),
        (vec!["datagen", "--out", out, "--book", "nowhere.epd"], "the book 'nowhere.epd'"),
        (vec!["data", "stats", "nowhere.games"], "nowhere.games: "),
        (vec!["data", "verify", out], "no files of games"),
        (vec!["openings", "--out", "x.epd", "--window", "9..3"], "9 is more than 3"),
    ] {
        let run = chuhe(&args);
        assert_eq!((run.code, run.out.as_str()), (Some(2), ""), "{args:?}");
        assert!(run.err.contains(message), "{args:?}: {}", run.err);
    }
    fine(&quick(dir.path(), "1", "1"));
    let run = chuhe(&[&quick(dir.path(), "1", "1")[..], &["--draw-score", "11"]].concat());
    assert_eq!(run.code, Some(2));
    assert!(run.err.contains("holds games of another run: draw_score 20 against 11"), "{}", run.err);
}

#[test]
fn help_tells_exit_codes_and_an_example() {
    for args in [
        "datagen",
        "openings",
        "data",
        "data stats",
        "data verify",
        "data merge",
        "data dump",
        "data set",
        "data winrate",
        "train",
    ] {
        let words: Vec<&str> = args.split(' ').chain(["--help"]).collect();
        let out = fine(&words);
        assert!(out.contains("Exit codes: 0 ") && out.contains("Example"), "{args}: {out}");
    }
}

#[test]
fn verify_finds_what_is_wrong() {
    let dir = tempfile::tempdir().unwrap();
    fine(&quick(dir.path(), "4", "1"));
    let path = dir.path().join("shard-00.games");
    let path = path.to_str().unwrap();
    let good = fs::read(path).unwrap();
    let verify = |args: &[&str]| {
        let run = chuhe(&[&["data", "verify"], args].concat());
        (run.code, run.out)
    };
    let (code, out) = verify(&[path]);
    assert!(code == Some(0) && out.starts_with("4 games, ") && out.ends_with(" 0 faults\n"), "{out}");

    let (code, out) = verify(&[path, path]);
    assert_eq!(code, Some(1));
    assert_eq!(out.matches("occurs twice").count(), 4, "{out}");

    fs::write(path, &good[..good.len() - 3]).unwrap();
    let (code, out) = verify(&[path]);
    assert!(code == Some(1) && out.contains("the frame is cut off") && out.contains("3 games, "), "{out}");
    let run = chuhe(&["data", "stats", path]);
    assert!(run.code == Some(1) && run.err.contains("the frame is cut off"), "{}", run.err);

    // A whole frame with a move that cannot be played: Black begins with Red's last half-move.
    use chuhe::train::frames::{Frames, Item, frame, signature};
    let mut items: Vec<Item> = Frames::new(&good).map(Result::unwrap).collect();
    let Item::Game(game) = &mut items[2] else { panic!("a game follows the header") };
    game.plies.insert(1, game.plies[0]);
    let bytes: Vec<u8> = signature().into_iter().chain(items.iter().flat_map(frame)).collect();
    fs::write(path, bytes).unwrap();
    let (code, out) = verify(&[path]);
    assert!(code == Some(1) && out.contains("half-move 2: ") && out.ends_with(" 1 faults\n"), "{out}");
}

#[test]
fn merged_and_dumped() {
    let (first, second) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    fine(&quick(first.path(), "5", "2"));
    fine(&quick(second.path(), "7", "1"));
    let out = second.path().join("all.merged");
    let out = out.to_str().unwrap();
    let from = [first.path().to_str().unwrap(), second.path().to_str().unwrap()];
    let merge = ["data", "merge", from[0], from[1], "--out", out];
    assert_eq!(fine(&merge), "7 games; 5 duplicates left out\n");
    assert_eq!(games(Path::new(out)), games(second.path()));
    assert!(fine(&["data", "verify", out]).ends_with(" 0 faults\n"));
    let run = chuhe(&merge);
    assert!(run.code == Some(2) && run.err.contains("exists already"), "{}", run.err);

    let mut positions = 0;
    for line in games(Path::new(out)) {
        let game: serde_json::Value = serde_json::from_str(&line).unwrap();
        assert!(["1-0", "1/2-1/2", "0-1"].contains(&game["result"].as_str().unwrap()));
        assert_eq!(game["moves"].as_array().unwrap().len(), game["scores"].as_array().unwrap().len());
        positions += game["moves"].as_array().unwrap().len();
    }
    let plain = fine(&["data", "dump", "--plain", out]);
    assert_eq!(plain.lines().count(), positions);
    for line in plain.lines() {
        let fields: Vec<&str> = line.split(';').collect();
        assert!(fen::parse(fields[0]).is_ok() && fields[1].parse::<i16>().is_ok(), "{line}");
        assert!(["0", "0.5", "1"].contains(&fields[2]) && fields.len() == 3, "{line}");
    }
}
