//! The order with the fewest rising sequences of a stream, which chance makes or does not, by its length: one deck in a
//! thousand that is hardly riffled does not move the mean. Three riffles leave at most eight rising sequences, where 52 cards
//! in random order have 26.5, and so few in one order of 10^20.

use super::Answer;
use super::figures::{LEVEL, ran};
use super::pattern::Count;
use crate::battery::{Effect, Law, Most, Outcome};
use crate::laws::CountLaw;
use crate::special::Prob;
use crate::sums::Sums;

/// The lowest count of each length of an order, and how many orders there were.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Fewest {
    /// Rising sequences less one, with the index in the stream below so that the first of as many is the lowest; and orders.
    of_length: [(u64, u64); 65],
}

/// Bits of the index below the count in the number that is kept.
const INDEX_BITS: u32 = 48;

impl Default for Fewest {
    fn default() -> Self {
        Self { of_length: [(u64::MAX, 0); 65] }
    }
}

impl Fewest {
    /// Counts the order of this index in the stream, of `m` labels, with one rising sequence more than `rises`.
    #[inline(always)]
    pub(super) fn push(&mut self, m: usize, rises: u16, index: u64) {
        let (least, orders) = &mut self.of_length[m.min(64)];
        *least = (u64::from(rises) << INDEX_BITS | index & ((1 << INDEX_BITS) - 1)).min(*least);
        *orders += 1;
    }

    /// The orders of each length from two labels on: (length, lowest, orders).
    fn lengths(&self) -> impl Iterator<Item = (usize, u64, u64)> + '_ {
        // One label is always in order.
        let all = self.of_length.iter().enumerate().skip(2);
        all.filter(|(_, of)| of.1 > 0).map(|(m, (lowest, orders))| (m, *lowest, *orders))
    }

    /// The least of the chances of no more rising sequences, with the length and what is packed of its order.
    fn least(&self) -> Option<(f64, usize, u64)> {
        let chance = |(m, lowest, _)| {
            (no_more(Count::Rises.law(m), (lowest >> INDEX_BITS) as u16), m, lowest)
        };
        self.lengths().map(chance).min_by(|a, b| a.0.total_cmp(&b.0))
    }

    /// The test, with the orders it looks at.
    ///
    /// Each order is as unusual as the probability F of no more rising sequences at its length (Eulerian
    /// numbers). The statistic is the least of them, f; chance gives one as small with probability
    /// 1 - product over all orders of (1 - P(F <= f)): given their lengths they are independent.
    pub(super) fn answer(&self, key: &'static str) -> Answer {
        let deals = self.lengths().map(|(.., orders)| orders).sum();
        let Some((least, m, lowest)) = self.least() else {
            return Answer::new(key, deals, Outcome::Insufficient { needs: 1 });
        };
        let at = lowest & ((1 << INDEX_BITS) - 1);
        let lowest = (lowest >> INDEX_BITS) as u16;
        let none = |f: f64| -> f64 {
            let of = |m| (-attained(Count::Rises.law(m), f)).ln_1p();
            self.lengths().map(|(m, _, orders)| orders as f64 * of(m)).sum()
        };
        let p = |f: f64| Prob::new(-none(f).exp_m1());
        let law = Count::Rises.law(m);
        let unusual = |rises: &u16| p(no_more(law, *rises)).p() <= LEVEL;
        let seen = (0..m as u16).take_while(unusual).last();
        let effect = Effect::new(
            "rising sequences that the most unusual order lacks to the mean",
            law.mean - f64::from(lowest),
            seen.map(|rises| law.mean - f64::from(rises)),
        );
        let name = Law::Named("the fewest rising sequences of any order of its length, exact");
        let outcome = ran(f64::from(lowest) + 1.0, name, p(least), effect);
        let (count, expected) = (u64::from(lowest) + 1, law.mean + 1.0);
        Answer::new(key, deals, outcome).naming(Some(Most::Observation { at, count, expected }))
    }
}

impl Sums for Fewest {
    fn add(&mut self, next: &Self) {
        for (own, other) in self.of_length.iter_mut().zip(next.of_length) {
            *own = (own.0.min(other.0), own.1 + other.1);
        }
    }
}

/// Probability of a count no larger: sums of positive numbers, right to the last digits however small.
fn no_more(law: &CountLaw, count: u16) -> f64 {
    law.pmf.iter().take(usize::from(count) + 1).sum()
}

/// The largest probability of the kind of [`no_more`] that is at most `f`.
fn attained(law: &CountLaw, f: f64) -> f64 {
    let sums = law.pmf.iter().scan(0.0, |sum, p| {
        *sum += p;
        Some(*sum)
    });
    sums.take_while(|sum| *sum <= f * (1.0 + 1e-12)).last().unwrap_or(0.0).min(1.0)
}

#[cfg(test)]
mod tests {
    use super::super::tests::permutations;
    use super::{Answer, Fewest};
    use crate::battery::{Figures, Most, Outcome};
    use std::collections::BTreeMap;

    /// Descents of the inverse: labels whose next larger one stands further to the front.
    fn rises(order: &[u8]) -> u16 {
        let place = |label: usize| order.iter().position(|x| usize::from(*x) == label);
        (1..order.len()).map(|label| u16::from(place(label) < place(label - 1))).sum()
    }

    fn figures(fewest: &Fewest) -> Figures {
        match fewest.answer("rises_min") {
            Answer { outcome: Outcome::Ran(figures), .. } => figures,
            other => panic!("{:?}", other.outcome),
        }
    }

    /// Every pair and every triple of orders of three and four labels: p is the share of those with so small a p.
    #[test]
    fn the_probability_is_a_share_of_all_ways() {
        for lengths in [&[4, 4][..], &[5, 3], &[3, 4, 3], &[1, 4]] {
            let mut all = vec![Fewest::default()];
            for m in lengths {
                let counts: Vec<u16> = permutations(*m).iter().map(|order| rises(order)).collect();
                let add = |one: &Fewest| {
                    let one = one.clone();
                    let push = move |rises: &u16| {
                        let mut one = one.clone();
                        one.push(*m, *rises, 0);
                        one
                    };
                    counts.iter().map(push).collect::<Vec<_>>()
                };
                all = all.iter().flat_map(add).collect();
            }
            let mut ways: BTreeMap<u64, u64> = BTreeMap::new();
            for one in &all {
                *ways.entry((figures(one).p.p() * 1e9).round() as u64).or_default() += 1;
            }
            let mut sum = 0;
            for (p, times) in ways {
                sum += times;
                let share = sum as f64 / all.len() as f64;
                assert!((share - p as f64 / 1e9).abs() < 1e-8, "{lengths:?}: {share}, {p}");
            }
        }
    }

    /// One deck of 52 in order among a thousand: 1000 / 52!, far below what a difference from one can hold;
    /// with one more rising sequence (2^52 - 53) orders, and this one, have no more.
    #[test]
    fn the_smallest_chances_are_right() {
        let factorial: f64 = (1..=52).map(|k| f64::from(k).ln()).sum();
        for (rises, orders) in [(0, 1.0_f64), (1, 2_f64.powi(52) - 52.0)] {
            let mut fewest = Fewest::default();
            (0..999).for_each(|index| fewest.push(52, 26, index));
            fewest.push(52, rises, 999);
            let named = Most::Observation { at: 999, count: u64::from(rises) + 1, expected: 26.5 };
            assert_eq!(fewest.answer("rises_min").most, Some(named));
            let ln = (1000.0 * orders).ln() - factorial;
            assert!((figures(&fewest).p.ln() - ln).abs() < 1e-9, "{rises}");
        }
    }
}
