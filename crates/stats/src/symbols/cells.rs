//! Frequencies: over the whole stream, over blocks, of one symbol in stretches of the stream; Kolmogorov-Smirnov.

use super::given::Given;
use super::report::{self, Report};
use super::window::Window;
use crate::battery::{Drift, Figures, Law, Most};
use crate::special;

/// Blocks kept for the drift line; neighbours are put together when there are more.
const DRIFT_POINTS: usize = 128;
const SPLITS: usize = 1024;

#[derive(Clone, Debug, Default)]
pub(super) struct Cells {
    d: u32,
    counts: Vec<u64>,
    /// Draws of one block: ten for each symbol, at least a thousand.
    block: u32,
    block_counts: Vec<u32>,
    blocks: u64,
    /// Sums over blocks of the squared counts of each symbol: all that Pearson's statistic needs.
    squares: Vec<u128>,
    /// Of each symbol the block in which it came least, and most often: (count, number of the block).
    extremes: Vec<[(u32, u64); 2]>,
    drift: Vec<(u64, u128)>,
    blocks_per_point: u64,
    /// Hits in the stretch of `d` draws that is open, and stretches by their hits.
    open: usize,
    hits: Vec<u64>,
}

impl Cells {
    pub(super) fn new(d: u32) -> Self {
        Self {
            d,
            counts: vec![0; d as usize],
            block: (10 * d).max(1000),
            block_counts: vec![0; d as usize],
            squares: vec![0; d as usize],
            extremes: vec![[(u32::MAX, 0), (0, 0)]; d as usize],
            blocks_per_point: 1,
            hits: vec![0; 17],
            ..Self::default()
        }
    }

    /// The symbol that came most unusually often or seldom; `law` is the chances of the symbols.
    pub(super) fn most(&self, law: &[f64]) -> Option<Most> {
        let Given { counts, n, .. } = self.given();
        report::furthest(&counts, |symbol| n as f64 * law[symbol])
    }

    /// The symbols up to one that came most unusually often or seldom: by the law, or where it is `even` by the share alone.
    pub(super) fn most_up_to(&self, law: &[f64], even: bool) -> Option<Most> {
        let Given { counts, n, .. } = self.given();
        let (mut count, mut share) = (0, 0.0);
        let all = counts.iter().zip(law).enumerate().map(|(label, (own, chance))| {
            count += own;
            share += chance;
            let (expected, of_all) = (n as f64 * share, n as f64);
            // One label alone, the first or the last, is named by itself.
            let most = match counts.len() - label {
                2 => {
                    Most::Label { label: label + 1, count: n - count, expected: of_all - expected }
                }
                _ if label == 0 => Most::Label { label, count, expected },
                _ => Most::UpTo { label, count, expected },
            };
            let spread =
                if even { 1.0 } else { (expected * (1.0 - share)).sqrt().max(f64::MIN_POSITIVE) };
            ((count as f64 - expected).abs() / spread, most)
        });
        let splits = all.take(counts.len().max(1) - 1);
        splits.max_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, most)| most)
    }

    /// The symbol that came most unusually often or seldom in one block, by its law and by how often it came in all of them.
    fn most_of_a_block(&self, law: &[f64]) -> Option<Most> {
        let length = u64::from(self.block);
        let of = |label: usize| {
            let of_all = self.counts[label] as f64 / self.blocks.max(1) as f64;
            let expected = law[label] * length as f64;
            self.extremes[label].map(|(count, block)| {
                let off = |mean: f64| (f64::from(count) - mean).abs() / mean.max(1.0).sqrt();
                let (from, count) = (block * length, u64::from(count));
                let most = Most::Stretch { label, from, length, count, expected };
                (off(expected).min(off(of_all)), most)
            })
        };
        let all = (0..self.counts.len()).flat_map(of);
        let worst = all.max_by(|a, b| a.0.total_cmp(&b.0)).filter(|_| self.blocks > 1);
        worst.map(|(_, most)| most)
    }

    pub(super) fn feed(&mut self, window: &Window) {
        let (mut rest, block) = (window.block(), self.block as usize);
        let mut room = block - (window.before % block as u64) as usize;
        while !rest.is_empty() {
            let (now, later) = rest.split_at(room.min(rest.len()));
            now.iter().for_each(|x| self.block_counts[usize::from(*x)] += 1);
            if now.len() == room {
                self.close_block();
            }
            (rest, room) = (later, block);
        }
        self.feed_stretches(window);
    }

    fn close_block(&mut self) {
        let mut squares = 0_u128;
        let sums = self.counts.iter_mut().zip(&mut self.squares).zip(&mut self.extremes);
        for (count, ((total, own), [least, most])) in self.block_counts.iter_mut().zip(sums) {
            if *count < least.0 {
                *least = (*count, self.blocks);
            }
            if *count > most.0 {
                *most = (*count, self.blocks);
            }
            let square = u128::from(*count) * u128::from(*count);
            squares += square;
            *own += square;
            *total += u64::from(*count);
            *count = 0;
        }
        self.blocks += 1;
        match self.drift.last_mut() {
            Some(point) if point.0 < self.blocks_per_point => {
                *point = (point.0 + 1, point.1 + squares);
            }
            _ => self.drift.push((1, squares)),
        }
        if self.drift.len() > DRIFT_POINTS {
            let sum =
                |pair: &[(u64, u128)]| pair.iter().fold((0, 0), |a, b| (a.0 + b.0, a.1 + b.1));
            self.drift = self.drift.chunks(2).map(sum).collect();
            self.blocks_per_point *= 2;
        }
    }

    /// The stretch number b, of d draws, counts its symbol b mod d: every symbol has its turn, and
    /// the counts of different stretches are independent.
    fn feed_stretches(&mut self, window: &Window) {
        let d = u64::from(self.d);
        let (mut watched, mut draws) = (window.before / d % d, window.before % d);
        for x in window.block() {
            self.open += usize::from(u64::from(*x) == watched);
            draws += 1;
            if draws == d {
                self.hits[self.open.min(16)] += 1;
                (watched, draws, self.open) = ((watched + 1) % d, 0, 0);
            }
        }
    }

    /// How often each symbol came; those of the open block belong to the whole as well.
    pub(super) fn given(&self) -> Given {
        let open = self.counts.iter().zip(&self.block_counts);
        Given::new(open.map(|(count, open)| count + u64::from(*open)).collect())
    }

    pub(super) fn report(&self, say: &mut Report, given: &Given, law: &[f64]) {
        let Given { counts, n, .. } = given;
        let (n, d) = (*n, u64::from(self.d));
        let is_stated = law.windows(2).any(|two| two[0] != two[1]);
        if is_stated {
            let needs = report::pooled_needs(law, 5.0).max(100);
            say.law("stream.frequency", counts, law, (5.0, 0.0), needs);
        } else {
            say.uniform("stream.frequency", counts, (5 * d).max(100));
        }
        say.test("stream.max_symbol", n, 100, || {
            let cells = counts.iter().zip(law).map(|(count, chance)| (*count, n, *chance));
            let all: Vec<_> = cells.collect();
            if is_stated {
                return report::extreme(&all);
            }
            let ends =
                [all.iter().max_by_key(|cell| cell.0)?, all.iter().min_by_key(|cell| cell.0)?];
            report::extreme_of(&ends.map(|end| *end), d)
        });
        say.test("stream.split", n, 100, || split(counts, law));
        say.test("stream.kolmogorov_smirnov", n, 100, || Some(distance(counts, law)));
        let seen = self.blocks * u64::from(self.block);
        say.test("stream.equidistribution", seen, 2 * u64::from(self.block), || {
            let (q, df) = blocks_apart(&self.counts, &self.squares, self.blocks)?;
            Some(report::chi_square(q, df, seen))
        });
        say.most("stream.equidistribution", self.most_of_a_block(law));
        let law = self.stretch_law();
        let needs = report::pooled_needs(&law, 10.0) * d;
        say.law("stream.poisson", &self.hits, &law, (10.0, 0.0), needs);
    }

    /// The law of the hits of one stretch: binomial of d trials with chance 1/d, which is Poisson
    /// of mean one but for terms of order 1/d.
    fn stretch_law(&self) -> Vec<f64> {
        let d = u64::from(self.d);
        let mut law: Vec<f64> =
            (0..16).map(|k| special::ln_binomial_pmf(k, d, 1.0 / d as f64).exp()).collect();
        law.push((1.0 - law.iter().sum::<f64>()).max(0.0));
        law
    }

    fn pearson(&self, blocks: u64, squares: u128) -> f64 {
        // Sum of (count^2) / expected less n, block by block.
        let expected = f64::from(self.block) / f64::from(self.d);
        squares as f64 / expected - blocks as f64 * f64::from(self.block)
    }

    pub(super) fn drift(&self) -> Drift {
        let mut draws = 0;
        let df = f64::from(self.d - 1);
        let point = |(blocks, squares): &(u64, u128)| {
            draws += blocks * u64::from(self.block);
            let df = df * *blocks as f64;
            (draws, (self.pearson(*blocks, *squares) - df) / (2.0 * df).sqrt())
        };
        Drift {
            key: "stream.equidistribution".to_owned(),
            name: "Chi-square of the frequencies in blocks, standardised".to_owned(),
            blocks: self.drift.iter().map(point).collect(),
        }
    }
}

/// Pearson's statistic of blocks of equal length against the counts of all, in the unit of a chi-square, and
/// its degrees of freedom. Mean and variance are those of all orders of the draws (Dawson 1954, with equal rows),
/// so that symbols too rare for the usual law make it no larger.
fn blocks_apart(counts: &[u64], squares: &[u128], blocks: u64) -> Option<(f64, f64)> {
    let (n, rows) = (counts.iter().sum::<u64>() as f64, blocks as f64);
    let came = || counts.iter().zip(squares).filter(|(count, _)| **count > 0);
    let columns = came().count() as f64;
    let q = came().map(|(count, sum)| *sum as f64 / *count as f64).sum::<f64>() * rows - n;
    let rarity = came().map(|(count, _)| n / *count as f64).sum::<f64>() - columns * columns;
    let mean = n * (rows - 1.0) * (columns - 1.0) / (n - 1.0);
    let spread = |classes: f64| (classes - 1.0) * (n - classes) / (n - 1.0);
    let variance = 2.0 * n / (n - 3.0) * spread(rows) * (spread(columns) - rarity / (n - 2.0));
    (mean > 0.0 && variance > 0.0)
        .then(|| (2.0 * mean / variance * q, 2.0 * mean * mean / variance))
}

/// Of each symbol and those before it how often they came, and their chance.
fn up_to(counts: &[u64], chances: &[f64]) -> impl Iterator<Item = (u64, f64)> {
    counts.iter().zip(chances).scan((0, 0.0), |sums, (count, chance)| {
        *sums = (sums.0 + count, sums.1 + chance);
        Some(*sums)
    })
}

/// The most unbalanced split of the range into low and high symbols. A word taken modulo the
/// range favours the low ones, all by the same little: one degree of freedom sees what d - 1
/// hide. Each split has its exact binomial tails; neighbouring splits share most of their draws,
/// and depend as a Brownian bridge does, each on those before through the last alone.
fn split(counts: &[u64], chances: &[f64]) -> Option<Figures> {
    let (n, d) = (counts.iter().sum(), counts.len());
    let step = (d / SPLITS).max(1);
    let splits = up_to(counts, chances).take(d - 1).skip(step - 1).step_by(step);
    let cells: Vec<(u64, u64, f64)> = splits.map(|(below, share)| (below, n, share)).collect();
    let mut figures = report::extreme(&cells)?;
    let alone = |(count, n, chance): &_| special::binomial_both(*count, *n, *chance);
    let (_, least) = special::least_likely(&cells, alone)?;
    let shared = |(_, _, a): &(u64, u64, f64), (_, _, b): &(u64, u64, f64)| {
        (a * (1.0 - b) / (b * (1.0 - a))).sqrt()
    };
    let correlations: Vec<f64> = cells.windows(2).map(|two| shared(&two[0], &two[1])).collect();
    let far = special::normal_isf(least.p() / 2.0);
    // A tail that no number holds is far beyond where the dependence counts.
    figures.p = if least.p() < 1e-15 {
        least.times(cells.len() as f64)
    } else {
        special::outside_band(&correlations, far)
    };
    figures.law = Law::Named("the most unbalanced split, splits depending as a Brownian bridge");
    Some(figures)
}

/// The largest distance of the shares below each symbol from their law, with a bound on its probability that holds of any
/// law and any number of draws (Dvoretzky, Kiefer and Wolfowitz 1956; the constant is Massart's, 1990).
fn distance(counts: &[u64], chances: &[f64]) -> Figures {
    let n: u64 = counts.iter().sum();
    let off = |(below, share): (u64, f64)| (below as f64 / n as f64 - share).abs();
    let distance = up_to(counts, chances).map(off).fold(0.0, f64::max);
    // 1.628 is the critical value at one in a hundred; a distance there is missed at most as often as one
    // normal value of deviation 1/2 falls short of it.
    let seen = (1.628 + 0.5 * special::normal_isf(0.1)) / (n as f64).sqrt();
    let effect = report::effect(distance, seen);
    let p = special::Prob::from_ln((2.0_f64.ln() - 2.0 * n as f64 * distance * distance).min(0.0));
    Figures::new(
        distance,
        Law::Named("a bound on the largest distance, 2 exp(-2 n D^2)"),
        p,
        effect,
    )
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use rand_chacha::ChaCha20Rng;
    use rand_core::{Rng, SeedableRng};

    /// Fair streams: the level is kept, and used up; with a correction for independent splits .05 would
    /// come out as about .01.
    #[test]
    fn the_most_unbalanced_split_is_as_rare_as_it_says() {
        let mut chance = ChaCha20Rng::seed_from_u64(3);
        let mut fair = |d: u64| ((u128::from(chance.next_u64()) * u128::from(d)) >> 64) as usize;
        for d in [6_usize, 52] {
            let (mut at_5, mut at_1, streams) = (0, 0, 400);
            for _ in 0..streams {
                let mut counts = vec![0_u64; d];
                (0..5_000).for_each(|_| counts[fair(d as u64)] += 1);
                let p = split(&counts, &vec![1.0 / d as f64; d])
                    .map_or(f64::NAN, |figures| figures.p.p());
                at_5 += u64::from(p <= 0.05);
                at_1 += u64::from(p <= 0.01);
            }
            for (found, level) in [(at_5, 0.05), (at_1, 0.01)] {
                let low = special::binomial_cdf(found, streams, level).p();
                let high = 1.0 - special::binomial_cdf(found, streams, level).p();
                assert!(low > 5e-4 && high > 5e-4, "{d}: {found} of {streams} at {level}");
            }
        }
    }

    /// Over all streams of eight draws of three symbols: a distance at least as large is at most as likely as it says.
    #[test]
    fn the_probability_of_a_distance_is_a_bound() {
        let chances = [0.5, 0.2, 0.3];
        let mut found: Vec<(f64, f64, f64)> = Vec::new();
        for word in 0..3_usize.pow(8) {
            let (mut counts, mut chance) = ([0; 3], 1.0);
            for at in 0..8 {
                let symbol = word / 3_usize.pow(at) % 3;
                counts[symbol] += 1;
                chance *= chances[symbol];
            }
            let figures = distance(&counts, &chances);
            let ends =
                [f64::from(counts[0] as u32) / 8.0 - 0.5, f64::from(counts[2] as u32) / 8.0 - 0.3];
            let expected = ends.iter().fold(0.0, |most: f64, end| most.max(end.abs()));
            assert!((figures.statistic - expected).abs() < 1e-12);
            found.push((figures.statistic, figures.p.p(), chance));
        }
        for (statistic, p, _) in &found {
            let as_far = found.iter().filter(|other| other.0 >= statistic - 1e-12);
            let exact: f64 = as_far.map(|other| other.2).sum();
            assert!(exact <= p + 1e-12, "{statistic}: {exact} {p}");
        }
    }

    /// Mean and variance over all orders of 4 + 3 + 1 draws, in two and in four blocks.
    #[test]
    fn blocks_of_all_orders_have_the_moments_of_their_law() {
        let draws = [0, 0, 0, 0, 1, 1, 1, 2_usize];
        for blocks in [2, 4_usize] {
            let (mut sum, mut square, mut orders) = (0.0, 0.0, 0.0);
            let mut law = (0.0, 0.0);
            for order in crate::laws::tests::group(8) {
                let mut squares = [0_u128; 3];
                for block in order.chunks(8 / blocks) {
                    let count = |s| block.iter().filter(|at| draws[**at] == s).count() as u128;
                    (0..3).for_each(|s| squares[s] += count(s).pow(2));
                }
                law = blocks_apart(&[4, 3, 1], &squares, blocks as u64).unwrap();
                (sum, square, orders) = (sum + law.0, square + law.0 * law.0, orders + 1.0);
            }
            let mean = sum / orders;
            assert!((mean - law.1).abs() < 1e-9, "{blocks}: {mean} {}", law.1);
            let variance = square / orders - mean * mean;
            assert!((variance - 2.0 * law.1).abs() < 1e-9, "{blocks}: {variance} {}", law.1);
        }
    }

    #[test]
    fn the_law_of_hits_is_binomial() {
        let law = Cells::new(3).stretch_law();
        for (k, exact) in [8.0 / 27.0, 12.0 / 27.0, 6.0 / 27.0, 1.0 / 27.0].iter().enumerate() {
            assert!((law[k] - exact).abs() < 1e-14);
        }
        assert!(law[4..].iter().all(|p| p.abs() < 1e-14));
    }
}
