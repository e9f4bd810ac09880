//! From counts to figures: the tests of deals whose order is known, the same against either reference.

use super::counters::Tally;
use super::figures::{DEALS_MIN, RARE_DECKS_MIN, SHIFT, Sum, chi_square};
use super::order::Order;
use super::pattern::Count;
use super::positions::{position_max, positions};
use super::table::table_outcome;
use super::{Answer, pairs};
use crate::battery::{Most, Outcome};
use crate::laws::{Moments, fixed_points_seen, successions_seen};
use crate::symbols::report::{pooled, pooled_needs};

/// Expected in a cell of a histogram at least; what has less is pooled with its neighbours.
const POOLED: f64 = 5.0;
/// Expected count of a digit from which on it is tested.
const DIGIT_MIN: f64 = 5.0;

/// All of them; `n` cards a deck, and whether every deal is a whole deck.
pub(super) fn outcomes(order: &Order, n: usize, whole: bool) -> Vec<Answer> {
    let deals = order.deals();
    let answer = |key, outcome| Answer::new(key, deals, outcome);
    let table = table_outcome(&positions(order, n).free());
    let extreme = position_max(order, n);
    let cell = |((place, label), count, expected)| Most::Cell { place, label, count, expected };
    let neighbours = pairs::neighbours(order);
    let mut all = vec![
        answer("position_card", table.clone()),
        answer("position_position", table),
        answer("position_max", extreme.outcome()).naming(extreme.most().map(cell)),
        answer("adjacency", pairs::outcome(&neighbours, n)),
        pairs::most_unusual("pair_max", deals, &neighbours),
        answer("lehmer", lehmer(order, n, whole)),
        order.fewest.answer("rises_min"),
    ];
    // Of so few cards all are neighbours alike, in the same order but for their turning.
    if n < 4 {
        for answer in &mut all[3..5] {
            answer.outcome = always_the_same(n);
        }
    }
    let tested = Count::TESTED.into_iter().filter(|(count, _)| whole || *count != Count::Cycles);
    all.extend(tested.map(|(count, key)| {
        let shapes = (&order.shapes, &order.lengths);
        let never = whole && count.moments(n).variance == 0.0;
        let mean = || mean(count, order.sum(count), shapes, n, whole);
        answer(key, if never { always_the_same(n) } else { mean() })
    }));
    if whole {
        all.push(answer("rises_law", rises_law(order, n)));
        all.push(answer("parity", parity(order, n)));
    }
    all
}

/// The mean of a count over deals by (cards, labels that there are) and by labelled cards. Of whole decks, of which it is
/// known how many make it normal, a rare count is normal from a hundred on.
pub(super) fn mean(
    count: Count,
    sum: u64,
    (shapes, lengths): (&Tally<(u8, u8)>, &Tally<u8>),
    n: usize,
    whole: bool,
) -> Outcome {
    let block = |moments: fn(usize, usize, usize) -> Moments| {
        let groups = shapes.sizes().map(|(k, known, deals)| (deals, moments(n, k, known)));
        Sum::over(sum as f64, groups)
    };
    let of_length = |(m, deals): &(u8, u64)| (*deals, count.moments(usize::from(*m)));
    let sum = match count {
        Count::FixedPoints => block(fixed_points_seen),
        Count::Successions => block(successions_seen),
        _ => Sum::over(sum as f64, lengths.iter().map(of_length)),
    };
    match (count.is_rare(), whole) {
        (false, _) => sum.normal(SHIFT),
        (true, false) => sum.rare(SHIFT),
        (true, true) => sum.normal_from(RARE_DECKS_MIN, SHIFT),
    }
}

/// The whole histogram of the rises of whole decks.
fn rises_law(order: &Order, n: usize) -> Outcome {
    let (law, deals) = (Count::Rises.law(n), order.deals());
    if law.variance == 0.0 {
        return always_the_same(n);
    }
    let needs = pooled_needs(&law.pmf, POOLED).max(DEALS_MIN);
    match pooled(&order.histogram(Count::Rises), &law.pmf, POOLED) {
        Some((q, df)) if deals >= needs => {
            chi_square(q, df, "rms relative deviation of a frequency", deals as f64)
        }
        _ => Outcome::Insufficient { needs: needs.max(deals + 1) },
    }
}

fn always_the_same(n: usize) -> Outcome {
    Outcome::not_run(format!("with {n} cards this count is always the same"))
}

/// A permutation is even if n less its cycles is; half of all are.
fn parity(order: &Order, n: usize) -> Outcome {
    let cycles = order.histogram(Count::Cycles).into_iter().enumerate();
    let even = cycles.filter(|(cycles, _)| (n + cycles).is_multiple_of(2)).map(|(_, times)| times);
    let half = Moments { mean: 0.5, variance: 0.25 };
    let sum = Sum::over(even.sum::<u64>() as f64, [(order.deals(), half)].into_iter());
    sum.normal_from(RARE_DECKS_MIN, "share of even permutations less one half")
}

/// The rank of each label among those left is uniform and independent. Whole decks need all.
fn lehmer(order: &Order, n: usize, whole: bool) -> Outcome {
    let (mut q, mut df, mut information) = (0.0, 0.0, 0.0);
    let mut needs = 0u64;
    for (left, digits) in (1..).zip(order.lehmer.cells().chunks_exact(64).rev()).skip(1) {
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
