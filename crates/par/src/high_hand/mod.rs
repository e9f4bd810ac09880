//! The highest hand among all the hands of a deal, counted exactly: what Cover All pays by
//! (document 002). Five cards to each player and six to the dealer, from one pack of 52. Not here:
//! odds, the paytable's text, money, and hands compared within one row, which this wager never
//! needs.
//!
//! # What a row takes
//!
//! A *ladder* lists outcomes from the one consulted first. A deal belongs to the first row that any
//! of its hands **contains**: at least three cards of a rank, four of a rank, four suited cards in
//! sequence (the ace below the two or above the king, never between them), the royal A-K-Q-J. So
//! "three of a kind" includes four of a kind, and "straight flush" the royal, unless the rarer one
//! stands above.
//!
//! The game speaks of each hand's *best four cards* instead. For both orders in use (that of
//! document 002 and [`GAME_ORDER`]) that is the same:
//!
//! - Two of the five things meet in one hand as a thing and its part: four of a kind and three of a
//!   kind, four aces and four of a kind, royal and straight flush. Both orders name the whole
//!   first.
//! - Otherwise the two share at most one card. Three of a kind and a straight flush need 3 + 4 - 1
//!   = 6 cards, so the dealer may hold both; both orders put the straight flush first. Four of a
//!   kind and a straight flush need 7 cards: nobody holds both, and the orders, which differ only
//!   there, differ between hands and never within one.
//! - A hand with two threes of a kind, or two straight flushes, stands in one row whichever is
//!   taken as its best; a royal beside another straight flush is a royal in both readings.
//!
//! # How it is counted
//!
//! A deal lies below a row when no hand contains anything that row or a row above asks for. The
//! number of such deals is an alternating sum over ways to force cards on hands (`pieces`), counted
//! column by column (`packing`); the deals of a row are a difference of two such numbers. Deals of
//! seven hands are about 1.8e39, hence the wide integers.

mod packing;
mod pieces;
#[cfg(test)]
mod tests;

use num_bigint::BigUint;
use packing::{Deal, Packing};
use pieces::{Kind, Pack, Patterns, Run};
use std::collections::BTreeMap;

/// What the highest hand of a deal can be, as far as Cover All pays for it. The order of the
/// variants is the order of document 002.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum HighHand {
    /// The four aces.
    FourAces,
    /// Ace, king, queen and jack of one suit.
    RoyalFlush,
    /// Four cards of one rank. Aces too, unless four aces stand above it in the ladder.
    FourOfAKind,
    /// Four cards of one suit in sequence. Royals too, unless the royal stands above it.
    StraightFlush,
    /// At least three cards of one rank. Four too, unless four of a kind stands above it.
    ThreeOfAKind,
}

/// The rows in the order the game ranks hands: four of a kind above every straight flush.
pub const GAME_ORDER: [HighHand; 5] = [
    HighHand::FourAces,
    HighHand::FourOfAKind,
    HighHand::RoyalFlush,
    HighHand::StraightFlush,
    HighHand::ThreeOfAKind,
];

/// How many deals have which highest hand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HighHands {
    /// Number of hands dealt, the dealer's included: 2 to 7.
    pub hands: u8,
    /// All deals: 52! / (5!^(hands - 1) 6! r!), r the cards left over. The hands are told apart,
    /// the order of cards within a hand is not.
    pub deals: BigUint,
    /// Deals of each row, in the order of the ladder.
    pub counts: Vec<(HighHand, BigUint)>,
    /// Deals in which no hand contains anything the ladder names.
    pub nothing: BigUint,
}

/// Counts deals by their highest hand. The ways to force cards on hands depend neither on the number of
/// hands nor on the ladder, and are kept.
#[derive(Clone, Debug, Default)]
pub struct HighHandCounter {
    packings: BTreeMap<Patterns, Packing>,
}

impl HighHandCounter {
    /// Nothing counted yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// The deals of `hands` hands (the dealer's included) by the first row of `ladder` that any hand
    /// contains. Any order and any subset of the outcomes is a ladder.
    ///
    /// `None` when `hands` is not 2 to 7, or when the ladder names an outcome twice.
    pub fn count(&mut self, hands: u8, ladder: &[HighHand]) -> Option<HighHands> {
        let repeated = ladder.iter().enumerate().any(|(i, row)| ladder[..i].contains(row));
        if !(2..=MOST_HANDS).contains(&hands) || repeated {
            return None;
        }
        let mut patterns = Patterns::default();
        let deals = self.without(hands, patterns);
        let mut left = deals.clone();
        let mut counts = Vec::with_capacity(ladder.len());
        for row in ladder {
            patterns = patterns.and(patterns_of(*row));
            let below = self.without(hands, patterns);
            // Fewer deals avoid more patterns, so the difference is never below zero.
            counts.push((*row, left - &below));
            left = below;
        }
        Some(HighHands { hands, deals, counts, nothing: left })
    }

    /// Deals in which no hand contains any of the patterns.
    fn without(&mut self, hands: u8, patterns: Patterns) -> BigUint {
        let packing = self.packings.entry(patterns);
        packing.or_insert_with(|| Packing::new(COVER_ALL, patterns)).deals(usize::from(hands) - 1)
    }
}

/// Six players and the dealer.
const MOST_HANDS: u8 = 7;

/// Rule 4 of document 002: five cards to a player, six to the dealer.
const COVER_ALL: Deal = Deal {
    pack: Pack { ranks: 13, suits: 4 },
    players: MOST_HANDS as usize - 1,
    player_cards: 5,
    dealer_cards: 6,
};

/// What a hand must contain for the row.
fn patterns_of(row: HighHand) -> Patterns {
    let (kind, run) = match row {
        HighHand::FourAces => (Kind::FourAces, Run::None),
        HighHand::RoyalFlush => (Kind::None, Run::Royal),
        HighHand::FourOfAKind => (Kind::Four, Run::None),
        HighHand::StraightFlush => (Kind::None, Run::Any),
        HighHand::ThreeOfAKind => (Kind::Three, Run::None),
    };
    Patterns { kind, run }
}
