#!/bin/sh
# The fifteen tests of SP 800-22 on the same sequences of a million bits, in one process: ours, and
# the crate nistrs 0.1.2 (the only Rust implementation on crates.io that runs all of them).
# Processor time of all threads. Makes a project of its own in a temporary folder; needs cargo and
# the crates registry.
#
#     sh crates/stats/benches/bits_peer.sh [SEQUENCES]
set -eu
stats=$(cd "$(dirname "$0")/.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/src"
cat > "$work/Cargo.toml" <<TOML
[package]
name = "bits-peer"
version = "0.0.0"
edition = "2024"
[dependencies]
feltproof-stats = { path = "$stats" }
nistrs = "=0.1.2"
rand_chacha = "0.10"
rand_core = "0.10"
[workspace]
TOML
cat > "$work/src/main.rs" <<'RUST'
use feltproof_stats::bits::{Bits, Params, SpectralVariance, UniversalVariance, pack, sequence};
use nistrs::{BitsData, prelude::*};
use rand_core::{Rng, SeedableRng};

/// User and system time of all threads, in seconds.
fn cpu() -> f64 {
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap();
    let fields: Vec<&str> = stat.rsplit(')').next().unwrap().split_whitespace().collect();
    (fields[11].parse::<f64>().unwrap() + fields[12].parse::<f64>().unwrap()) / 100.0
}

fn main() {
    let count: usize = std::env::args().nth(1).map_or(10, |n| n.parse().unwrap());
    let mut bytes = vec![0; count * 125_000];
    rand_chacha::ChaCha20Rng::seed_from_u64(20_260_101).fill_bytes(&mut bytes);

    let start = cpu();
    let mut stream = Bits::new(Params::default());
    for sequence in bytes.chunks(125_000) {
        stream.push_sequence(&feltproof_stats::bits::pack(sequence));
    }
    let battery = stream.battery();
    let ours = cpu() - start;

    let start = cpu();
    let mut theirs_first = Vec::new();
    for part in bytes.chunks(125_000) {
        let data = BitsData::from_binary(part.to_vec());
        let mut all = vec![frequency_test(&data).1];
        all.push(block_frequency_test(&data, 128).unwrap().1);
        all.push(runs_test(&data).1);
        all.push(longest_run_of_ones_test(&data).unwrap().1);
        all.push(rank_test(&data).unwrap().1);
        all.push(fft_test(&data).1);
        all.push(non_overlapping_template_test(&data, 9).unwrap()[0].1);
        all.push(overlapping_template_test(&data, 9).1);
        all.push(universal_test(&data).1);
        all.push(linear_complexity_test(&data, 500).1);
        all.extend(serial_test(&data, 16).map(|r| r.1));
        all.push(approximate_entropy_test(&data, 10).1);
        all.extend(cumulative_sums_test(&data).map(|r| r.1));
        let _ = random_excursions_test(&data);
        let _ = random_excursions_variant_test(&data);
        if theirs_first.is_empty() {
            theirs_first = all;
        }
    }
    let theirs = cpu() - start;

    let published = Params {
        spectral: SpectralVariance::Published,
        universal: UniversalVariance::Published,
        ..Params::default()
    };
    println!("the first sequence, published variances: ours beside theirs");
    println!("(template: theirs is the first template, ours the most unusual of 148)");
    let tests = sequence(&pack(&bytes[..125_000]), 1_000_000, &published);
    for (test, theirs) in tests.iter().zip(&theirs_first) {
        let ours = test.figures().map_or(f64::NAN, |f| f.p.p());
        println!("  {:<28}{ours:10.6}{theirs:10.6}", test.key);
    }
    println!("{count} sequences of 1,000,000 bits, {} results", battery.tests.len());
    println!("  feltproof {ours:8.2} s of CPU");
    println!("  nistrs    {theirs:8.2} s of CPU, {:.0} times as much", theirs / ours);
}
RUST
cargo run --release --quiet --manifest-path "$work/Cargo.toml" -- "${1:-10}"
