//! Frequencies of every second and every third draw.

use super::given::{Given, independence};
use super::report::Report;
use super::window::Window;

const STEPS: [(usize, &str); 2] =
    [(2, "stream.every_2nd_frequency"), (3, "stream.every_3rd_frequency")];

/// Counts of the symbols by the place of a draw modulo 2 and modulo 3.
#[derive(Clone, Debug)]
pub(super) struct Subsequences {
    d: usize,
    phases: [usize; 2],
    counts: [Vec<u64>; 2],
}

impl Subsequences {
    pub(super) fn new(d: u32) -> Self {
        let d = d as usize;
        Self { d, phases: [0; 2], counts: STEPS.map(|(step, _)| vec![0; step * d]) }
    }

    pub(super) fn feed(&mut self, window: &Window) {
        for (i, (step, _)) in STEPS.iter().enumerate() {
            let mut row = self.phases[i] * self.d;
            for x in window.block() {
                self.counts[i][row + usize::from(*x)] += 1;
                row += self.d;
                if row == step * self.d {
                    row = 0;
                }
            }
            self.phases[i] = row / self.d;
        }
    }

    /// The tests: the subsequences of a step against each other.
    pub(super) fn report(&self, say: &mut Report, given: &Given) {
        for ((step, key), counts) in STEPS.iter().zip(&self.counts) {
            let n: u64 = counts.iter().sum();
            let measure = "rms relative deviation of a symbol's frequency in a subsequence";
            say.chi(key, n, 200, measure, || {
                independence(&given.classes(1, *step as f64).columns(counts))
            });
        }
    }
}
