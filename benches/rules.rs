//! Rulings on repetition: how long the arbiter takes for a game, and for ten thousand random loops.
//!
//! `cargo bench --bench rules -- random` prints the median and the slowest of the loops.

use chuhe::board::{Move, Position};
use chuhe::notation::fen;
use chuhe::notation::iccs::Ranks;
use chuhe::rules::adjudicate::rule;
use chuhe::rules::{Repetition, RuleSet, Rules};
use criterion::{Criterion, criterion_group, criterion_main};
use loops::random_loops;
use std::hint::black_box;
use std::time::{Duration, Instant};

#[path = "../tests/loops.rs"]
mod loops;
#[allow(dead_code)]
#[path = "../tests/random.rs"]
mod random;

/// Name, position, two cycles.
const LOOPS: [(&str, &str, &str); 5] = [
    ("perpetual check", "3k5/9/9/9/4R4/9/9/9/9/5K3 w", "e5d5 d9e9 d5e5 e9d9"),
    ("idle in the opening", fen::START, "h0g2 h9g7 g2h0 g7h9"),
    ("chase", "3aka3/c8/4b4/9/2b6/9/9/9/1R2A4/4KA3 w", "b1a1 a8b8 a1b1 b8a8"),
    ("kill in two checks", "3ak1b2/4a4/4b4/r3C2R1/p8/9/P8/4p4/4p4/5K3 w", "h6g6 g9i7 g6h6 i7g9"),
    ("joint chase against kill", "1c1ak4/N1PNa4/9/9/5P3/9/9/4Bp3/9/3p1K1p1 w", "c8b8 b9c9 b8c8 c9b9"),
];

fn read(position: &str, cycle: &str) -> (Position, Vec<Move>) {
    let start = fen::parse(position).expect("bench positions are valid");
    let moves = cycle.split(' ').map(|mv| Ranks::FromZero.parse(mv).expect("bench moves are valid"));
    (start, moves.collect::<Vec<_>>().repeat(2))
}

fn rulings(c: &mut Criterion) {
    for (name, position, cycle) in LOOPS {
        let (start, moves) = read(position, cycle);
        for set in [RuleSet::Chinese2007, RuleSet::Asian] {
            let rules = Rules { repetition: Repetition { set, ..Repetition::default() }, ..Rules::default() };
            c.bench_function(&format!("{set}, {name}"), |b| {
                b.iter(|| rule(black_box(&start), black_box(&moves), &rules).verdict)
            });
        }
    }
}

/// Rules on random loops; the figures that count are the median and the slowest.
fn random_rulings(c: &mut Criterion) {
    const LOOPS: usize = 10_000;
    let mut all: Vec<(Position, Vec<Move>)> = Vec::with_capacity(LOOPS);
    random_loops(LOOPS, |start, cycle| all.push((start.clone(), cycle.repeat(2))));
    let rules = Rules::default();
    c.bench_function("ten thousand random loops", |b| {
        b.iter_custom(|rounds| {
            let begin = Instant::now();
            for _ in 0..rounds {
                let mut times: Vec<Duration> = Vec::with_capacity(LOOPS);
                for (start, moves) in &all {
                    let begin = Instant::now();
                    black_box(rule(black_box(start), black_box(moves), &rules));
                    times.push(begin.elapsed());
                }
                times.sort();
                let (median, slowest) = (times[times.len() / 2], times[times.len() - 1]);
                println!("random loops: median {median:?}, slowest {slowest:?}");
            }
            begin.elapsed()
        })
    });
}

criterion_group!(benches, rulings);
criterion_group! {
    name = long;
    config = Criterion::default().sample_size(10);
    targets = random_rulings
}
criterion_main!(benches, long);
