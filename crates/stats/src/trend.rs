//! Whether figures of successive days rise or fall: Mann's test by Kendall's score.
//!
//! The score is the pairs of days of which the later figure is larger less those of which it is smaller (Mann,
//! Econometrica 13, 1945; Kendall, Rank Correlation Methods). Where chance alone put the figures in their order,
//! every order is as likely, equal figures included: up to [`EXACT_MAX`] days all of them are counted; beyond, the
//! normal law with Kendall's variance for ties and half a step of continuity.

use crate::special::{Prob, normal_two_sided};

/// Days up to which every order is counted: their factorial is the largest that the integers hold.
const EXACT_MAX: usize = 33;

/// A score with its probability.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Trend {
    /// Rising pairs less falling pairs.
    pub score: i64,
    /// The most that the score could be.
    pub most: i64,
    /// Probability of a score as far from zero by chance alone, either way.
    pub p: Prob,
    /// Whether every order was counted.
    pub exact: bool,
}

/// The trend of figures in the order of their days; only their order matters.
pub fn trend<T: Ord>(figures: &[T]) -> Trend {
    let mut score = 0_i64;
    for (at, earlier) in figures.iter().enumerate() {
        for later in figures.iter().skip(at + 1) {
            score += i64::from(later > earlier) - i64::from(later < earlier);
        }
    }
    let ties = ties(figures);
    let pairs = |n: usize| ((n * n - n) / 2) as i64;
    let most = pairs(figures.len()) - ties.iter().map(|n| pairs(*n)).sum::<i64>();
    let exact = figures.len() <= EXACT_MAX;
    let p = if score == 0 {
        1.0
    } else if exact {
        counted(&ties, most, score.abs())
    } else {
        let of = |n: usize| (n * (n - 1) * (2 * n + 5)) as f64;
        let variance = (of(figures.len()) - ties.iter().map(|n| of(*n)).sum::<f64>()) / 18.0;
        normal_two_sided((score.abs() - 1) as f64 / variance.sqrt()).p()
    };
    Trend { score, most, p: Prob::new(p), exact }
}

/// How many figures are equal to one another, group by group.
fn ties<T: Ord>(figures: &[T]) -> Vec<usize> {
    let mut sorted: Vec<&T> = figures.iter().collect();
    sorted.sort_unstable();
    sorted.chunk_by(|a, b| a == b).map(<[_]>::len).collect()
}

/// The share of all orders whose score is as far from zero. The orders of figures with ties by their inversions are
/// the coefficients of a Gaussian multinomial, built factor by factor; every division comes out even.
fn counted(ties: &[usize], most: i64, distance: i64) -> f64 {
    let mut orders = vec![1_i128];
    let mut before = 0;
    for group in ties {
        for i in 1..=*group {
            let step = before + i;
            orders.resize(orders.len() + step, 0);
            for at in (step..orders.len()).rev() {
                orders[at] -= orders[at - step];
            }
            for at in i..orders.len() {
                orders[at] += orders[at - i];
            }
            orders.truncate(orders.len() - i);
        }
        before += group;
    }
    let all: i128 = orders.iter().sum();
    let score = |inversions: usize| most - 2 * inversions as i64;
    let far = orders.iter().enumerate().filter(|(at, _)| score(*at).abs() >= distance);
    far.map(|(_, count)| count).sum::<i128>() as f64 / all as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    fn every_order(figures: &mut Vec<u8>, from: usize, each: &mut impl FnMut(&[u8])) {
        if from == figures.len() {
            return each(figures);
        }
        for at in from..figures.len() {
            figures.swap(from, at);
            every_order(figures, from + 1, each);
            figures.swap(from, at);
        }
    }

    /// Against every order of up to seven figures, with ties and without.
    #[test]
    fn the_law_is_that_of_every_order() {
        let mut tested = 0;
        for figures in [
            vec![1, 2],
            vec![1, 2, 3, 4, 5],
            vec![1, 1, 2, 3, 3, 3],
            vec![0, 0, 0, 0, 5],
            vec![1, 2, 2, 4, 5, 6, 6],
        ] {
            let mut scores = Vec::new();
            every_order(&mut figures.clone(), 0, &mut |order| {
                let pairs =
                    (0..order.len()).flat_map(|i| (i + 1..order.len()).map(move |j| (i, j)));
                let score: i64 = pairs
                    .map(|(i, j)| i64::from(order[j]) - i64::from(order[i]))
                    .map(i64::signum)
                    .sum();
                scores.push((order.to_vec(), score));
            });
            for (order, score) in &scores {
                let far = scores.iter().filter(|(_, other)| other.abs() >= score.abs()).count();
                let expected = far as f64 / scores.len() as f64;
                let found = trend(order);
                assert_eq!(found.score, *score);
                assert!((found.p.p() - expected).abs() < 1e-12, "{order:?}: {found:?} {expected}");
                tested += 1;
            }
        }
        assert!(tested > 5_000, "{tested}");
    }

    #[test]
    fn a_month_is_counted_and_a_year_is_approximated() {
        let days: Vec<u32> = (0..31).collect();
        let rising = trend(&days);
        assert_eq!((rising.score, rising.most, rising.exact), (465, 465, true));
        assert!(
            (rising.p.ln() - (2.0_f64.ln() - (1..=31).map(|n| f64::from(n).ln()).sum::<f64>()))
                .abs()
                < 1e-9
        );
        // Alike on both sides of the change of method, within the error of the normal law.
        let mixed = |n: u32| (0..n).map(|i| i + (i * 7919 % 23) * 2).collect::<Vec<_>>();
        let (counted, normal) = (trend(&mixed(33)), trend(&mixed(34)));
        assert!(counted.exact && !normal.exact);
        assert!((counted.p.ln() - normal.p.ln()).abs() < 3.0, "{counted:?} {normal:?}");
        assert_eq!(trend::<u8>(&[]).p.p(), 1.0);
        assert_eq!(trend(&[3; 40]).p.p(), 1.0);
    }
}
