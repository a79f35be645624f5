//! How often games are won from a score: counts, and the model that fits them best.

use super::record::{GameRecord, Outcome, RecordError};
use crate::board::Color;
use crate::eval::WinRate;
use crate::search::score::{Value, is_mate, is_rule};
use std::collections::BTreeMap;

/// Scores that differ by less are counted together.
const STEP: Value = 10;
/// Larger scores count as this one.
const LARGEST: Value = 2_000;
/// The smallest chance that a model is believed to give: one game against all odds must not decide.
const LEAST_CHANCE: f64 = 1e-4;

/// Where the search for the best model begins, how it steps, and when it is over.
const FIRST: WinRate = WinRate { even: [200.0, 0.0], spread: [80.0, 0.0] };
const FIRST_STEP: f64 = 64.0;
const LAST_STEP: f64 = 0.05;

/// Results by score and pieces on the board, from the side to move.
#[derive(Clone, Default, Debug)]
pub struct Results {
    /// Wins, draws and losses.
    cells: BTreeMap<(Value, usize), [u64; 3]>,
}

impl Results {
    /// Counts the positions of a game whose score is no certain win or loss.
    ///
    /// # Errors
    /// At the first move that is not legal; what came before it is counted.
    pub fn add(&mut self, game: &GameRecord) -> Result<(), RecordError> {
        game.replay(|pos, ply| {
            let score = Value::from(ply.score);
            if !is_mate(score) && !is_rule(score) {
                let result = match (game.outcome, pos.side()) {
                    (Outcome::Draw, _) => 1,
                    (Outcome::RedWins, Color::Red) | (Outcome::BlackWins, Color::Black) => 0,
                    _ => 2,
                };
                self.count(score, pos.occupied().count(), result);
            }
        })?;
        Ok(())
    }

    fn count(&mut self, score: Value, pieces: usize, result: usize) {
        let score = (score.clamp(-LARGEST, LARGEST) as f64 / f64::from(STEP)).round() as Value * STEP;
        self.cells.entry((score, pieces)).or_default()[result] += 1;
    }

    /// Positions counted.
    pub fn positions(&self) -> u64 {
        self.cells.values().flatten().sum()
    }

    /// The positions with a score from `low` to below `high`: how many, and the shares won and drawn of
    /// them, in fact and by a model.
    pub fn compare(&self, model: &WinRate, low: Value, high: Value) -> Comparison {
        let mut all = Comparison::default();
        for (&(score, pieces), &[wins, draws, losses]) in self.cells.range((low, 0)..(high, 0)) {
            let positions = wins + draws + losses;
            all.positions += positions;
            let [win, draw, _] = model.chances(score, pieces);
            all.found[0] += wins as f64;
            all.found[1] += draws as f64;
            all.expected[0] += win * positions as f64;
            all.expected[1] += draw * positions as f64;
        }
        for share in all.found.iter_mut().chain(&mut all.expected) {
            *share /= all.positions.max(1) as f64;
        }
        all
    }

    /// The mean of −ln of the chance that the model gave to what happened: less is better.
    pub fn loss(&self, model: &WinRate) -> f64 {
        let cells = self.cells.iter().map(|(&(score, pieces), results)| {
            let each = results.iter().zip(model.chances(score, pieces));
            each.map(|(&count, chance)| -(count as f64) * chance.max(LEAST_CHANCE).ln()).sum::<f64>()
        });
        cells.sum::<f64>() / self.positions().max(1) as f64
    }

    /// The model with the smallest loss, found by steps along one coefficient at a time that get shorter.
    pub fn fit(&self) -> WinRate {
        let mut best = (self.loss(&FIRST), FIRST);
        let mut step = FIRST_STEP;
        while step > LAST_STEP {
            let before = best.0;
            for coefficient in 0..4 {
                for change in [step, -step] {
                    let model = changed(best.1, coefficient, change);
                    let loss = self.loss(&model);
                    if loss < best.0 {
                        best = (loss, model);
                    }
                }
            }
            if best.0 >= before {
                step /= 2.0;
            }
        }
        best.1
    }
}

/// Shares of positions won and drawn.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Comparison {
    /// Positions.
    pub positions: u64,
    /// Won and drawn in fact, 0 to 1.
    pub found: [f64; 2],
    /// Won and drawn by the model.
    pub expected: [f64; 2],
}

/// The model with something added to one of its four coefficients. A change of the constant turns the line
/// around its middle, half of the pieces, so that constant and slope are found apart from each other.
fn changed(mut model: WinRate, coefficient: usize, change: f64) -> WinRate {
    let line = if coefficient < 2 { &mut model.even } else { &mut model.spread };
    if coefficient.is_multiple_of(2) {
        line[0] += change;
    } else {
        line[0] -= change / 2.0;
        line[1] += change;
    }
    model
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Counts made by a model are fitted by that model.
    #[test]
    fn a_known_model_is_found() {
        let model = WinRate { even: [150.0, 90.0], spread: [60.0, 30.0] };
        let mut results = Results::default();
        for pieces in [10, 20, 30] {
            for score in (-600..=600).step_by(STEP as usize) {
                let counts = model.chances(score, pieces).map(|chance| (1e5 * chance).round() as u64);
                results.cells.insert((score, pieces), counts);
            }
        }
        let fitted = results.fit();
        let found = [fitted.even, fitted.spread].concat();
        for (found, right) in found.iter().zip([150.0, 90.0, 60.0, 30.0]) {
            assert!((found - right).abs() < 2.0, "{fitted:?}");
        }
        let comparison = results.compare(&fitted, 0, 100);
        assert!((comparison.found[0] - comparison.expected[0]).abs() < 1e-3, "{comparison:?}");
        assert!(results.loss(&FIRST) > results.loss(&fitted));
    }

    #[test]
    fn scores_are_counted_from_the_side_to_move() {
        let mut results = Results::default();
        for (score, result) in [(204, 0), (-2_700, 2), (-2_000, 2), (3, 1)] {
            results.count(score, 20, result);
        }
        assert_eq!(results.cells[&(200, 20)], [1, 0, 0]);
        assert_eq!(results.cells[&(-2_000, 20)], [0, 0, 2]);
        assert_eq!(results.cells[&(0, 20)], [0, 1, 0]);
        assert_eq!(results.positions(), 4);
    }
}
