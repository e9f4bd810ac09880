//! Random excursions and their variant (SP 800-22, 2.14 and 2.15).
//!
//! The walk of `walk` is cut into cycles where it returns to zero (an unfinished one at the end counts). Excursions: for each
//! state x of -4..-1, 1..4 the cycles by the number of visits to x, 0 to 5 and more; chi-square with five degrees of freedom.
//! Variant: for each x of -9..-1, 1..9 the visits in all less the cycles, over sqrt(J (4|x| - 2)), is normal. Each is judged
//! by its most unusual state: the variant of one sequence by the exact law of that state given the cycles (`visits`), the
//! others with Šidák's correction, which is safe at .05 and .01. With fewer than 500 cycles, or .005 sqrt(n), they are not
//! run: that is no failure. Of several sequences the statistics of a state are summed, not the counts of cycles: a sequence
//! stops at n, not at a number of cycles, which favours short cycles a little and adds up (over 37,000 fair sequences summed
//! counts give 62 to 90 on five degrees of freedom; no summed statistic is further than 2.7 deviations from its mean).

use super::common::{Fixed, Score, pearson};
use super::visits;
use super::words::Sequence;
use crate::sums::sums;

/// States of the excursions test, on either side of zero.
const NEAR: i64 = 4;
/// States of the variant, on either side of zero.
const FAR: i64 = 9;
const STATES: usize = 2 * NEAR as usize;
const VARIANT_STATES: usize = 2 * FAR as usize;
const FEWEST: u64 = 500;

/// Cycles of one sequence.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Cycles {
    /// Cycles.
    pub cycles: u64,
    /// State by state, -4 to -1 and 1 to 4: cycles with 0, 1, 2, 3, 4 and at least 5 visits.
    pub visits: [[u64; 6]; STATES],
    /// State by state, -9 to -1 and 1 to 9: all visits.
    pub totals: [u64; VARIANT_STATES],
}

/// The place of state `x` (not zero) among those within `reach` of zero.
fn index(x: i64, reach: i64) -> usize {
    (if x < 0 { x + reach } else { x + reach - 1 }) as usize
}

/// The states of the excursions test.
pub const NEAR_STATES: [i64; STATES] = [-4, -3, -2, -1, 1, 2, 3, 4];
/// The states of the variant.
pub const FAR_STATES: [i64; VARIANT_STATES] =
    [-9, -8, -7, -6, -5, -4, -3, -2, -1, 1, 2, 3, 4, 5, 6, 7, 8, 9];

impl Cycles {
    /// Follows one sequence.
    pub fn of(sequence: &Sequence) -> Self {
        let mut found = Self::default();
        let mut now = [0u64; STATES];
        let mut at = 0i64;
        for (word, bits) in sequence.chunks() {
            if bits == 64 && at.abs() > FAR + 64 {
                // Too far out to reach any state within a word.
                at += 2 * i64::from(word.count_ones()) - 64;
                continue;
            }
            for bit in 0..bits {
                at += if word << bit >> 63 == 1 { 1 } else { -1 };
                found.visit(at, &mut now);
            }
        }
        if at != 0 {
            found.finish(&mut now);
        }
        found
    }

    fn visit(&mut self, at: i64, now: &mut [u64; STATES]) {
        if at == 0 {
            self.finish(now);
        } else if at.abs() <= FAR {
            self.totals[index(at, FAR)] += 1;
            if at.abs() <= NEAR {
                now[index(at, NEAR)] += 1;
            }
        }
    }

    fn finish(&mut self, now: &mut [u64; STATES]) {
        self.cycles += 1;
        for (visits, count) in self.visits.iter_mut().zip(now) {
            visits[(*count).min(5) as usize] += 1;
            *count = 0;
        }
    }

    fn enough(&self, bits: u64) -> bool {
        self.cycles >= FEWEST && self.cycles as f64 >= 0.005 * (bits as f64).sqrt()
    }

    /// Statistics of the excursions test, state by state.
    pub fn statistics(&self) -> [f64; STATES] {
        std::array::from_fn(|at| pearson(&self.visits[at], &visit_chances(NEAR_STATES[at])))
    }

    /// Standardised visits of the variant, state by state.
    pub fn variant(&self) -> [f64; VARIANT_STATES] {
        let cycles = self.cycles as f64;
        std::array::from_fn(|at| {
            let x = FAR_STATES[at].abs() as f64;
            (self.totals[at] as f64 - cycles) / (cycles * (4.0 * x - 2.0)).sqrt()
        })
    }
}

/// Chances of 0, 1, 2, 3, 4 and at least 5 visits to state `x` in a cycle.
fn visit_chances(x: i64) -> [f64; 6] {
    let reach = 1.0 / (2.0 * x.unsigned_abs().max(1) as f64);
    let again = 1.0 - reach;
    std::array::from_fn(|visits| match visits {
        0 => again,
        5 => reach * again.powi(4),
        k => reach * reach * again.powi(k as i32 - 1),
    })
}

/// Statistics of one or more sequences, of one of the two tests.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Excursions {
    /// Sequences with enough cycles, and all their cycles.
    sequences: u64,
    cycles: u64,
    /// Cycles of the sequence with the most among those with too few.
    most_short: u64,
    /// State by state, the sum of the chi-squares.
    sums: Vec<Fixed>,
    /// Degrees of freedom that a sequence adds to a state.
    df: u32,
}

sums!(Excursions: sequences, cycles, sums; largest most_short, df);

impl Excursions {
    /// One of the tests of one sequence: chi-squares of its states, of so many degrees of freedom each.
    pub(super) fn of(cycles: &Cycles, bits: u64, statistics: &[f64], df: u32) -> Self {
        let short = Self { most_short: cycles.cycles, df, ..Self::default() };
        let sums = statistics.iter().map(|x| Fixed::new(*x)).collect();
        let whole = Self { sequences: 1, cycles: cycles.cycles, sums, df, ..Self::default() };
        if cycles.enough(bits) { whole } else { short }
    }

    /// The sum of the chi-squares of every state, and their degrees of freedom; none where no sequence has enough cycles.
    pub(super) fn statistics(&self) -> Option<(Vec<f64>, f64)> {
        let sums = || self.sums.iter().map(|sum| sum.value()).collect();
        (self.sequences > 0).then(|| (sums(), f64::from(self.df) * self.sequences as f64))
    }

    pub(super) fn score(&self) -> Option<Score> {
        let (sums, freedom) = self.statistics()?;
        let law = "chi-square, largest over the states; Šidák, conservative as states depend";
        let cycles = self.cycles as f64;
        let score = Score::largest(&sums, freedom, cycles, law)?;
        if self.df > 1 || self.sequences > 1 || self.cycles > visits::CYCLES_MAX {
            return Some(score);
        }
        let p = visits::most_unusual(self.cycles, score.statistic.sqrt());
        Some(score.with_law("the most unusual state, exact given the number of cycles", p))
    }

    pub(super) fn too_few(&self) -> String {
        format!(
            "{} cycles are too few, {FEWEST} are needed; how many there are is chance, and no failure",
            self.most_short
        )
    }
}
