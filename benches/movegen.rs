//! Move generation: listing, counting, perft.

use chuhe::board::perft::perft;
use chuhe::notation::fen;
use criterion::{Criterion, criterion_group, criterion_main};
use std::hint::black_box;

const POSITIONS: [(&str, &str); 3] = [
    ("start", fen::START),
    ("middle", "1rbaka2R/5r3/6n2/2p1p1p2/4P1bP1/PpC3Bc1/1nPR2P2/2N2AN2/1c2K1p2/2BAC4 w"),
    ("check", "4kcP1N/8n/3rb4/9/9/9/9/3p1A3/4K4/5CB2 w"),
];

fn movegen(c: &mut Criterion) {
    for (name, text) in POSITIONS {
        let pos = fen::parse(text).expect("bench positions are valid");
        c.bench_function(&format!("list legal moves, {name}"), |b| b.iter(|| black_box(&pos).legal_moves().len()));
        c.bench_function(&format!("count legal moves, {name}"), |b| b.iter(|| black_box(&pos).count_legal()));
        c.bench_function(&format!("perft 3, {name}"), |b| b.iter(|| perft(&mut black_box(&pos).clone(), 3)));
    }
}

criterion_group!(benches, movegen);
criterion_main!(benches);
