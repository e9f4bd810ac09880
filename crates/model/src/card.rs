//! Cards of the standard 52-card pack, and the few cards of one hand.

use std::fmt;

/// One card: `suit * 13 + rank`, suits in the order clubs, diamonds, hearts, spades, rank 0 the
/// two and rank 12 the ace. Suits are equal in every game here; the number is an identity only.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Card(u8);

const RANKS: &[u8; 13] = b"23456789TJQKA";
const SUITS: &[u8; 4] = b"cdhs";
const SUIT_SIGNS: [char; 4] = ['♣', '♦', '♥', '♠'];

/// In the tables of characters: no rank or suit. Of its bits no rank and no suit has any.
const NEITHER: u8 = 0x80;
/// For every byte the rank it writes, in either case. Most bytes of a hands journal are cards, so
/// they are looked up, not searched for.
const RANK_OF: [u8; 256] = places_by_character(RANKS, 1);
/// For every byte 13 times the suit it writes, in either case.
const SUIT_OF: [u8; 256] = places_by_character(SUITS, 13);

const fn places_by_character(characters: &[u8], step: u8) -> [u8; 256] {
    let mut table = [NEITHER; 256];
    let (mut at, mut place) = (0, 0);
    while at < characters.len() {
        table[characters[at].to_ascii_uppercase() as usize] = place;
        table[characters[at].to_ascii_lowercase() as usize] = place;
        at += 1;
        place += step;
    }
    table
}

impl Card {
    /// Number of cards in the pack.
    pub const PACK: u8 = 52;

    /// From its number, 0 to 51.
    #[inline]
    pub const fn new(number: u8) -> Option<Self> {
        if number < Self::PACK { Some(Self(number)) } else { None }
    }

    /// Its number, 0 to 51.
    #[inline]
    pub const fn number(self) -> u8 {
        self.0
    }

    /// 0 (two) to 12 (ace).
    #[inline]
    pub const fn rank(self) -> u8 {
        self.0 % 13
    }

    /// 0 clubs, 1 diamonds, 2 hearts, 3 spades.
    #[inline]
    pub const fn suit(self) -> u8 {
        self.0 / 13
    }

    /// True for diamonds and hearts.
    #[inline]
    pub const fn is_red(self) -> bool {
        matches!(self.suit(), 1 | 2)
    }

    /// Reads `As`, `Td`, `10d`; the rank in either case, the suit in either case.
    #[inline]
    pub fn parse(text: &[u8]) -> Option<Self> {
        match *text {
            [b'1', b'0', suit] => Self::written(b'T', suit),
            [rank, suit] => Self::written(rank, suit),
            _ => None,
        }
    }

    /// From the characters of its rank and its suit.
    #[inline]
    fn written(rank: u8, suit: u8) -> Option<Self> {
        let (rank, suit) = (RANK_OF[usize::from(rank)], SUIT_OF[usize::from(suit)]);
        if (rank | suit) & NEITHER == 0 { Some(Self(rank + suit)) } else { None }
    }

    /// With the suit's sign, as an explanation shows it: `A♠`.
    pub fn pretty(self) -> String {
        let mut text = String::new();
        self.write_pretty(&mut text);
        text
    }

    /// As [`Self::pretty`], into a text that is there already.
    fn write_pretty(self, text: &mut String) {
        text.push(char::from(RANKS[usize::from(self.rank())]));
        text.push(SUIT_SIGNS[usize::from(self.suit())]);
    }
}

impl fmt::Display for Card {
    /// As journals write it: `As`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rank = char::from(RANKS[usize::from(self.rank())]);
        let suit = char::from(SUITS[usize::from(self.suit())]);
        write!(f, "{rank}{suit}")
    }
}

impl fmt::Debug for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

/// The most cards one hand of the record may hold: two more than the largest proper hand, so that
/// a misdeal is still recorded as what it was.
pub const CARDS_MAX: usize = 8;

/// The cards of one hand, in the order of the record; no allocation. May hold a wrong number.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct CardList {
    len: u8,
    cards: [Card; CARDS_MAX],
}

/// Why a text is not a list of cards.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CardListError {
    /// A word that is no card.
    NotACard(String),
    /// More than [`CARDS_MAX`] cards.
    TooMany,
}

impl fmt::Display for CardListError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotACard(word) => write!(f, "has `{word}`, which is not a card such as As or Td"),
            Self::TooMany => write!(f, "has more than {CARDS_MAX} cards"),
        }
    }
}

impl Default for CardList {
    fn default() -> Self {
        Self::EMPTY
    }
}

impl CardList {
    /// No cards.
    pub const EMPTY: Self = Self { len: 0, cards: [Card(0); CARDS_MAX] };

    /// From a slice of at most [`CARDS_MAX`] cards.
    #[inline]
    pub fn new(cards: &[Card]) -> Option<Self> {
        let mut list = Self::EMPTY;
        list.cards.get_mut(..cards.len())?.copy_from_slice(cards);
        list.len = u8::try_from(cards.len()).ok()?;
        Some(list)
    }

    /// Reads cards separated by spaces: `As Ks Qs Js 2d`. An empty text is no cards.
    #[inline]
    pub fn parse(text: &[u8]) -> Result<Self, CardListError> {
        match Self::parse_plain(text) {
            Some(list) => Ok(list),
            None => Self::parse_words(text),
        }
    }

    /// The usual form: every card two characters, one space between two cards. `None` for any other
    /// form, which may be right all the same. It needs no search for the ends of words.
    #[inline]
    fn parse_plain(text: &[u8]) -> Option<Self> {
        let words = text.chunks_exact(3);
        let &[rank, suit] = words.remainder() else { return None };
        let last = Card::written(rank, suit)?;
        // The cards are put together in one number, card k in byte k: written one by one and read
        // as a whole soon after, they would have to wait for memory.
        let (mut numbers, mut len) = (0_u64, 0_u8);
        if words.len() >= CARDS_MAX {
            return None;
        }
        for word in words {
            let &[rank, suit, b' '] = word else { return None };
            numbers |= u64::from(Card::written(rank, suit)?.0) << (8 * len);
            len += 1;
        }
        numbers |= u64::from(last.0) << (8 * len);
        Some(Self { len: len + 1, cards: numbers.to_le_bytes().map(Card) })
    }

    /// Any form: words of two or three characters, any number of spaces around them.
    #[inline(never)]
    fn parse_words(text: &[u8]) -> Result<Self, CardListError> {
        let mut list = Self::EMPTY;
        for word in text.split(|b| *b == b' ').filter(|w| !w.is_empty()) {
            let card = Card::parse(word)
                .ok_or_else(|| CardListError::NotACard(String::from_utf8_lossy(word).into()))?;
            let slot = list.cards.get_mut(usize::from(list.len)).ok_or(CardListError::TooMany)?;
            *slot = card;
            list.len += 1;
        }
        Ok(list)
    }

    /// The cards.
    #[inline]
    pub fn as_slice(&self) -> &[Card] {
        &self.cards[..usize::from(self.len)]
    }

    /// The cards as an array of exactly `N`; `None` for any other number.
    #[inline]
    pub fn exactly<const N: usize>(&self) -> Option<[Card; N]> {
        self.as_slice().try_into().ok()
    }

    /// How many.
    #[inline]
    pub const fn len(&self) -> usize {
        self.len as usize
    }

    /// True when there are none.
    #[inline]
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// With suit signs: `A♠ K♠ Q♠ J♠ 2♦`.
    pub fn pretty(&self) -> String {
        let mut text = String::new();
        write_pretty(self.as_slice(), &mut text);
        text
    }
}

/// Cards with suit signs, a space between them, into a text that is there already.
pub fn write_pretty(cards: &[Card], text: &mut String) {
    for (place, card) in cards.iter().enumerate() {
        if place > 0 {
            text.push(' ');
        }
        card.write_pretty(text);
    }
}

impl fmt::Display for CardList {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, card) in self.as_slice().iter().enumerate() {
            if i > 0 {
                f.write_str(" ")?;
            }
            write!(f, "{card}")?;
        }
        Ok(())
    }
}

impl fmt::Debug for CardList {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "[{self}]")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_card_reads_back() {
        for number in 0..Card::PACK {
            let card = Card::new(number).unwrap();
            assert_eq!(Card::parse(card.to_string().as_bytes()), Some(card));
        }
        assert_eq!(Card::parse(b"10d"), Card::parse(b"Td"));
        assert_eq!(Card::parse(b"aS").unwrap().pretty(), "A♠");
        for text in ["", "A", "1s", "Ax", "11d", "Ass"] {
            assert_eq!(Card::parse(text.as_bytes()), None, "{text}");
        }
        assert_eq!(Card::new(52), None);
    }

    /// Every two bytes, looked up in the tables and searched for.
    #[test]
    fn the_tables_of_characters_hold_the_cards_and_nothing_else() {
        for rank in 0..=u8::MAX {
            for suit in 0..=u8::MAX {
                let r = RANKS.iter().position(|k| *k == rank.to_ascii_uppercase());
                let s = SUITS.iter().position(|k| *k == suit.to_ascii_lowercase());
                let number = r.zip(s).and_then(|(r, s)| u8::try_from(s * 13 + r).ok());
                assert_eq!(Card::parse(&[rank, suit]), number.and_then(Card::new));
            }
        }
    }

    /// Lists of up to ten words with one or two spaces between, before and after: where the short
    /// way has an answer, it is that of the long way, and it has one for every list of its form.
    #[test]
    fn the_usual_form_of_a_hand_reads_as_any_form_does() {
        let words = ["As", "tD", "10h", "2C", "", "Xx", "K", "9s", "1", "Qd "];
        for number in 0..100_000_usize {
            let picks = (0..5).map(|place| words[number / 10_usize.pow(place) % 10]);
            for count in [1, 2, 4, 5, 7, 8, 9, 10] {
                let list: Vec<&str> = picks.clone().cycle().take(count).collect();
                let text = list.join(" ");
                let by_words = CardList::parse_words(text.as_bytes());
                let plain = CardList::parse_plain(text.as_bytes());
                let is_plain = list.iter().all(|w| w.len() == 2 && *w != "Xx") && count <= 8;
                assert_eq!(plain.is_some(), is_plain, "{text}");
                assert!(plain.is_none() || plain == by_words.clone().ok(), "{text}");
                assert_eq!(CardList::parse(text.as_bytes()), by_words, "{text}");
            }
        }
    }

    #[test]
    fn a_hand_keeps_its_order_and_its_wrong_number() {
        let four = CardList::parse(b"As Ks  Qs Js").unwrap();
        assert_eq!((four.len(), four.to_string().as_str()), (4, "As Ks Qs Js"));
        assert_eq!(four.exactly::<5>(), None);
        assert_eq!(CardList::parse(b"").unwrap(), CardList::EMPTY);
        let error = CardList::parse(b"As Xx").unwrap_err();
        assert_eq!(error.to_string(), "has `Xx`, which is not a card such as As or Td");
        let nine = b"2c 3c 4c 5c 6c 7c 8c 9c Tc";
        assert_eq!(CardList::parse(nine), Err(CardListError::TooMany));
    }
}
