//! Standardised sums over time, in blocks that double as the stream grows: aligned to the index in the stream and in whole
//! numbers, so that any splitting of it gives the same blocks. Means and variances are rounded to a millionth.

use crate::battery::Drift;
use crate::laws::Moments;
use crate::sums::{Sums, sums};

const BLOCKS_MAX: u64 = 512;
/// Fixed point: 20 binary places.
const UNIT: f64 = (1u64 << 20) as f64;

/// What is followed: keys and names. First those of the cards themselves, then against the deal before;
/// of each the counts of an order, then pairs of one packet.
const SERIES: [(&str, &str); 8] = [
    ("fixed.inversions", "Inversions"),
    ("fixed.rises", "Rising sequences"),
    ("fixed.valleys", "Valleys"),
    ("fixed.neighbours", "Neighbouring labels in one hand"),
    ("previous.inversions", "Inversions, against the deal before"),
    ("previous.rises", "Rising sequences, against the deal before"),
    ("previous.valleys", "Valleys, against the deal before"),
    ("previous.kept_together", "Pairs kept together from one deal to the next"),
];

/// Where the series of each reference begin, and of pairs of one packet.
pub(super) const FIXED: usize = 0;
pub(super) const FIXED_PAIRS: usize = 3;
pub(super) const PREVIOUS: usize = 4;
pub(super) const PREVIOUS_PAIRS: usize = 7;

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

sums!(Fixed: mean, variance);
sums!(Cell: sum, moments);

type Block = [Cell; SERIES.len()];

#[derive(Clone, Debug, PartialEq)]
pub(super) struct Drifts {
    /// Deals of one block are two to this power.
    level: u32,
    /// Index of the first block held, in blocks from the start of the stream.
    first: u64,
    blocks: Vec<Block>,
}

impl Drifts {
    /// Of a part of the stream that starts at this index.
    pub(super) fn starting_at(at: u64) -> Self {
        Self { level: 0, first: at, blocks: Vec::new() }
    }

    /// Adds figures of the deal at index `at` to the series from `from` on.
    #[inline(always)]
    pub(super) fn push(&mut self, at: u64, from: usize, figures: &[(u32, Fixed)]) {
        if at >> self.level >= BLOCKS_MAX {
            self.reach(at);
        }
        let block = self.block(((at >> self.level) - self.first) as usize);
        for (own, (value, moments)) in block.iter_mut().skip(from).zip(figures) {
            own.add(&Cell { sum: i64::from(*value), moments: *moments });
        }
    }

    /// A block by its place among those held; made where it is the first.
    #[inline(always)]
    fn block(&mut self, place: usize) -> &mut Block {
        if self.blocks.len() <= place {
            self.blocks.resize(place + 1, [Cell::default(); SERIES.len()]);
        }
        &mut self.blocks[place]
    }

    /// Makes the blocks long enough that index `at` is within the last block allowed.
    #[cold]
    fn reach(&mut self, at: u64) {
        while at >> self.level >= BLOCKS_MAX {
            let old = std::mem::take(&mut self.blocks);
            let first = self.first / 2;
            for (number, cells) in (self.first..).zip(&old) {
                self.block((number / 2 - first) as usize).add(cells);
            }
            self.first = first;
            self.level += 1;
        }
    }

    /// The series that have anything to show; `end` is the number of observations so far, and one
    /// observation is a `deal` or a `deck`.
    pub(super) fn series(&self, end: u64, one: &str) -> Vec<Drift> {
        let of = |(series, (key, name)): (usize, &(&str, &str))| {
            let z = |(number, cells): (u64, &Block)| {
                let cell = &cells[series];
                let variance = cell.moments.variance as f64 / UNIT;
                let off = cell.sum as f64 - cell.moments.mean as f64 / UNIT;
                let until = ((number + 1) << self.level).min(end);
                (variance > 0.0).then(|| (until, off / variance.sqrt()))
            };
            let blocks = (self.first..).zip(&self.blocks).filter_map(z).collect();
            Drift { key: (*key).to_owned(), name: name.replace("deal", one), blocks }
        };
        let all = SERIES.iter().enumerate().map(of);
        all.filter(|drift| !drift.blocks.is_empty()).collect()
    }
}

impl Sums for Drifts {
    fn add(&mut self, next: &Self) {
        let least = self.level.max(next.level);
        // The smallest index that needs blocks of that length.
        let at = if least == 0 { 0 } else { BLOCKS_MAX << (least - 1) };
        let mut next = next.clone();
        self.reach(at);
        next.reach(at);
        for (number, cells) in (next.first..).zip(&next.blocks) {
            self.block((number - self.first) as usize).add(cells);
        }
    }
}
