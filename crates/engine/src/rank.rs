//! What a four-card hand is worth: its category and everything that decides a comparison.
//!
//! Not here: how the best four of five cards are found (`rank_tables`).

use feltproof_model::Card;
use std::fmt::Write as _;

/// The kinds of four-card hand, weakest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Category {
    /// None of the others.
    HighCard,
    /// Two cards of one rank.
    Pair,
    /// Two pairs.
    TwoPair,
    /// Four ranks in sequence; the ace is low in A-2-3-4 only.
    Straight,
    /// Four cards of one suit.
    Flush,
    /// Three cards of one rank.
    ThreeOfAKind,
    /// A straight of one suit.
    StraightFlush,
    /// Four cards of one rank.
    FourOfAKind,
}

impl Category {
    /// All, weakest first.
    pub const ALL: [Self; 8] = [
        Self::HighCard,
        Self::Pair,
        Self::TwoPair,
        Self::Straight,
        Self::Flush,
        Self::ThreeOfAKind,
        Self::StraightFlush,
        Self::FourOfAKind,
    ];

    /// The name in game definitions and journals.
    pub const fn key(self) -> &'static str {
        NAMES[self as usize].0
    }

    /// The name in sentences.
    pub const fn title(self) -> &'static str {
        NAMES[self as usize].1
    }
}

/// The names of the categories in game definitions and in sentences, weakest first.
const NAMES: [(&str, &str); 8] = [
    ("high_card", "high card"),
    ("pair", "pair"),
    ("two_pair", "two pair"),
    ("straight", "straight"),
    ("flush", "flush"),
    ("three_of_a_kind", "three of a kind"),
    ("straight_flush", "straight flush"),
    ("four_of_a_kind", "four of a kind"),
];

/// The worth of a four-card hand: the greater wins, equal ranks tie.
///
/// The category stands in the top three bits. The thirteen bits below hold what decides between
/// hands of one category, so that comparing two numbers compares two hands and the hand can be
/// described from its rank alone:
///
/// | category | the thirteen bits |
/// |---|---|
/// | high card, flush | one bit for each of the four ranks |
/// | pair | rank of the pair (4), higher kicker (4), lower kicker (4) |
/// | two pair | higher pair (4), lower pair (4) |
/// | straight, straight flush | rank of the highest card (the four in 4-3-2-A) |
/// | three of a kind | rank of the three (4), kicker (4) |
/// | four of a kind | its rank |
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct HandRank(u16);

const CATEGORY_SHIFT: u32 = 13;
const DETAIL_MASK: u16 = (1 << CATEGORY_SHIFT) - 1;

/// Rank number of the king and the ace as [`Card::rank`] counts them.
const KING: u16 = 11;
const ACE: u16 = 12;
/// Highest card of 4-3-2-A.
const LOWEST_RUN: u16 = 2;

impl HandRank {
    pub(crate) const fn new(category: Category, detail: u16) -> Self {
        Self(((category as u16) << CATEGORY_SHIFT) | (detail & DETAIL_MASK))
    }

    /// The number that orders hands; greater wins. Not dense.
    pub const fn number(self) -> u16 {
        self.0
    }

    const fn detail(self) -> u16 {
        self.0 & DETAIL_MASK
    }

    /// Its category.
    pub const fn category(self) -> Category {
        Category::ALL[(self.0 >> CATEGORY_SHIFT) as usize]
    }

    /// The lowest hand of king high.
    pub(crate) const KING_HIGH: Self = Self::new(Category::HighCard, 1 << KING);

    /// The lowest hand with a pair of this rank (0 two to 12 ace, as [`Card::rank`] counts).
    pub(crate) const fn pair_from(rank: u8) -> Self {
        Self::new(Category::Pair, (rank as u16) << 8)
    }

    /// True for a pair of aces and everything above: the hands that may raise beyond the Ante.
    pub const fn is_pair_of_aces_or_better(self) -> bool {
        self.0 >= Self::pair_from(ACE as u8).0
    }

    /// True for a high card of king or ace and everything above: the dealer's qualifying hands.
    pub const fn is_king_high_or_better(self) -> bool {
        self.0 >= Self::KING_HIGH.0
    }

    /// True for 4-3-2-A, suited or not: the only straights in which the ace is low.
    pub(crate) fn has_low_ace(self) -> bool {
        matches!(self.category(), Category::Straight | Category::StraightFlush)
            && self.detail() == LOWEST_RUN
    }

    /// The hand in words, from the rank alone: `a pair of aces with K and Q`,
    /// `an ace-high straight flush (A K Q J)`.
    pub fn describe(self) -> String {
        let mut text = String::new();
        self.write_name(&mut text);
        let d = self.detail();
        let ranks = match self.category() {
            Category::HighCard | Category::Flush => letters(d),
            Category::Straight | Category::StraightFlush => run_letters(d & 15),
            _ => return text,
        };
        text.push_str(&format!(" ({ranks})"));
        text
    }

    /// What [`Self::describe`] says, without the ranks in brackets that the cards beside it say too: `an ace-high
    /// straight flush`. Into a text that is there already.
    pub(crate) fn write_name(self, text: &mut String) {
        let d = self.detail();
        let (a, b, c) = (d >> 8 & 15, d >> 4 & 15, d & 15);
        let plural = |rank: u16| PLURALS.get(usize::from(rank)).copied().unwrap_or_default();
        let mut put = |texts: &[&str]| texts.iter().for_each(|part| text.push_str(part));
        match self.category() {
            Category::HighCard => put(&[RANKS[top_bit(d)], "-high"]),
            Category::Flush => {
                let high = top_bit(d);
                put(&[article(high), " ", RANKS[high], "-high flush"]);
            }
            Category::Pair => {
                put(&["a pair of ", plural(a), " with ", letter(b), " and ", letter(c)]);
            }
            Category::TwoPair => put(&["two pair, ", plural(b), " and ", plural(c)]),
            Category::ThreeOfAKind => put(&["three ", plural(b), " with ", letter(c)]),
            Category::FourOfAKind => put(&["four ", plural(c)]),
            Category::Straight | Category::StraightFlush => {
                let high = usize::from(c).min(12);
                put(&[article(high), " ", RANKS[high], "-high ", self.category().title()]);
            }
        }
    }
}

const RANKS: [&str; 13] = [
    "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen",
    "king", "ace",
];

const PLURALS: [&str; 13] = [
    "twos", "threes", "fours", "fives", "sixes", "sevens", "eights", "nines", "tens", "jacks",
    "queens", "kings", "aces",
];

fn letter(rank: u16) -> &'static str {
    let from = usize::from(rank);
    "23456789TJQKA".get(from..from + 1).unwrap_or("?")
}

fn article(rank: usize) -> &'static str {
    if RANKS[rank] == "ace" || RANKS[rank] == "eight" { "an" } else { "a" }
}

fn top_bit(mask: u16) -> usize {
    (0..13).rev().find(|r| mask >> r & 1 == 1).unwrap_or(0)
}

/// The ranks of a mask, highest first: `A K Q 9`.
fn letters(mask: u16) -> String {
    let mut text = String::new();
    for rank in (0..13).rev().filter(|r| mask >> r & 1 == 1) {
        let gap = if text.is_empty() { "" } else { " " };
        let _ = write!(text, "{gap}{}", letter(rank));
    }
    text
}

/// The ranks of a straight, highest first: `A K Q J`, and `4 3 2 A` for the lowest.
fn run_letters(high: u16) -> String {
    match high {
        3.. => letters(0b1111 << (high - 3)),
        _ => "4 3 2 A".to_owned(),
    }
}

/// Classifies exactly four cards by sorting them: slow, plain, and used only to build the look-up
/// tables and to say which four of five cards make a hand.
pub(crate) fn rank_four(cards: [Card; 4]) -> HandRank {
    let suited = cards.iter().all(|c| c.suit() == cards[0].suit());
    rank_of_ranks(cards.map(|c| u16::from(c.rank())), suited)
}

/// The rank of four ranks, all of one suit or not.
pub(crate) fn rank_of_ranks(mut ranks: [u16; 4], suited: bool) -> HandRank {
    ranks.sort_unstable_by(|a, b| b.cmp(a));
    let [a, b, c, d] = ranks;
    let pack = |x: u16, y: u16, z: u16| x << 8 | y << 4 | z;
    let mask = 1 << a | 1 << b | 1 << c | 1 << d;
    let run = match ranks {
        [12, 2, 1, 0] => Some(LOWEST_RUN),
        _ if a == b + 1 && b == c + 1 && c == d + 1 => Some(a),
        _ => None,
    };
    match (a == b, b == c, c == d, run, suited) {
        (true, true, true, ..) => HandRank::new(Category::FourOfAKind, a),
        (_, _, _, Some(high), true) => HandRank::new(Category::StraightFlush, high),
        (true, true, false, ..) => HandRank::new(Category::ThreeOfAKind, pack(0, a, d)),
        (false, true, true, ..) => HandRank::new(Category::ThreeOfAKind, pack(0, b, a)),
        (_, _, _, _, true) => HandRank::new(Category::Flush, mask),
        (_, _, _, Some(high), false) => HandRank::new(Category::Straight, high),
        (true, _, true, ..) => HandRank::new(Category::TwoPair, pack(0, a, c)),
        (true, ..) => HandRank::new(Category::Pair, pack(a, c, d)),
        (_, true, ..) => HandRank::new(Category::Pair, pack(b, a, d)),
        (_, _, true, ..) => HandRank::new(Category::Pair, pack(c, a, b)),
        _ => HandRank::new(Category::HighCard, mask),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rank(text: &str) -> HandRank {
        let cards = feltproof_model::CardList::parse(text.as_bytes()).unwrap();
        rank_four(cards.exactly().unwrap())
    }

    #[test]
    fn every_kind_describes_itself() {
        for (cards, text) in [
            ("As Ah Ad Ac", "four aces"),
            ("6s 6h 6d 6c", "four sixes"),
            ("As Ks Qs Js", "an ace-high straight flush (A K Q J)"),
            ("4s 3s 2s As", "a four-high straight flush (4 3 2 A)"),
            ("8s 8h 8d Kc", "three eights with K"),
            ("2c 2h 2d Kc", "three twos with K"),
            ("As 9s 5s 3s", "an ace-high flush (A 9 5 3)"),
            ("8s 7h 6d 5c", "an eight-high straight (8 7 6 5)"),
            ("As Ah 3d 3c", "two pair, aces and threes"),
            ("As Ah Kd Qc", "a pair of aces with K and Q"),
            ("Ts 6h 6d 2c", "a pair of sixes with T and 2"),
            ("Ks Qh 8d 4c", "king-high (K Q 8 4)"),
        ] {
            assert_eq!(rank(cards).describe(), text, "{cards}");
        }
    }

    #[test]
    fn each_hand_beats_the_next() {
        // The order of document 001, with the tightest neighbours at each step of the ladder.
        const DESCENDING: &str = "\
            As Ah Ad Ac, Ks Kh Kd Kc, 2s 2h 2d 2c,
            As Ks Qs Js, Ks Qs Js Ts, 5s 4s 3s 2s, 4s 3s 2s As,
            As Ah Ad Kc, As Ah Ad 2c, Ks Kh Kd Ac, 2s 2h 2d 3c,
            As Ks Qs Ts, As Ks Qs 2s, As 5s 4s 3s, Ks Qs Js 9s, 6s 4s 3s 2s,
            As Kh Qd Jc, 5s 4h 3d 2c, 4s 3h 2d Ac,
            As Ah Kd Kc, As Ah 2d 2c, Ks Kh Qd Qc, 3s 3h 2d 2c,
            As Ah Kd Qc, As Ah Kd Jc, As Ah 3d 2c, Ks Kh Ad Qc, 2s 2h 4d 3c,
            As Kh Qd Tc, As 5h 4d 3s, Ks Qh Jd 9c, Ks 4h 3d 2c, Qs Jh Td 8c, 6s 4h 3d 2c";
        let ladder: Vec<HandRank> = DESCENDING.split(',').map(|hand| rank(hand.trim())).collect();
        for (pair, names) in
            ladder.windows(2).zip(DESCENDING.split(',').collect::<Vec<_>>().windows(2))
        {
            assert!(pair[0] > pair[1], "{} against {}", names[0], names[1]);
        }
        // No wrap-around: neither K-A-2-3 nor Q-K-A-2 is a straight.
        assert_eq!(rank("Ks Ah 2d 3c").category(), Category::HighCard);
        assert_eq!(rank("Qs Ks As 2s").category(), Category::Flush);
    }

    #[test]
    fn thresholds_lie_between_the_right_hands() {
        assert!(rank("Ks 4h 3d 2c").is_king_high_or_better());
        assert!(!rank("Qs Jh Td 8c").is_king_high_or_better());
        assert!(rank("As Ah 3d 2c").is_pair_of_aces_or_better());
        assert!(!rank("Ks Kh Ad Qc").is_pair_of_aces_or_better());
        assert!(rank("3s 3h 2d 2c").is_pair_of_aces_or_better());
        assert!(rank("Qs Qh 3d 2c") >= HandRank::pair_from(10));
        assert!(rank("Js Jh Ad Kc") < HandRank::pair_from(10));
    }
}
