//! The ordinary five-card poker hand, by category alone: what the five-card progressive asks for.
//!
//! Not here: comparing two such hands, which no game of this toolkit does.

use crate::ranking::{Kind, Outcome, Ranking};
use feltproof_model::{Card, write_pretty};

/// All five cards as an ordinary poker hand.
pub(crate) static ALL_FIVE: Ranking = Ranking {
    key: "all-five",
    rank: None,
    worth: |_, cards| Some(five_card_category(cards.try_into().ok()?) as u16),
    outcomes: &[
        of(RoyalFlush),
        of(StraightFlush),
        of(FourOfAKind),
        of(FullHouse),
        of(Flush),
        of(Straight),
        of(ThreeOfAKind),
        of(TwoPair),
        of(Pair),
    ],
    kinds,
    lowest: of(ThreeOfAKind),
    name: |rank, cards| match <[Card; 5]>::try_from(cards) {
        Ok(cards) => five_card_category(cards).title().to_owned(),
        Err(_) => rank.describe(),
    },
    words: |rank, cards, text| match cards.exactly() {
        Some(five) => {
            write_pretty(&five, text);
            text.push_str(" is a five-card ");
            text.push_str(five_card_category(five).title());
        }
        None => text.push_str(&rank.describe()),
    },
    colours: false,
};

/// The kinds of five-card hand, weakest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FiveCategory {
    HighCard,
    Pair,
    TwoPair,
    ThreeOfAKind,
    /// Five ranks in sequence; the ace is low in A-2-3-4-5 only.
    Straight,
    Flush,
    FullHouse,
    FourOfAKind,
    /// A straight of one suit, not to the ace.
    StraightFlush,
    /// 10-J-Q-K-A of one suit.
    RoyalFlush,
}

use FiveCategory::*;

/// The names of the kinds in game definitions and in sentences, weakest first.
const NAMES: [(&str, &str); 10] = [
    ("high_card", "high card"),
    ("pair", "pair"),
    ("two_pair", "two pair"),
    ("three_of_a_kind", "three of a kind"),
    ("straight", "straight"),
    ("flush", "flush"),
    ("full_house", "full house"),
    ("four_of_a_kind", "four of a kind"),
    ("straight_flush", "straight flush"),
    ("royal_flush", "royal flush"),
];

impl FiveCategory {
    const fn title(self) -> &'static str {
        NAMES[self as usize].1
    }
}

const fn of(category: FiveCategory) -> Outcome {
    Outcome::new(NAMES[category as usize], (category as u16, category as u16))
}

fn kinds() -> Vec<Kind> {
    let kind = |((name, _), worth): (&(&str, _), u16)| Kind {
        name: (*name).to_owned(),
        worth,
        special: false,
    };
    let mut kinds: Vec<Kind> = NAMES.iter().zip(0..).map(kind).collect();
    kinds.reverse();
    kinds
}

/// Bits of the ranks ten to ace, and of A-2-3-4-5.
const TEN_TO_ACE: u16 = 0b1_1111_0000_0000;
const ACE_TO_FIVE: u16 = 0b1_0000_0000_1111;

/// The category of five different cards.
pub(crate) fn five_card_category(cards: [Card; 5]) -> FiveCategory {
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
}
