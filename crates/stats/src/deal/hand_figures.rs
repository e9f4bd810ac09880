//! From counts to figures: the tests of deals in packets.

use std::collections::{BTreeMap, BTreeSet};

use super::CATEGORIES_MAX;
use super::figures::{Extreme, LEVEL, POWER, SHIFT, Sum, chi_square, ran};
use super::hands::{Group, Hands, HandsBefore};
use super::layout::Layout;
use super::pairs;
use super::positions::{by_class, class_sizes};
use super::table::{Stratum, Table, table_outcome};
use super::{Answer, Classes, Contrast};
use crate::battery::{Effect, Law, Outcome};
use crate::laws::Moments;
use crate::laws::graph::{Graph, pair_eigenvalue};
use crate::special::{Prob, chi2_sf, needed_noncentrality, sidak};

/// Deals below which the categories of a packet are not tested.
const CATEGORY_DEALS_MIN: u64 = 30;
/// Expected hands of a category, below which it is pooled.
const CATEGORY_MIN: f64 = 5.0;

/// A packet's index and its cards: packets of different size are different zones.
type Zone = (usize, usize);

/// The packets that carry information: where the whole deck is dealt, the last follows.
fn free_zones(layout: Layout, n: usize) -> impl Iterator<Item = Zone> {
    let zones = layout.zones() - usize::from(layout.cards() == n);
    (0..zones).map(move |z| (z, layout.zone_size(z)))
}

/// A row for every zone of these layouts.
fn rows<'a>(layouts: impl Iterator<Item = &'a Layout>, n: usize) -> BTreeMap<Zone, usize> {
    let zones: BTreeSet<Zone> = layouts.flat_map(|layout| free_zones(*layout, n)).collect();
    zones.into_iter().zip(0..).collect()
}

/// (row, places) of each free zone of a layout.
fn sizes(layout: Layout, n: usize, rows: &BTreeMap<Zone, usize>) -> Vec<(usize, f64)> {
    free_zones(layout, n).map(|zone| (rows[&zone], zone.1 as f64)).collect()
}

/// Packet by class of card; each card is its own class at first.
pub(super) fn zone_table(hands: &Hands, n: usize, class: &[u8]) -> Table {
    let (class_sizes, columns) = class_sizes(class);
    let rows = rows(hands.groups.iter().map(|(layout, _)| layout), n);
    let mut counts = vec![0; rows.len() * columns];
    let mut strata = Vec::new();
    for (layout, group) in hands.groups.iter() {
        for zone in free_zones(*layout, n) {
            let of_zone = by_class(&group.counts[zone.0 * 64..], class);
            super::add(&mut counts[rows[&zone] * columns..], &of_zone);
        }
        let classes = class_sizes.iter().copied();
        strata.push(Stratum::new(group.deals, sizes(*layout, n, &rows), classes));
    }
    Table { n, rows: rows.len(), columns, counts, strata }
}

/// Packet by packet of the deal before.
pub(super) fn zone_zone(hands: &HandsBefore, n: usize) -> Table {
    let rows_now = rows(hands.groups.iter().map(|((now, _), _)| now), n);
    let rows_before = rows(hands.groups.iter().map(|((_, before), _)| before), n);
    let columns = rows_before.len();
    let mut counts = vec![0; rows_now.len() * columns];
    let mut strata = Vec::new();
    for ((now, before), group) in hands.groups.iter() {
        for zone in free_zones(*now, n) {
            for old in free_zones(*before, n) {
                counts[rows_now[&zone] * columns + rows_before[&old]] +=
                    group.counts[zone.0 * before.zones() + old.0];
            }
        }
        let columns = sizes(*before, n, &rows_before);
        strata.push(Stratum::new(group.deals, sizes(*now, n, &rows_now), columns));
    }
    Table { n, rows: rows_now.len(), columns, counts, strata }
}

/// The tests against the cards themselves.
pub(super) fn fixed(
    hands: &Hands,
    n: usize,
    classes: Option<&Classes>,
    categories: Option<&[f64]>,
    contrast: Option<&Contrast>,
) -> Vec<Answer> {
    let deals = hands.groups.iter().map(|(_, group)| group.deals).sum();
    let mut all = Vec::new();
    let mut add = |key, outcome| all.push(Answer { key, deals, outcome });
    let cards: Vec<u8> = (0..n as u8).collect();
    add("zone_card", table_outcome(&zone_table(hands, n, &cards)));
    if let Some(classes) = classes {
        add("zone_rank", table_outcome(&zone_table(hands, n, &classes.rank)));
        add("zone_suit", table_outcome(&zone_table(hands, n, &classes.suit)));
    }
    add("same_hand", same_hand(hands, n));
    add("same_hand_max", same_hand_max(hands, n).outcome());
    let groups = hands.groups.iter().map(|(_, group)| (group.deals, group.pairs));
    add("neighbours", Sum::over(hands.neighbours as f64, groups).rare(SHIFT));
    if let Some(chances) = categories {
        add("categories", categories_outcome(hands, chances));
    }
    if let Some(contrast) = contrast.filter(|contrast| contrast.places.is_none()) {
        add("contrast", contrast_outcome(hands, n, contrast));
    }
    all
}

/// The tests against the deal before.
pub(super) fn previous(hands: &HandsBefore, n: usize) -> Vec<Answer> {
    let deals = hands.groups.iter().map(|(_, group)| group.deals).sum();
    let groups = || hands.groups.iter();
    let kept = groups().map(|(_, group)| (group.deals, group.pairs));
    let same = |((now, before), group): &((Layout, Layout), Group)| -> u64 {
        let zones = now.zones().min(before.zones());
        (0..zones).map(|z| group.counts[z * before.zones() + z]).sum()
    };
    let stayed = Sum::over(
        groups().map(same).sum::<u64>() as f64,
        groups().map(|((now, before), group)| (group.deals, same_zone(n, *now, *before))),
    );
    let answer = |key, outcome| Answer { key, deals, outcome };
    vec![
        answer("zone_zone", table_outcome(&zone_zone(hands, n))),
        answer("kept_together", Sum::over(hands.kept_together as f64, kept).rare(SHIFT)),
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

/// Deals, and sum over them of a figure of the graph of their hands.
fn over_hands(hands: &Hands, one: impl Fn(Graph) -> f64) -> (u64, f64) {
    let add = |(deals, sum): (u64, f64), (layout, group): &(Layout, Group)| {
        (deals + group.deals, sum + group.deals as f64 * one(layout.hands()))
    };
    hands.groups.iter().fold((0, 0.0), add)
}

fn same_hand(hands: &Hands, n: usize) -> Outcome {
    let all_pairs = n as f64 * (n as f64 - 1.0) / 2.0;
    let (deals, expected) = over_hands(hands, |graph| graph.edges as f64 / all_pairs);
    let (_, variance) = over_hands(hands, |graph| pair_eigenvalue(n, graph));
    let least = pairs::deals_min(n);
    // Which cards share one packet, and which share the rest of the deck, is the same.
    let rest = |graph: Graph, layout: Layout| match n - layout.cards() {
        rest if layout.zones() == 1 => Graph::hands(1, rest as u64).edges.min(graph.edges),
        _ => graph.edges,
    };
    let fewer = hands.groups.iter().map(|(layout, g)| g.deals * rest(layout.hands(), *layout));
    let fewer = fewer.sum::<u64>() as f64 / all_pairs;
    if expected >= 1.0 && fewer == 0.0 {
        return Outcome::not_run("all cards but one share a packet");
    }
    if deals < least || fewer < 1.0 || variance <= 0.0 || n < 4 {
        let needs = if fewer > 0.0 { (deals as f64 / fewer).ceil() as u64 } else { 0 };
        return Outcome::Insufficient { needs: needs.max(least) };
    }
    let q = pairs::company(&hands.together, n) / variance;
    let information = all_pairs * expected.powi(2) / variance;
    chi_square(q, pairs::company_df(n), "rms relative deviation of a pair", information)
}

/// The most unusual pair of cards in one packet.
pub(super) fn same_hand_max(hands: &Hands, n: usize) -> Extreme<[usize; 2]> {
    let all_pairs = n as f64 * (n as f64 - 1.0) / 2.0;
    let (deals, expected) = over_hands(hands, |graph| graph.edges as f64 / all_pairs);
    let mut extreme = Extreme::default();
    if expected > 0.0 {
        extreme.add(pairs::unordered(&hands.together, n), deals, expected / deals as f64);
    }
    extreme
}

/// Categories of the hands of each packet, the most unusual packet, Šidák over the packets. Pooled
/// over the packets the hands of one deal would not be independent (trap 7).
fn categories_outcome(hands: &Hands, chances: &[f64]) -> Outcome {
    let (mut zones, mut needs) = (0, CATEGORY_DEALS_MIN);
    let mut worst: Option<(f64, f64, u64, Prob)> = None;
    for counts in hands.categories.chunks_exact(CATEGORIES_MAX) {
        let deals: u64 = counts.iter().sum();
        let (q, df) = goodness(counts, chances, deals);
        if deals < CATEGORY_DEALS_MIN || df == 0.0 {
            let least = chances.iter().copied().fold(1.0, f64::min).max(1e-12);
            if deals >= CATEGORY_DEALS_MIN {
                needs = needs.max((CATEGORY_MIN / least).ceil() as u64);
            }
            continue;
        }
        zones += 1;
        let p = chi2_sf(q, df);
        if worst.is_none_or(|(.., other)| p.ln() < other.ln()) {
            worst = Some((q, df, deals, p));
        }
    }
    let Some((q, df, deals, p)) = worst else { return Outcome::Insufficient { needs } };
    let needed = needed_noncentrality(df, LEVEL / zones as f64, POWER);
    let effect = Effect::new(
        "rms relative deviation of a category in the most unusual packet",
        ((q - df).max(0.0) / deals as f64).sqrt(),
        (needed / deals as f64).sqrt(),
    );
    ran(q, Law::Named("the most unusual packet, chi-square each"), sidak(p, zones), effect)
}

/// Pearson's statistic and its degrees of freedom, the rarest categories pooled.
pub(super) fn goodness(counts: &[u64], chances: &[f64], deals: u64) -> (f64, f64) {
    let mut cells: Vec<(f64, u64)> =
        chances.iter().zip(counts).map(|(p, count)| (p * deals as f64, *count)).collect();
    cells.sort_by(|a, b| b.0.total_cmp(&a.0));
    while cells.len() > 1 && cells.last().is_some_and(|cell| cell.0 < CATEGORY_MIN) {
        if let Some((expected, count)) = cells.pop()
            && let Some(last) = cells.last_mut()
        {
            last.0 += expected;
            last.1 += count;
        }
    }
    let off = |(expected, count): &(f64, u64)| (*count as f64 - expected).powi(2) / expected;
    (cells.iter().map(off).sum(), (cells.len().max(1) - 1) as f64)
}

/// Marked cards in the last packet: hypergeometric in every deal.
fn contrast_outcome(hands: &Hands, n: usize, contrast: &Contrast) -> Outcome {
    let size = n as f64;
    let marked = f64::from(contrast.labels.count_ones());
    let last = |(layout, group): &(Layout, Group)| -> u64 {
        let row = (layout.zones() - 1) * 64;
        (0..n).filter(|c| contrast.labels >> c & 1 == 1).map(|c| group.counts[row + c]).sum()
    };
    let moments = |(layout, group): &(Layout, Group)| {
        let dealt = layout.zone_size(layout.zones() - 1) as f64;
        let mean = dealt * marked / size;
        let variance = mean * (1.0 - marked / size) * (size - dealt) / (size - 1.0);
        (group.deals, Moments { mean, variance })
    };
    let sum: u64 = hands.groups.iter().map(last).sum();
    Sum::over(sum as f64, hands.groups.iter().map(moments)).normal(SHIFT)
}
