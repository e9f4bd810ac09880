//! From counts to figures: the tests of deals whatever their layout, and those of deals in packets.

use super::figures::{DEALS_MIN, Extreme, LEVEL, POWER, SHIFT, Sum, hypergeometric, ran};
use super::layout::Layout;
use super::pairs::{self, Company};
use super::positions::{marked_last, packets, packets_before};
use super::table::{Stratum, Table, ones, table_outcome};
use super::whole::{Again, Group, Whole, deals_of};
use super::{Answer, CATEGORIES_MAX, Options};
use crate::battery::{Effect, Law, Most, Outcome};
use crate::laws::Moments;
use crate::laws::graph::Graph;
use crate::special::{chi2_sf, needed_noncentrality, sidak};
use crate::symbols::report::pooled;

/// Deals below which the categories of a packet are not tested.
const CATEGORY_DEALS_MIN: u64 = 30;
/// Expected hands of a category, below which it is pooled.
const CATEGORY_MIN: f64 = 5.0;
/// What the trend measures: a product of two places, each standardised, is 1 at perfect order.
const TREND: &str = "shift of the mean sum of place times place";

/// The tests against the cards themselves.
pub(super) fn fixed(whole: &Whole, n: usize) -> Vec<Answer> {
    // Twice the number of a card less n-1 is its score in a whole deck.
    let cards = Layout::Ordered { dealt: n as u8 };
    let layouts = whole.layouts.iter().map(|(layout, group)| (group.deals, *layout, cards));
    let mut all = places(whole.trend, layouts, n);
    let deals = deals_of(whole.layouts.iter());
    let extreme = undealt_max(whole, n);
    let [card, most] = match partial(whole, n).next() {
        None if deals > 0 => [all_dealt(), all_dealt()],
        _ => [table_outcome(&undealt(whole, n)), extreme.outcome()],
    };
    all.push(Answer::new("undealt_card", deals, card));
    let label = |(label, count, expected)| Most::Label { label, count, expected };
    all.push(Answer::new("undealt_max", deals, most).naming(extreme.most().map(label)));
    all
}

/// The tests against the deal before.
pub(super) fn previous(again: &Again, n: usize) -> Vec<Answer> {
    let groups = || again.layouts.iter().map(|((now, before), group)| (group.deals, *now, *before));
    let mut all = places(again.trend, groups(), n);
    let both = |(deals, now, before): (u64, Layout, Layout)| {
        (deals, hypergeometric(n, now.cards(), before.cards()))
    };
    let deals = deals_of(again.layouts.iter());
    let overlap = if deals > 0 && groups().all(|(_, a, b)| a.cards().max(b.cards()) == n) {
        all_dealt()
    } else {
        Sum::over(again.both as f64, groups().map(both)).normal(SHIFT)
    };
    all.push(Answer::new("overlap", deals, overlap));
    all
}

/// A sum of products of scores over (deals, layout, layout of the other); as a mean correlation, where every deal is a
/// whole deck.
fn places(sum: i64, layouts: impl Iterator<Item = (u64, Layout, Layout)>, n: usize) -> Vec<Answer> {
    let one = |(deals, one, other): (u64, Layout, Layout)| {
        let squares = one.score_squares(n) * other.score_squares(n);
        (deals, Moments { mean: 0.0, variance: squares / (n as f64 - 1.0) })
    };
    let trend = Sum::over(sum as f64, layouts.map(one));
    let whole = Layout::Ordered { dealt: n as u8 }.score_squares(n);
    let correlation = trend.scaled(1.0 / whole).normal_from(DEALS_MIN, "mean rank correlation");
    vec![
        Answer::new("spearman", trend.deals, correlation),
        Answer::new("trend", trend.deals, trend.normal(TREND)),
    ]
}

fn all_dealt() -> Outcome {
    Outcome::not_run("every card of the deck is dealt")
}

/// Deals that leave cards undealt, and how many cards.
fn partial(whole: &Whole, n: usize) -> impl Iterator<Item = (u64, usize)> {
    let all = whole.layouts.iter().map(move |(layout, group)| (group.deals, n - layout.cards()));
    all.filter(|(_, left)| *left > 0)
}

fn undealt(whole: &Whole, n: usize) -> Table {
    let stratum = |(deals, left)| Stratum::new(deals, [(0, left as f64)], ones(n));
    let strata = partial(whole, n).map(stratum).collect();
    Table { n, rows: 1, columns: 64, counts: whole.undealt.to_vec(), strata }.free()
}

fn undealt_max(whole: &Whole, n: usize) -> Extreme<usize> {
    let deals: u64 = partial(whole, n).map(|(deals, _)| deals).sum();
    let cards: u64 = partial(whole, n).map(|(deals, left)| deals * left as u64).sum();
    let mut extreme = Extreme::default();
    if deals > 0 {
        let chance = cards as f64 / deals as f64 / n as f64;
        extreme.add(whole.undealt[..n].iter().copied().enumerate(), deals, chance);
    }
    extreme
}

/// The tests of packets against the cards themselves.
pub(super) fn fixed_packets(whole: &Whole, n: usize, options: &Options) -> Vec<Answer> {
    let deals = deals_of(whole.packets());
    let mut all = Vec::new();
    let mut add = |key, outcome| all.push(Answer::new(key, deals, outcome));
    let table = packets(whole, n, true);
    if let Some(classes) = &options.classes {
        add("zone_rank", table_outcome(&table.by_class(&classes.rank).free()));
        add("zone_suit", table_outcome(&table.by_class(&classes.suit).free()));
    }
    add("zone_card", table_outcome(&table.free()));
    let company = [company(whole, n)];
    add("same_hand", same_hand(&company, n));
    let groups = whole.packets().map(|(_, group)| (group.deals, group.pairs));
    add("neighbours", Sum::over(whole.neighbours as f64, groups).rare(SHIFT));
    if let Some(chances) = &options.categories {
        add("categories", categories(whole, chances));
    }
    if let Some(contrast) = options.contrast.as_ref().filter(|c| c.places.is_none()) {
        add("contrast", marked_last(whole, n, contrast.labels).normal(SHIFT));
    }
    all.push(pairs::most_unusual("same_hand_max", deals, &company));
    all
}

/// The tests of packets against the deal before.
pub(super) fn previous_packets(again: &Again, n: usize) -> Vec<Answer> {
    let groups = || again.packets();
    let kept = groups().map(|(_, group)| (group.deals, group.pairs));
    let same = |((_, before), group): &((Layout, Layout), Group)| -> u64 {
        group.counts.iter().step_by(before.zones() + 1).take(before.zones()).sum()
    };
    let stayed = Sum::over(
        groups().map(same).sum::<u64>() as f64,
        groups().map(|((now, before), group)| (group.deals, same_zone(n, *now, *before))),
    );
    let answer = |key, outcome| Answer::new(key, deals_of(groups()), outcome);
    vec![
        answer("zone_zone", table_outcome(&packets_before(again, n, true).free())),
        answer("kept_together", Sum::over(again.kept_together as f64, kept).rare(SHIFT)),
        answer("same_zone", stayed.normal(SHIFT)),
    ]
}

/// Cards that fall into the packet of the same index in two deals: a linear statistic of one random
/// permutation, whose variance is the sum of the zone table's covariances.
pub(super) fn same_zone(n: usize, now: Layout, before: Layout) -> Moments {
    let size = n as f64;
    let zones = now.zones().min(before.zones());
    let pair = |z| (now.zone_size(z) as f64, before.zone_size(z) as f64);
    let sum = |of: fn((f64, f64)) -> f64| -> f64 { (0..zones).map(|z| of(pair(z))).sum() };
    let both = sum(|(a, b)| a * b);
    let cubes = sum(|(a, b)| a * b * (a + b));
    let variance = (both - cubes / size + (both / size).powi(2)) / (size - 1.0);
    Moments { mean: both / size, variance }
}

fn company(whole: &Whole, n: usize) -> Company {
    // Which cards share one packet, and which share the rest of the deck, is the same.
    let graph = |(layout, group): &(Layout, Group)| {
        let (hands, rest) = (layout.hands(), (n - layout.cards()) as u64);
        let fewest = if layout.zones() == 1 { Graph::hands(1, rest).edges } else { hands.edges };
        (group.deals, hands, fewest.min(hands.edges))
    };
    Company {
        labels: n,
        counts: whole.together.clone(),
        graphs: whole.packets().map(graph).collect(),
    }
}

fn same_hand(company: &[Company; 1], n: usize) -> Outcome {
    if company[0].expected() >= 1.0 && company[0].fewest() == 0.0 {
        return Outcome::not_run("all cards but one share a packet");
    }
    pairs::outcome(company, n)
}

/// Categories of the hands of each packet, the most unusual packet, Šidák over the packets. Pooled
/// over the packets the hands of one deal would not be independent (trap 7).
fn categories(whole: &Whole, chances: &[f64]) -> Outcome {
    let hands = whole.categories.chunks_exact(CATEGORIES_MAX);
    let hands = hands.map(|counts| (counts, counts.iter().sum::<u64>()));
    let enough: Vec<_> = hands.filter(|(_, deals)| *deals >= CATEGORY_DEALS_MIN).collect();
    let tested = enough.iter().filter_map(|(counts, deals)| {
        let (q, df) = goodness(counts, chances)?;
        Some((q, df, *deals, chi2_sf(q, df)))
    });
    let zones = tested.clone().count() as u64;
    let worst = tested.min_by(|a, b| a.3.ln().total_cmp(&b.3.ln()));
    let Some((q, df, deals, p)) = worst else {
        let least = chances.iter().copied().fold(1.0, f64::min).max(1e-12);
        let pooled = if enough.is_empty() { 0.0 } else { (CATEGORY_MIN / least).ceil() };
        return Outcome::Insufficient { needs: CATEGORY_DEALS_MIN.max(pooled as u64) };
    };
    let needed = needed_noncentrality(df, LEVEL / zones as f64, POWER);
    let effect = Effect::new(
        "rms relative deviation of a category in the most unusual packet",
        ((q - df).max(0.0) / deals as f64).sqrt(),
        (needed / deals as f64).sqrt(),
    );
    ran(q, Law::Named("the most unusual packet, chi-square each"), sidak(p, zones), effect)
}

/// Pearson's statistic and its degrees of freedom, the rarest categories pooled.
pub(super) fn goodness(counts: &[u64], chances: &[f64]) -> Option<(f64, f64)> {
    let mut cells: Vec<(f64, u64)> = chances.iter().copied().zip(counts.iter().copied()).collect();
    cells.sort_by(|a, b| a.0.total_cmp(&b.0));
    let (chances, counts): (Vec<f64>, Vec<u64>) = cells.into_iter().unzip();
    pooled(&counts, &chances, CATEGORY_MIN)
}
