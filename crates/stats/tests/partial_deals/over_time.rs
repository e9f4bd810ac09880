//! Drifts, residuals and identical deals, worked out by hand from the same deals.

use feltproof_stats::battery::{Law, Most, Outcome};
use feltproof_stats::deal::{Deals, Layout, Options};

use super::{Fair, close, statistic};

const LAYOUT: Layout = Layout::Ordered { dealt: 35 };

fn inversions(cards: &[u8]) -> usize {
    (0..cards.len()).map(|i| cards[..i].iter().filter(|c| **c > cards[i]).count()).sum()
}

/// 1,300 deals: 512 blocks are enough at four deals a block.
#[test]
fn a_drift_is_the_standardised_sum_of_each_block() {
    let mut fair = Fair::new(52, 8);
    let mut counted = Deals::new(52, 1, Options::default()).unwrap();
    let mut by_deal = Vec::new();
    for _ in 0..1300 {
        let cards = fair.deal(35);
        by_deal.push(inversions(cards) as f64);
        counted.push(LAYOUT, cards, &[]).unwrap();
    }
    let battery = counted.battery();
    let drift = battery.drifts.iter().find(|drift| drift.key == "fixed.inversions").unwrap();
    assert_eq!(drift.blocks.len(), 325);
    let (mean, variance) = (35.0 * 34.0 / 4.0, 35.0 * 34.0 * 75.0 / 72.0);
    for (i, (until, z)) in drift.blocks.iter().enumerate() {
        assert_eq!(*until, 4 * (i as u64 + 1));
        let sum: f64 = by_deal[4 * i..4 * i + 4].iter().sum();
        let plain = (sum - 4.0 * mean) / f64::sqrt(4.0 * variance);
        assert!((z - plain).abs() < 1e-6, "block {i}: {z} and {plain}");
    }
    let keys: Vec<&str> = battery.drifts.iter().map(|drift| drift.key.as_str()).collect();
    let both = |counts: [&str; 3], reference: &str| counts.map(|c| format!("{reference}.{c}"));
    let counts = ["inversions", "rises", "valleys"];
    assert_eq!(keys, [both(counts, "fixed"), both(counts, "previous")].concat());
}

#[test]
fn residuals_are_in_their_own_standard_deviations() {
    let mut fair = Fair::new(52, 9);
    let mut counted = Deals::new(52, 1, Options::default()).unwrap();
    let (mut cell, mut dealt) = (0.0, 0.0);
    for _ in 0..500 {
        let cards = fair.deal(35);
        cell += f64::from(u8::from(cards[34] == 51));
        dealt += f64::from(u8::from(cards.contains(&51)));
        counted.push(LAYOUT, cards, &[]).unwrap();
    }
    let battery = counted.battery();
    let heat = &battery.heats[0];
    assert_eq!((heat.reference, heat.columns, heat.rows.len()), ("fixed", 52, 36));
    assert_eq!((heat.rows[0].as_str(), heat.rows[35].as_str()), ("position 1", "undealt"));
    assert_eq!(heat.residuals.len(), 36 * 52);
    let residual = |count: f64, p: f64| (count - 500.0 * p) / f64::sqrt(500.0 * p * (1.0 - p));
    close(heat.residuals[34 * 52 + 51], residual(cell, 1.0 / 52.0), "last position, last card");
    close(heat.residuals[35 * 52 + 51], residual(500.0 - dealt, 17.0 / 52.0), "undealt");
    let previous = &battery.heats[1];
    assert_eq!((previous.reference, previous.columns, previous.rows.len()), ("previous", 35, 36));
}

/// A generator of 300 seeds repeats itself; how often, the seeds say.
#[test]
fn few_seeds_are_found_by_identical_deals() {
    let seed = |i: u64| i * i % 300;
    let mut pairs = 0;
    for (layout, shuffled) in [(LAYOUT, false), (Layout::packets(7, 5), true)] {
        let mut counted = Deals::new(52, 1, Options::default()).unwrap();
        let mut times = vec![0u64; 300];
        for i in 0..400 {
            let mut cards = Fair::new(52, seed(i)).deal(35).to_vec();
            if shuffled && i % 2 == 1 {
                // The same hand, its cards in another order.
                cards[..5].reverse();
            }
            times[seed(i) as usize] += 1;
            counted.push(layout, &cards, &[]).unwrap();
        }
        pairs = times.iter().map(|t| t * t.saturating_sub(1) / 2).sum();
        let battery = counted.battery();
        close(statistic(&battery, "fixed.duplicates"), pairs as f64, "pairs");
        let figures = battery.test("fixed.duplicates").unwrap().figures().unwrap();
        // Every pair has a chance of one in 52!/17!, or one in 52!/17!/5!^7, both far below that of two
        // digests of 80 bits; and no 400 deals are less likely than that chance to the power of 400.
        let ln_outcomes: f64 = (18..=52).map(|k| f64::from(k).ln()).sum();
        let lost = if layout == LAYOUT { 0.0 } else { 7.0 * 120_f64.ln() };
        let least = -400.0 * (ln_outcomes - lost);
        let alike = 400.0 * 399.0 / 2.0 * 0.5_f64.powi(80);
        let ln_p = figures.p.ln();
        let most = least.max(-40.0 * pairs as f64);
        assert!(ln_p <= 0.999 * most && ln_p >= 1.001 * least, "{ln_p} {least} {pairs}");
        assert!(matches!(figures.law, Law::Poisson { mean } if (mean / alike - 1.0).abs() < 1e-6));
        let Some(Most::Copies(found)) = battery.most("fixed.duplicates") else { panic!("copies") };
        let first = times.iter().filter(|t| **t > 0).count() as u64;
        assert_eq!(found.copies, 400 - first);
    }
    assert!(pairs > 50);
}

/// Three cards repeat by chance alone: that test says so instead of a figure.
#[test]
fn few_cards_repeat_by_chance() {
    let mut counted = Deals::new(52, 1, Options::default()).unwrap();
    counted.push(Layout::Ordered { dealt: 3 }, &[0, 1, 2], &[]).unwrap();
    let battery = counted.battery();
    let test = battery.test("fixed.duplicates").unwrap();
    assert!(matches!(&test.outcome, Outcome::NotRun { why } if why.starts_with("so few cards")));
}

/// A missing card is never dealt: its undealt count is that of every deal.
#[test]
fn a_missing_card_is_found_among_the_undealt() {
    let mut fair = Fair::new(52, 11);
    let mut counted = Deals::new(52, 1, Options::cards_52()).unwrap();
    for _ in 0..60 {
        // The card 17 was taken out: the fifty-second place of the deck is empty.
        let cards: Vec<u8> = fair.deal(36).iter().copied().filter(|c| *c != 17).collect();
        counted.push(LAYOUT, &cards[..35], &[]).unwrap();
    }
    let battery = counted.battery();
    let figures = battery.test("fixed.undealt_max").unwrap().figures().unwrap();
    assert_eq!(figures.statistic, 60.0);
    // 52 cards, both ways, 17 chances in 52, sixty times.
    let exact = 104.0 * (17.0f64 / 52.0).powi(60);
    assert!((figures.p.p() / exact - 1.0).abs() < 1e-6, "{} and {exact}", figures.p.p());
    let found = |key: &str| battery.test(key).unwrap().figures().is_some_and(|f| f.p.p() < 1e-6);
    assert!(found("fixed.undealt_card"));
}
