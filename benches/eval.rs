//! Evaluation: one call, and following moves.

use chuhe::eval::Evaluator;
use chuhe::notation::fen;
use criterion::{Criterion, criterion_group, criterion_main};
use std::hint::black_box;

const POSITIONS: [(&str, &str); 5] = [
    ("start", fen::START),
    ("opening", "r1bakabnr/9/n1c4c1/2p1p1p1p/p8/2P6/P3P1P1P/1C4NC1/R8/1NBAKAB1R w"),
    ("middle", "1rbaka2R/5r3/6n2/2p1p1p2/4P1bP1/PpC3Bc1/1nPR2P2/2N2AN2/1c2K1p2/2BAC4 w"),
    ("attack", "1Crak1b2/c3a4/4b1n2/5Rp1p/1RN1C4/6P2/P3p3P/9/4A4/2BAK2cr w"),
    ("ending", "4kae2/4a4/4e4/9/PR7/9/3H4P/9/9/2E1K1r2 w"),
];

fn eval(c: &mut Criterion) {
    for (name, text) in POSITIONS {
        let mut pos = fen::parse(text).expect("bench positions are valid");
        let mut evaluator = Evaluator::new(&pos);
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

criterion_group!(benches, eval);
criterion_main!(benches);
