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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::protocol::{Command, parse};

    fn read(line: &str, side: Color, milliseconds: bool) -> Limits {
        match parse(line.as_bytes()) {
            Command::Go(go) => limits(&go, side, milliseconds),
            other => panic!("{line}: {other:?}"),
        }
    }

    const fn ms(number: u64) -> Duration {
        Duration::from_millis(number)
    }

    #[test]
    fn words_come_in_any_order() {
        let limits = read("go binc 20 btime 2000 movestogo 7 wtime 1000 depth 9 winc 10 nodes 5", Color::Red, true);
        let expected = Limits {
            clock: [Some(ms(1000)), Some(ms(2000))],
            increment: [ms(10), ms(20)],
            moves_to_go: Some(7),
            depth: Some(9),
            nodes: Some(5),
            ..Limits::default()
        };
        assert_eq!(limits, expected);
    }

    #[test]
    fn words_of_ucci_belong_to_the_side_to_move() {
        let line = "go time 5 opptime 7 oppincrement 3 increment 2 movestogo 4 oppmovestogo 9";
        let limits = read(line, Color::Black, true);
        assert_eq!(limits.clock, [Some(ms(7)), Some(ms(5))]);
        assert_eq!(limits.increment, [ms(3), ms(2)]);
        assert_eq!(limits.moves_to_go, Some(4));
        let limits = read(line, Color::Red, false);
        assert_eq!(limits.clock, [Some(ms(5000)), Some(ms(7000))]);
        assert_eq!(limits.increment, [ms(2000), ms(3000)]);
        assert_eq!(read("go movetime 3", Color::Red, false).move_time, Some(ms(3)), "movetime is not UCCI's");
    }

    #[test]
    fn odd_numbers_still_limit() {
        assert_eq!(read("go wtime -5 btime 9", Color::Red, true).clock, [Some(ms(0)), Some(ms(9))]);
        assert_eq!(read("go movetime 99999999999999999999", Color::Red, true).move_time, Some(LONGEST));
        assert_eq!(read("go depth 99999999999999999999", Color::Red, true).depth, Some(u32::MAX));
        let limits = read("go depth 0 nodes 0 mate 0 movestogo 0", Color::Red, true);
        assert_eq!((limits.depth, limits.nodes, limits.mate, limits.moves_to_go), (Some(1), Some(1), Some(1), None));
    }

    #[test]
    fn what_limits_nothing_is_endless_unless_an_answer_is_expected() {
        for line in ["go", "go infinite", "go btime 5", "go winc 3 movestogo 5", "go searchmoves h2e2"] {
            assert!(read(line, Color::Red, true).is_endless(), "{line}");
        }
        for line in ["go depth x", "go movetime", "go draw", "go nonsense"] {
            assert_eq!(read(line, Color::Red, true).move_time, Some(FALLBACK), "{line}");
        }
        assert!(read("go ponder depth x", Color::Red, true).is_endless());
        assert_eq!(read("go depth 3 movetime x", Color::Red, true).move_time, None);
    }

    #[test]
    fn only_depth_and_mate_are_open_ended() {
        for line in ["go depth 3", "go mate 2", "go depth 4 mate 2"] {
            assert!(is_open_ended(&read(line, Color::Red, true)), "{line}");
        }
        for line in ["go depth 3 nodes 5", "go mate 2 movetime 9", "go depth 3 wtime 5"] {
            assert!(!is_open_ended(&read(line, Color::Red, true)), "{line}");
        }
    }
}
