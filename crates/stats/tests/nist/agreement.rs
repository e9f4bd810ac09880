//! The library against the plain implementations, on fair and on biased sequences of many lengths.

use feltproof_stats::bits::common::pearson;
use feltproof_stats::bits::excursions::{Cycles, FAR_STATES, NEAR_STATES};
use feltproof_stats::bits::linear::complexity;
use feltproof_stats::bits::longest::Classes;
use feltproof_stats::bits::ones::Ones;
use feltproof_stats::bits::overlapping::{BLOCK, ONES};
use feltproof_stats::bits::patterns::Patterns;
use feltproof_stats::bits::spectral::{Peaks, Transform};
use feltproof_stats::bits::template::{Templates, aperiodic, bits_of};
use feltproof_stats::bits::universal::{Maurer, Universal};
use feltproof_stats::bits::walk::{Largest, Walk, largest_sf};
use feltproof_stats::bits::{Sequence, block, linear, longest, overlapping, rank};
use feltproof_stats::special::{chi2_sf, normal_two_sided};
use rand_chacha::ChaCha20Rng;
use rand_core::{Rng, SeedableRng};

use crate::nist::expansions::{digits, packed};
use crate::nist::plain;

/// Random bits, of which about `share` 256ths are ones.
pub(crate) fn random(seed: u64, n: usize, share: u32) -> Vec<u8> {
    let mut generator = ChaCha20Rng::seed_from_u64(seed);
    (0..n).map(|_| u8::from(generator.next_u32() & 255 < share)).collect()
}

/// Lengths that are and are not whole words, bytes and blocks; fair, biased and constant bits.
fn samples() -> Vec<Vec<u8>> {
    let mut samples = Vec::new();
    for (seed, n) in [100, 128, 129, 1000, 1031, 6271, 6272, 20_001, 65_536].into_iter().enumerate()
    {
        for share in [128, 140, 200, 256, 0] {
            samples.push(random(seed as u64, n, share));
        }
    }
    samples
}

fn close(a: f64, b: f64, what: &str) {
    assert!((a - b).abs() <= 1e-9 + 1e-7 * b.abs(), "{what}: {a} is not {b}");
}

#[test]
fn counts_and_runs() {
    for bits in samples() {
        let words = packed(&bits);
        let sequence = Sequence::new(&words, bits.len());
        let n = bits.len();
        let ones = Ones::of(&sequence);
        close(ones.frequency().unwrap().p.p(), plain::frequency(&bits), "frequency");
        match (ones.runs(), plain::runs(&bits)) {
            (Some(ours), Some(theirs)) => close(ours.p.p(), theirs, "runs"),
            (ours, theirs) => assert_eq!(ours.is_some(), theirs.is_some(), "{n}"),
        }
        for m in [1, 3, 63, 64, 65, 100] {
            let ours = block::Blocks::of(&sequence, m).score().unwrap().p.p();
            close(ours, plain::block_frequency(&bits, m), "block frequency");
        }
        if n >= 128 {
            let classes = Classes::for_bits(n);
            let counts = longest::counted(&sequence, &classes);
            let df = classes.chances.len() as f64 - 1.0;
            let ours = chi2_sf(pearson(&counts, &classes.chances), df).p();
            let theirs = plain::longest_run(&bits, classes.length, classes.first, &classes.chances);
            close(ours, theirs, "longest run");
        }
        assert_eq!(rank::counted(&sequence, rank::SIZE), plain::rank_counts(&bits));
        let overlaps = overlapping::counted(&sequence, BLOCK, ONES);
        assert_eq!(overlaps, plain::overlapping_counts(&bits));
    }
}

#[test]
fn the_longest_runs_of_long_blocks() {
    let bits = random(5, 800_000, 160);
    let words = packed(&bits);
    let classes = Classes::for_bits(bits.len());
    assert_eq!(classes.length, 10_000);
    let counts = longest::counted(&Sequence::new(&words, bits.len()), &classes);
    let mut plain = vec![0; 7];
    for block in bits.chunks_exact(10_000) {
        let longest = block.split(|b| *b == 0).map(<[u8]>::len).max().unwrap();
        plain[longest.clamp(10, 16) - 10] += 1;
    }
    assert_eq!(counts, plain);
}

#[test]
fn patterns_and_templates() {
    for bits in samples().into_iter().filter(|bits| bits.len() <= 20_001) {
        let words = packed(&bits);
        let sequence = Sequence::new(&words, bits.len());
        let mut patterns = Patterns::new(11);
        patterns.count(&sequence);
        for m in [2, 3, 8, 11] {
            let ours = patterns.serial(m as u32).unwrap().map(|score| score.p.p());
            let theirs = plain::serial(&bits, m);
            close(ours[0], theirs[0], "serial 1");
            close(ours[1], theirs[1], "serial 2");
        }
        for m in [1, 2, 7, 10] {
            let ours = patterns.entropy(m as u32).unwrap().p.p();
            close(ours, plain::entropy(&bits, m), "entropy");
        }
        let (m, blocks) = (5, 8);
        let all = aperiodic(m);
        let (ours, df) = Templates::of(&sequence, &all, m, blocks).statistics(m).unwrap();
        for (template, statistic) in all.iter().zip(ours) {
            let template = digits(&bits_of(*template, m));
            close(
                chi2_sf(statistic, df).p(),
                plain::template(&bits, &template, blocks),
                "template",
            );
        }
    }
}

#[test]
fn templates_are_the_published_numbers() {
    // SP 800-22, 2.7: the number of aperiodic templates of 2 to 12 bits.
    let published = [2, 4, 6, 12, 20, 40, 74, 148, 284, 568, 1116];
    for (m, count) in (2..=12).zip(published) {
        let templates = aperiodic(m);
        assert_eq!(templates.len(), count);
        // None of them begins with what it ends with.
        for template in templates {
            let text = bits_of(template, m);
            assert!((1..text.len()).all(|k| text[..k] != text[text.len() - k..]), "{text}");
        }
    }
}

#[test]
fn the_spectrum() {
    for (seed, n) in [1000usize, 1001, 1024, 1500, 2003].into_iter().enumerate() {
        for share in [128, 150, 256] {
            let bits = random(seed as u64, n, share);
            let words = packed(&bits);
            let mut transform = Transform::new(n).unwrap();
            let peaks = Peaks::of(&Sequence::new(&words, n), &mut transform);
            assert_eq!(peaks.below, plain::low_peaks(&bits), "{n} {share}");
        }
    }
}

#[test]
fn linear_complexities() {
    for seed in 0..200 {
        let n = 1 + (seed as usize * 37) % 700;
        let share = if seed % 5 == 0 { 10 } else { 128 };
        let bits = random(seed, n + 9, share);
        let words = packed(&bits);
        let ours = complexity(&Sequence::new(&words, n + 9), 9, n);
        assert_eq!(ours, plain::linear_complexity(&bits[9..]), "{n}");
    }
}

/// All blocks of few bits: how many have each complexity is the law of the chances.
#[test]
fn the_law_of_linear_complexity() {
    for n in [1usize, 2, 5, 9, 12] {
        let mut counts = [0u64; 7];
        for block in 0..1u64 << n {
            let words = [block << (64 - n)];
            counts[linear::class(complexity(&Sequence::new(&words, n), 0, n), n)] += 1;
        }
        for (count, chance) in counts.iter().zip(linear::chances(n)) {
            close(*count as f64 / 2f64.powi(n as i32), chance, "linear complexity");
        }
    }
    let limit = [1.0 / 96.0, 1.0 / 32.0, 0.125, 0.5, 0.25, 0.0625, 1.0 / 48.0];
    for m in [500, 501, 1000] {
        let (exact, odd) = (linear::chances(m), m % 2 == 1);
        for (at, chance) in limit.into_iter().enumerate() {
            // Blocks of odd length have the law of even ones: the sign turns with the mean.
            close(exact[at], chance, if odd { "odd" } else { "even" });
        }
    }
}

/// Chances of ranks, runs and occurrences by going through all small matrices and blocks.
#[test]
fn the_laws_of_small_cases() {
    let mut ranks = [0u32; 4];
    for matrix in 0u64..512 {
        let counts = rank::counted(&Sequence::new(&[matrix << 55], 9), 3);
        ranks[counts.iter().position(|c| *c == 1).unwrap()] += 1;
    }
    for (lost, count) in ranks.iter().take(2).enumerate() {
        close(f64::from(*count) / 512.0, rank::chance(3, 3 - lost), "rank");
    }
    for n in [1usize, 4, 10, 13] {
        let all = 1u64 << n;
        let runs = |word: u64| {
            (0..n).scan(0, move |run, i| {
                *run = if word >> i & 1 == 1 { *run + 1 } else { 0 };
                Some(*run)
            })
        };
        for longest in 0..n {
            let count = (0..all).filter(|w| runs(*w).max().unwrap() <= longest).count();
            close(count as f64 / all as f64, longest::no_longer_run(n, longest), "runs");
        }
        for ones in 1..=n {
            let mut counts = [0u64; 6];
            for word in 0..all {
                counts[runs(word).filter(|run| *run >= ones).count().min(5)] += 1;
            }
            for (count, chance) in counts.iter().zip(overlapping::chances(n, ones)) {
                close(*count as f64 / all as f64, chance, "occurrences");
            }
        }
    }
}

#[test]
fn walks() {
    for bits in samples() {
        let words = packed(&bits);
        let sequence = Sequence::new(&words, bits.len());
        let walk = Walk::of(&sequence);
        let largest = [
            (walk.forward(), plain::largest(bits.iter().copied())),
            (walk.backward(), plain::largest(bits.iter().rev().copied())),
        ];
        for (ours, theirs) in largest {
            assert_eq!(ours as i64, theirs);
            let p = Largest::of(bits.len() as u64, ours).score().unwrap().p.p();
            close(p, plain::cusum_p(bits.len() as i64, theirs), "cumulative sums");
        }
        let (ours, theirs) = (Cycles::of(&sequence), plain::cycles(&bits));
        assert_eq!(ours.cycles as usize, theirs.len());
        for (at, statistic) in ours.statistics().into_iter().enumerate() {
            let p = plain::excursions(&theirs, NEAR_STATES[at]);
            close(chi2_sf(statistic, 5.0).p(), p, "excursions");
        }
        for (at, z) in ours.variant().into_iter().enumerate() {
            let p = plain::excursions_variant(&theirs, FAR_STATES[at]);
            close(normal_two_sided(z).p(), p, "variant");
        }
    }
}

/// Both forms of the law of the largest distance, where they meet and far out.
#[test]
fn the_law_of_the_largest_distance() {
    // P(normal > x) by its continued fraction, for the far tail.
    let ln_tail = |x: f64| {
        let fraction = (1..60).rev().fold(x, |f, k| x + f64::from(k) / f);
        -x * x / 2.0 - (fraction * (2.0 * std::f64::consts::PI).sqrt()).ln()
    };
    for x in [8.0, 12.0, 20.0, 34.0] {
        let ours = largest_sf(x).ln();
        let theirs = 4f64.ln() + ln_tail(x);
        assert!((ours / theirs - 1.0).abs() < 1e-9, "{x}: {ours} {theirs}");
    }
    let (below, above) = (largest_sf(1.0 - 1e-9).p(), largest_sf(1.0 + 1e-9).p());
    assert!((below - above).abs() < 1e-8 && below > above);
    assert_eq!(largest_sf(0.0).p(), 1.0);
    assert!((largest_sf(0.1).p() - 1.0).abs() < 1e-15);
}

#[test]
fn universal_statistic_and_its_variance() {
    for (l, n, share) in [(6, 400_001, 128), (7, 905_000, 128), (6, 390_000, 100)] {
        let bits = random(l as u64, n, share);
        let words = packed(&bits);
        let shape = Universal::for_bits(n, false).unwrap();
        assert_eq!(shape.length, l);
        let ours = Maurer::of(&Sequence::new(&words, n), &shape);
        assert!((ours.mean() - plain::universal(&bits, l)).abs() < 1e-10);
    }
    // Coron and Naccache 1998, table of c(L, K)^2 = d(L) + e(L) 2^L / K.
    let table = [(3, 0.2732725, 0.4890883), (6, 0.3489769, 0.3941338), (8, 0.3732189, 0.3730195)];
    for (l, d, e) in table {
        let bits = (1010 << l) * l;
        let shape = Universal::new(l, 10 << l, bits, false);
        let variance = feltproof_stats::bits::universal::Distances::new(l).variance;
        let k = shape.measured as f64;
        let ours = shape.deviation.powi(2) * k / variance;
        let theirs: f64 = d + e * 2f64.powi(l as i32) / k;
        assert!((ours - theirs).abs() < 1e-4, "{l}: {ours} {theirs}");
    }
}
