//! Runs up, runs down, turning points, runs about the median.
//!
//! The laws of runs up and down are those of a stream without ties, whatever the chances. Ties are broken by bits below
//! the symbols, scrambled from the draws before: the values are then independent and without ties.

use super::given::Given;
use super::report::{self, Report};
use super::window::Window;
use crate::battery::Figures;
use crate::special::inverse_form;

/// Runs of this length and longer are counted together.
const LONGEST: usize = 7;

/// Lengths of the runs in one direction.
#[derive(Clone, Debug, Default)]
struct Lengths {
    /// Length of the open run; zero while it is the stream's first, which has no known beginning.
    open: usize,
    /// Complete runs by length; the first run of the stream is in entry 0, which no test reads.
    complete: [u64; 8],
}

impl Lengths {
    fn step(&mut self, goes_on: bool) {
        const NEXT: [usize; 8] = [0, 2, 3, 4, 5, 6, 7, 7];
        let open = self.open & 7;
        self.complete[open] += u64::from(!goes_on);
        self.open = if goes_on { NEXT[open] } else { 1 };
    }

    /// The quadratic form of the counts of runs of exactly 1, .., k - 1 among `n` values.
    ///
    /// The count of longer runs is left out. With it the lengths times their counts add up to
    /// nearly n, the covariance is nearly singular, and what the ends of the stream do in that
    /// direction makes Knuth's form of six counts, the last for six and longer, reject 3% at one in
    /// a hundred at 10,000 values (measured; it is advised from 4,000).
    fn statistic(&self, n: u64, k: usize) -> Option<f64> {
        // A run of length p that begins at place i, i >= 1, is complete if i + p is a place too.
        let places = |p: usize| (n - 1 - p as u64) as f64;
        let deviation =
            |p: usize| self.complete[p] as f64 - places(p) * (longer(p) - longer(p + 1));
        let deviations: Vec<f64> = (1..k).map(deviation).collect();
        let mut matrix = covariance(k);
        matrix.truncate(k - 1);
        Some(inverse_form(matrix, &deviations)? / places(k / 2))
    }
}

/// P(a run of at least `p` begins at a place): p / (p + 1)!.
fn longer(p: usize) -> f64 {
    p as f64 / factorial(p + 1)
}

fn factorial(n: usize) -> f64 {
    (1..=n).map(|i| i as f64).product()
}

/// Covariance per place of the counts of runs of exactly 1, .., k - 1 and of at least k.
///
/// Let Z(p, i) be 1 where a run of at least p begins at place i: a descent into i, then ascents.
/// Two of them at distance l exclude each other for 0 < l < p, meet in one value for l = p, and are
/// independent beyond. Where they meet the descents of p + q + 1 values are exactly the first and
/// the (p + 1)-th, by inclusion and exclusion with probability 1/(p! q!) - 1/((p+1)! q!) - 1/(p+q)!
/// + 1/(p+q+1)!.
fn covariance(k: usize) -> Vec<Vec<f64>> {
    let meet = |p: usize, q: usize| {
        1.0 / (factorial(p) * factorial(q))
            - 1.0 / (factorial(p + 1) * factorial(q))
            - 1.0 / factorial(p + q)
            + 1.0 / factorial(p + q + 1)
    };
    let at_least = |p: usize, q: usize| {
        longer(p.max(q)) + meet(p, q) + meet(q, p) - (p + q + 1) as f64 * longer(p) * longer(q)
    };
    let exactly = |p: usize, q: usize| {
        // C_p is R_p - R_(p+1) below k and R_k itself at k.
        let mut sum = at_least(p, q);
        if p < k {
            sum -= at_least(p + 1, q);
        }
        if q < k {
            sum -= at_least(p, q + 1);
        }
        if p < k && q < k {
            sum += at_least(p + 1, q + 1);
        }
        sum
    };
    (1..=k).map(|p| (1..=k).map(|q| exactly(p, q)).collect()).collect()
}

/// Runs on one side of the median.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Sides {
    /// Draws off the median, changes of side between them, the last side.
    off: u64,
    changes: u64,
    above: bool,
}

impl Sides {
    /// Takes a draw, less the median. The middle symbol of an odd range lies on neither side.
    pub(super) fn step(&mut self, centred: i64) {
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
    pub(super) fn cell(&self, counts: &[u64]) -> Option<(u64, u64, f64)> {
        let trials = self.off.checked_sub(1).filter(|t| *t >= 20)?;
        let above = counts[counts.len().div_ceil(2)..].iter().sum::<u64>() as f64;
        let off = self.off as f64;
        let chance = 2.0 * above * (off - above) / (off * (off - 1.0));
        (chance > 0.0).then_some((self.changes, trials, chance.min(0.5)))
    }
}

#[derive(Clone, Debug, Default)]
pub(super) struct Runs {
    d: u32,
    n: u64,
    up: Lengths,
    down: Lengths,
    last: Option<u64>,
    went_up: bool,
    turns: u64,
    sides: Sides,
}

impl Runs {
    pub(super) fn new(d: u32) -> Self {
        Self { d, ..Self::default() }
    }

    pub(super) fn feed(&mut self, window: &Window) {
        for value in window.fine {
            if let Some(last) = self.last {
                let goes_up = *value > last;
                self.up.step(goes_up);
                self.down.step(!goes_up);
                self.turns += u64::from(self.n >= 2 && goes_up != self.went_up);
                self.went_up = goes_up;
            }
            self.last = Some(*value);
            self.n += 1;
        }
        for x in window.block() {
            self.sides.step(2 * i64::from(*x) + 1 - i64::from(self.d));
        }
    }

    pub(super) fn report(&self, say: &mut Report, given: &Given) {
        for (key, lengths) in [("stream.runs_up", &self.up), ("stream.runs_down", &self.down)] {
            say.test(key, self.n, 200, || self.runs(lengths));
        }
        say.test("stream.runs_up_down", self.n, 100, || {
            let n = self.n as f64;
            let deviation = (16.0 * n - 29.0) / 90.0;
            let mean = 2.0 * (n - 2.0) / 3.0;
            let z = (self.turns as f64 - mean) / deviation.sqrt();
            let measure = "relative deviation of the number of runs up and down";
            Some(report::normal(z, deviation.sqrt() / mean, measure))
        });
        say.test("stream.runs_median", self.sides.off, 100, || {
            let measure = "relative deviation of the number of runs about the median";
            report::extreme(&[self.sides.cell(&given.counts)?], measure)
        });
    }

    fn runs(&self, lengths: &Lengths) -> Option<Figures> {
        // Five runs longer than those counted are expected at least.
        let k = (4..=LONGEST).rev().find(|k| self.n as f64 * longer(*k) >= 5.0)?;
        let q = lengths.statistic(self.n, k)?;
        let measure = "rms relative deviation of a length's frequency";
        // About every second draw begins a run.
        Some(report::chi_square(q, k as f64 - 1.0, self.n / 2, measure))
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use crate::laws::tests::group;

    /// Knuth, The Art of Computer Programming vol. 2, 3.3.2 (10) and (11): the inverse of the
    /// covariance and the probabilities, as printed.
    #[test]
    fn the_inverse_of_the_covariance_is_that_of_knuth() {
        let printed: [[f64; 6]; 6] = [
            [4529.4, 9044.9, 13568.0, 18091.0, 22615.0, 27892.0],
            [9044.9, 18097.0, 27139.0, 36187.0, 45234.0, 55789.0],
            [13568.0, 27139.0, 40721.0, 54281.0, 67852.0, 83685.0],
            [18091.0, 36187.0, 54281.0, 72414.0, 90470.0, 111580.0],
            [22615.0, 45234.0, 67852.0, 90470.0, 113262.0, 139476.0],
            [27892.0, 55789.0, 83685.0, 111580.0, 139476.0, 172860.0],
        ];
        for (i, row) in printed.iter().enumerate() {
            for (j, printed) in row.iter().enumerate() {
                // The form of the sum of two units less that of their difference is four times the cell.
                let form = |sign: f64| {
                    let unit = |k: usize| f64::from(k == i) + sign * f64::from(k == j);
                    inverse_form(covariance(6), &[0, 1, 2, 3, 4, 5].map(unit)).unwrap()
                };
                let cell = (form(1.0) - form(-1.0)) / 4.0;
                assert!((cell / printed - 1.0).abs() < 2e-4, "{i} {j} {cell}");
            }
        }
        let chances = [1.0 / 6.0, 5.0 / 24.0, 11.0 / 120.0, 19.0 / 720.0, 29.0 / 5040.0];
        for (p, chance) in (1..6).zip(chances) {
            assert!((longer(p) - longer(p + 1) - chance).abs() < 1e-15);
        }
        assert!((longer(6) - 1.0 / 840.0).abs() < 1e-15);
    }

    /// Means and covariances over all orders of eight values; per place they are those of the
    /// formula less what the ends take away, so two lengths are compared by their difference (8 and
    /// 9 values).
    #[test]
    fn means_and_covariances_are_those_of_all_orders() {
        let (a, b) = (all_orders(8), all_orders(9));
        let k = 3;
        let expected = covariance(k);
        for (p, row) in expected.iter().enumerate() {
            for (q, cell) in row.iter().enumerate() {
                let step = b.1[p][q] - a.1[p][q];
                assert!((step - cell).abs() < 1e-9, "{p} {q} {step}");
            }
        }
        let statistic_mean = (9 - 1 - 1) as f64 * (longer(1) - longer(2));
        assert!((b.0[0] - statistic_mean).abs() < 1e-9);
    }

    /// Mean and covariance of the numbers of complete runs of 1, of 2 and of at least 3 (a run of 3
    /// or more counted once three of it are seen) with a known beginning, over all orders of n
    /// values.
    fn all_orders(n: usize) -> (Vec<f64>, Vec<Vec<f64>>) {
        let mut sums = (vec![0.0; 3], vec![vec![0.0; 3]; 3]);
        let orders = group(n);
        let total = orders.len() as f64;
        for order in orders {
            let mut counts = [0.0; 3];
            for i in 1..n {
                if order[i] > order[i - 1] {
                    continue;
                }
                let length = 1 + (i + 1..n).take_while(|j| order[*j] > order[*j - 1]).count();
                if length >= 3 {
                    counts[2] += 1.0;
                } else if i + length < n {
                    counts[length - 1] += 1.0;
                }
            }
            for p in 0..3 {
                sums.0[p] += counts[p];
                for q in 0..3 {
                    sums.1[p][q] += counts[p] * counts[q];
                }
            }
        }
        let mean: Vec<f64> = sums.0.iter().map(|s| s / total).collect();
        let covariance = (0..3)
            .map(|p| (0..3).map(|q| sums.1[p][q] / total - mean[p] * mean[q]).collect())
            .collect();
        (mean, covariance)
    }

    /// Worked by hand: 5 1 3 2 4 6 7 8 9 0, runs up 5 | 1 3 | 2 4 6 7 8 9 | 0.
    #[test]
    fn lengths_worked_by_hand() {
        let stream = [5, 1, 3, 2, 4, 6, 7, 8, 9, 0];
        let mut up = Lengths::default();
        for pair in stream.windows(2) {
            up.step(pair[1] > pair[0]);
        }
        assert_eq!(up.complete, [1, 0, 1, 0, 0, 0, 1, 0]);
        assert_eq!(up.open, 1);
    }
}
