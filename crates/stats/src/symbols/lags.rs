//! A draw against the draw some places before it.

use super::given::Given;
use super::report::{self, Report};
use super::window::Window;
use crate::battery::{Figures, Most};

pub(super) const LAGS: usize = 32;
const DIFFERENCES: [usize; 2] = [1, 3];
/// The fourth moment of the draws, squared, may be this part of their number; 1.8 of a range of many symbols.
const KURTOSIS_SHARE: f64 = 25.0;

/// Sums over all pairs of draws at lags 1 to [`LAGS`].
#[derive(Clone, Debug, Default)]
pub(super) struct Lags {
    d: u32,
    /// Sum of products of centred symbols, lag by lag.
    products: [i128; LAGS],
    /// Draws equal to the one so many places before.
    matches: [u64; LAGS],
    differences: [Vec<u64>; 2],
}

impl Lags {
    pub(super) fn new(d: u32) -> Self {
        Self { d, differences: std::array::from_fn(|_| vec![0; d as usize]), ..Self::default() }
    }

    pub(super) fn feed(&mut self, window: &Window) {
        let Window { all, from, centred, .. } = window;
        for lag in (1..=LAGS).take_while(|lag| *lag < all.len()) {
            // The draws of the block that have one `lag` before, and where those begin.
            let now = lag.max(*from);
            let before = now - lag;
            self.matches[lag - 1] += u64::from(equal(&all[now..], &all[before..]));
            let products = products(self.d, &centred[now..], &centred[before..]);
            self.products[lag - 1] += i128::from(products);
        }
        for (lag, counts) in DIFFERENCES.iter().zip(&mut self.differences) {
            for two in window.reaching_back(*lag).windows(lag + 1) {
                let [now, before] = [two[*lag], two[0]].map(u32::from);
                let wrap = if now < before { self.d } else { 0 };
                counts[(now + wrap - before) as usize] += 1;
            }
        }
    }

    /// The standardised sum of products at a lag of the draws closed to a ring, less their mean. Mean and variance
    /// are those of all orders of the draws (Wald and Wolfowitz 1943). `None` where one draw that lies far from all
    /// others makes the law another than normal.
    fn z(&self, lag: usize, given: &Given) -> Option<f64> {
        let (n, (mean, second, fourth)) = (given.n as f64, given.moments());
        if (fourth / second * n / second).powi(2) * KURTOSIS_SHARE > n || second <= 0.0 {
            return None;
        }
        let over_the_end = given.tail[given.tail.len() - lag..].iter().zip(&given.head);
        let y = |x: &u16| 2 * i64::from(*x) + 1 - i64::from(self.d);
        let seam: i64 = over_the_end.map(|(a, b)| y(a) * y(b)).sum();
        let ring = (self.products[lag - 1] + i128::from(seam)) as f64 - n * mean * mean;
        let (of_orders, squares) = (-second / (n - 1.0), second * second);
        let variance = (squares - fourth) / (n - 1.0)
            + (squares - 2.0 * fourth) / ((n - 1.0) * (n - 2.0))
            - of_orders * of_orders;
        Some((ring - of_orders) / variance.sqrt())
    }

    pub(super) fn report(&self, say: &mut Report, given: &Given) {
        let needs = 100;
        let (n, unit) = (given.n, 1.0 / (given.n.max(1) as f64).sqrt());
        say.test("stream.serial_correlation", n, needs, || {
            Some(report::normal(self.z(1, given)?, unit))
        });
        say.test("stream.interplay", n, needs, || {
            let zs: Option<Vec<f64>> = (1..=LAGS).map(|lag| self.z(lag, given)).collect();
            let worst = zs?.into_iter().max_by(|a, b| a.abs().total_cmp(&b.abs()))?;
            Some(report::largest_normal(worst, LAGS as u64, unit))
        });
        say.test("stream.repeats", n, needs, || self.repeats(given));
        say.most("stream.repeats", self.most_repeated(given));
        for (lag, counts) in DIFFERENCES.iter().zip(&self.differences) {
            let needs = (5 * u64::from(self.d)).max(100) + *lag as u64;
            say.uniform(&format!("stream.difference_{lag}"), counts, needs);
        }
    }

    /// Draws equal to the one `lag` before: where all symbols come equally often each agrees with that chance whatever
    /// came before, exactly; where they do not the binomial law is a little wider than that of all orders of the draws.
    fn repeats(&self, given: &Given) -> Option<Figures> {
        let chance = given.agreement();
        let cell = |(i, count): (usize, &u64)| (*count, given.n - 1 - i as u64, chance);
        let cells: Vec<_> = self.matches.iter().enumerate().map(cell).collect();
        if chance > 0.0 { report::extreme(&cells) } else { None }
    }

    /// The distance at which the draws that are equal are furthest from what chance makes them.
    fn most_repeated(&self, given: &Given) -> Option<Most> {
        let cell = |(distance, count): (u64, &u64)| {
            let trials = given.n.checked_sub(distance)?;
            let expected = trials as f64 * given.agreement();
            let off = (*count as f64 - expected).abs();
            Some((off, Most::Distance { distance, count: *count, trials, expected }))
        };
        let all = (1..).zip(&self.matches).filter_map(cell);
        all.max_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, most)| most)
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::symbols::window::Buffer;
    use rand_core::{Rng, SeedableRng};

    /// Mean and variance of the sum over all orders of a ring of draws, at a lag of one and of two.
    #[test]
    fn moments_are_those_of_all_orders() {
        let y = [-3.0, -3.0, -1.0, 1.0, 3.0, 3.0, 3.0_f64];
        let given = Given::new(vec![2, 1, 1, 3]);
        let (mean, second, fourth) = given.moments();
        let n = 7.0;
        for lag in [1, 2] {
            let (mut sum, mut square, mut orders) = (0.0, 0.0, 0.0);
            for order in crate::laws::tests::group(7) {
                let at = |i: usize| y[order[i % 7]] - mean;
                let ring: f64 = (0..7).map(|i| at(i) * at(i + lag)).sum();
                (sum, square, orders) = (sum + ring, square + ring * ring, orders + 1.0);
            }
            let found = sum / orders;
            assert!((found + second / (n - 1.0)).abs() < 1e-9);
            let squares = second * second;
            let variance = (squares - fourth) / (n - 1.0)
                + (squares - 2.0 * fourth) / ((n - 1.0) * (n - 2.0))
                - (second / (n - 1.0)).powi(2);
            assert!((square / orders - found * found - variance).abs() < 1e-9, "{lag}");
        }
    }

    /// The sum against its definition, over draws that are not centred, however they are cut.
    #[test]
    fn the_ring_is_closed_and_centred() {
        let mut chance = rand_chacha::ChaCha20Rng::seed_from_u64(4);
        let draws: Vec<u16> = (0..9_000).map(|_| (chance.next_u32() % 7).min(4) as u16).collect();
        let (mut buffer, mut lags, mut counts) = (Buffer::new(5), Lags::new(5), vec![0; 5]);
        for draw in &draws {
            counts[usize::from(*draw)] += 1;
            if buffer.push(*draw) {
                lags.feed(&buffer.window());
                buffer.drop_counted();
            }
        }
        lags.feed(&buffer.window());
        let (head, tail) = (buffer.head, buffer.all);
        let given = Given { head, tail, ..Given::new(counts) };
        let y: Vec<f64> = draws.iter().map(|x| 2.0 * f64::from(*x) - 4.0).collect();
        let mean = y.iter().sum::<f64>() / 9_000.0;
        let second: f64 = y.iter().map(|y| (y - mean).powi(2)).sum();
        for lag in [1, 7, 32] {
            let at = |i: usize| y[i % 9_000] - mean;
            let ring: f64 = (0..9_000).map(|i| at(i) * at(i + lag)).sum();
            // Of so many draws the correlation times the root of their number is the sum, standardised.
            let z = (ring + second / 8_999.0) / second * 9_000_f64.sqrt();
            let found = lags.z(lag, &given).unwrap_or(f64::NAN);
            assert!((found - z).abs() < 2e-3, "{lag}: {found} {z}");
        }
    }
}
