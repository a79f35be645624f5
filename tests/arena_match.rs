//! Matches with engines that misbehave, and the commands of the shell.

use assert_cmd::Command;
use chuhe::arena::openings::Opening;
use chuhe::arena::player::Patience;
use chuhe::arena::record::{Failure, GameRecord, Outcome, Reason};
use chuhe::arena::referee::{DrawRule, Laws, Referee, ResignRule};
use chuhe::arena::runner::{Happening, Match, UnusableEngine};
use chuhe::arena::schedule::Fixed;
use chuhe::arena::spec::EngineSpec;
use chuhe::notation::fen;
use chuhe::notation::iccs::Ranks;
use chuhe::rules::{Game, Repetition, RuleSet, Rules};
use std::collections::{BTreeSet, HashMap};
use std::fs;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

const CHUHE: &str = env!("CARGO_BIN_EXE_chuhe");

/// The misbehaving engine, which cargo builds beside the tests.
fn mock() -> PathBuf {
    let tests = std::env::current_exe().unwrap();
    let path =
        tests.ancestors().nth(2).unwrap().join("examples/mock_engine").with_extension(std::env::consts::EXE_EXTENSION);
    assert!(path.is_file(), "'{}' is missing: cargo test builds it, cargo test --test does not", path.display());
    path
}

fn engine(words: &[&str]) -> EngineSpec {
    EngineSpec::parse(words.iter().copied()).unwrap()
}

/// A mock with these habits, told how to play by `limit`.
fn bad(habits: &str, limit: &str) -> EngineSpec {
    engine(&[&format!("cmd={}", mock().display()), &format!("args={habits}"), "name=Bad", limit])
}

/// The built-in engine in a process of its own.
fn good() -> EngineSpec {
    engine(&[&format!("cmd={CHUHE}"), "name=Good", "proto=uci", "nodes=50"])
}

/// A match without clocks and with little patience.
fn arena(engines: [EngineSpec; 2]) -> Match {
    Match {
        engines: engines.into(),
        openings: vec![Opening::default()],
        laws: Laws { max_moves: Some(12), ..Laws::default() },
        margin: Duration::ZERO,
        patience: Patience {
            handshake: Duration::from_secs(20),
            think: Duration::from_secs(1),
            stop: Duration::from_secs(1),
        },
        concurrency: 1,
        log: None,
    }
}

/// Plays so many games; the records by number, and the notes.
fn play(arena: &Match, games: usize) -> (Vec<GameRecord>, Vec<String>) {
    let (mut records, mut notes) = (Vec::new(), Vec::new());
    let result = arena.play(&mut Fixed::pairs(Some(1), games), &HashMap::new(), |happening| {
        match happening {
            Happening::Finished(record) => records.push(*record),
            Happening::Note(note) => notes.push(note),
        }
        Ok::<_, UnusableEngine>(ControlFlow::Continue(()))
    });
    result.unwrap();
    records.sort_by_key(|record| record.job.game);
    assert_eq!(records.len(), games);
    (records, notes)
}

/// Two games in which only `Bad` fails, and by this; the evidence is complete.
fn fails(arena: &Match, failure: Failure) -> Vec<GameRecord> {
    let (records, _) = play(arena, 2);
    for (record, lost) in records.iter().zip([Outcome::BlackWins, Outcome::RedWins]) {
        assert_eq!((record.reason, record.result), (Reason::Failure(failure), lost), "{}", record.detail);
        let claim = record.claim.as_ref().unwrap();
        assert_eq!(claim.engine, "Bad");
        assert!(fen::parse(&claim.fen).is_ok());
        assert!((1..=50).contains(&claim.dialogue.len()), "{:?}", claim.dialogue);
        assert!(record.detail.starts_with("Bad: "), "{}", record.detail);
    }
    records
}

/// Two games in which nobody fails.
fn holds(arena: &Match) -> (Vec<GameRecord>, Vec<String>) {
    let (records, notes) = play(arena, 2);
    for record in &records {
        assert!(!matches!(record.reason, Reason::Failure(_)), "{}", record.detail);
        assert!(record.claim.is_none());
    }
    (records, notes)
}

#[test]
fn a_crash() {
    let records = fails(&arena([bad("crash=3", "depth=1"), good()]), Failure::Crash);
    assert!(records[0].detail.contains("exit"), "{}", records[0].detail);
    // Started again, it played two moves of the second game too.
    assert_eq!(records.iter().map(|record| record.plies.len()).collect::<Vec<_>>(), [4, 5]);
}

#[test]
fn a_stall() {
    fails(&arena([bad("stall=2", "depth=1"), good()]), Failure::Stall);
}

#[test]
fn a_hang() {
    fails(&arena([bad("hang=2", "st=0.3"), good()]), Failure::Stall);
}

#[test]
fn an_illegal_move() {
    let records = fails(&arena([bad("illegal=2", "depth=1"), good()]), Failure::IllegalMove);
    assert!(records[0].detail.contains("'a0a9'"), "{}", records[0].detail);
    assert!(records[0].claim.as_ref().unwrap().dialogue.iter().any(|line| line.ends_with("< bestmove a0a9")));
}

#[test]
fn bytes_for_a_move() {
    fails(&arena([bad("garbage=2", "depth=1"), good()]), Failure::IllegalMove);
}

#[test]
fn no_move() {
    fails(&arena([bad("nomove=2", "depth=1"), good()]), Failure::NoMove);
}

#[test]
fn a_late_answer_loses_and_does_not_leak() {
    let mut arena = arena([bad("late=400", "st=0.2"), good()]);
    // However slow the machine: an answer is on its way.
    arena.patience.stop = Duration::from_secs(30);
    let records = fails(&arena, Failure::TimeLoss);
    for record in &records {
        let over = record.detail.trim_start_matches("Bad: ").split(' ').next().unwrap().parse::<f64>().unwrap();
        assert!((200.0..30_000.0).contains(&over), "{}", record.detail);
        // Nothing of the late answers was taken for a move.
        assert!(record.plies.len() <= 1);
    }
}

#[test]
fn the_margin_forgives() {
    let mut arena = arena([bad("late=100", "st=0.05"), good()]);
    arena.margin = Duration::from_secs(20);
    arena.laws.max_moves = Some(2);
    holds(&arena);
}

#[test]
fn no_handshake() {
    let mut arena = arena([bad("quiet", "depth=1"), good()]);
    arena.engines[0].proto = chuhe::arena::spec::Proto::Uci;
    arena.patience.handshake = Duration::from_secs(3);
    fails(&arena, Failure::BadHandshake);
}

#[test]
fn a_slow_start_is_waited_for_or_not() {
    let mut arena = arena([bad("slow=2500", "depth=1"), good()]);
    holds(&arena);
    arena.engines[0] = bad("slow=20000", "depth=1");
    arena.engines[0].proto = chuhe::arena::spec::Proto::Uci;
    arena.patience.handshake = Duration::from_secs(3);
    fails(&arena, Failure::BadHandshake);
}

#[test]
fn floods_and_noise_do_no_harm() {
    let (records, _) = holds(&arena([bad("flood", "depth=1"), good()]));
    assert!(records.iter().all(|record| record.plies.len() > 4));
    holds(&arena([bad("noise", "depth=1"), good()]));
}

#[test]
fn an_engine_that_does_not_quit() {
    let start = Instant::now();
    let (_, notes) = holds(&arena([bad("deaf", "depth=1"), good()]));
    assert_eq!(notes, ["Bad did not end at 'quit' and was killed"]);
    assert!(start.elapsed() < Duration::from_secs(60));
}

#[test]
fn an_engine_that_is_started_for_each_game() {
    let mut arena = arena([bad("crash=9", "depth=1"), good()]);
    arena.laws.max_moves = Some(6);
    fn crashes(records: &[GameRecord]) -> usize {
        records.iter().filter(|record| record.reason == Reason::Failure(Failure::Crash)).count()
    }
    // It counts its moves over all games of its life.
    assert_eq!(crashes(&play(&arena, 2).0), 1);
    arena.engines[0].restart = true;
    assert_eq!(crashes(&play(&arena, 2).0), 0);
}

#[test]
fn both_protocols_and_both_ways_to_count_ranks() {
    let (records, _) = holds(&arena([bad("ucci", "depth=1"), bad("variants", "depth=1")]));
    // The same moves whoever plays them: nothing got lost in translation.
    assert_eq!(records[0].plies.len(), records[1].plies.len());
    let moves = |record: &GameRecord| record.plies.iter().map(|ply| ply.mv.clone()).collect::<Vec<_>>();
    assert_eq!(moves(&records[0]), moves(&records[1]));
}

#[test]
fn draws_are_offered_and_accepted_in_ucci() {
    let reason = |engines| play(&arena(engines), 1).0.remove(0).reason;
    assert_eq!(reason([bad("ucci draw=2", "depth=1"), bad("ucci draw=2", "depth=1")]), Reason::Agreement);
    // An offer ends with the next move, and no UCI engine can accept one.
    assert_ne!(reason([bad("ucci draw=2", "depth=1"), bad("ucci draw=3", "depth=1")]), Reason::Agreement);
    assert_ne!(reason([bad("ucci draw", "depth=1"), good()]), Reason::Agreement);
}

#[test]
fn resignation() {
    let (records, _) = play(&arena([bad("ucci resign=3", "depth=1"), good()]), 1);
    assert_eq!((records[0].reason, records[0].result), (Reason::Resignation, Outcome::BlackWins));
}

#[test]
fn scores_decide_games_but_bounds_do_not() {
    let rule = |two_sided| Some(ResignRule { score: 1500, moves: 3, two_sided });
    let mut arena = arena([bad("", "depth=1"), bad("", "depth=1")]);
    // Both mocks always see -2000 for themselves: the first to have seen it three times loses.
    arena.laws.resign = rule(false);
    let (records, _) = play(&arena, 1);
    assert_eq!((records[0].reason, records[0].result), (Reason::AdjudicatedWin, Outcome::BlackWins));
    assert_eq!(records[0].plies.len(), 5);
    arena.laws.resign = rule(true);
    assert_ne!(play(&arena, 1).0[0].reason, Reason::AdjudicatedWin);
    arena.engines = vec![bad("bound", "depth=1"), bad("bound", "depth=1")];
    arena.laws.resign = rule(false);
    let (records, _) = play(&arena, 1);
    assert_ne!(records[0].reason, Reason::AdjudicatedWin);
    assert!(records[0].plies.iter().all(|ply| ply.score.is_none() && ply.nodes == Some(7)));
}

#[test]
fn even_scores_draw_games() {
    let own = || engine(&["cmd=self", "depth=1"]);
    let mut arena = arena([own(), own()]);
    arena.laws.draw = Some(DrawRule { number: 3, score: 10_000, moves: 2 });
    let (records, _) = play(&arena, 1);
    assert_eq!((records[0].reason, records[0].plies.len()), (Reason::AdjudicatedDraw, 6));
    arena.laws.draw = None;
    let (records, _) = play(&arena, 1);
    assert!(records[0].reason == Reason::MaxMoves && records[0].plies.len() == 24, "{}", records[0].detail);
}

#[test]
fn mates_and_rules_end_games() {
    let mut arena = arena([engine(&["cmd=self", "depth=4"]), engine(&["cmd=self", "depth=4"])]);
    for (start, reason, result) in [
        // Mate in one; one half-move is left until the limit; the last rook is taken.
        ("3k5/4R4/9/9/9/9/9/9/9/R3K4 w - - 0 1", Reason::Checkmate, Outcome::RedWins),
        ("3k5/9/9/4P4/9/9/9/9/9/4K4 w - - 119 60", Reason::NaturalLimit, Outcome::Draw),
        ("3k5/9/9/9/9/9/9/9/4r4/4K4 w - - 0 1", Reason::DeadMaterial, Outcome::Draw),
    ] {
        arena.openings = vec![Opening { start: fen::parse(start).unwrap(), moves: Vec::new() }];
        let (records, _) = play(&arena, 1);
        assert_eq!((records[0].reason, records[0].result), (reason, result), "{start}: {}", records[0].detail);
    }
}

/// Red's rook checks or chases for ever, or nobody does anything.
#[test]
fn the_repetition_rule() {
    let judge = |start: &str, moves: &[&str], set: RuleSet, fold: usize| {
        let mut game = Game::new(fen::parse(start).unwrap());
        let rules = Rules { repetition: Repetition { set, fold }, ..Rules::default() };
        let laws = Laws { rules, ..Laws::default() };
        let referee = Referee::new(laws);
        for (index, mv) in moves.iter().cycle().take(40).enumerate() {
            game.play(Ranks::FromZero.parse(mv).unwrap()).unwrap();
            if let Some(end) = referee.judge(&game) {
                return Some((index + 1, end));
            }
        }
        None
    };
    let checks = ("3k5/R8/9/9/9/9/9/9/9/4K4 w", ["a8a9", "d9d8", "a9a8", "d8d9"]);
    let chase = ("3aka3/c8/4b4/9/2b6/9/9/9/1R2A4/4KA3 w", ["b1a1", "a8b8", "a1b1", "b8a8"]);
    let idle = ("3k5/8r/9/9/9/9/9/9/R8/5K3 w", ["a1a2", "i8i7", "a2a1", "i7i8"]);
    let rule_loss = Reason::Failure(Failure::RuleLoss);
    for ((start, moves), set, fold, half_moves, outcome, reason, article) in [
        (checks, RuleSet::Chinese2007, 3, 8, Outcome::BlackWins, rule_loss, "26.1"),
        (checks, RuleSet::Chinese2007, 2, 4, Outcome::BlackWins, rule_loss, "26.1"),
        (checks, RuleSet::Computer, 3, 8, Outcome::BlackWins, rule_loss, "loses"),
        (checks, RuleSet::None, 3, 8, Outcome::Draw, Reason::Repetition, "draw"),
        // First it is an order to change, one cycle later a loss.
        (chase, RuleSet::Chinese2007, 3, 12, Outcome::BlackWins, rule_loss, "24.3"),
        (chase, RuleSet::Asian, 3, 8, Outcome::BlackWins, rule_loss, "loses"),
        (idle, RuleSet::Chinese2007, 3, 8, Outcome::Draw, Reason::Repetition, "26.2"),
        (idle, RuleSet::Chinese2007, 5, 16, Outcome::Draw, Reason::Repetition, "26.2"),
    ] {
        let (ended, end) = judge(start, &moves, set, fold).unwrap();
        assert_eq!((ended, end.outcome, end.reason), (half_moves, outcome, reason), "{set} {}", end.detail);
        assert!(end.detail.contains(article), "{}", end.detail);
    }
}

#[test]
fn pondering() {
    let ponder = |words: &[&str]| engine(&[words, &["ponder", "tc=1+0.02"]].concat());
    let command = format!("cmd={CHUHE}");
    let mut arena = arena([ponder(&[&command, "proto=uci", "depth=3"]), ponder(&["cmd=self", "depth=3"])]);
    // Not the clock is tried here, on whatever machine.
    arena.margin = Duration::from_secs(60);
    arena.laws.max_moves = Some(20);
    holds(&arena);
    arena.engines[1] = ponder(&[&command, "proto=ucci"]);
    arena.laws.max_moves = Some(4);
    holds(&arena);
}

#[test]
fn more_boards_than_games() {
    let mut arena = arena([engine(&["cmd=self", "nodes=30"]), engine(&["cmd=self", "nodes=40"])]);
    arena.concurrency = 7;
    let (records, _) = play(&arena, 3);
    assert_eq!(records.iter().map(|record| record.job.game).collect::<Vec<_>>(), [1, 2, 3]);
}

fn chuhe(args: &[&str]) -> (Option<i32>, String, String) {
    let output = Command::new(CHUHE).args(args).timeout(Duration::from_secs(300)).output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (output.status.code(), text(output.stdout), text(output.stderr))
}

#[test]
fn unusable_arguments() {
    let two = ["match", "--engine", "cmd=self", "--engine", "cmd=self", "--each", "nodes=5"];
    for (args, wanted) in [
        (&["--games", "0"][..], "--games"),
        (&["--sprt", "elo0=9"], "elo0"),
        (&["--sprt", "elo1=9", "--games", "3"], "--games"),
        (&["--sprt", "--schedule", "gauntlet"], "--sprt"),
        (&["--resign", "points=3"], "'points=3'"),
        (&["--draw", "score=x"], "'score=x'"),
        (&["--openings", "no such file"], "'no such file'"),
        (&["--engine", "cmd=./no/such/engine"], "no/such/engine"),
        (&["--engine", "cmd=self", "option.Hash=none"], "'none'"),
        (&["--engine", "cmd=self", "option.Colour=red"], "'Colour'"),
        (&["--engine", "cmd=self", "tc=4/"], "'4/'"),
        (&["--engines", "no such file"], "'no such file'"),
        (&["--resume", "no such file"], "cannot be used with"),
        (&["--schedule", "swiss", "--rounds", "2"], "--rounds"),
        (&["--schedule", "knockout", "--rounds", "2"], "--rounds"),
        (&["--handshake", "0"], "--handshake"),
        (&["--rules", "FIDE"], "'FIDE'"),
        (&["--log", "/no/such/folder/log"], "/no/such/folder/log"),
        (&["--pgnout", "/no/such/folder/pgn"], "/no/such/folder/pgn"),
    ] {
        let (code, out, err) = chuhe(&[&two[..], args].concat());
        assert_eq!((code, out.as_str()), (Some(2), ""), "{args:?}: {err}");
        assert!(err.contains(wanted), "{args:?}: {err}");
    }
    let (code, _, err) = chuhe(&["match", "--engine", "cmd=self", "nodes=5"]);
    assert!(code == Some(2) && err.contains("two engines"), "{err}");
    for command in ["match", "compliance"] {
        let (code, out, _) = chuhe(&[command, "--help"]);
        assert!(code == Some(0) && out.contains("Exit codes: 0 ") && out.contains("Example"), "{out}");
    }
}

#[test]
fn openings_with_faults_are_named_with_their_line() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("openings.epd");
    for (line, wanted) in [
        ("9/9/9/9/9/9/9/9/9/4K4 w", "line 3"),
        ("startpos moves h2e2 h2e2", "'h2e2'"),
        ("3k5/9/9/9/9/9/9/9/r8/r3K4 w", "over"),
    ] {
        fs::write(
            &file,
            format!("{} bm h2e2; id \"start\";\n# a comment\n{line}\n", &fen::START[..fen::START.len() - 4]),
        )
        .unwrap();
        let name = file.to_str().unwrap();
        let (code, _, err) =
            chuhe(&["match", "--engine", "cmd=self", "--engine", "cmd=self", "--each", "nodes=5", "--openings", name]);
        assert!(code == Some(2) && err.contains(wanted) && err.contains("line 3"), "{err}");
    }
    fs::write(&file, "").unwrap();
    let (code, _, err) = chuhe(&[
        "match",
        "--engine",
        "cmd=self",
        "--engine",
        "cmd=self",
        "--each",
        "nodes=5",
        "--openings",
        file.to_str().unwrap(),
    ]);
    assert!(code == Some(2) && err.contains("no opening"), "{err}");
}

/// Twelve openings, so that games differ.
fn write_openings(path: &Path) {
    let replies = ["h9g7", "b9c7", "h7e7", "c9e7", "g6g5", "c6c5"];
    let lines =
        ["h2e2", "c0e2"].iter().flat_map(|first| replies.map(|reply| format!("startpos moves {first} {reply}\n")));
    fs::write(path, lines.collect::<String>()).unwrap();
}

#[test]
fn the_test_decides_and_its_outcome_is_the_exit_code() {
    let dir = tempfile::tempdir().unwrap();
    let openings = dir.path().join("openings.epd");
    write_openings(&openings);
    let openings = openings.to_str().unwrap();
    let run = |first: &str, second: &str, extra: &[&str]| {
        let args = ["match", "--engine", "cmd=self", "name=A", first, "--engine", "cmd=self", "name=B", second];
        chuhe(
            &[
                &args[..],
                &["--openings", openings, "order=random", "--seed", "3", "--sprt", "elo0=0", "elo1=300"],
                extra,
            ]
            .concat(),
        )
    };
    let (code, out, err) = run("nodes=1000", "nodes=1", &[]);
    assert_eq!(code, Some(0), "{out}{err}");
    assert!(out.contains("): accept gain") || out.contains("]: accept gain"), "{out}");
    let (code, out, _) = run("nodes=1", "nodes=1000", &[]);
    assert!(code == Some(1) && out.contains(": reject gain"), "{out}");
    let (code, out, _) = run("nodes=9", "nodes=9", &["--games", "2"]);
    assert!(code == Some(1) && out.contains(": undecided"), "{out}");
}

#[test]
fn records_of_a_match() {
    let dir = tempfile::tempdir().unwrap();
    let path = |name: &str| dir.path().join(name).to_str().unwrap().to_owned();
    fs::write(path("engines"), "# two\ncmd=self name='A \"quoted\" \\ name' nodes=60\n\ncmd=self name=B nodes=30\n")
        .unwrap();
    fs::write(path("openings"), "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR b - - 1 1 moves h9g7\n")
        .unwrap();
    fs::write(path("pgn"), "left alone\n").unwrap();
    let (pgn, json, log) = (path("pgn"), path("json"), path("log"));
    let (code, out, err) = chuhe(&[
        "match",
        "--engines",
        &path("engines"),
        "--openings",
        &path("openings"),
        "--games",
        "4",
        "--pgnout",
        &pgn,
        "--jsonout",
        &json,
        "--log",
        &log,
        "--event",
        "Try",
        "--site",
        "Here",
        "--maxmoves",
        "20",
    ]);
    assert_eq!((code, err.as_str()), (Some(0), ""), "{out}");
    assert_eq!(out.lines().filter(|line| line.starts_with("Game ")).count(), 4);
    assert!(out.contains("\nA \"quoted\" \\ name (nodes=60) against B (nodes=30)\n"), "{out}");
    assert!(out.contains("\nOverhead of the match: "), "{out}");
    assert!(out.contains("\nGames 4: +") && out.contains("\nElo ") && out.contains("\nPairs ["), "{out}");

    let pgn = fs::read_to_string(pgn).unwrap();
    assert!(pgn.starts_with("left alone\n[Game \"Chinese Chess\"]\n[Event \"Try\"]\n[Site \"Here\"]\n"), "{pgn}");
    assert_eq!(pgn.matches("[Red \"A \\\"quoted\\\" \\\\ name\"]").count(), 2, "{pgn}");
    assert!(pgn.contains("[FEN \"rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR b - - 1 1\"]"));
    assert!(pgn.contains("\n\n1. ... H9-G7 2. "), "{pgn}");
    assert!(pgn.lines().all(|line| line.starts_with('[') || line.chars().count() <= 80), "{pgn}");

    let games: Vec<serde_json::Value> =
        fs::read_to_string(json).unwrap().lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(games.len(), 4);
    for game in &games {
        // The record can be read back, and every move be played.
        let record: GameRecord = serde_json::from_value(game.clone()).unwrap();
        let moves: Vec<&str> = record.plies.iter().map(|ply| ply.mv.as_str()).collect();
        let replayed = chuhe::arena::openings::parse(
            &format!("{} moves {}", record.fen, moves[..moves.len() - 1].join(" ")),
            None,
        );
        assert_eq!(replayed.unwrap().moves.len(), moves.len() - 1);
        assert_eq!((record.book_moves, moves[0]), (1, "h9g7"));
        assert!(record.plies[1..].iter().all(|ply| ply.score.is_some() && ply.depth.is_some()), "{game}");
    }
}

/// The summary at the end of a match.
fn summary(out: &str) -> Vec<&str> {
    let from = out.rfind("\nElo ").map_or(0, |at| at + 1);
    out[from..].lines().filter(|line| !line.starts_with("Overhead")).collect()
}

fn lines(path: &str) -> usize {
    fs::read(path).map_or(0, |text| text.iter().filter(|&&byte| byte == b'\n').count())
}

/// Kills a match of so many games after so many finished ones, again and again, and compares its end
/// with that of one that was left in peace.
fn kill_and_resume(games: usize, kills: usize) {
    let dir = tempfile::tempdir().unwrap();
    let path = |name: &str| dir.path().join(name).to_str().unwrap().to_owned();
    write_openings(Path::new(&path("openings")));
    let count = games.to_string();
    let args = |prefix: &str| -> Vec<String> {
        let mut args: Vec<String> = [
            "match",
            "--engine",
            "cmd=self",
            "name=A",
            "nodes=150",
            "--engine",
            "cmd=self",
            "name=B",
            "nodes=100",
            "--concurrency",
            "2",
            "--maxmoves",
            "60",
        ]
        .map(str::to_owned)
        .into();
        args.extend(["--games", &count, "--openings", &path("openings")].map(str::to_owned));
        for file in ["pgnout", "jsonout", "journal"] {
            args.extend([format!("--{file}"), path(&format!("{prefix}-{file}"))]);
        }
        args
    };
    let peace = args("peace");
    let (code, undisturbed, _) = chuhe(&peace.iter().map(String::as_str).collect::<Vec<_>>());
    assert_eq!(code, Some(0));

    let journal = path("killed-journal");
    let resume = vec!["match".to_owned(), "--resume".to_owned(), journal.clone()];
    for round in 0..kills {
        let command = if round == 0 { args("killed") } else { resume.clone() };
        let mut child =
            std::process::Command::new(CHUHE).args(command).stdout(std::process::Stdio::null()).spawn().unwrap();
        let wanted = 1 + games * (round + 1) / (kills + 1);
        while lines(&journal) < wanted && child.try_wait().unwrap().is_none() {
            std::thread::sleep(Duration::from_millis(1));
        }
        child.kill().unwrap();
        child.wait().unwrap();
        // As if the last write had been torn.
        for (file, torn) in [("journal", "{\"game\":7,\"round\""), ("pgnout", "[Game \"Chin"), ("jsonout", "{\"ga")] {
            let file = path(&format!("killed-{file}"));
            let text = fs::read_to_string(&file).unwrap_or_default();
            fs::write(&file, text + torn).unwrap();
        }
    }
    assert!(lines(&journal) <= games, "it was killed too late to show anything");
    let (code, resumed, err) = chuhe(&resume.iter().map(String::as_str).collect::<Vec<_>>());
    assert_eq!(code, Some(0), "{err}");
    assert!(resumed.starts_with("Resumed after "), "{resumed}");
    assert_eq!(summary(&resumed), summary(&undisturbed));
    assert!(resumed.contains(&format!("\nGames {games}: ")), "{resumed}");

    let numbers = |file: &str, skip: usize| -> Vec<u64> {
        let text = fs::read_to_string(path(file)).unwrap();
        text.lines()
            .skip(skip)
            .map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap()["game"].as_u64().unwrap())
            .collect()
    };
    for (file, skip) in [("killed-journal", 1), ("killed-jsonout", 0)] {
        let numbers = numbers(file, skip);
        assert_eq!(numbers.len(), games);
        assert_eq!(numbers.into_iter().collect::<BTreeSet<_>>(), (1..=games as u64).collect());
    }
    let pgn = fs::read_to_string(path("killed-pgnout")).unwrap();
    let sections: BTreeSet<&str> = pgn.lines().filter(|line| line.starts_with("[Round ")).collect();
    assert_eq!((sections.len(), pgn.matches("[Game ").count()), (games, games));
    // A match that is through has nothing left to play.
    let (code, again, _) = chuhe(&resume.iter().map(String::as_str).collect::<Vec<_>>());
    assert_eq!((code, summary(&again)), (Some(0), summary(&undisturbed)));
    // A journal is not written over.
    let (code, _, err) = chuhe(&args("killed").iter().map(String::as_str).collect::<Vec<_>>());
    assert!(code == Some(2) && err.contains("exists already"), "{err}");
}

#[test]
fn a_killed_match_is_resumed() {
    kill_and_resume(24, 1);
}

#[test]
#[ignore = "takes minutes with debug assertions: run by hand"]
fn a_long_match_is_killed_many_times() {
    kill_and_resume(200, 8);
}

#[test]
fn damaged_journals() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("journal");
    let name = file.to_str().unwrap();
    let (code, _, _) = chuhe(&[
        "match",
        "--engine",
        "cmd=self",
        "--engine",
        "cmd=self",
        "--each",
        "nodes=5",
        "--maxmoves",
        "3",
        "--journal",
        name,
    ]);
    assert_eq!(code, Some(0));
    let text = fs::read_to_string(&file).unwrap();
    let (header, games) = text.split_once('\n').unwrap();
    for (damaged, wanted) in [
        (format!("{header}\nnonsense\n{games}"), "line 2"),
        (games.to_owned(), "not a match journal"),
        (header.replace("\"version\":1", "\"version\":9") + "\n", "version"),
        (String::new(), "not a match journal"),
    ] {
        fs::write(&file, damaged).unwrap();
        let (code, _, err) = chuhe(&["match", "--resume", name]);
        assert!(code == Some(2) && err.contains(wanted), "{err}");
    }
}

#[test]
fn a_tournament_ends_with_a_table() {
    for schedule in ["round-robin", "knockout", "swiss", "gauntlet"] {
        let (code, out, err) = chuhe(&[
            "match",
            "--engine",
            "cmd=self",
            "name=A",
            "nodes=200",
            "--engine",
            "cmd=self",
            "name=B",
            "--engine",
            "cmd=self",
            "name=C",
            "--each",
            "nodes=5",
            "--schedule",
            schedule,
            "--scoring",
            "2007",
            "--maxmoves",
            "30",
        ]);
        assert_eq!(code, Some(0), "{err}");
        let table: Vec<&str> = out.lines().skip_while(|line| !line.starts_with(" #  Engine")).take(4).collect();
        assert_eq!(table.len(), 4, "{out}");
        for name in ["A", "B", "C"] {
            assert!(table[1..].iter().any(|line| line.split_whitespace().nth(1) == Some(name)), "{out}");
        }
    }
}

#[test]
fn compliance_of_chuhe() {
    for (proto, ending) in [("uci", " hold\n"), ("ucci", " hold\n")] {
        let (code, out, err) = chuhe(&["compliance", CHUHE, proto]);
        assert_eq!(code, Some(0), "{out}{err}");
        assert!(out.ends_with(ending) && !out.contains("FAIL"), "{out}");
        assert!(out.lines().count() > 25, "{out}");
    }
}

#[test]
fn compliance_finds_faults() {
    let mock = mock();
    let mock = mock.to_str().unwrap();
    let failed = |habits: &str| -> Vec<String> {
        let (code, out, err) = chuhe(&["compliance", mock, "--proto", "uci", "--args", habits]);
        assert_eq!(code, Some(1), "{out}{err}");
        out.lines().filter(|line| line.starts_with("FAIL")).map(str::to_owned).collect()
    };
    let has = |failed: &[String], name: &str| failed.iter().any(|line| line["FAIL  ".len()..].starts_with(name));
    let deaf = failed("deaf");
    assert!(has(&deaf, "quit") && has(&deaf, "ends at the end of input"), "{deaf:?}");
    // The mock answers at once, whatever it is asked.
    assert!(has(&deaf, "go infinite waits for stop") && !has(&deaf, "go depth"), "{deaf:?}");
    let illegal = failed("illegal");
    assert!(has(&illegal, "go depth") && has(&illegal, "Black to move") && !has(&illegal, "quit"), "{illegal:?}");
    let (code, _, err) = chuhe(&["compliance", "./no/such/engine"]);
    assert!(code == Some(2) && err.contains("no/such/engine"), "{err}");
}

#[test]
fn options_and_fields_are_documented() {
    let text = include_str!("../engine-protocol.md");
    for command in ["match", "compliance"] {
        let (_, help, _) = chuhe(&[command, "--help"]);
        for option in help.split_whitespace().filter(|word| word.starts_with("--") && *word != "--help") {
            let option = option.trim_end_matches(|c: char| !c.is_alphanumeric());
            assert!(
                text.contains(&format!("`{option}")) || text.contains(&format!("[{option} ")),
                "{option} of {command}"
            );
        }
    }
    fn keys(value: &serde_json::Value, found: &mut BTreeSet<String>) {
        match value {
            serde_json::Value::Object(map) => map.iter().for_each(|(key, value)| {
                found.insert(key.clone());
                keys(value, found);
            }),
            serde_json::Value::Array(items) => items.iter().for_each(|item| keys(item, found)),
            _ => {}
        }
    }
    let (records, _) = play(&arena([bad("crash=2", "depth=1"), good()]), 1);
    let mut found = BTreeSet::new();
    keys(&serde_json::to_value(&records[0]).unwrap(), &mut found);
    let mut whole = records[0].clone();
    whole.overhead_us = Some(1);
    keys(&serde_json::to_value(&whole).unwrap(), &mut found);
    assert!(found.len() > 20, "{found:?}");
    for key in found {
        assert!(text.contains(&format!("`{key}`")), "'{key}' is not documented");
    }
    for failure in Failure::ALL {
        let name = serde_json::to_value(failure).unwrap();
        assert!(text.contains(&format!("`{}`", name.as_str().unwrap())) && text.contains(failure.words()));
    }
}
