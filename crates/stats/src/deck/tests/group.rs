//! Whole permutation groups: every deck of five and of six cards once.

use super::super::counts::Count;
use super::super::laws::Laws;
use super::super::tables;
use super::plain;
use crate::deck::Decks;

/// All permutations of `n` labels.
fn group(n: u8) -> Vec<Vec<u8>> {
    if n == 0 {
        return vec![Vec::new()];
    }
    let smaller = group(n - 1);
    let insert = |deck: &Vec<u8>, at: usize| {
        let mut deck = deck.clone();
        deck.insert(at, n - 1);
        deck
    };
    smaller.iter().flat_map(|deck| (0..usize::from(n)).map(move |at| insert(deck, at))).collect()
}

#[test]
fn the_histogram_of_a_whole_group_is_the_law() {
    for n in [2, 3, 4, 5, 6, 7] {
        let all = group(n);
        let size = all.len() as f64;
        let mut decks = Decks::new(usize::from(n), 1).unwrap();
        all.iter().for_each(|deck| decks.push(deck).unwrap());
        decks.settle();
        for count in Count::ALL {
            let law = Laws::of(usize::from(n)).count(count);
            let histogram = decks.fixed.histogram(count);
            let (mut mean, mut square) = (0.0, 0.0);
            for (value, times) in histogram.iter().enumerate() {
                let expected = size * law.pmf.get(value).copied().unwrap_or(0.0);
                assert!((*times as f64 - expected).abs() < 1e-9, "{count:?} {n} {value}");
                mean += value as f64 * *times as f64 / size;
                square += (value * value) as f64 * *times as f64 / size;
            }
            assert!((mean - law.mean).abs() < 1e-12, "{count:?} {n}");
            assert!((square - mean * mean - law.variance).abs() < 1e-11, "{count:?} {n}");
        }
    }
}

#[test]
fn the_mean_of_every_quadratic_form_is_its_degrees_of_freedom() {
    for n in [4, 5, 6] {
        let all = group(n);
        let classes: Vec<u8> = (0..n).map(|label| label % 3 + label / 5).collect();
        let labels: Vec<u8> = (0..n).collect();
        let (mut sums, mut df) = ([0.0; 6], [0.0; 6]);
        let (mut correlation, mut inversions) = (0.0, [0.0; 2]);
        for deck in &all {
            let mut one = Decks::new(usize::from(n), 1).unwrap();
            one.push(deck).unwrap();
            one.settle();
            let counts = &one.fixed;
            let forms = [
                tables::position(counts, &labels),
                tables::position(counts, &classes),
                tables::adjacency(counts).unwrap(),
                tables::direction(counts).unwrap(),
                tables::lehmer(counts),
                tables::displacement(counts),
            ];
            for (k, form) in forms.iter().enumerate() {
                sums[k] += form.q / all.len() as f64;
                df[k] = form.df;
            }
            correlation += tables::spearman_sum(counts).powi(2) / all.len() as f64;
            let found = plain::inversions(deck) as f64;
            inversions[0] += found / all.len() as f64;
            inversions[1] += found * found / all.len() as f64;
        }
        for (sum, df) in sums.iter().zip(df) {
            assert!((sum - df).abs() < 1e-9, "{n}: {sum} is not {df}");
        }
        let size = f64::from(n);
        let squares = tables::sum_of_squares(usize::from(n));
        assert!((correlation - squares * squares / (size - 1.0)).abs() < 1e-9);
        let variance = size * (size - 1.0) * (2.0 * size + 5.0) / 72.0;
        assert!((inversions[0] - size * (size - 1.0) / 4.0).abs() < 1e-9);
        assert!((inversions[1] - inversions[0].powi(2) - variance).abs() < 1e-9);
    }
}

#[test]
fn the_variance_of_every_quadratic_form_is_twice_its_degrees_of_freedom() {
    // For R independent decks Q is a sum over pairs of decks, and for a projection on an irreducible
    // component var Q = 2 df (1 - 1/R) + var Q_1 / R: over all pairs of decks (R = 2), df + var Q_1 / 2.
    let all = group(5);
    let pairs = (all.len() * all.len()) as f64;
    let (mut one, mut two) = ([[0.0; 2]; 4], [[0.0; 2]; 4]);
    let mut df = [0.0; 4];
    let labels: Vec<u8> = (0..5).collect();
    let mut forms = |decks: &[&Vec<u8>]| {
        let mut both = Decks::new(5, 1).unwrap();
        decks.iter().for_each(|deck| both.push(deck).unwrap());
        both.settle();
        let forms = [
            tables::position(&both.fixed, &labels),
            tables::adjacency(&both.fixed).unwrap(),
            tables::direction(&both.fixed).unwrap(),
            tables::lehmer(&both.fixed),
        ];
        df = forms.map(|form| form.df);
        forms.map(|form| form.q)
    };
    for first in &all {
        for (k, q) in forms(&[first]).into_iter().enumerate() {
            one[k][0] += q / all.len() as f64;
            one[k][1] += q * q / all.len() as f64;
        }
        for second in &all {
            for (k, q) in forms(&[first, second]).into_iter().enumerate() {
                two[k][0] += q / pairs;
                two[k][1] += q * q / pairs;
            }
        }
    }
    for k in 0..4 {
        let variance = |moments: [f64; 2]| moments[1] - moments[0] * moments[0];
        let expected = df[k] + variance(one[k]) / 2.0;
        assert!((variance(two[k]) - expected).abs() < 1e-6, "{k}: {} {expected}", variance(two[k]));
    }
}
