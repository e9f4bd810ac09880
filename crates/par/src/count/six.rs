//! Player five cards, dealer six of the other 47, one of them face up: Four Card Poker.
//!
//! The dealer's hands that hold the card face up and avoid the player's are counted by inclusion
//! and exclusion as in `five`, each subset S of the player's hand now with the card face up
//! beside it. For a form of S the counts of all 52 such cards lie together, suit by suit, so that
//! one pass over the subsets counts for every card face up at once.

use super::classes::{SuitClass, suit_classes};
use super::forms::{Form, Forms, SCALE};
use feltproof_engine::{HandRank, best_four_of_five, best_four_of_six};
use feltproof_model::Card;

/// The dealer's hands against one hand of the player's and one card face up: five of 46 cards.
pub const SIX_DEALS: u32 = 1_370_754;

/// One suit class of the player's hands and one card of the dealer's face up, against all
/// 1,370,754 ways to complete the dealer's hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FiveAgainstSix {
    /// One hand of the class, in ascending order of the card numbers.
    pub cards: [Card; 5],
    /// How many hands the class has: 4, 12 or 24.
    pub weight: u32,
    /// What the player's hand is worth.
    pub rank: HandRank,
    /// The dealer's card face up.
    pub up: Card,
    /// The dealer's hands worth less.
    pub below: u32,
    /// The dealer's hands worth the same.
    pub equal: u32,
    /// The dealer's hands worth more.
    pub above: u32,
}

/// A count for each card of one suit, and three to make sixteen, which are added together.
type ByRank = [u32; 16];

/// A count for each card of the pack.
type ByCard = [ByRank; 4];

/// For each suit form of up to four cards and each further card, [`SCALE`] times the hands counted
/// so far that hold a set of the form and the card. Four entries to a form; where suits of a set
/// hold the same ranks, they share the first one's.
struct Holding<'a> {
    forms: &'a Forms,
    counts: Vec<ByRank>,
}

/// Visits each of the 134,459 suit classes of the player's hands with each of the 47 cards that
/// may lie face up, once: from the player's lowest rank up, the cards by number. The weights sum
/// to 2,598,960 x 47.
pub fn five_against_six(mut visit: impl FnMut(&FiveAgainstSix)) {
    let forms = Forms::new();
    let players = ranked(best_four_of_five);
    let mut dealers = ranked(best_four_of_six).into_iter().peekable();
    let mut holding = Holding { forms: &forms, counts: vec![[0; 16]; 4 * forms.len()] };
    for same_rank in players.chunk_by(|(a, _), (b, _)| a == b) {
        let Some((rank, _)) = same_rank.first() else { continue };
        while let Some((_, dealer)) = dealers.next_if(|(dealer, _)| dealer < rank) {
            holding.add(&dealer);
        }
        let below: Vec<ByCard> = same_rank.iter().map(|(_, hand)| holding.beside(hand)).collect();
        while let Some((_, dealer)) = dealers.next_if(|(dealer, _)| dealer == rank) {
            holding.add(&dealer);
        }
        for ((rank, hand), below) in same_rank.iter().zip(&below) {
            against(*rank, hand, below, &holding.beside(hand), &mut visit);
        }
    }
}

/// The suit classes with their ranks, the lowest first.
fn ranked<const N: usize>(rank: fn([Card; N]) -> HandRank) -> Vec<(HandRank, SuitClass<N>)> {
    let mut ranked: Vec<(HandRank, SuitClass<N>)> =
        suit_classes().into_iter().map(|class| (rank(class.cards), class)).collect();
    ranked.sort_by_key(|(rank, _)| *rank);
    ranked
}

impl Holding<'_> {
    /// Counts the hands of one class: each subset with each of the cards outside it.
    fn add(&mut self, class: &SuitClass<6>) {
        let suits = class.cards.map(|card| usize::from(card.suit()));
        let ranks = class.cards.map(|card| usize::from(card.rank()));
        let (forms, counts) = (self.forms, &mut self.counts);
        forms.for_each_subset(class.cards, |subset, form| {
            for (card, (suit, rank)) in suits.iter().zip(ranks).enumerate() {
                if subset >> card & 1 == 0 {
                    let share = class.weight * u32::from(form.symmetries_with[*suit]);
                    counts[place(form, *suit)][rank] += share;
                }
            }
        });
    }

    /// For each card face up, the hands counted so far that hold it and avoid the player's cards,
    /// times [`SCALE`]; what is said of the player's own cards means nothing.
    ///
    /// The one dealer's hand that holds the player's whole hand and the card face up is still to
    /// be taken off, if it has been counted. The sums wrap, and come out right.
    fn beside(&self, class: &SuitClass<5>) -> ByCard {
        let mut places = [[0_usize; 4]; 1 << 5];
        self.forms.for_each_subset(class.cards, |subset, form| {
            places[subset] = [0, 1, 2, 3].map(|suit| place(form, suit));
        });
        [0, 1, 2, 3].map(|suit| {
            let (mut even, mut odd): (ByRank, ByRank) = ([0; 16], [0; 16]);
            for (subset, places) in places.iter().enumerate().take(places.len() - 1) {
                let sums = if subset.count_ones() % 2 == 0 { &mut even } else { &mut odd };
                for (sum, count) in sums.iter_mut().zip(&self.counts[places[suit]]) {
                    *sum = sum.wrapping_add(*count);
                }
            }
            let mut counts = even;
            for (count, odd) in counts.iter_mut().zip(odd) {
                *count = count.wrapping_sub(odd);
            }
            counts
        })
    }
}

/// Where the counts of a form's suit stand.
fn place(form: &Form, suit: usize) -> usize {
    4 * usize::from(form.id) + usize::from(form.suits[suit])
}

/// Visits one class with each card face up, from the counts below its rank and up to its rank.
fn against(
    rank: HandRank,
    class: &SuitClass<5>,
    below: &ByCard,
    up_to: &ByCard,
    visit: &mut impl FnMut(&FiveAgainstSix),
) {
    let SuitClass { cards, weight } = *class;
    let [a, b, c, d, e] = cards;
    for up in (0..Card::PACK).filter_map(Card::new).filter(|up| !cards.contains(up)) {
        // With the card face up the player's hand is worth no less than without: it is never
        // among the hands below, and among the equal ones if the card adds nothing.
        let itself = u32::from(best_four_of_six([a, b, c, d, e, up]) == rank);
        let (suit, place) = (usize::from(up.suit()), usize::from(up.rank()));
        let below = below[suit][place] / SCALE;
        let up_to = up_to[suit][place] / SCALE - itself;
        visit(&FiveAgainstSix {
            cards,
            weight,
            rank,
            up,
            below,
            equal: up_to - below,
            above: SIX_DEALS - up_to,
        });
    }
}
