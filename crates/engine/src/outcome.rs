//! Which hands a row of a paytable is for.
//!
//! A paytable reads the hand in one of three ways (`Basis`); its rows may name only what that way
//! can tell apart. A row pays the hands it names that no row above it names.

use crate::five_card::{FiveCategory, five_card_category, most_of_one_colour};
use crate::rank::{Category, HandRank};
use feltproof_model::Card;

/// What of a hand a paytable looks at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Basis {
    /// The best four-card hand.
    BestFour,
    /// All five cards as an ordinary poker hand.
    AllFive,
    /// How many of the five cards are of one colour.
    Colours,
}

impl Basis {
    /// What a hand is worth, read in this way: `rank` is its four-card rank, `cards` are all its cards.
    /// `None` where it asks for five cards and there are not five.
    pub(crate) fn worth(self, rank: HandRank, cards: &[Card]) -> Option<u16> {
        match self {
            Self::BestFour => Some(rank.number()),
            Self::AllFive => Some(five_card_category(cards.try_into().ok()?) as u16),
            Self::Colours => u16::try_from(most_of_one_colour(cards)).ok(),
        }
    }
}

/// Which hands a row of a paytable is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Four aces.
    FourAces,
    /// A-K-Q-J of one suit.
    RoyalFlush,
    /// Three aces.
    ThreeAces,
    /// All four-card hands of a category.
    Of(Category),
    /// A straight flush or four of a kind.
    StraightFlushOrHigher,
    /// A pair of this rank (0 two to 12 ace) or of a higher one, and no better category.
    PairFrom(u8),
    /// All five-card hands of a category.
    Five(FiveCategory),
    /// At least this many cards of one colour.
    OneColour(u8),
}

impl Outcome {
    const BEST_FOUR: &[Self] = &[
        Self::FourAces,
        Self::RoyalFlush,
        Self::StraightFlushOrHigher,
        Self::Of(Category::FourOfAKind),
        Self::Of(Category::StraightFlush),
        Self::ThreeAces,
        Self::Of(Category::ThreeOfAKind),
        Self::Of(Category::Flush),
        Self::Of(Category::Straight),
        Self::Of(Category::TwoPair),
        Self::PairFrom(12),
        Self::PairFrom(11),
        Self::PairFrom(10),
        Self::PairFrom(9),
        Self::Of(Category::Pair),
    ];

    const ALL_FIVE: &[Self] = &[
        Self::Five(FiveCategory::RoyalFlush),
        Self::Five(FiveCategory::StraightFlush),
        Self::Five(FiveCategory::FourOfAKind),
        Self::Five(FiveCategory::FullHouse),
        Self::Five(FiveCategory::Flush),
        Self::Five(FiveCategory::Straight),
        Self::Five(FiveCategory::ThreeOfAKind),
        Self::Five(FiveCategory::TwoPair),
        Self::Five(FiveCategory::Pair),
    ];

    const COLOURS: &[Self] = &[Self::OneColour(5), Self::OneColour(4)];

    /// All that a paytable of a basis may name.
    pub const fn all(basis: Basis) -> &'static [Self] {
        match basis {
            Basis::BestFour => Self::BEST_FOUR,
            Basis::AllFive => Self::ALL_FIVE,
            Basis::Colours => Self::COLOURS,
        }
    }

    /// How a paytable that names it reads the hand.
    pub(crate) const fn basis(self) -> Basis {
        match self {
            Self::Five(_) => Basis::AllFive,
            Self::OneColour(_) => Basis::Colours,
            _ => Basis::BestFour,
        }
    }

    /// The name in definitions: `four_aces`, `pair_of_queens_or_better`.
    pub const fn key(self) -> &'static str {
        match self {
            Self::FourAces => "four_aces",
            Self::RoyalFlush => "royal_flush",
            Self::ThreeAces => "three_aces",
            Self::Of(category) => category.key(),
            Self::StraightFlushOrHigher => "straight_flush_or_higher",
            Self::PairFrom(12..) => "pair_of_aces",
            Self::PairFrom(11) => "pair_of_kings_or_better",
            Self::PairFrom(10) => "pair_of_queens_or_better",
            Self::PairFrom(_) => "pair_of_jacks_or_better",
            Self::Five(category) => category.key(),
            Self::OneColour(5..) => "five_of_one_colour",
            Self::OneColour(_) => "four_of_one_colour",
        }
    }

    /// The name in sentences: `four aces`, `a pair of queens or better`.
    pub const fn title(self) -> &'static str {
        match self {
            Self::FourAces => "four aces",
            Self::RoyalFlush => "royal flush",
            Self::ThreeAces => "three aces",
            Self::Of(category) => category.title(),
            Self::StraightFlushOrHigher => "straight flush or higher",
            Self::PairFrom(12..) => "a pair of aces",
            Self::PairFrom(11) => "a pair of kings or better",
            Self::PairFrom(10) => "a pair of queens or better",
            Self::PairFrom(_) => "a pair of jacks or better",
            Self::Five(category) => category.title(),
            Self::OneColour(5..) => "five cards of one colour",
            Self::OneColour(_) => "four cards of one colour",
        }
    }

    /// From the name in definitions.
    pub fn parse(basis: Basis, key: &str) -> Option<Self> {
        Self::all(basis).iter().copied().find(|o| o.key() == key)
    }

    /// The lowest and the highest of the hands it names, as [`Basis::worth`] counts.
    pub(crate) const fn range(self) -> (u16, u16) {
        match self {
            Self::FourAces => (HandRank::FOUR_ACES.number(), u16::MAX),
            Self::RoyalFlush => (HandRank::ROYAL.number(), last(Category::StraightFlush)),
            Self::ThreeAces => (HandRank::THREE_ACES.number(), last(Category::ThreeOfAKind)),
            Self::Of(category) => (first(category), last(category)),
            Self::StraightFlushOrHigher => (first(Category::StraightFlush), u16::MAX),
            Self::PairFrom(rank) => (HandRank::pair_from(rank).number(), last(Category::Pair)),
            Self::Five(category) => (category as u16, category as u16),
            Self::OneColour(cards) => (cards as u16, u16::MAX),
        }
    }

    /// True when it names hands of this worth, read in its own way.
    pub(crate) const fn takes(self, worth: u16) -> bool {
        let (from, to) = self.range();
        from <= worth && worth <= to
    }

    /// True when it names this four-card hand.
    pub fn includes(self, rank: HandRank) -> bool {
        self.basis() == Basis::BestFour && self.takes(rank.number())
    }
}

const fn first(category: Category) -> u16 {
    HandRank::new(category, 0).number()
}

const fn last(category: Category) -> u16 {
    HandRank::new(category, u16::MAX).number()
}
