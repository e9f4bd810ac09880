//! The counting against every deal of small packs tried one by one, and against published counts
//! of single hands. (The game itself, from outside, is in `tests/high_hand.rs`.)
#![allow(clippy::unwrap_used, reason = "a helper of tests fails the test")]

use super::packing::{Deal, Packing};
use super::pieces::{Kind, Pack, Patterns, Run};
use num_bigint::BigUint;

const KINDS: [Kind; 4] = [Kind::None, Kind::FourAces, Kind::Four, Kind::Three];
const RUNS: [Run; 3] = [Run::None, Run::Royal, Run::Any];

/// Whether a hand, a set of card numbers `rank * suits + suit` with the ace as rank 0, contains
/// what is asked for. Written from the rules, with nothing of the counting in it.
fn contains(hand: u32, pack: Pack, patterns: Patterns) -> bool {
    let has = |rank: usize, suit: usize| hand >> ((rank % pack.ranks) * pack.suits + suit) & 1 == 1;
    let of_rank = |rank| (0..pack.suits).filter(|suit| has(rank, *suit)).count();
    let kind = match patterns.kind {
        Kind::None => false,
        Kind::FourAces => of_rank(0) == 4,
        Kind::Four => (0..pack.ranks).any(|rank| of_rank(rank) == 4),
        Kind::Three => (0..pack.ranks).any(|rank| of_rank(rank) >= 3),
    };
    // Rank `ranks` is the ace once more, above the king.
    let run_from =
        |first: usize| (0..pack.suits).any(|suit| (first..first + 4).all(|rank| has(rank, suit)));
    let run = match patterns.run {
        Run::None => false,
        Run::Royal => run_from(pack.ranks - 3),
        Run::Any => (0..=pack.ranks - 3).any(run_from),
    };
    kind || run
}

/// Calls back with every subset of `cards` that has `size` members.
fn subsets(cards: u32, size: usize, chosen: u32, visit: &mut impl FnMut(u32)) {
    if size == 0 {
        return visit(chosen);
    }
    let mut left = cards;
    while left.count_ones() as usize >= size {
        let card = left & left.wrapping_neg();
        left ^= card;
        subsets(left, size - 1, chosen | card, visit);
    }
}

/// Every deal tried: the dealer's hand, then one player after the other from what is left. What is
/// left can arise in several ways, and is tried once.
struct Trial {
    deal: Deal,
    /// For every set of cards whether it avoids the patterns.
    avoids: Vec<bool>,
    /// By the players still to be dealt to, then by the cards left; `UNKNOWN` before it is tried.
    known: Vec<Vec<u64>>,
}

/// For every set of cards the players' hands within it that avoid the patterns: each hand stands
/// in its own set, and then every set takes over, card by card, what stands in the set without it.
fn hands_within(deal: Deal, avoids: &[bool]) -> Vec<u64> {
    let is_hand = |set: u32| set.count_ones() as usize == deal.player_cards;
    let all = (0_u32..).zip(avoids);
    let mut hands: Vec<u64> = all.map(|(set, avoids)| u64::from(*avoids && is_hand(set))).collect();
    for card in 0..deal.pack.cards() {
        for set in (0..hands.len()).filter(|set| set >> card & 1 == 1) {
            hands[set] += hands[set ^ 1 << card];
        }
    }
    hands
}

const UNKNOWN: u64 = u64::MAX;

impl Trial {
    fn deals(deal: Deal, patterns: Patterns) -> u64 {
        let all = (1_u32 << deal.pack.cards()) - 1;
        let avoids: Vec<bool> =
            (0..=all).map(|hand| !contains(hand, deal.pack, patterns)).collect();
        let mut known = vec![vec![UNKNOWN; 1 << deal.pack.cards()]; deal.players + 1];
        if let Some(one_player) = known.get_mut(1) {
            *one_player = hands_within(deal, &avoids);
        }
        let mut trial = Self { deal, avoids, known };
        let mut deals = 0;
        subsets(all, deal.dealer_cards, 0, &mut |hand| {
            if trial.avoids[hand as usize] {
                deals += trial.players(all & !hand, deal.players);
            }
        });
        deals
    }

    fn players(&mut self, cards: u32, players: usize) -> u64 {
        if players == 0 {
            return 1;
        }
        let known = self.known[players][cards as usize];
        if known != UNKNOWN {
            return known;
        }
        let mut deals = 0;
        subsets(cards, self.deal.player_cards, 0, &mut |hand| {
            if self.avoids[hand as usize] {
                deals += self.players(cards & !hand, players - 1);
            }
        });
        self.known[players][cards as usize] = deals;
        deals
    }
}

fn compare(ranks: usize, suits: usize, players: usize, player_cards: usize, dealer_cards: usize) {
    let deal = Deal { pack: Pack { ranks, suits }, players, player_cards, dealer_cards };
    let mut all_tried = Vec::new();
    for kind in KINDS {
        for run in RUNS {
            // With fewer than three (four) suits there is nothing of the kind to avoid.
            if kind > Kind::None && suits < 3 || kind == Kind::Four && suits < 4 {
                continue;
            }
            let patterns = Patterns { kind, run };
            let tried = Trial::deals(deal, patterns);
            let counted = Packing::new(deal, patterns).deals(players);
            assert_eq!(counted, BigUint::from(tried), "{deal:?} {patterns:?}");
            all_tried.push(tried);
        }
    }
    // Nothing to avoid came first and the most came last: some deals avoid it and some do not, or
    // nothing was compared.
    let (all, most) = (all_tried.first().unwrap(), all_tried.last().unwrap());
    assert!(0 < *most && most < all, "{deal:?}");
}

#[test]
fn one_player_of_five_and_a_dealer_of_six() {
    compare(5, 4, 1, 5, 6);
    compare(7, 3, 1, 5, 6);
}

#[test]
fn two_players_of_five_and_a_dealer_of_six() {
    compare(5, 4, 2, 5, 6);
    compare(6, 3, 2, 5, 6);
}

#[test]
fn runs_alone_with_the_whole_pack_dealt() {
    compare(8, 2, 2, 5, 6);
    compare(8, 2, 3, 4, 4);
}

#[test]
fn three_and_four_players() {
    compare(5, 3, 3, 4, 3);
    compare(5, 3, 4, 3, 3);
}

#[test]
fn fewer_players_than_were_laid_for() {
    let laid =
        Deal { pack: Pack { ranks: 5, suits: 4 }, players: 3, player_cards: 4, dealer_cards: 6 };
    let patterns = Patterns { kind: Kind::Three, run: Run::Any };
    let packing = Packing::new(laid, patterns);
    for players in 0..=3 {
        let tried = Trial::deals(Deal { players, ..laid }, patterns);
        assert_eq!(packing.deals(players), BigUint::from(tried), "{players} players");
    }
}

/// Single hands that contain four of a kind, else a straight flush, else three of a kind.
fn single_hands(dealer_cards: usize) -> [u128; 3] {
    let pack = Pack { ranks: 13, suits: 4 };
    let deal = Deal { pack, players: 0, player_cards: 5, dealer_cards };
    let without = |kind, run| {
        let deals = Packing::new(deal, Patterns { kind, run }).deals(0);
        u128::try_from(deals).unwrap()
    };
    let all = without(Kind::None, Run::None);
    let (four, flush) = (without(Kind::Four, Run::None), without(Kind::Four, Run::Any));
    [all - four, four - flush, flush - without(Kind::Three, Run::Any)]
}

/// Document 004 prints the five-card counts under Queens Up.
#[test]
fn five_card_hands_as_document_004_prints_them() {
    assert_eq!(single_hands(5), [624, 2_072, 58_656]);
}

/// The published counts of the best four of the dealer's six cards in Four Card Poker.
#[test]
fn six_card_hands_as_published() {
    assert_eq!(single_hands(6), [14_664, 47_752, 897_616]);
}
