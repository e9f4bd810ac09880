//! What is counted of the permutations of one reference: whole numbers only, so that counts of two
//! pieces of a stream add up to the counts of the whole.

use super::LAG_MAX;
use super::drift::{Drifts, Looked};
use super::kernels;
use super::lanes::{Both, Cells, EMPTY, LABELS, LANES, NONE, Rows};
use super::small::{Large, Packed, Small, add};
use super::wide::Wide;

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

/// Everything counted against one reference.
#[derive(Clone)]
pub(super) struct Counts {
    n: usize,
    /// Permutations counted.
    pub(super) total: u64,
    /// The widest instructions, where the processor has them, and what is counted with them.
    pub(super) wide: Option<Wide>,
    packed: Box<Packed>,
    small: Small,
    /// The square tables.
    pub(super) tables: Large,
    /// Histograms, by [`Count`] and value.
    pub(super) histograms: Box<[[u64; VALUES]; COUNTS]>,
    /// Sum of the inversions of all permutations.
    pub(super) inversions: u128,
    /// Block by block.
    pub(super) drifts: Drifts,
    waiting: Box<Waiting>,
    room: Box<Room>,
}

/// The permutations that wait to be counted together, after the last ones that were.
#[derive(Clone)]
struct Waiting {
    filled: usize,
    at: [u64; LANES],
    decks: [Both; LAG_MAX + LANES],
}

/// The same permutations side by side, and what comes of them on the way.
#[derive(Clone)]
#[repr(align(64))]
struct Room {
    labels: Rows,
    inverses: Rows,
    digits: Rows,
    cells: Cells,
}

/// A deck in terms of the one before: the labels are positions there.
#[inline(always)]
fn relative(n: usize, before: &Both, now: &Both, out: &mut Both) {
    for i in 0..n {
        out.deck[i] = before.inverse[usize::from(now.deck[i]) % LABELS];
        out.inverse[i] = now.inverse[usize::from(before.deck[i]) % LABELS];
    }
}

/// Writes the inverse of a deck; false if not every card from 0 to its size less one is in it once.
#[inline(always)]
fn sound(codes: &[u8], out: &mut Both) -> bool {
    let (mut bits, mut seen) = (0, 0_u64);
    for (i, code) in codes.iter().enumerate() {
        bits |= code;
        seen |= 1 << (code % LABELS as u8);
        out.inverse[usize::from(*code) % LABELS] = i as u8;
    }
    usize::from(bits) < LABELS && seen == u64::MAX >> (LABELS - codes.len())
}

impl Counts {
    pub(super) fn new(n: usize) -> Self {
        Self {
            n,
            total: 0,
            wide: Wide::try_new(),
            packed: Box::new(Packed::new()),
            small: Small::new(),
            tables: Large::new(n),
            histograms: Box::new([[0; VALUES]; COUNTS]),
            inversions: 0,
            drifts: Drifts::default(),
            waiting: Box::new(Waiting {
                filled: 0,
                at: [0; LANES],
                decks: [Both { deck: [NONE; LABELS], inverse: [NONE; LABELS] }; LAG_MAX + LANES],
            }),
            room: Box::new(Room {
                labels: EMPTY,
                inverses: EMPTY,
                digits: EMPTY,
                cells: [[0; LANES]; LABELS],
            }),
        }
    }

    /// Writes the next permutation: a deck in terms of the one before, the labels being positions there.
    #[inline(always)]
    pub(super) fn write_relative(&mut self, before: &Both, now: &Both) {
        let (n, wide) = (self.n, self.wide);
        let out = self.next();
        match wide {
            Some(wide) => wide.relative(n, before, now, out),
            None => relative(n, before, now, out),
        }
    }

    /// Writes the next deck of `n` cards; false if not every card from 0 to `n`-1 is in it once.
    #[inline(always)]
    pub(super) fn write(&mut self, n: usize, codes: &[u8]) -> bool {
        if codes.len() != n {
            return false;
        }
        let wide = self.wide;
        let out = self.next();
        out.deck[..n].copy_from_slice(codes);
        let Some(wide) = wide else { return sound(codes, out) };
        for (i, code) in codes.iter().enumerate() {
            out.inverse[usize::from(*code) % LABELS] = i as u8;
        }
        wide.sound(n, out)
    }

    /// Where the next permutation is to be written, before [`Self::observe`].
    #[inline(always)]
    pub(super) fn next(&mut self) -> &mut Both {
        &mut self.waiting.decks[LAG_MAX + self.waiting.filled % LANES]
    }

    /// The permutation `lag` before the next one, and the next one as it was written.
    #[inline(always)]
    pub(super) fn before_and_next(&self, lag: usize) -> (&Both, &Both) {
        let next = LAG_MAX + self.waiting.filled % LANES;
        (&self.waiting.decks[next - lag.min(LAG_MAX)], &self.waiting.decks[next])
    }

    /// Counts the permutation written last; it is number `at` of the stream.
    #[inline(always)]
    pub(super) fn observe(&mut self, at: u64) {
        let lane = self.waiting.filled % LANES;
        self.waiting.at[lane] = at;
        self.waiting.filled = lane + 1;
        self.total += 1;
        if lane + 1 == LANES {
            self.empty_lanes();
        }
    }

    /// The last permutations, this many of them, the oldest first.
    pub(super) fn last(&self, count: usize) -> &[Both] {
        let end = LAG_MAX + self.waiting.filled;
        &self.waiting.decks[end - count.min(LAG_MAX)..end]
    }

    /// Puts others in their place; settled before.
    pub(super) fn set_last(&mut self, last: &[Both]) {
        self.waiting.decks[LAG_MAX - last.len().min(LAG_MAX)..LAG_MAX].copy_from_slice(last);
    }

    /// Counts the permutations that wait.
    #[inline(never)]
    fn empty_lanes(&mut self) {
        self.count_waiting();
        let filled = std::mem::take(&mut self.waiting.filled);
        self.waiting.decks.copy_within(filled..filled + LAG_MAX, 0);
        if self.small.full() {
            self.small.pour(self.n, &mut self.tables);
        }
        if self.packed.full() {
            self.packed.pour(self.n, &mut self.tables);
        }
    }

    fn count_waiting(&mut self) {
        let (n, filled) = (self.n, self.waiting.filled);
        let room = &mut *self.room;
        let waiting = &self.waiting.decks[LAG_MAX..];
        kernels::transpose(waiting, false, &mut room.labels);
        kernels::transpose(waiting, true, &mut room.inverses);
        kernels::digits(n, &room.labels, &mut room.digits);
        let Room { labels, inverses, digits, cells } = room;
        match self.wide {
            Some(wide) if filled == LANES => {
                wide.count(n, labels, inverses, digits, &mut self.packed);
            }
            _ => {
                kernels::cells(n, labels, cells);
                self.small.count(n, filled, labels, digits, cells);
            }
        }
        let inverse = kernels::turns(n, inverses);
        let deck = kernels::turns(n, labels);
        let steps = kernels::steps(n, labels);
        let guesses = kernels::guesses(n, digits);
        let found = [
            (Count::Rises, inverse.descents),
            (Count::Descents, deck.descents),
            (Count::Peaks, deck.peaks),
            (Count::Valleys, deck.valleys),
            (Count::InversePeaks, inverse.peaks),
            (Count::InverseValleys, inverse.valleys),
            (Count::Increasing, kernels::longest(n, labels, false)),
            (Count::Decreasing, kernels::longest(n, labels, true)),
            (Count::FixedPoints, steps.fixed_points),
            (Count::Successions, steps.successions),
            (Count::ReverseSuccessions, steps.reverse_successions),
            (Count::Cycles, kernels::cycles(n, labels)),
            (Count::Guess, guesses.above),
            (Count::GuessDirection, guesses.direction),
        ];
        for (count, values) in &found {
            for value in &values[..filled] {
                self.histograms[*count as usize][usize::from(*value) & (VALUES - 1)] += 1;
            }
        }
        let inversions = kernels::inversions(n, digits);
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

    /// Brings everything that waits into the counts.
    pub(super) fn settle(&mut self) {
        if self.waiting.filled > 0 {
            self.empty_lanes();
        }
        self.small.pour(self.n, &mut self.tables);
        self.packed.pour(self.n, &mut self.tables);
    }

    /// Adds the counts of a later piece; both settled.
    pub(super) fn absorb(&mut self, next: &Self) {
        self.total += next.total;
        self.inversions += next.inversions;
        self.tables.absorb(&next.tables);
        for (to, from) in self.histograms.iter_mut().zip(next.histograms.iter()) {
            add(to, from);
        }
        self.drifts.absorb(&next.drifts);
    }
}
