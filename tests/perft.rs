//! Move generation against known counts, three ways.

use chuhe::board::perft::{divide, perft, perft_made};
use chuhe::board::{Legality, Move, MoveList, Position};
use chuhe::notation::fen;

fn suite() -> impl Iterator<Item = (Position, Vec<u64>)> {
    include_str!("data/perft.txt").lines().filter(|line| !line.starts_with('#')).map(|line| {
        let mut fields = line.split(';').map(str::trim);
        let pos = fen::parse(fields.next().unwrap()).unwrap();
        (pos, fields.map(|count| count.parse().unwrap()).collect())
    })
}

#[test]
fn known_counts_to_depth_3() {
    for (pos, counts) in suite() {
        for (depth, &count) in (1..).zip(&counts).take(3) {
            assert_eq!(perft(&mut pos.clone(), depth), count, "perft {depth} of {}", fen::write(&pos));
        }
    }
}

#[test]
fn counting_agrees_with_making_and_splitting() {
    for (pos, counts) in suite() {
        assert_eq!(perft_made(&mut pos.clone(), 2), counts[1], "{}", fen::write(&pos));
        let split = divide(&pos, 3);
        assert_eq!(split.len() as u64, counts[0], "{}", fen::write(&pos));
        assert_eq!(split.iter().map(|(_, count)| count).sum::<u64>(), counts[2], "{}", fen::write(&pos));
    }
}

#[test]
#[ignore = "takes minutes with debug assertions: run by hand with --release"]
fn known_counts_in_full() {
    for (pos, counts) in suite() {
        for (depth, &count) in (1..).zip(&counts) {
            assert_eq!(perft(&mut pos.clone(), depth), count, "perft {depth} of {}", fen::write(&pos));
        }
    }
    assert_eq!(perft(&mut fen::start(), 5), 133_312_995);
    let study = fen::parse("r1ba1a3/4kn3/2n1b4/pNp1p1p1p/4c4/6P2/P1P2R2P/1CcC5/9/2BAKAB2 w").unwrap();
    assert_eq!(perft(&mut study.clone(), 5), 53_112_976);
}

/// Every code that is a move at all goes through the tests for pseudo-legality and legality, and what
/// passes is exactly what the generator lists.
#[test]
fn every_encoding_through_the_legality_test() {
    fn check(pos: &mut Position, depth: u32) {
        let legality = Legality::new(pos);
        let mut tested: Vec<Move> = (0..=u16::MAX)
            .filter_map(Move::from_code)
            .filter(|&mv| pos.is_pseudo_legal(mv) && pos.is_legal(mv, &legality))
            .collect();
        let moves: MoveList = pos.legal_moves();
        let mut listed = moves.to_vec();
        for list in [&mut tested, &mut listed] {
            list.sort_by_key(|mv| mv.code());
        }
        assert_eq!(tested, listed, "{pos:?}");
        assert_eq!(pos.count_legal(), listed.len(), "{pos:?}");
        for mv in moves.into_iter().step_by(7) {
            let gives_check = pos.gives_check(mv);
            let before = pos.clone();
            let undo = pos.make(mv, &mut ());
            assert_eq!(gives_check, pos.in_check(), "{mv} in {before:?}");
            // Building the position anew finds the same key and checkers, and no fault.
            assert!(Position::try_from(&pos.setup()).is_ok_and(|built| built == *pos), "{mv} in {before:?}");
            if depth > 1 {
                check(pos, depth - 1);
            }
            pos.unmake(mv, undo);
            assert!(*pos == before, "{mv} taken back in {before:?}");
        }
    }
    for (mut pos, _) in suite() {
        check(&mut pos, 2);
    }
}
