//! Identical deals of which so little is seen that chance repeats some: copied draws. Five cards of 52 are one of 2.6 million
//! hands, and among 10,000 of them chance makes 19 pairs, any two independently; only three alike make three pairs at once.

use super::Answer;
use super::duplicates::{Sample, Sought};
use super::layout::Layout;
use crate::battery::Outcome;

/// Most deals for each one there can be. With r of w the third cumulant of the number of pairs is 1 + 2 r / w
/// of Poisson's: at most a tenth more.
const FILLED_MAX: f64 = 0.05;
/// Most pairs that chance makes. Beyond them copies in a few per cent of the deals are no longer seen, and
/// they are too many for a law of rare events.
const PAIRS_MAX: f64 = 300.0;

const SOUGHT: Sought<'_> = Sought {
    key: "short_duplicates",
    none: "no deals are so short that chance repeats a few, and no more",
    measure: "pairs of identical short deals beyond chance",
    identical: "Identical short deals",
};

/// The test, of all deals that the sample of short deals holds. `layouts` gives the deals of each layout.
pub(super) fn answer(
    sample: &Sample,
    layouts: impl Iterator<Item = (Layout, u64)> + Clone,
) -> Answer {
    let held = || layouts.clone().filter(|(layout, _)| sample.holds(*layout));
    let filled = |(layout, deals): (Layout, u64)| deals as f64 * (-sample.ln_ways(layout)).exp();
    if held().any(|one| filled(one) > FILLED_MAX) || sample.expected(held()) > PAIRS_MAX {
        let why = "there are so many short deals that chance alone repeats hundreds of them";
        return Answer { key: SOUGHT.key, deals: 0, outcome: Outcome::not_run(why) };
    }
    sample.answer(layouts.clone(), &SOUGHT).0
}

#[cfg(test)]
mod tests {
    use super::super::duplicates::Sample;
    use super::super::tests::{Fair, seen};
    use super::{Layout, answer};
    use crate::battery::{Figures, Outcome};
    use std::collections::HashMap;

    const LAYOUT: Layout = Layout::Ordered { dealt: 4 };

    fn figures(sample: &Sample, deals: u64) -> Outcome {
        answer(sample, [(LAYOUT, deals)].into_iter()).outcome
    }

    /// Four of 13 cards in order: 17,160 deals. So many of them that a twentieth could be filled, where
    /// the law is worst; the pairs counted by a plain map, and p no more often low than it says.
    #[test]
    fn fair_short_deals_follow_the_law() {
        let mut fair = Fair::new(21);
        let (deals, replications) = (850_u64, 1500);
        let mut low = [0, 0];
        for _ in 0..replications {
            let mut sample = Sample::short(13);
            let mut times: HashMap<Vec<u8>, u64> = HashMap::new();
            for _ in 0..deals {
                let deck = fair.deck(13);
                sample.push(&seen(13, &deck[..4]));
                *times.entry(deck[..4].to_vec()).or_default() += 1;
            }
            let pairs: u64 = times.values().map(|t| t * (t - 1) / 2).sum();
            let Outcome::Ran(Figures { statistic, p, .. }) = figures(&sample, deals) else {
                panic!()
            };
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
        let mut sample = Sample::short(52);
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
        let one = answer(&sample, [(layout, deals)].into_iter());
        let Outcome::Ran(figures) = one.outcome else { panic!("{deals}") };
        assert!((figures.p.p() - (1.0 - none)).abs() < 0.005 * (1.0 - none), "{deals}");
    }

    #[test]
    fn it_is_not_run_beyond_its_law() {
        let sample = Sample::short(13);
        assert!(matches!(figures(&sample, 858), Outcome::Ran(_)));
        assert!(matches!(figures(&sample, 859), Outcome::NotRun { .. }));
        assert!(matches!(figures(&sample, 1), Outcome::Insufficient { needs: 2 }));
        // Two cards are one of 2,652, and a whole deck is never repeated: neither is looked at.
        for dealt in [2, 52] {
            let layouts = [(Layout::Ordered { dealt }, 100)].into_iter();
            let outcome = answer(&Sample::short(52), layouts).outcome;
            assert!(matches!(outcome, Outcome::NotRun { .. }), "{dealt}");
        }
    }
}
