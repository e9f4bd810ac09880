//! Whole decks over whole permutation groups: every deck of five and of six cards once.

use super::super::pattern::Count;
use super::super::positions::positions;
use super::super::{Deals, pairs};
use super::{counted, permutations};
use crate::laws::graph::{Graph, pair_eigenvalue};

#[test]
fn the_histogram_of_a_whole_group_is_the_law() {
    for n in [2, 3, 4, 5, 6, 7] {
        let all = permutations(n);
        let size = all.len() as f64;
        let decks = counted(n, 1, &all);
        for (count, _) in Count::TESTED {
            let law = count.law(n);
            let histogram = decks.fixed.order.histogram(count);
            let (mut mean, mut square) = (0.0, 0.0);
            for (value, times) in histogram.iter().enumerate() {
                let expected = size * law.pmf.get(value).copied().unwrap_or(0.0);
                assert!((*times as f64 - expected).abs() < 1e-9, "{count:?} {n} {value}");
                mean += value as f64 * *times as f64 / size;
                square += (value * value) as f64 * *times as f64 / size;
            }
            // The law, and the moments that the test of the mean takes.
            for law in [law.moments(), count.moments(n)] {
                assert!((mean - law.mean).abs() < 1e-12, "{count:?} {n}");
                assert!((square - mean * mean - law.variance).abs() < 1e-11, "{count:?} {n}");
            }
        }
    }
}

/// The quadratic forms of the tables, each with its degrees of freedom.
fn forms(decks: &Deals) -> [(f64, f64); 4] {
    let (n, order) = (decks.n, &decks.fixed.order);
    let total = order.deals() as f64;
    let class: Vec<u8> = (0..n as u8).map(|label| label % 3 + label / 5).collect();
    let beside: Vec<u64> = order.followed.iter().flat_map(|(_, cells)| cells.cells()).collect();
    let path = Graph::path(n as u64);
    let digits = order.lehmer.cells();
    let rows = (1..=n).zip(digits.chunks_exact(64).rev()).skip(1);
    let lehmer = rows.map(|(left, row)| {
        let expected = total / left as f64;
        row[..left].iter().map(|count| (*count as f64 - expected).powi(2) / expected).sum::<f64>()
    });
    [
        positions(order, n).free().whole_form(),
        positions(order, n).by_class(&class).free().whole_form(),
        (pairs::company(&beside, n) / (total * pair_eigenvalue(n, path)), pairs::company_df(n)),
        (lehmer.sum(), (n * (n - 1)) as f64 / 2.0),
    ]
}

/// The forms of these decks.
fn of(n: usize, decks: &[&Vec<u8>]) -> [(f64, f64); 4] {
    let decks: Vec<Vec<u8>> = decks.iter().copied().cloned().collect();
    forms(&counted(n, 1, &decks))
}

#[test]
fn the_mean_of_every_quadratic_form_is_its_degrees_of_freedom() {
    for n in [4, 5, 6] {
        let all = permutations(n);
        let mut sums = [0.0; 4];
        for deck in &all {
            let found = of(n, &[deck]);
            sums.iter_mut().zip(found).for_each(|(sum, (q, _))| *sum += q / all.len() as f64);
        }
        for (sum, (_, df)) in sums.iter().zip(of(n, &[&all[0]])) {
            assert!((sum - df).abs() < 1e-9, "{n}: {sum} is not {df}");
        }
    }
}

#[test]
fn the_variance_of_every_quadratic_form_is_twice_its_degrees_of_freedom() {
    // For R independent decks Q is a sum over pairs of decks, and for a projection on an irreducible
    // component var Q = 2 df (1 - 1/R) + var Q_1 / R: over all pairs of decks (R = 2), df + var Q_1 / 2.
    let all = permutations(4);
    let pairs = (all.len() * all.len()) as f64;
    let (mut one, mut two) = ([[0.0; 2]; 4], [[0.0; 2]; 4]);
    for first in &all {
        for (k, (q, _)) in of(4, &[first]).into_iter().enumerate() {
            one[k][0] += q / all.len() as f64;
            one[k][1] += q * q / all.len() as f64;
        }
        for second in &all {
            for (k, (q, _)) in of(4, &[first, second]).into_iter().enumerate() {
                two[k][0] += q / pairs;
                two[k][1] += q * q / pairs;
            }
        }
    }
    let df = of(4, &[&all[0]]);
    // The classes of cards are no irreducible component alone.
    for k in [0, 2, 3] {
        let variance = |moments: [f64; 2]| moments[1] - moments[0] * moments[0];
        let expected = df[k].1 + variance(one[k]) / 2.0;
        assert!((variance(two[k]) - expected).abs() < 1e-6, "{k}: {} {expected}", variance(two[k]));
    }
}
