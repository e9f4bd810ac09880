//! Counts of a deal as a whole, whatever its layout, and their figures: cards undealt, dealt again, or drifting to the front
//! or the back.

use super::Answer;
use super::chain::Seen;
use super::counters::Tally;
use super::figures::{DEALS_MIN, Extreme, SHIFT, Sum};
use super::layout::Layout;
use super::table::{Stratum, Table, ones, table_outcome};
use crate::battery::Outcome;
use crate::laws::Moments;
use crate::sums::sums;

/// Counts of deals against the cards themselves.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Whole {
    /// Deals by layout.
    pub layouts: Tally<Layout>,
    /// Deals that left the card undealt, by card.
    pub undealt: [u64; 64],
    /// Sum of place score times label score, doubled places against doubled labels.
    pub trend: i64,
}

/// Counts of deals against the deal before.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Again {
    /// Deals by (layout, layout of the deal before).
    pub layouts: Tally<(Layout, Layout)>,
    /// Cards dealt both now and before.
    pub both: u64,
    /// Place score times place score before.
    pub trend: i64,
}

sums!(Whole: layouts, undealt, trend);
sums!(Again: layouts, both, trend);

impl Whole {
    pub(super) fn new() -> Self {
        Self { layouts: Tally::default(), undealt: [0; 64], trend: 0 }
    }

    #[inline(always)]
    pub(super) fn push(&mut self, n: usize, deal: &Seen) {
        self.layouts.one(deal.layout);
        let mut rest = (u64::MAX >> (64 - n)) & !deal.mask;
        while rest != 0 {
            self.undealt[rest.trailing_zeros() as usize] += 1;
            rest &= rest - 1;
        }
        let number = |card: usize| 2 * card as i16 - (n as i16 - 1);
        self.trend += deal.trend(&std::array::from_fn(number));
    }
}

impl Again {
    #[inline(always)]
    pub(super) fn push(&mut self, now: &Seen, before: &Seen) {
        self.layouts.one((now.layout, before.layout));
        self.both += u64::from((now.mask & before.mask).count_ones());
        self.trend += now.trend(&before.scores);
    }
}

/// What the trend measures: a product of two places, each standardised, is 1 at perfect order.
const TREND: &str = "shift of the mean sum of place times place";

/// The tests against the cards themselves.
pub(super) fn fixed(whole: &Whole, n: usize) -> Vec<Answer> {
    let deals = whole.layouts.total();
    let places = whole.layouts.iter().map(|(layout, deals)| (*deals, layout.score_squares(n)));
    // Twice the number of a card less n-1 is its score in a whole deck.
    let trend = trend(whole.trend, places.map(|(deals, squares)| (deals, squares, of_all(n))), n);
    let [card, most] = undealt(whole, n);
    vec![
        Answer { key: "spearman", deals, outcome: correlation(trend, n) },
        Answer { key: "undealt_card", deals, outcome: card },
        Answer { key: "undealt_max", deals, outcome: most },
        Answer { key: "trend", deals, outcome: trend.normal(TREND) },
    ]
}

/// Sum of the squares of the scores of a whole deck.
fn of_all(n: usize) -> f64 {
    let size = n as f64;
    size * (size * size - 1.0) / 3.0
}

/// A sum of products of scores over (deals, squares of the one, squares of the other).
fn trend(sum: i64, groups: impl Iterator<Item = (u64, f64, f64)>, n: usize) -> Sum {
    let one = |(deals, one, other)| {
        (deals, Moments { mean: 0.0, variance: one * other / (n as f64 - 1.0) })
    };
    Sum::over(sum as f64, groups.map(one))
}

/// The same sum as a mean correlation, where every deal is a whole deck.
fn correlation(trend: Sum, n: usize) -> Outcome {
    trend.scaled(1.0 / of_all(n)).normal_from(DEALS_MIN, "mean rank correlation")
}

/// The tests against the deal before.
pub(super) fn previous(again: &Again, n: usize) -> Vec<Answer> {
    let size = n as f64;
    let deals = again.layouts.total();
    let groups = || again.layouts.iter().map(|((now, before), deals)| (*now, *before, *deals));
    let overlap = |(now, before, deals): (Layout, Layout, u64)| {
        let (k, other) = (now.cards() as f64, before.cards() as f64);
        let mean = k * other / size;
        let variance = mean * (size - k) * (size - other) / (size * (size - 1.0));
        (deals, Moments { mean, variance })
    };
    let squares =
        groups().map(|(now, before, deals)| (deals, now.score_squares(n), before.score_squares(n)));
    let trend = trend(again.trend, squares, n);
    let overlap = if deals > 0 && groups().all(|(a, b, _)| a.cards().max(b.cards()) == n) {
        all_dealt()
    } else {
        Sum::over(again.both as f64, groups().map(overlap)).normal(SHIFT)
    };
    vec![
        Answer { key: "spearman", deals, outcome: correlation(trend, n) },
        Answer { key: "overlap", deals, outcome: overlap },
        Answer { key: "trend", deals, outcome: trend.normal(TREND) },
    ]
}

fn all_dealt() -> Outcome {
    Outcome::not_run("every card of the deck is dealt")
}

/// Deals that leave cards undealt.
fn partial(whole: &Whole, n: usize) -> impl Iterator<Item = (Layout, u64)> {
    let all = whole.layouts.iter().copied();
    all.filter(move |(layout, _)| layout.cards() < n)
}

/// By card, and of the most unusual card.
fn undealt(whole: &Whole, n: usize) -> [Outcome; 2] {
    if partial(whole, n).next().is_none() && whole.layouts.total() > 0 {
        return [all_dealt(), all_dealt()];
    }
    let stratum = |(layout, deals): (Layout, u64)| {
        Stratum::new(deals, [(0, (n - layout.cards()) as f64)], ones(n - 1))
    };
    let strata = partial(whole, n).map(stratum).collect();
    let table = Table { n, rows: 1, columns: 64, counts: whole.undealt.to_vec(), strata };
    [table_outcome(&table), undealt_extreme(whole, n).outcome()]
}

/// The card that stayed undealt most unusually often or seldom.
pub(super) fn undealt_extreme(whole: &Whole, n: usize) -> Extreme<usize> {
    let deals: u64 = partial(whole, n).map(|(_, deals)| deals).sum();
    let left = |(layout, deals): (Layout, u64)| deals * (n - layout.cards()) as u64;
    let undealt: u64 = partial(whole, n).map(left).sum();
    let mut extreme = Extreme::default();
    if deals > 0 {
        let chance = undealt as f64 / deals as f64 / n as f64;
        extreme.add(whole.undealt[..n].iter().copied().enumerate(), deals, chance);
    }
    extreme
}
