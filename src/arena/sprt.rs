//! The sequential probability ratio test: when a match has shown enough.
//!
//! Two hypotheses about the Elo difference are compared by the generalised likelihood ratio of the five
//! pair results: for each hypothesis the most likely distribution is found under which the expected
//! score (logistic model) or the ratio of mean to standard deviation (normalised model) is what the
//! hypothesis says. Van den Bergh, "Comments on normalized Elo" and "The generalized maximum likelihood
//! ratio for the expectation value of a distribution", describe the method.

use super::stats::{ELO_SCALE, score_of_elo};
use thiserror::Error;

/// A result that never occurred gets this count, so that its logarithm exists.
const UNSEEN: f64 = 1e-3;
/// Scores of a pair, per game.
const SCORES: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];

/// What the Elo of a hypothesis means.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Model {
    /// Usual Elo: the expected score.
    Logistic,
    /// Normalised Elo: the expected score in units of its standard deviation.
    Normalized,
}

/// Where a test stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Decision {
    /// `elo1` or more is what the results speak for.
    AcceptGain,
    /// `elo0` or less is what the results speak for.
    RejectGain,
    /// More games are needed.
    Undecided,
}

impl Decision {
    /// In words.
    pub const fn words(self) -> &'static str {
        match self {
            Decision::AcceptGain => "accept gain",
            Decision::RejectGain => "reject gain",
            Decision::Undecided => "undecided",
        }
    }
}

/// A test that makes no sense.
#[derive(Error, Clone, PartialEq, Eq, Debug)]
pub enum SprtError {
    /// Not a setting.
    #[error("'{0}' is not a setting of the test (elo0, elo1, alpha, beta or model, with '=' and a value)")]
    Word(String),
    /// A number out of range.
    #[error("{key}={value}: the value is not {allowed}")]
    Value {
        /// The setting.
        key: String,
        /// Its value.
        value: String,
        /// What is allowed.
        allowed: &'static str,
    },
    /// The hypotheses are the wrong way round.
    #[error("elo0 has to be below elo1")]
    Order,
}

/// A test.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sprt {
    /// The gain that is not worth having.
    pub elo0: f64,
    /// The gain hoped for.
    pub elo1: f64,
    /// Chance to accept when the gain is `elo0`.
    pub alpha: f64,
    /// Chance to reject when the gain is `elo1`.
    pub beta: f64,
    /// What Elo means here.
    pub model: Model,
}

impl Default for Sprt {
    fn default() -> Sprt {
        Sprt { elo0: 0.0, elo1: 5.0, alpha: 0.05, beta: 0.05, model: Model::Normalized }
    }
}

impl Sprt {
    /// Reads `key=value` words; what is not given is as in the default.
    ///
    /// ```
    /// use chuhe::arena::sprt::{Model, Sprt};
    /// let test = Sprt::parse(["elo1=3", "model=logistic"]).unwrap();
    /// assert_eq!((test.elo0, test.elo1, test.model), (0.0, 3.0, Model::Logistic));
    /// assert!(Sprt::parse(["elo0=9"]).is_err());
    /// ```
    ///
    /// # Errors
    /// Names the word that cannot be used.
    pub fn parse<'a>(words: impl IntoIterator<Item = &'a str>) -> Result<Sprt, SprtError> {
        let mut test = Sprt::default();
        for word in words {
            let (key, value) = word.split_once('=').ok_or_else(|| SprtError::Word(word.to_owned()))?;
            let error = |allowed| SprtError::Value { key: key.to_owned(), value: value.to_owned(), allowed };
            let number = value.parse::<f64>().ok();
            let elo = number.filter(|elo| elo.abs() <= 1000.0).ok_or_else(|| error("a number from -1000 to 1000"));
            let chance = number.filter(|&p| p > 0.0 && p < 0.5).ok_or_else(|| error("a number between 0 and 0.5"));
            match key {
                "elo0" => test.elo0 = elo?,
                "elo1" => test.elo1 = elo?,
                "alpha" => test.alpha = chance?,
                "beta" => test.beta = chance?,
                "model" => {
                    test.model = match value {
                        "logistic" => Model::Logistic,
                        "normalized" | "normalised" => Model::Normalized,
                        _ => return Err(error("normalized or logistic")),
                    }
                }
                _ => return Err(SprtError::Word(word.to_owned())),
            }
        }
        if test.elo0 < test.elo1 { Ok(test) } else { Err(SprtError::Order) }
    }

    /// The log-likelihood ratios at which the test ends: reject at or below the first, accept at or
    /// above the second.
    pub fn bounds(&self) -> (f64, f64) {
        ((self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln())
    }

    /// The log-likelihood ratio of `elo1` against `elo0` after pairs with 0, ½, 1, 1½ and 2 points.
    pub fn llr(&self, pairs: &[u64; 5]) -> f64 {
        if pairs.iter().all(|&count| count == 0) {
            return 0.0;
        }
        let counts = pairs.map(|count| if count == 0 { UNSEEN } else { count as f64 });
        let total: f64 = counts.iter().sum();
        let seen = counts.map(|count| count / total);
        let likely = |elo: f64| match self.model {
            Model::Logistic => likeliest(&seen, &SCORES.map(|score| score - score_of_elo(elo))),
            // The mean of two games spreads less than one game.
            Model::Normalized => likeliest_by_ratio(&seen, elo / ELO_SCALE * 2f64.sqrt()),
        };
        let (p0, p1) = (likely(self.elo0), likely(self.elo1));
        total * (0..5).map(|i| seen[i] * (p1[i] / p0[i]).ln()).sum::<f64>()
    }

    /// What the log-likelihood ratio decides.
    pub fn decide(&self, llr: f64) -> Decision {
        let (reject, accept) = self.bounds();
        if llr >= accept {
            Decision::AcceptGain
        } else if llr <= reject {
            Decision::RejectGain
        } else {
            Decision::Undecided
        }
    }
}

/// The distribution, most likely to give the frequencies `seen`, under which `values` have mean 0.
/// By Lagrange it is `seen[i] / (1 + x values[i])`, with the `x` that makes the mean vanish; the mean
/// falls with `x` between two poles.
fn likeliest(seen: &[f64; 5], values: &[f64; 5]) -> [f64; 5] {
    let (least, largest) = values.iter().fold((0f64, 0f64), |(low, high), &v| (low.min(v), high.max(v)));
    if least == 0.0 || largest == 0.0 {
        // No distribution has that mean; only an impossible hypothesis comes here.
        return *seen;
    }
    let (mut low, mut high) = (-1.0 / largest, -1.0 / least);
    for _ in 0..100 {
        let x = (low + high) / 2.0;
        let mean: f64 = seen.iter().zip(values).map(|(p, v)| p * v / (1.0 + x * v)).sum();
        if mean > 0.0 { low = x } else { high = x }
    }
    let x = (low + high) / 2.0;
    std::array::from_fn(|i| seen[i] / (1.0 + x * values[i]))
}

/// The distribution, most likely to give the frequencies `seen`, whose mean lies `ratio` standard
/// deviations above ½. The condition is not linear in the probabilities; it is made so at the last
/// distribution found, until that no longer changes.
fn likeliest_by_ratio(seen: &[f64; 5], ratio: f64) -> [f64; 5] {
    let mut found = [0.2; 5];
    for _ in 0..50 {
        let mean: f64 = found.iter().zip(SCORES).map(|(p, score)| p * score).sum();
        let deviation = found.iter().zip(SCORES).map(|(p, score)| p * (score - mean).powi(2)).sum::<f64>().sqrt();
        let values =
            SCORES.map(|score| score - 0.5 - ratio * deviation * (1.0 + ((score - mean) / deviation).powi(2)) / 2.0);
        let next = likeliest(seen, &values);
        let change = found.iter().zip(next).map(|(old, new)| (old - new).abs()).fold(0.0, f64::max);
        found = next;
        if change < 1e-12 {
            break;
        }
    }
    found
}
