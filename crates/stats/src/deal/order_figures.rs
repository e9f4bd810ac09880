//! From counts to figures: the tests of deals whose order is known, the same against either reference.

use super::Answer;
use super::figures::{DEALS_MIN, RARE_DECKS_MIN, SHIFT, Sum, chi_square, whole_law};
use super::order::Order;
use super::pairs;
use super::pattern::Count;
use super::positions::{position_max, positions};
use super::table::table_outcome;
use crate::battery::Outcome;
use crate::laws::{Moments, fixed_points_seen, successions_seen};

/// Expected count of a digit from which on it is tested.
const DIGIT_MIN: f64 = 5.0;

/// All of them; `n` cards a deck, and whether every deal is a whole deck.
pub(super) fn outcomes(order: &Order, n: usize, whole: bool) -> Vec<Answer> {
    let deals = order.deals();
    let mut all = Vec::new();
    let mut add = |key, outcome| all.push(Answer { key, deals, outcome });
    let table = table_outcome(&positions(order, n));
    add("position_card", table.clone());
    add("position_position", table);
    add("position_max", position_max(order, n).outcome());
    add("adjacency", pairs::outcome(order, n));
    add("pair_max", pairs::most_unusual(order).outcome());
    add("lehmer", lehmer(order, n, whole));
    for (count, key) in Count::TESTED {
        if whole {
            add(key, mean_of_decks(order, n, count));
        } else if count != Count::Cycles {
            add(key, mean(order, n, count));
        }
    }
    if whole {
        add("rises_law", law_of_decks(order, n, Count::Rises));
        add("parity", parity(order, n));
    }
    all.push(order.fewest.answer("rises_min"));
    // Of so few cards all are neighbours alike, in the same order but for their turning.
    let never = |key| matches!(key, "adjacency" | "pair_max") && n < 4;
    for answer in all.iter_mut().filter(|answer| never(answer.key)) {
        answer.outcome = always_the_same(n);
    }
    all
}

/// The mean of a count over deals of any layouts.
fn mean(order: &Order, n: usize, count: Count) -> Outcome {
    let sum = order.sum(count) as f64;
    let block = |moments: fn(usize, usize, usize) -> Moments| {
        let groups = order.shapes.sizes().map(|(k, known, deals)| (deals, moments(n, k, known)));
        Sum::over(sum, groups).rare(SHIFT)
    };
    match count {
        Count::FixedPoints => block(fixed_points_seen),
        Count::Successions => block(successions_seen),
        _ => over_lengths(order, sum, count).normal(SHIFT),
    }
}

fn over_lengths(order: &Order, sum: f64, count: Count) -> Sum {
    let lengths = order.lengths.iter();
    Sum::over(sum, lengths.map(|(m, deals)| (*deals, count.moments(usize::from(*m)))))
}

/// The mean of a count over whole decks: normal, rare or not, from a hundred decks on.
fn mean_of_decks(order: &Order, n: usize, count: Count) -> Outcome {
    if count.moments(n).variance == 0.0 {
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
    whole_law(&order.histogram(count), law, DEALS_MIN)
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
