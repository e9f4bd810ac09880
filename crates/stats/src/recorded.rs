//! Whether a record was sorted when it was written: hands, rows or plays that stand in order.
//!
//! Given which cards a hand holds, every order of them is as likely in a fair machine, and hands are independent in this:
//! how many stand in order has a bound ([`stretches`]), of declared units and of groups that nobody declared.
//!
//! A machine that shuffles badly deals more hands in order too, but the others are nearly so; a sorted record leaves fair the
//! hands that stand in no order at all. Turned round, such a hand stands in none either, so pairs that rise less pairs that
//! fall are as likely positive as negative: a sum of such differences, over the root of its sum of squares, is more than `z`
//! with a chance of at most `exp(-z^2 / 2)` each way (Efron 1969). What departs there is the machine's, and is left to the
//! tests, unless half of all units stand in order.

mod stretches;
mod tally;

pub(crate) use stretches::{Counted, Rows, Sorted, Standing, Stretches};

use crate::battery::{Battery, Test};
use crate::sums::sums;

/// Probability under which a record is called sorted: a fair one is not in a lifetime of audits.
const CALLED: f64 = 1e-9;
/// The remainder is fair up to here: each way one chance in 270,000.
const REST_MAX: f64 = 5.0;
/// Probability of a test that no order of a group touches under which what the groups hold is no chance.
const UNFAIR: f64 = 1e-6;
/// Level over the whole list under which a test may depart: no standard's is larger.
const LEVEL_MAX: f64 = 0.05;

/// An order in which records may be written.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Key {
    /// After "in order of".
    pub name: &'static str,
    /// By label.
    pub of: Vec<u16>,
    pub by: By,
}

/// How keys make an order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum By {
    /// Never falling, or never rising.
    #[default]
    Keys,
    /// Equal keys side by side, and nothing more.
    Groups,
    /// As [`Self::Keys`], the keys that come most often first: pairs before single cards.
    Most,
}

/// Counts of units, against some orders.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Orders {
    stretches: Stretches,
    /// Those by keys.
    keys: Vec<Key>,
    /// Of each of these over units in no order: rising less falling pairs, and the sum of the squares.
    rest: Vec<(i64, u64)>,
}

sums!(Orders: stretches, rest);

/// An order of recording that was found.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Recorded {
    found: u64,
    units: u64,
    chance: f64,
    order: String,
    /// It is not only that tests depart less.
    is_certain: bool,
}

impl Key {
    /// The keys of a row; what has no label is beyond them all.
    fn values(&self, row: impl Iterator<Item = u16>, values: &mut Vec<u16>) {
        values.clear();
        let of = |label: u16| self.of.get(usize::from(label)).copied().unwrap_or(u16::MAX);
        values.extend(row.map(of));
    }

    /// Puts what comes more often behind.
    fn put_most_first(&self, values: &mut [u16]) {
        if self.by == By::Most {
            let plain = values.to_vec();
            for value in values {
                *value += 256 * plain.iter().filter(|other| *other == value).count() as u16;
            }
        }
    }

    /// Whether the same labels are alike in both.
    fn is_alike(&self, other: &Self) -> bool {
        let groups = |key: &Self| key.by == By::Groups;
        let first = |of: &[u16]| -> Vec<_> {
            of.iter().map(|value| of.iter().position(|other| other == value)).collect()
        };
        groups(self) == groups(other) && first(&self.of) == first(&other.of)
    }

    /// The chance that two different labels are alike.
    fn agreement(&self) -> f64 {
        let like = |value| self.of.iter().filter(|other| *other == value).count() - 1;
        let n = self.of.len();
        self.of.iter().map(like).sum::<usize>() as f64 / (n * (n - 1)) as f64
    }
}

impl Orders {
    pub(crate) fn new(keys: Vec<Key>) -> Self {
        let stretches = Stretches::new(keys.clone(), Rows::Units);
        let keys: Vec<Key> = keys.into_iter().filter(|key| key.by == By::Keys).collect();
        Self { stretches, rest: vec![(0, 0); keys.len()], keys }
    }

    /// Counts one unit: its labels in the order recorded.
    pub(crate) fn push(&mut self, unit: impl Iterator<Item = u16> + Clone) {
        let unit = unit.take(stretches::CHANCE_MAX);
        if self.stretches.push(unit.clone()) {
            return;
        }
        let mut values = Vec::new();
        for (key, rest) in self.keys.iter().zip(&mut self.rest) {
            key.values(unit.clone(), &mut values);
            let values = &values;
            let later =
                |at: usize| values[at + 1..].iter().map(move |later| later.cmp(&values[at]));
            let rising: i64 = (0..values.len()).flat_map(later).map(|way| way as i64).sum();
            rest.0 += rising;
            rest.1 += rising.unsigned_abs().pow(2);
        }
    }

    /// Whether units in no order are fair.
    pub(crate) fn is_rest_fair(&self) -> bool {
        let fair = |(sum, squares): &(i64, u64)| {
            sum.unsigned_abs() as f64 <= REST_MAX * (*squares as f64).sqrt()
        };
        self.rest.iter().all(fair)
    }

    /// The order in which units were recorded, if they were.
    pub(crate) fn recognised(&self) -> Option<Recorded> {
        let fair = self.is_rest_fair();
        let called = CALLED.ln() - (self.stretches.standings().count() as f64).ln();
        let all = self.stretches.standings().map(|standing| (standing, standing.whole()));
        let judged = all.filter(|(_, one)| (fair || one.is_half()) && one.ln_p() <= called);
        let best = judged.min_by(|a, b| a.1.ln_p().total_cmp(&b.1.ln_p()));
        best.map(|(standing, one)| standing.recorded(one, true))
    }
}

impl Counted {
    /// Half of all units, of four cards or more, stand so: no shuffle of a new deck does that (one riffle
    /// puts 5 in 16 of four cards into its order), and the others may stand in an order that is not
    /// listed, such as that of poker hands.
    fn is_half(self) -> bool {
        2 * self.found >= self.units && 20.0 * self.mean <= self.units as f64
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

/// Whether a test among those that no order of a group touches says that chance did not make what the groups hold: then what
/// stands in order may be what the source left, and is not said to be the writer's.
pub(crate) fn are_unfair<'a>(untouched: impl Iterator<Item = &'a Test>) -> bool {
    untouched.filter_map(Test::figures).any(|figures| figures.p.ln() < UNFAIR.ln())
}

/// The logarithm of the least probability of a registered test, where it departs.
pub(crate) fn ln_departing(battery: &Battery) -> Option<f64> {
    let registered = battery.tests.iter().filter(|test| test.registered);
    let figures = registered.clone().filter_map(Test::figures);
    let least = figures.map(|figures| figures.p.ln()).fold(0.0, f64::min);
    (least <= (LEVEL_MAX / registered.count().max(1) as f64).ln()).then_some(least)
}

impl Recorded {
    /// Whether hardly a unit stands in another order.
    pub(crate) fn are_nearly_all(&self) -> bool {
        self.found * 10 >= self.units * 9
    }

    /// The cause, as the rest of a sentence; what the units are called in the plural.
    pub(crate) fn why(&self, units: &str) -> String {
        let Self { found, units: all, chance, order, is_certain } = self;
        let cause = match is_certain {
            true => {
                " (and calls a fair record sorted with a probability below 1e-9): the record was sorted when \
                 written, and its order is not that of dealing"
            }
            false => {
                ": some may have been sorted when written, and that alone makes tests of order depart; the record \
                 does not tell whether they were"
            }
        };
        format!(
            "{found} of {all} {units} stand in order of {order}, which chance does in {chance:.1}{cause}"
        )
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::laws::tests::group;

    /// Some order of recording.
    pub(crate) fn some() -> Recorded {
        let order = "rank, rising".to_owned();
        Recorded { found: 9, units: 10, chance: 1.0, order, is_certain: true }
    }

    fn number() -> Vec<Key> {
        vec![Key { name: "rank", of: (0..5).collect(), by: By::Keys }]
    }

    fn each_order(mut take: impl FnMut(Vec<u16>)) {
        for order in group(5) {
            take(order.into_iter().map(|card| card as u16).collect());
        }
    }

    #[test]
    fn turned_round_the_rest_is_the_rest() {
        let mut orders = Orders::new(number());
        each_order(|unit| orders.push(unit.into_iter()));
        assert_eq!(orders.rest[0].0, 0);
        assert!(orders.rest[0].1 > 0);
    }

    #[test]
    fn a_few_sorted_hands_are_recognised_and_drift_is_not() {
        let mut fair = Orders::new(number());
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

    /// The bound is no less than the tail of the binomial law, added up term by term.
    #[test]
    fn the_bound_holds() {
        for (units, chance) in [(50_u64, 0.1_f64), (200, 0.5), (30, 0.02)] {
            let mut pmf: Vec<f64> = vec![(1.0 - chance).powi(units as i32)];
            for k in 1..=units {
                let last = pmf[k as usize - 1];
                pmf.push(last * (units - k + 1) as f64 / k as f64 * chance / (1.0 - chance));
            }
            for found in 0..=units {
                let tail: f64 = pmf[found as usize..].iter().sum();
                let bound = ln_more_than(found as f64, units as f64, units as f64 * chance);
                assert!(tail <= bound.exp() * (1.0 + 1e-9), "{units} {chance} {found}");
            }
        }
    }
}
