//! A draw against the draw some places before it.

use super::report::{self, Report};
use super::window::Window;
use crate::battery::Figures;

/// Lags looked at one by one.
pub(super) const LAGS: usize = 32;
/// Lags whose differences are counted.
const DIFFERENCES: [usize; 4] = [1, 2, 3, 5];
/// Lags that have a line of their own.
const NAMED_LAGS: usize = 8;

/// Sums over all pairs of draws at lags 1 to [`LAGS`].
#[derive(Clone, Debug, Default)]
pub(super) struct Lags {
    d: u32,
    n: u64,
    /// Sum of products of centred symbols, lag by lag.
    products: [i128; LAGS],
    /// Draws equal to the one so many places before.
    matches: [u64; LAGS],
    /// Counts of the differences modulo the range.
    differences: [Vec<u64>; 4],
}

impl Lags {
    pub(super) fn new(d: u32) -> Self {
        Self { d, differences: std::array::from_fn(|_| vec![0; d as usize]), ..Self::default() }
    }

    pub(super) fn feed(&mut self, window: &Window) {
        self.n += window.block().len() as u64;
        // The draws of the block that have one `lag` before, and where those begin.
        let start = |lag: usize| window.from.max(lag).min(window.all.len());
        for lag in 1..=LAGS {
            let (now, before) = (start(lag), start(lag) - lag.min(start(lag)));
            self.matches[lag - 1] += u64::from(equal(&window.all[now..], &window.all[before..]));
            let products = products(self.d, &window.centred[now..], &window.centred[before..]);
            self.products[lag - 1] += i128::from(products);
        }
        for (lag, counts) in DIFFERENCES.iter().zip(&mut self.differences) {
            let before = &window.all[start(*lag) - lag.min(&start(*lag))..];
            for (now, before) in window.all[start(*lag)..].iter().zip(before) {
                let (now, before) = (u32::from(*now), u32::from(*before));
                let wrap = if now < before { self.d } else { 0 };
                counts[(now + wrap - before) as usize] += 1;
            }
        }
    }

    /// The standardised sum at a lag: products of the symbols less their mean, which is known,
    /// divided by the known standard deviation. Products at different places and lags are
    /// uncorrelated, so the variance of the sum is exactly (N - lag) times that of one product.
    fn z(&self, lag: usize) -> f64 {
        // Centred symbols have the mean zero and the variance (d^2 - 1) / 3.
        let (d, pairs) = (f64::from(self.d), self.n as f64 - lag as f64);
        self.products[lag - 1] as f64 / ((d * d - 1.0) / 3.0 * pairs.sqrt())
    }

    pub(super) fn report(&self, say: &mut Report) {
        let needs = 100;
        let unit = 1.0 / (self.n.max(1) as f64).sqrt();
        for lag in 1..=NAMED_LAGS {
            let key = match lag {
                1 => "stream.serial_correlation".to_owned(),
                _ => format!("stream.lag_{lag}"),
            };
            say.test(&key, self.n.max(lag as u64) - lag as u64, needs, || {
                Some(report::normal(self.z(lag), unit, "correlation"))
            });
        }
        say.test("stream.interplay", self.n, needs, || {
            let zs = (1..=LAGS).map(|lag| self.z(lag));
            let worst = zs.max_by(|a, b| a.abs().total_cmp(&b.abs()))?;
            Some(report::largest_normal(worst, LAGS as u64, unit, "largest correlation"))
        });
        say.test("stream.repeats", self.n, needs, || self.repeats());
        for (lag, counts) in DIFFERENCES.iter().zip(&self.differences) {
            let needs = (5 * u64::from(self.d)).max(100) + *lag as u64;
            let measure = "rms relative deviation of a difference's frequency";
            say.uniform(&format!("stream.difference_{lag}"), counts, needs, measure);
        }
    }

    /// Draws equal to the one `lag` before: given the draws before, each agrees with probability
    /// 1/d, so their number is exactly binomial, lag by lag.
    fn repeats(&self) -> Option<Figures> {
        let cell =
            |(i, count): (usize, &u64)| (*count, self.n - 1 - i as u64, 1.0 / f64::from(self.d));
        let cells: Vec<_> = self.matches.iter().enumerate().map(cell).collect();
        report::extreme(&cells, "relative deviation of the draws equal to one some places before")
    }
}

/// Places at which two stretches agree; at most a block long, so that 16 bits hold the count.
fn equal(now: &[u16], before: &[u16]) -> u16 {
    now.iter().zip(before).fold(0, |sum: u16, (a, b)| sum.wrapping_add(u16::from(a == b)))
}

/// Sum of products over at most a block.
fn products(d: u32, now: &[i32], before: &[i32]) -> i64 {
    if d <= 512 {
        // At most 4096 products below 2^18 each: the sum stays within 32 bits, the loop in vectors.
        let step = |sum: i32, (a, b): (&i32, &i32)| sum.wrapping_add(a.wrapping_mul(*b));
        i64::from(now.iter().zip(before).fold(0, step))
    } else {
        now.iter().zip(before).map(|(a, b)| i64::from(*a) * i64::from(*b)).sum()
    }
}
