//! What trials can bring in which a player decides: a bound above every way to decide.
//!
//! For every x >= 0 the decision with the largest `E exp(x * gain)` is taken in each situation by itself: no way to decide
//! that knows the situation and no more exceeds the logarithm of the average. It is convex, so that straight lines between
//! its points lie above it: it is kept as a table of whole numbers, which data files can hold.

/// Steps to each doubling of the argument.
const STEPS: u32 = 8;
/// The arguments: from 2^-20 to 2^4 for each unit of the scale. Below, a straight line from zero is close; above, only the
/// largest gain weighs anything.
const LOWEST: i32 = -20;
const HIGHEST: i32 = 4;
/// Parts of one in which the values of a table are counted.
const PARTS: f64 = 1e15;
/// More parts than floating-point sums of these terms can be off by: every value is raised by it.
const SLACK: f64 = 1e3;

/// Ends that a decision can come to: of a showdown of hands with a dealer who qualifies or does not.
pub const ENDS: usize = 6;

/// Situations with the same decisions.
#[derive(Clone, Copy, Debug)]
pub struct Choice<'a> {
    /// What each end gains, a row for each decision.
    pub gains: &'a [[i64; ENDS]],
    /// How many ways there are to each end, and how many situations have just so many.
    pub met: &'a [([u32; ENDS], u64)],
}

pub(crate) fn arguments() -> impl Iterator<Item = f64> {
    let steps = |octave: i32| {
        let step = move |n: u32| 2_f64.powi(octave) * (1.0 + f64::from(n) / f64::from(STEPS));
        (0..STEPS).map(step)
    };
    (LOWEST..HIGHEST).flat_map(steps).chain([2_f64.powi(HIGHEST)])
}

/// The argument and the value of each entry of a table; `None` where it has another number of entries.
pub(crate) fn points(cumulants: &[i64]) -> Option<Vec<(f64, f64)>> {
    let values = cumulants.iter().map(|parts| *parts as f64 / PARTS);
    let points: Vec<(f64, f64)> = arguments().zip(values).collect();
    (arguments().count() == cumulants.len()).then_some(points)
}

/// The table of `ln E exp(x * (gain - most))` under the luckiest decisions, in units of 1e-15, rounded up. Gains are in
/// units of 1/`scale`; `most` is the largest that any decision can come to.
pub fn cumulants(choices: &[Choice<'_>], scale: i64, most: i64) -> Vec<i64> {
    let value = |x: f64| (cumulant(choices, x / scale as f64, most) * PARTS + SLACK).ceil() as i64;
    arguments().map(value).collect()
}

/// One value, `x` for each unit of gains.
fn cumulant(choices: &[Choice<'_>], x: f64, most: i64) -> f64 {
    let (mut sum, mut ways) = (Sum::default(), 0_u128);
    for choice in choices {
        let exp = |gain: i64| (x * (gain - most) as f64).exp();
        let decisions: Vec<[f64; ENDS]> = choice.gains.iter().map(|gains| gains.map(exp)).collect();
        for (counts, situations) in choice.met {
            let of_one: u64 = counts.iter().map(|count| u64::from(*count)).sum();
            ways += u128::from(of_one) * u128::from(*situations);
            // An end that is not met may gain more than any that is.
            let of = |exps: &[f64; ENDS]| -> f64 {
                let met = exps.iter().zip(counts).filter(|(_, count)| **count > 0);
                met.map(|(exp, count)| exp * f64::from(*count)).sum()
            };
            sum.add(decisions.iter().map(of).fold(0.0, f64::max) * *situations as f64);
        }
    }
    (sum.value() / ways as f64).ln()
}

/// A sum of numbers not below zero that carries what its additions lose (Neumaier).
#[derive(Default)]
struct Sum {
    sum: f64,
    lost: f64,
}

impl Sum {
    fn add(&mut self, more: f64) {
        let sum = self.sum + more;
        self.lost +=
            if self.sum >= more { (self.sum - sum) + more } else { (more - sum) + self.sum };
        self.sum = sum;
    }

    fn value(&self) -> f64 {
        self.sum + self.lost
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gains::{GainLaw, Trials, at_least};
    use std::collections::BTreeMap;

    /// Two situations by hand: a coin that may be bet once or twice or not at all, and a sure loss of one that may be made
    /// a loss of three with one chance in eight of nine. The other ends are met by nothing.
    const COIN: Choice<'static> = Choice {
        gains: &[[0; ENDS], [1, -1, 50, 50, 50, 50], [2, -2, 50, 50, 50, 50]],
        met: &[([1, 1, 0, 0, 0, 0], 4)],
    };
    const LOSS: Choice<'static> =
        Choice { gains: &[[-1; ENDS], [9, -3, 0, 0, 0, 0]], met: &[([1, 7, 0, 0, 0, 0], 1)] };

    #[test]
    fn values_are_those_of_the_luckiest_decisions() {
        let found = points(&cumulants(&[COIN, LOSS], 2, 9)).unwrap();
        for (x, value) in found {
            // Gains are in halves. The coin has 4 x 2 ways, the loss 8.
            let exp = |gain: f64| (x * (gain - 9.0) / 2.0).exp();
            let coin = 4.0 * [2.0 * exp(0.0), exp(1.0) + exp(-1.0), exp(2.0) + exp(-2.0)][2];
            let loss = (8.0 * exp(-1.0)).max(exp(9.0) + 7.0 * exp(-3.0));
            let by_hand = ((coin + loss) / 16.0).ln();
            assert!(value >= by_hand && value - by_hand < 3e-12, "{x}: {value} {by_hand}");
        }
    }

    /// Every way to decide, situation by situation and trial by trial: none is likelier to gain so much than the bound says.
    #[test]
    fn no_way_to_decide_exceeds_the_bound() {
        let table = cumulants(&[COIN, LOSS], 1, 9);
        // On average the coin brings nothing however it is bet, and the loss is 1 in its eight ways.
        let law = GainLaw::bounded_by(&table, (9, 1), (-1, 2)).unwrap();
        let mut tested = 0;
        for ways in 0..6_usize.pow(3) {
            let mut sums = BTreeMap::from([(0_i64, 1.0)]);
            // Three trials played in three ways, four times over.
            for trial in 0..12 {
                let way = ways / 6_usize.pow(trial % 3) % 6;
                let coin = COIN.gains[way / 2].iter().take(2).map(|gain| (*gain, 0.25));
                let [won, lost, ..] = LOSS.gains[way % 2];
                let mut next = BTreeMap::new();
                for (sum, p) in &sums {
                    for (gain, of) in coin.clone().chain([(won, 0.0625), (lost, 0.4375)]) {
                        *next.entry(sum + gain).or_insert(0.0) += p * of;
                    }
                }
                sums = next;
            }
            let mut tail = 0.0;
            for (sum, p) in sums.iter().rev() {
                tail += p;
                let trials = [Trials { law: &law, scale: 1, count: 12 }];
                let bound = at_least(&trials, i128::from(*sum)).p();
                assert!(bound >= tail * (1.0 - 1e-9), "{ways} {sum}: {bound} below {tail}");
                tested += 1;
            }
        }
        assert!(tested > 5_000, "{tested}");
    }

    #[test]
    fn a_table_of_another_length_is_none() {
        let table = cumulants(&[COIN], 1, 2);
        assert!(points(&table).is_some() && points(&table[1..]).is_none());
        assert!(GainLaw::bounded_by(&table[1..], (2, 1), (0, 1)).is_none());
        assert!(GainLaw::bounded_by(&table, (2, 0), (0, 1)).is_none(), "a fraction over zero");
    }
}
