//! The quick answers on repetition never contradict the arbiter, and the search plays by them.

use crate::judge_cases::{cases, moves};
use crate::loops::random_loops;
use crate::random::{Random, play};
use chuhe::board::{Move, Position};
use chuhe::notation::fen;
use chuhe::rules::adjudicate::{Judgement, Verdict, finding, judge_cycle};
use chuhe::rules::fast::{Answer, Fast, is_plainly_idle};
use chuhe::rules::nature::{Idle, Nature};
use chuhe::rules::{DrawReason, Game, Recurrence, Repetition, RuleSet, Rules, Ruling};
use chuhe::search::{Limits, Score, Settings, Solo};

/// What the arbiter's ruling means for a search: see the documentation of `rules::fast`.
fn meaning(judgement: &Judgement, game: &Game, in_tree: bool) -> Answer {
    let side = game.position().side();
    let lost = |loser| Answer::Ruled(if loser == side { Ruling::Loss } else { Ruling::Win });
    match judgement.verdict {
        Verdict::Loses(loser) => lost(loser),
        Verdict::MustChange(offender) if !in_tree && offender == side => Answer::GoesOn,
        Verdict::MustChange(offender) => lost(offender),
        Verdict::Draw | Verdict::None => Answer::Ruled(Ruling::Draw(DrawReason::Repetition)),
    }
}

/// Plays the moves and compares the answers of `fast` with the arbiter's wherever a position comes back, as
/// seen from a search that began here, four half-moves back, and at the first move. Counts definite and
/// unclear answers with a small purse.
fn compare(fast: &mut Fast, start: &Position, moves: &[Move], rules: Repetition, count: &mut [u32; 2]) {
    let mut game = Game::new(start.clone());
    for &mv in moves {
        game.play(mv).unwrap();
        let played = game.moves().len();
        for ply in [1, 4, 5, played] {
            let Some(root) = played.checked_sub(ply) else { continue };
            let Some(recurrence) = game.history().recurrence(ply, rules.fold) else { continue };
            let mut at_root = Game::new(start.clone());
            for &mv in &moves[..root] {
                at_root.play(mv).unwrap();
            }
            let Some(judgement) = judged(&game, recurrence, rules) else { continue };
            let expected = meaning(&judgement, &game, recurrence.in_tree);
            let order = at_root.orders(rules).get(&game.position().key()).copied();
            let mut ask = |purse| fast.judge(game.position(), game.history(), recurrence, order, purse);
            let name = || format!("{} after {moves:?}[..{played}], {ply} from the root", fen::write(start));
            let quick = ask(Some(400));
            assert!(quick == Answer::Unclear || quick == expected, "{quick:?}, not {expected:?}: {}", name());
            count[usize::from(quick == Answer::Unclear)] += 1;
            assert_eq!(ask(None), expected, "{}", name());
            fast.begin(rules.set);
        }
        if game.ruling(&Rules { repetition: rules, natural_limit: None }).is_some() {
            return;
        }
    }
}

/// The arbiter's judgement on the last position, by the game's count or on the cycle inside the tree.
fn judged(game: &Game, recurrence: Recurrence, rules: Repetition) -> Option<Judgement> {
    if !recurrence.in_tree {
        return game.repetition(rules);
    }
    let first = game.moves().len() - recurrence.back;
    let mut pos = game.start().clone();
    for &mv in &game.moves()[..first] {
        let _ = pos.make(mv, &mut ());
    }
    Some(judge_cycle(&pos, &game.moves()[first..], first, rules))
}

#[test]
fn quick_answers_agree_with_the_arbiter_on_all_cases() {
    for set in RuleSet::ALL {
        let mut fast = Fast::default();
        let mut count = [0; 2];
        fast.begin(set);
        for case in cases() {
            for fold in [2, 3] {
                compare(&mut fast, &case.start, &case.moves, Repetition { set, fold }, &mut count);
            }
        }
        assert!(count[0] > count[1], "{set}: {count:?}");
    }
}

fn compare_random_loops(loops: usize) {
    for set in [RuleSet::Chinese2007, RuleSet::Asian, RuleSet::Computer] {
        let mut fast = Fast::default();
        let mut count = [0; 2];
        fast.begin(set);
        random_loops(loops, |start, cycle| {
            compare(&mut fast, start, &cycle.repeat(3), Repetition { set, fold: 3 }, &mut count);
        });
        assert!(count[0] > 0, "{set}: {count:?}");
    }
}

#[test]
fn quick_answers_agree_with_the_arbiter_on_random_loops() {
    compare_random_loops(60);
}

#[test]
#[ignore = "long: half a minute; run by hand after changes to the rules"]
fn quick_answers_agree_with_the_arbiter_on_many_random_loops() {
    compare_random_loops(3_000);
}

#[test]
fn what_is_proved_idle_is_idle_to_the_arbiter() {
    let mut proved = 0;
    let mut check = |pos: &Position, mv: Move| {
        if !pos.gives_check(mv) && is_plainly_idle(pos, mv) {
            proved += 1;
            let nature = finding(RuleSet::Chinese2007, pos, mv).nature;
            let attack = nature >= Nature::Chase || matches!(nature, Nature::Idle(Idle::ByPawn | Idle::ByKing));
            assert!(!attack, "{} {mv}: {nature:?}", fen::write(pos));
        }
    };
    for seed in 0..4 {
        play(seed, 300, |pos, mv| check(pos, mv));
    }
    assert!(proved > 30, "{proved}");
}

/// Random moves, with a liking for going back, so that positions come back in all ways: nothing panics,
/// and whatever ends the game ends it for good.
#[test]
fn no_game_is_too_odd() {
    for seed in 0..12 {
        let mut random = Random::new(seed);
        let mut game = Game::new(crate::random::scatter(&mut random));
        let rules = Rules::default();
        while game.moves().len() < 60 && game.ruling(&rules).is_none() {
            let moves = game.position().legal_moves();
            let back = game.moves().len().checked_sub(2).map(|at| game.moves()[at]);
            let back = back.map(|mv| Move::new(mv.to(), mv.from())).filter(|mv| moves.contains(mv));
            let Some(mv) = back.filter(|_| random.below(3) > 0).or_else(|| random.pick(&moves)) else { break };
            for (forbidden, judgement) in game.forbidden(rules.repetition) {
                assert!(moves.contains(&forbidden) && judgement.occurrences >= 3);
            }
            game.play(mv).unwrap();
        }
    }
}

/// A game that begins with `text` and goes on with `line`.
fn game(text: &str, line: &str) -> Game {
    let mut game = Game::new(fen::parse(text).unwrap());
    for mv in moves(line) {
        game.play(mv).unwrap();
    }
    game
}

/// The move and the score the search finds at so many nodes.
fn search(game: &Game, set: RuleSet, nodes: u64) -> (String, Score) {
    let repetition = Repetition { set, ..Repetition::default() };
    let settings = Settings { rules: Rules { repetition, ..Rules::default() }, ..Settings::default() };
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    let answer = Solo::new(4).unwrap().search(game, &settings, limits);
    (answer.lines[0].mv.to_string(), Score::from_value(answer.lines[0].value, game.position().occupied().count()))
}

const CHASE: &str = "3aka3/c8/4b4/9/2b6/9/9/9/1R2A4/4KA3 w";
const CYCLE: &str = "b1a1 a8b8 a1b1 b8a8 ";

#[test]
fn a_forbidden_repetition_is_not_played() {
    // Red has chased twice; the next chase is the order to change, or the loss after it.
    for line in ["b1a1 a8b8 a1b1 b8a8 b1a1 a8b8", "b1a1 a8b8 a1b1 b8a8 b1a1 a8b8 a1b1 b8a8"] {
        let game = game(CHASE, line);
        let (mv, score) = search(&game, RuleSet::Chinese2007, 20_000);
        let next = if line.len() == 29 { "a1b1" } else { "b1a1" };
        assert_ne!(mv, next, "{line}");
        assert!(matches!(score, Score::Cp(_)), "{score:?}");
    }
}

#[test]
fn a_lost_side_still_plays_by_the_rules() {
    // Red can only check for ever or be mated: it is mated, not forfeited. Black's reply to the next check
    // would be the third occurrence.
    let game = game("3k5/R8/9/9/9/9/9/9/3r1r3/4K4 w", "a8a9 d9d8 a9a8 d8d9 a8a9 d9d8");
    let forbidden: Vec<String> = game.forbidden(Repetition::default()).iter().map(|(mv, _)| mv.to_string()).collect();
    assert_eq!(forbidden, ["a9a8"]);
    assert_ne!(search(&game, RuleSet::Chinese2007, 3_000).0, "a9a8");
    // Under rules that allow it, it is a draw and played.
    assert_eq!(search(&game, RuleSet::None, 3_000), ("a9a8".to_owned(), Score::Cp(0)));
}

#[test]
fn bans_come_on_top() {
    // All but two moves are banned, and one of these the rules forbid.
    let game = game(CHASE, &CYCLE.repeat(2));
    let legal = game.position().legal_moves();
    let (forbidden, left) = (moves("b1a1")[0], moves("e1d2")[0]);
    let banned = |except: &[Move]| legal.iter().copied().filter(|mv| !except.contains(mv)).collect::<Vec<_>>();
    let best = |except: &[Move]| {
        let limits = Limits { nodes: Some(500), banned_moves: banned(except), ..Limits::default() };
        Solo::new(1).unwrap().search(&game, &Settings::default(), limits).lines[0].mv
    };
    assert_eq!(best(&[forbidden, left]), left);
    assert_eq!(best(&[forbidden]), forbidden, "a ban weighs more");
}

#[test]
fn the_rule_wins_for_the_side_that_may_repeat() {
    // Red has checked on every move; the king steps back for the third time, and Red has lost.
    let game = game("3k5/R8/9/9/9/9/9/9/3r1r3/4K4 w", "a8a9 d9d8 a9a8 d8d9 a8a9 d9d8 a9a8");
    let (mv, score) = search(&game, RuleSet::Chinese2007, 5_000);
    assert_eq!((mv.as_str(), score), ("d8d9", Score::Rule(19_999)));
}

#[test]
fn who_is_ahead_does_not_repeat() {
    // Red is a rook up; going back for the third time would be a draw.
    let game = game("3ak4/4a4/9/9/9/9/9/R8/4A4/3AK4 w", "a2a3 e9f9 a3a2 f9e9 a2a3 e9f9");
    let (mv, score) = search(&game, RuleSet::Chinese2007, 20_000);
    assert_ne!(mv, "a3a2");
    assert!(matches!(score, Score::Cp(value) if value > 200) || matches!(score, Score::Mate(n) if n > 0), "{score:?}");
}

#[test]
fn the_cycle_shows_that_an_order_stands() {
    // After the order Black only has to wait: Red's next chase has lost.
    let game = game(CHASE, &CYCLE.repeat(2));
    assert_eq!(game.orders(Repetition::default()).len(), 1);
    assert_eq!(game.ruling(&Rules::default()), None);
}

/// Every opening that tempts to repetition has come round once and may go on.
#[test]
fn tempting_positions_are_in_the_middle_of_a_cycle() {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/repetition-tempting.epd");
    let openings = chuhe::arena::openings::read(&path, None).unwrap();
    assert!(openings.len() >= 12, "{}", openings.len());
    for opening in openings {
        let mut game = Game::new(opening.start.clone());
        for &mv in &opening.moves {
            game.play(mv).unwrap();
        }
        assert_eq!(game.history().occurrences(), 2, "{}", fen::write(&opening.start));
        assert_eq!(game.ruling(&Rules::default()), None, "{}", fen::write(&opening.start));
    }
}
