//! The ranking of four-card poker: the best four of five or six cards.

use crate::rank::{Category, HandRank, rank_of_ranks};
use crate::rank_six::{best_four_of_six, best_four_six_cards};
use crate::rank_tables::{best_four, best_four_of_five};
use crate::ranking::{Kind, Outcome, Ranking};
use feltproof_model::{Card, CardList, write_pretty};

/// The best four cards of a hand.
pub static BEST_FOUR: Ranking = Ranking {
    key: "best-four",
    rank: Some(rank),
    worth: |rank, _| Some(rank.number()),
    outcomes: &[
        Outcome::FOUR_ACES,
        Outcome::ROYAL_FLUSH,
        from("straight_flush_or_higher", "straight flush or higher", Category::StraightFlush),
        Outcome::of(Category::FourOfAKind),
        Outcome::of(Category::StraightFlush),
        THREE_ACES,
        Outcome::of(Category::ThreeOfAKind),
        Outcome::of(Category::Flush),
        Outcome::of(Category::Straight),
        Outcome::of(Category::TwoPair),
        Outcome::ACES,
        pair("pair_of_kings_or_better", "a pair of kings or better", 11),
        Outcome::QUEENS,
        pair("pair_of_jacks_or_better", "a pair of jacks or better", 9),
        Outcome::of(Category::Pair),
    ],
    kinds,
    lowest: Outcome::of(Category::ThreeOfAKind),
    name: |rank, _| rank.describe(),
    words,
    colours: false,
};

const THREE_ACES: Outcome = Outcome::new(
    ("three_aces", "three aces"),
    (HandRank::new(Category::ThreeOfAKind, 12 << 4).number(), last(Category::ThreeOfAKind)),
);

impl Outcome {
    /// Four aces, the best hand.
    pub const FOUR_ACES: Self = Self::new(
        ("four_aces", "four aces"),
        (HandRank::new(Category::FourOfAKind, 12).number(), u16::MAX),
    );
    /// A-K-Q-J of one suit.
    pub const ROYAL_FLUSH: Self = Self::new(
        ("royal_flush", "royal flush"),
        (HandRank::new(Category::StraightFlush, 12).number(), last(Category::StraightFlush)),
    );
    pub(crate) const ACES: Self = pair("pair_of_aces", "a pair of aces", 12);
    pub(crate) const QUEENS: Self =
        pair("pair_of_queens_or_better", "a pair of queens or better", 10);

    /// All hands of a category.
    pub const fn of(category: Category) -> Self {
        let first = HandRank::new(category, 0).number();
        Self::new((category.key(), category.title()), (first, last(category)))
    }
}

/// A pair of this rank (0 two to 12 ace) or of a higher one, and no better category.
const fn pair(key: &'static str, title: &'static str, rank: u8) -> Outcome {
    Outcome::new((key, title), (HandRank::pair_from(rank).number(), last(Category::Pair)))
}

/// A category and all above it.
const fn from(key: &'static str, title: &'static str, category: Category) -> Outcome {
    Outcome::new((key, title), (HandRank::new(category, 0).number(), u16::MAX))
}

const fn last(category: Category) -> u16 {
    HandRank::new(category, u16::MAX).number()
}

fn rank(cards: &CardList) -> Option<HandRank> {
    match cards.exactly() {
        Some(five) => Some(best_four_of_five(five)),
        None => cards.exactly().map(best_four_of_six),
    }
}

fn kinds() -> Vec<Kind> {
    let kind = |(name, ranks, suited, special): (&str, [u16; 4], bool, bool)| Kind {
        name: name.to_owned(),
        worth: rank_of_ranks(ranks, suited).number(),
        special,
    };
    let mut kinds = Vec::from(
        [
            ("four_aces", [12; 4], false, false),
            ("four_of_a_kind", [0; 4], false, false),
            ("royal_flush", [12, 11, 10, 9], true, true),
            ("straight_flush", [5, 4, 3, 2], true, false),
            ("three_aces", [12, 12, 12, 2], false, true),
            ("three_of_a_kind", [5, 5, 5, 2], false, false),
            ("flush", [9, 5, 3, 1], true, false),
            ("straight", [5, 4, 3, 2], false, false),
            ("two_pair", [5, 5, 2, 2], false, false),
        ]
        .map(kind),
    );
    for pair in (0..13).rev() {
        let kicker = if pair < 2 { 4 } else { 0 };
        let rank = rank_of_ranks([pair, pair, kicker, kicker + 1], false);
        kinds.push(Kind { name: rank.describe(), worth: rank.number(), special: false });
    }
    kinds.push(kind(("high_card", [9, 5, 3, 1], false, false)));
    kinds
}

fn words(rank: HandRank, cards: &CardList, text: &mut String) {
    let four = match (cards.exactly(), cards.exactly()) {
        (Some(five), _) => best_four(five),
        (_, Some(six)) => best_four_six_cards(six),
        _ => return text.push_str(&rank.describe()),
    };
    write_pretty(&in_order(four, rank), text);
    text.push_str(" is ");
    rank.write_name(text);
}

/// What decides first stands first.
fn in_order(four: [Card; 4], rank: HandRank) -> [Card; 4] {
    let mut counts = [0_u8; 13];
    for card in four {
        counts[usize::from(card.rank())] += 1;
    }
    let ace_is_low = rank.has_low_ace();
    // One number to compare: how many of the rank, what it is worth, the suit.
    let mut keyed = four.map(|card| {
        let r = card.rank();
        let worth = if ace_is_low && r == 12 { 0 } else { r + 1 };
        let last_first = [counts[usize::from(r)], worth].map(|worth| u8::MAX - worth);
        (u32::from_be_bytes([0, last_first[0], last_first[1], card.suit()]), card)
    });
    keyed.sort_unstable_by_key(|(key, _)| *key);
    keyed.map(|(.., card)| card)
}
