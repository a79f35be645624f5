//! Chases as the Asian and the computer rules know them: one enemy piece, newly attacked on every move.
//!
//! Looked at are captures only, one move deep. King and pawn chase nobody; king and uncrossed pawn are
//! not chased; a piece that could take its attacker of the same kind is not chased; a rooted piece is
//! not, but for the pairs of [`OnePiece::despite_root`]. A root is a legal recapture, so that false
//! roots are none.

use super::nature::{Finding, Idle, Means, Nature};
use super::ruleset::OnePiece;
use super::threat::is_material;
use crate::board::{Bitboard, Kind, Move, Position, Square, attacks};

/// The nature of `mv` in `before` under these rules. A check lists what it chases besides in `victims`
/// (not the king), with the captures in `threats`.
pub(super) fn nature(before: &Position, mv: Move, rule: &OnePiece) -> Finding {
    let mut after = before.clone();
    let _ = after.make(mv, &mut ());
    let checks = after.in_check();
    let _ = after.make_null();
    let old: Vec<Move> = if checks && !rule.check_may_chase { Vec::new() } else { attacks_in(before, rule) };
    let new: Vec<Move> = if checks && !rule.check_may_chase { Vec::new() } else { attacks_in(&after, rule) }
        .into_iter()
        .filter(|capture| old.iter().all(|earlier| earlier.to() != capture.to()))
        .collect();
    let nature = match (checks, new.is_empty()) {
        (true, _) => Nature::Check,
        (false, false) => Nature::Chase,
        (false, true) => Nature::Idle(Idle::Plain),
    };
    let victims = new.iter().fold(Bitboard::EMPTY, |set, capture| set | Bitboard::of(capture.to()));
    let means = (!new.is_empty()).then_some(Means::Capture);
    Finding { threats: new, victims: victims.into_iter().collect(), means, ..Finding::plain(nature) }
}

/// Captures by which the side to move chases. A check it stands in, or has just given, is looked away
/// from: `pos.checkers()` are the pieces that give it.
fn attacks_in(pos: &Position, rule: &OnePiece) -> Vec<Move> {
    let ignored = pos.checkers();
    let mut other = pos.clone();
    let _ = other.make_null();
    let answers = other.moves_ignoring(ignored);
    let kind = |sq| pos.piece_at(sq).map(|piece| piece.kind());
    pos.moves_ignoring(ignored)
        .into_iter()
        .filter(|mv| is_material(pos, mv.to()) && !matches!(kind(mv.from()), Some(Kind::King | Kind::Pawn)))
        .filter(|mv| {
            let (Some(taker), Some(victim)) = (kind(mv.from()), kind(mv.to())) else { return false };
            if taker == victim && answers.contains(&Move::new(mv.to(), mv.from())) {
                return false;
            }
            rule.despite_root.contains(&(taker, victim)) || !is_rooted(pos, *mv, ignored)
        })
        .collect()
}

fn is_rooted(pos: &Position, capture: Move, ignored: Bitboard) -> bool {
    let mut taken = pos.clone();
    let _ = taken.make(capture, &mut ());
    // A check that is answered before it comes to the capture does not hinder the recapture.
    let ignored = ignored & (taken.color(pos.side()) - Bitboard::of(capture.to()));
    taken.moves_ignoring(ignored).into_iter().any(|mv| mv.to() == capture.to())
}

/// Whether the rook on `sq` may not leave because an enemy horse would then check its king.
pub(super) fn is_rook_pinned_by_horse(pos: &Position, sq: Square) -> bool {
    let Some(piece) = pos.piece_at(sq).filter(|piece| piece.kind() == Kind::Rook) else { return false };
    let king = pos.king(piece.color());
    let horses = pos.pieces(!piece.color(), Kind::Horse) & attacks::horse_attackers(king, Bitboard::EMPTY);
    horses.into_iter().any(|horse| attacks::horse_leg(horse, king) == sq)
}
