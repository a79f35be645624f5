//! The evaluation: its symmetries, its incremental part, and what any player would agree to.

use chuhe::board::{Move, Position, Undo};
use chuhe::eval::{Evaluation, Evaluator, Explanation, MAX, WinRate, explain};
use chuhe::notation::fen;
use chuhe::rules::is_dead;

fn value(text: &str) -> i32 {
    evaluate(&fen::parse(text).unwrap())
}

fn evaluate(pos: &Position) -> i32 {
    Evaluator::new(pos, &Evaluation::Hand).evaluate(pos)
}

/// A small generator of random numbers, so that failures repeat.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize) % limit
    }
}

/// Plays random games from the perft positions and calls `visit` on each position with the evaluator
/// that followed.
fn wander(seed: u64, length: usize, mut visit: impl FnMut(&Position, &mut Evaluator)) {
    let mut random = Random(seed);
    for line in include_str!("data/perft.txt").lines().filter(|line| !line.starts_with('#')) {
        let mut pos = fen::parse(line.split(';').next().unwrap().trim()).unwrap();
        let mut evaluator = Evaluator::new(&pos, &Evaluation::Hand);
        for _ in 0..length {
            let moves = pos.legal_moves();
            if moves.is_empty() {
                break;
            }
            let _ = pos.make(moves[random.below(moves.len())], &mut evaluator);
            visit(&pos, &mut evaluator);
        }
    }
}

#[test]
fn colours_and_sides_are_treated_alike() {
    let mut seen = 0;
    for seed in 0..4 {
        wander(seed, 120, |pos, evaluator| {
            let value = evaluator.evaluate(pos);
            assert!(value.abs() <= MAX);
            assert_eq!(value, evaluate(&pos.flipped()), "flipped {}", fen::write(pos));
            assert_eq!(value, evaluate(&pos.mirrored()), "mirrored {}", fen::write(pos));
            seen += 1;
        });
    }
    assert!(seen > 10_000, "only {seen} positions");
}

#[test]
fn following_moves_is_the_same_as_starting_anew() {
    for seed in 10..14 {
        wander(seed, 120, |pos, evaluator| {
            assert_eq!(evaluator.evaluate(pos), evaluate(pos), "{}", fen::write(pos));
        });
    }
}

#[test]
fn taking_moves_back_restores_the_value() {
    let mut random = Random(99);
    let mut pos = fen::start();
    let mut evaluator = Evaluator::new(&pos, &Evaluation::Hand);
    let mut line: Vec<(Move, Undo, i32)> = Vec::new();
    for _ in 0..20_000 {
        let moves = pos.legal_moves();
        if moves.is_empty() || line.len() > 300 || !line.is_empty() && random.below(5) < 2 {
            let (mv, undo, before) = line.pop().unwrap();
            pos.unmake(mv, undo);
            evaluator.pop();
            assert_eq!(evaluator.evaluate(&pos), before);
        } else {
            let mv = moves[random.below(moves.len())];
            let before = evaluator.evaluate(&pos);
            line.push((mv, pos.make(mv, &mut evaluator), before));
        }
    }
}

#[test]
fn passing_changes_nothing_but_the_right_to_move() {
    wander(5, 60, |pos, evaluator| {
        if !pos.in_check() {
            let mut passed = pos.clone();
            let undo = passed.make_null();
            let tempo = evaluator.evaluate(pos) + evaluator.evaluate(&passed);
            assert!((20..=30).contains(&tempo), "{tempo} {}", fen::write(pos));
            passed.unmake_null(undo);
        }
    });
}

#[test]
fn the_start_is_level() {
    assert!((1..=30).contains(&evaluate(&fen::start())));
}

#[test]
fn extra_pieces_are_worth_what_they_are_worth() {
    // The start position without one of Black's pieces, Red to move.
    for (text, least, most) in [
        ("rnbakab1r/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w", 300, 480),
        ("rnbakabnr/9/1c7/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w", 370, 520),
        ("rnbakabn1/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w", 800, 1050),
        ("rnb1kabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w", 130, 320),
        ("rnbaka1nr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w", 130, 320),
        ("rnbakabnr/9/1c5c1/p3p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w", 30, 130),
    ] {
        let found = value(text);
        assert!((least..=most).contains(&found), "{found} {text}");
    }
}

#[test]
fn what_cannot_be_won_is_near_zero() {
    for text in [
        // Rook against all guards, and guards with a cannon or a horse.
        "3ak1b2/4a4/4b4/9/9/9/8r/4B4/4A4/2B1KA3 b",
        "2bak4/4a4/4b4/9/9/9/9/4B4/4R4/4K4 w",
        "3ak1b2/4a4/4b4/2c6/9/9/8R/4B4/4A4/2B1KA3 w",
        // Two pawns, horse and pawn, cannon and pawn against all guards.
        "3ak1b2/4a4/2P1b1P2/9/9/9/9/9/9/4K4 w",
        "3ak1b2/4a4/2P1b4/9/5N3/9/9/9/9/4K4 w",
        // A horse against two guards, a cannon without a screen, a sunk pawn, guards alone.
        "3aka3/9/9/9/9/5N3/9/9/9/3K5 w",
        "3k5/9/9/9/9/5C3/9/9/9/4K4 w",
        "P3k4/9/9/9/9/9/9/9/9/3K5 w",
        "4k4/9/9/9/9/9/5p3/4B4/4A4/2BAK4 b",
    ] {
        let found = value(text);
        assert!((-20..130).contains(&found), "{found} {text}");
    }
}

#[test]
fn what_is_won_looks_won() {
    for text in [
        // Rook, horse and pawn against rook and all guards; rook against three guards; rook and pawn,
        // two horses, horse and cannon against all guards; a high pawn against the bare king.
        "4kae2/4a4/4e4/9/PR7/9/3H4P/9/9/2E1K1r2 w",
        "3aka3/9/4b4/9/9/9/8R/9/4A4/4KA3 w",
        "3ak1b2/4a4/4b4/2P6/9/8R/9/9/9/4K4 w",
        "3ak1b2/4a4/4b4/9/2N3N2/9/9/9/9/4K4 w",
        "3ak1b2/4a4/4b4/9/2N6/9/9/9/4A1C2/4KA3 w",
    ] {
        let found = value(text);
        assert!(found > 200, "{found} {text}");
    }
}

#[test]
fn patterns_are_known() {
    // (with, without): a hollow cannon against one behind a pawn; a developed against a cornered rook;
    // a free against a hobbled horse; linked against separate pawns; a horse in its palace's heart.
    for (better, worse) in [
        (
            "rnbakabnr/9/1c5c1/p1p3p1p/9/4C4/P1P1P1P1P/7C1/9/RNBAKABNR b",
            "rnbakabnr/9/1c5c1/p1p3p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR b",
        ),
        (
            "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/3R5/1NBAKABNR b",
            "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR b",
        ),
        (
            "rnbakabnr/9/1c5c1/p1p1p1p1p/9/2P6/P3P1P1P/1CN4C1/9/R1BAKABNR b",
            "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1CN4C1/9/R1BAKABNR b",
        ),
        ("3aka3/9/9/2PP5/9/9/9/9/4A4/4KA3 b", "3aka3/9/9/2P2P3/9/9/9/9/4A4/4KA3 b"),
        (
            "r1bakabnr/9/1cn4c1/p1p1p1p1p/9/9/P1P1P1P1P/1C4NC1/9/RNBAKAB1R b",
            "r1bakabnr/9/1cn4c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/4N4/RNBAKAB1R b",
        ),
    ] {
        assert!(value(better) < value(worse), "{better} {} {}", value(better), value(worse));
    }
}

#[test]
fn first_moves_are_sensible() {
    let mut pos = fen::start();
    let mut evaluator = Evaluator::new(&pos, &Evaluation::Hand);
    let mut moves: Vec<(i32, String)> = Vec::new();
    for mv in pos.legal_moves() {
        let undo = pos.make(mv, &mut evaluator);
        moves.push((-evaluator.evaluate(&pos), mv.to_string()));
        pos.unmake(mv, undo);
        evaluator.pop();
    }
    moves.sort();
    moves.reverse();
    let rank = |mv: &str| moves.iter().position(|(_, text)| text == mv).unwrap();
    // Developing beats moving at the edge, going to the palace's heart and wandering with the king.
    for good in ["h2e2", "b2e2", "h0g2", "b0c2"] {
        assert!(rank(good) < 10, "{good} in {moves:?}");
        for bad in ["b0a2", "a3a4", "e0e1", "d0e1"] {
            assert!(rank(good) < rank(bad), "{good} {bad} in {moves:?}");
        }
    }
}

#[test]
fn explanations_add_up() {
    wander(21, 40, |pos, _| {
        let explanation = explain(pos, &Evaluation::Hand);
        let text = explanation.to_string();
        let Explanation::Hand(explanation) = explanation else { unreachable!("the hand-made one was asked for") };
        if pos.in_check() {
            assert!(explanation.value.is_none());
            assert!(text.ends_with("Final evaluation: none (in check)\n"), "{text}");
            return;
        }
        let value = evaluate(pos);
        assert_eq!(explanation.value, Some(value));
        assert!(
            text.contains(&format!("cp {} for the side to move", WinRate::FITTED.told(value, pos.occupied().count()))),
            "{text}"
        );
        // The table's sum lies around the value, which is a mixture of its two columns.
        if explanation.winning_share == 64 {
            let total = |half: fn((i32, i32)) -> i32| -> i32 {
                explanation.terms.iter().map(|term| half(term.red) - half(term.black)).sum()
            };
            let (midgame, endgame) = (total(|pair| pair.0), total(|pair| pair.1));
            let red = if pos.side() == chuhe::board::Color::Red { value } else { -value };
            let range = midgame.min(endgame) - 30..=midgame.max(endgame) + 30;
            assert!(range.contains(&red), "{red} not in {range:?}: {}", fen::write(pos));
        }
        assert_eq!(explanation.pieces.len(), pos.occupied().count());
        assert!(!is_dead(pos) || value.abs() <= 30);
    });
}
