//! Repetition, the natural limit and dead material, by hand and against plain accounts of them.

use crate::random::Random;
use chuhe::board::{Color, Move, Position};
use chuhe::notation::fen;
use chuhe::notation::iccs::Ranks;
use chuhe::rules::{DrawReason, Game, History, Recurrence, Repetition, RuleSet, Rules, Ruling};

const REPETITION: Option<Ruling> = Some(Ruling::Draw(DrawReason::Repetition));

fn moves(text: &str) -> Vec<Move> {
    text.split_whitespace().map(|mv| Ranks::FromZero.parse(mv).unwrap()).collect()
}

fn game(text: &str) -> Game {
    Game::new(fen::parse(text).unwrap())
}

/// Rules under which only perpetual check matters where there is nothing to chase.
fn rules(natural_limit: Option<u16>) -> Rules {
    Rules { repetition: Repetition { set: RuleSet::Asian, fold: 3 }, natural_limit }
}

fn judge(game: &Game) -> Option<Ruling> {
    game.ruling(&rules(Some(60)))
}

/// Plays the cycle over and over; the ruling has to come with its second end and not before.
fn second_end(text: &str, cycle: &str) -> Option<Ruling> {
    let mut game = game(text);
    for (number, mv) in moves(&cycle.repeat(2)).into_iter().enumerate() {
        assert_eq!(judge(&game), None, "before half-move {number} of {cycle}");
        game.play(mv).unwrap();
    }
    assert_eq!(game.history().occurrences(), 3, "{cycle}");
    judge(&game)
}

#[test]
fn the_third_occurrence_is_a_draw() {
    assert_eq!(second_end("3k5/9/9/9/9/9/9/9/9/R3K4 w", "a0a1 d9d8 a1a0 d8d9 "), REPETITION);
    assert_eq!(second_end(fen::START, "h0g2 h9g7 g2h0 g7h9 "), REPETITION);
    // A pawn that goes sideways comes back.
    assert_eq!(second_end("3k5/9/9/9/3P5/9/9/9/9/5K3 w", "d5e5 d9d8 e5d5 d8d9 "), REPETITION);
}

#[test]
fn who_always_checks_loses() {
    // The side to move is the one that checked, then the one that was checked.
    assert_eq!(second_end("3k5/R8/9/9/9/9/9/9/9/4K4 w", "a8a9 d9d8 a9a8 d8d9 "), Some(Ruling::Loss));
    assert_eq!(second_end("R2k5/9/9/9/9/9/9/9/9/4K4 b", "d9d8 a9a8 d8d9 a8a9 "), Some(Ruling::Win));
    // The same with colours exchanged.
    assert_eq!(second_end("4k4/9/9/9/9/9/9/9/r8/3K5 b", "a1a0 d0d1 a0a1 d1d0 "), Some(Ruling::Loss));
    assert_eq!(second_end("4k4/9/9/9/9/9/9/9/9/r2K5 w", "d0d1 a0a1 d1d0 a1a0 "), Some(Ruling::Win));
}

#[test]
fn one_move_without_check_makes_it_a_draw() {
    assert_eq!(second_end("3k5/9/R8/9/9/9/9/9/9/4K4 w", "a7a9 d9d8 a9a7 d8d9 "), REPETITION);
    // Checks throughout the last cycle, but not throughout the one before.
    let mut game = game("3k5/R8/9/9/9/9/9/9/9/4K4 w");
    for mv in moves("a8a7 d9d8 a7a8 d8d9 a8a9 d9d8 a9a8 d8d9") {
        assert_eq!(judge(&game), None);
        game.play(mv).unwrap();
    }
    assert_eq!(judge(&game), REPETITION);
}

#[test]
fn both_always_checking_is_a_draw() {
    let text = "3cka3/9/3a5/9/3C5/9/9/9/3KR4/9 b";
    let cycle = "d7e8 d5e5 e8d7 e5d5 ";
    let mut pos = fen::parse(text).unwrap();
    for mv in moves(cycle) {
        let _ = pos.make(mv, &mut ());
        assert!(pos.in_check(), "{mv} checks");
    }
    assert_eq!(second_end(text, cycle), REPETITION);
}

#[test]
fn inside_a_search_the_second_occurrence_is_enough() {
    let mut game = game("3k5/R8/9/9/9/9/9/9/9/4K4 w");
    let inside = Some(Recurrence { back: 4, in_tree: true });
    for mv in moves("a8a7 d9d8 a7a8 d8d9 a8a9 d9d8 a9a8 d8d9") {
        game.play(mv).unwrap();
        if game.moves().len() == 4 {
            // The first position again, for the second time.
            for (ply, expected) in [(0, None), (3, None), (4, inside), (9, inside)] {
                assert_eq!(game.history().recurrence(ply, 3), expected, "{ply} from the root");
            }
        }
    }
    // Now it is the third time, whatever the root is; the nearest cycle inside the search decides.
    let before = Some(Recurrence { back: 8, in_tree: false });
    for (ply, expected) in [(0, before), (3, before), (4, inside), (8, inside)] {
        assert_eq!(game.history().recurrence(ply, 3), expected, "{ply} from the root");
    }
    assert_eq!(game.history().recurrence(0, 4), None);
}

#[test]
fn captures_pawn_moves_and_passes_end_what_can_be_repeated() {
    let mut game = game("3k5/9/9/9/9/4P4/9/9/9/R3K4 w");
    for mv in moves("a0a1 d9d8 a1a0 d8d9") {
        game.play(mv).unwrap();
    }
    assert_eq!(game.history().occurrences(), 2);
    for mv in moves("e4e5 d9d8") {
        game.play(mv).unwrap();
        assert_eq!(game.history().occurrences(), 1);
    }

    let mut pos = fen::start();
    let mut history = History::new(&pos);
    for mv in moves("h0g2 h9g7 g2h0 g7h9") {
        let undo = pos.make(mv, &mut ());
        history.push(&pos, mv, &undo);
    }
    assert_eq!(history.occurrences(), 2);
    let undo = pos.make_null();
    history.push_null(&pos);
    pos.unmake_null(undo);
    let undo = pos.make_null();
    history.push_null(&pos);
    pos.unmake_null(undo);
    // Two passes lead to the same position, which does not count as a repetition of anything before.
    assert_eq!(history.occurrences(), 1);
    history.pop();
    history.pop();
    assert_eq!(history.occurrences(), 2);
}

#[test]
fn the_natural_limit_is_sixty_rounds() {
    let draw = Some(Ruling::Draw(DrawReason::NaturalLimit));
    let mut game = game("3k5/9/9/9/9/9/9/9/9/R3K4 w - - 118 80");
    for mv in moves("a0a2 d9d8") {
        assert_eq!(judge(&game), None);
        game.play(mv).unwrap();
    }
    assert_eq!(judge(&game), draw);
    let judge = |natural_limit| game.ruling(&rules(natural_limit));
    assert_eq!(judge(None), None);
    assert_eq!(judge(Some(61)), None);
    assert_eq!(judge(Some(40)), draw);
    // A capture starts anew.
    let mut game = self::game("3k5/9/9/9/p8/9/9/9/9/R3K4 w - - 119 80");
    game.play(moves("a0a5")[0]).unwrap();
    assert_eq!(game.history().counted(), 0);
}

#[test]
fn from_the_eleventh_on_checks_and_replies_do_not_count() {
    let mut game = game("3k5/R8/9/9/9/9/9/9/9/4K4 w");
    let cycle = moves("a8a9 d9d8 a9a8 d8d9");
    for (number, &mv) in (1..=60).zip(cycle.iter().cycle()) {
        game.play(mv).unwrap();
        assert_eq!(game.history().counted(), number.min(20), "after {number} half-moves");
        assert_eq!(game.history().checks(Color::Red), number.div_ceil(2));
    }
    for mv in moves("a8a7 d9d8") {
        game.play(mv).unwrap();
    }
    assert_eq!(game.history().counted(), 22, "other moves count again");
    assert_eq!(game.history().checks(Color::Black), 0);
}

#[test]
fn nothing_left_to_win_with() {
    let dead = Some(Ruling::Draw(DrawReason::DeadMaterial));
    assert_eq!(judge(&game("4k4/4a4/4b4/9/9/9/9/4B4/4A4/3K5 w")), dead);
    for piece in "RNCPrncp".chars() {
        assert_eq!(judge(&game(&format!("4k4/4a4/4b4/9/9/8{piece}/9/4B4/4A4/3K5 w"))), None, "{piece}");
    }
    let mut game = game("4k4/9/9/9/9/9/9/9/3p5/3K5 w");
    game.play(moves("d0d1")[0]).unwrap();
    assert_eq!(judge(&game), dead);
}

#[test]
fn an_illegal_move_changes_nothing() {
    let mut game = game(fen::START);
    game.play(moves("h2e2")[0]).unwrap();
    for text in ["h2e2", "a0a1", "e4e5", "h9h8", "a9a6"] {
        let error = game.play(moves(text)[0]).unwrap_err();
        assert_eq!(error.to_string(), format!("{text} is not legal"));
    }
    assert_eq!((game.moves().len(), game.position().side()), (1, Color::Black));
    game.play(moves("h9g7")[0]).unwrap();
}

/// One half-move of a game as the plain account sees it.
struct Step {
    /// Pieces and side before the move.
    before: String,
    checks: bool,
    takes: bool,
}

fn placement(pos: &Position) -> String {
    fen::write(pos).split(' ').take(2).collect::<Vec<_>>().join(" ")
}

/// Half-moves that count, told from the whole game at once.
fn plain_count(steps: &[Step]) -> usize {
    let start = steps.iter().rposition(|step| step.takes).map_or(0, |at| at + 1);
    let steps = &steps[start..];
    let is_free =
        |at: usize| steps[at].checks && (0..=at).rev().step_by(2).filter(|&earlier| steps[earlier].checks).count() > 10;
    (0..steps.len()).filter(|&at| !is_free(at) && (at == 0 || !is_free(at - 1))).count()
}

/// What the third occurrence means for the side to move, told from the whole game at once.
fn plain_repetition(steps: &[Step], now: &str) -> Option<Ruling> {
    let earlier: Vec<usize> = (0..steps.len()).filter(|&at| steps[at].before == now).collect();
    let cycle = &steps[*earlier.get(earlier.len().checked_sub(2)?)?..];
    let all = |first: usize| cycle.iter().skip(first).step_by(2).all(|step| step.checks);
    // The side to move made the first move of the cycle.
    Some(match (all(0), all(1)) {
        (true, false) => Ruling::Loss,
        (false, true) => Ruling::Win,
        _ => Ruling::Draw(DrawReason::Repetition),
    })
}

#[test]
fn random_endgames_agree_with_plain_accounts() {
    let starts = [
        "3k5/R8/9/9/9/9/9/9/9/4K4 w",
        "3k5/R8/9/9/9/9/9/9/r8/4K4 w",
        "4k4/4a4/9/9/9/9/9/3C5/9/3K4R w",
        "3cka3/9/3a5/9/3C5/9/9/9/3KR4/9 b",
        "3k5/1P7/9/9/9/9/9/9/1p7/4K4 w",
    ];
    let (mut rulings, mut limits) = (0, 0);
    for (index, start) in starts.iter().enumerate() {
        for seed in 0..30 {
            let mut random = Random::new(1_000 * index as u64 + seed);
            let mut game = game(start);
            let mut steps: Vec<Step> = Vec::new();
            // Checks and moves to and fro are preferred, so that something happens.
            while steps.len() < 400 {
                let pos = game.position();
                assert_eq!(usize::from(game.history().counted()), plain_count(&steps), "{}", fen::write(pos));
                let ruling = plain_repetition(&steps, &placement(pos));
                let unlimited = rules(None);
                if pos.kind(chuhe::board::Kind::Rook).any() {
                    assert_eq!(game.ruling(&unlimited), ruling, "{}", fen::write(pos));
                }
                limits += usize::from(plain_count(&steps) >= 120);
                if ruling.is_some() {
                    rulings += 1;
                    break;
                }
                let legal = pos.legal_moves();
                let checks: Vec<Move> = legal.iter().copied().filter(|&mv| pos.gives_check(mv)).collect();
                let preferred = if random.below(4) > 0 { random.pick(&checks) } else { None };
                let Some(mv) = preferred.or_else(|| random.pick(&legal)) else { break };
                steps.push(Step {
                    before: placement(pos),
                    checks: pos.gives_check(mv),
                    takes: pos.piece_at(mv.to()).is_some(),
                });
                game.play(mv).unwrap();
            }
        }
    }
    assert!(rulings > 20 && limits > 0, "{rulings} rulings, {limits} positions beyond the limit");
}
