//! The ordinary five-card poker hand, by category alone: what the five-card progressive asks for.
//!
//! Not here: comparing two such hands, which no game of this toolkit does.

use feltproof_model::Card;

/// The kinds of five-card hand, weakest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum FiveCategory {
    /// None of the others.
    HighCard,
    /// Two cards of one rank.
    Pair,
    /// Two pairs.
    TwoPair,
    /// Three cards of one rank.
    ThreeOfAKind,
    /// Five ranks in sequence; the ace is low in A-2-3-4-5 only.
    Straight,
    /// Five cards of one suit.
    Flush,
    /// Three of one rank and two of another.
    FullHouse,
    /// Four cards of one rank.
    FourOfAKind,
    /// A straight of one suit, not to the ace.
    StraightFlush,
    /// 10-J-Q-K-A of one suit.
    RoyalFlush,
}

impl FiveCategory {
    /// All, weakest first.
    pub const ALL: [Self; 10] = [
        Self::HighCard,
        Self::Pair,
        Self::TwoPair,
        Self::ThreeOfAKind,
        Self::Straight,
        Self::Flush,
        Self::FullHouse,
        Self::FourOfAKind,
        Self::StraightFlush,
        Self::RoyalFlush,
    ];

    /// The name in game definitions.
    pub const fn key(self) -> &'static str {
        match self {
            Self::HighCard => "high_card",
            Self::Pair => "pair",
            Self::TwoPair => "two_pair",
            Self::ThreeOfAKind => "three_of_a_kind",
            Self::Straight => "straight",
            Self::Flush => "flush",
            Self::FullHouse => "full_house",
            Self::FourOfAKind => "four_of_a_kind",
            Self::StraightFlush => "straight_flush",
            Self::RoyalFlush => "royal_flush",
        }
    }

    /// The name in sentences.
    pub const fn title(self) -> &'static str {
        match self {
            Self::HighCard => "high card",
            Self::Pair => "pair",
            Self::TwoPair => "two pair",
            Self::ThreeOfAKind => "three of a kind",
            Self::Straight => "straight",
            Self::Flush => "flush",
            Self::FullHouse => "full house",
            Self::FourOfAKind => "four of a kind",
            Self::StraightFlush => "straight flush",
            Self::RoyalFlush => "royal flush",
        }
    }
}

/// Bits of the ranks ten to ace, and of A-2-3-4-5.
const TEN_TO_ACE: u16 = 0b1_1111_0000_0000;
const ACE_TO_FIVE: u16 = 0b1_0000_0000_1111;

/// The category of five different cards.
pub fn five_card_category(cards: [Card; 5]) -> FiveCategory {
    let mut counts = [0_u8; 13];
    let mut mask = 0_u16;
    for card in cards {
        if let Some(count) = counts.get_mut(usize::from(card.rank())) {
            *count += 1;
        }
        mask |= 1 << card.rank();
    }
    let suited = cards.iter().all(|c| c.suit() == cards[0].suit());
    let in_sequence = mask == ACE_TO_FIVE || mask >> mask.trailing_zeros() == 0b1_1111;
    let most = counts.into_iter().max().unwrap_or(0);
    match (mask.count_ones(), most) {
        (5, _) if in_sequence && suited && mask == TEN_TO_ACE => FiveCategory::RoyalFlush,
        (5, _) if in_sequence && suited => FiveCategory::StraightFlush,
        (5, _) if suited => FiveCategory::Flush,
        (5, _) if in_sequence => FiveCategory::Straight,
        (5, _) => FiveCategory::HighCard,
        (4, _) => FiveCategory::Pair,
        (3, 3) => FiveCategory::ThreeOfAKind,
        (3, _) => FiveCategory::TwoPair,
        (_, 4) => FiveCategory::FourOfAKind,
        _ => FiveCategory::FullHouse,
    }
}

/// The most cards of one colour among these: clubs and spades are black, diamonds and hearts red.
pub fn most_of_one_colour(cards: &[Card]) -> usize {
    let red = cards.iter().filter(|c| c.is_red()).count();
    red.max(cards.len() - red)
}

#[cfg(test)]
mod tests {
    use super::*;
    use feltproof_model::CardList;

    /// The well-known numbers of five-card poker hands.
    #[test]
    fn every_hand_of_the_pack_is_counted_as_known() {
        let pack: Vec<Card> = (0..Card::PACK).filter_map(Card::new).collect();
        let mut counts = [0_u32; 10];
        for a in 0..52 {
            for b in a + 1..52 {
                for c in b + 1..52 {
                    for d in c + 1..52 {
                        for e in d + 1..52 {
                            let hand = [pack[a], pack[b], pack[c], pack[d], pack[e]];
                            counts[five_card_category(hand) as usize] += 1;
                        }
                    }
                }
            }
        }
        assert_eq!(
            counts,
            [1_302_540, 1_098_240, 123_552, 54_912, 10_200, 5_108, 3_744, 624, 36, 4]
        );
    }

    #[test]
    fn sequences_do_not_go_round_the_ace() {
        for (cards, category) in [
            ("As 2s 3s 4s 5s", FiveCategory::StraightFlush),
            ("Ah 2s 3s 4s 5s", FiveCategory::Straight),
            ("Qs Ks As 2s 3s", FiveCategory::Flush),
            ("Qs Kd As 2s 3s", FiveCategory::HighCard),
            ("Ts Js Qs Ks As", FiveCategory::RoyalFlush),
            ("9s Ts Js Qs Ks", FiveCategory::StraightFlush),
            ("9s 9d 9h Kc Ks", FiveCategory::FullHouse),
        ] {
            let list = CardList::parse(cards.as_bytes()).unwrap();
            assert_eq!(five_card_category(list.exactly().unwrap()), category, "{cards}");
        }
    }

    #[test]
    fn colours_are_counted_by_hand() {
        for (cards, most) in
            [("As 2c 3s 4c 5s", 5), ("Ah 2d 3h 4d 5c", 4), ("Ah 2d 3c 4s 5s", 3), ("", 0)]
        {
            let list = CardList::parse(cards.as_bytes()).unwrap();
            assert_eq!(most_of_one_colour(list.as_slice()), most, "{cards}");
        }
    }
}
