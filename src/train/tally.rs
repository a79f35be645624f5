//! What many games add up to.

use super::record::{GameRecord, Outcome, Termination};
use crate::search::score::{MATE_BOUND, RULE_BOUND};
use std::fmt::{Display, Formatter, Result};

/// Half-moves to one column of the table of lengths.
const LENGTH_STEP: usize = 20;
/// Upper ends of the rows of the table of scores, without their sign.
const SCORE_STEPS: [u32; 10] = [10, 25, 50, 100, 200, 400, 800, 1_600, RULE_BOUND as u32, MATE_BOUND as u32];

/// Counts over games.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Tally {
    /// Games.
    pub games: u64,
    /// Positions with a move and a score: all half-moves.
    pub positions: u64,
    outcomes: [u64; Outcome::ALL.len()],
    terminations: [u64; Termination::ALL.len()],
    /// Games by length.
    lengths: Vec<u64>,
    /// Positions by how far the side to move is ahead.
    scores: [u64; SCORE_STEPS.len() + 1],
}

impl Tally {
    /// Counts a game.
    pub fn add(&mut self, game: &GameRecord) {
        self.games += 1;
        self.positions += game.plies.len() as u64;
        self.outcomes[game.outcome as usize] += 1;
        self.terminations[game.termination as usize] += 1;
        let column = game.plies.len() / LENGTH_STEP;
        if self.lengths.len() <= column {
            self.lengths.resize(column + 1, 0);
        }
        self.lengths[column] += 1;
        for ply in &game.plies {
            let size = u32::from(ply.score.unsigned_abs());
            self.scores[SCORE_STEPS.iter().filter(|&&end| size >= end).count()] += 1;
        }
    }

    /// Games with this result.
    pub fn outcome(&self, outcome: Outcome) -> u64 {
        self.outcomes[outcome as usize]
    }

    /// Games that ended so.
    pub fn termination(&self, termination: Termination) -> u64 {
        self.terminations[termination as usize]
    }

    /// Half-moves of a game on average.
    pub fn mean_length(&self) -> f64 {
        self.positions as f64 / self.games.max(1) as f64
    }

    /// The kinds of ending that ended a game in a draw, with their share of the draws in percent.
    pub fn draws(&self) -> impl Iterator<Item = (Termination, f64)> {
        use Termination::*;
        let draws = self.outcome(Outcome::Draw);
        [Repetition, NaturalLimit, DeadMaterial, DrawAdjudicated, Length]
            .into_iter()
            .map(move |kind| (kind, percent(self.termination(kind), draws)))
            .filter(|&(_, share)| share > 0.0)
    }

    /// Results, length and kinds of draw on one line.
    pub fn summary(&self) -> String {
        let share = |outcome| percent(self.outcome(outcome), self.games);
        let kinds: Vec<String> = self.draws().map(|(kind, share)| format!("{} {share:.0} %", kind.text())).collect();
        format!(
            "Red won {:.1} %, drawn {:.1} %, Black won {:.1} %; {:.0} half-moves a game{}",
            share(Outcome::RedWins),
            share(Outcome::Draw),
            share(Outcome::BlackWins),
            self.mean_length(),
            if kinds.is_empty() { String::new() } else { format!("; draws by {}", kinds.join(", ")) }
        )
    }
}

fn percent(part: u64, whole: u64) -> f64 {
    100.0 * part as f64 / whole.max(1) as f64
}

impl Display for Tally {
    /// The tables that `chuhe data stats` prints.
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        writeln!(f, "games      {:>12}", self.games)?;
        writeln!(f, "positions  {:>12}", self.positions)?;
        writeln!(f, "half-moves {:>12.1} a game", self.mean_length())?;
        writeln!(f, "\nresult")?;
        for outcome in Outcome::ALL.into_iter().rev() {
            let count = self.outcome(outcome);
            writeln!(f, "  {:<18} {count:>11} {:>5.1} %", outcome.text(), percent(count, self.games))?;
        }
        writeln!(f, "\nended by")?;
        for kind in Termination::ALL {
            let count = self.termination(kind);
            if count > 0 {
                writeln!(f, "  {:<18} {count:>11} {:>5.1} %", kind.text(), percent(count, self.games))?;
            }
        }
        writeln!(f, "\nhalf-moves")?;
        for (column, &count) in self.lengths.iter().enumerate().filter(|&(_, &count)| count > 0) {
            let low = column * LENGTH_STEP;
            let name = format!("{low}-{}", low + LENGTH_STEP - 1);
            writeln!(f, "  {name:<18} {count:>11} {:>5.1} %", percent(count, self.games))?;
        }
        writeln!(f, "\nscore, without sign")?;
        let mut low = 0;
        for (row, &count) in self.scores.iter().enumerate() {
            let name = match SCORE_STEPS.get(row) {
                Some(&end) if end == MATE_BOUND as u32 => "by the rules".to_owned(),
                Some(&end) if end == RULE_BOUND as u32 => format!("{low} and more"),
                Some(&end) => format!("{low}-{}", end - 1),
                None => "mate".to_owned(),
            };
            writeln!(f, "  {name:<18} {count:>11} {:>5.1} %", percent(count, self.positions))?;
            low = SCORE_STEPS.get(row).copied().unwrap_or(low);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Move;
    use crate::notation::fen;
    use crate::train::record::Ply;

    #[test]
    fn games_are_counted() {
        let mv = Move::from_code(25 | 22 << 7).unwrap();
        let game = |scores: &[i16], outcome, termination| GameRecord {
            run: 0,
            number: 0,
            start: fen::start(),
            plies: scores.iter().map(|&score| Ply { mv, score }).collect(),
            outcome,
            termination,
        };
        let mut tally = Tally::default();
        tally.add(&game(&[9, -10, 31_999, -20_000, 15_000], Outcome::RedWins, Termination::Mate));
        tally.add(&game(&[0; 25], Outcome::Draw, Termination::Repetition));
        tally.add(&game(&[0; 10], Outcome::Draw, Termination::Length));
        assert_eq!((tally.games, tally.positions), (3, 40));
        assert_eq!(tally.scores, [36, 1, 0, 0, 0, 0, 0, 0, 1, 1, 1]);
        assert_eq!(tally.lengths, [2, 1]);
        let draws: Vec<_> = tally.draws().collect();
        assert_eq!(draws, [(Termination::Repetition, 50.0), (Termination::Length, 50.0)]);
        assert!(tally.summary().starts_with("Red won 33.3 %, drawn 66.7 %, Black won 0.0 %; 13 half-moves"));
        let text = tally.to_string();
        for line in ["  1-0                          1  33.3 %", "  20-39                        1  33.3 %"] {
            assert!(text.lines().any(|found| found == line), "{line:?} in {text}");
        }
        assert!(text.contains("  by the rules                 1   2.5 %\n  mate                         1   2.5 %\n"));
    }
}
