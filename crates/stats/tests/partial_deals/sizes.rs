//! Fair deals: no test rejects more often than it says, beyond binomial noise, and none is missing.

use std::collections::BTreeMap;

use feltproof_stats::deal::{Deals, Layout, Options};
use feltproof_stats::special::binomial_sf;
use feltproof_stats::verdict::{Rule, judge};

use super::Fair;

/// Chance over all tests that a right program fails one simulation.
const FALSE_ALARM: f64 = 1e-4;

/// Simulates fair deals and holds every test against its levels.
fn simulate(replications: u64, deals: u64, rng_seed: u64, layout: impl Fn(&mut Fair) -> Layout) {
    counted(&Options::cards_52(), replications, deals, rng_seed, layout);
}

fn counted(
    options: &Options,
    replications: u64,
    deals: u64,
    rng_seed: u64,
    layout: impl Fn(&mut Fair) -> Layout,
) {
    let mut fair = Fair::new(52, rng_seed);
    // By test: times run, and times at or below each level, from either end.
    let mut hits: BTreeMap<String, (u64, [u64; 3])> = BTreeMap::new();
    let mut accused = 0;
    for _ in 0..replications {
        let mut counted = Deals::new(52, 1, options.clone()).unwrap();
        for _ in 0..deals {
            let layout = layout(&mut fair);
            counted.push(layout, fair.deal(layout.cards()), &[]).unwrap();
        }
        let battery = counted.battery();
        accused += u64::from(!judge(&battery, Rule::at(0.01)).departures.is_empty());
        for test in &battery.tests {
            let Some(figures) = test.figures() else { continue };
            let entry = hits.entry(test.key.clone()).or_default();
            entry.0 += 1;
            entry.1[0] += u64::from(figures.p.p() <= 0.05);
            entry.1[1] += u64::from(figures.p.p() <= 0.01);
            entry.1[2] += u64::from(figures.too_good.is_some_and(|p| p.p() <= 0.01));
        }
    }
    assert!(hits.len() > 15, "only {} tests ran", hits.len());
    let checks = (hits.len() * 3) as f64;
    for (key, (runs, counts)) in hits {
        for (count, level) in counts.into_iter().zip([0.05, 0.01, 0.01]) {
            let tail = if count == 0 { 1.0 } else { binomial_sf(count - 1, runs, level).p() };
            assert!(
                tail > FALSE_ALARM / checks,
                "{key}: {count} of {runs} at {level}, {deals} deals a replication"
            );
        }
    }
    let tail = if accused == 0 { 1.0 } else { binomial_sf(accused - 1, replications, 0.01).p() };
    assert!(tail > FALSE_ALARM, "{accused} of {replications} fair machines accused");
}

#[test]
fn whole_decks() {
    counted(&Options::decks(52), 300, 1000, 2026, |_| Layout::Ordered { dealt: 52 });
}

#[test]
fn thirty_five_cards_in_order() {
    simulate(400, 1000, 35, |_| Layout::Ordered { dealt: 35 });
}

#[test]
fn ten_cards_in_order_few_deals() {
    simulate(600, 200, 10, |_| Layout::Ordered { dealt: 10 });
}

#[test]
fn two_to_seven_packets() {
    simulate(300, 1000, 75, |fair| Layout::packets(2 + fair.below(6) as u8, 5));
}

#[test]
fn two_to_seven_packets_in_order_and_a_larger_last_hand() {
    simulate(150, 700, 76, |fair| {
        Layout::packets(2 + fair.below(6) as u8, 5).with_last(6).in_order()
    });
}
