//! The search as its callers see it: limits, reports, threads, repeatability.

use chuhe::board::{Color, Move};
use chuhe::notation::{fen, iccs::Ranks};
use chuhe::rules::{Game, Rules};
use chuhe::search::{Bound, Event, Info, Limits, Pool, Report, Score, Settings};
use crossbeam_channel::{Receiver, unbounded};
use std::time::{Duration, Instant};

fn start(pool: &mut Pool, game: &Game, settings: &Settings, limits: Limits) -> Receiver<Event> {
    let (sender, receiver) = unbounded();
    pool.start(game, settings, limits, Box::new(move |event| drop(sender.send(event))));
    receiver
}

/// Searches to the end and checks what every search must keep to.
fn search(pool: &mut Pool, game: &Game, settings: &Settings, limits: Limits) -> (Vec<Info>, Report) {
    collect(game, &start(pool, game, settings, limits))
}

fn collect(game: &Game, events: &Receiver<Event>) -> (Vec<Info>, Report) {
    let (mut infos, mut report) = (Vec::new(), None);
    for event in events {
        assert!(report.is_none(), "nothing follows the report");
        match event {
            Event::Info(info) => infos.push(info),
            Event::Finished(last) => report = Some(last),
            Event::CurrentMove { .. } | Event::Note(_) => {}
        }
    }
    let report = report.expect("a search ends with a report");
    for info in &infos {
        let mut line = game.clone();
        assert!(!info.pv.is_empty());
        for &mv in &info.pv {
            line.play(mv).unwrap_or_else(|error| panic!("{error} in {:?}", info.pv));
        }
    }
    if let Some(last) = infos.last() {
        assert_eq!((last.bound, last.multipv), (Bound::Exact, 1));
        assert_eq!(Some(last.pv[0]), report.best);
        assert_eq!(last.score, report.score);
    }
    (infos, report)
}

fn game(text: &str, moves: &str) -> Game {
    let mut game = Game::new(fen::parse(text).unwrap());
    for mv in moves.split_whitespace() {
        game.play(mv_of(mv)).unwrap();
    }
    game
}

fn mv_of(text: &str) -> Move {
    Ranks::FromZero.parse(text).unwrap()
}

fn nodes(nodes: u64) -> Limits {
    Limits { nodes: Some(nodes), ..Limits::default() }
}

fn depth(depth: u32) -> Limits {
    Limits { depth: Some(depth), ..Limits::default() }
}

#[test]
fn a_new_game_searched_to_the_same_nodes_repeats_exactly() {
    let game = game(fen::START, "h2e2 h9g7");
    let settings = Settings::default();
    let mut pool = Pool::default();
    let mut seen: Option<(Vec<_>, Report)> = None;
    for _ in 0..3 {
        pool.clear();
        let (infos, report) = search(&mut pool, &game, &settings, nodes(20_000));
        let lines: Vec<_> = infos.into_iter().map(|info| (info.depth, info.score, info.nodes, info.pv)).collect();
        let now = (lines, Report { time: Duration::ZERO, ..report });
        assert!(now.1.nodes >= 20_000 && now.1.nodes < 20_600, "{}", now.1.nodes);
        assert_eq!(seen.get_or_insert_with(|| now.clone()), &now);
        // Something else in between must not matter.
        search(&mut pool, &Game::new(fen::start()), &settings, nodes(5_000));
    }
}

#[test]
fn any_number_of_threads_finds_the_mate() {
    // Red mates in four half-moves' time whatever Black does.
    let game = game("3k5/4P4/9/9/8R/9/9/9/9/4K4 w", "");
    for threads in [1, 2, 8, 3] {
        let settings = Settings { threads, ..Settings::default() };
        let (_, report) = search(&mut Pool::default(), &game, &settings, depth(8));
        assert!(matches!(report.score, Score::Mate(1..=2)), "{threads} threads: {report:?}");
    }
}

#[test]
fn mate_and_stalemate_are_lost() {
    for (name, text) in [("mate", "R2k5/R8/9/9/9/9/9/9/9/4K4 b"), ("stalemate (困毙)", "3k5/R8/9/9/9/9/9/9/9/4K4 b")]
    {
        let over = game(text, "");
        let (infos, report) = search(&mut Pool::default(), &over, &Settings::default(), depth(6));
        assert!(infos.is_empty());
        assert_eq!((report.best, report.score), (None, Score::Mate(0)), "{name}");
    }
    // Red to move stalemates at once.
    let before = game("3k5/9/R8/9/9/9/9/9/9/4K4 w", "");
    let (_, report) = search(&mut Pool::default(), &before, &Settings::default(), depth(4));
    assert_eq!(report.score, Score::Mate(1));
}

#[test]
fn mate_and_stalemate_come_before_the_natural_limit() {
    for text in ["3k5/9/R8/9/9/9/9/9/9/4K4 w - - 119 60", "3k5/R8/9/9/9/9/9/9/R8/4K4 w - - 119 60"] {
        let (_, report) = search(&mut Pool::default(), &game(text, ""), &Settings::default(), depth(4));
        assert_eq!(report.score, Score::Mate(1), "{text}");
    }
}

#[test]
fn the_largest_counters_are_survived() {
    let game = game("4k4/9/9/4P4/9/9/9/9/9/3K5 w - - 65535 65535", "");
    for natural_limit in [Some(60), Some(9_999), None] {
        let rules = Rules { natural_limit, ..Rules::default() };
        let settings = Settings { rules, ..Settings::default() };
        assert!(search(&mut Pool::default(), &game, &settings, depth(4)).1.best.is_some());
    }
}

#[test]
fn perpetual_check_is_not_a_way_out_but_a_loss_by_the_rules() {
    // Black, far behind, can only check for ever with its rook; the rules forbid it.
    let game = game("3k5/9/9/9/4R4/9/9/9/9/5K3 w", "e5d5 d9e9 d5e5 e9d9 e5d5 d9e9 d5e5");
    assert_eq!(game.position().side(), Color::Black);
    let (infos, report) = search(&mut Pool::default(), &game, &Settings::default(), depth(6));
    // Stepping back is the third occurrence: Red has checked on every move and loses at once.
    assert_eq!(report.best, Some(mv_of("e9d9")));
    assert_eq!(report.score, Score::Rule(19_999), "{infos:?}");
}

#[test]
fn wanted_and_banned_moves_are_obeyed() {
    let game = Game::new(fen::start());
    let mut pool = Pool::default();
    let wanted = [mv_of("a0a1"), mv_of("i0i2")];
    let limits = Limits { search_moves: wanted.to_vec(), ..depth(5) };
    let (infos, report) = search(&mut pool, &game, &Settings::default(), limits);
    assert!(wanted.contains(&report.best.unwrap()));
    assert!(infos.iter().all(|info| wanted.contains(&info.pv[0])));
    let (_, free) = search(&mut pool, &game, &Settings::default(), depth(5));
    let banned = free.best.unwrap();
    let limits = Limits { banned_moves: vec![banned], ..depth(5) };
    let (_, report) = search(&mut pool, &game, &Settings::default(), limits);
    assert_ne!(report.best, Some(banned));
}

#[test]
fn several_lines_are_different_and_in_order() {
    let settings = Settings { multi_pv: 5, ..Settings::default() };
    let (infos, _) = search(&mut Pool::default(), &Game::new(fen::start()), &settings, depth(6));
    let last: Vec<&Info> = infos.iter().filter(|info| info.depth == 6).take(5).collect();
    let ranks: Vec<usize> = last.iter().map(|info| info.multipv).collect();
    assert_eq!(ranks, [1, 2, 3, 4, 5]);
    for pair in last.windows(2) {
        let [Score::Cp(better), Score::Cp(worse)] = [pair[0].score, pair[1].score] else { panic!("{pair:?}") };
        assert!(better >= worse);
        assert_ne!(pair[0].pv[0], pair[1].pv[0]);
    }
}

#[test]
fn endless_searches_wait_for_permission() {
    let mut pool = Pool::default();
    for (name, limits) in [
        ("infinite", Limits { infinite: true, depth: Some(2), ..Limits::default() }),
        ("infinite with nodes", Limits { infinite: true, ..nodes(100) }),
        ("ponder", Limits { ponder: true, depth: Some(2), ..Limits::default() }),
        ("ponder with time", Limits { ponder: true, move_time: Some(Duration::from_millis(1)), ..Limits::default() }),
    ] {
        let game = Game::new(fen::start());
        let events = start(&mut pool, &game, &Settings::default(), limits);
        let early = Instant::now();
        while early.elapsed() < Duration::from_millis(60) {
            if let Ok(event) = events.recv_timeout(Duration::from_millis(5)) {
                assert!(!matches!(event, Event::Finished(_)), "{name}: answered without permission");
            }
        }
        if name.starts_with("ponder") {
            pool.ponder_hit();
        } else {
            pool.stop();
        }
        assert!(collect(&game, &events).1.best.is_some(), "{name}");
    }
}

#[test]
fn the_first_of_several_limits_ends_the_search() {
    let game = Game::new(fen::start());
    let mut pool = Pool::default();
    let long = Duration::from_secs(1_000);
    let (infos, _) = search(&mut pool, &game, &Settings::default(), Limits { move_time: Some(long), ..depth(3) });
    assert_eq!(infos.last().map(|info| info.depth), Some(3));
    let limits = Limits { nodes: Some(3_000), clock: [Some(long), Some(long)], ..Limits::default() };
    let (_, report) = search(&mut pool, &game, &Settings::default(), limits);
    assert!(report.nodes < 4_000);
    let mate = game_with_mate();
    let limits = Limits { mate: Some(5), ..Limits::default() };
    let (_, report) = search(&mut pool, &mate, &Settings::default(), limits);
    assert!(matches!(report.score, Score::Mate(1..=5)));
    let limits = Limits { move_time: Some(long), ..Limits::default() };
    let (_, report) = search(&mut pool, &mate, &Settings::default(), limits);
    assert!(matches!(report.score, Score::Mate(1..)), "a proved mate ends the search early");
}

fn game_with_mate() -> Game {
    game("3k5/4P4/9/9/8R/9/9/9/9/4K4 w", "")
}

#[test]
fn node_time_stands_for_the_clock() {
    let settings = Settings { nodes_time: 10, ..Settings::default() };
    let second = Some(Duration::from_secs(60));
    let limits = Limits { clock: [second, second], ..Limits::default() };
    let mut pool = Pool::default();
    let game = Game::new(fen::start());
    let (_, first) = search(&mut pool, &game, &settings, limits.clone());
    pool.clear();
    let (_, second) = search(&mut pool, &game, &settings, limits);
    // 60 s at ten nodes a millisecond: a few ten thousand nodes, the same each time.
    assert!(first.nodes > 2_000 && first.nodes < 200_000, "{}", first.nodes);
    assert_eq!(first.nodes, second.nodes);
}

#[test]
fn the_weakest_level_plays_legal_moves_and_not_always_the_best() {
    let settings = Settings { skill: 0.0, ..Settings::default() };
    let mut pool = Pool::default();
    let mut missed = 0;
    for moves in ["", "h2e2", "h2e2 h9g7", "b0c2", "c3c4 g6g5", "g0e2", "h0g2 c6c5", "h2e2 b7e7"] {
        let game = game(fen::START, moves);
        pool.clear();
        let (_, weak) = search(&mut pool, &game, &settings, depth(4));
        assert!(game.position().legal_moves().contains(&weak.best.unwrap()));
        pool.clear();
        let (_, strong) = search(&mut pool, &game, &Settings { multi_pv: 4, ..Settings::default() }, depth(4));
        missed += usize::from(weak.best != strong.best);
    }
    assert!(missed > 0);
}

/// Starts and stops as fast as it can; every search must answer once.
fn start_stop_cycles(cycles: usize) {
    let game = game(fen::START, "h2e2");
    for threads in [1, 2] {
        let settings = Settings { threads, ..Settings::default() };
        let mut pool = Pool::default();
        for cycle in 0..cycles / 2 {
            let events = start(&mut pool, &game, &settings, Limits { infinite: true, ..Limits::default() });
            if cycle % 3 == 0 {
                std::thread::yield_now();
            }
            pool.stop();
            if cycle % 5 == 0 {
                pool.stop();
            }
            let finished = events.iter().filter(|event| matches!(event, Event::Finished(_))).count();
            assert_eq!(finished, 1, "cycle {cycle}");
        }
    }
}

#[test]
fn start_and_stop_in_quick_succession() {
    start_stop_cycles(400);
}

#[test]
#[ignore = "10 000 cycles take a minute: run by hand"]
fn start_and_stop_ten_thousand_times() {
    start_stop_cycles(10_000);
}
