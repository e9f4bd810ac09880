//! The null laws of decks of `n` labels, computed once for each `n`.

use super::counts::{COUNTS, Count};
use crate::laws::{self, CountLaw};
use std::sync::OnceLock;

/// Level and power of the smallest effect a test would have seen.
const ALPHA: f64 = 0.01;
const POWER: f64 = 0.9;

/// The law of every count of which a histogram is kept.
pub(super) struct Laws {
    counts: Vec<CountLaw>,
}

impl Laws {
    /// The laws of decks of `n` labels, 2 to 64.
    pub(super) fn of(n: usize) -> &'static Self {
        static LAWS: [OnceLock<Laws>; 65] = [const { OnceLock::new() }; 65];
        static NONE: Laws = Laws { counts: Vec::new() };
        LAWS.get(n).map_or(&NONE, |law| law.get_or_init(|| Self::new(n)))
    }

    fn new(n: usize) -> Self {
        let longest = laws::longest_increasing(n);
        let none = CountLaw { mean: 0.0, variance: 0.0, pmf: vec![1.0] };
        let counts = (0..COUNTS).map(|count| match count {
            c if c == Count::Rises as usize || c == Count::Descents as usize => laws::descents(n),
            c if c == Count::Peaks as usize
                || c == Count::Valleys as usize
                || c == Count::InversePeaks as usize
                || c == Count::InverseValleys as usize =>
            {
                laws::peaks(n)
            }
            c if c == Count::Increasing as usize || c == Count::Decreasing as usize => {
                longest.clone().unwrap_or_else(|| none.clone())
            }
            c if c == Count::FixedPoints as usize => laws::fixed_points(n),
            c if c == Count::Successions as usize || c == Count::ReverseSuccessions as usize => {
                laws::successions(n)
            }
            _ => laws::cycles(n),
        });
        Self { counts: counts.collect() }
    }

    /// The law of a count.
    pub(super) fn count(&self, count: Count) -> Option<&CountLaw> {
        self.counts.get(count as usize)
    }
}
