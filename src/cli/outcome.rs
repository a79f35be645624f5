//! How a game ended, in words.

use crate::board::Color;
use crate::board::validate::side_name;
use crate::rules::{DrawReason, Game, Rules, Ruling};

/// Why the game is over, or `None` while it goes on. Mate and stalemate come before the rulings.
pub fn describe(game: &Game, rules: &Rules) -> Option<String> {
    let pos = game.position();
    let (side, other) = (side_name(pos.side()), side_name(!pos.side()));
    if pos.legal_moves().is_empty() {
        return Some(if pos.in_check() {
            format!("{other} wins: {side} is checkmated")
        } else {
            format!("{other} wins: {side} is stalemated (no legal move, which loses)")
        });
    }
    let ruling = game.ruling(rules)?;
    Some(match ruling {
        Ruling::Win => format!("{side} wins: {other} broke the rules on repetition"),
        Ruling::Loss => format!("{other} wins: {side} broke the rules on repetition"),
        Ruling::Draw(DrawReason::Repetition) => {
            format!("draw: the position occurred {} times", game.history().occurrences())
        }
        Ruling::Draw(DrawReason::NaturalLimit) => {
            let rounds = rules.natural_limit.unwrap_or_default();
            format!("draw: the natural limit of {rounds} rounds without a capture is reached")
        }
        Ruling::Draw(DrawReason::DeadMaterial) => "draw: neither side has a piece left to win with".to_owned(),
    })
}

/// The side that moves, in words.
pub fn to_move(side: Color) -> String {
    format!("{} to move", side_name(side))
}
