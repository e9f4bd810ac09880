//! What a hand is worth, the plain way: every four of its cards are tried, sorted and looked at.

use feltproof_model::{Card, CardList};

/// The eight kinds of four-card hand, lowest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Kind {
    /// Nothing better.
    HighCard,
    /// Two of one rank.
    Pair,
    /// Two pairs.
    TwoPair,
    /// Four in sequence.
    Straight,
    /// Four of one suit.
    Flush,
    /// Three of a kind.
    Trips,
    /// Four in sequence and of one suit.
    StraightFlush,
    /// Four of a kind.
    Quads,
}

pub(crate) const QUEEN: u8 = 10;
const KING: u8 = 11;
pub(crate) const ACE: u8 = 12;
/// The lowest hand a sensible player stays in with: king, queen, eight, four.
const WORTH_PLAYING: Strength = Strength { kind: Kind::HighCard, ranks: [KING, QUEEN, 6, 2] };

/// What a hand is worth: its kind, then the ranks that decide within the kind, most important
/// first (0 the two, 12 the ace; 0 where nothing is left to compare).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Strength {
    pub(crate) kind: Kind,
    pub(crate) ranks: [u8; 4],
}

impl Strength {
    /// This kind, its first rank this one or higher, or a better kind.
    pub(crate) fn is_from(self, kind: Kind, rank: u8) -> bool {
        self.kind > kind || (self.kind == kind && self.ranks[0] >= rank)
    }

    /// The dealer qualifies with king high or better.
    pub(crate) fn qualifies(self) -> bool {
        self.is_from(Kind::HighCard, KING)
    }

    /// A pair of aces or better: where the Play may be up to three times the Ante.
    pub(crate) fn is_aces_or_better(self) -> bool {
        self.is_from(Kind::Pair, ACE)
    }

    /// What the simulated players stay in with: king, queen, eight, four or better.
    pub(crate) fn is_worth_playing(self) -> bool {
        self >= WORTH_PLAYING
    }
}

fn strength_of_four(cards: [Card; 4]) -> Strength {
    let mut ranks = cards.map(Card::rank);
    ranks.sort_unstable_by(|a, b| b.cmp(a));
    let [a, b, c, d] = ranks;
    let flush = cards.iter().all(|card| card.suit() == cards[0].suit());
    // The ace is low only below the two: four, three, two, ace; such a straight is four high.
    let wheel = ranks == [ACE, 2, 1, 0];
    let straight = wheel || (a == b + 1 && b == c + 1 && c == d + 1);
    let top = if wheel { 2 } else { a };
    let (kind, ranks) = if a == d {
        (Kind::Quads, [a, 0, 0, 0])
    } else if straight && flush {
        (Kind::StraightFlush, [top, 0, 0, 0])
    } else if a == c {
        (Kind::Trips, [a, d, 0, 0])
    } else if b == d {
        (Kind::Trips, [b, a, 0, 0])
    } else if flush {
        (Kind::Flush, ranks)
    } else if straight {
        (Kind::Straight, [top, 0, 0, 0])
    } else if a == b && c == d {
        (Kind::TwoPair, [a, c, 0, 0])
    } else if a == b {
        (Kind::Pair, [a, c, d, 0])
    } else if b == c {
        (Kind::Pair, [b, a, d, 0])
    } else if c == d {
        (Kind::Pair, [c, a, b, 0])
    } else {
        (Kind::HighCard, ranks)
    };
    Strength { kind, ranks }
}

/// The best four of any number of cards; `None` for fewer than four.
pub(crate) fn best_four(cards: &[Card]) -> Option<Strength> {
    let mut best = None;
    for (i, a) in cards.iter().enumerate() {
        for (j, b) in cards.iter().enumerate().skip(i + 1) {
            for (k, c) in cards.iter().enumerate().skip(j + 1) {
                for d in cards.iter().skip(k + 1) {
                    best = best.max(Some(strength_of_four([*a, *b, *c, *d])));
                }
            }
        }
    }
    best
}

/// The cards of one hand and what the best four of them are worth.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Hand {
    pub(crate) cards: CardList,
    pub(crate) best: Strength,
}

impl Hand {
    pub(crate) fn of(cards: &CardList) -> Option<Self> {
        Some(Self { cards: *cards, best: best_four(cards.as_slice())? })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rank(cards: &str) -> Strength {
        best_four(CardList::parse(cards.as_bytes()).unwrap().as_slice()).unwrap()
    }

    /// The order of document 001, from its list of hands, with the ace low only below the two.
    #[test]
    fn hands_rank_in_the_printed_order() {
        let ascending = [
            "Qs Jd 9c 7h 2d", // queen high
            "Kd Qs 8c 4s 3h", // king, queen, eight, four
            "Kd Qs 8c 5s 3h",
            "Ac 9c 6d 4s 2d",
            "2c 2d 5h 4s 9d",
            "2c 2d Ah 4s 9d", // a pair of twos with ace and nine
            "Ac Ad 9s 5h 3c",
            "3c 3d 2h 2s Kd", // two pair: the fifth card does not count
            "As Ad 2c 2h 9d",
            "Ac 2d 3h 4s 9d", // four, three, two, ace: the lowest straight
            "5c 2d 3h 4s 9d",
            "As Kd Qc Jh 2d",
            "9c 7c 5c 2c Ah", // nine-high flush
            "Ac 7c 5c 2c Ah",
            "2c 2d 2h 3s 4d",
            "2c 2d 2h Ks 4d",
            "As 2s 3s 4s Kd",
            "As Ks Qs Js 2d",
            "2c 2d 2h 2s Ad",
            "Ac Ad Ah As 2d",
        ];
        for pair in ascending.windows(2) {
            assert!(rank(pair[0]) < rank(pair[1]), "{} < {}", pair[0], pair[1]);
        }
        // No wrap-around: queen, king, ace, two is not a straight. Suits and the fifth card do not
        // count.
        assert_eq!(rank("Qs Kd Ac 2h 7d").kind, Kind::HighCard);
        assert_eq!(rank("Kc Qd 8h 5s 3c"), rank("Ks Qh 8c 5d 2h"));
    }

    /// "The dealer qualifies with King-high or better", and "a pair of Aces or better" for the
    /// triple Play.
    #[test]
    fn thresholds_on_both_sides() {
        assert!(!rank("Qh Js 9c 7d 3d").qualifies());
        assert!(rank("Kh 7s 5c 3d 2d").qualifies());
        assert!(rank("Ah 7s 5c 3d 9d").qualifies());
        assert!(rank("2h 2s 5c 7d 9d").qualifies());
        assert!(!rank("Kh Ks Ac Qd 9d").is_aces_or_better());
        assert!(rank("Ah As 5c 7d 9d").is_aces_or_better());
        assert!(rank("2h 2s 3c 3d 9d").is_aces_or_better());
        assert!(rank("Kd Qs 8c 4s 3h").is_worth_playing());
        assert!(!rank("Kd Qs 8c 3s 2h").is_worth_playing());
    }

    /// The number of five-card hands of each kind, as printed in document 004.
    #[test]
    fn kinds_are_as_frequent_as_printed() {
        let pack: Vec<Card> = (0..52).filter_map(Card::new).collect();
        let mut counts = [0_u32; 8];
        for a in 0..52 {
            for b in 0..a {
                for c in 0..b {
                    for d in 0..c {
                        for e in 0..d {
                            let five = [a, b, c, d, e].map(|i| pack[i]);
                            let hand = best_four(&five).unwrap();
                            counts[hand.kind as usize] += 1;
                        }
                    }
                }
            }
        }
        let printed = [1_150_080, 1_047_552, 123_552, 101_808, 114_616, 58_656, 2_072, 624];
        assert_eq!(counts, printed);
    }
}
