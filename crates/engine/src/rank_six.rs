//! The best four of six cards by table look-up, after the scheme of `rank_tables` with numbers
//! of its own for the ranks.
//!
//! One thing is new: four cards of a suit leave two others, and these may make three of a kind
//! with one of the four, which is worth more than the flush. So a hand with a flush is looked up
//! both ways. (Two suits cannot both have four of six cards.)

use crate::rank::HandRank;
use crate::rank_tables::{
    self, COUNT_BITS, FLUSHES, ROW_BITS, ROW_LEN, Tables, UNUSED, best_four, best_four_of_five,
    card_keys, ranks_of_suit,
};
use feltproof_model::Card;
use std::sync::LazyLock;

/// Numbers for the ranks two to ace of which any six, none taken more than four times, have a sum
/// that no other six have: each the smallest that the ones before it allow; a test proves it.
const RANK_KEYS: [u32; 13] =
    [0, 1, 5, 22, 98, 422, 1_734, 5_760, 14_270, 37_951, 90_838, 206_930, 436_437];

/// Sums are below this power of two; the counts of the suits stand above it.
const SUM_BITS: u32 = 24;

/// Powers of two, as in `rank_tables`; 4,218 rows and 46,460 places are used.
const ROWS: usize = 1 << 13;
const PLACES: usize = 1 << 16;

const CARD_KEYS: [u64; 1 << 8] = card_keys(RANK_KEYS, SUM_BITS);

/// The bit of each suit's count that is set exactly where four or more cards are of that suit.
const FLUSH_BITS: u64 = 0b100_100_100_100 << SUM_BITS;

static TABLES: LazyLock<Tables<ROWS, PLACES>> =
    LazyLock::new(|| Tables::build(&RANK_KEYS, best_of_ranks, 1_024));

/// The best four of six ranks, suits ignored.
fn best_of_ranks(six: [u16; 6]) -> HandRank {
    leave_one_out(six).into_iter().map(rank_tables::best_of_ranks).max().unwrap_or(UNUSED)
}

/// The six ways of leaving one out.
fn leave_one_out<T: Copy>([a, b, c, d, e, f]: [T; 6]) -> [[T; 5]; 6] {
    [
        [b, c, d, e, f],
        [a, c, d, e, f],
        [a, b, d, e, f],
        [a, b, c, e, f],
        [a, b, c, d, f],
        [a, b, c, d, e],
    ]
}

/// The rank of the best four of six different cards; the other two never count. With a repeated
/// card, which no pack deals, the answer means nothing.
#[inline]
pub fn best_four_of_six(cards: [Card; 6]) -> HandRank {
    let tables = &*TABLES;
    let key: u64 = cards.into_iter().map(|card| CARD_KEYS[usize::from(card.number())]).sum();
    let sum = key as usize % (1 << SUM_BITS);
    let start = usize::from(tables.row_start[(sum >> ROW_BITS) % ROWS]);
    let rank = tables.ranks[(start + sum % ROW_LEN) % PLACES];
    let flush = key & FLUSH_BITS;
    if flush == 0 {
        return rank;
    }
    let suit = (flush.trailing_zeros() - SUM_BITS) / COUNT_BITS;
    rank.max(tables.flushes[ranks_of_suit(cards, suit) % FLUSHES])
}

/// The four of six cards that make the best hand, in the order given; to explain, not for speed.
pub fn best_four_six_cards(cards: [Card; 6]) -> [Card; 4] {
    let [first, rest @ ..] = leave_one_out(cards);
    best_four(rest.into_iter().fold(first, |best, five| {
        if best_four_of_five(five) > best_four_of_five(best) { five } else { best }
    }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    /// The greatest sum: four aces and two kings.
    const SUM_MAX: u32 = 4 * RANK_KEYS[12] + 2 * RANK_KEYS[11];

    #[test]
    fn every_six_ranks_have_their_own_sum() {
        let all = rank_tables::rank_sets::<6>();
        let sums: BTreeSet<u32> =
            all.iter().map(|six| six.iter().map(|r| RANK_KEYS[usize::from(*r)]).sum()).collect();
        // C(18, 6) less 13 of one rank only and 13 x 12 with five of one rank.
        assert_eq!((all.len(), sums.len()), (18_395, 18_395));
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
