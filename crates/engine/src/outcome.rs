//! Which hands a row of a paytable is for.
//!
//! A paytable reads the hand in one of three ways (`Basis`); its rows may name only what that way
//! can tell apart. A row pays the hands it names that no row above it names.

use crate::five_card::FiveCategory;
use crate::rank::{Category, HandRank};

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

    /// The category of the lowest four-card hand it names.
    pub const fn lowest_category(self) -> Category {
        match self {
            Self::FourAces => Category::FourOfAKind,
            Self::RoyalFlush | Self::StraightFlushOrHigher => Category::StraightFlush,
            Self::ThreeAces => Category::ThreeOfAKind,
            Self::Of(category) => category,
            Self::PairFrom(_) => Category::Pair,
            Self::Five(_) | Self::OneColour(_) => Category::HighCard,
        }
    }

    /// True when it names this four-card hand.
    pub fn includes(self, rank: HandRank) -> bool {
        match self {
            Self::FourAces => rank.is_four_aces(),
            Self::RoyalFlush => rank.is_royal(),
            Self::ThreeAces => rank.is_three_aces(),
            Self::Of(category) => rank.category() == category,
            Self::StraightFlushOrHigher => rank.category() >= Category::StraightFlush,
            Self::PairFrom(from) => {
                rank.category() == Category::Pair && rank.is_pair_at_least(from)
            }
            Self::Five(_) | Self::OneColour(_) => false,
        }
    }

    /// True when it names this five-card hand.
    pub fn includes_five(self, category: FiveCategory) -> bool {
        self == Self::Five(category)
    }

    /// True when it names a hand with so many cards of one colour.
    pub const fn includes_colours(self, most: usize) -> bool {
        matches!(self, Self::OneColour(n) if most >= n as usize)
    }
}
