//! The transposition table: probing and storing at random, over a table larger than the caches.

use chuhe::board::zobrist::split_mix;
use chuhe::search::tt::{Bound, Entry, Table};
use criterion::{Criterion, criterion_group, criterion_main};
use std::hint::black_box;

fn tt(c: &mut Criterion) {
    let table = Table::new(256).expect("256 MB");
    let entry = Entry { mv: None, value: 10, eval: 5, depth: 3, bound: Bound::Lower, pv: false };
    let mut counter = 0;
    let mut next = || {
        counter += 1;
        split_mix(counter)
    };
    c.bench_function("store, random", |b| b.iter(|| table.store(next(), 4, entry)));
    c.bench_function("probe, random", |b| b.iter(|| black_box(table.probe(next(), 4))));
    c.bench_function("probe, the same", |b| b.iter(|| black_box(table.probe(black_box(77), 4))));
    c.bench_function("clear 256 MB", |b| b.iter(|| table.clear()));
}

criterion_group!(benches, tt);
criterion_main!(benches);
