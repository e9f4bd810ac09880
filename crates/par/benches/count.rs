//! How long it takes to count every deal, tables included.
#![allow(missing_docs)] // criterion's macros write undocumented functions

use criterion::{Criterion, criterion_group, criterion_main};
use feltproof_par::count::{five_against_five, five_against_six};
use std::hint::black_box;

fn counting(c: &mut Criterion) {
    let mut group = c.benchmark_group("count");
    group.sample_size(10);
    group.bench_function("five against five", |b| {
        b.iter(|| five_against_five(|hand| _ = black_box(hand)));
    });
    group.bench_function("five against six", |b| {
        b.iter(|| five_against_six(|hand| _ = black_box(hand)));
    });
    group.finish();
}

criterion_group!(benches, counting);
criterion_main!(benches);
