//! Chuhe against itself, with debug assertions on: every move is legal, every line can be played, and
//! every game ends or goes on to the last half-move asked for.

use chuhe::board::Position;
use chuhe::engine::Engine;
use chuhe::notation::fen;
use chuhe::rules::{Game, Rules};
use chuhe::search::{Bound, Event, Info, Limits, Report, Settings};
use crossbeam_channel::unbounded;
use std::time::Duration;

/// Longest game, in half-moves.
const LENGTH: usize = 300;

/// Nobody waits longer than this for a search of a few nodes.
const STALL: Duration = Duration::from_secs(60);

/// Searches and gives the lines told and the end.
fn search(engine: &mut Engine, limits: Limits) -> (Vec<Info>, Report) {
    let (sender, receiver) = unbounded();
    engine.go(limits, move |event| drop(sender.send(event)));
    let mut lines = Vec::new();
    loop {
        match receiver.recv_timeout(STALL).expect("a search ends") {
            Event::Info(info) => lines.push(info),
            Event::Finished(report) => return (lines, report),
            Event::CurrentMove { .. } | Event::Note(_) => {}
        }
    }
}

/// What a search told has to hold in the position it was about.
fn examine(pos: &Position, lines: &[Info], report: &Report) {
    let name = fen::write(pos);
    for info in lines {
        assert!(!info.pv.is_empty(), "an empty line in {name}");
        let mut pos = pos.clone();
        for &mv in &info.pv {
            assert!(pos.legal_moves().contains(&mv), "{mv} of {:?} in {name}", info.pv);
            let _ = pos.make(mv, &mut ());
        }
        let wdl = info.wdl;
        assert_eq!(wdl.win + wdl.draw + wdl.loss, 1000, "{name}");
    }
    let best = report.best.unwrap_or_else(|| panic!("no move in {name}"));
    assert!(pos.legal_moves().contains(&best), "{best} in {name}");
    if let Some(ponder) = report.ponder {
        let mut next = pos.clone();
        let _ = next.make(best, &mut ());
        assert!(next.legal_moves().contains(&ponder), "{best} {ponder} in {name}");
    }
    if let Some(last) = lines.iter().rfind(|info| info.multipv == 1) {
        assert_eq!((last.bound, last.pv.first()), (Bound::Exact, Some(&best)), "the last line in {name}");
    }
}

/// Plays one game and gives its length.
fn play(start: &str, nodes: u64) -> usize {
    let mut engine = Engine::new();
    let mut game = Game::new(fen::parse(start).unwrap());
    engine.new_game();
    while game.moves().len() < LENGTH {
        let over = game.position().legal_moves().is_empty() || game.ruling(&Rules::default()).is_some();
        if over {
            break;
        }
        engine.set_game(game.clone());
        let (lines, report) = search(&mut engine, Limits { nodes: Some(nodes), ..Limits::default() });
        examine(game.position(), &lines, &report);
        game.play(report.best.unwrap()).unwrap();
    }
    engine.wait();
    game.moves().len()
}

#[test]
fn a_game_from_the_start() {
    assert!(play(fen::START, 400) > 10);
}

#[test]
fn games_from_odd_positions() {
    for start in [
        // Checked at once, by two pieces.
        "4kcP1N/8n/3rb4/9/9/9/9/3p1A3/4K4/5CB2 w",
        // Mate in one for either side to find.
        "3k5/9/9/9/9/9/9/1r7/r8/5K3 b",
        // A few pieces, near the natural limit.
        "4k4/4a4/4b4/9/9/8N/9/9/4A4/3K5 w - - 110 90",
        // Nothing but kings and pawns.
        "3k5/9/9/9/P3P3P/p3p3p/9/9/9/5K3 b",
        // All that a set has, in each other's camp.
        "1P1akab1R/1P1P1P2R/4b4/2N3N2/1C5C1/1c5c1/2n3n2/4B4/1p1p1p2r/1p1AKAB1r w",
        // One legal move at a time: perpetual check.
        "3k5/R8/9/9/9/9/9/9/9/4K4 w",
    ] {
        play(start, 200);
    }
}

#[test]
#[ignore = "takes a minute with debug assertions: run by hand"]
fn many_games() {
    let mut random = crate::random::Random::new(4);
    for _ in 0..300 {
        let pos = crate::random::scatter(&mut random);
        play(&fen::write(&pos), 2_000);
    }
}

/// No legal move: no best move, and the search ends all the same.
#[test]
fn a_finished_game_has_no_best_move() {
    for text in ["3k5/9/9/9/9/9/9/9/r8/r3K4 w", "4k4/9/9/9/9/9/9/9/4p4/3K5 w"] {
        let mut engine = Engine::new();
        engine.set_game(Game::new(fen::parse(text).unwrap()));
        let (_, report) = search(&mut engine, Limits { depth: Some(5), ..Limits::default() });
        assert_eq!(report.best, None, "{text}");
        assert_eq!(report.score, chuhe::search::Score::Mate(0), "{text}");
    }
}

/// The bench is what its number says: the same work every time.
#[test]
fn the_bench_repeats() {
    let nodes = || chuhe::bench::run(&Settings::default(), 3, |_, _| {}).nodes;
    assert_eq!(nodes(), nodes());
}
