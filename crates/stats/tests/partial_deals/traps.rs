//! The usual wrong null laws (statistics.md 5): they reject fair deals, and here it shows; ours do
//! not, on the same deals.

use feltproof_stats::battery::Law;
use feltproof_stats::deal::{Deals, Layout, Options};
use feltproof_stats::special::chi2_sf;

use super::Fair;

/// Deals of one layout, counted.
fn deal(fair: &mut Fair, layout: Layout, deals: usize, mut see: impl FnMut(&[u8])) -> Deals {
    let mut counted = Deals::new(52, 1, Options::cards_52()).unwrap();
    for _ in 0..deals {
        let cards = fair.deal(layout.cards());
        see(cards);
        counted.push(layout, cards, &[]).unwrap();
    }
    counted
}

/// Pearson's statistic of these cells, all expected alike.
fn pearson(counts: &[f64], expected: f64) -> f64 {
    counts.iter().map(|count| (count - expected).powi(2) / expected).sum()
}

/// Trap 2: 35 positions by 52 cards, the undealt cards forgotten, at 34 * 51 degrees of freedom.
#[test]
fn positions_without_the_undealt_cards() {
    let mut fair = Fair::new(52, 2);
    let (mut naive, mut ours) = (0, 0);
    for _ in 0..400 {
        let mut counts = vec![0.0; 35 * 52];
        let counted = deal(&mut fair, Layout::Ordered { dealt: 35 }, 150, |cards| {
            for (position, card) in cards.iter().enumerate() {
                counts[position * 52 + usize::from(*card)] += 1.0;
            }
        });
        naive += u32::from(chi2_sf(pearson(&counts, 150.0 / 52.0), 34.0 * 51.0).p() <= 0.05);
        let battery = counted.battery();
        let figures = battery.test("fixed.position_card").unwrap().figures().unwrap();
        assert_eq!(figures.law, Law::ChiSquare { df: 1785.0 });
        ours += u32::from(figures.p.p() <= 0.05);
    }
    // 22 % and 5 % of 400 are expected, 88 and 20; the limits are about four standard deviations.
    assert!(naive > 55, "the naive test rejects {naive}");
    assert!((4..=38).contains(&ours), "ours rejects {ours}");
}

/// Trap 4: seats by ranks as a contingency table of 6 * 12 degrees of freedom.
#[test]
fn seats_by_ranks_as_a_contingency_table() {
    let mut fair = Fair::new(52, 4);
    let (mut naive, mut ours) = (0, 0);
    for _ in 0..800 {
        let mut counts = vec![0.0; 7 * 13];
        let counted = deal(&mut fair, Layout::packets(7, 5), 60, |cards| {
            for (place, card) in cards.iter().enumerate() {
                counts[place / 5 * 13 + usize::from(card % 13)] += 1.0;
            }
        });
        let q = pearson(&counts, 60.0 * 5.0 * 4.0 / 52.0);
        naive += u32::from(chi2_sf(q, 72.0).p() <= 0.05);
        let battery = counted.battery();
        let figures = battery.test("fixed.zone_rank").unwrap().figures().unwrap();
        assert_eq!(figures.law, Law::ChiSquare { df: 84.0 });
        ours += u32::from(figures.p.p() <= 0.05);
    }
    // 10.7 % and 5 % of 800 are expected, 86 and 40.
    assert!(naive > 62, "the naive test rejects {naive}");
    assert!((17..=66).contains(&ours), "ours rejects {ours}");
}

/// Trap 5: cards of one deal correlate by -1/51; a test of no correlation rejects every fair deck.
#[test]
fn positions_of_one_deal_correlate() {
    let mut fair = Fair::new(52, 5);
    let (mut products, mut pairs) = (0.0, 0.0);
    let counted = deal(&mut fair, Layout::Ordered { dealt: 35 }, 20_000, |cards| {
        let centred = |card: u8| f64::from(card) - 25.5;
        for pair in cards.windows(2) {
            products += centred(pair[0]) * centred(pair[1]);
            pairs += 1.0;
        }
    });
    let correlation = products / pairs / ((52.0 * 52.0 - 1.0) / 12.0);
    let naive = correlation * f64::sqrt(pairs);
    assert!(naive < -10.0, "the naive test has z = {naive}");
    assert!((correlation + 1.0 / 51.0).abs() < 4.0 / f64::sqrt(pairs));
    let battery = counted.battery();
    for key in ["fixed.trend", "fixed.rises", "fixed.descents", "fixed.adjacency"] {
        let p = battery.test(key).unwrap().figures().unwrap().p.p();
        assert!(p > 1e-4, "{key}: {p}");
    }
}

/// Trap 7: categories of all the hands of a deal pooled, as if they were independent. Ten hands
/// take 50 of 52 cards, so that the hands' numbers of clubs add up to nearly 13 in every deal.
#[test]
fn categories_pooled_over_the_hands() {
    // Clubs among five cards: hypergeometric.
    let choose = |n: u64, k: u64| (0..k).map(|i| (n - i) as f64 / (i + 1) as f64).product::<f64>();
    let chances: Vec<f64> =
        (0..6).map(|k| choose(13, k) * choose(39, 5 - k) / choose(52, 5)).collect();
    let options = Options { categories: Some(chances.clone()), ..Options::default() };
    let layout = Layout::packets(10, 5);
    let mut fair = Fair::new(52, 7);
    let (mut naive, mut ours) = (0.0, 0);
    for _ in 0..400 {
        let mut counted = Deals::new(52, 1, options.clone()).unwrap();
        let mut pooled = [0u64; 6];
        for _ in 0..200 {
            let cards = fair.deal(50);
            let clubs = |hand: &[u8]| hand.iter().filter(|card| **card < 13).count() as u8;
            let hands: Vec<u8> = cards.chunks_exact(5).map(clubs).collect();
            hands.iter().for_each(|clubs| pooled[usize::from(*clubs)] += 1);
            counted.push(layout, cards, &hands).unwrap();
        }
        let off = |(count, p): (&u64, &f64)| (*count as f64 - 2000.0 * p).powi(2) / (2000.0 * p);
        naive += pooled.iter().zip(&chances).map(off).sum::<f64>();
        let battery = counted.battery();
        let p = battery.test("fixed.categories").unwrap().figures().unwrap().p.p();
        ours += u32::from(p <= 0.05);
    }
    // The pooled statistic should average its five degrees of freedom, within 0.16.
    assert!(naive / 400.0 < 4.4, "pooled, the statistic averages {}", naive / 400.0);
    assert!((4..=38).contains(&ours), "ours rejects {ours}");
}
