//! The best four of five cards by table look-up: no allocation, no sorting, no search.
//!
//! Each card has a key: a number for its rank beside three bits for each suit, which count one for
//! its own. Added up, the rank numbers give every combination of five ranks a sum of its own, and
//! a count of four or more says that its suit makes a flush. A flush (one hand in twenty) is
//! looked up by the thirteen bits of its suit's ranks, every other hand by its sum.
//!
//! The sums are sparse (6,175 of them below 360,919), so the table is folded: it is cut into rows
//! of 512 sums, and the rows are laid over one another so that no two used places meet.

use crate::rank::{HandRank, rank_four, rank_of_ranks};
use feltproof_model::Card;
use std::sync::LazyLock;

/// Numbers for the ranks two to ace of which any five, none taken more than four times, have a
/// sum that no other five have. Well known from five-card evaluators; a test proves it.
const RANK_KEYS: [u32; 13] =
    [0, 1, 5, 22, 94, 312, 992, 2422, 5624, 12_522, 19_998, 43_258, 79_415];

/// Sums are below this power of two; the counts of the suits stand above it.
const SUM_BITS: u32 = 19;
/// A suit's count: up to seven cards.
pub(crate) const COUNT_BITS: u32 = 3;
pub(crate) const ROW_BITS: u32 = 9;
pub(crate) const ROW_LEN: usize = 1 << ROW_BITS;

/// Tables have a power of two of places, and an index is cut off there: it cannot lie outside,
/// and no time goes into asking whether it does. 705 rows and 12,014 places are used.
const ROWS: usize = 1 << 10;
const PLACES: usize = 1 << 14;
pub(crate) const FLUSHES: usize = 1 << 13;

/// The keys of all cards, with room for every byte.
pub(crate) const fn card_keys(rank_keys: [u32; 13], sum_bits: u32) -> [u64; 1 << 8] {
    let mut keys = [0; 1 << 8];
    let mut number = 0;
    while number < Card::PACK as usize {
        let suit = number as u32 / 13;
        keys[number] = rank_keys[number % 13] as u64 + (1 << (sum_bits + COUNT_BITS * suit));
        number += 1;
    }
    keys
}

const CARD_KEYS: [u64; 1 << 8] = card_keys(RANK_KEYS, SUM_BITS);

/// Two cards' numbers as the bytes of one number lead to the sum of their keys: one look-up for
/// two cards. The keys of five cards fit in 31 bits.
const PAIRS: usize = 1 << 14;
static PAIR_KEYS: [u32; PAIRS] = {
    let mut keys = [0; PAIRS];
    let mut pair = 0;
    while pair < PAIRS {
        keys[pair] = (CARD_KEYS[pair % 256] + CARD_KEYS[pair / 256]) as u32;
        pair += 1;
    }
    keys
};

/// The bit of each suit's count that is set exactly where four or five cards are of that suit.
const FLUSH_BITS: u32 = 0b100_100_100_100 << SUM_BITS;

/// Look-up tables, built once.
pub(crate) struct Tables<const ROWS: usize, const PLACES: usize> {
    /// Where each row of sums starts in `ranks`.
    pub(crate) row_start: [u16; ROWS],
    /// The best four of so many ranks, suits ignored.
    pub(crate) ranks: [HandRank; PLACES],
    /// The best four of four or more ranks of one suit, by their thirteen bits.
    pub(crate) flushes: [HandRank; FLUSHES],
}

static TABLES: LazyLock<Tables<ROWS, PLACES>> =
    LazyLock::new(|| Tables::build(&RANK_KEYS, best_of_ranks, usize::MAX));

/// A place in a table that no hand leads to.
pub(crate) const UNUSED: HandRank = HandRank::new(crate::rank::Category::HighCard, 0);

impl<const ROWS: usize, const PLACES: usize> Tables<ROWS, PLACES> {
    /// The tables of hands of `N` cards; `look_back` as in [`fold`].
    pub(crate) fn build<const N: usize>(
        keys: &[u32; 13],
        best: fn([u16; N]) -> HandRank,
        look_back: usize,
    ) -> Self {
        let mut rows = [const { Vec::new() }; ROWS];
        for ranks in rank_sets() {
            let sum: u32 = ranks.iter().map(|r| keys[usize::from(*r)]).sum();
            rows[(sum >> ROW_BITS) as usize].push((sum as usize % ROW_LEN, best(ranks)));
        }
        let (row_start, ranks) = fold(&rows, look_back);
        Self { row_start, ranks, flushes: best_flushes() }
    }
}

/// Lays rows of 512 places over one another, fullest first, each at the first start where it
/// fits, but no further than `look_back` before the latest start so far: a short look back wastes
/// places and saves most of the search. Tests prove that nothing is lost beyond the end.
fn fold<const ROWS: usize, const PLACES: usize>(
    rows: &[Vec<(usize, HandRank)>; ROWS],
    look_back: usize,
) -> ([u16; ROWS], [HandRank; PLACES]) {
    let mut start = [0; ROWS];
    let mut table: Vec<Option<HandRank>> = Vec::new();
    let mut order: Vec<usize> = (0..ROWS).filter(|row| !rows[*row].is_empty()).collect();
    order.sort_by_key(|row| std::cmp::Reverse(rows[*row].len()));
    let mut latest = 0_usize;
    for row in order {
        let fits = |at: &usize| {
            rows[row].iter().all(|(place, _)| table.get(at + place).is_none_or(Option::is_none))
        };
        let at = (latest - latest.min(look_back)..=table.len()).find(fits);
        let at = at.unwrap_or(table.len());
        table.resize(table.len().max(at + ROW_LEN), None);
        for (place, rank) in &rows[row] {
            table[at + place] = Some(*rank);
        }
        start[row] = u16::try_from(at).expect("the table is shorter than 2^16");
        latest = latest.max(at);
    }
    let mut places = [UNUSED; PLACES];
    for (place, rank) in places.iter_mut().zip(table) {
        *place = rank.unwrap_or(UNUSED);
    }
    (start, places)
}

/// Every combination of so many ranks with no rank more than four times, in ascending order.
pub(crate) fn rank_sets<const N: usize>() -> Vec<[u16; N]> {
    let mut all = Vec::new();
    let mut ranks = [0; N];
    loop {
        if ranks.windows(5).all(|five| five[0] != five[4]) {
            all.push(ranks);
        }
        // The last rank that can still grow does, and those behind it start from there.
        let Some(place) = (0..N).rev().find(|place| ranks[*place] < 12) else { return all };
        let next = ranks[place] + 1;
        ranks[place..].fill(next);
    }
}

/// The best flush or straight flush of every set of ranks of one suit, by its thirteen bits.
fn best_flushes() -> [HandRank; FLUSHES] {
    let mut table = [UNUSED; FLUSHES];
    for mask in 0..FLUSHES {
        let mut ranks = (0..13).filter(|rank| mask >> rank & 1 == 1);
        table[mask] = match mask.count_ones() {
            0..=3 => UNUSED,
            4 => rank_of_ranks(
                [0; 4].map(|_| ranks.next().expect("four ranks are in the mask")),
                true,
            ),
            // The best without one of them: a smaller number, so it is in the table already.
            _ => ranks.map(|rank| table[mask ^ 1 << rank]).max().unwrap_or(UNUSED),
        };
    }
    table
}

/// The best four of five ranks, suits ignored.
pub(crate) fn best_of_ranks(five: [u16; 5]) -> HandRank {
    subsets(five).into_iter().map(|four| rank_of_ranks(four, false)).max().unwrap_or(UNUSED)
}

/// The five ways of leaving one out.
fn subsets<T: Copy>([a, b, c, d, e]: [T; 5]) -> [[T; 4]; 5] {
    [[a, b, c, d], [a, b, c, e], [a, b, d, e], [a, c, d, e], [b, c, d, e]]
}

/// The rank of the best four of five different cards; the fifth never counts. With a repeated
/// card, which no pack deals, the answer means nothing (and [`crate::settle()`] never asks).
#[inline]
pub fn best_four_of_five(cards: [Card; 5]) -> HandRank {
    let tables = &*TABLES;
    let [a, b, c, d, e] = cards;
    let key = two_keys(a, b) + two_keys(c, d) + CARD_KEYS[usize::from(e.number())] as u32;
    let flush = key & FLUSH_BITS;
    if flush != 0 {
        return flush_of(cards, flush);
    }
    let sum = key as usize % (1 << SUM_BITS);
    let start = usize::from(tables.row_start[(sum >> ROW_BITS) % ROWS]);
    tables.ranks[(start + sum % ROW_LEN) % PLACES]
}

/// The rank of a hand with a flush of this suit. Apart, so that other hands keep the registers.
#[inline(never)]
fn flush_of(cards: [Card; 5], flush: u32) -> HandRank {
    let suit = (flush.trailing_zeros() - SUM_BITS) / COUNT_BITS;
    TABLES.flushes[ranks_of_suit(cards, suit) % FLUSHES]
}

/// The sum of two cards' keys.
#[inline]
fn two_keys(a: Card, b: Card) -> u32 {
    PAIR_KEYS[usize::from(u16::from_le_bytes([a.number(), b.number()])) % PAIRS]
}

/// The thirteen bits of a suit (0 to 3), one for each of its ranks among the cards.
#[inline]
pub(crate) fn ranks_of_suit<const N: usize>(cards: [Card; N], suit: u32) -> usize {
    let bits: u64 = cards.into_iter().fold(0, |bits, card| bits | 1 << (card.number() % 64));
    (bits >> (13 * suit) & 0x1FFF) as usize
}

/// The four of five different cards that make the best hand, in the order given: the first four that are worth as much.
pub fn best_four(cards: [Card; 5]) -> [Card; 4] {
    let best = best_four_of_five(cards);
    let all = subsets(cards);
    all.into_iter().find(|four| rank_four(*four) == best).unwrap_or(all[0])
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    /// The greatest sum: four aces and a king.
    const SUM_MAX: u32 = 4 * RANK_KEYS[12] + RANK_KEYS[11];

    #[test]
    fn every_five_ranks_have_their_own_sum() {
        let all = rank_sets::<5>();
        let sums: BTreeSet<u32> =
            all.iter().map(|five| five.iter().map(|r| RANK_KEYS[usize::from(*r)]).sum()).collect();
        assert_eq!((all.len(), sums.len()), (6_175, 6_175));
        assert!(sums.iter().all(|s| *s <= SUM_MAX) && SUM_MAX >> SUM_BITS == 0);
    }

    #[test]
    fn the_folded_table_is_small_and_its_starts_fit() {
        // Every sum leads to a place that is not cut off; the last start leaves room for a row.
        let last = TABLES.row_start.iter().max().copied().unwrap_or(u16::MAX);
        assert!(usize::from(last) + ROW_LEN <= PLACES, "the last row starts at {last}");
        assert!(SUM_MAX as usize >> ROW_BITS < ROWS);
    }
}
