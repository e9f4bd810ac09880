//! Runs up: how long the draws of a stream rise.
//!
//! The draw that ends a run is thrown away, so that no two runs share a draw and their lengths are independent (Knuth, The
//! Art of Computer Programming vol. 2, 3.3.2, exercise 14). A run is r long or longer where its first r draws rise, equal
//! ones not: the r-th elementary symmetric function of the chances of the symbols.

use super::given::Given;
use super::report::{self, Report};
use super::window::Window;
use crate::battery::Figures;

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
}

impl Runs {
    pub(super) fn new(_d: u32) -> Self {
        Self::default()
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
    }

    /// The frequencies that were drawn stand for the chances, which makes the fit closer, if anything: it is never called
    /// too good.
    pub(super) fn report(&self, say: &mut Report, given: &Given) {
        let runs = self.complete.iter().sum();
        say.test("stream.runs_up", runs, 200, || {
            let shares: Vec<f64> =
                given.counts.iter().map(|c| *c as f64 / given.n as f64).collect();
            let (q, df) = report::pooled(&self.complete, &lengths(&shares), EXPECTS)?;
            let measure = "rms relative deviation of a length's frequency";
            Some(Figures { too_good: None, ..report::chi_square(q, df, runs, measure) })
        });
    }
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

    /// Worked by hand: 5 (1) | 3 (2) | 4 6 7 (7) | 8 9 (0) | 1; the draws in brackets end a run.
    #[test]
    fn lengths_worked_by_hand_however_the_stream_is_cut() {
        let stream = [5, 1, 3, 2, 4, 6, 7, 7, 8, 9, 0, 1_u16];
        for cut in 0..stream.len() {
            let mut runs = Runs::new(10);
            for block in [&stream[..cut], &stream[cut..]] {
                runs.feed(&Window { all: block, from: 0, centred: &[] });
            }
            assert_eq!(runs.complete, [2, 1, 1, 0, 0, 0, 0]);
            assert_eq!((runs.last, runs.open), (Some(1), 1));
        }
    }
}
