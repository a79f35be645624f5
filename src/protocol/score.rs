//! Scores in the words and numbers that both dialects share.

use crate::search::Score;

/// Where UCCI's mate scores begin; wins by the rules begin at 20 000.
const MATE: i32 = 30_000;

/// The score as one number: a mate is ±(30 000 − half-moves).
///
/// ```
/// use chuhe::protocol::score::plain;
/// use chuhe::search::Score;
/// assert_eq!(plain(Score::Mate(2)), 29_997);
/// assert_eq!(plain(Score::Mate(-1)), -29_998);
/// assert_eq!(plain(Score::Cp(-12)), -12);
/// ```
pub fn plain(score: Score) -> i32 {
    match score {
        Score::Cp(value) | Score::Rule(value) => value,
        Score::Mate(moves) if moves > 0 => MATE - (2 * moves - 1),
        Score::Mate(moves) => -2 * moves - MATE,
    }
}

/// Says of a score of ±(20 000 − half-moves) that it is no mate.
pub fn rule_note(value: i32) -> String {
    let what = if value > 0 { "win" } else { "loss" };
    format!("score {value} is a {what} by the rules on repetition, not by mate; Rule Info explains it")
}
