//! Draws that were sorted when written, in groups that nobody declared: dice of one throw, numbers of one play.
//!
//! A weak generator's draws rise too. They do so from group to group as well, or what comes together in a group is
//! no chance. Whoever sorts groups touches neither: put into any order again, the draws of each group are fair. A record is
//! called sorted if both are so.

use super::plays::by_value;
use super::{Symbols, is};
use crate::battery::Battery;
use crate::defects::Chance;
use crate::recorded::{
    Counted, Orders, Rows, Sorted, Standing, Stretches, are_unfair, ln_departing,
};

/// Draws that are kept: whoever sorts groups sorts the first of them.
const DRAWS_MAX: usize = 1 << 18;
/// Draws from which on a stream that never falls, or never rises, is no chance.
const WHOLE_MIN: usize = 100;
/// Starts the order into which the draws of groups are put again; no source is likely to have it.
const ORDER_SEED: u64 = 0x5eed_0f9a_71d2_c36b;
/// What comes together in groups is fair up to here, in standard deviations: each way one chance in 3,500,000.
const TOGETHER_MAX: f64 = 5.0;

/// The first draws; what lay outside the range is behind it.
#[derive(Clone, Debug, Default)]
pub(super) struct Written {
    draws: Vec<u16>,
}

impl Written {
    pub(super) fn push(&mut self, symbol: Option<u16>) {
        if self.draws.len() < DRAWS_MAX {
            self.draws.push(symbol.unwrap_or(u16::MAX));
        }
    }

    /// Why the order of the draws is not, or may not be, that in which they were drawn. `battery` says what departs.
    pub(super) fn sorted(&self, declared: &Symbols, battery: &Battery) -> Option<String> {
        let whole = self.whole(declared.d as usize);
        if whole.is_some() {
            return whole;
        }
        let mut stretches = Stretches::new(vec![by_value(declared.d)], Rows::Endless);
        stretches.push(self.draws.iter().copied());
        let groups = |departing| {
            let between = |standing: Standing<'_>, size, from| self.between(&standing, size, from);
            let found = stretches.sorted(departing, false, between)?;
            let why = found.order.why(&format!(
                "groups of {} draws, the first from draw {} on,",
                found.size,
                found.from + 1
            ));
            self.are_contents_fair(&found, declared).then_some(why)
        };
        groups(None).or_else(|| groups(Some(ln_departing(battery)?)))
    }

    /// Why all draws were sorted.
    fn whole(&self, d: usize) -> Option<String> {
        let rises = self.draws.is_sorted();
        if self.draws.len() < WHOLE_MIN || !rises && !self.draws.iter().rev().is_sorted() {
            return None;
        }
        let steps = self.draws.chunk_by(u16::eq).count() - 1;
        let how = if rises { "falls" } else { "rises" };
        (steps * 10 >= self.draws.len().min(d)).then(|| {
            format!(
                "of the first {} draws no one {how} from the one before: the record was sorted when written, and \
                 its order is not that of dealing",
                self.draws.len()
            )
        })
    }

    /// Pairs from the last draw of a group to the first of the next.
    fn between(&self, standing: &Standing<'_>, size: usize, from: usize) -> Counted {
        let (mut units, mut found) = (0, 0);
        for at in (from..self.draws.len()).step_by(size).filter(|at| *at > 0) {
            let (last, first) = (self.draws[at - 1], self.draws[at]);
            units += u64::from(last != first);
            found += u64::from(if standing.is_rising() { last < first } else { last > first });
        }
        Counted { units, found, mean: units as f64 / 2.0 }
    }

    /// Whether chance made the groups that stand in no order, and what comes together in a group, and what in the next: no
    /// test of the draws departs once those of each group are in any order. How often each symbol comes is another matter.
    fn are_contents_fair(&self, found: &Sorted, declared: &Symbols) -> bool {
        let mut orders = Orders::new(vec![by_value(declared.d)]);
        let (mut draws, mut chance) = (self.draws.clone(), Chance::new(ORDER_SEED));
        for group in draws[found.from..].chunks_exact_mut(found.size) {
            orders.push(group.iter().copied());
            (1..group.len()).rev().for_each(|last| group.swap(last, chance.index(last + 1)));
        }
        let mut again = declared.fresh();
        draws.iter().for_each(|draw| again.push((*draw).into()));
        let tests = again.tested().tests;
        orders.is_rest_fair()
            && self.together(found).iter().all(|z| z.abs() <= TOGETHER_MAX)
            && !are_unfair(tests.iter().filter(|test| !is(test, "frequency")))
    }

    /// What comes together in a group, and in the next, in standard deviations: sums of products within groups, of sums of groups
    /// side by side, and how many draws of a group are alike. No order within groups touches these.
    fn together(&self, found: &Sorted) -> [f64; 3] {
        let kept = self.draws.iter().filter(|draw| **draw != u16::MAX);
        let n = kept.clone().count() as f64;
        let mean = kept.clone().map(|x| f64::from(*x)).sum::<f64>() / n;
        let y = |x: &u16| if *x == u16::MAX { 0.0 } else { f64::from(*x) - mean };
        let variance = kept.clone().map(|x| y(x).powi(2)).sum::<f64>() / n;
        let (mut within, mut between, mut alike) = (0.0, 0.0, 0.0);
        let (mut last, mut count) = (None, 0.0);
        for group in self.draws[found.from..].chunks_exact(found.size) {
            let (sum, squares) =
                group.iter().map(y).fold((0.0, 0.0), |(s, q), y| (s + y, q + y * y));
            within += (sum * sum - squares) / 2.0;
            between += last.replace(sum).map_or(0.0, |last: f64| last * sum);
            count += 1.0;
            let of_each = |i: usize| group[i + 1..].iter().filter(|x| **x == group[i]).count();
            alike += (0..group.len()).map(of_each).sum::<usize>() as f64;
        }
        let k = found.size as f64;
        let pairs = k * (k - 1.0) / 2.0;
        // Centring by the mean of all draws takes variance / n from each product.
        let within = (within + count * pairs * variance / n) / (count * pairs).sqrt() / variance;
        let between = (between + count * k * k * variance / n) / (k * count.sqrt()) / variance;
        // The chances that two draws, and that three, are alike, by the frequencies of all.
        let mut sorted: Vec<u16> = kept.copied().collect();
        sorted.sort_unstable();
        let shares = sorted.chunk_by(u16::eq).map(|same| same.len() as f64 / n);
        let (two, three) = shares.fold((0.0, 0.0), |(b, c), p| (b + p * p, c + p * p * p));
        let spread = pairs * two * (1.0 - two) + 2.0 * pairs * (k - 2.0) * (three - two * two);
        [within, between, (alike - count * pairs * two) / (count * spread).sqrt()]
    }
}

#[cfg(test)]
mod tests {
    use super::super::Symbols;
    use crate::defects::Chance;

    fn draws(seed: u64, d: u32, n: usize) -> Vec<u16> {
        let mut chance = Chance::new(seed);
        (0..n).map(|_| chance.below(d) as u16).collect()
    }

    fn sorted(draws: &[u16], d: u32) -> Option<String> {
        let mut symbols = Symbols::new(d).unwrap();
        draws.iter().for_each(|draw| symbols.push((*draw).into()));
        symbols.finish().refused.filter(|why| why.contains("was sorted"))
    }

    #[test]
    fn groups_sorted_when_written_are_recognised_wherever_they_begin() {
        for (seed, (d, size, from)) in
            (1..).zip([(6, 2, 0), (6, 3, 0), (6, 5, 2), (38, 2, 1), (80, 20, 0), (10, 4, 3)])
        {
            let mut all = draws(seed, d, 3_000);
            all[from..].chunks_exact_mut(size).for_each(<[u16]>::sort_unstable);
            let why = sorted(&all, d).unwrap();
            let groups = format!("groups of {size} draws, the first from draw {} on,", from + 1);
            assert!(why.contains(&groups), "{why}");
            assert!(why.contains("rising"), "{why}");
            all[from..].chunks_exact_mut(size).for_each(<[u16]>::reverse);
            assert!(sorted(&all, d).unwrap().contains("falling"));
        }
    }

    #[test]
    fn some_sorted_groups_among_others_are_recognised() {
        let mut all = draws(9, 6, 60_000);
        all.chunks_exact_mut(3).step_by(10).for_each(<[u16]>::sort_unstable);
        assert!(sorted(&all, 6).unwrap().contains("groups of 3 draws"));
    }

    /// One group in twenty: none of the tests would be excused by the others.
    #[test]
    fn few_long_groups_are_recognised() {
        for (d, size) in [(6, 5), (38, 8), (80, 20), (10, 4)] {
            let mut all = draws(u64::from(d), d, 12_000);
            all.chunks_exact_mut(size).step_by(20).for_each(<[u16]>::sort_unstable);
            let why = sorted(&all, d).unwrap_or_default();
            assert!(why.contains(&format!("groups of {size} draws")), "{d}, {size}: {why}");
        }
    }

    #[test]
    fn a_file_sorted_as_a_whole_is_recognised() {
        let mut all = draws(3, 38, 5_000);
        all.sort_unstable();
        assert!(sorted(&all, 38).unwrap().contains("no one falls from the one before"));
    }

    /// Counters, carry-over and short periods are the generator's.
    #[test]
    fn what_a_weak_generator_does_is_no_sorted_record() {
        let counter: Vec<u16> = (0..6_000).map(|i| i % 6).collect();
        assert_eq!(sorted(&counter, 6), None);
        let noise = draws(4, 6, 6_000);
        let carried: Vec<u16> =
            noise.windows(2).map(|two| u16::min(5, two[0] / 2 + two[1] / 2)).collect();
        assert_eq!(sorted(&carried, 6), None);
        let mut state = 1_u32;
        let low: Vec<u16> = (0..6_000)
            .map(|_| {
                state = state.wrapping_mul(1_103_515_245).wrapping_add(12_345);
                (state & 7) as u16
            })
            .collect();
        assert_eq!(sorted(&low, 8), None);
        // The remainder by 52, of which the lowest two bits count round.
        let remainders: Vec<u16> = (0..100_000)
            .map(|_| {
                state = state.wrapping_mul(1_103_515_245).wrapping_add(12_345) & 0x7fff_ffff;
                (state % 52) as u16
            })
            .collect();
        assert_eq!(sorted(&remainders, 52), None);
        let stuck: Vec<u16> = vec![3; 5_000];
        assert_eq!(sorted(&stuck, 6), None);
    }

    #[test]
    fn fair_draws_are_not_called_sorted() {
        for seed in 0..40 {
            for d in [2, 6, 38, 1_000] {
                assert_eq!(sorted(&draws(seed, d, 2_000), d), None);
            }
        }
    }
}
