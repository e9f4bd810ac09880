//! What is counted of the permutations of one reference: whole numbers only, so that counts of two
//! pieces of a stream add up to the counts of the whole.

use super::drift::{Drifts, Looked};
use super::kernels;
use super::lanes::{LABELS, LANES};

/// Cells of a table of `n` by `n`; the tables are as large as the largest `n` needs, and hold
/// row `i` from `i * n` on.
const CELLS: usize = LABELS * LABELS;
/// A cell of a small table grows by one at most with each permutation.
const SMALL_MAX: u32 = u16::MAX as u32;
/// Values of a count of one permutation: up to 64, and a power of two so that a value is its index.
pub(super) const VALUES: usize = 128;

/// The counts of one permutation of which the whole histogram is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(usize)]
pub(super) enum Count {
    Rises,
    Descents,
    Peaks,
    Valleys,
    InversePeaks,
    InverseValleys,
    Increasing,
    Decreasing,
    FixedPoints,
    Successions,
    ReverseSuccessions,
    Cycles,
    Guess,
    GuessDirection,
}

/// How many counts there are.
pub(super) const COUNTS: usize = Count::GuessDirection as usize + 1;

impl Count {
    /// All of them, in order.
    pub(super) const ALL: [Self; COUNTS] = [
        Self::Rises,
        Self::Descents,
        Self::Peaks,
        Self::Valleys,
        Self::InversePeaks,
        Self::InverseValleys,
        Self::Increasing,
        Self::Decreasing,
        Self::FixedPoints,
        Self::Successions,
        Self::ReverseSuccessions,
        Self::Cycles,
        Self::Guess,
        Self::GuessDirection,
    ];
}

/// The three square tables, small counters that are emptied into large ones before they overflow:
/// all of them together stay in the nearest cache.
#[derive(Clone)]
struct Small {
    position: Box<[u16; CELLS]>,
    adjacency: Box<[u16; CELLS]>,
    lehmer: Box<[u16; CELLS]>,
    permutations: u32,
}

/// Everything counted against one reference.
#[derive(Clone)]
pub(super) struct Counts {
    n: usize,
    /// Permutations counted.
    pub(super) total: u64,
    small: Small,
    /// Position (row) by label.
    pub(super) position: Vec<u64>,
    /// Label (row) directly before label.
    pub(super) adjacency: Vec<u64>,
    /// Position (row) by rank among the labels not yet dealt.
    pub(super) lehmer: Vec<u64>,
    /// Histograms, by [`Count`] and value.
    pub(super) histograms: Box<[[u64; VALUES]; COUNTS]>,
    /// Sum of the inversions of all permutations.
    pub(super) inversions: u128,
    /// Block by block.
    pub(super) drifts: Drifts,
    waiting: Box<Waiting>,
}

/// The permutations that wait to be counted together.
#[derive(Clone)]
struct Waiting {
    filled: usize,
    at: [u64; LANES],
    decks: [Deck; LANES],
    inverses: [Deck; LANES],
}

/// A permutation and room for its neighbours in memory.
pub(super) type Deck = [u8; LABELS];

impl Counts {
    pub(super) fn new(n: usize) -> Self {
        let table = || vec![0; n * n];
        let small = || Box::new([0; CELLS]);
        Self {
            n,
            total: 0,
            small: Small {
                position: small(),
                adjacency: small(),
                lehmer: small(),
                permutations: 0,
            },
            position: table(),
            adjacency: table(),
            lehmer: table(),
            histograms: Box::new([[0; VALUES]; COUNTS]),
            inversions: 0,
            drifts: Drifts::default(),
            waiting: Box::new(Waiting {
                filled: 0,
                at: [0; LANES],
                decks: [[0; LABELS]; LANES],
                inverses: [[0; LABELS]; LANES],
            }),
        }
    }

    /// Counts one permutation, number `at` of the stream, whose inverse is given.
    #[inline(always)]
    pub(super) fn observe(&mut self, deck: &Deck, inverse: &Deck, at: u64) {
        let lane = self.waiting.filled & (LANES - 1);
        self.waiting.decks[lane] = *deck;
        self.waiting.inverses[lane] = *inverse;
        self.waiting.at[lane] = at;
        self.waiting.filled = lane + 1;
        self.total += 1;
        if lane + 1 == LANES {
            self.empty_lanes();
        }
    }

    /// Counts the permutations that wait.
    #[inline(never)]
    fn empty_lanes(&mut self) {
        self.count_waiting();
        self.waiting.filled = 0;
        if self.small.permutations + LANES as u32 > SMALL_MAX {
            self.empty_small();
        }
    }

    fn count_waiting(&mut self) {
        let (n, filled) = (self.n, self.waiting.filled);
        let labels = kernels::transpose(n, &self.waiting.decks);
        let digits = kernels::digits(n, &labels);
        self.small.permutations += filled as u32;
        for (i, (labels, digits)) in labels.iter().zip(&digits).enumerate().take(n) {
            count_row(&mut self.small.position[i * n..], &labels[..filled]);
            count_row(&mut self.small.lehmer[i * n..], &digits[..filled]);
        }
        for cells in kernels::cells(n, &labels).iter().take(n - 1) {
            for cell in &cells[..filled] {
                one_more(&mut self.small.adjacency[usize::from(*cell) & (CELLS - 1)]);
            }
        }
        let inverse = kernels::turns(n, &kernels::transpose(n, &self.waiting.inverses));
        let deck = kernels::turns(n, &labels);
        let steps = kernels::steps(n, &labels);
        let guesses = kernels::guesses(n, &digits);
        let found = [
            (Count::Rises, inverse.descents),
            (Count::Descents, deck.descents),
            (Count::Peaks, deck.peaks),
            (Count::Valleys, deck.valleys),
            (Count::InversePeaks, inverse.peaks),
            (Count::InverseValleys, inverse.valleys),
            (Count::Increasing, kernels::longest(n, &labels, false)),
            (Count::Decreasing, kernels::longest(n, &labels, true)),
            (Count::FixedPoints, steps.fixed_points),
            (Count::Successions, steps.successions),
            (Count::ReverseSuccessions, steps.reverse_successions),
            (Count::Cycles, kernels::cycles(n, &labels)),
            (Count::Guess, guesses.above),
            (Count::GuessDirection, guesses.direction),
        ];
        for (count, values) in &found {
            for value in &values[..filled] {
                self.histograms[*count as usize][usize::from(*value) & (VALUES - 1)] += 1;
            }
        }
        let inversions = kernels::inversions(n, &digits);
        let all = inversions.iter().zip(&self.waiting.at).enumerate().take(filled);
        for (lane, (inversions, at)) in all {
            self.inversions += u128::from(*inversions);
            let looked = Looked {
                inversions: u64::from(*inversions),
                rises: u64::from(inverse.descents[lane]),
                guess: u64::from(guesses.above[lane]),
                peaks: u64::from(deck.peaks[lane]),
            };
            self.drifts.add(*at, looked);
        }
    }

    /// Labels of a deck.
    pub(super) fn n(&self) -> usize {
        self.n
    }

    /// How often each value of a count came.
    pub(super) fn histogram(&self, count: Count) -> &[u64; VALUES] {
        &self.histograms[count as usize]
    }

    fn empty_small(&mut self) {
        let pour = |small: &mut [u16; CELLS], large: &mut Vec<u64>| {
            for (large, small) in large.iter_mut().zip(small.iter_mut()) {
                *large += u64::from(*small);
                *small = 0;
            }
        };
        pour(&mut self.small.position, &mut self.position);
        pour(&mut self.small.adjacency, &mut self.adjacency);
        pour(&mut self.small.lehmer, &mut self.lehmer);
        self.small.permutations = 0;
    }

    /// Brings everything that waits into the counts.
    pub(super) fn settle(&mut self) {
        if self.waiting.filled > 0 {
            self.empty_lanes();
        }
        self.empty_small();
    }

    /// Adds the counts of a later piece; both settled.
    pub(super) fn absorb(&mut self, next: &Self) {
        let add = |to: &mut [u64], from: &[u64]| {
            to.iter_mut().zip(from).for_each(|(to, from)| *to += from);
        };
        self.total += next.total;
        self.inversions += next.inversions;
        add(&mut self.position, &next.position);
        add(&mut self.adjacency, &next.adjacency);
        add(&mut self.lehmer, &next.lehmer);
        for (to, from) in self.histograms.iter_mut().zip(next.histograms.iter()) {
            add(to, from);
        }
        self.drifts.absorb(&next.drifts);
    }
}

/// One more in the cell of a row for each of these labels.
#[inline(always)]
fn count_row(cells: &mut [u16], labels: &[u8]) {
    if let Some(cells) = cells.first_chunk_mut::<LABELS>() {
        for label in labels {
            one_more(&mut cells[usize::from(*label) & (LABELS - 1)]);
        }
    }
}

#[inline(always)]
fn one_more(cell: &mut u16) {
    *cell = cell.wrapping_add(1);
}
