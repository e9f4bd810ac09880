//! Bets on which label stands where, learned from the rounds before.

use super::mix::Mix;

/// Concentrations of the Dirichlet mixture, in pseudo-counts for each label: they suppose that cells
/// depart from chance by about 100 %, 30 %, 10 % and 3 %.
pub(super) const CONCENTRATIONS: [f64; 4] = [1.0, 10.0, 100.0, 1000.0];

/// Where the card dealt at one position stood before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Label {
    /// At this position.
    At(usize),
    /// Among the undealt cards, from this position on.
    From(usize),
}

/// For every position a gambler who expects the label x with chance (N_x + a) / (R + n a), where N_x
/// of the R rounds before had it: the Dirichlet-multinomial law of the counts against the uniform.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Places {
    n: usize,
    /// Row by row: position, then label. Fractions where a label was only known to be undealt.
    counts: Vec<f64>,
    /// Rounds seen at each position.
    rounds: Vec<f64>,
    mix: Mix,
}

impl Places {
    pub(super) fn new(n: usize) -> Self {
        Self {
            n,
            counts: vec![0.0; n * n],
            rounds: vec![0.0; n],
            mix: Mix::new(n * CONCENTRATIONS.len()),
        }
    }

    /// The label at one position; [`Places::settle`] follows at the end of the round.
    pub(super) fn push(&mut self, position: usize, label: Label) {
        let n = self.n;
        let row = &mut self.counts[position * n..(position + 1) * n];
        let (seen, cells) = match label {
            Label::At(x) => (row[x], 1.0),
            Label::From(x) => (row[x..].iter().sum(), (n - x) as f64),
        };
        let width = CONCENTRATIONS.len();
        let products = &mut self.mix.products()[position * width..(position + 1) * width];
        for (product, a) in products.iter_mut().zip(CONCENTRATIONS) {
            let expected = (seen + cells * a) / (self.rounds[position] + n as f64 * a);
            *product *= expected * n as f64 / cells;
        }
        match label {
            Label::At(x) => row[x] += 1.0,
            Label::From(x) => row[x..].iter_mut().for_each(|c| *c += 1.0 / cells),
        }
        self.rounds[position] += 1.0;
    }

    pub(super) fn settle(&mut self) {
        self.mix.settle();
    }

    pub(super) fn ln(&self) -> f64 {
        self.mix.ln()
    }
}
