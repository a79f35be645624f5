//! From results to Elo.
//!
//! Two games with the same opening and colours swapped are not independent, so the pair is the unit:
//! its score is one of five (0, ½, 1, 1½, 2), and the spread of pair scores gives the error. Only
//! when there are no pairs are single games taken.

use serde::Serialize;
use std::collections::HashMap;

/// `800 / ln 10`: Elo for each unit of a small difference in log-odds, and the scale of normalised Elo.
pub const ELO_SCALE: f64 = 347.435_585_522_601_5;
/// Half the width of a 95 % interval, in standard deviations.
const Z95: f64 = 1.959_963_984_540_054;

/// Elo difference that makes this score (0–1) expected; infinite at the ends.
pub fn elo_of_score(score: f64) -> f64 {
    let score = score.clamp(0.0, 1.0);
    400.0 * (score / (1.0 - score)).log10()
}

/// Expected score (0–1) at this Elo difference.
pub fn score_of_elo(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// An estimate with its 95 % interval.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Estimate {
    /// The estimate.
    pub value: f64,
    /// Lower end of the interval.
    pub low: f64,
    /// Upper end of the interval.
    pub high: f64,
}

/// Results of one engine against another (or against all others).
#[derive(Clone, Default, Debug)]
pub struct Tally {
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
    /// Complete pairs by their half-points, 0–4.
    pub pairs: [u64; 5],
    /// Pairs of which one game is known: its half-points.
    open: HashMap<usize, u32>,
}

/// Mean and spread of independent observations.
struct Sample {
    count: f64,
    games_each: f64,
    mean: f64,
    variance: f64,
}

impl Tally {
    /// Adds a game of a pair; `half_points` is 2 for a win and 1 for a draw.
    pub fn add(&mut self, pair: usize, half_points: u32) {
        match half_points {
            0 => self.losses += 1,
            1 => self.draws += 1,
            _ => self.wins += 1,
        }
        match self.open.remove(&pair) {
            Some(first) => self.pairs[(first + half_points).min(4) as usize] += 1,
            None => drop(self.open.insert(pair, half_points)),
        }
    }

    /// Games played.
    pub fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// Share of the points, 0–1; one half when nothing was played.
    pub fn score(&self) -> f64 {
        match self.games() {
            0 => 0.5,
            games => (self.wins as f64 + self.draws as f64 / 2.0) / games as f64,
        }
    }

    /// Share of draws, 0–1.
    pub fn draw_ratio(&self) -> f64 {
        self.draws as f64 / self.games().max(1) as f64
    }

    fn sample(&self) -> Option<Sample> {
        let pairs: Vec<(f64, u64)> = (0..).zip(self.pairs).map(|(half, n)| (f64::from(half) / 4.0, n)).collect();
        let games = [(0.0, self.losses), (0.5, self.draws), (1.0, self.wins)];
        let (values, games_each) =
            if self.pairs.iter().any(|&n| n > 0) { (&pairs[..], 2.0) } else { (&games[..], 1.0) };
        let count: u64 = values.iter().map(|(_, n)| n).sum();
        let count = (count > 0).then_some(count as f64)?;
        let mean = values.iter().map(|&(value, n)| value * n as f64).sum::<f64>() / count;
        let variance = values.iter().map(|&(value, n)| (value - mean).powi(2) * n as f64).sum::<f64>() / count;
        Some(Sample { count, games_each, mean, variance })
    }

    /// Elo difference; `None` when nothing was played.
    pub fn elo(&self) -> Option<Estimate> {
        let sample = self.sample()?;
        let error = Z95 * (sample.variance / sample.count).sqrt();
        let [value, low, high] = [0.0, -error, error].map(|shift| elo_of_score(sample.mean + shift));
        Some(Estimate { value, low, high })
    }

    /// Normalised Elo: the mean in units of the standard deviation of a game, on a scale on which it
    /// is about Elo when there are no draws. `None` when nothing was played or nothing varies.
    pub fn normalized_elo(&self) -> Option<Estimate> {
        let sample = self.sample().filter(|sample| sample.variance > 0.0)?;
        let value = ELO_SCALE * (sample.mean - 0.5) / (sample.games_each * sample.variance).sqrt();
        let error = ELO_SCALE * Z95 / (sample.games_each * sample.count).sqrt();
        Some(Estimate { value, low: value - error, high: value + error })
    }

    /// Likelihood of superiority: the chance, 0–1, that the engine is the stronger one, from the mean
    /// and its error. `None` when nothing was played or nothing varies.
    pub fn los(&self) -> Option<f64> {
        let sample = self.sample().filter(|sample| sample.variance > 0.0)?;
        Some(normal_cdf((sample.mean - 0.5) / (sample.variance / sample.count).sqrt()))
    }
}

/// The chance that a standard normal variable is below `x`, to about seven digits.
fn normal_cdf(x: f64) -> f64 {
    // Abramowitz and Stegun 26.2.17.
    const TERMS: [f64; 5] = [0.319_381_530, -0.356_563_782, 1.781_477_937, -1.821_255_978, 1.330_274_429];
    let t = 1.0 / (1.0 + 0.231_641_9 * x.abs());
    let tail: f64 = TERMS.iter().rev().fold(0.0, |sum, term| (sum + term) * t);
    let tail = tail * (-x * x / 2.0).exp() / (2.0 * std::f64::consts::PI).sqrt();
    if x > 0.0 { 1.0 - tail } else { tail }
}
