//! All five cards as an ordinary poker hand (document 001, multi-game link), for its kind only.

use feltproof_model::{Card, CardList};

const ACE: u8 = 12;

/// The kinds of five-card hand, lowest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum FiveKind {
    /// Nothing better.
    HighCard,
    /// One pair.
    Pair,
    /// Two pairs.
    TwoPair,
    /// Three of a kind.
    Trips,
    /// Five in sequence; the ace below the two or above the king.
    Straight,
    /// Five of one suit.
    Flush,
    /// Three of a kind and a pair.
    FullHouse,
    /// Four of a kind.
    Quads,
    /// Five in sequence and of one suit.
    StraightFlush,
    /// The straight flush to the ace.
    Royal,
}

/// The kind of a hand of five cards; `None` for any other number of cards.
pub(crate) fn five_kind(cards: &CardList) -> Option<FiveKind> {
    let mut five: [Card; 5] = cards.exactly()?;
    five.sort_unstable_by_key(|card| card.rank());
    let ranks = five.map(Card::rank);
    let is_flush = five.iter().all(|card| card.suit() == five[0].suit());
    let in_sequence = |ranks: &[u8]| ranks.windows(2).all(|pair| pair[1] == pair[0] + 1);
    let is_wheel = ranks == [0, 1, 2, 3, ACE];
    let is_straight = is_wheel || in_sequence(&ranks);
    // Pairs of cards of one rank: 1 for a pair, 3 for three of a kind, 6 for four of a kind.
    let mut alike = 0;
    for (i, a) in ranks.iter().enumerate() {
        alike += ranks.iter().skip(i + 1).filter(|b| *b == a).count();
    }
    Some(match (is_straight, is_flush, alike) {
        (true, true, _) if ranks[4] == ACE && !is_wheel => FiveKind::Royal,
        (true, true, _) => FiveKind::StraightFlush,
        (_, _, 6) => FiveKind::Quads,
        (_, _, 4) => FiveKind::FullHouse,
        (_, true, _) => FiveKind::Flush,
        (true, _, _) => FiveKind::Straight,
        (_, _, 3) => FiveKind::Trips,
        (_, _, 2) => FiveKind::TwoPair,
        (_, _, 1) => FiveKind::Pair,
        _ => FiveKind::HighCard,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The well-known numbers of five-card poker hands, of 2,598,960.
    #[test]
    fn kinds_are_as_frequent_as_in_every_textbook() {
        let pack: Vec<Card> = (0..52).filter_map(Card::new).collect();
        let mut counts = [0_u32; 10];
        for a in 0..52 {
            for b in 0..a {
                for c in 0..b {
                    for d in 0..c {
                        for e in 0..d {
                            let five = CardList::new(&[a, b, c, d, e].map(|i| pack[i])).unwrap();
                            counts[five_kind(&five).unwrap() as usize] += 1;
                        }
                    }
                }
            }
        }
        let textbook = [1_302_540, 1_098_240, 123_552, 54_912, 10_200, 5_108, 3_744, 624, 36, 4];
        assert_eq!(counts, textbook);
    }

    #[test]
    fn the_ace_is_high_or_low_and_nowhere_else() {
        let kind = |text: &str| five_kind(&CardList::parse(text.as_bytes()).unwrap());
        assert_eq!(kind("Ts As Ks Js Qs"), Some(FiveKind::Royal));
        assert_eq!(kind("As 2s 3s 4s 5s"), Some(FiveKind::StraightFlush));
        assert_eq!(kind("5h As 2s 4c 3s"), Some(FiveKind::Straight));
        assert_eq!(kind("Qh Ks As 2c 3s"), Some(FiveKind::HighCard));
        assert_eq!(kind("Qh Ks As 2c"), None);
    }
}
