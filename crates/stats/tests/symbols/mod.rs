//! Integer streams: sizes under chance, power against known defects, and a second way to every
//! count.
#![allow(clippy::float_arithmetic, missing_docs)]

mod columns;
mod given;
mod law;

use std::collections::{BTreeMap, BTreeSet};

use feltproof_stats::defects::Chance;
use feltproof_stats::symbols::{ENTRIES, Entry, Symbols};
use feltproof_stats::verdict::{Rule, judge};
use feltproof_stats::{Battery, Law, Outcome};
use proptest::prelude::*;

fn stream(chance: &mut Chance, d: u32, n: usize) -> Vec<u32> {
    (0..n).map(|_| chance.below(d)).collect()
}

/// The same of a seed.
fn seeded(rng_seed: u64, d: u32, n: usize) -> Vec<u32> {
    stream(&mut Chance::new(rng_seed), d, n)
}

fn battery(d: u32, stream: &[u32]) -> Battery {
    let mut symbols = Symbols::new(d).unwrap();
    symbols.push_all(stream);
    symbols.finish()
}

fn statistic(battery: &Battery, key: &str) -> f64 {
    battery.test(key).unwrap().figures().unwrap().statistic
}

// -------------------------------------------------------------------------------------------------
// A second way to the counts: straight from the definitions, over the stream in memory.

fn pearson<K: Ord>(seen: &BTreeMap<K, u64>, cells: f64) -> f64 {
    let n = seen.values().sum::<u64>() as f64;
    seen.values().map(|c| (*c as f64).powi(2)).sum::<f64>() * cells / n - n
}

fn tally<K: Ord>(keys: impl Iterator<Item = K>) -> BTreeMap<K, u64> {
    let mut seen = BTreeMap::new();
    keys.for_each(|k| *seen.entry(k).or_insert(0) += 1);
    seen
}

/// Pearson's statistic of pairs against the products of the margins.
fn independence<R: Ord + Clone, C: Ord + Clone>(
    pairs: impl Iterator<Item = (R, C)> + Clone,
) -> f64 {
    let (rows, columns) = (tally(pairs.clone().map(|p| p.0)), tally(pairs.clone().map(|p| p.1)));
    let n = rows.values().sum::<u64>() as f64;
    let table = tally(pairs);
    let mut q = 0.0;
    for (row, a) in &rows {
        for (column, b) in &columns {
            let expected = *a as f64 * *b as f64 / n;
            let found = table.get(&(row.clone(), column.clone())).copied().unwrap_or(0) as f64;
            q += (found - expected).powi(2) / expected;
        }
    }
    q
}

/// The last of each tuple of `m` of the stream closed to a ring, against those before it.
fn last_against_others(stream: &[u32], m: usize) -> f64 {
    let at = |i: usize| stream[i % stream.len()];
    let tuple = |i: usize| ((i..i + m - 1).map(at).collect::<Vec<_>>(), at(i + m - 1));
    independence((0..stream.len()).map(tuple))
}

#[test]
fn statistics_are_those_of_their_definitions() {
    for (d, n) in [(5_u32, 4999_usize), (7, 9000), (10, 8197)] {
        // Not quite uniform: the lesser of two draws now and then, so that no count is near its expectation by
        // design.
        let mut source = Chance::new(u64::from(d));
        let stream: Vec<u32> = (0..n)
            .map(|_| {
                if source.below(60) == 0 {
                    source.below(d).min(source.below(d))
                } else {
                    source.below(d)
                }
            })
            .collect();
        let found = battery(d, &stream);
        let close = |key: &str, expected: f64| {
            let statistic = statistic(&found, key);
            assert!(
                (statistic - expected).abs() < 1e-6 * expected.abs().max(1.0),
                "{key} {statistic} {expected}"
            );
        };
        let cells = f64::from(d);
        close("stream.frequency", pearson(&tally(stream.iter()), cells));
        close("stream.overlapping_pairs", last_against_others(&stream, 2));
        let triple = |i: usize| [0, 1, 2].map(|j| stream[(i + j) % n]);
        let within = |middle| (0..n).map(triple).filter(move |t| t[1] == middle);
        let triples = (0..d).map(|m| independence(within(m).map(|[a, _, c]| (a, c)))).sum();
        close("stream.overlapping_triples", triples);
        let part = |phase: usize| stream[phase..].iter().step_by(2).copied();
        let in_steps: Vec<u32> = (0..2).flat_map(part).collect();
        close("stream.every_2nd_pairs", last_against_others(&in_steps, 2));
        let phases = stream.iter().enumerate().map(|(i, x)| (i % 2, x));
        close("stream.every_2nd_frequency", independence(phases));
        for (lag, key) in [(1, "stream.difference_1"), (3, "stream.difference_3")] {
            let differences = stream.iter().zip(&stream[lag..]).map(|(a, b)| (b + d - a) % d);
            close(key, pearson(&tally(differences), cells));
        }
        {
            let (lag, key) = (1, "stream.serial_correlation");
            let mean = stream.iter().map(|x| f64::from(*x)).sum::<f64>() / n as f64;
            let y: Vec<f64> = stream.iter().map(|x| f64::from(*x) - mean).collect();
            let ring: f64 = (0..n).map(|i| y[i] * y[(i + lag) % n]).sum();
            let (second, fourth): (f64, f64) =
                (y.iter().map(|y| y * y).sum(), y.iter().map(|y| y.powi(4)).sum());
            let (of_orders, squares, n) = (-second / (n as f64 - 1.0), second * second, n as f64);
            let variance = (squares - fourth) / (n - 1.0)
                + (squares - 2.0 * fourth) / ((n - 1.0) * (n - 2.0))
                - of_orders * of_orders;
            close(key, (ring - of_orders) / variance.sqrt());
        }
    }
}

/// The coarse view of a large range: sixteen stretches of equal width, but for the last.
#[test]
fn pairs_of_a_large_range_are_those_of_classes_of_equal_width() {
    let stream = seeded(5, 3_000, 9_000);
    let found = battery(3_000, &stream);
    let coarse: Vec<u32> = stream.iter().map(|x| x / 188).collect();
    let statistic = statistic(&found, "stream.overlapping_pairs");
    assert!((statistic - last_against_others(&coarse, 2)).abs() < 1e-6, "{statistic}");
}

// -------------------------------------------------------------------------------------------------
// However the stream is cut; whatever it holds.

fn no_figure_is_out_of_bounds(battery: &Battery) {
    for test in &battery.tests {
        let Some(f) = test.figures() else { continue };
        assert!(f.statistic.is_finite(), "{}", test.key);
        assert!((0.0..=1.0).contains(&f.p.p()) && f.p.ln() <= 0.0, "{} {:?}", test.key, f.p);
        assert!(f.too_good.is_none_or(|p| (0.0..=1.0).contains(&p.p())), "{}", test.key);
        assert!(f.effect.observed.is_finite(), "{} {:?}", test.key, f.effect);
        assert!(f.effect.smallest_seen.is_none_or(|s| s.is_finite() && s > 0.0), "{}", test.key);
        if let Law::ChiSquare { df } = f.law {
            assert!(df >= 1.0, "{}", test.key);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn cutting_the_stream_changes_nothing(
        d in 2_u32..80,
        group in 1_usize..6,
        seed in 0_u64..1000,
        cuts in proptest::collection::vec(0_usize..9000, 0..6),
    ) {
        // One draw in a thousand or so lies outside the range.
        let wide = seeded(seed, d * 1000 + 1, 9000);
        let stream: Vec<u32> = wide.iter().map(|x| x / 1000).collect();
        let mut whole = Symbols::new_grouped(d, group).unwrap();
        whole.push_all(&stream);
        let mut cut = Symbols::new_grouped(d, group).unwrap();
        let mut cuts = cuts;
        cuts.sort_unstable();
        let mut from = 0;
        for to in cuts.into_iter().chain([9000]) {
            cut.push_all(&stream[from..to]);
            // To ask in between must not change what comes after.
            prop_assert!(cut.battery().n <= to as u64);
            from = to;
        }
        let found = whole.finish();
        no_figure_is_out_of_bounds(&found);
        prop_assert_eq!(found, cut.finish());
    }

    #[test]
    fn no_stream_is_refused(
        d in prop_oneof![2_u32..70, Just(256), Just(1024), Just(1025), Just(65_536)],
        group in 1_usize..=64,
        without in any::<bool>(),
        kind in 0_u8..5,
        n in 0_usize..6000,
    ) {
        let mut source = Chance::new(n as u64);
        let mut symbols = Symbols::new_grouped(d, group).unwrap();
        if without && group <= d as usize {
            symbols = symbols.without_replacement().unwrap();
        }
        for i in 0..n as u32 {
            symbols.push(match kind {
                0 => 0,
                1 => d - 1,
                2 => i % d,
                3 => i % 2 * (d - 1),
                _ => source.below(d + 1),
            });
        }
        no_figure_is_out_of_bounds(&symbols.finish());
    }
}

/// No p-value is below the probability of the least likely stream: 52^-1000 of 1,000 draws, and of 200
/// plays of five different symbols (52 * 51 * 50 * 49 * 48)^-200.
#[test]
fn no_p_value_is_below_that_of_the_least_likely_stream() {
    let smallest = |battery: &Battery| {
        let lns = battery.tests.iter().filter_map(|test| Some(test.figures()?.p.ln()));
        lns.fold(0.0, f64::min)
    };
    let least = -1_000.0 * 52_f64.ln();
    assert!((smallest(&battery(52, &[7; 1_000])) / least - 1.0).abs() < 1e-12);
    let plays = Symbols::new_grouped(52, 5).and_then(Symbols::without_replacement);
    let mut plays = plays.unwrap();
    (0..200).for_each(|_| plays.push_all(&[1, 2, 3, 4, 5]));
    let least = -200.0 * (52.0 * 51.0 * 50.0 * 49.0 * 48.0_f64).ln();
    assert!(smallest(&plays.battery()) >= least * (1.0 + 1e-12));
}

#[test]
fn refusals_say_what_is_refused() {
    assert!(Symbols::new(1).unwrap_err().to_string().contains("1 symbols"));
    assert!(Symbols::new(65_537).unwrap_err().to_string().contains("65537"));
    assert!(Symbols::new_grouped(52, 0).is_err() && Symbols::new_grouped(52, 65).is_err());
    assert!(Symbols::new(52).unwrap().without_replacement().is_err());
    assert!(Symbols::new_grouped(5, 6).unwrap().without_replacement().is_err());
}

#[test]
fn a_symbol_outside_the_range_is_a_fault_at_its_place_and_not_used() {
    let mut symbols = Symbols::new(10).unwrap();
    symbols.push_all(&[1, 2, 10, 3, u32::MAX]);
    let found = symbols.finish();
    assert_eq!(found.n, 3);
    let at: Vec<u64> = found.faults.iter().map(|f| f.at).collect();
    assert_eq!(at, [2, 4]);
    assert_eq!(found.faults[0].what, "symbol 10 lies outside the range 0 to 9");

    let mut symbols = Symbols::new(10).unwrap();
    symbols.push_all(&[77; 1000]);
    let found = symbols.finish();
    assert_eq!((found.n, found.faults.len()), (0, 200));
    assert!(found.notes[0].starts_with("1000 of 1000 draws"));
}

// -------------------------------------------------------------------------------------------------
// The list.

#[test]
fn every_test_of_the_list_has_a_key_of_its_own_and_words() {
    let keys: BTreeSet<&str> = ENTRIES.iter().map(|e| e.key).collect();
    assert_eq!(keys.len(), ENTRIES.len());
    let texts = |e: &Entry| [e.key, e.name, e.catches, e.registered.unwrap_or("none")];
    assert!(ENTRIES.iter().flat_map(texts).all(|text| !text.is_empty()));
}

#[test]
fn a_battery_holds_the_whole_list_in_order_whatever_was_drawn() {
    let listed: Vec<&str> = ENTRIES.iter().map(|e| e.key).collect();
    for d in [2_u32, 3, 4, 10, 52, 300, 2000, 65_536] {
        let empty = Symbols::new_grouped(d, 4).unwrap().finish();
        let mut symbols = Symbols::new_grouped(d, 4).unwrap();
        symbols.push_all(&seeded(1, d, 30_000));
        let full = symbols.finish();
        let mut stuck = Symbols::new_grouped(d, 4).unwrap();
        stuck.push_all(&[1; 30_000]);
        let stuck = stuck.finish();
        let keys: Vec<&str> = full.tests.iter().map(|t| t.key.as_str()).collect();
        assert_eq!(keys, listed, "{d}");
        // The list is that of the number of draws, whatever they are.
        let registered = |b: &Battery| b.tests.iter().map(|t| t.registered).collect::<Vec<_>>();
        assert_eq!(registered(&full), registered(&stuck), "{d}");
        assert!(empty.tests.iter().all(|t| t.figures().is_none()));
        assert!(!judge(&stuck, Rule::at(0.01)).departures.is_empty());
    }
}

/// One draw below what a test needs it does not run; at what it needs it does.
#[test]
fn a_test_runs_from_the_draws_it_needs_and_not_before() {
    let d = 12;
    let stream = seeded(8, d, 60_000);
    let empty = battery(d, &[]);
    for test in &empty.tests {
        let Outcome::Insufficient { needs } = test.outcome else { continue };
        if needs > 60_000 {
            continue;
        }
        let at =
            |n: u64| battery(d, &stream[..n as usize]).test(&test.key).unwrap().outcome.clone();
        assert_eq!(at(needs - 1), Outcome::Insufficient { needs }, "{}", test.key);
        assert!(matches!(at(needs), Outcome::Ran(_)), "{} {needs}", test.key);
    }
}
