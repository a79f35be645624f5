//! Static exchange evaluation on positions made for it, and against a plain exchange search.

use crate::oracle::{self, Board};
use crate::random::{self, Random};
use chuhe::board::see::VALUES;
use chuhe::board::{Move, Piece, Position};
use chuhe::notation::fen;
use chuhe::notation::iccs::Ranks;

fn value(letter: char) -> i32 {
    Piece::from_letter(letter).map_or(0, |piece| VALUES[piece.kind().index()])
}

/// What the exchange that `mv` starts brings by the plain search.
fn plain(pos: &Position, mv: Move, cheapest: bool) -> i32 {
    let board = Board::of(pos);
    let (from, to) = (oracle::point(mv.from()), oracle::point(mv.to()));
    value(board.letter(to)) - board.after(from, to).exchange(to, cheapest, &value)
}

fn agrees(pos: &Position, mv: Move, expected: i32) -> bool {
    pos.see_ge(mv, expected) && !pos.see_ge(mv, expected + 1)
}

/// The crate's answer is the plain search's, where both take with the least valuable piece; it may
/// differ only after a check from elsewhere. Among all moves at most 1 in 200 differs from the search
/// that may take with any piece.
#[test]
fn agrees_with_a_plain_exchange_search() {
    let mut random = Random::new(3);
    let (mut total, mut differ) = (0, 0);
    for _ in 0..1_500 {
        let pos = random::scatter(&mut random);
        for mv in pos.legal_moves() {
            let board = Board::of(&pos).after(oracle::point(mv.from()), oracle::point(mv.to()));
            if !board.check_from_elsewhere(oracle::point(mv.to()), &value) {
                let expected = plain(&pos, mv, true);
                assert!(agrees(&pos, mv, expected), "{mv} in '{}' is worth {expected}", fen::write(&pos));
            }
            total += 1;
            differ += usize::from(!agrees(&pos, mv, plain(&pos, mv, false)));
        }
    }
    assert!(total > 20_000 && differ * 200 < total, "{differ} of {total} differ");
}

/// Position, move, what the exchange is worth.
#[test]
fn positions_made_for_it() {
    let [_, advisor, _, horse, rook, cannon, pawn] = VALUES;
    let cases = [
        ("nothing to take", "3k5/9/9/9/9/9/9/9/9/R3K4 w", "a0a5", 0),
        ("a free pawn", "3k5/9/9/9/p8/9/9/9/9/R3K4 w", "a0a5", pawn),
        ("a guarded pawn", "3k5/9/9/9/p7r/9/9/9/9/R3K4 w", "a0a5", pawn - rook),
        ("a second rook behind the first takes part", "3k5/9/9/9/p7r/9/9/9/R8/R3K4 w", "a1a5", pawn),
        ("a rook for a rook", "3k5/9/9/9/r8/2n6/9/9/9/R3K4 w", "a0a5", 0),
        ("a quiet move onto a guarded point", "3k5/9/9/9/8r/9/9/9/9/R3K4 w", "a0a5", -rook),
        ("a horse guards", "3k5/9/9/2n6/p8/9/9/9/9/R3K4 w", "a0a5", pawn - rook),
        ("a horse with its leg tied does not", "3k5/9/9/1Pn6/p8/9/9/9/9/R3K4 w", "a0a5", pawn),
        ("a cannon guards over one screen", "c2k5/9/P8/9/p8/9/9/9/9/R3K4 w", "a0a5", pawn - rook),
        ("a cannon without a screen does not", "c2k5/9/9/9/p8/9/9/9/9/R3K4 w", "a0a5", pawn),
        ("a cannon behind two screens does not", "c2k5/P8/P8/9/p8/9/9/9/9/R3K4 w", "a0a5", pawn),
        ("the taker was the screen of its own cannon", "3k5/9/9/9/p7r/9/9/9/R8/C3K4 w", "a1a5", pawn - rook),
        ("a guard between the kings is pinned", "4k4/9/9/9/9/3np4/9/9/9/3RK4 w", "d0d4", horse),
        ("not with another piece there", "4k4/4a4/9/9/9/3np4/9/9/9/3RK4 w", "d0d4", horse - rook),
        ("a guard pinned by a rook", "4k4/9/9/4n4/2p6/9/4R4/2R6/9/3K5 w", "c2c5", pawn),
        ("the same guard free", "4k4/9/9/4n4/2p6/9/9/2R6/9/3K5 w", "c2c5", pawn - rook),
        ("a guard that ties a horse's leg", "3k5/4a4/4Nc3/9/9/9/9/9/9/4KR3 w", "f0f7", cannon),
        ("the same guard free", "3k5/4a4/5c3/9/9/9/9/9/9/4KR3 w", "f0f7", cannon - rook),
        ("a guard that is one of two screens", "4k4/4a4/4Pc3/9/9/9/9/4C4/9/3K1R3 w", "f0f7", cannon),
        ("the king takes back", "4k4/4a4/9/9/9/9/9/9/9/3KR4 w", "e0e8", advisor - rook),
        ("not where a second rook guards", "4k4/4a4/9/9/9/4R4/9/9/9/3KR4 w", "e4e8", advisor),
        ("not where a pinned horse guards", "3rk4/R3a4/9/3N5/9/9/9/9/9/3K5 w", "a8e8", advisor),
        ("not where the other king would face it", "4k4/R3a4/9/9/9/9/9/9/9/4K4 w", "a8e8", advisor),
        ("horse for cannon", "3k5/9/9/9/p3c4/2N6/9/9/9/4K4 w", "c4e5", cannon),
        ("horse for a guarded cannon", "3k5/9/9/9/r3c4/2N6/9/9/9/4K4 w", "c4e5", cannon - horse),
    ];
    for (name, text, mv, worth) in cases {
        let pos = fen::parse(text).unwrap();
        let mv = Ranks::FromZero.parse(mv).unwrap();
        assert!(pos.legal_moves().contains(&mv), "{name}: {mv} in {text}");
        let found = (-2_000..=2_000).rev().find(|&threshold| pos.see_ge(mv, threshold));
        assert_eq!(found, Some(worth), "{name}: {mv} in {text}");
        assert_eq!(plain(&pos, mv, true), worth, "{name}: the plain search");
    }
}
