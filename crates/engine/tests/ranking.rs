//! Every one of the 2,598,960 five-card hands, ranked twice: by the look-up tables and by a slow
//! evaluator that shares nothing with them. Counts must be those of the published tables, and the
//! order of any two hands must be the same by both.

use feltproof_engine::{BEST_FOUR, Category, HandRank, Outcome, best_four, best_four_of_five};
use feltproof_model::Card;
use std::collections::BTreeMap;

/// Category by its place in the list of document 001 (7 best), then what breaks ties.
type SlowRank = (u8, [u8; 4]);

/// Ranks, each with how many cards have it, most frequent and then highest first; the category
/// follows from the frequencies.
fn slow_four(cards: [Card; 4]) -> SlowRank {
    let mut count = [0_u8; 13];
    for card in cards {
        count[usize::from(card.rank())] += 1;
    }
    let mut groups: Vec<(u8, u8)> =
        (0..13).filter(|r| count[*r as usize] > 0).map(|r| (count[r as usize], r)).collect();
    groups.sort_unstable();
    groups.reverse();
    let flush = cards.windows(2).all(|w| w[0].suit() == w[1].suit());
    let mut ties = [0; 4];
    for (slot, (_, rank)) in ties.iter_mut().zip(&groups) {
        *slot = rank + 1;
    }
    let wheel = ties == [13, 3, 2, 1];
    let straight = groups.len() == 4 && (wheel || ties[0] - ties[3] == 3);
    if wheel {
        ties = [3, 2, 1, 0]; // the ace is below the two
    }
    let category = match (groups[0].0, groups.len(), straight, flush) {
        (4, ..) => 7,
        (_, _, true, true) => 6,
        (3, ..) => 5,
        (_, _, false, true) => 4,
        (_, _, true, false) => 3,
        (2, 2, ..) => 2,
        (2, ..) => 1,
        _ => 0,
    };
    (category, ties)
}

fn slow_five(cards: [Card; 5]) -> SlowRank {
    let mut best = (0, [0; 4]);
    for out in 0..5 {
        let mut four = [cards[0]; 4];
        let kept = (0..5).filter(|i| *i != out).map(|i| cards[i]);
        four.iter_mut().zip(kept).for_each(|(slot, card)| *slot = card);
        best = best.max(slow_four(four));
    }
    best
}

fn every_hand(mut visit: impl FnMut([Card; 5])) {
    let pack: Vec<Card> = (0..Card::PACK).filter_map(Card::new).collect();
    for a in 0..52 {
        for b in a + 1..52 {
            for c in b + 1..52 {
                for d in c + 1..52 {
                    for e in d + 1..52 {
                        visit([pack[a], pack[b], pack[c], pack[d], pack[e]]);
                    }
                }
            }
        }
    }
}

/// How many hands there are of each kind that the published tables tell apart.
#[derive(Default, Debug, PartialEq, Eq)]
struct Counts {
    category: [u32; 8],
    four_aces: u32,
    top_straight_flush: u32,
    three_aces: u32,
    pair_of_aces: u32,
    pair_of_queens_or_kings: u32,
}

/// Document 004, table Queens Up, and the splits published beside it.
const PUBLISHED: Counts = Counts {
    category: [1_150_080, 1_047_552, 123_552, 101_808, 114_616, 58_656, 2_072, 624],
    four_aces: 48,
    top_straight_flush: 192,
    three_aces: 4_512,
    pair_of_aces: 81_096,
    pair_of_queens_or_kings: 161_820,
};

impl Counts {
    fn add_slow(&mut self, (category, ties): SlowRank) {
        self.category[usize::from(category)] += 1;
        match (category, ties) {
            (7, [13, ..]) => self.four_aces += 1,
            (6, [13, 12, ..]) => self.top_straight_flush += 1,
            (5, [13, ..]) => self.three_aces += 1,
            (1, [13, ..]) => self.pair_of_aces += 1,
            (1, [11 | 12, ..]) => self.pair_of_queens_or_kings += 1,
            _ => {}
        }
    }

    fn add_fast(&mut self, rank: HandRank) {
        self.category[rank.category() as usize] += 1;
        self.four_aces += u32::from(Outcome::FOUR_ACES.includes(rank));
        match rank.category() {
            Category::StraightFlush => {
                self.top_straight_flush += u32::from(rank.describe().contains("A K Q J"));
            }
            Category::ThreeOfAKind => {
                self.three_aces += u32::from(rank.describe().starts_with("three aces"));
            }
            Category::Pair => {
                let queens = BEST_FOUR.outcome("pair_of_queens_or_better");
                let queens = queens.is_some_and(|queens| queens.includes(rank));
                let aces = rank.is_pair_of_aces_or_better();
                self.pair_of_aces += u32::from(aces);
                self.pair_of_queens_or_kings += u32::from(!aces && queens);
            }
            _ => {}
        }
    }
}

#[test]
fn every_hand_ranks_the_same_by_two_ways_and_the_published_counts_come_out() {
    let mut slow_of: Vec<Option<SlowRank>> = vec![None; 1 << 16];
    let (mut fast_counts, mut slow_counts) = (Counts::default(), Counts::default());
    let mut hands = 0_u32;
    every_hand(|cards| {
        let (fast, slow) = (best_four_of_five(cards), slow_five(cards));
        fast_counts.add_fast(fast);
        slow_counts.add_slow(slow);
        hands += 1;
        // One fast rank stands for one slow rank ...
        let known = slow_of[usize::from(fast.number())].get_or_insert(slow);
        assert_eq!(*known, slow, "{cards:?} is {}", fast.describe());
    });
    assert_eq!(hands, 2_598_960);
    assert_eq!(fast_counts, PUBLISHED);
    assert_eq!(slow_counts, PUBLISHED);
    // ... different ones for different ones, and in the same order: so any two hands compare alike.
    let in_fast_order: Vec<SlowRank> = slow_of.into_iter().flatten().collect();
    assert!(in_fast_order.windows(2).all(|w| w[0] < w[1]));
}

#[test]
fn the_order_of_the_cards_does_not_matter() {
    let mut hands = 0_u32;
    every_hand(|[a, b, c, d, e]| {
        hands += 1;
        if hands.is_multiple_of(97) {
            let rank = best_four_of_five([a, b, c, d, e]);
            for shuffled in [[e, d, c, b, a], [c, a, e, b, d], [b, e, a, d, c]] {
                assert_eq!(best_four_of_five(shuffled), rank);
            }
        }
    });
}

#[test]
fn the_four_cards_shown_are_worth_the_rank() {
    let mut seen: BTreeMap<u8, u32> = BTreeMap::new();
    let mut hands = 0_u32;
    every_hand(|cards| {
        hands += 1;
        if hands.is_multiple_of(31) {
            let slow = slow_five(cards);
            assert_eq!(slow_four(best_four(cards)), slow, "{cards:?}");
            *seen.entry(slow.0).or_default() += 1;
        }
    });
    assert_eq!(seen.len(), 8, "every category was seen: {seen:?}");
}

#[test]
fn a_rank_describes_only_itself() {
    let mut text_of: BTreeMap<String, HandRank> = BTreeMap::new();
    let mut rank_seen = vec![false; 1 << 16];
    every_hand(|cards| {
        let rank = best_four_of_five(cards);
        if !std::mem::replace(&mut rank_seen[usize::from(rank.number())], true) {
            let text = rank.describe();
            assert_eq!(text_of.insert(text.clone(), rank), None, "{text} twice");
        }
    });
    let seen = rank_seen.iter().filter(|seen| **seen).count();
    assert_eq!(text_of.len(), seen);
}
