//! Short deals that chance repeats: how often their pairs come, and where nothing is said of them.

use super::super::duplicates::{SHORT, Sample};
use super::super::layout::Layout;
use super::{Fair, seen};
use crate::battery::{Figures, Outcome};
use std::collections::BTreeMap;

const LAYOUT: Layout = Layout::Ordered { dealt: 4 };

fn of(sample: &Sample, layout: Layout, deals: u64) -> Outcome {
    sample.answer([(layout, deals)].into_iter()).0.outcome
}

fn figures(sample: &Sample, deals: u64) -> Outcome {
    of(sample, LAYOUT, deals)
}

/// Four of 13 cards in order: 17,160 deals. So many of them that a twentieth could be filled, where
/// the law is worst; the pairs counted by a plain map, and p no more often low than it says.
#[test]
fn fair_short_deals_follow_the_law() {
    let mut fair = Fair::new(21);
    let (deals, replications) = (850_u64, 1500);
    let mut low = [0, 0];
    for _ in 0..replications {
        let mut sample = Sample::new(13, &SHORT);
        let mut times: BTreeMap<Vec<u8>, u64> = BTreeMap::new();
        for _ in 0..deals {
            let deck = fair.deck(13);
            sample.push(&seen(13, &deck[..4]));
            *times.entry(deck[..4].to_vec()).or_default() += 1;
        }
        let pairs: u64 = times.values().map(|t| t * (t - 1) / 2).sum();
        let Outcome::Ran(Figures { statistic, p, .. }) = figures(&sample, deals) else { panic!() };
        assert_eq!(statistic, pairs as f64);
        low[0] += u32::from(p.p() <= 0.05);
        low[1] += u32::from(p.p() <= 0.01);
    }
    // 75 and 15 at most, but for jumps; both within four standard deviations, and not far below.
    assert!((30..=109).contains(&low[0]) && (2..=31).contains(&low[1]), "{low:?}");
}

/// No two alike of r deals: the product of the birthday problem, as exact as Poisson's law is here.
#[test]
fn the_first_pair_is_as_rare_as_a_common_birthday() {
    let mut fair = Fair::new(22);
    let mut sample = Sample::new(52, &SHORT);
    let mut deals = 0_u64;
    loop {
        sample.push(&seen(52, &fair.deck(52)[..3]));
        deals += 1;
        if sample.pairs() == 1 {
            break;
        }
    }
    let layout = Layout::Ordered { dealt: 3 };
    let none: f64 = (0..deals).map(|i| 1.0 - i as f64 / 132_600.0).product();
    let Outcome::Ran(figures) = of(&sample, layout, deals) else { panic!("{deals}") };
    assert!((figures.p.p() - (1.0 - none)).abs() < 0.005 * (1.0 - none), "{deals}");
}

#[test]
fn it_is_not_run_beyond_its_law() {
    let sample = Sample::new(13, &SHORT);
    assert!(matches!(figures(&sample, 858), Outcome::Ran(_)));
    assert!(matches!(figures(&sample, 859), Outcome::NotRun { .. }));
    assert!(matches!(figures(&sample, 1), Outcome::Insufficient { needs: 2 }));
    // Two cards are one of 2,652, and a whole deck is never repeated: neither is looked at.
    for dealt in [2, 52] {
        let outcome = of(&Sample::new(52, &SHORT), Layout::Ordered { dealt }, 100);
        assert!(matches!(outcome, Outcome::NotRun { .. }), "{dealt}");
    }
}
