//! Tests of bit streams: cut into pieces and merged, fair ones and faulty ones.

use feltproof_stats::battery::{Battery, Law, Outcome, Part};
use feltproof_stats::bits::{Bits, ENTRIES, Params, Sequence, pack, pattern_lengths, sequence};
use feltproof_stats::verdict::{Rule, State, judge};
use rand_chacha::ChaCha20Rng;
use rand_core::{Rng, SeedableRng};

use crate::level::Sizes;
use crate::nist::expansions::{E, packed};
use crate::nist::worked::reference;

fn bytes(seed: u64, count: usize) -> Vec<u8> {
    let mut bytes = vec![0; count];
    ChaCha20Rng::seed_from_u64(seed).fill_bytes(&mut bytes);
    bytes
}

/// Gives a stream the whole sequences from number `from` to `to` of these bytes; sequences need not be
/// whole bytes.
fn push(stream: &mut Bits, bytes: &[u8], length: usize, from: usize, to: usize) {
    let words = pack(bytes);
    let all = Sequence::new(&words, 8 * bytes.len());
    for start in (from..to).map(|number| number * length) {
        let words: Vec<u64> = (0..length.div_ceil(64)).map(|k| all.word(start + 64 * k)).collect();
        assert!(stream.push_sequence(&words));
    }
}

fn battery_of(bytes: &[u8], params: Params) -> Battery {
    let mut stream = Bits::new(params);
    push(&mut stream, bytes, params.length, 0, 8 * bytes.len() / params.length);
    stream.battery()
}

fn ran(battery: &Battery, key: &str) -> f64 {
    battery.test(key).unwrap().figures().unwrap().p.ln()
}

/// Every p is a probability and every figure a number.
fn sound(battery: &Battery) {
    for test in &battery.tests {
        if let Some(figures) = test.figures() {
            let p = figures.p.p();
            assert!((0.0..=1.0).contains(&p), "{}: {p}", test.key);
            assert!(figures.p.ln() <= 0.0, "{}", test.key);
            assert!(figures.effect.observed >= 0.0, "{}", test.key);
            assert!(figures.effect.smallest_seen.is_none_or(|e| e > 0.0), "{}", test.key);
        }
    }
}

#[test]
fn sequences_of_any_length_and_any_bits() {
    for n in 0..=200 {
        for word in [0, u64::MAX, 0xaaaa_aaaa_aaaa_aaaa, 0x0123_4567_89ab_cdef] {
            let words = vec![word; 4];
            let tests = sequence(&words, n, &Params { sample: Some(7), ..Params::default() });
            assert_eq!(tests.len(), ENTRIES.len() + 3);
            sound(&Battery { tests, ..Battery::default() });
            // More bits than there are words.
            sequence(&words[..1], n, &Params::default());
        }
        let length = n.max(1);
        sound(&battery_of(&bytes(n as u64, 300), Params { length, ..Params::default() }));
    }
    sound(&Bits::new(Params::default()).battery());
}

#[test]
fn odd_choices_do_no_harm() {
    let words = pack(&bytes(1, 2000));
    for extreme in [0, 1, 2, 64, 1_000_000] {
        let params = Params { length: extreme, sample: Some(extreme as u32), ..Params::default() };
        sound(&Battery { tests: sequence(&words, 16_000, &params), ..Battery::default() });
    }
}

#[test]
fn bits_behind_the_end_are_never_looked_at() {
    let mut words = pack(&bytes(2, 16_000));
    for n in [100, 127, 128, 1000, 5000, 100_001] {
        let before = sequence(&words, n, &Params::default());
        for (at, word) in words.iter_mut().enumerate().skip(n / 64) {
            let behind = if at == n / 64 { u64::MAX >> (n % 64) } else { u64::MAX };
            *word ^= behind;
        }
        assert_eq!(before, sequence(&words, n, &Params::default()));
    }
    assert_eq!(Sequence::new(&words, 10).word(0) & (u64::MAX >> 10), 0);
}

#[test]
fn short_sequences_are_insufficient_and_say_what_they_need() {
    let words = pack(&bytes(3, 125_000));
    for n in [99, 100, 1000, 38_911, 122_879, 387_839, 999_999, 1_000_000] {
        for test in sequence(&words, n, &Params::default()) {
            match test.outcome {
                Outcome::Insufficient { needs } => assert!(needs > n as u64, "{}", test.key),
                _ => assert!(n >= 100, "{}", test.key),
            }
        }
    }
    let insufficient = |n: usize| {
        let tests = sequence(&words, n, &Params::default());
        tests.iter().filter(|t| matches!(t.outcome, Outcome::Insufficient { .. })).count()
    };
    assert_eq!(insufficient(99), 17);
    assert_eq!(insufficient(1_000_000), 0);
    assert_eq!(insufficient(999_999), 4);
}

#[test]
fn lengths_change_the_patterns_by_the_rule() {
    // m < log2 n - 2 and m < log2 n - 5.
    assert_eq!(pattern_lengths(1_000_000), (16, 10));
    assert_eq!(pattern_lengths(1 << 18), (15, 10));
    assert_eq!(pattern_lengths((1 << 18) + 1), (16, 10));
    assert_eq!(pattern_lengths(1024), (7, 4));
    assert_eq!(pattern_lengths(1025), (8, 5));
    let tests = sequence(&pack(&bytes(4, 128)), 1024, &Params::default());
    assert!(tests.iter().any(|t| t.name == "Serial, patterns of 7 bits, first difference"));
}

#[test]
fn a_stream_in_parts_is_the_same_stream() {
    for (length, sample) in [(10_000, None), (1000, Some(24)), (1001, Some(7)), (300, Some(32))] {
        let params = Params { length, sample, ..Params::default() };
        let data = bytes(5, 20_000);
        let whole = battery_of(&data, params);
        // In three parts of whole sequences, however they are put together.
        let part = |from: usize, to: usize| {
            let mut part = Bits::starting_at(params, from as u64);
            push(&mut part, &data, length, from, to);
            part
        };
        let all = data.len() * 8 / length;
        let (third, half) = (all / 3, all / 2);
        let mut left = part(0, third);
        left.merge(part(third, half));
        left.merge(part(half, all));
        assert_eq!(whole, left.battery(), "{length}");
        let mut right = part(third, half);
        right.merge(part(half, all));
        let mut first = part(0, third);
        first.merge(right);
        assert_eq!(whole, first.battery(), "{length}");
    }
}

#[test]
fn what_fills_no_sequence_is_not_judged() {
    let mut part = Bits::new(Params { length: 8000, ..Params::default() });
    assert!(!part.push_sequence(&pack(&bytes(7, 900))));
    push(&mut part, &bytes(7, 1000), 8000, 0, 1);
    assert_eq!(part.sequences(), 1);
}

#[test]
#[should_panic(expected = "cut alike")]
fn parts_that_are_cut_otherwise_are_not_of_one_stream() {
    let of = |length| Bits::new(Params { length, ..Params::default() });
    of(8000).merge(of(4000));
}

/// The counts of several sequences as one against the plain sum of their parts.
#[test]
fn pooled_results_are_those_of_the_sums() {
    let params = Params { length: 1_000_000, ..Params::default() };
    let data = bytes(8, 375_000);
    let pooled = battery_of(&data, params);
    let singles: Vec<_> = data
        .chunks(125_000)
        .map(|part| Battery {
            tests: sequence(&pack(part), 1_000_000, &params),
            ..Battery::default()
        })
        .collect();
    let sum = |key: &str| -> f64 {
        singles.iter().map(|b| b.test(key).unwrap().figures().unwrap().statistic).sum()
    };
    let statistic = |key: &str| pooled.test(key).unwrap().figures().unwrap().statistic;
    let close = |a: f64, b: f64| assert!((a - b).abs() < 1e-6 * (1.0 + b.abs()), "{a} {b}");
    close(statistic("bits.frequency"), sum("bits.frequency") / 3f64.sqrt());
    close(statistic("bits.spectral"), sum("bits.spectral") / 3f64.sqrt());
    close(statistic("bits.universal"), sum("bits.universal") / 3f64.sqrt());
    close(statistic("bits.block_frequency"), sum("bits.block_frequency"));
    // One half run for each further sequence, and nothing else but the share of ones.
    assert!((statistic("bits.runs") - sum("bits.runs") / 3f64.sqrt()).abs() < 0.01);
    let cusum = pooled.test("bits.cusum_forward").unwrap().figures().unwrap();
    assert_eq!(cusum.law, Law::ChiSquare { df: 6.0 });
    let ln_ps: f64 = singles.iter().map(|b| -2.0 * ran(b, "bits.cusum_forward")).sum();
    assert!((cusum.statistic - ln_ps).abs() < 0.05, "{} {ln_ps}", cusum.statistic);
    let smallest = pooled.test("bits.rank.smallest").unwrap();
    let least = singles.iter().map(|b| ran(b, "bits.rank")).fold(0.0, f64::min);
    close(smallest.figures().unwrap().statistic, least.exp());
    assert!(!smallest.registered);
    let place = singles.iter().position(|b| ran(b, "bits.rank") == least).unwrap() + 1;
    assert!(smallest.name.ends_with(&format!("in sequence {place}")), "{}", smallest.name);
}

#[test]
fn faulty_streams_are_found() {
    let params = Params { length: 1_000_000, sample: Some(32), ..Params::default() };
    let rule = Rule::at(0.01);
    let rejected = |data: &[u8]| -> Vec<String> {
        let battery = battery_of(data, params);
        sound(&battery);
        let verdict = judge(&battery, rule);
        assert!(verdict.state == State::Departure || verdict.departures.is_empty());
        verdict.departures.into_iter().map(|r| r.key).collect()
    };
    let found =
        |keys: &[String], key: &str| assert!(keys.iter().any(|k| k == key), "{key}: {keys:?}");
    assert!(rejected(&bytes(9, 250_000)).is_empty());
    found(&rejected(&[0; 125_000]), "bits.frequency");
    found(&rejected(&[0xaa; 125_000]), "bits.runs");
    // One bit in a thousand is changed from zero to one.
    let mut biased = bytes(10, 500_000);
    biased.iter_mut().step_by(50).for_each(|byte| *byte |= 0x81);
    found(&rejected(&biased), "bits.frequency");
    // x -> 1103515245 x + 12345 modulo 2^31, padded to 32 bits.
    let mut x = 1u32;
    let mut generator = || {
        x = x.wrapping_mul(1_103_515_245).wrapping_add(12_345) & 0x7fff_ffff;
        x
    };
    let lcg: Vec<u8> = (0..62_500).flat_map(|_| generator().to_be_bytes()).collect();
    let keys = rejected(&lcg);
    for key in ["bits.low_bit_of_sample", "bits.sample_frequency", "bits.sample_serial"] {
        found(&keys, key);
    }
    found(&keys, "bits.spectral");
    let notes = battery_of(&lcg, params).notes;
    assert!(
        notes.iter().any(|n| n.starts_with("Bit 1 of 32 (the highest is bit 1) is 0 in all 62500"))
    );
    // A shift register of 31 bits: x^31 + x^3 + 1.
    let mut register = vec![1u8; 31];
    let taps: Vec<u8> = (0..2_000_000usize)
        .map(|i| {
            let bit = register[i] ^ register[i + 28];
            register.push(bit);
            bit
        })
        .collect();
    let register: Vec<u8> =
        taps.chunks(8).map(|bits| bits.iter().fold(0, |byte, bit| byte << 1 | bit)).collect();
    let keys = rejected(&register);
    found(&keys, "bits.linear_complexity");
    // Every eightieth sequence is a copy of one byte.
    let mut broken = bytes(11, 800_000);
    broken[90_000..91_000].fill(0x5a);
    let battery = battery_of(&broken, Params { length: 8000, ..Params::default() });
    let smallest = battery.test("bits.serial_1.smallest").unwrap();
    assert!(smallest.name.ends_with("in sequence 91"), "{}", smallest.name);
    assert!(smallest.figures().unwrap().p.p() < 1e-6);
}

/// Fair sequences fail as often as they should, at lengths small enough for a quick test.
#[test]
fn fair_sequences_fail_as_often_as_they_should() {
    let fair = |number: u64| {
        let tests = sequence(&pack(&bytes(1000 + number, 16_384)), 131_072, &Params::default());
        Battery { tests, ..Battery::default() }
    };
    Sizes::of((0..400).map(fair)).check("131,072 bits", [1e-4; 2], |_| true);
}

/// The claims of `levels` about a million bits, over 2,000 and 10,000 fair sequences: minutes on
/// one core.
///
///     FAIR_SEQUENCES=2000 cargo test -p feltproof-stats --test integration fair_sequences
///
/// Without the variable a stream of sixty, just enough for the second level.
#[test]
fn many_fair_sequences() {
    let wanted = std::env::var("FAIR_SEQUENCES").ok().and_then(|n| n.parse().ok()).unwrap_or(60);
    let mut generator = ChaCha20Rng::seed_from_u64(800_022);
    let mut stream = Bits::new(Params::default());
    let mut bytes = vec![0; 125_000];
    for _ in 0..wanted {
        generator.fill_bytes(&mut bytes);
        stream.push_sequence(&pack(&bytes));
    }
    let battery = stream.battery();
    let verdict = judge(&battery, Rule::at(0.01));
    assert!(verdict.departures.is_empty() && verdict.too_good.is_empty(), "{verdict:?}");
    let uniform = battery.test("bits.runs.uniformity").unwrap();
    assert_eq!(uniform.figures().is_some(), (55..=2_000).contains(&wanted));
}

/// What the standard has wrong is said where the test that it concerns was used, and not elsewhere.
#[test]
fn errata_are_noted_where_they_matter() {
    let noted = |bytes: &[u8], params: Params| -> Vec<String> {
        let notes = battery_of(bytes, params).notes.into_iter();
        notes.filter(|note| note.starts_with("SP 800-22, ")).collect()
    };
    let mut generator = ChaCha20Rng::seed_from_u64(12);
    let mut bytes = vec![0; 125_000];
    generator.fill_bytes(&mut bytes);
    // 128 bits are enough for the longest runs and approximate entropy alone.
    let few = noted(&bytes[..16], Params { length: 128, ..Params::default() });
    assert_eq!(few.len(), 2, "{few:#?}");
    assert!(few[0].contains("Longest run") && few[1].contains("Approximate entropy"), "{few:#?}");
    // All zeros: runs cannot be judged.
    let zeros = noted(&[0; 100], Params { length: 800, ..Params::default() });
    assert!(zeros.iter().any(|note| note.contains("share of ones")), "{zeros:#?}");
    // A million bits, as they are and with the published variances.
    let spectral = |params| {
        let all = noted(&bytes, params);
        assert!(!all.iter().any(|note| note.contains("several sequences")), "{all:#?}");
        assert!(all.iter().all(|note| note.ends_with('.') && !note.contains("  ")), "{all:#?}");
        all.into_iter().find(|note| note.contains("Spectral")).unwrap()
    };
    assert!(spectral(Params::default()).contains("divisor 3.8"));
    let published = Params { published: true, ..Params::default() };
    assert!(spectral(published).contains("the published one, as was chosen"));
}

/// No p-value is below the probability of the least likely sequence: 2^-n. A normal tail alone would
/// give 800 zeros 10^-175 by frequency, and their cumulative sums and patterns far less than 2^-800.
#[test]
fn no_p_value_is_below_that_of_the_least_likely_sequence() {
    let least = -800.0 * std::f64::consts::LN_2;
    let battery = battery_of(&[0; 100], Params { length: 800, ..Params::default() });
    let lns: Vec<f64> = battery.tests.iter().filter_map(|t| Some(t.figures()?.p.ln())).collect();
    assert!(lns.iter().all(|ln| *ln >= least), "{lns:?}");
    assert!(lns.contains(&least), "{lns:?}");
}

/// Every template and state of a million bits by itself.
pub(crate) fn parts(bits: &[u8]) -> Vec<Part> {
    let mut stream = Bits::new(Params::default());
    stream.push_sequence(&packed(bits));
    stream.battery().parts
}

/// The p-value of one of them.
pub(crate) fn part(parts: &[Part], test: &str, name: &str) -> f64 {
    let found = parts.iter().find(|part| part.test == test && part.name == name);
    found.unwrap_or_else(|| panic!("{test} {name}")).p.p()
}

/// Each state by itself: the p-values that the standard prints in its worked examples (sections 2.14.8
/// and 2.15.8, the first million bits of e); `appendix` has those of appendix B.
#[test]
fn every_state_has_the_published_p_value() {
    let e = parts(&E);
    assert_eq!(e.len(), 148 + 8 + 18);
    let mut compared = 0;
    for example in reference("nist_worked_examples").as_array().unwrap() {
        let name = example["test"].as_str().unwrap();
        let Some((test, state)) = name.split_once(" x=") else { continue };
        if example["status"] != "match" || example["input"] != "first 1e6 bits of e" {
            continue;
        }
        let key = match test {
            "random_excursions" => "bits.excursions",
            _ => "bits.excursions_variant",
        };
        let published = example["published"].as_f64().unwrap();
        let p = part(&e, key, &format!("{:+}", state.parse::<i64>().unwrap()));
        assert!((p - published).abs() < 1e-6, "{name}: {p} is not {published}");
        compared += 1;
    }
    assert_eq!(compared, 8 + 18);
}
