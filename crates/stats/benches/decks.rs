//! How fast full decks are counted, against both references, with everything the battery needs.
//!
//! `cargo bench -p feltproof-stats --bench decks` measures with criterion; with `-- --make FILE COUNT`
//! it writes fair decks, with `-- --count FILE` it counts them once and prints the processor time per
//! deck and the time one evaluation takes: what `against_numpy.sh` compares.
#![allow(missing_docs, clippy::unwrap_used, clippy::float_arithmetic)]

use criterion::{Criterion, Throughput};
use feltproof_stats::deal::{Deals, Options};
use rand_chacha::ChaCha8Rng;
use rand_core::{Rng, SeedableRng};
use std::hint::black_box;
use std::time::Instant;

/// Fair decks of `n` cards one after the other.
fn fair(n: usize, count: usize) -> Vec<u8> {
    let mut random = ChaCha8Rng::seed_from_u64(52);
    let mut deck: Vec<u8> = (0..n as u8).collect();
    let mut out = Vec::with_capacity(n * count);
    for _ in 0..count {
        for i in (1..n).rev() {
            // The upper half of a product: even to one part in 2^58, which is enough for a speed.
            let j = (u128::from(random.next_u64()) * (i as u128 + 1)) >> 64;
            deck.swap(i, j as usize);
        }
        out.extend_from_slice(&deck);
    }
    out
}

fn counted(n: usize, bytes: &[u8]) -> Deals {
    let mut decks = Deals::new(n, 1, Options::decks(n)).unwrap();
    for deck in bytes.chunks_exact(n) {
        decks.push_deck(deck).unwrap();
    }
    decks
}

fn benches(c: &mut Criterion) {
    let mut group = c.benchmark_group("decks");
    for (n, count) in [(52, 100_000), (51, 100_000)] {
        let bytes = fair(n, count);
        group.sample_size(10).throughput(Throughput::Elements(count as u64));
        group.bench_function(format!("{n} cards"), |b| {
            b.iter(|| counted(n, black_box(&bytes)).count());
        });
    }
    let decks = counted(52, &fair(52, 100_000));
    group.throughput(Throughput::Elements(1));
    group.bench_function("evaluation", |b| b.iter(|| black_box(&decks).battery()));
    group.finish();
}

/// Nanoseconds of processor time of this process so far; of the clock where the system does not say.
fn processor_time(since: Instant) -> f64 {
    // The kernel brings the figure up to date when the thread gives way.
    std::thread::yield_now();
    let schedstat = std::fs::read_to_string("/proc/self/schedstat").ok();
    let schedstat = schedstat.and_then(|text| text.split(' ').next()?.parse().ok());
    schedstat.unwrap_or(since.elapsed().as_nanos() as f64)
}

/// Counts a file three times and prints the least processor time per deck.
fn count(path: &str) {
    let bytes = std::fs::read(path).unwrap();
    let since = Instant::now();
    let mut best = f64::INFINITY;
    for _ in 0..3 {
        let before = processor_time(since);
        let decks = counted(52, &bytes);
        let spent = processor_time(since) - before;
        best = best.min(spent / decks.count() as f64);
        let evaluation = Instant::now();
        black_box(decks.battery());
        eprintln!("evaluation {:.2} ms", evaluation.elapsed().as_secs_f64() * 1e3);
    }
    println!("{best:.1}");
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> =
        arguments.iter().map(String::as_str).filter(|a| *a != "--bench").collect();
    match words[..] {
        ["--make", path, decks] => std::fs::write(path, fair(52, decks.parse().unwrap())).unwrap(),
        ["--count", path] => count(path),
        _ => {
            let mut criterion = Criterion::default().configure_from_args();
            benches(&mut criterion);
            criterion.final_summary();
        }
    }
}
