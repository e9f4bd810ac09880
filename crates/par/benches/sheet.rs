//! How long whole sheets take: what `feltproof par` counts, tables and settling included.
#![allow(missing_docs)] // criterion's macros write undocumented functions

use criterion::{Criterion, criterion_group, criterion_main};
use feltproof_engine::{Game, builtin_games};
use feltproof_par::sheet::{Request, Which, several};
use std::hint::black_box;

fn whole_sheets(c: &mut Criterion) {
    let games = builtin_games();
    let request = Request { decisions: Which::All, ..Request::default() };
    let of_six = |game: &&Game| game.family.opponent_cards == 6;
    let mut group = c.benchmark_group("sheet");
    group.sample_size(10);
    let five: Vec<_> = games.iter().filter(|g| !of_six(g)).map(|g| (g, &request)).collect();
    group.bench_function("crazy4 family", |b| b.iter(|| black_box(several(&five))));
    let six: Vec<_> = games.iter().filter(of_six).map(|g| (g, &request)).collect();
    group.bench_function("four card poker + cover all", |b| b.iter(|| black_box(several(&six))));
    group.finish();
}

criterion_group!(benches, whole_sheets);
criterion_main!(benches);
