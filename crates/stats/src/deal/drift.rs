//! Standardised sums over time, in blocks that double as the stream grows.
//!
//! Blocks are aligned to the index in the stream and everything is whole numbers, so that any
//! splitting of the stream gives the same blocks. Means and variances are rounded to a millionth.

use crate::battery::Drift;
use crate::laws::Moments;

/// Blocks at most.
const BLOCKS_MAX: u64 = 512;
/// Fixed point: 20 binary places.
const UNIT: f64 = (1u64 << 20) as f64;

/// What is followed: keys and names.
pub(super) const SERIES: [(&str, &str); 8] = [
    ("fixed.rises", "rising sequences"),
    ("fixed.inversions", "inversions"),
    ("fixed.guess", "right guesses of the next card"),
    ("fixed.neighbours", "neighbouring labels in one hand"),
    ("previous.rises", "rising sequences against the deal before"),
    ("previous.inversions", "inversions against the deal before"),
    ("previous.guess", "right guesses of the next card from the deal before"),
    ("previous.kept_together", "pairs kept together from one deal to the next"),
];

/// Mean and variance in fixed point.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Fixed {
    mean: i64,
    variance: i64,
}

impl From<Moments> for Fixed {
    fn from(moments: Moments) -> Self {
        let fixed = |x: f64| (x * UNIT).round() as i64;
        Self { mean: fixed(moments.mean), variance: fixed(moments.variance) }
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Cell {
    sum: i64,
    moments: Fixed,
}

impl Cell {
    fn add(&mut self, other: &Self) {
        self.sum += other.sum;
        self.moments.mean += other.moments.mean;
        self.moments.variance += other.moments.variance;
    }
}

/// Block sums of every series.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Drifts {
    /// Deals of one block, a power of two.
    length: u64,
    /// Index of the first block held, in blocks of `length` from the start of the stream.
    first: u64,
    blocks: Vec<[Cell; SERIES.len()]>,
}

impl Drifts {
    /// Of a part of the stream that starts at this index.
    pub(super) fn starting_at(at: u64) -> Self {
        Self { length: 1, first: at, blocks: Vec::new() }
    }

    /// Adds one figure of the deal at index `at`.
    pub(super) fn add(&mut self, at: u64, series: usize, value: u32, moments: Fixed) {
        self.reach(at);
        let block = (at / self.length).saturating_sub(self.first) as usize;
        if self.blocks.len() <= block {
            self.blocks.resize(block + 1, [Cell::default(); SERIES.len()]);
        }
        self.blocks[block][series].add(&Cell { sum: i64::from(value), moments });
    }

    /// Makes the blocks long enough that index `at` is within the last block allowed.
    fn reach(&mut self, at: u64) {
        while at / self.length >= BLOCKS_MAX {
            let old = std::mem::take(&mut self.blocks);
            let first = self.first / 2;
            for (i, cells) in old.iter().enumerate() {
                let block = ((self.first + i as u64) / 2 - first) as usize;
                if self.blocks.len() <= block {
                    self.blocks.resize(block + 1, [Cell::default(); SERIES.len()]);
                }
                self.blocks[block].iter_mut().zip(cells).for_each(|(own, cell)| own.add(cell));
            }
            self.first = first;
            self.length *= 2;
        }
    }

    /// Adds the blocks of the part that follows.
    pub(super) fn merge(&mut self, mut next: Self) {
        let length = self.length.max(next.length);
        self.reach((length / 2) * BLOCKS_MAX);
        next.reach((length / 2) * BLOCKS_MAX);
        for (i, cells) in next.blocks.iter().enumerate() {
            let block = (next.first + i as u64).saturating_sub(self.first) as usize;
            if self.blocks.len() <= block {
                self.blocks.resize(block + 1, [Cell::default(); SERIES.len()]);
            }
            self.blocks[block].iter_mut().zip(cells).for_each(|(own, cell)| own.add(cell));
        }
    }

    /// The series that have anything to show; `end` is the number of observations so far.
    pub(super) fn series(&self, end: u64) -> Vec<Drift> {
        let of = |(series, (key, name)): (usize, &(&str, &str))| {
            let z = |(i, cells): (usize, &[Cell; SERIES.len()])| {
                let cell = &cells[series];
                let variance = cell.moments.variance as f64 / UNIT;
                let off = cell.sum as f64 - cell.moments.mean as f64 / UNIT;
                let until = ((self.first + i as u64 + 1) * self.length).min(end);
                (variance > 0.0).then(|| (until, off / variance.sqrt()))
            };
            let blocks = self.blocks.iter().enumerate().filter_map(z).collect();
            Drift { key: (*key).to_owned(), name: (*name).to_owned(), blocks }
        };
        let all = SERIES.iter().enumerate().map(of);
        all.filter(|drift| !drift.blocks.is_empty()).collect()
    }
}
