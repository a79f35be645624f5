//! The board: listing and counting moves, making them, exchanges, perft, FEN.

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
        c.bench_function(&format!("make and unmake every move, {name}"), |b| {
            let (mut pos, moves) = (pos.clone(), pos.legal_moves());
            b.iter(|| {
                for &mv in &moves {
                    let undo = pos.make(black_box(mv), &mut ());
                    pos.unmake(mv, undo);
                }
            });
        });
        c.bench_function(&format!("does every move check, {name}"), |b| {
            let moves = pos.legal_moves();
            b.iter(|| moves.iter().filter(|&&mv| pos.gives_check(black_box(mv))).count());
        });
        c.bench_function(&format!("exchange of every move, {name}"), |b| {
            let moves = pos.legal_moves();
            b.iter(|| moves.iter().filter(|&&mv| pos.see_ge(black_box(mv), 0)).count());
        });
        c.bench_function(&format!("read the FEN, {name}"), |b| b.iter(|| fen::parse(black_box(text)).is_ok()));
        c.bench_function(&format!("perft 3, {name}"), |b| b.iter(|| perft(&mut black_box(&pos).clone(), 3)));
    }
}

criterion_group!(benches, movegen);
criterion_main!(benches);
