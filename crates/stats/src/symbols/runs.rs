//! Runs up: how long the draws of a stream rise; and how many runs each symbol makes.
//!
//! Runs up: the draw that ends a run is thrown away, so that no two runs share a draw and their lengths are independent (Knuth, The
//! Art of Computer Programming vol. 2, 3.3.2, exercise 14). A run is r long or longer where its first r draws rise, equal
//! ones not: the r-th elementary symmetric function of the chances of the symbols. Runs of a symbol: with n_s of N draws
//! there are r of them with probability C(n_s - 1, r - 1) C(N - n_s + 1, r) / C(N, n_s), whatever the chance of the symbol.

use super::given::Given;
use super::report::{self, Report};
use super::window::Window;
use crate::battery::{Figures, Law, Most};
use crate::special;

/// Runs that a length expects: with five the tail of chi-square is three times too thin at 1e-5.
const EXPECTS: f64 = 20.0;
/// Runs of this length and longer are counted together.
const LONGEST: usize = 7;

/// Complete runs by their length, less one.
#[derive(Clone, Debug, Default)]
pub(super) struct Runs {
    last: Option<u16>,
    open: usize,
    complete: [u64; LONGEST],
    /// How often a symbol follows itself.
    same: Vec<u64>,
}

impl Runs {
    pub(super) fn new(d: u32) -> Self {
        Self { same: vec![0; d as usize], ..Self::default() }
    }

    pub(super) fn feed(&mut self, window: &Window) {
        for x in window.block() {
            if self.last.is_none_or(|last| *x > last) {
                (self.last, self.open) = (Some(*x), self.open + 1);
            } else {
                self.complete[self.open.min(LONGEST) - 1] += 1;
                (self.last, self.open) = (None, 0);
            }
        }
        for two in window.reaching_back(1).windows(2) {
            self.same[usize::from(two[1])] += u64::from(two[0] == two[1]);
        }
    }

    /// The frequencies that were drawn stand for the chances, which makes the fit closer, if anything: it is never called
    /// too good.
    pub(super) fn report(&self, say: &mut Report, given: &Given) {
        let runs = self.complete.iter().sum();
        say.test("stream.runs_up", runs, 200, || {
            let shares: Vec<f64> =
                given.counts.iter().map(|c| *c as f64 / given.n as f64).collect();
            let (q, df) = report::pooled(&self.complete, &lengths(&shares), EXPECTS)?;
            Some(Figures { too_good: None, ..report::chi_square(q, df, runs) })
        });
        self.report_of_each(say, &given.counts, given.n);
    }

    fn report_of_each(&self, say: &mut Report, counts: &[u64], n: u64) {
        let d = counts.len() as u64;
        let of = |(label, (count, same)): (usize, (&u64, &u64))| {
            let count_of_runs = count.checked_sub(*same)?;
            let p = run_tails(n, *count, count_of_runs)?;
            let (a, b) = (*count as f64, (n - count) as f64);
            let expected = a * (b + 1.0) / n as f64;
            let unit = (b * (a - 1.0) / (n as f64 - 1.0) / n as f64 / expected.max(1e-300)).sqrt();
            Some((label, count_of_runs, expected, p, unit))
        };
        let all = counts.iter().zip(&self.same).enumerate().filter_map(of);
        let worst = all.min_by(|a, b| a.3.ln().total_cmp(&b.3.ln()));
        let most = worst.map(|(label, count, expected, ..)| Most::Label { label, count, expected });
        say.most("stream.runs_symbol", most);
        say.test("stream.runs_symbol", n, (5 * d).max(100), || {
            let (_, runs, mean, p, unit) = worst?;
            let deviation = runs as f64 / mean - 1.0;
            let law = Law::Named("the most unusual of the symbols, exact law of runs");
            let smallest = report::deviations_seen(d) * unit;
            let effect = report::effect(deviation, smallest);
            Some(Figures::new(deviation, law, special::sidak(p, d), effect))
        });
    }
}

/// Both tails of the number of runs `r` of a symbol that came `count` times among `n` draws.
fn run_tails(n: u64, count: u64, r: u64) -> Option<special::Prob> {
    if count == 0 || count == n || r == 0 {
        return None;
    }
    let rest = n - count + 1;
    let most = count.min(rest);
    let ln = |r: u64| {
        special::ln_choose(count - 1, r - 1) + special::ln_choose(rest, r)
            - special::ln_choose(n, count)
    };
    // Terms away from the observed one, each as a multiple of it.
    let ratio = |k: u64| (count - k) as f64 / k as f64 * ((rest - k) as f64 / (k + 1) as f64);
    let upper = special::sum_of_products((r..most).map(ratio));
    let lower = special::sum_of_products((1..r).rev().map(|k| ratio(k).recip()));
    let prob = |sum: f64| special::Prob::from_ln(ln(r) + sum.ln());
    Some(prob(lower).either(prob(upper)))
}

/// The law of the lengths of runs, the last entry for all longer ones.
fn lengths(chances: &[f64]) -> Vec<f64> {
    let mut at_least = elementary(chances, LONGEST);
    at_least.push(0.0);
    at_least[1..].windows(2).map(|two| two[0] - two[1]).collect()
}

/// Elementary symmetric functions of the chances up to this degree: the sums of the products of so many different ones,
/// which are the chances that so many draws rise.
pub(super) fn elementary(chances: &[f64], degree: usize) -> Vec<f64> {
    let mut sums = vec![0.0; degree + 1];
    sums[0] = 1.0;
    for chance in chances {
        for k in (1..=degree).rev() {
            sums[k] += sums[k - 1] * chance;
        }
    }
    sums
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::symbols::window::in_parts;

    /// Chances that draws rise, over all sequences of four draws of three symbols and of five.
    #[test]
    fn the_law_of_lengths_is_that_of_all_sequences() {
        for chances in [vec![0.5, 0.3, 0.2], vec![0.1, 0.4, 0.15, 0.05, 0.3]] {
            let d = chances.len();
            let mut found = [0.0; 5];
            for word in 0..d.pow(5) {
                let draws: Vec<usize> = (0..5).map(|i| word / d.pow(i) % d).collect();
                let rising = 1 + draws.windows(2).take_while(|two| two[0] < two[1]).count();
                found[rising - 1] += draws.iter().map(|x| chances[*x]).product::<f64>();
            }
            let law = lengths(&chances);
            for (length, (law, found)) in law.iter().zip(found).enumerate() {
                assert!((law - found).abs() < 1e-12, "{length}: {law} {found}");
            }
            assert!((law.iter().sum::<f64>() - 1.0).abs() < 1e-12);
        }
    }

    /// The exact law of runs against the count over all arrangements of 4 marks among 10 draws.
    #[test]
    fn the_law_of_the_runs_of_a_symbol_is_that_of_all_arrangements() {
        let mut with_runs = [0_u32; 6];
        for word in 0_u32..1 << 10 {
            if word.count_ones() == 4 {
                let starts = word & !(word << 1);
                with_runs[starts.count_ones() as usize] += 1;
            }
        }
        let total: u32 = with_runs.iter().sum();
        assert_eq!(total, 210);
        for r in 1..=4 {
            let low: u32 = with_runs[..=r].iter().sum();
            let high: u32 = with_runs[r..].iter().sum();
            let exact = (2.0 * f64::from(low.min(high)) / 210.0).min(1.0);
            let p = run_tails(10, 4, r as u64).unwrap().p();
            assert!((p - exact).abs() < 1e-12, "{r}: {p} {exact}");
        }
    }

    /// Worked by hand: 5 (1) | 3 (2) | 4 6 7 (7) | 8 9 (0) | 1; the draws in brackets end a run. And 7 follows itself.
    #[test]
    fn lengths_worked_by_hand_however_the_stream_is_cut() {
        let stream = [5, 1, 3, 2, 4, 6, 7, 7, 8, 9, 0, 1_u16];
        for cut in 0..stream.len() {
            let mut runs = Runs::new(10);
            in_parts(&stream, &[cut, stream.len()], |part| runs.feed(part));
            assert_eq!(runs.complete, [2, 1, 1, 0, 0, 0, 0]);
            assert_eq!((runs.last, runs.open), (Some(1), 1));
            assert_eq!(runs.same, [0, 0, 0, 0, 0, 0, 0, 1, 0, 0]);
        }
    }
}
