//! The words of `go` turned into limits for the search.

use super::command::Go;
use crate::board::Color;
use crate::search::Limits;
use std::time::Duration;

/// Times beyond 30 years would only make sums overflow.
const LONGEST: Duration = Duration::from_secs(30 * 365 * 86_400);

/// Time for a `go` all of whose limits could not be read, and for a bare offer of a draw: an answer
/// is expected there.
pub const FALLBACK: Duration = Duration::from_secs(1);

/// The limits that `go` sets for `side`, the side to move. The words of UCCI count milliseconds, or
/// seconds when `milliseconds` is off. Moves are left empty.
pub fn limits(go: &Go, side: Color, milliseconds: bool) -> Limits {
    let own_words = |number: u64| {
        if milliseconds { Duration::from_millis(number) } else { Duration::from_secs(number) }.min(LONGEST)
    };
    let time = |number: u64| Duration::from_millis(number).min(LONGEST);
    let at_least_one = |number: u64| number.clamp(1, u32::MAX.into()) as u32;
    let mut limits = Limits {
        clock: [go.red_time.map(time), go.black_time.map(time)],
        increment: [go.red_increment, go.black_increment].map(|number| number.map_or(Duration::ZERO, time)),
        moves_to_go: go.moves_to_go.filter(|&number| number > 0).map(at_least_one),
        move_time: go.move_time.map(time),
        nodes: go.nodes.map(|number| number.max(1)),
        depth: go.depth.map(at_least_one),
        mate: go.mate.map(at_least_one),
        infinite: go.infinite,
        ponder: go.ponder,
        search_moves: Vec::new(),
        banned_moves: Vec::new(),
    };
    for (color, clock, increment) in [(side, go.time, go.increment), (!side, go.opponent_time, go.opponent_increment)] {
        let index = color.index();
        limits.clock[index] = clock.map(own_words).or(limits.clock[index]);
        limits.increment[index] = increment.map_or(limits.increment[index], own_words);
    }
    if limits.clock[side.index()].is_none() {
        // The other clock alone is no limit.
        limits.clock = [None; 2];
    }
    if !go.infinite && !go.ponder && limits.is_endless() && (go.draw || !go.faults.is_empty()) {
        limits.move_time = Some(FALLBACK);
    }
    limits
}

/// Whether only depth or mate end the search, so that nobody knows when.
pub fn is_open_ended(limits: &Limits) -> bool {
    limits.clock == [None; 2] && limits.move_time.is_none() && limits.nodes.is_none()
}
