//! The arithmetic of matches: Elo, likelihoods, the sequential test.

use chuhe::arena::sprt::{Decision, Model, Sprt};
use chuhe::arena::stats::{Tally, elo_of_score, score_of_elo};

/// A tally with these pairs; the games of a pair are made up.
fn tally(pairs: [u64; 5]) -> Tally {
    let mut tally = Tally::default();
    let mut number = 0;
    for (half_points, count) in (0..).zip(pairs) {
        for _ in 0..count {
            let first = u32::min(half_points, 2);
            tally.add(number, first);
            tally.add(number, half_points - first);
            number += 1;
        }
    }
    assert_eq!(tally.pairs, pairs);
    tally
}

fn near(value: f64, wanted: f64, error: f64) {
    assert!((value - wanted).abs() <= error, "{value} instead of {wanted} ± {error}");
}

#[test]
fn elo_and_score() {
    near(score_of_elo(0.0), 0.5, 1e-12);
    near(score_of_elo(400.0), 10.0 / 11.0, 1e-12);
    near(elo_of_score(0.75), 190.848_5, 1e-3);
    for elo in [-700.0, -3.5, 0.0, 12.0, 400.0] {
        near(elo_of_score(score_of_elo(elo)), elo, 1e-9);
    }
    assert_eq!(elo_of_score(1.0), f64::INFINITY);
    assert_eq!(elo_of_score(0.0), f64::NEG_INFINITY);
}

/// What fastchess printed after real matches: Elo, its half-width, normalised Elo and its half-width.
#[test]
fn elo_as_other_tools_have_it() {
    for (pairs, elo, error, normalized, normalized_error) in [
        ([1, 10, 78, 48, 13], 72.85, 22.33, 132.30, 39.32),
        ([0, 0, 1, 8, 1], 190.85, 65.54, 549.34, 152.27),
        ([352, 579, 1264, 743, 464], 19.83, 6.77, 24.25, 8.26),
    ] {
        let tally = tally(pairs);
        let found = tally.elo().unwrap();
        near(found.value, elo, 0.005);
        near((found.high - found.low) / 2.0, error, 0.005);
        let found = tally.normalized_elo().unwrap();
        near(found.value, normalized, 0.005);
        near((found.high - found.low) / 2.0, normalized_error, 0.005);
    }
}

#[test]
fn chances_of_being_better() {
    let even = tally([10, 20, 40, 20, 10]);
    near(even.los().unwrap(), 0.5, 1e-6);
    near(even.elo().unwrap().value, 0.0, 1e-9);
    // Mean 0.525, variance 0.075625 a pair, 100 pairs: 0.90909 standard errors above one half, and the
    // normal distribution puts 81.835 % below that.
    let better = tally([10, 16, 38, 26, 10]);
    near(better.score(), 0.525, 1e-12);
    near(better.los().unwrap(), 0.818_35, 2e-5);
    near(better.los().unwrap() + tally([10, 26, 38, 16, 10]).los().unwrap(), 1.0, 1e-6);
}

#[test]
fn little_or_nothing_played() {
    let mut tally = Tally::default();
    assert!(tally.elo().is_none() && tally.normalized_elo().is_none() && tally.los().is_none());
    assert_eq!((tally.games(), tally.score(), tally.draw_ratio()), (0, 0.5, 0.0));
    // One game is no pair: the game itself is what is known.
    tally.add(1, 2);
    assert_eq!((tally.pairs, tally.wins), ([0; 5], 1));
    let elo = tally.elo().unwrap();
    assert_eq!((elo.value, elo.low, elo.high), (f64::INFINITY, f64::NEG_INFINITY, f64::INFINITY));
    tally.add(2, 0);
    tally.add(1, 1);
    assert_eq!((tally.pairs, tally.games(), tally.draws), ([0, 0, 0, 1, 0], 3, 1));
    assert!(tally.los().is_none(), "a single pair has no spread");
}

const fn test(elo0: f64, elo1: f64, model: Model) -> Sprt {
    Sprt { elo0, elo1, alpha: 0.05, beta: 0.05, model }
}

/// What fishtest printed for Stockfish's pull requests 5452 (twice), 6633, 3972, 3515 (normalised Elo),
/// 3209 (twice), 3098, 2971 (twice; usual Elo), and fastchess for two matches.
#[test]
fn likelihood_ratios_as_published() {
    use Model::{Logistic, Normalized};
    for (pairs, elo0, elo1, model, llr) in [
        ([758, 38802, 84253, 39511, 772], 0.0, 2.0, Normalized, 2.93),
        ([19, 6089, 15803, 6441, 22], 0.5, 2.5, Normalized, 2.95),
        ([677, 25001, 61196, 24940, 714], -1.75, 0.25, Normalized, 2.95),
        ([327, 8113, 21317, 8168, 347], -2.25, 0.25, Normalized, 2.96),
        ([238, 5274, 26761, 5326, 237], -2.5, 0.5, Normalized, 2.94),
        ([253, 4282, 17604, 4431, 286], -0.25, 1.25, Logistic, 2.94),
        ([58, 3302, 33130, 3518, 84], 0.25, 1.25, Logistic, 2.97),
        ([491, 7345, 29693, 7670, 465], -0.25, 1.25, Logistic, 2.96),
        ([17, 253, 1042, 337, 39], -0.5, 1.5, Logistic, 2.96),
        ([11, 407, 3238, 513, 11], 0.25, 1.75, Logistic, 2.93),
        ([352, 579, 1264, 743, 464], 9.0, 16.0, Normalized, 4.60),
        ([0, 0, 1, 8, 1], 0.0, 50.0, Normalized, 1.24),
    ] {
        near(test(elo0, elo1, model).llr(&pairs), llr, 0.005);
    }
}

/// The largest log-likelihood of `pairs` over all distributions that fulfil a hypothesis, found by a
/// search that knows nothing of Lagrange: three probabilities are free, the outer two follow from their
/// sum and from `gap`, which grows with the last probability and vanishes where the hypothesis holds.
fn largest_likelihood(pairs: &[u64; 5], gap: impl Fn(&[f64; 5]) -> f64) -> f64 {
    let complete = |[b, c, d]: [f64; 3]| {
        let rest = 1.0 - b - c - d;
        let all = |e: f64| [rest - e, b, c, d, e];
        if [b, c, d, rest].iter().any(|&p| p <= 0.0) || gap(&all(0.0)) >= 0.0 || gap(&all(rest)) <= 0.0 {
            return None;
        }
        let (mut low, mut high) = (0.0, rest);
        for _ in 0..60 {
            let e = (low + high) / 2.0;
            if gap(&all(e)) > 0.0 { high = e } else { low = e }
        }
        Some(all((low + high) / 2.0))
    };
    let counts = pairs.map(|n| if n == 0 { 1e-3 } else { n as f64 });
    let likelihood = |free: [f64; 3]| {
        let value = |all: [f64; 5]| counts.iter().zip(all).map(|(n, p)| n * p.ln()).sum::<f64>();
        complete(free).map_or(f64::NEG_INFINITY, value)
    };
    // All neighbours of a cube's centre, in steps that become smaller when none is better. Free
    // probabilities are taken by their logarithms, since some of them are tiny.
    let exp = |logs: [f64; 3]| likelihood(logs.map(f64::exp));
    let (mut best, mut step) = ([-3.0; 3], 1.0);
    let mut value = exp(best);
    while step > 1e-7 {
        let mut moved = false;
        for code in (0..27).filter(|&code| code != 13) {
            let mut next = best;
            for (axis, p) in next.iter_mut().enumerate() {
                *p += step * f64::from(code / 3_i32.pow(axis as u32) % 3 - 1);
            }
            let found = exp(next);
            if found > value {
                (value, best, moved) = (found, next, true);
            }
        }
        if !moved {
            step /= 2.0;
        }
    }
    value
}

#[test]
fn likelihood_ratio_by_search() {
    const SCORES: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];
    let mean = |all: &[f64; 5]| all.iter().zip(SCORES).map(|(p, score)| p * score).sum::<f64>();
    let deviation = |all: &[f64; 5]| {
        let mean = mean(all);
        all.iter().zip(SCORES).map(|(p, score)| p * (score - mean).powi(2)).sum::<f64>().sqrt()
    };
    for (pairs, elo0, elo1) in [
        ([3, 10, 20, 12, 5], 0.0, 5.0),
        ([3, 10, 20, 12, 5], -40.0, 60.0),
        ([40, 1, 2, 1, 30], 0.0, 30.0),
        ([1, 1, 2, 9, 30], 0.0, 10.0),
        ([3, 10, 20, 12, 5], 0.0, 300.0),
        // Far from the hypotheses, and some results never seen.
        ([3, 3, 1, 0, 0], 0.0, 300.0),
        ([0, 0, 1, 3, 3], 0.0, 300.0),
    ] {
        let logistic = |elo| largest_likelihood(&pairs, |all| mean(all) - score_of_elo(elo));
        let by_search = logistic(elo1) - logistic(elo0);
        near(test(elo0, elo1, Model::Logistic).llr(&pairs), by_search, 1e-4);
        // Normalised Elo e: the mean of a game is e / 347.4356 of its deviations above one half, and a
        // game's deviation is √2 times that of a pair's mean.
        let ratio = |elo: f64| elo / 347.435_585_5 * 2f64.sqrt();
        let normalized = |elo| largest_likelihood(&pairs, |all| mean(all) - 0.5 - ratio(elo) * deviation(all));
        let by_search = normalized(elo1) - normalized(elo0);
        near(test(elo0, elo1, Model::Normalized).llr(&pairs), by_search, 1e-4);
    }
}

#[test]
fn symmetry_and_sign() {
    for model in [Model::Logistic, Model::Normalized] {
        let pairs = [3, 10, 20, 12, 5];
        let mirrored = [5, 12, 20, 10, 3];
        near(test(-3.0, 4.0, model).llr(&pairs), -test(-4.0, 3.0, model).llr(&mirrored), 1e-9);
        assert!(test(0.0, 5.0, model).llr(&[0, 5, 30, 25, 10]) > 0.0);
        assert!(test(0.0, 5.0, model).llr(&[10, 25, 30, 5, 0]) < 0.0);
        assert_eq!(test(0.0, 5.0, model).llr(&[0; 5]), 0.0);
        // Results that cannot be: finite all the same.
        for pairs in [[0, 0, 50, 0, 0], [50, 0, 0, 0, 0], [0, 0, 0, 0, 50]] {
            assert!(test(0.0, 5.0, model).llr(&pairs).is_finite());
        }
    }
}

#[test]
fn bounds_and_decisions() {
    let (low, high) = Sprt::default().bounds();
    near(low, -2.944_44, 1e-5);
    near(high, 2.944_44, 1e-5);
    let (low, high) = Sprt { alpha: 0.01, beta: 0.1, ..Sprt::default() }.bounds();
    near(low, (0.1f64 / 0.99).ln(), 1e-12);
    near(high, (0.9f64 / 0.01).ln(), 1e-12);
    let decide = |llr| Sprt::default().decide(llr);
    assert_eq!(decide(2.95), Decision::AcceptGain);
    assert_eq!(decide(-2.95), Decision::RejectGain);
    assert_eq!(decide(2.9), Decision::Undecided);
    assert_eq!(decide(-2.9), Decision::Undecided);
    assert_eq!(decide(f64::NAN), Decision::Undecided);
}

#[test]
fn tests_that_make_no_sense() {
    for words in [
        &["elo0=5", "elo1=0"][..],
        &["elo0=5", "elo1=5"],
        &["alpha=0"],
        &["beta=0.7"],
        &["elo1=many"],
        &["elo1=nan"],
        &["model=other"],
        &["gamma=1"],
        &["elo1"],
    ] {
        assert!(Sprt::parse(words.iter().copied()).is_err(), "{words:?}");
    }
}
