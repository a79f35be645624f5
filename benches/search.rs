//! The search to a fixed number of nodes, with an empty hash table.

use chuhe::bench::POSITIONS;
use chuhe::notation::fen;
use chuhe::rules::Game;
use chuhe::search::{Limits, Pool, Settings};
use criterion::{Criterion, criterion_group, criterion_main};

fn search(c: &mut Criterion) {
    let mut group = c.benchmark_group("search");
    group.sample_size(20);
    for (name, index) in [("start", 0), ("middle", 7), ("endgame", 15)] {
        let game = Game::new(fen::parse(POSITIONS[index]).expect("bench positions are valid"));
        let limits = Limits { nodes: Some(50_000), ..Limits::default() };
        let settings = Settings::default();
        let mut pool = Pool::default();
        group.bench_function(format!("50 000 nodes, {name}"), |b| {
            b.iter(|| {
                pool.clear();
                pool.start(&game, &settings, limits.clone(), Box::new(|_| ()));
                pool.wait();
            });
        });
    }
    group.finish();
}

criterion_group!(benches, search);
criterion_main!(benches);
