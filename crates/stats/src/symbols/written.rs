//! Draws that were sorted when written, in groups that nobody declared: dice of one throw, numbers of one play.
//!
//! Given which draws a group holds every order of them is as likely, and groups side by side are independent in this: how many
//! stand in order is a sum of independent trials (`recorded.rs`). Every size and every place where the first group may begin is
//! looked at.
//!
//! A weak generator's draws rise too. They do so from group to group as well, or what comes together in a group is
//! no chance; whoever sorts groups touches neither. A record is called sorted if both are fair.

use super::plays::by_value;
use crate::recorded::{CALLED, Orders, ln_more_than};

/// Draws that are kept: whoever sorts groups sorts the first of them.
const DRAWS_MAX: usize = 1 << 18;
/// Draws of a group at most.
const SIZE_MAX: usize = 20;
/// Draws from which on a stream that never falls, or never rises, is no chance.
const WHOLE_MIN: usize = 100;
/// How far the draws between groups may go on rising, in standard deviations.
const BETWEEN_MAX: f64 = 1.0;
/// The contents of groups are fair up to here: each way one chance in 3,500,000.
const CONTENTS_MAX: f64 = 5.0;

/// The first draws; what lay outside the range has no value.
#[derive(Clone, Debug, Default)]
pub(super) struct Written {
    draws: Vec<Option<u16>>,
}

/// Groups of one size from one place on: those that chance alone does not put into order, those that rise and that fall,
/// and how many of either kind chance makes.
#[derive(Clone, Copy, Default)]
struct Standing {
    units: u64,
    found: [u64; 2],
    mean: f64,
}

/// Groups of one size, and where the first begins.
#[derive(Clone, Copy)]
struct Groups {
    size: usize,
    from: usize,
}

impl Written {
    pub(super) fn push(&mut self, symbol: Option<u16>) {
        if self.draws.len() < DRAWS_MAX {
            self.draws.push(symbol);
        }
    }

    /// Why the order of the draws is not that in which they were drawn, of symbols 0 to d - 1.
    pub(super) fn sorted(&self, d: u32) -> Option<String> {
        let climbs = self.climbs();
        let (rises, falls) = (self.count(1), self.count(-1));
        for (more, less, how) in [(rises, falls, "falls"), (falls, rises, "rises")] {
            if self.draws.len() >= WHOLE_MIN
                && less == 0
                && more * 10 >= self.draws.len().min(d as usize)
            {
                return Some(format!(
                    "of the first {} draws no one {how} from the one before: the record was sorted when written, and \
                     its order is not that of dealing",
                    self.draws.len()
                ));
            }
        }
        let standing = self.standing();
        let tests = 2.0 * standing.len() as f64;
        let called = (CALLED / tests).ln();
        let all = (2..=SIZE_MAX).flat_map(|size| (0..size).map(move |from| Groups { size, from }));
        let ways = all.zip(standing).flat_map(|(groups, one)| {
            let ln_p = |found: u64| ln_more_than(found as f64, one.units as f64, one.mean);
            [(ln_p(one.found[0]), 1, groups), (ln_p(one.found[1]), -1, groups)]
        });
        let likely = ways.filter(|(ln_p, way, groups)| {
            *ln_p <= called && groups.end_between(&climbs, *way) && self.are_contents_fair(*groups)
        });
        let (.., groups) = likely.min_by(|a, b| a.0.total_cmp(&b.0))?;
        let mut orders = Orders::new(vec![by_value(d)]);
        for group in self.groups(groups) {
            let drawn: Option<Vec<u16>> = group.iter().copied().collect();
            orders.push(drawn.unwrap_or_default().into_iter());
        }
        let found = orders.recognised()?;
        Some(found.why(&format!(
            "groups of {} draws, the first from draw {} on,",
            groups.size,
            groups.from + 1
        )))
    }

    /// Before each draw: rises less falls so far.
    fn climbs(&self) -> Vec<i64> {
        let mut climbs = vec![0];
        climbs.extend(self.steps().scan(0, |sum, step| {
            *sum += step;
            Some(*sum)
        }));
        climbs
    }

    /// From each draw to the next: 1 where it rises, -1 where it falls.
    fn steps(&self) -> impl Iterator<Item = i64> + '_ {
        self.draws.windows(2).map(|two| match (two[0], two[1]) {
            (Some(before), Some(next)) => next.cmp(&before) as i64,
            _ => 0,
        })
    }

    fn count(&self, step: i64) -> usize {
        self.steps().filter(|other| *other == step).count()
    }

    /// Of each size and place, in the order of [`Groups`].
    fn standing(&self) -> Vec<Standing> {
        let mut all = vec![Standing::default(); (2..=SIZE_MAX).sum()];
        let mut ends = [self.draws.len(); 2];
        for at in (0..self.draws.len()).rev() {
            let Some(first) = self.draws[at] else { continue };
            if let Some(next) = self.draws.get(at + 1) {
                let goes_on = [Some(first) <= *next, next.is_some_and(|next| first >= next)];
                for (end, goes_on) in ends.iter_mut().zip(goes_on) {
                    *end = if goes_on { *end } else { at + 1 };
                }
            }
            // The share of orders that never fall: those of draws that are alike, of all.
            let (mut kinds, mut count) = ([(0, 0.0); SIZE_MAX], 0);
            let (mut chance, mut cell) = (1.0, 0);
            for (size, draw) in (1..=SIZE_MAX).zip(&self.draws[at..]) {
                let Some(draw) = *draw else { break };
                let alike = kinds[..count].iter().position(|(kind, _)| *kind == draw);
                let alike = alike.unwrap_or(count);
                count = count.max(alike + 1);
                kinds[alike] = (draw, kinds[alike].1 + 1.0);
                chance *= kinds[alike].1 / size as f64;
                if size < 2 {
                    continue;
                }
                if count > 1 {
                    let one = &mut all[cell + at % size];
                    one.units += 1;
                    one.mean += chance;
                    for (found, end) in one.found.iter_mut().zip(ends) {
                        *found += u64::from(at + size <= end);
                    }
                }
                cell += size;
            }
        }
        all
    }

    fn groups(&self, groups: Groups) -> impl Iterator<Item = &[Option<u16>]> + '_ {
        self.draws[groups.from.min(self.draws.len())..].chunks_exact(groups.size)
    }

    /// Whether chance made what comes together in a group, and what in the next: sums of products within groups,
    /// and of sums of groups side by side, and how many draws of a group are alike. No order within groups touches these.
    fn are_contents_fair(&self, groups: Groups) -> bool {
        let n = self.draws.iter().flatten().count() as f64;
        let mean = self.draws.iter().flatten().map(|x| f64::from(*x)).sum::<f64>() / n;
        let y = |x: &Option<u16>| x.map_or(0.0, |x| f64::from(x) - mean);
        let variance = self.draws.iter().map(|x| y(x).powi(2)).sum::<f64>() / n;
        let (mut within, mut between, mut alike) = (0.0, 0.0, 0.0);
        let (mut last, mut count) = (None, 0.0);
        for group in self.groups(groups) {
            let (sum, squares) =
                group.iter().map(y).fold((0.0, 0.0), |(s, q), y| (s + y, q + y * y));
            within += (sum * sum - squares) / 2.0;
            between += last.replace(sum).map_or(0.0, |last: f64| last * sum);
            count += 1.0;
            let of_each = |i: usize| group[i + 1..].iter().filter(|x| **x == group[i]).count();
            alike += (0..group.len()).map(of_each).sum::<usize>() as f64;
        }
        let k = groups.size as f64;
        let pairs = k * (k - 1.0) / 2.0;
        // Centring by the mean of all draws takes variance / n from each product.
        let within = (within + count * pairs * variance / n) / (count * pairs).sqrt() / variance;
        let between = (between + count * k * k * variance / n) / (k * count.sqrt()) / variance;
        let (two, three) = self.chances_alike(n);
        let spread = pairs * two * (1.0 - two) + 2.0 * pairs * (k - 2.0) * (three - two * two);
        let alike = (alike - count * pairs * two) / (count * spread).sqrt();
        [within, between, alike].iter().all(|z| z.abs() <= CONTENTS_MAX)
    }

    /// The chances that two draws, and that three, are alike, by the frequencies of all `n`.
    fn chances_alike(&self, n: f64) -> (f64, f64) {
        let mut sorted: Vec<u16> = self.draws.iter().flatten().copied().collect();
        sorted.sort_unstable();
        let shares = sorted.chunk_by(u16::eq).map(|same| same.len() as f64 / n);
        shares.fold((0.0, 0.0), |(two, three), p| (two + p * p, three + p * p * p))
    }
}

impl Groups {
    /// Places of the first draws of whole groups.
    fn starts(self, climbs: &[i64]) -> impl Iterator<Item = usize> {
        (self.from..).step_by(self.size).take_while({
            let (size, draws) = (self.size, climbs.len());
            move |at| at + size <= draws
        })
    }

    /// Whether the order, rising (1) or falling (-1), does not go on from one group to the next.
    fn end_between(self, climbs: &[i64], way: i64) -> bool {
        let steps = self.starts(climbs).skip(1).map(|at| climbs[at] - climbs[at - 1]);
        let (sum, steps) =
            steps.fold((0, 0), |(sum, steps), step| (sum + step, steps + step.abs()));
        (sum * way) as f64 <= BETWEEN_MAX * (steps as f64).sqrt()
    }
}

#[cfg(test)]
mod tests {
    use super::Written;
    use crate::defects::Chance;

    fn draws(seed: u64, d: u32, n: usize) -> Vec<u16> {
        let mut chance = Chance::new(seed);
        (0..n).map(|_| chance.below(d) as u16).collect()
    }

    fn sorted(draws: &[u16], d: u32) -> Option<String> {
        let mut written = Written::default();
        draws.iter().for_each(|draw| written.push(Some(*draw)));
        written.sorted(d)
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
