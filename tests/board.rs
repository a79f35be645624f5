//! The board against plainly written rules, on random positions.

use crate::oracle::{self, Board};
use crate::random::{self, Random};
use chuhe::board::{Legality, Move, MoveList, Position};
use chuhe::notation::fen;

fn sorted(moves: impl IntoIterator<Item = Move>) -> Vec<Move> {
    let mut moves: Vec<Move> = moves.into_iter().collect();
    moves.sort_by_key(|mv| mv.code());
    moves
}

/// Everything the crate says about one position.
fn compare(pos: &Position) {
    let plain = Board::of(pos);
    let red = plain.red_to_move();
    let name = fen::write(pos);
    assert_eq!(pos.in_check(), plain.checked(red), "check in {name}");
    let legal = plain.legal();
    let listed = pos.legal_moves();
    assert_eq!(sorted(listed.iter().copied()), sorted(legal.iter().copied().map(oracle::to_move)), "moves in {name}");
    assert_eq!(pos.count_legal(), legal.len(), "count in {name}");

    // The stages together are the pseudo-legal moves, each move once.
    let (mut captures, mut quiets) = (MoveList::new(), MoveList::new());
    pos.captures(&mut captures);
    pos.quiets(&mut quiets);
    assert!(captures.iter().all(|mv| pos.piece_at(mv.to()).is_some()), "captures in {name}");
    assert!(quiets.iter().all(|mv| pos.piece_at(mv.to()).is_none()), "quiets in {name}");
    let legality = Legality::new(pos);
    let staged = captures.into_iter().chain(quiets);
    assert_eq!(sorted(staged.filter(|&mv| pos.is_legal(mv, &legality))), sorted(listed), "stages in {name}");

    for (from, to) in legal {
        let mv = oracle::to_move((from, to));
        assert_eq!(pos.gives_check(mv), plain.after(from, to).checked(!red), "does {mv} check in {name}");
    }
}

#[test]
fn moves_of_random_games_agree_with_plain_rules() {
    for seed in 0..12 {
        random::play(seed, 150, |pos, _| compare(pos));
    }
}

#[test]
fn moves_of_scattered_positions_agree_with_plain_rules() {
    let mut random = Random::new(5);
    for _ in 0..1_500 {
        compare(&random::scatter(&mut random));
    }
}

#[test]
fn making_and_taking_back_restores_everything() {
    for seed in 100..140 {
        let mut played: Vec<(Position, Move)> = Vec::new();
        random::play(seed, 200, |pos, mv| {
            for other in pos.legal_moves() {
                let before = pos.clone();
                let undo = pos.make(other, &mut ());
                // Reading the position anew finds the same pieces, key and checkers.
                let read = fen::parse(&fen::write(pos)).unwrap();
                assert!(read == *pos, "{other} in {}", fen::write(&before));
                pos.unmake(other, undo);
                assert!(*pos == before, "{other} taken back in {}", fen::write(&before));
            }
            played.push((pos.clone(), mv));
        });
        // A whole game back again.
        let mut pos = played[0].0.clone();
        let undos: Vec<_> = played.iter().map(|&(_, mv)| pos.make(mv, &mut ())).collect();
        for ((before, mv), undo) in played.into_iter().zip(undos).rev() {
            pos.unmake(mv, undo);
            assert!(pos == before);
        }
    }
}

#[test]
fn passing_the_turn_changes_side_and_key_only() {
    random::play(7, 100, |pos, _| {
        if pos.in_check() {
            return;
        }
        let before = pos.clone();
        let undo = pos.make_null();
        assert_eq!(pos.side(), !before.side());
        assert_ne!(pos.key(), before.key());
        assert!(pos.occupied() == before.occupied());
        pos.unmake_null(undo);
        assert!(*pos == before);
    });
}

#[test]
fn turning_and_mirroring_keep_the_number_of_moves() {
    let mut random = Random::new(11);
    for _ in 0..300 {
        let pos = random::scatter(&mut random);
        for other in [pos.flipped(), pos.mirrored(), pos.flipped().mirrored()] {
            assert_eq!(other.count_legal(), pos.count_legal(), "{}", fen::write(&pos));
            assert_eq!(other.in_check(), pos.in_check(), "{}", fen::write(&pos));
        }
        assert!(pos.mirrored().mirrored() == pos);
        assert_eq!(pos.flipped().flipped().key(), pos.key());
    }
}
