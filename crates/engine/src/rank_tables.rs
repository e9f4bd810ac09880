//! The best four of five cards by table look-up: no allocation, no sorting, no search.
//!
//! Each card has two keys. One is its own bit of fifty-two; the five bits together hold each suit
//! as thirteen bits. The other is a number for its rank beside a nibble for its suit; added up,
//! the rank numbers give every combination of five ranks a sum of its own, and a nibble of four
//! or more says that its suit makes a flush. A flush (one hand in twenty) is looked up by the
//! thirteen bits of its suit, every other hand by its sum.
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

/// Sums below this, so the suit nibbles of a key start above them.
const SUM_BITS: u32 = 20;
const SUM_MASK: u64 = (1 << SUM_BITS) - 1;
pub(crate) const ROW_BITS: u32 = 9;
pub(crate) const ROW_LEN: usize = 1 << ROW_BITS;
/// The greatest sum: four aces and a king.
const SUM_MAX: u32 = 4 * RANK_KEYS[12] + RANK_KEYS[11];
const ROWS: usize = (SUM_MAX as usize >> ROW_BITS) + 1;

/// Rank number plus one in the nibble of the suit.
const CARD_KEYS: [u64; Card::PACK as usize] = {
    let mut keys = [0; Card::PACK as usize];
    let mut number = 0;
    while number < Card::PACK as usize {
        keys[number] =
            RANK_KEYS[number % 13] as u64 + (1 << (SUM_BITS as usize + 4 * (number / 13)));
        number += 1;
    }
    keys
};

/// Four in each suit nibble: added to a sum of keys it leaves the nibble's high bit set exactly
/// where four or five cards are of that suit.
const FOUR_SHORT_OF_FLUSH: u64 = 0x4444 << SUM_BITS;
const FLUSH_BITS: u64 = 0x8888 << SUM_BITS;

/// The look-up tables, built once.
struct Tables {
    /// Where each row of sums starts in `ranks`.
    row_start: [u16; ROWS],
    /// The best four of five ranks, suits ignored.
    ranks: Vec<HandRank>,
    /// The best four of four or five ranks of one suit, by their thirteen bits.
    flushes: Vec<HandRank>,
}

static TABLES: LazyLock<Tables> = LazyLock::new(Tables::build);

/// A place in a table that no five cards lead to.
pub(crate) const UNUSED: HandRank = HandRank::new(crate::rank::Category::HighCard, 0);

impl Tables {
    fn build() -> Self {
        let mut rows = [const { Vec::new() }; ROWS];
        for ranks in five_ranks() {
            let sum: u32 = ranks.iter().map(|r| RANK_KEYS[usize::from(*r)]).sum();
            let best = best_of_subsets(ranks, |four| rank_of_ranks(four, false));
            rows[(sum >> ROW_BITS) as usize].push((sum as usize % ROW_LEN, best));
        }
        let (row_start, ranks) = fold(&rows, usize::MAX);
        let flushes = (0..1_u16 << 13).map(best_flush).collect();
        Self { row_start, ranks, flushes }
    }
}

/// Lays `N` rows of 512 places over one another, fullest first, each at the first start where it
/// fits, but no further than `look_back` before the latest start so far: a short look back wastes
/// places and saves most of the search.
pub(crate) fn fold<const N: usize>(
    rows: &[Vec<(usize, HandRank)>; N],
    look_back: usize,
) -> ([u16; N], Vec<HandRank>) {
    let mut start = [0; N];
    let mut table: Vec<Option<HandRank>> = Vec::new();
    let mut order: Vec<usize> = (0..rows.len()).collect();
    order.sort_by_key(|row| std::cmp::Reverse(rows[*row].len()));
    let mut latest = 0_usize;
    for row in order {
        let fits = |at: &usize| {
            rows[row].iter().all(|(place, _)| table.get(at + place).is_none_or(Option::is_none))
        };
        let at = (latest.saturating_sub(look_back)..=table.len()).find(fits);
        let at = at.unwrap_or(table.len());
        table.resize(table.len().max(at + ROW_LEN), None);
        for (place, rank) in &rows[row] {
            table[at + place] = Some(*rank);
        }
        start[row] = u16::try_from(at).unwrap_or(u16::MAX);
        latest = latest.max(at);
    }
    (start, table.into_iter().map(|rank| rank.unwrap_or(UNUSED)).collect())
}

/// Every combination of five ranks with no rank more than four times, in ascending order.
fn five_ranks() -> Vec<[u16; 5]> {
    let mut all = Vec::new();
    for a in 0..13 {
        for b in a..13 {
            for c in b..13 {
                for d in c..13 {
                    for e in d..13 {
                        if a != e {
                            all.push([a, b, c, d, e]);
                        }
                    }
                }
            }
        }
    }
    all
}

/// The best flush or straight flush of the ranks in a mask of four or five.
fn best_flush(mask: u16) -> HandRank {
    let mut ranks = [0_u16; 5];
    let mut len = 0;
    for rank in (0..13).filter(|r| mask >> r & 1 == 1) {
        match ranks.get_mut(len) {
            Some(slot) => *slot = rank,
            None => return UNUSED,
        }
        len += 1;
    }
    match (len, ranks) {
        (4, [a, b, c, d, _]) => rank_of_ranks([a, b, c, d], true),
        (5, five) => best_of_subsets(five, |four| rank_of_ranks(four, true)),
        _ => UNUSED,
    }
}

pub(crate) fn best_of_subsets<T: Copy>(
    five: [T; 5],
    rank: impl Fn([T; 4]) -> HandRank,
) -> HandRank {
    subsets(five).into_iter().map(rank).max().unwrap_or(UNUSED)
}

/// The five ways of leaving one out.
pub(crate) fn subsets<T: Copy>([a, b, c, d, e]: [T; 5]) -> [[T; 4]; 5] {
    [[a, b, c, d], [a, b, c, e], [a, b, d, e], [a, c, d, e], [b, c, d, e]]
}

/// The rank of the best four of five different cards; the fifth never counts. With a repeated
/// card, which no pack deals, the answer means nothing (and [`crate::settle()`] never asks).
pub fn best_four_of_five(cards: [Card; 5]) -> HandRank {
    let tables = &*TABLES;
    let mut key = FOUR_SHORT_OF_FLUSH;
    let mut bits = 0_u64;
    for card in cards {
        key += CARD_KEYS[usize::from(card.number())];
        bits |= 1 << card.number();
    }
    let flush = key & FLUSH_BITS;
    if flush != 0 {
        let suit = (flush.trailing_zeros() - SUM_BITS) / 4;
        let mask = (bits >> (13 * suit)) & 0x1FFF;
        return tables.flushes.get(mask as usize).copied().unwrap_or(UNUSED);
    }
    let sum = (key & SUM_MASK) as usize;
    let start = tables.row_start.get(sum >> ROW_BITS).copied().unwrap_or(0);
    tables.ranks.get(usize::from(start) + sum % ROW_LEN).copied().unwrap_or(UNUSED)
}

/// The four cards that make the best hand, in the order given; for explanations, not for speed.
pub fn best_four(cards: [Card; 5]) -> [Card; 4] {
    let [first, rest @ ..] = subsets(cards);
    rest.into_iter()
        .fold(first, |best, four| if rank_four(four) > rank_four(best) { four } else { best })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn every_five_ranks_have_their_own_sum() {
        let all = five_ranks();
        let sums: BTreeSet<u32> =
            all.iter().map(|five| five.iter().map(|r| RANK_KEYS[usize::from(*r)]).sum()).collect();
        assert_eq!((all.len(), sums.len()), (6_175, 6_175));
        assert!(sums.iter().all(|s| *s <= SUM_MAX) && u64::from(SUM_MAX) < SUM_MASK);
    }

    #[test]
    fn the_folded_table_is_small_and_its_starts_fit() {
        assert!(TABLES.ranks.len() < 16_384, "{} places", TABLES.ranks.len());
        assert!(TABLES.row_start.iter().all(|s| usize::from(*s) + ROW_LEN <= TABLES.ranks.len()));
    }
}
