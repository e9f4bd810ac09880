//! Frequencies of every second draw beside those of the draws between them.

use super::given::{Given, independence};
use super::report::Report;
use super::window::Window;

/// Counts of the symbols by the place of a draw modulo 2.
#[derive(Clone, Debug)]
pub(super) struct Subsequences {
    counts: [Vec<u64>; 2],
    /// Which of the two the next draw is of.
    next: usize,
}

impl Subsequences {
    pub(super) fn new(d: u32) -> Self {
        Self { counts: std::array::from_fn(|_| vec![0; d as usize]), next: 0 }
    }

    pub(super) fn feed(&mut self, window: &Window) {
        for x in window.block() {
            self.counts[self.next][usize::from(*x)] += 1;
            self.next = 1 - self.next;
        }
    }

    /// The two subsequences against each other.
    pub(super) fn report(&self, say: &mut Report, given: &Given) {
        let counts = self.counts.concat();
        let measure = "rms relative deviation of a symbol's frequency in a subsequence";
        say.chi("stream.every_2nd_frequency", counts.iter().sum(), 200, measure, || {
            independence(&given.classes(1, 2.0).columns(&counts))
        });
    }
}
