//! Monitoring a stream of whole numbers: evidence that may be read after every draw.

use super::bets::Bets;
use super::error::MonitorError;
use super::mix::Mix;
use super::record::{Evidence, Peak, Record};
use std::collections::VecDeque;

/// Pseudo-counts for each symbol of the Dirichlet mixtures: cells depart from chance by about 100 %
/// down to 1 %.
const CONCENTRATIONS: [f64; 5] = [1.0, 10.0, 100.0, 1000.0, 10_000.0];

/// Above this many symbols the table of pairs would be larger than what it can learn.
const MOST_PAIRED: u32 = 256;

/// Draws back to which a repetition is looked for.
const LAGS: usize = 8;

/// Sequential monitoring of draws from 0 to d - 1, looked at whenever one likes.
///
/// The gamblers: the frequency of each symbol, each symbol after each (up to 256 symbols), both
/// learned from the counts so far (Dirichlet-multinomial against uniform), and repetitions of one
/// of the last eight draws.
#[derive(Clone, Debug, PartialEq)]
pub struct StreamMonitor {
    d: u32,
    frequency: Counts,
    /// One row for each symbol before.
    pairs: Option<Counts>,
    repeats: [Bets; LAGS],
    /// The last draws, the latest first.
    last: VecDeque<u32>,
    record: Record,
}

/// Rows of counts that share one mixture.
#[derive(Clone, Debug, PartialEq)]
struct Counts {
    d: usize,
    cells: Vec<f64>,
    rounds: Vec<f64>,
    mix: Mix,
}

impl Counts {
    fn new(d: u32, rows: u32) -> Self {
        let (d, rows) = (d as usize, rows as usize);
        Self {
            d,
            cells: vec![0.0; d * rows],
            rounds: vec![0.0; rows],
            mix: Mix::new(CONCENTRATIONS.len()),
        }
    }

    fn push(&mut self, row: usize, symbol: usize) {
        let cell = &mut self.cells[row * self.d + symbol];
        let d = self.d as f64;
        for (product, a) in self.mix.products().iter_mut().zip(CONCENTRATIONS) {
            *product *= (*cell + a) / (self.rounds[row] + d * a) * d;
        }
        *cell += 1.0;
        self.rounds[row] += 1.0;
        self.mix.settle();
    }
}

impl StreamMonitor {
    /// A monitor of draws from 0 to `d` - 1, `d` from 2 to 65,536.
    ///
    /// # Errors
    ///
    /// Another `d`, in one sentence.
    pub fn new(d: u32) -> Result<Self, MonitorError> {
        if !(2..=65_536).contains(&d) {
            return Err(MonitorError::Draws(d));
        }
        let pairs = (d <= MOST_PAIRED).then(|| Counts::new(d, d));
        let mut names = vec![("stream.frequency", "frequency of each symbol")];
        if pairs.is_some() {
            names.push(("stream.pairs", "each symbol after each"));
        }
        names.push(("stream.repeats", "repetition of one of the last eight draws"));
        Ok(Self {
            d,
            frequency: Counts::new(d, 1),
            pairs,
            repeats: std::array::from_fn(|_| Bets::among(d as usize)),
            last: VecDeque::new(),
            record: Record::new(names),
        })
    }

    /// The next draw.
    ///
    /// # Errors
    ///
    /// A symbol out of range, in one sentence; it is left out and the draws before are forgotten.
    pub fn push(&mut self, symbol: u32) -> Result<(), MonitorError> {
        if symbol >= self.d {
            self.last.clear();
            return Err(MonitorError::Symbol { symbol, d: self.d });
        }
        let x = symbol as usize;
        self.frequency.push(0, x);
        if let (Some(pairs), Some(before)) = (&mut self.pairs, self.last.front()) {
            pairs.push(*before as usize, x);
        }
        for (bets, before) in self.repeats.iter_mut().zip(&self.last) {
            bets.bet(0, *before == symbol);
            bets.settle();
        }
        self.last.truncate(LAGS - 1);
        self.last.push_front(symbol);
        let repeats = super::mix::ln_average(&self.repeats.each_ref().map(Bets::ln));
        let frequency = std::iter::once(self.frequency.mix.ln());
        let pairs = self.pairs.iter().map(|p| p.mix.ln());
        self.record.push(frequency.chain(pairs).chain([repeats]));
        Ok(())
    }

    /// Draws seen.
    pub fn count(&self) -> u64 {
        self.record.n()
    }

    /// Natural logarithm of the evidence now.
    pub fn ln_e(&self) -> f64 {
        self.record.ln_e()
    }

    /// The largest evidence so far, and when.
    pub fn worst(&self) -> Peak {
        self.record.worst()
    }

    /// All that is known, as plain data.
    pub fn evidence(&self) -> Evidence {
        self.record.evidence("draws")
    }
}
