//! From counts to figures: the tests of deals whose order is known, the same against either reference.

use std::collections::BTreeMap;

use super::counters::Square;
use super::figures::{DEALS_MIN, Extreme, RARE_DECKS_MIN, Sum, chi_square, whole_law};
use super::order::Order;
use super::pairs;
use super::pattern::Count;
use super::table::{Form, Stratum, Table, small_form};
use super::{Answer, Contrast};
use crate::battery::Outcome;
use crate::laws::Moments;
use crate::laws::graph::{Graph, pair_eigenvalue, path_antisymmetric_eigenvalue};

/// Expected count of a digit, and of a displacement, from which on it is tested.
const DIGIT_MIN: f64 = 5.0;
const DISPLACEMENT_MIN: f64 = 10.0;

/// What a chi-square test of cells measures.
pub(super) const CELL: &str = "rms relative deviation of a cell";
/// What a sum over deals measures.
pub(super) const SHIFT: &str = "shift of the mean count of one deal";

/// Deals below which no table of pairs is tested: two expected in a cell of the positions.
pub(super) fn pair_deals_min(n: usize) -> u64 {
    DEALS_MIN.max((100 * n as u64).div_ceil(52))
}

/// All of them; `n` cards a deck, and whether every deal is a whole deck.
pub(super) fn outcomes(order: &Order, n: usize, whole: bool) -> Vec<Answer> {
    let deals = order.deals();
    let mut all = Vec::new();
    let mut add = |key, outcome| all.push(Answer { key, deals, outcome });
    let table = table_outcome(&positions(order, n));
    add("position_card", table.clone());
    add("position_position", table);
    add("position_max", position_max(order, n));
    add("dealt_again", table_outcome(&dealt_again(order, n)));
    add("adjacency", pairs_outcome(order, n, Part::Company));
    add("direction", pairs_outcome(order, n, Part::Direction));
    add("pair_max", pair_max(order));
    add("lehmer", lehmer(order, n, whole));
    add("displacement", displacement(order, n));
    for count in Count::ALL {
        if whole {
            add(count.key(), mean_of_decks(order, n, count));
            if let Some(key) = count.law_key() {
                add(key, law_of_decks(order, n, count));
            }
        } else if count != Count::Cycles {
            add(count.key(), mean(order, n, count));
        }
    }
    if whole {
        add("parity", parity(order, n));
    }
    // Of so few cards all are neighbours alike, in the same order but for their turning.
    let never = |key| matches!(key, "adjacency" | "direction" | "pair_max") && n < 4;
    for answer in all.iter_mut().filter(|answer| never(answer.key)) {
        answer.outcome = always_the_same(n);
    }
    all
}

/// The mean of a count over deals of any layouts.
fn mean(order: &Order, n: usize, count: Count) -> Outcome {
    let sum = order.sum(count) as f64;
    let block = |moments: fn(usize, usize, usize) -> Moments| {
        let shapes = order.shapes.iter();
        let groups = shapes
            .map(|((k, known), deals)| (*deals, moments(n, usize::from(*k), usize::from(*known))));
        Sum::over(sum, groups).rare(SHIFT)
    };
    match count {
        Count::FixedPoints => block(fixed_points),
        Count::Successions | Count::ReverseSuccessions => block(successions),
        _ => over_lengths(order, sum, count).normal(SHIFT),
    }
}

fn over_lengths(order: &Order, sum: f64, count: Count) -> Sum {
    let groups = order
        .lengths
        .iter()
        .map(|((m, unseen), deals)| (*deals, count.moments(usize::from(*m), usize::from(*unseen))));
    Sum::over(sum, groups)
}

/// The mean of a count over whole decks: normal, rare or not, from a hundred decks on.
fn mean_of_decks(order: &Order, n: usize, count: Count) -> Outcome {
    if count.moments(n, n).variance == 0.0 {
        return always_the_same(n);
    }
    let sum = over_lengths(order, order.sum(count) as f64, count);
    if count.is_rare() { sum.normal_from(RARE_DECKS_MIN, SHIFT) } else { sum.normal(SHIFT) }
}

/// The whole histogram of a count.
fn law_of_decks(order: &Order, n: usize, count: Count) -> Outcome {
    let law = count.law(n);
    if law.variance == 0.0 {
        return always_the_same(n);
    }
    let least = if count.is_rare() { RARE_DECKS_MIN } else { DEALS_MIN };
    whole_law(order.histogram(count), law, least)
}

fn always_the_same(n: usize) -> Outcome {
    Outcome::NotRun { why: format!("with {n} cards this count is always the same") }
}

/// A permutation is even if n less its cycles is; half of all are.
fn parity(order: &Order, n: usize) -> Outcome {
    let cycles = order.histogram(Count::Cycles).iter().enumerate();
    let even = cycles.filter(|(cycles, _)| (n + cycles).is_multiple_of(2)).map(|(_, times)| times);
    let half = Moments { mean: 0.5, variance: 0.25 };
    let sum = Sum::over(even.sum::<u64>() as f64, [(order.deals(), half)].into_iter());
    sum.normal_from(RARE_DECKS_MIN, "share of even permutations less one half")
}

/// Marked cards at positions: hypergeometric in every deal.
pub(super) fn contrast(order: &Order, n: usize, contrast: &Contrast) -> Outcome {
    let Some(places) = &contrast.places else {
        return Outcome::NotRun { why: "no positions are given".to_owned() };
    };
    let (cells, size) = (order.table.cells(), n as f64);
    let marked = |label: &usize| contrast.labels >> label & 1 == 1;
    let row = |place: usize| (0..n).filter(marked).map(move |label| (place, label));
    let seen: u64 = places.clone().flat_map(row).map(|(p, label)| cells[p * 64 + label]).sum();
    let share = f64::from(contrast.labels.count_ones()) / size;
    let moments = |((k, _), deals): &((u8, u8), u64)| {
        let dealt = places.end.min(usize::from(*k)).saturating_sub(places.start) as f64;
        let mean = dealt * share;
        (*deals, Moments { mean, variance: mean * (1.0 - share) * (size - dealt) / (size - 1.0) })
    };
    Sum::over(seen as f64, order.shapes.iter().map(moments)).normal_from(RARE_DECKS_MIN, SHIFT)
}

/// Positions or labels that carry information: the last one of a whole deck follows from the rest.
fn free(k: u8, n: usize) -> usize {
    usize::from(k).min(n - 1)
}

/// The position-by-label table.
pub(super) fn positions(order: &Order, n: usize) -> Table {
    let ones = |k: u8| (0..free(k, n)).map(|i| (i, 1.0)).collect();
    let stratum = |((k, known), deals): &((u8, u8), u64)| Stratum {
        deals: *deals,
        rows: ones(*k),
        columns: ones(*known),
    };
    let strata = order.shapes.iter().map(stratum).collect();
    Table { n, rows: 64, columns: 64, counts: order.table.cells(), strata }
}

/// The same with the cards gathered into classes; one class follows from the others.
pub(super) fn classes(order: &Order, n: usize, class: &[u8]) -> Table {
    let (sizes, columns) = class_sizes(class);
    let (mut counts, cells) = (vec![0; 64 * columns], order.table.cells());
    for position in 0..64 {
        for (label, class) in class.iter().enumerate() {
            counts[position * columns + usize::from(*class)] += cells[position * 64 + label];
        }
    }
    let stratum = |((k, _), deals): &((u8, u8), u64)| Stratum {
        deals: *deals,
        rows: (0..free(*k, n)).map(|i| (i, 1.0)).collect(),
        columns: sizes.clone(),
    };
    let strata = order.shapes.iter().map(stratum).collect();
    Table { n, rows: 64, columns, counts, strata }
}

/// (class, cards) of each class but the last that has any, and the number of columns.
pub(super) fn class_sizes(class: &[u8]) -> (Vec<(usize, f64)>, usize) {
    let columns = class.iter().copied().max().map_or(1, |most| usize::from(most) + 1);
    let mut sizes = vec![0.0; columns];
    class.iter().for_each(|c| sizes[usize::from(*c)] += 1.0);
    let mut sizes: Vec<(usize, f64)> =
        sizes.into_iter().enumerate().filter(|(_, size)| *size > 0.0).collect();
    sizes.pop();
    (sizes, columns)
}

/// Cards dealt now at all, by label.
fn dealt_again(order: &Order, n: usize) -> Table {
    let mut counts = vec![0; 64];
    for row in order.table.cells().chunks_exact(64) {
        super::add(&mut counts, row);
    }
    // A whole deck deals every card: no information.
    let shapes = order.shapes.iter();
    let (partial, whole): (Vec<_>, Vec<_>) =
        shapes.copied().partition(|((k, _), _)| usize::from(*k) < n);
    for ((_, known), deals) in &whole {
        counts[..usize::from(*known)].iter_mut().for_each(|count| *count -= deals);
    }
    let stratum = |((k, known), deals): &((u8, u8), u64)| Stratum {
        deals: *deals,
        rows: vec![(0, f64::from(*k))],
        columns: (0..free(*known, n)).map(|i| (i, 1.0)).collect(),
    };
    Table { n, rows: 1, columns: 64, strata: partial.iter().map(stratum).collect(), counts }
}

/// The outcome of a table.
pub(super) fn table_outcome(table: &Table) -> Outcome {
    match table.form() {
        Ok(Form { q, df, deals, .. }) => {
            chi_square(q, df, CELL, (table.n as f64 - 1.0) * deals as f64)
        }
        Err(needs) => Outcome::Insufficient { needs },
    }
}

/// Free cells of the table too small to test, as a sentence.
pub(super) fn left_out(table: &Table, name: &str) -> Option<String> {
    let form = table.form().ok().filter(|form| form.left_out > 0)?;
    Some(format!(
        "{name}: {} of {} cells were expected too rarely and are left out; {} degrees of freedom stay.",
        form.left_out,
        form.left_out + form.df as usize,
        form.df
    ))
}

fn position_max(order: &Order, n: usize) -> Outcome {
    // Cells by the number of deals in which both the position and the label were there.
    let mut groups: BTreeMap<u64, Vec<u64>> = BTreeMap::new();
    let most = |part: fn(&((u8, u8), u64)) -> u8| order.shapes.iter().map(part).max().unwrap_or(0);
    let cells = order.table.cells();
    for position in 0..most(|shape| shape.0.0) {
        for label in 0..most(|shape| shape.0.1) {
            let both = |((k, known), _): &&((u8, u8), u64)| *k > position && *known > label;
            let trials = order.shapes.iter().filter(both).map(|(_, deals)| deals).sum();
            let cell = cells[usize::from(position) * 64 + usize::from(label)];
            groups.entry(trials).or_default().push(cell);
        }
    }
    let mut extreme = Extreme::default();
    for (trials, counts) in groups {
        extreme.add(counts.into_iter(), trials, 1.0 / n as f64);
    }
    extreme.outcome()
}

#[derive(Clone, Copy)]
enum Part {
    Company,
    Direction,
}

/// The neighbours seen among labels of one number.
struct Beside {
    labels: usize,
    deals: u64,
    /// Expected count of each unordered pair.
    expected: f64,
    counts: Vec<u64>,
    /// (deals, labelled cards in a row) of each kind.
    paths: Vec<(u64, Graph)>,
}

/// All neighbours. Which places hold cards that have a label is taken as given: the labels are in
/// uniformly random order all the same, and the number of neighbours seen, which varies from deal
/// to deal, adds nothing to the spread.
fn beside(order: &Order) -> impl Iterator<Item = Beside> {
    order.followed.iter().map(|(known, counts)| {
        let chains = order.chains.iter().filter(|((other, ..), _)| other == known);
        let path = |((_, pairs, triples), deals): &((u8, u8, u8), u64)| {
            (*deals, Graph { edges: u64::from(*pairs), wedges: u64::from(*triples) })
        };
        let paths: Vec<(u64, Graph)> = chains.map(path).collect();
        let labels = usize::from(*known);
        let pairs = labels as f64 * (labels as f64 - 1.0) / 2.0;
        let seen: u64 = paths.iter().map(|(deals, path)| deals * path.edges).sum();
        let deals = paths.iter().map(|(deals, _)| deals).sum();
        let expected = if seen > 0 { seen as f64 / pairs } else { 0.0 };
        Beside { labels, deals, expected, counts: Square::cells(counts), paths }
    })
}

/// One part of the pair counts, added over the numbers of labels.
fn pairs_outcome(order: &Order, n: usize, part: Part) -> Outcome {
    let (mut q, mut df, mut information) = (0.0, 0.0, 0.0);
    let least = pair_deals_min(n);
    let mut needs = least;
    for seen in beside(order) {
        let Beside { labels, deals, expected, ref counts, .. } = seen;
        if deals < least || expected < 1.0 || labels < 4 {
            if expected > 0.0 {
                needs = needs.max((deals as f64 / expected).ceil() as u64);
            }
            continue;
        }
        let sum = |one: &dyn Fn(Graph) -> f64| -> f64 {
            seen.paths.iter().map(|(deals, path)| *deals as f64 * one(*path)).sum()
        };
        let (squares, free, variance) = match part {
            Part::Company => (
                pairs::company(counts, labels),
                pairs::company_df(labels),
                sum(&|path| pair_eigenvalue(labels, path)),
            ),
            Part::Direction => (
                pairs::direction(counts, labels),
                pairs::direction_df(labels),
                sum(&|path| path_antisymmetric_eigenvalue(labels, path.edges, path.wedges)),
            ),
        };
        q += squares / variance;
        df += free;
        information += labels as f64 * (labels as f64 - 1.0) / 2.0 * expected.powi(2) / variance;
    }
    if df == 0.0 {
        return Outcome::Insufficient { needs };
    }
    chi_square(q, df, "rms relative deviation of a pair", information)
}

fn pair_max(order: &Order) -> Outcome {
    let mut extreme = Extreme::default();
    for seen in beside(order).filter(|seen| seen.expected > 0.0) {
        let chance = seen.expected / seen.deals as f64;
        extreme.add(pairs::unordered(&seen.counts, seen.labels), seen.deals, chance);
    }
    extreme.outcome()
}

/// The rank of each label among those left is uniform and independent of all before it. Of whole decks
/// all ranks are wanted.
fn lehmer(order: &Order, n: usize, whole: bool) -> Outcome {
    let (mut q, mut df, mut information) = (0.0, 0.0, 0.0);
    let mut needs = 0u64;
    for (left, digits) in (1..).zip(order.lehmer.cells().chunks_exact(64)).skip(1) {
        let deals: u64 = digits.iter().sum();
        let expected = deals as f64 / left as f64;
        if deals > 0 && expected < DIGIT_MIN {
            let share = deals as f64 / order.deals() as f64;
            needs = needs.max((DIGIT_MIN * left as f64 / share).ceil() as u64);
        } else if deals > 0 {
            let off = |count: &u64| (*count as f64 - expected).powi(2) / expected;
            q += digits[..left].iter().map(off).sum::<f64>();
            df += (left - 1) as f64;
            information += deals as f64;
        }
    }
    if df == 0.0 || (whole && needs > 0) {
        return Outcome::Insufficient { needs: needs.max(5 * n as u64) };
    }
    chi_square(q, df, "rms relative deviation of a digit", information)
}

/// Fixed points seen: positions and labels below the lesser of `k` and `known`.
fn fixed_points(n: usize, k: usize, known: usize) -> Moments {
    crate::laws::fixed_points_in_block(n, k.min(known))
}

/// Successions in the first `k` positions among the first `known` labels. As
/// [`crate::laws::successions_in_block`], of which this is the oblong form.
pub(super) fn successions(n: usize, k: usize, known: usize) -> Moments {
    let falling = |x: usize, r: usize| (0..r).map(|i| x.saturating_sub(i) as f64).product::<f64>();
    if k < 2 || known < 2 {
        return Moments { mean: 0.0, variance: 0.0 };
    }
    let mean = (k - 1) as f64 * (known - 1) as f64 / falling(n, 2);
    // Ordered pairs of successions: side by side, which share a label, or apart.
    let beside = 2.0 * (k - 2) as f64 * (known - 2) as f64;
    let apart = falling(k - 2, 2) * falling(known - 2, 2);
    let share = |ways: f64, r| if ways > 0.0 { ways / falling(n, r) } else { 0.0 };
    let second = mean + share(beside, 3) + share(apart, 4);
    Moments { mean, variance: second - mean * mean }
}

/// Label less position, round the deck: a form in the exact covariance of the `n` counts.
fn displacement(order: &Order, n: usize) -> Outcome {
    let mut covariance = vec![0.0; n * n];
    let mut expected = vec![0.0; n];
    let deals = order.deals();
    for ((k, known), deals) in order.shapes.iter() {
        let one = displacement_covariance(n, usize::from(*k), usize::from(*known));
        covariance.iter_mut().zip(one).for_each(|(all, one)| *all += *deals as f64 * one);
        for (d, expected) in expected.iter_mut().enumerate() {
            *expected += *deals as f64 * cells(n, *k, *known, d).count() as f64 / n as f64;
        }
    }
    let live: Vec<usize> =
        (0..n).filter(|d| expected[*d] >= DISPLACEMENT_MIN * (1.0 - 1e-12)).collect();
    if live.is_empty() || deals < 30 {
        let most = expected.iter().copied().fold(0.0, f64::max);
        let needs = if most > 0.0 { DISPLACEMENT_MIN * deals as f64 / most } else { 30.0 };
        return Outcome::Insufficient { needs: (needs.ceil() as u64).max(30) };
    }
    let table = order.table.cells();
    let count = |d: usize| -> u64 { (0..n).map(|p| table[p * 64 + (p + d) % n]).sum() };
    let off: Vec<f64> = live.iter().map(|d| count(*d) as f64 - expected[*d]).collect();
    let row = |d: &usize| live.iter().map(|e| covariance[d * n + e]).collect::<Vec<f64>>();
    let part: Vec<f64> = live.iter().flat_map(row).collect();
    let (q, rank) = small_form(&part, &off);
    let information = live.iter().map(|d| expected[*d]).sum::<f64>() * (n - 1) as f64 / n as f64;
    chi_square(q, rank as f64, "rms relative deviation of a displacement", information)
}

/// Positions at which displacement `d` is seen.
fn cells(n: usize, k: u8, known: u8, d: usize) -> impl Iterator<Item = usize> {
    (0..usize::from(k)).filter(move |p| (p + d) % n < usize::from(known))
}

/// Covariance of the displacement counts of one deal, row by row: the table's covariance added up
/// over the cells of each displacement.
pub(super) fn displacement_covariance(n: usize, k: usize, known: usize) -> Vec<f64> {
    let size = n as f64;
    let mask = |inside: &dyn Fn(usize) -> bool| -> u64 {
        (0..n).filter(|x| inside(*x)).fold(0, |mask, x| mask | 1 << x)
    };
    // Positions of the cells of each displacement, and their labels.
    let places: Vec<u64> = (0..n).map(|d| mask(&|p| p < k && (p + d) % n < known)).collect();
    let labels: Vec<u64> = (0..n).map(|d| mask(&|q| q < known && (q + n - d) % n < k)).collect();
    let common = |masks: &[u64], d: usize, e: usize| f64::from((masks[d] & masks[e]).count_ones());
    let mut covariance = vec![0.0; n * n];
    for d in 0..n {
        for e in 0..n {
            let own = common(&places, d, d);
            let same = if d == e { own } else { 0.0 };
            let shared = common(&places, d, e) + common(&labels, d, e);
            let product = own * common(&places, e, e);
            covariance[d * n + e] = (same - shared / size + product / (size * size)) / (size - 1.0);
        }
    }
    covariance
}
