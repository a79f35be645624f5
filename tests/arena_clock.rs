//! Clocks, engine descriptions, and the protocols' texts as the match speaks them.

use chuhe::arena::clock::{Clock, Control, parse_stages};
use chuhe::arena::player::text::{self, Announced};
use chuhe::arena::player::{Answer, Told, Turn};
use chuhe::arena::spec::{EngineSpec, Proto, make_names_unique};
use chuhe::board::Color;
use chuhe::notation::fen;
use chuhe::notation::iccs::Ranks;
use chuhe::options::Dialect::{Ucci, Uci};
use chuhe::rules::Game;
use chuhe::search::Score;
use std::time::Duration;

const fn ms(millis: u64) -> Duration {
    Duration::from_millis(millis)
}

fn control(tc: &str) -> Control {
    Control { stages: parse_stages(tc).unwrap(), ..Control::default() }
}

fn clock(tc: &str) -> Clock {
    Clock::new(&control(tc), Duration::ZERO)
}

#[test]
fn increments() {
    let mut clock = clock("1+0.5");
    assert_eq!((clock.left(), clock.increment(), clock.moves_to_go()), (Some(ms(1000)), ms(500), None));
    assert_eq!(clock.charge(ms(400)), Ok(()));
    assert_eq!(clock.left(), Some(ms(1100)));
    // To the last moment is in time; the increment comes only after the move.
    assert_eq!(clock.charge(ms(1100)), Ok(()));
    assert_eq!(clock.left(), Some(ms(500)));
    assert_eq!(clock.charge(ms(507)).unwrap_err().0, ms(7));
}

#[test]
fn stages_of_article_six() {
    let mut clock = clock("2/60:1/10");
    assert_eq!((clock.moves_to_go(), clock.left()), (Some(2), Some(ms(60_000))));
    clock.charge(ms(10_000)).unwrap();
    assert_eq!(clock.moves_to_go(), Some(1));
    clock.charge(ms(10_000)).unwrap();
    // What was saved is kept, the next stage's time is added, and the last stage comes again and again.
    assert_eq!((clock.moves_to_go(), clock.left()), (Some(1), Some(ms(50_000))));
    clock.charge(ms(5_000)).unwrap();
    assert_eq!((clock.moves_to_go(), clock.left()), (Some(1), Some(ms(55_000))));
}

#[test]
fn a_last_stage_without_moves() {
    let mut clock = clock("1/10:5+1");
    clock.charge(ms(10_000)).unwrap();
    assert_eq!((clock.moves_to_go(), clock.left(), clock.increment()), (None, Some(ms(5_000)), ms(1_000)));
}

#[test]
fn fixed_time_and_margin() {
    let control = Control { move_time: Some(ms(100)), ..Control::default() };
    let mut exact = Clock::new(&control, Duration::ZERO);
    assert_eq!((exact.left(), exact.allowance(), exact.limit()), (None, Some(ms(100)), Some(ms(100))));
    assert_eq!(exact.charge(ms(100)), Ok(()));
    assert_eq!(exact.charge(ms(103)).unwrap_err().0, ms(3));
    let mut lenient = Clock::new(&control, ms(50));
    assert_eq!(lenient.charge(ms(150)), Ok(()));
    // The overshoot is told from the time allowed, not from the margin.
    assert_eq!(lenient.charge(ms(160)).unwrap_err().0, ms(60));
}

#[test]
fn a_clock_that_was_overstepped_within_the_margin_stands_at_zero() {
    let mut clock = Clock::new(&control("1+0.1"), ms(200));
    clock.charge(ms(1_100)).unwrap();
    assert_eq!(clock.left(), Some(ms(100)));
}

#[test]
fn no_time_limit() {
    let mut clock = Clock::new(&Control { nodes: Some(5), ..Control::default() }, Duration::ZERO);
    assert_eq!((clock.limit(), clock.charge(Duration::from_secs(1000))), (None, Ok(())));
}

#[test]
fn controls_that_cannot_be_read() {
    for tc in ["", "x", "40/", "0/10", "10+", "+1", "10:40/5", "-5", "0", "1e99", "40/60:", "nan", "inf+1"] {
        let error = parse_stages(tc).unwrap_err().to_string();
        assert!(error.contains(&format!("'{tc}'")), "{error}");
    }
    assert_eq!(control("40/5400+2.5:10/900").to_string(), "40/5400+2.5:10/900");
}

fn spec(words: &str) -> Result<EngineSpec, String> {
    let words = chuhe::arena::spec::split_words(words).map_err(|error| error.to_string())?;
    EngineSpec::parse(words.iter().map(String::as_str)).map_err(|error| error.to_string())
}

#[test]
fn engine_descriptions() {
    let found = spec(
        r#"cmd="C:\My Engines\x y.exe" args="-a 'b c'" dir=/tmp proto=ucci tc=1+1 st=2 tc.black=9 option.Hash=1 option.hash=2 ponder restart=on ranks=1"#,
    )
    .unwrap();
    assert_eq!(found.command, r"C:\My Engines\x y.exe");
    assert_eq!(found.args, ["-a", "b c"]);
    assert_eq!(
        (found.proto, found.ponder, found.restart, found.ranks),
        (Proto::Ucci, true, true, Some(Ranks::FromOne))
    );
    assert_eq!(found.options, [("hash".to_owned(), "2".to_owned())]);
    assert_eq!(found.controls.map(|control| control.to_string()), ["1+1 st=2", "9 st=2"]);
    let own = spec("proto=chuhe nodes=10 nodes.red=20").unwrap();
    assert_eq!((own.command.as_str(), own.name.as_str()), ("self", "Chuhe"));
    assert_eq!([own.controls[0].nodes, own.controls[1].nodes], [Some(20), Some(10)]);
}

#[test]
fn engine_descriptions_that_cannot_be_used() {
    for (words, wanted) in [
        ("tc=1", "no cmd="),
        ("cmd=x", "nothing limits"),
        ("cmd=x tc.red=5", "nothing limits"),
        ("cmd=x depth=0", "'depth=0'"),
        ("cmd=x st=0", "st=0"),
        ("cmd=x tc=abc", "'abc'"),
        ("cmd=x proto=xboard", "proto=xboard"),
        ("cmd=x ponder=maybe", "ponder=maybe"),
        ("cmd=x depth.green=5", "'depth.green=5'"),
        ("cmd=x word", "'word'"),
        ("cmd=x colour=red", "'colour=red'"),
        ("cmd=x option.=1", "'option.=1'"),
        ("cmd=\"x", "no closing"),
    ] {
        let error = spec(words).unwrap_err();
        assert!(error.contains(wanted) || error.contains(&wanted.replace('\'', "")), "{words}: {error}");
    }
}

#[test]
fn names_are_used_once() {
    let mut specs: Vec<EngineSpec> =
        ["cmd=x depth=1", "cmd=x depth=2", "cmd=x depth=3"].iter().map(|words| spec(words).unwrap()).collect();
    make_names_unique(&mut specs);
    let names: Vec<&str> = specs.iter().map(|spec| spec.name.as_str()).collect();
    assert_eq!(names, ["x", "x (2)", "x (3)"]);
}

/// The `go` command of one side with the clocks of both.
fn go(dialect: chuhe::options::Dialect, side: Color, clocks: [&Clock; 2]) -> String {
    text::go(dialect, side, clocks, false, true, false)
}

#[test]
fn go_commands() {
    let (a, b) = (clock("10+0.1"), clock("40/60"));
    assert_eq!(go(Uci, Color::Red, [&a, &b]), "go wtime 10000 winc 100 btime 60000 binc 0");
    assert_eq!(go(Uci, Color::Black, [&a, &b]), "go wtime 10000 winc 100 btime 60000 binc 0 movestogo 40");
    assert_eq!(go(Ucci, Color::Red, [&a, &b]), "go draw time 10000 increment 100 opptime 60000 oppmovestogo 40");
    assert_eq!(go(Ucci, Color::Black, [&a, &b]), "go draw time 60000 movestogo 40 opptime 10000 oppincrement 100");
    assert_eq!(
        text::go(Ucci, Color::Black, [&a, &b], true, true, true),
        "go ponder time 60 movestogo 40 opptime 10 oppincrement 0"
    );
    let fixed = Clock::new(&Control { move_time: Some(ms(250)), ..Control::default() }, Duration::ZERO);
    assert_eq!(go(Uci, Color::Red, [&fixed, &a]), "go movetime 250");
    assert_eq!(go(Ucci, Color::Red, [&fixed, &a]), "go draw time 250 movestogo 1 opptime 10000 oppincrement 100");
    let counted = Control { nodes: Some(7), depth: Some(3), ..Control::default() };
    let counted = Clock::new(&counted, Duration::ZERO);
    assert_eq!(go(Uci, Color::Black, [&a, &counted]), "go nodes 7 depth 3");
    assert_eq!(text::go(Ucci, Color::Black, [&a, &counted], false, false, false), "go nodes 7");
    // Time that is up is still more than none.
    let mut spent = clock("1");
    spent.charge(ms(1000)).unwrap();
    assert_eq!(go(Uci, Color::Red, [&spent, &spent]), "go wtime 1 winc 0 btime 1 binc 0");
}

#[test]
fn positions() {
    let clocks = [&clock("1"), &clock("1")];
    let mut game = Game::new(fen::start());
    let mut anchor = (fen::START.to_owned(), 0);
    for (index, mv) in ["h2h9", "i9h9", "b2b4"].iter().enumerate() {
        game.play(Ranks::FromZero.parse(mv).unwrap()).unwrap();
        if index < 2 {
            anchor = (fen::write(game.position()), index + 1);
        }
    }
    let turn = Turn { start: fen::START, game: &game, anchor: (&anchor.0, anchor.1), clocks, draw_offered: false };
    let expected = Ranks::FromZero.parse("a9a8").unwrap();
    assert_eq!(
        text::position(Uci, Ranks::FromZero, &turn, Some(expected)),
        "position startpos moves h2h9 i9h9 b2b4 a9a8"
    );
    assert_eq!(text::position(Uci, Ranks::FromOne, &turn, None), "position startpos moves h3h10 i10h10 b3b5");
    let ucci = text::position(Ucci, Ranks::FromZero, &turn, None);
    assert_eq!(ucci, "position fen rnbakabr1/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C7/9/RNBAKABNR w - - 0 2 moves b2b4");
}

fn told(line: &str) -> Told {
    let mut told = Told::default();
    text::read_info(line, &mut told);
    told
}

#[test]
fn info_lines() {
    let plain = told("info depth 12 seldepth 20 multipv 1 score cp -35 nodes 900 nps 9 time 7 pv h2e2 score");
    assert_eq!(plain, Told { score: Some(Score::Cp(-35)), depth: Some(12), nodes: Some(900) });
    assert_eq!(told("info depth 4   score mate -3  wdl 0 0 1000 pv a0a1").score, Some(Score::Mate(-3)));
    assert_eq!(told("info depth 4 score 77 pv a0a1").score, Some(Score::Cp(77)));
    for line in [
        "info depth 9 score cp 500 lowerbound nodes 5 pv a0a1",
        "info depth 9 score mate 10 upperbound pv a0a1",
        "info depth 9 multipv 2 score cp 5 pv a0a1",
        "info string depth 9 score cp 5",
        "info message depth 9 score 5",
        "info depth 9 score cp x",
        "info",
        "info score",
    ] {
        assert_eq!((told(line).score, told(line).depth), (None, None), "{line}");
    }
    let mut told = plain;
    text::read_info("info depth 13 score cp 900 lowerbound nodes 1000 pv h2e2", &mut told);
    assert_eq!(told, Told { nodes: Some(1000), ..plain });
}

#[test]
fn best_moves() {
    let read = |dialect, line| text::read_best_move(dialect, Ranks::FromZero, line);
    let mv = |text| Ranks::FromZero.parse(text).unwrap();
    let found = read(Uci, "bestmove h2e2  ponder h9g7").unwrap();
    assert_eq!((found.answer, found.ponder, found.draw), (Answer::Move(mv("h2e2")), Some(mv("h9g7")), false));
    let found = read(Ucci, "bestmove h2e2 ponder h9g7 draw").unwrap();
    assert!(found.draw && found.ponder.is_some());
    assert!(!read(Uci, "bestmove h2e2 draw").unwrap().draw, "UCI knows no draw offers");
    assert_eq!(read(Ucci, "bestmove h2e2 resign").unwrap().answer, Answer::Resign);
    assert_eq!(read(Uci, "bestmove a10a9").unwrap().answer, Answer::Move(mv("a9a8")));
    for (line, text) in [("nobestmove", "nobestmove"), ("bestmove (none)", "(none)"), ("bestmove", "")] {
        assert_eq!(read(Uci, line).unwrap().answer, Answer::Nothing(text.to_owned()));
    }
    assert_eq!(read(Uci, "bestmove h2h2").unwrap().answer, Answer::Unreadable("h2h2".to_owned()));
    assert_eq!(read(Uci, "info depth 1"), None);
    assert_eq!(read(Uci, ""), None);
}

#[test]
fn announcements() {
    let mut uci = Announced::default();
    for line in [
        "id name Some Engine 3",
        "option name UCI_Variant type combo default xiangqi var xiangqi",
        "option name Skill Level type spin default 1 min 0 max 2",
    ] {
        uci.add(Uci, line);
    }
    assert_eq!(uci.name.as_deref(), Some("Some Engine 3"));
    assert!(uci.has("skill level") && !uci.has("skill") && !uci.many_games);
    uci.add(Uci, "option name UCI_Variant type combo default chess var chess var xiangqi");
    assert!(uci.many_games);
    let mut ucci = Announced::default();
    ucci.add(Ucci, "option usemillisec type check default false");
    assert!(ucci.has("usemillisec"));
}
