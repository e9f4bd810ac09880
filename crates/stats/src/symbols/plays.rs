//! Draws that belong to plays: the four tests by position of South Dakota 48:02:08:02, West
//! Virginia 29-22B-909 and New Mexico 15.1.7.13.
//!
//! A play is `group` consecutive draws. Plays are independent under chance, whether or not the
//! draws of one may repeat, so every sum over plays has a known mean and variance. Where the draws
//! of one play are all different they correlate by -1/(d - 1) in a fair machine: testing for zero
//! would reject a fair deck (60% of the time at 20,000 plays of 52).

use super::columns::{Columns, KEY};
use super::given::Given;
use super::report::{self, Report};
use crate::battery::{Fault, Figures, Most};
use crate::recorded::{By, Key, Orders};

/// The longest play of which it is asked whether it was sorted when written: longer ones are decks.
const SORTED_MAX: usize = 20;

/// Sums over plays, by position.
#[derive(Clone, Debug)]
pub(super) struct Plays {
    d: u32,
    group: usize,
    pub(super) without_replacement: bool,
    open: Vec<u16>,
    /// A symbol of the open play lay outside the range: the play is left out.
    broken: bool,
    plays: u64,
    /// Plays left out of the statistics.
    pub(super) left_out: u64,
    counts: Vec<u64>,
    /// Sums of products of the symbols of two positions of one play, by pairs i < j.
    within: Vec<i128>,
    /// Sums of products of a position with the same position in the play before, and their number.
    previous: Vec<i128>,
    /// Sums of both symbols of these products.
    of_both: Vec<i64>,
    successions: u64,
    last: Option<Vec<u16>>,
    /// By position.
    sides: Vec<Sides>,
    /// How the draws of plays stand on record.
    orders: Orders,
    /// Positions beside one another, where there are two and their draws may be equal.
    pub(super) columns: Option<Columns>,
}

impl Plays {
    /// For plays of `group` draws of symbols 0 to d - 1.
    pub(super) fn new(d: u32, group: usize, without_replacement: bool) -> Self {
        Self {
            d,
            group,
            without_replacement,
            open: Vec::with_capacity(group),
            broken: false,
            plays: 0,
            left_out: 0,
            counts: vec![0; group * d as usize],
            within: vec![0; group * (group - 1) / 2],
            previous: vec![0; group],
            of_both: vec![0; group],
            successions: 0,
            last: None,
            sides: vec![Sides::default(); group],
            orders: Orders::new(vec![by_value(d)]),
            columns: (group > 1 && !without_replacement).then(|| Columns::of_plays(d, group)),
        }
    }

    /// Takes one draw, `None` if it lay outside the range; the draw's number in the whole source
    /// names the place of a fault.
    pub(super) fn push(&mut self, symbol: Option<u16>, at: u64) -> Option<Fault> {
        self.open.push(symbol.unwrap_or(0));
        self.broken |= symbol.is_none();
        if self.open.len() < self.group {
            return None;
        }
        let play = std::mem::replace(&mut self.open, Vec::with_capacity(self.group));
        let fault = if self.without_replacement && !self.broken { twice(&play, at) } else { None };
        if self.broken || fault.is_some() {
            self.left_out += 1;
            self.last = None;
            self.columns.iter_mut().for_each(Columns::skip);
        } else {
            self.count(play);
        }
        self.broken = false;
        fault
    }

    /// Why the order of the draws of a play is not that in which they were drawn.
    pub(super) fn sorted(&self) -> Option<String> {
        self.orders.recognised().map(|found| found.why("plays"))
    }

    fn count(&mut self, play: Vec<u16>) {
        self.plays += 1;
        if self.group <= SORTED_MAX {
            self.orders.push(play.iter().copied());
        }
        if let Some(columns) = &mut self.columns {
            columns.push(&play.iter().map(|x| u32::from(*x)).collect::<Vec<_>>());
        }
        let d = self.d as usize;
        // Twice the distance from the middle of the range: a whole number.
        let y = |x: u16| 2 * i64::from(x) + 1 - i64::from(self.d);
        for (i, x) in play.iter().enumerate() {
            self.counts[i * d + usize::from(*x)] += 1;
            self.sides[i].step(y(*x));
        }
        let mut sums = self.within.iter_mut();
        for (i, a) in play.iter().enumerate() {
            for (b, sum) in play[i + 1..].iter().zip(&mut sums) {
                *sum += i128::from(y(*a) * y(*b));
            }
        }
        if let Some(last) = &self.last {
            self.successions += 1;
            let sums = self.previous.iter_mut().zip(&mut self.of_both);
            for ((sum, of_both), (a, b)) in sums.zip(last.iter().zip(&play)) {
                *sum += i128::from(y(*a) * y(*b));
                *of_both += y(*a) + y(*b);
            }
        }
        self.last = Some(play);
    }

    /// The tests; `needs` are counted in draws, observations in plays.
    pub(super) fn report(&self, say: &mut Report) {
        let group = self.group as u64;
        let needs_plays = (5 * u64::from(self.d)).max(100);
        say.test("play.frequency", self.plays, needs_plays * group, || {
            if self.plays < needs_plays {
                return None;
            }
            let chunks = self.counts.chunks(self.d as usize);
            let part = |c: &[u64]| (report::uniform(c), f64::from(self.d - 1), self.plays);
            let law = "the largest of the positions' chi-squares, Sidak";
            report::largest_chi_square(&chunks.map(part).collect::<Vec<_>>(), law)
        });
        say.most("play.frequency", self.most_at_a_position());
        say.test("play.runs", self.plays, 100 * group, || {
            let positions = self.sides.iter().zip(self.counts.chunks(self.d as usize));
            let cells: Option<Vec<_>> =
                positions.map(|(sides, counts)| sides.cell(counts)).collect();
            report::extreme(&cells?)
        });
        let key = "play.correlation";
        if self.group < 2 {
            say.not_run(key, "a play of one draw has no positions to compare");
        } else if self.product_variance() <= 0.0 {
            say.not_run(key, "the draws of a play determine one another in a range this small");
        } else {
            let zs = self.correlations();
            say.most("play.correlation", furthest_of(&zs).map(|at| self.pair(at)));
            say.test(key, self.plays, 100 * group, || self.largest(&zs, self.plays as f64));
        }
        match &self.columns {
            Some(columns) => columns.report(say, group),
            None => say.not_run(KEY, "it is for two positions at least, of draws with replacement"),
        }
        let zs = self.serial_correlations();
        let position = furthest_of(&zs).map(|at| Most::Positions(vec![at]));
        say.most("play.serial_correlation", position);
        say.test("play.serial_correlation", self.successions, 101 * group, || {
            self.largest(&zs, self.successions as f64)
        });
    }

    /// Of each position, the standardised sum of its products with itself in the play before.
    fn serial_correlations(&self) -> Vec<f64> {
        let n = self.successions as f64;
        let sums = self.previous.iter().zip(&self.of_both).zip(self.given());
        let z = sums.map(|((sum, of_both), given)| {
            let (mean, second, _) = given.moments();
            let centred = *sum as f64 - mean * *of_both as f64 + n * mean * mean;
            let variance = second / (given.n as f64 - 1.0);
            // Two draws of a position differ in the mean of their product as two of a hat do.
            (centred + n * variance / given.n as f64) / (variance * n.sqrt())
        });
        z.collect()
    }

    /// The positions of a pair by its place among all.
    fn pair(&self, at: usize) -> Most {
        let pairs = (0..self.group).flat_map(|i| (i + 1..self.group).map(move |j| vec![i, j]));
        Most::Positions(pairs.skip(at).take(1).flatten().collect())
    }

    /// The symbol and position furthest from what chance gives.
    fn most_at_a_position(&self) -> Option<Most> {
        let expected = self.plays as f64 / f64::from(self.d);
        match report::furthest(&self.counts, |_| expected)? {
            Most::Label { label, count, expected } => {
                let (place, label) = (label / self.d as usize, label % self.d as usize);
                Some(Most::Cell { place, label, count, expected })
            }
            other => Some(other),
        }
    }

    /// How often each symbol came at each position.
    fn given(&self) -> impl Iterator<Item = Given> + '_ {
        self.counts.chunks(self.d as usize).map(|counts| Given::new(counts.to_vec()))
    }

    fn largest(&self, zs: &[f64], n: f64) -> Option<Figures> {
        let worst = zs[furthest_of(zs)?];
        if n < 100.0 || !worst.is_finite() {
            return None;
        }
        Some(report::largest_normal(worst, zs.len() as u64, 1.0 / n.sqrt()))
    }

    /// Given how often each symbol came at each position, all orders of plays are as likely; of plays without
    /// replacement the symbols of one play are not independent, and the frequencies are those of the range.
    fn correlations(&self) -> Vec<f64> {
        let n = self.plays as f64;
        let given: Vec<(f64, f64, f64)> = self.given().map(|given| given.moments()).collect();
        let positions = 0..self.group;
        let pairs = positions.flat_map(|i| (i + 1..self.group).map(move |j| (i, j)));
        let z = |(sum, (i, j)): (&i128, (usize, usize))| {
            if self.without_replacement {
                let deviation = (n * self.product_variance()).sqrt();
                return (*sum as f64 - n * self.product_mean()) / deviation;
            }
            let deviation = (given[i].1 * given[j].1 / (n - 1.0)).sqrt();
            (*sum as f64 - n * given[i].0 * given[j].0) / deviation
        };
        self.within.iter().zip(pairs).map(z).collect()
    }

    /// Variance of one symbol, in the unit of y = 2 x - (d - 1).
    fn variance(&self) -> f64 {
        (f64::from(self.d).powi(2) - 1.0) / 3.0
    }

    /// Mean of the product of two positions of one play.
    fn product_mean(&self) -> f64 {
        if self.without_replacement { -self.variance() / f64::from(self.d - 1) } else { 0.0 }
    }

    /// Variance of that product.
    fn product_variance(&self) -> f64 {
        let (d, variance) = (f64::from(self.d), self.variance());
        if !self.without_replacement {
            return variance * variance;
        }
        // Over ordered pairs of different symbols: ((sum y^2)^2 - sum y^4) / (d (d - 1)).
        let fourth = d * (d * d - 1.0) * (3.0 * d * d - 7.0) / 15.0;
        let square = (d * variance).powi(2) - fourth;
        square / (d * (d - 1.0)) - self.product_mean().powi(2)
    }
}

/// Runs on one side of the median.
#[derive(Clone, Copy, Debug, Default)]
struct Sides {
    /// Draws off the median, changes of side between them, the last side.
    off: u64,
    changes: u64,
    above: bool,
}

impl Sides {
    /// Takes a draw, less the median. The middle symbol of an odd range lies on neither side.
    fn step(&mut self, centred: i64) {
        if centred != 0 {
            let above = centred > 0;
            self.changes += u64::from(self.off > 0 && above != self.above);
            self.above = above;
            self.off += 1;
        }
    }

    /// Changes of side, draws that could be one, and the chance of each given how often each symbol came. The
    /// binomial law is that of a fair coin for the side, and a little wider than that of another (Wald and
    /// Wolfowitz 1940). `None` of fewer than twenty.
    fn cell(&self, counts: &[u64]) -> Option<(u64, u64, f64)> {
        let trials = self.off.checked_sub(1).filter(|t| *t >= 20)?;
        let above = counts[counts.len().div_ceil(2)..].iter().sum::<u64>() as f64;
        let off = self.off as f64;
        let chance = 2.0 * above * (off - above) / (off * (off - 1.0));
        (chance > 0.0).then_some((self.changes, trials, chance.min(0.5)))
    }
}

/// The place of the standardised sum that is furthest from nought.
fn furthest_of(zs: &[f64]) -> Option<usize> {
    (0..zs.len()).max_by(|a, b| zs[*a].abs().total_cmp(&zs[*b].abs()))
}

/// Draws in the order of their values.
pub(super) fn by_value(d: u32) -> Key {
    Key { name: "value", of: (0..=u16::MAX).take(d as usize).collect(), by: By::Keys }
}

/// The fault of a play in which a symbol stands twice.
fn twice(play: &[u16], at: u64) -> Option<Fault> {
    let mut places: Vec<(u16, usize)> = play.iter().copied().zip(0..).collect();
    places.sort_unstable();
    let pair = places.windows(2).find(|w| w[0].0 == w[1].0)?;
    let (first, second) = (pair[0].1 + 1, pair[1].1 + 1);
    let what = format!("positions {first} and {second} of one play hold the same");
    Some(Fault { at: at + 1 - play.len() as u64, what })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Mean and variance of a product of two different symbols, over all pairs of them.
    #[test]
    fn the_moments_of_a_play_without_replacement_are_those_of_all_plays() {
        for d in [3_u32, 4, 7, 52] {
            let plays = Plays::new(d, 2, true);
            let (mut sum, mut squares, mut pairs) = (0.0, 0.0, 0.0);
            let y = |x: u32| 2.0 * f64::from(x) - f64::from(d - 1);
            for a in 0..d {
                for b in (0..d).filter(|b| *b != a) {
                    sum += y(a) * y(b);
                    squares += (y(a) * y(b)).powi(2);
                    pairs += 1.0;
                }
            }
            let (mean, square) = (sum / pairs, squares / pairs);
            assert!((plays.product_mean() - mean).abs() < 1e-9);
            assert!((plays.product_variance() / (square - mean * mean) - 1.0).abs() < 1e-12);
            let correlation = mean / plays.variance();
            assert!((correlation + 1.0 / f64::from(d - 1)).abs() < 1e-12);
        }
    }

    #[test]
    fn a_symbol_twice_in_one_play_is_a_fault_at_its_first_draw() {
        let mut plays = Plays::new(10, 3, true);
        let stream = [1, 2, 3, 4, 5, 4, 7, 8, 9];
        let faults: Vec<Fault> =
            (0..).zip(stream).filter_map(|(at, x)| plays.push(Some(x), at)).collect();
        assert_eq!(faults.len(), 1);
        assert_eq!(faults[0].at, 3);
        assert_eq!(faults[0].what, "positions 1 and 3 of one play hold the same");
        assert_eq!((plays.plays, plays.left_out, plays.successions), (2, 1, 0));
    }
}
