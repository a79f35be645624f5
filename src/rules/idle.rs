//! Names for idle moves: 兑 exchange, 献 offer, 拦 block, 跟 follow (articles 28.5 to 28.8).
//!
//! They tell an arbiter what a move is for and never change a ruling (article 28.9), so that it is
//! enough to look one move ahead. The first that fits is taken:
//!
//! * **兑, 献**: the move makes a piece of X and an enemy piece of the same kind attack each other. It
//!   is 献 when X's piece has no root and the enemy piece has one, so that only the enemy could gain
//!   by the exchange; otherwise it is 兑.
//! * **跟**: the move makes a piece of X, not its king or a pawn, attack a rooted enemy piece.
//! * **拦**: the moved piece comes to stand where it takes away a check or a winning capture the enemy
//!   had: on its line, as a second screen, on a horse's leg or in an elephant's eye.

use super::nature::{Finding, Idle, Nature};
use super::roots::elephant_eye;
use super::threat::{Search, is_material};
use crate::board::{Bitboard, Kind, Move, Position, Square};

/// What `mv`, which was found to be idle, is for; `after` is the position behind it with the mover to
/// move again.
pub(super) fn refine(before: &Position, after: &Position, mv: Move) -> Finding {
    let finding = |idle, victims: Vec<Square>| Finding { victims, ..Finding::plain(Nature::Idle(idle)) };
    let old = pairs(before);
    let new: Vec<Move> = pairs(after).into_iter().filter(|pair| !old.contains(pair)).collect();
    if let Some(pair) = new.first() {
        let gives = !has_root(&passed(after), reverse(*pair)) && has_root(after, *pair);
        let idle = if gives { Idle::Offer } else { Idle::Exchange };
        return Finding { threats: new.clone(), ..finding(idle, points(new.iter().map(|pair| pair.to()))) };
    }
    let old = followed(before);
    let new: Vec<Move> =
        followed(after).into_iter().filter(|capture| !old.iter().any(|earlier| earlier.to() == capture.to())).collect();
    if !new.is_empty() {
        return Finding { threats: new.clone(), ..finding(Idle::Follow, points(new.iter().map(|mv| mv.to()))) };
    }
    let blocked = blocked(before, after, mv);
    if !blocked.is_empty() {
        return finding(Idle::Block, blocked);
    }
    finding(Idle::Plain, Vec::new())
}

/// Points in ascending order, each once.
fn points(points: impl Iterator<Item = Square>) -> Vec<Square> {
    points.fold(Bitboard::EMPTY, |set, sq| set | Bitboard::of(sq)).into_iter().collect()
}

fn reverse(mv: Move) -> Move {
    Move::new(mv.to(), mv.from())
}

/// The position with the other side to move.
fn passed(pos: &Position) -> Position {
    let mut other = pos.clone();
    let _ = other.make_null();
    other
}

/// Captures of a piece of the taker's kind that could take the taker instead.
fn pairs(pos: &Position) -> Vec<Move> {
    let other = passed(pos);
    let answers = other.moves_ignoring(other.checkers());
    let kind = |sq| pos.piece_at(sq).map(|piece| piece.kind());
    captures(pos)
        .filter(|mv| kind(mv.from()) == kind(mv.to()) && is_material(pos, mv.to()))
        .filter(|mv| answers.contains(&reverse(*mv)))
        .collect()
}

/// Captures of material that is rooted, by other pieces than king and pawn.
fn followed(pos: &Position) -> Vec<Move> {
    let followers =
        |mv: &Move| pos.piece_at(mv.from()).is_some_and(|piece| !matches!(piece.kind(), Kind::King | Kind::Pawn));
    captures(pos).filter(followers).filter(|mv| is_material(pos, mv.to()) && has_root(pos, *mv)).collect()
}

fn captures(pos: &Position) -> impl Iterator<Item = Move> {
    pos.moves_ignoring(pos.checkers()).into_iter().filter(|mv| pos.piece_at(mv.to()).is_some())
}

/// Whether what `capture` takes has a root: a piece that could legally take back.
fn has_root(pos: &Position, capture: Move) -> bool {
    let mut taken = pos.clone();
    let _ = taken.make(capture, &mut ());
    taken.moves_ignoring(Bitboard::EMPTY).into_iter().any(|mv| mv.to() == capture.to())
}

/// Enemy pieces that had a check or a winning capture before `mv`, and cannot play it now because of
/// where the moved piece stands.
fn blocked(before: &Position, after: &Position, mv: Move) -> Vec<Square> {
    if before.in_check() {
        // The answer to a check is named only by what it does besides.
        return Vec::new();
    }
    let (earlier, now) = (passed(before), passed(after));
    let wins: Vec<Move> = Search::new(earlier.clone()).direct().into_iter().map(|capture| capture.mv).collect();
    let stopped = earlier.legal_moves().into_iter().filter(|threat| {
        (wins.contains(threat) || earlier.gives_check(*threat))
            && threat.to() != mv.from()
            && threat.to() != mv.to()
            && !now.is_pseudo_legal(*threat)
            && stands_in_the_way(&earlier, *threat, mv.to())
    });
    points(stopped.map(|threat| threat.from()))
}

/// Whether a piece on `sq` stands on the way of `threat`: between its ends, on the leg or in the eye.
fn stands_in_the_way(pos: &Position, threat: Move, sq: Square) -> bool {
    match pos.piece_at(threat.from()).map(|piece| piece.kind()) {
        Some(Kind::Horse) => crate::board::attacks::horse_leg(threat.from(), threat.to()) == sq,
        Some(Kind::Elephant) => elephant_eye(threat.from(), threat.to()) == Some(sq),
        _ => Bitboard::between(threat.from(), threat.to()).has(sq),
    }
}
