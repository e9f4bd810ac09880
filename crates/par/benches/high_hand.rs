//! How long the highest hand takes to count: two to seven hands, in both orders of the rows.
#![allow(missing_docs)] // criterion's macros write undocumented functions

use criterion::{Criterion, criterion_group, criterion_main};
use feltproof_par::high_hand::{GAME_ORDER, HighHandCounter};
use std::hint::black_box;

fn every_number_of_hands(c: &mut Criterion) {
    let mut group = c.benchmark_group("high hand");
    group.sample_size(10);
    group.bench_function("2 to 7 hands, both orders", |b| {
        b.iter(|| {
            let mut counter = HighHandCounter::new();
            let [four_aces, four, royal, straight_flush, three] = GAME_ORDER;
            for ladder in [[four_aces, royal, four, straight_flush, three], GAME_ORDER] {
                for hands in 2..=7 {
                    black_box(counter.count(black_box(hands), black_box(&ladder)));
                }
            }
        });
    });
    group.finish();
}

criterion_group!(benches, every_number_of_hands);
criterion_main!(benches);
