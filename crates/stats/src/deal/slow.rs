//! Counts of an order of which every step waits for the one before: its cycles, and its longest increasing
//! and decreasing subsequences. Orders wait until a few can be followed side by side.

use super::chain::NO_LABEL;
use super::pattern::{Labels, Row, lowest};
use crate::sums::Sums;

const LANES: usize = 8;
/// Values of a count whose histogram is kept: 0 to 64.
pub(super) const VALUES: usize = 65;

/// Orders by their longest increasing and decreasing subsequence, and whole decks by their cycles.
pub(super) type Histograms = [[u64; VALUES]; 3];

#[derive(Clone, Debug)]
pub(super) struct Slow {
    counted: Histograms,
    /// Orders not yet counted, of which `len` are any.
    waiting: [Row; LANES],
    /// Whether each is that of a whole deck.
    whole: [bool; LANES],
    len: usize,
    /// Positions of the longest of them.
    most: usize,
    /// Cards of the last whole deck.
    cards: usize,
}

impl Slow {
    pub(super) fn new() -> Self {
        Self {
            counted: [[0; VALUES]; 3],
            waiting: [[NO_LABEL; 64]; LANES],
            whole: [false; LANES],
            len: 0,
            most: 0,
            cards: 0,
        }
    }

    #[inline(always)]
    pub(super) fn push(&mut self, labels: &Labels<'_>) {
        let cards = labels.cards;
        let whole = cards == labels.known && labels.labelled == lowest(cards);
        if self.len == LANES || (whole && cards != self.cards) {
            self.counted = self.histograms();
            (self.len, self.most) = (0, 0);
        }
        self.waiting[self.len] = *labels.of;
        self.whole[self.len] = whole;
        self.len += 1;
        self.most = self.most.max(cards);
        self.cards = if whole { cards } else { self.cards };
    }

    /// All counts, those of orders that wait included.
    #[inline(always)]
    pub(super) fn histograms(&self) -> Histograms {
        let mut all = self.counted;
        let [up, down] = longest(&self.waiting, self.most);
        let [first, second] = self.waiting.as_chunks().0 else { return all };
        let cycles = [cycles(first, self.cards), cycles(second, self.cards)];
        for lane in 0..self.len {
            all[0][usize::from(up[lane]) % VALUES] += 1;
            all[1][usize::from(down[lane]) % VALUES] += 1;
            all[2][usize::from(cycles[lane / 4][lane % 4]) % VALUES] += u64::from(self.whole[lane]);
        }
        all
    }
}

impl Sums for Slow {
    fn add(&mut self, next: &Self) {
        self.counted.add(&next.histograms());
    }
}

impl PartialEq for Slow {
    fn eq(&self, other: &Self) -> bool {
        self.histograms() == other.histograms()
    }
}

/// Lengths of the longest increasing and of the longest decreasing subsequence of each order of at most
/// `most` labels: the longest that the labels have in common with their sorted row, by the columns of its
/// table as bits, of which one falls wherever the length grows (Hyyro 2004).
#[inline(always)]
fn longest(orders: &[Row; LANES], most: usize) -> [[u8; LANES]; 2] {
    let (mut up, mut down) = ([u64::MAX; LANES], [u64::MAX; LANES]);
    let step = |same: &mut u64, label: u8| {
        // No bit where there is no label.
        let bit = 1_u64.checked_shl(u32::from(label)).unwrap_or(0);
        *same = same.wrapping_add(*same & bit) | (*same & !bit);
    };
    // From the last label to the first what falls rises; with the labels mirrored as well, what rises.
    for labels in turned(orders)[..most].iter().rev() {
        for lane in 0..LANES {
            step(&mut up[lane], 63_u8.wrapping_sub(labels[lane]));
            step(&mut down[lane], labels[lane]);
        }
    }
    [up, down].map(|all| all.map(|same| same.count_zeros() as u8))
}

/// Labels position by position: squares of eight by eight bytes are turned by halves and so on.
#[inline(always)]
fn turned(orders: &[Row; LANES]) -> [[u8; LANES]; 64] {
    let mut words = orders.map(|row| {
        let eight = |i| row.as_chunks().0.get(i).copied().unwrap_or_default();
        std::array::from_fn::<u64, 8, _>(|i| u64::from_le_bytes(eight(i)))
    });
    for (half, low) in
        [(4, 0x0000_0000_ffff_ffff), (2, 0x0000_ffff_0000_ffff), (1, 0x00ff_00ff_00ff_00ff)]
    {
        for lane in (0..LANES).filter(|lane| lane & half == 0) {
            let (before, after) = words.split_at_mut(lane + half);
            for (a, b) in before[lane].iter_mut().zip(&mut after[0]) {
                let change = (*a >> (8 * half) ^ *b) & low;
                *a ^= change << (8 * half);
                *b ^= change;
            }
        }
    }
    std::array::from_fn(|i| words[i % 8][i / 8].to_le_bytes())
}

/// Cycles of each order of `m` labels. Never compiled for vectors: so it takes three times as long.
#[inline(never)]
fn cycles(orders: &[Row; 4], m: usize) -> [u8; 4] {
    let (mut open, mut at, mut found) = ([lowest(m); 4], [0_usize; 4], [0_u8; 4]);
    for _ in 0..m {
        for lane in 0..4 {
            // One step along a cycle, or to the lowest position of the next one, without a branch: it would
            // be guessed wrong once for every cycle.
            open[lane] &= !(1 << at[lane]);
            let next = usize::from(orders[lane][at[lane]] & 63);
            let closed = open[lane] >> next & 1 == 0;
            found[lane] += u8::from(closed);
            at[lane] = if closed { open[lane].trailing_zeros() as usize & 63 } else { next };
        }
    }
    found
}
