//! How long the fifteen tests of SP 800-22 take on 100 sequences of a million bits, on one core.
//!
//!     cargo bench -p feltproof-stats --bench bits
//!
//! `bits_peer.sh` beside this file runs a public implementation on the same bits in the same
//! process.
#![allow(missing_docs, clippy::unwrap_used, clippy::float_arithmetic)]

use std::hint::black_box;
use std::sync::LazyLock;
use std::time::Instant;

use feltproof_stats::bits::{
    Bits, Params, Sequence, block, excursions, linear, longest, ones, overlapping, patterns, rank,
    spectral, template, universal, walk,
};
use rand_chacha::ChaCha20Rng;
use rand_core::{Rng, SeedableRng};

const SEQUENCES: usize = 100;
const LENGTH: usize = 1_000_000;

fn main() {
    let mut generator = ChaCha20Rng::seed_from_u64(20_260_101);
    let mut bytes = vec![0; SEQUENCES * LENGTH / 8];
    generator.fill_bytes(&mut bytes);

    let start = cpu_seconds();
    let mut stream = Bits::new(Params::default());
    for sequence in bytes.chunks(LENGTH / 8) {
        stream.push_sequence(&feltproof_stats::bits::pack(sequence));
    }
    let counted = cpu_seconds() - start;
    let battery = black_box(stream.battery());
    let judged = cpu_seconds() - start - counted;
    println!(
        "{SEQUENCES} sequences of {LENGTH} bits: {counted:.3} s of CPU, battery of {} results \
         {judged:.3} s",
        battery.tests.len(),
    );

    let words: Vec<Vec<u64>> = bytes.chunks(LENGTH / 8).map(feltproof_stats::bits::pack).collect();
    let classes = longest::Classes::for_bits(LENGTH);
    let templates = template::aperiodic(9);
    let shape = universal::Universal::for_bits(LENGTH, false).unwrap();
    let mut transform = spectral::Transform::new(LENGTH).unwrap();
    let mut counted = patterns::Patterns::new(16);
    time("frequency, runs", &words, ones::Ones::of);
    time("block frequency", &words, |s| block::Blocks::of(s, 128));
    time("longest run", &words, |s| longest::counted(s, &classes));
    time("rank", &words, |s| rank::counted(s, 32));
    time("spectral", &words, |s| spectral::Peaks::of(s, &mut transform));
    time("148 templates", &words, |s| template::Templates::of(s, &templates, 9, 8));
    time("overlapping template", &words, |s| overlapping::counted(s, 1032, 9));
    time("universal", &words, |s| universal::Maurer::of(s, &shape));
    time("linear complexity", &words, |s| linear::counted(s, 500));
    time("serial, entropy: count", &words, |s| counted.count(s));
    time("serial, entropy: p", &words, |_| (counted.serial(16), counted.entropy(10)));
    time("cumulative sums", &words, walk::Walk::of);
    time("excursions", &words, excursions::Cycles::of);
}

fn time<T>(name: &str, words: &[Vec<u64>], mut test: impl FnMut(&Sequence) -> T) {
    let start = cpu_seconds();
    for words in words {
        black_box(test(&Sequence::new(words, LENGTH)));
    }
    let each = (cpu_seconds() - start) / SEQUENCES as f64;
    println!("  {name:<22}{:8.3} ms a sequence", each * 1e3);
}

/// Time this process had a core for itself, where the system tells; a busy machine does not count.
fn cpu_seconds() -> f64 {
    static START: LazyLock<Instant> = LazyLock::new(Instant::now);
    let schedstat = std::fs::read_to_string("/proc/self/schedstat").ok();
    let nanoseconds = schedstat.and_then(|text| text.split(' ').next()?.parse::<f64>().ok());
    nanoseconds.map_or_else(|| START.elapsed().as_secs_f64(), |ns| ns / 1e9)
}
