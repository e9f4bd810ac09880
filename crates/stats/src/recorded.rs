//! Whether a record was sorted when it was written: hands, rows or plays that stand in order.
//!
//! Given which cards a hand holds, every order of them is as likely in a fair machine, and hands are independent in this. Of
//! `m` cards whose keys (ranks, say) come `t1`, `t2`, ... times, `t1! t2! ...` of the `m!` orders never fall. The upper tail
//! of the number of hands in order is at most that of the binomial law of their mean chance (Hoeffding 1956, theorem 4).
//!
//! A machine that shuffles badly deals more hands in order too, but the others are nearly so; a sorted record leaves fair the
//! hands that stand in no order at all. Turned round, such a hand stands in none either, so pairs that rise less pairs that
//! fall are as likely positive as negative: a sum of such differences, over the root of its sum of squares, is more than `z`
//! with a chance of at most `exp(-z^2 / 2)` each way (Efron 1969). What departs there is the machine's, and is left to the
//! tests, unless half of all units stand in order.

use crate::special::{Prob, binomial_sf};
use crate::sums::sums;

/// Cards of a unit that are looked at: the first ones.
const CARDS_MAX: usize = 20;
/// Orders that are looked for at most.
const KEYS_MAX: usize = 9;
/// Probability under which a record is called sorted: a fair one is not in a lifetime of audits.
pub(crate) const CALLED: f64 = 1e-9;
/// The remainder is fair up to here: each way one chance in 270,000.
const REST_MAX: f64 = 5.0;

/// An order in which records may be written.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Key {
    /// After "in order of".
    pub name: &'static str,
    /// By label.
    pub of: Vec<u16>,
    pub by: By,
}

/// How keys make an order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum By {
    /// Never falling, or never rising.
    Keys,
    /// Equal keys side by side, and nothing more.
    Groups,
    /// As [`Self::Keys`], the keys that come most often first: pairs before single cards.
    Most,
}

/// Units that stand in one order, one way.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Standing {
    /// Units that chance alone does not put into it.
    units: u64,
    found: u64,
    /// Sum of the chances, in parts of 20!.
    chances: u128,
}

sums!(Standing: units, found, chances);

/// Counts of units, against some orders.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Orders {
    keys: Vec<Key>,
    /// Of each key: rising, falling.
    standing: Vec<[Standing; 2]>,
    /// Of each key over units in no order: rising less falling pairs, and the sum of the squares.
    rest: Vec<(i64, u64)>,
}

sums!(Orders: standing, rest);

/// An order of recording that was found.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Recorded {
    found: u64,
    units: u64,
    chance: f64,
    order: String,
}

fn factorial(n: usize) -> u128 {
    (1..=n as u128).product()
}

impl Orders {
    pub(crate) fn new(keys: Vec<Key>) -> Self {
        let count = keys.len();
        Self { keys, standing: vec![Default::default(); count], rest: vec![(0, 0); count] }
    }

    /// Counts one unit: its labels in the order recorded, of which none is beyond the keys.
    pub(crate) fn push(&mut self, unit: impl ExactSizeIterator<Item = u16> + Clone) {
        let m = unit.len().min(CARDS_MAX);
        if m < 2 {
            return;
        }
        let mut values = [[0_u16; CARDS_MAX]; KEYS_MAX];
        let (mut stands, all) = (false, factorial(m));
        for ((key, standing), values) in self.keys.iter().zip(&mut self.standing).zip(&mut values) {
            let of = |label: u16| key.of.get(usize::from(label)).copied().unwrap_or(u16::MAX);
            values.iter_mut().zip(unit.clone()).for_each(|(value, label)| *value = of(label));
            let values = &mut values[..m];
            if key.by == By::Most {
                let plain = values.to_vec();
                for value in values.iter_mut() {
                    *value += 256 * plain.iter().filter(|other| *other == value).count() as u16;
                }
            }
            let mut sorted = values.to_vec();
            sorted.sort_unstable();
            let ties: u128 = sorted.chunk_by(u16::eq).map(|tie| factorial(tie.len())).product();
            let kinds = sorted.chunk_by(u16::eq).count();
            let blocks = values.chunk_by(u16::eq).count();
            let ways = if key.by == By::Groups { ties * factorial(kinds) } else { ties };
            let is = match key.by {
                By::Groups => [blocks == kinds, false],
                By::Keys | By::Most => [values.is_sorted(), values.iter().rev().is_sorted()],
            };
            if ways == all {
                continue;
            }
            stands |= is[0] || is[1];
            for (one, is) in standing.iter_mut().zip(is) {
                one.units += 1;
                one.found += u64::from(is);
                one.chances += ways * (factorial(CARDS_MAX) / all);
            }
        }
        if stands {
            return;
        }
        for ((key, rest), values) in self.keys.iter().zip(&mut self.rest).zip(&values) {
            if key.by != By::Keys {
                continue;
            }
            let pairs = |i: usize| values[i + 1..m].iter().map(move |later| later.cmp(&values[i]));
            let rising: i64 = (0..m).flat_map(pairs).map(|way| way as i64).sum();
            rest.0 += rising;
            rest.1 += rising.unsigned_abs().pow(2);
        }
    }

    /// The order in which units were recorded, if they were.
    pub(crate) fn recognised(&self) -> Option<Recorded> {
        let fair = |(sum, squares): &(i64, u64)| {
            sum.unsigned_abs() as f64 <= REST_MAX * (*squares as f64).sqrt()
        };
        let fair = self.rest.iter().all(fair);
        let tests = 2.0 * self.keys.len() as f64;
        let all = self.keys.iter().zip(&self.standing).flat_map(|(key, standing)| {
            standing.iter().zip(["rising", "falling"]).map(move |(one, way)| (key, one, way))
        });
        let judged = all.filter_map(|(key, one, way)| {
            if !fair && !one.is_half() {
                return None;
            }
            let p = one.p().filter(|p| p.times(tests).ln() <= CALLED.ln())?;
            Some((p, Recorded::new(one.found, one.units, one.mean(), key, way)))
        });
        judged.min_by(|a, b| a.0.ln().total_cmp(&b.0.ln())).map(|(_, found)| found)
    }
}

/// Logarithm of at least the probability that of so many independent trials so many succeed or more, where `mean` do on
/// average (Hoeffding 1963, theorem 1); 0 up to the mean.
pub(crate) fn ln_more_than(found: f64, units: f64, mean: f64) -> f64 {
    if found <= mean || units <= 0.0 {
        return 0.0;
    }
    let part = |times: f64, chance: f64| match times > 0.0 {
        true => times * (times / chance).ln(),
        false => 0.0,
    };
    -part(found, mean) - part(units - found, units - mean)
}

impl Standing {
    /// Units that chance alone puts into the order.
    fn mean(&self) -> f64 {
        self.chances as f64 / factorial(CARDS_MAX) as f64
    }

    /// Half of all units, of four cards or more, stand so: no shuffle of a new deck does that (one riffle
    /// puts 5 in 16 of four cards into its order), and the others may stand in an order that is not
    /// listed, such as that of poker hands.
    fn is_half(&self) -> bool {
        2 * self.found >= self.units && 20.0 * self.mean() <= self.units as f64
    }

    /// At least the probability of so many in order; Hoeffding's bound, from one above the mean on.
    fn p(&self) -> Option<Prob> {
        let above = self.found as f64 >= self.mean() + 1.0;
        let chance = self.mean() / self.units.max(1) as f64;
        above.then(|| binomial_sf(self.found - 1, self.units, chance))
    }
}

impl Recorded {
    /// So many of the units, where chance alone makes `chance` of them; rising or falling.
    pub(crate) fn new(found: u64, units: u64, chance: f64, key: &Key, way: &str) -> Self {
        let order = match key.by {
            By::Groups => key.name.to_owned(),
            By::Keys | By::Most => format!("{}, {way}", key.name),
        };
        Self { found, units, chance, order }
    }

    /// Whether hardly a unit stands in another order.
    pub(crate) fn are_nearly_all(&self) -> bool {
        self.found * 10 >= self.units * 9
    }

    /// The cause where it is not certain, likewise.
    pub(crate) fn suspicion(&self, units: &str) -> String {
        let Self { found, units: all, chance, order } = self;
        format!(
            "{found} of {all} {units} stand in order of {order}, which chance does in {chance:.1}: some may have been sorted \
             when written, and that alone makes tests of order depart; the cards do not tell whether they were"
        )
    }

    /// The cause, as the rest of a sentence; what the units are called in the plural.
    pub(crate) fn why(&self, units: &str) -> String {
        let Self { found, units: all, chance, order } = self;
        format!(
            "{found} of {all} {units} stand in order of {order}, which chance does in {chance:.1} (and \
             calls a fair record sorted with a probability below 1e-9): the record was sorted when \
             written, and its order is not that of dealing"
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::laws::tests::group;

    const BYS: [By; 3] = [By::Keys, By::Groups, By::Most];

    fn key(of: &[u16], by: By) -> Key {
        Key { name: "rank", of: of.to_vec(), by }
    }

    /// All orders of five cards with ties: the mean over them is the number found among them.
    #[test]
    fn chances_are_the_shares_of_all_orders() {
        for of in [[0, 1, 2, 3, 4], [0, 0, 1, 1, 2], [3, 3, 3, 1, 0], [0, 1, 1, 1, 1]] {
            let mut orders = Orders::new(BYS.map(|by| key(&of, by)).to_vec());
            each_order(|unit| orders.push(unit.into_iter()));
            for (standing, by) in orders.standing.iter().zip(BYS) {
                let ways = if by == By::Groups { &standing[..1] } else { &standing[..] };
                for one in ways.iter().filter(|one| one.units > 0) {
                    assert_eq!(one.units, 120);
                    assert_eq!(one.chances, u128::from(one.found) * factorial(20), "{of:?}");
                }
            }
            assert_eq!(orders.rest[0].0, 0, "turned round, the rest is the rest");
        }
    }

    fn each_order(mut take: impl FnMut(Vec<u16>)) {
        for order in group(5) {
            take(order.into_iter().map(|card| card as u16).collect());
        }
    }

    #[test]
    fn a_few_sorted_hands_are_recognised_and_drift_is_not() {
        let number: Vec<u16> = (0..5).collect();
        let mut fair = Orders::new(vec![key(&number, By::Keys)]);
        for _ in 0..10 {
            each_order(|unit| fair.push(unit.into_iter()));
        }
        assert_eq!(fair.recognised(), None, "as many as chance");
        let mut sorted = fair.clone();
        (0..60).for_each(|_| sorted.push(0..5));
        let found = sorted.recognised().map(|found| (found.found, found.units));
        assert_eq!(found, Some((70, 1_260)));
        let mut drifting = sorted;
        (0..300).for_each(|_| drifting.push([0, 1, 2, 4, 3].into_iter()));
        assert_eq!(drifting.recognised(), None, "nearly in order: the machine's doing");
    }
}
