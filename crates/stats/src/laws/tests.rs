//! Every law against whole permutation groups, and against the reference values for 52 labels.

use super::graph::{Graph, overlap, pair_eigenvalue};
use super::*;

fn close(a: f64, b: f64, relative: f64) {
    assert!((a - b).abs() <= relative * b.abs(), "{a:e} is not {b:e}");
}

/// All permutations of `0..n`.
pub(crate) fn group(n: usize) -> Vec<Vec<usize>> {
    if n == 0 {
        return vec![Vec::new()];
    }
    let mut all = Vec::new();
    for shorter in group(n - 1) {
        for at in 0..n {
            let mut longer = shorter.clone();
            longer.insert(at, n - 1);
            all.push(longer);
        }
    }
    all
}

fn places(d: &[usize], k: usize, f: impl Fn(&[usize]) -> bool) -> usize {
    d.windows(k).filter(|w| f(w)).count()
}

fn count_cycles(d: &[usize]) -> usize {
    let mut seen = vec![false; d.len()];
    let mut cycles = 0;
    for start in 0..d.len() {
        cycles += usize::from(!seen[start]);
        let mut at = start;
        while !seen[at] {
            seen[at] = true;
            at = d[at];
        }
    }
    cycles
}

/// The law of a count over a list of equally likely permutations.
fn counted(decks: &[Vec<usize>], f: impl Fn(&[usize]) -> usize) -> CountLaw {
    let mut histogram = Vec::new();
    for deck in decks {
        let k = f(deck);
        if histogram.len() <= k {
            histogram.resize(k + 1, 0_u32);
        }
        histogram[k] += 1;
    }
    let all = decks.len() as f64;
    CountLaw::from_pmf(histogram.into_iter().map(|h| f64::from(h) / all).collect())
}

fn same(law: &CountLaw, brute: &CountLaw) {
    for k in 0..law.pmf.len().max(brute.pmf.len()) {
        let at = |l: &CountLaw| l.pmf.get(k).copied().unwrap_or(0.0);
        close(at(law), at(brute), 1e-13);
    }
    assert!((law.mean - brute.mean).abs() < 1e-13, "{law:?} {brute:?}");
    assert!((law.variance - brute.variance).abs() < 1e-13, "{law:?} {brute:?}");
}

#[test]
fn every_law_is_the_count_over_the_whole_group() {
    for n in 0..=8 {
        let g = group(n);
        let count = |f: &dyn Fn(&[usize]) -> usize| counted(&g, f);
        same(&descents(n), &count(&|d| places(d, 2, |w| w[1] < w[0])));
        same(&valleys(n), &count(&|d| places(d, 3, |w| w[1] > w[0] && w[1] > w[2])));
        same(&valleys(n), &count(&|d| places(d, 3, |w| w[1] < w[0] && w[1] < w[2])));
        same(&cycles(n), &count(&count_cycles));
        same(&fixed_points(n), &count(&|d| (0..n).filter(|i| d[*i] == *i).count()));
        same(&successions(n), &count(&|d| places(d, 2, |w| w[1] == w[0] + 1)));
        same(&successions(n), &count(&|d| places(d, 2, |w| w[0] == w[1] + 1)));
        for k in 0..=n {
            let block = count(&|d| places(&d[..k], 2, |w| w[1] == w[0] + 1 && w[1] < k));
            let law = successions_seen(n, k, k);
            assert!((law.mean - block.mean).abs() < 1e-13);
            assert!((law.variance - block.variance).abs() < 1e-13, "{n} {k}");
            let block = count(&|d| (0..k).filter(|i| d[*i] == *i).count());
            let law = fixed_points_seen(n, k, k);
            assert!((law.mean - block.mean).abs() < 1e-13);
            assert!((law.variance - block.variance).abs() < 1e-13);
        }
    }
}

#[test]
fn moments_written_as_formulas_are_those_of_the_probabilities() {
    for n in [2, 3, 4, 5, 17, 48, 52, 53, 54, 64] {
        let laws = [descents(n), valleys(n), cycles(n), fixed_points(n), successions(n)];
        for law in laws {
            let summed = CountLaw::from_pmf(law.pmf.clone());
            close(law.pmf.iter().sum(), 1.0, 1e-13);
            close(law.mean, summed.mean, 1e-12);
            close(law.variance, summed.variance, 1e-11);
        }
    }
}

/// The variance of a random table in one direction, over the whole group.
fn variance_in(g: &[Vec<usize>], contrast: impl Fn(&[usize]) -> f64) -> f64 {
    g.iter().map(|d| contrast(d).powi(2)).sum::<f64>() / g.len() as f64
}

#[test]
fn eigenvalues_are_variances_over_the_whole_group() {
    let n = 6;
    let g = group(n);
    // Labels in a square: +1 on 01 and 23, -1 on 12 and 30 has no mean and no label totals.
    let square = |a: usize, b: usize| match (a.min(b), a.max(b)) {
        (0, 1) | (2, 3) => 0.5,
        (1, 2) | (0, 3) => -0.5,
        _ => 0.0,
    };
    let of = |edges: &[(usize, usize)]| {
        variance_in(&g, |d| edges.iter().map(|(i, j)| square(d[*i], d[*j])).sum())
    };
    for k in 2..=n {
        let path: Vec<(usize, usize)> = (1..k).map(|i| (i - 1, i)).collect();
        let eigenvalue = pair_eigenvalue(n, Graph::path(k as u64));
        assert!((of(&path) - eigenvalue).abs() < 1e-12, "{k}");
    }
    let hands = [(0, 1), (0, 2), (1, 2), (3, 4), (3, 5), (4, 5)];
    assert!((of(&hands) - pair_eigenvalue(n, Graph::hands(2, 3))).abs() < 1e-12);
}

#[test]
fn pairs_that_stay_together_have_the_moments_of_the_whole_group() {
    let n = 6;
    let g = group(n);
    let hands = [0, 0, 0, 1, 1, 1];
    let path = Graph::path(4);
    let brute = counted(&g, |d| (1..4).filter(|i| hands[d[*i]] == hands[d[*i - 1]]).count());
    let law = overlap(n, Graph::hands(2, 3), path);
    close(law.mean, brute.mean, 1e-12);
    close(law.variance, brute.variance, 1e-12);
}

fn reference() -> serde_json::Value {
    let text = include_str!("../../../../fixtures/randomness/reference.json");
    serde_json::from_str(text).unwrap()
}

#[test]
fn laws_for_52_labels_are_the_reference() {
    let all = reference();
    let laws = [
        ("descents/rises/rising sequences minus 1 (Eulerian)", descents(52)),
        ("interior peaks or valleys", valleys(52)),
        ("cycles = guess-next hits with perfect feedback (Stirling 1)", cycles(52)),
        ("fixed points", fixed_points(52)),
        ("successions x[i+1]=x[i]+1", successions(52)),
    ];
    // The reference has the inversions as well, of which only the moments are used (`deal`), and the longest increasing
    // subsequence, which shows nothing that these do not.
    assert_eq!(all["permutation_laws_n52"].as_object().unwrap().len(), laws.len() + 2);
    for (name, law) in laws {
        let entry = &all["permutation_laws_n52"][name];
        let number = |key: &str| match entry.get(key) {
            Some(value) => value.as_f64(),
            None => None,
        };
        let mean = number("mean_f").or_else(|| entry["mean"].as_str()?.parse().ok());
        let variance = number("var_f").or_else(|| entry["var"].as_str()?.parse().ok());
        close(law.mean, mean.unwrap(), 1e-14);
        close(law.variance, variance.unwrap(), 1e-13);
        for (k, p) in entry["pmf"].as_object().unwrap() {
            let k: usize = k.parse().unwrap();
            close(law.pmf[k], p.as_str().unwrap().parse().unwrap(), 1e-13);
        }
    }
}

#[test]
fn quadratic_forms_are_the_reference() {
    let all = reference();
    let forms = &all["quadratic_forms"];
    let number = |v: &serde_json::Value| v.as_f64().unwrap();
    for (name, k) in [("full_deck", 52), ("first_35", 35), ("first_10", 10)] {
        let pair = &forms["adjacency_sym"][name];
        close(pair_eigenvalue(52, Graph::path(k)), number(&pair[0]), 1e-13);
    }
    let hands = Graph::hands(7, 5);
    assert_eq!(hands, Graph { edges: 70, wedges: 210 });
    let same_hand = pair_eigenvalue(52, hands);
    close(same_hand, number(&forms["same_hand_7x5"]["lam_per_round"]), 1e-13);
    let stay = overlap(52, hands, hands);
    close(stay.mean, number(&forms["same_hand_persistence_7x5"]["mean"]), 1e-13);
    close(stay.variance, number(&forms["same_hand_persistence_7x5"]["var"]), 1e-12);
    for k in [35, 10] {
        let row = &forms["succ_in_k_block"][k.to_string()];
        let block = successions_seen(52, k, k);
        close(block.mean, number(&row[0]), 1e-13);
        close(block.variance, number(&row[1]), 1e-12);
    }
}
