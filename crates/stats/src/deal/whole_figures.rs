//! From counts to figures: the tests of deals as a whole.

use super::Answer;
use super::figures::{DEALS_MIN, Extreme, Sum};
use super::layout::Layout;
use super::table::{Stratum, Table, ones, table_outcome};
use super::whole::{Again, Whole};
use crate::battery::Outcome;
use crate::laws::Moments;

/// What the trend measures: a product of two places, each standardised, is 1 at perfect order.
const TREND: &str = "shift of the mean sum of place times place";

/// The tests against the cards themselves.
pub(super) fn fixed(whole: &Whole, n: usize) -> Vec<Answer> {
    let size = n as f64;
    let deals = whole.layouts.total();
    // Squares of 2c - (n-1) over all cards c.
    let labels = size * (size * size - 1.0) / 3.0;
    let trend = |(layout, deals): &(Layout, u64)| {
        let variance = layout.score_squares(n) * labels / (size - 1.0);
        (*deals, Moments { mean: 0.0, variance })
    };
    let trend = Sum::over(whole.trend as f64, whole.layouts.iter().map(trend));
    vec![
        Answer { key: "spearman", deals, outcome: correlation(trend, labels) },
        Answer { key: "undealt_card", deals, outcome: undealt(whole, n) },
        Answer { key: "undealt_max", deals, outcome: undealt_max(whole, n) },
        Answer { key: "trend", deals, outcome: trend.normal(TREND) },
    ]
}

/// The same sum as a mean correlation, where every deal is a whole deck: then place and label have
/// scores of one sum of `squares`.
fn correlation(trend: Sum, squares: f64) -> Outcome {
    trend.scaled(1.0 / squares).normal_from(DEALS_MIN, "mean rank correlation")
}

/// The tests against the deal before.
pub(super) fn previous(again: &Again, n: usize) -> Vec<Answer> {
    let size = n as f64;
    let deals = again.layouts.total();
    let overlap = |((now, before), deals): &((Layout, Layout), u64)| {
        let (k, other) = (now.cards() as f64, before.cards() as f64);
        let mean = k * other / size;
        let variance = mean * (size - k) * (size - other) / (size * (size - 1.0));
        (*deals, Moments { mean, variance })
    };
    let trend = |((now, before), deals): &((Layout, Layout), u64)| {
        let variance = now.score_squares(n) * before.score_squares(n) / (size - 1.0);
        (*deals, Moments { mean: 0.0, variance })
    };
    let whole = |((a, b), _): &((Layout, Layout), u64)| a.cards().max(b.cards()) == n;
    let whole_decks = deals > 0 && again.layouts.iter().all(whole);
    let overlap = if whole_decks {
        Outcome::NotRun { why: "every card of the deck is dealt".to_owned() }
    } else {
        let sum = Sum::over(again.both as f64, again.layouts.iter().map(overlap));
        sum.normal("shift of the mean count of one deal")
    };
    let sum = Sum::over(again.trend as f64, again.layouts.iter().map(trend));
    let squares = size * (size * size - 1.0) / 3.0;
    vec![
        Answer { key: "spearman", deals, outcome: correlation(sum, squares) },
        Answer { key: "overlap", deals, outcome: overlap },
        Answer { key: "trend", deals, outcome: sum.normal(TREND) },
    ]
}

/// Deals that leave cards undealt.
fn partial(whole: &Whole, n: usize) -> impl Iterator<Item = (Layout, u64)> {
    let all = whole.layouts.iter().copied();
    all.filter(move |(layout, _)| layout.cards() < n)
}

fn undealt(whole: &Whole, n: usize) -> Outcome {
    if partial(whole, n).next().is_none() && whole.layouts.total() > 0 {
        return Outcome::NotRun { why: "every card of the deck is dealt".to_owned() };
    }
    let stratum = |(layout, deals): (Layout, u64)| {
        Stratum::new(deals, [(0, (n - layout.cards()) as f64)], ones(n - 1))
    };
    let strata = partial(whole, n).map(stratum).collect();
    table_outcome(&Table { n, rows: 1, columns: 64, counts: whole.undealt.to_vec(), strata })
}

fn undealt_max(whole: &Whole, n: usize) -> Outcome {
    let deals: u64 = partial(whole, n).map(|(_, deals)| deals).sum();
    if deals == 0 && whole.layouts.total() > 0 {
        return Outcome::NotRun { why: "every card of the deck is dealt".to_owned() };
    }
    let left = |(layout, deals): (Layout, u64)| deals * (n - layout.cards()) as u64;
    let undealt: u64 = partial(whole, n).map(left).sum();
    let mut extreme = Extreme::default();
    if deals > 0 {
        let chance = undealt as f64 / deals as f64 / n as f64;
        extreme.add(whole.undealt[..n].iter().copied(), deals, chance);
    }
    extreme.outcome()
}
