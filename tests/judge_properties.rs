//! What holds for every ruling: it does not depend on colours, on left and right, or on where a cycle
//! begins; and it comes in bounded time.

use crate::judge_cases::{cases, verdict, verdict_by};
use crate::loops::random_loops;
use chuhe::board::{Move, Position};
use chuhe::notation::fen;
use chuhe::rules::RuleSet;
use chuhe::rules::adjudicate::Verdict;
use std::time::{Duration, Instant};

/// The verdict with sides exchanged.
fn exchanged(verdict: Verdict) -> Verdict {
    match verdict {
        Verdict::MustChange(side) => Verdict::MustChange(!side),
        Verdict::Loses(side) => Verdict::Loses(!side),
        other => other,
    }
}

fn flipped(moves: &[Move]) -> Vec<Move> {
    moves.iter().map(|mv| Move::new(mv.from().flip_ranks(), mv.to().flip_ranks())).collect()
}

fn mirrored(moves: &[Move]) -> Vec<Move> {
    moves.iter().map(|mv| Move::new(mv.from().mirror(), mv.to().mirror())).collect()
}

/// Judges a game in its four reflections by every rule set.
fn check_reflections(name: &str, start: &Position, moves: &[Move]) {
    for set in RuleSet::ALL {
        let expected = verdict_by(set, start, moves);
        let by = |start: &Position, moves: &[Move]| verdict_by(set, start, moves);
        assert_eq!(by(&start.mirrored(), &mirrored(moves)), expected, "{name} by {set}, mirrored");
        assert_eq!(by(&start.flipped(), &flipped(moves)), exchanged(expected), "{name} by {set}, colours exchanged");
    }
}

#[test]
fn colours_and_sides_of_the_board_make_no_difference() {
    for case in cases() {
        check_reflections(&case.id, &case.start, &case.moves);
    }
}

#[test]
fn a_cycle_may_begin_anywhere() {
    for case in cases().into_iter().filter(|case| case.disputed.is_none()) {
        let mut pos = case.start.clone();
        for &mv in &case.moves[..case.setup] {
            let _ = pos.make(mv, &mut ());
        }
        let mut cycle = case.moves[case.setup..case.setup + case.cycle].to_vec();
        let expected = verdict(&pos, &cycle.repeat(4));
        for rotated in 1..case.cycle {
            let _ = pos.make(cycle[0], &mut ());
            cycle.rotate_left(1);
            assert_eq!(verdict(&pos, &cycle.repeat(4)), expected, "{} begun {rotated} half-moves later", case.id);
        }
    }
}

/// Judges loops by the rules of 2007 and tells the median and the longest time.
fn time_loops(count: usize) -> (Duration, Duration, String) {
    let mut times = Vec::with_capacity(count);
    random_loops(count, |start, cycle| {
        let moves = cycle.repeat(2);
        let begin = Instant::now();
        let found = verdict(start, &moves);
        let time = begin.elapsed();
        assert_ne!(found, Verdict::None, "{} {cycle:?}", fen::write(start));
        times.push((time, format!("{} {cycle:?}", fen::write(start))));
    });
    times.sort();
    let (slowest, place) = times.last().unwrap().clone();
    (times[times.len() / 2].0, slowest, place)
}

#[test]
fn rulings_on_random_loops_come_soon() {
    let (median, slowest, place) = time_loops(200);
    println!("200 loops: median {median:?}, slowest {slowest:?}: {place}");
    // Generous, because the machine may be busy: the bounds on the searches are what is tested.
    assert!(median < Duration::from_millis(100), "{median:?}");
    assert!(slowest < Duration::from_secs(20), "{slowest:?}: {place}");
}

#[test]
#[ignore = "long: 10 000 loops; prints the median and the slowest ruling"]
fn rulings_on_ten_thousand_random_loops_come_soon() {
    let (median, slowest, place) = time_loops(10_000);
    println!("10 000 loops: median {median:?}, slowest {slowest:?}: {place}");
    assert!(slowest < Duration::from_secs(20), "{slowest:?}: {place}");
}

#[test]
fn random_loops_are_ruled_on_alike_in_all_reflections() {
    random_loops(40, |start, cycle| check_reflections(&fen::write(start), start, &cycle.repeat(3)));
}

#[test]
fn equal_cycles_are_drawn_and_only_banned_ones_lose() {
    let mut seen = [0; 3];
    random_loops(200, |start, cycle| match verdict(start, &cycle.repeat(2)) {
        Verdict::Draw => seen[0] += 1,
        Verdict::MustChange(side) => {
            seen[1] += 1;
            // One more cycle makes it a loss.
            assert_eq!(verdict(start, &cycle.repeat(3)), Verdict::Loses(side), "{} {cycle:?}", fen::write(start));
        }
        Verdict::Loses(side) => {
            seen[2] += 1;
            // At once means by perpetual check.
            let mut pos = start.clone();
            for &mv in cycle {
                assert!(pos.side() != side || pos.gives_check(mv), "{} {cycle:?}", fen::write(start));
                let _ = pos.make(mv, &mut ());
            }
        }
        Verdict::None => panic!("no verdict"),
    });
    assert!(seen.iter().all(|&count| count > 0), "draws, orders, losses: {seen:?}");
}
