//! The null laws of decks of `n` labels, computed once for each `n`.

use super::counts::{COUNTS, Count};
use super::lanes::LABELS;
use crate::laws::{self, CountLaw};
use std::sync::OnceLock;

/// The law of every count of which a histogram is kept, in their order.
pub(super) struct Laws(Vec<CountLaw>);

impl Laws {
    /// The laws of decks of `n` labels, 2 to 64.
    pub(super) fn of(n: usize) -> &'static Self {
        static LAWS: [OnceLock<Laws>; LABELS + 1] = [const { OnceLock::new() }; LABELS + 1];
        LAWS[n.min(LABELS)].get_or_init(|| Self::new(n))
    }

    fn new(n: usize) -> Self {
        let (turns, falls) = (laws::peaks(n), laws::descents(n));
        let (cycles, pairs) = (laws::cycles(n), laws::successions(n));
        // There is a law for every n up to 64; without one the tests say that nothing varies.
        let longest = laws::longest_increasing(n);
        let longest = longest.unwrap_or(CountLaw { mean: 0.0, variance: 0.0, pmf: Vec::new() });
        let law = |count: &Count| match count {
            Count::Rises | Count::Descents => falls.clone(),
            Count::Peaks | Count::Valleys | Count::InversePeaks | Count::InverseValleys => {
                turns.clone()
            }
            Count::Increasing | Count::Decreasing => longest.clone(),
            Count::FixedPoints => laws::fixed_points(n),
            Count::Successions | Count::ReverseSuccessions => pairs.clone(),
            Count::Cycles | Count::Guess | Count::GuessDirection => cycles.clone(),
        };
        Self(Count::ALL.iter().map(law).collect())
    }

    /// The law of a count.
    pub(super) fn count(&self, count: Count) -> &CountLaw {
        &self.0[(count as usize).min(COUNTS - 1)]
    }
}
