//! Which pieces root another one, and why those that only seem to do not (article 28.16).

use crate::board::{Bitboard, Kind, Move, Position, Square, attacks};

/// Why a piece cannot take back.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Failure {
    /// Its king would stand attacked by the piece on this point (a pin, or a check it does not answer).
    Exposes(Square),
    /// The kings would face each other.
    KingsFacing,
    /// The piece on this point stands in its way, on its leg or in its eye.
    Blocked(Square),
    /// A cannon without a screen.
    NoScreen,
    /// A cannon with two screens.
    TwoScreens,
}

/// A piece that takes back, or seems to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Root {
    /// Where it stands.
    pub piece: Square,
    /// Why it cannot take back; `None` for a true root.
    pub failure: Option<Failure>,
}

/// The roots against `capture`, which the side to move of `pos` could play, true ones first. Pieces that
/// are one obstacle away from taking back are listed with it.
pub fn roots(pos: &Position, capture: Move) -> Vec<Root> {
    let mut taken = pos.clone();
    let _ = taken.make(capture, &mut ());
    let sq = capture.to();
    let legal = taken.moves_ignoring(Bitboard::EMPTY);
    let owner = taken.color(taken.side());
    let mut roots: Vec<Root> = owner
        .into_iter()
        .filter_map(|piece| {
            let mv = Move::new(piece, sq);
            let failure = if legal.contains(&mv) {
                None
            } else if taken.is_pseudo_legal(mv) {
                Some(exposure(&taken, mv)?)
            } else {
                Some(obstacle(&taken, piece, sq)?)
            };
            Some(Root { piece, failure })
        })
        .collect();
    roots.sort_by_key(|root| root.failure.is_some());
    roots
}

/// What makes a pseudo-legal move illegal.
fn exposure(pos: &Position, mv: Move) -> Option<Failure> {
    let mut after = pos.clone();
    let _ = after.make(mv, &mut ());
    let king = after.king(pos.side());
    let enemy = after.king(!pos.side());
    let attackers = after.color(after.side()) - Bitboard::of(enemy);
    let attacker = attackers.into_iter().find(|&piece| after.is_pseudo_legal(Move::new(piece, king)));
    let facing = king.file() == enemy.file() && (Bitboard::between(king, enemy) & after.occupied()).is_empty();
    attacker.map(Failure::Exposes).or(facing.then_some(Failure::KingsFacing))
}

/// The one obstacle between a piece and the point it would go to otherwise.
fn obstacle(pos: &Position, from: Square, to: Square) -> Option<Failure> {
    let on_a_line = from.file() == to.file() || from.rank() == to.rank();
    let between = Bitboard::between(from, to) & pos.occupied();
    match pos.piece_at(from)?.kind() {
        Kind::Horse if attacks::horse_attacks(from, Bitboard::EMPTY).has(to) => {
            Some(Failure::Blocked(attacks::horse_leg(from, to)))
        }
        Kind::Elephant if attacks::elephant_attacks(from, Bitboard::EMPTY).has(to) => {
            elephant_eye(from, to).map(Failure::Blocked)
        }
        Kind::Rook if on_a_line && between.count() == 1 => between.first().map(Failure::Blocked),
        Kind::Cannon if on_a_line && between.is_empty() => Some(Failure::NoScreen),
        Kind::Cannon if on_a_line && between.count() == 2 => Some(Failure::TwoScreens),
        _ => None,
    }
}

/// The point in the middle of an elephant's move.
pub(super) fn elephant_eye(from: Square, to: Square) -> Option<Square> {
    Square::at((from.file() + to.file()) / 2, (from.rank() + to.rank()) / 2)
}
