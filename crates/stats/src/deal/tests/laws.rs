//! Moments, covariances and eigenvalues of parts of decks over whole groups.

use super::super::chain::Seen;
use super::super::figures::Extreme;
use super::super::layout::Layout;
use super::super::pattern::{Count, Labels};
use super::super::{pairs, whole_figures};
use super::{All, close, counts_of, moments, permutations, seen, seen_as};
use crate::battery::Outcome;
use crate::laws::graph::{Graph, pair_eigenvalue};
use crate::laws::successions_seen as successions;

#[test]
fn the_relative_order_of_any_part_has_the_laws_of_whole_permutations() {
    for (n, k) in [(6, 1), (6, 2), (6, 3), (6, 4), (6, 6)] {
        let all = permutations(n);
        let count = |deck: &Vec<u8>| counts_of(&Labels::fixed(n, &seen(n, &deck[..k])));
        let counts: Vec<All> = all.iter().map(count).collect();
        // Of parts of decks only the relative order has the law of a whole permutation.
        let relative = |(count, _): &(Count, &str)| !count.is_rare() || k == n;
        let inversions = [(Count::Inversions, "inversions")];
        for (count, key) in Count::TESTED.into_iter().chain(inversions).filter(relative) {
            let (mean, variance) =
                moments(counts.iter().map(|counts| f64::from(counts[count as usize])));
            let law = count.moments(k);
            close(law.mean, mean, &format!("mean of {} at {k} of {n}", key));
            close(law.variance, variance, &format!("variance of {} at {k} of {n}", key));
        }
    }
}

#[test]
fn successions_of_an_oblong_block() {
    for (k, known) in [(1, 6), (2, 6), (3, 5), (4, 4), (5, 3), (6, 6), (6, 2)] {
        let count = |deck: &Vec<u8>| {
            let next = |w: &[u8]| w[1] == w[0] + 1 && usize::from(w[1]) < known;
            deck[..k].windows(2).filter(|w| next(w)).count() as f64
        };
        let (mean, variance) = moments(permutations(6).iter().map(count));
        let law = successions(6, k, known);
        close(law.mean, mean, &format!("mean at {k} by {known}"));
        close(law.variance, variance, &format!("variance at {k} by {known}"));
    }
}

/// One deal's squares, averaged over the group, are the degrees of freedom times the variance in
/// each of its directions: of whole and partial decks, and of the labels below `known` alone.
#[test]
fn the_pairs_have_the_eigenvalue_of_their_graph() {
    let n = 6;
    for (k, known) in [(6, 6), (4, 6), (3, 5), (5, 4), (2, 6)] {
        let (mut company, all) = (0.0, permutations(n));
        for deck in &all {
            let mut counts = vec![0; 64 * 64];
            for pair in deck[..k].windows(2).filter(|w| w.iter().all(|x| *x < known)) {
                counts[usize::from(pair[0]) * 64 + usize::from(pair[1])] += 1;
            }
            company += pairs::company(&counts, usize::from(known));
        }
        let decks = all.len() as f64;
        let labels = usize::from(known);
        let path = Graph::path(k as u64);
        let expected = pairs::company_df(labels) * pair_eigenvalue(n, path);
        close(company / decks, expected, &format!("company at {k} by {known}"));
    }
}

/// Six layouts of six cards, whole decks and packets of unequal size among them.
fn layouts() -> [Layout; 6] {
    [
        Layout::Ordered { dealt: 6 },
        Layout::Ordered { dealt: 3 },
        Layout::packets(2, 2),
        Layout::packets(3, 2),
        Layout::packets(2, 1).with_last(3),
        Layout::packets(2, 2).in_order(),
    ]
}

#[test]
fn places_have_the_moments_of_linear_counts() {
    let n = 6;
    for now in layouts() {
        for before in layouts() {
            let old = seen_as(before, n, &[2, 0, 5, 1, 4, 3][..before.cards()]);
            let deals: Vec<Seen> =
                permutations(n).iter().map(|deck| seen_as(now, n, &deck[..now.cards()])).collect();
            assert_eq!(old.scores.iter().sum::<i16>(), 0, "{before:?}");
            let trend = |deal: &Seen| deal.trend(&old.scores) as f64;
            let (mean, variance) = moments(deals.iter().map(trend));
            close(mean, 0.0, "mean trend");
            let law = now.score_squares(n) * before.score_squares(n) / (n as f64 - 1.0);
            close(law, variance, &format!("trend of {now:?} after {before:?}"));
            let same = |deal: &Seen| -> f64 {
                let both = deal.zones().zip(old.zones());
                both.map(|(a, b)| f64::from((a & b).count_ones())).sum()
            };
            let (mean, variance) = moments(deals.iter().map(same));
            let law = whole_figures::same_zone(n, now, before);
            close(law.mean, mean, "mean of cards in the same packet");
            close(law.variance, variance, &format!("same packet, {now:?} after {before:?}"));
        }
    }
}

/// Two layouts with different chances: the binomial law of the mean chance is at least as wide in
/// both tails as the exact law, found by convolution.
#[test]
fn the_mean_chance_is_conservative() {
    let groups = [(40, 0.02), (25, 0.3)];
    let once = |law: &[f64], chance: f64| -> Vec<f64> {
        let at = |k: usize| law.get(k).copied().unwrap_or(0.0);
        let below = |k: usize| if k > 0 { at(k - 1) } else { 0.0 };
        (0..=law.len()).map(|k| at(k) * (1.0 - chance) + below(k) * chance).collect()
    };
    let exact = groups.iter().fold(vec![1.0], |law, (deals, chance)| {
        (0..*deals).fold(law, |law, _| once(&law, *chance))
    });
    let trials: u64 = groups.iter().map(|g| g.0).sum();
    let mean: f64 = groups.iter().map(|g| g.0 as f64 * g.1).sum();
    for count in 0..=trials {
        if (count as f64 - mean).abs() < 1.0 {
            continue;
        }
        let mut extreme = Extreme::default();
        extreme.add([((), count)].into_iter(), trials, mean / trials as f64);
        let Outcome::Ran(figures) = extreme.outcome() else { panic!("one cell is enough") };
        let upper: f64 = exact[count as usize..].iter().sum();
        let lower: f64 = exact[..=count as usize].iter().sum();
        let tail = (2.0 * upper.min(lower)).min(1.0);
        assert!(figures.p.p() >= tail * (1.0 - 1e-9), "{count}: {} < {tail}", figures.p.p());
    }
}

#[test]
fn categories_are_pooled_from_the_rarest_up() {
    let chances = [0.5, 0.3, 0.15, 0.04, 0.01];
    // 100 hands: 1 and 4 are expected too rarely alone, and just often enough together.
    let (q, df) = whole_figures::goodness(&[52, 27, 13, 6, 2], &chances).unwrap();
    assert_eq!(df, 3.0);
    close(q, 4.0 / 50.0 + 9.0 / 30.0 + 4.0 / 15.0 + 9.0 / 5.0, "pooled");
    assert_eq!(whole_figures::goodness(&[4, 1, 0, 0, 0], &chances), None);
    // 100 hands of which four categories have three each: no cell is left below five.
    let (q, df) =
        whole_figures::goodness(&[90, 4, 1, 3, 2], &[0.88, 0.03, 0.03, 0.03, 0.03]).unwrap();
    assert_eq!(df, 2.0);
    let pairs = [[4, 1], [4, 3], [4, 2], [1, 3], [1, 2], [3, 2]].map(|[a, b]| a + b);
    let both = |one: i32| f64::from((one - 6).pow(2) + (10 - one - 6).pow(2)) / 6.0;
    assert!(pairs.iter().any(|one| (q - 4.0 / 88.0 - both(*one)).abs() < 1e-9), "{q}");
}
