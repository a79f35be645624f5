//! Evaluation: one call, following moves, and a network's steps with every kernel.

use chuhe::board::Color;
use chuhe::eval::nnue::features::{KingBuckets, OUTPUT_BUCKETS, View};
use chuhe::eval::nnue::kernels;
use chuhe::eval::nnue::network::{Block, Network, Parts};
use chuhe::eval::{Evaluation, Evaluator, nnue};
use chuhe::notation::fen;
use criterion::{Criterion, criterion_group, criterion_main};
use std::hint::black_box;
use std::sync::Arc;

const POSITIONS: [(&str, &str); 5] = [
    ("start", fen::START),
    ("opening", "r1bakabnr/9/n1c4c1/2p1p1p1p/p8/2P6/P3P1P1P/1C4NC1/R8/1NBAKAB1R w"),
    ("middle", "1rbaka2R/5r3/6n2/2p1p1p2/4P1bP1/PpC3Bc1/1nPR2P2/2N2AN2/1c2K1p2/2BAC4 w"),
    ("attack", "1Crak1b2/c3a4/4b1n2/5Rp1p/1RN1C4/6P2/P3p3P/9/4A4/2BAK2cr w"),
    ("ending", "4kae2/4a4/4e4/9/PR7/9/3H4P/9/9/2E1K1r2 w"),
];

fn hand(c: &mut Criterion) {
    for (name, text) in POSITIONS {
        let mut pos = fen::parse(text).expect("bench positions are valid");
        let mut evaluator = Evaluator::new(&pos, &Evaluation::Hand);
        c.bench_function(&format!("evaluate, {name}"), |b| b.iter(|| evaluator.evaluate(black_box(&pos))));
        let moves = pos.legal_moves();
        c.bench_function(&format!("make and unmake {} moves, {name}", moves.len()), |b| {
            b.iter(|| {
                for &mv in &moves {
                    let undo = pos.make(mv, &mut evaluator);
                    pos.unmake(mv, undo);
                    evaluator.pop();
                }
            })
        });
    }
}

/// A network with some weights or other.
fn network(width: usize, king_buckets: KingBuckets) -> Network {
    let mut state = 1u64;
    let mut numbers = |count: usize| -> Vec<i16> {
        let number = |_| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 58) as i16 - 32
        };
        (0..count).map(number).collect()
    };
    let parts = Parts {
        description: String::new(),
        width,
        king_buckets,
        hidden_bias: numbers(width),
        input_weights: numbers(king_buckets.inputs() * width),
        output_weights: numbers(OUTPUT_BUCKETS * 2 * width),
        output_bias: [0; OUTPUT_BUCKETS],
    };
    Network::from_parts(&parts).expect("the weights are small")
}

fn steps(c: &mut Criterion) {
    let network = Arc::new(network(256, KingBuckets::One));
    let pos = fen::parse(POSITIONS[2].1).expect("bench positions are valid");
    let view = View::new(&pos, Color::Red, network.king_buckets());
    let rows: Vec<&[Block]> = view.active(&pos).map(|input| network.input_weights(input)).collect();
    c.bench_function("view", |b| b.iter(|| View::new(black_box(&pos), Color::Red, KingBuckets::One)));
    for kernel in kernels::available() {
        let mut hidden = network.hidden_bias().to_vec();
        c.bench_function(&format!("refresh with {} pieces, {kernel:?}", rows.len()), |b| {
            b.iter(|| kernel.apply(black_box(&mut hidden), network.hidden_bias(), &rows, &[]))
        });
        let base = hidden.clone();
        c.bench_function(&format!("update by a quiet move, {kernel:?}"), |b| {
            b.iter(|| kernel.apply(black_box(&mut hidden), &base, &rows[..1], &rows[1..2]))
        });
        c.bench_function(&format!("update by a capture, {kernel:?}"), |b| {
            b.iter(|| kernel.apply(black_box(&mut hidden), &base, &rows[..1], &rows[1..3]))
        });
        c.bench_function(&format!("forward, {kernel:?}"), |b| {
            b.iter(|| kernel.output([black_box(&hidden), &base], network.output_weights(3)))
        });
        let mut evaluator = nnue::Evaluator::new(network.clone(), kernel);
        let (mut pos, moves) = (pos.clone(), pos.legal_moves());
        // The moves follow from a position whose hidden layers are known, as a rule in a search.
        evaluator.evaluate(&pos);
        c.bench_function(&format!("make, evaluate and unmake {} moves, {kernel:?}", moves.len()), |b| {
            b.iter(|| {
                moves.iter().fold(0, |sum, &mv| {
                    let undo = pos.make(mv, &mut evaluator);
                    let value = evaluator.evaluate(&pos);
                    pos.unmake(mv, undo);
                    evaluator.pop();
                    sum + value
                })
            })
        });
    }
}

criterion_group!(benches, hand, steps);
criterion_main!(benches);
