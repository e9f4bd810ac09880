//! Cards: `AS 10h T♥`, `AsKsQs`, `A-S`, `Ace of Spades`, `SA ♠10 H-K`, `Spades Ace`, or numbers from 0 to 51.

use feltproof_model::Card;
use std::fmt::Write as _;

/// How cards are written.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) enum CardForm {
    /// As canonical journals write them.
    #[default]
    Canonical,
    /// Rank and suit by letter, digit or sign, in any case; with or without something between cards.
    Ranks,
    /// `Ace of Spades`.
    Names,
    /// The suit before the rank, by letter, sign or name.
    Suits,
    /// A number for each card: that of the first, and the cards in the order of their numbers.
    Numbers { first: u8, order: Vec<Card> },
}

/// Ranks by name, and their letters in the same order.
const RANKS: [&str; 13] = [
    "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen",
    "king", "ace",
];
const RANK_LETTERS: &str = "23456789TJQKA";

impl CardForm {
    /// Writes the cards as a canonical journal does, unless they are none in this form.
    pub(crate) fn write(&self, cell: &[u8], out: &mut String) -> Result<(), String> {
        let text = std::str::from_utf8(cell).map_err(|_| "is not text".to_owned())?;
        if *self == Self::Canonical {
            out.push_str(text);
        }
        let start = out.len();
        let put = |card| {
            let gap = if out.len() > start { " " } else { "" };
            // Writing to a string cannot fail.
            let _ = write!(out, "{gap}{card}");
        };
        self.read(text, put).map_err(|rest| match self {
            Self::Canonical | Self::Ranks | Self::Suits => {
                format!("has no card at `{}`", start_of(rest))
            }
            Self::Names => {
                format!("has `{}`, which is no card such as Ace of Spades", start_of(rest))
            }
            Self::Numbers { first, order } => {
                let word = rest.split(is_between_numbers).next().unwrap_or_default();
                let last = usize::from(*first) + order.len() - 1;
                format!("has `{word}`, and the cards have the numbers {first} to {last}")
            }
        })?;
        let has_cards = out.len() > start || text.trim().is_empty() || *self == Self::Canonical;
        if has_cards { Ok(()) } else { Err("holds no card".to_owned()) }
    }

    /// Hands over each card, a canonical text unread; an error is the text where no card stands.
    pub(crate) fn read<'t>(&self, text: &'t str, mut put: impl FnMut(Card)) -> Result<(), &'t str> {
        let mut rest = text;
        loop {
            rest = match self {
                Self::Canonical => return Ok(()),
                Self::Ranks | Self::Suits => rest.trim_start_matches(is_between_ranks),
                Self::Names => rest.trim_start_matches(is_between_names),
                Self::Numbers { .. } => rest.trim_start_matches(is_between_numbers),
            };
            if rest.is_empty() {
                return Ok(());
            }
            let (card, behind) = self.first(rest).ok_or(rest)?;
            put(card);
            rest = behind;
        }
    }

    /// The card with which a text begins, and what stands behind it; of a canonical text none.
    pub(crate) fn first<'t>(&self, text: &'t str) -> Option<(Card, &'t str)> {
        match self {
            Self::Canonical => None,
            Self::Ranks => ranked(text),
            Self::Names => named(text),
            Self::Suits => suit_first(text),
            Self::Numbers { first, order } => {
                let (word, behind) = word_of(text, is_between_numbers);
                let place = word.parse::<u8>().ok().and_then(|n| n.checked_sub(*first));
                place.and_then(|n| order.get(usize::from(n))).map(|card| (*card, behind))
            }
        }
    }
}

fn is_between_names(c: char) -> bool {
    is_between_numbers(c) || c == '_'
}

fn is_between_numbers(c: char) -> bool {
    c.is_whitespace() || matches!(c, ',' | ';' | '/' | '|' | '-')
}

fn is_between_ranks(c: char) -> bool {
    is_between_names(c)
}

/// The first word of a text, and what stands behind it.
fn word_of(text: &str, is_between: fn(char) -> bool) -> (&str, &str) {
    text.split_at(text.find(is_between).unwrap_or(text.len()))
}

/// The card with which a text begins, and what stands behind it.
fn ranked(text: &str) -> Option<(Card, &str)> {
    // Nearly all are two letters.
    if let Some((letters, behind)) = text.split_at_checked(2)
        && let Some(card) = Card::parse(letters.as_bytes())
    {
        return Some((card, behind));
    }
    if let Some(found) = pictured(text) {
        return Some(found);
    }
    let (rank, behind) = rank(text)?;
    let (suit, behind) = suit(joined(behind))?;
    Some((card(rank, suit)?, behind))
}

/// A card that is one character, U+1F0A1 (ace of spades) to U+1F0DE (king of clubs): in each row of sixteen ace, two to ten,
/// jack, knight, queen, king. The knight is of another pack.
fn pictured(text: &str) -> Option<(Card, &str)> {
    const ROWS: [char; 4] = ['s', 'h', 'd', 'c'];
    const PLACES: &str = " A23456789TJ QK ";
    let mut characters = text.chars();
    let place = u32::from(characters.next()?).checked_sub(0x1f0a0)? as usize;
    let (row, rank) = (ROWS.get(place / 16)?, PLACES.chars().nth(place % 16)?);
    Some((card(rank, *row)?, characters.as_str()))
}

/// As [`ranked`], of a card whose suit stands first.
fn suit_first(text: &str) -> Option<(Card, &str)> {
    let (word, rest) = word_of(text, is_between_names);
    if let Some(suit) = suit_of(word) {
        let (rank, behind) = word_of(rest.trim_start_matches(is_between_names), is_between_names);
        return Some((card(rank_of(rank)?, suit)?, behind));
    }
    let (suit, behind) = suit(text)?;
    let (rank, behind) = rank(joined(behind))?;
    Some((card(rank, suit)?, behind))
}

/// What stands behind the line that joins rank and suit, as in `S-A`.
fn joined(text: &str) -> &str {
    text.strip_prefix(['-', '_']).unwrap_or(text)
}

/// The rank by letter or digits with which a text begins, and what stands behind it.
fn rank(text: &str) -> Option<(char, &str)> {
    let mut characters = text.chars();
    let rank = characters.next()?;
    let behind = characters.as_str();
    match behind.strip_prefix('0') {
        Some(behind) if rank == '1' => Some(('T', behind)),
        _ => Some((rank, behind)),
    }
}

/// The suit by letter or sign likewise.
fn suit(text: &str) -> Option<(char, &str)> {
    let mut characters = text.chars();
    let suit = match characters.next()? {
        '♠' | '♤' => 's',
        '♥' | '♡' => 'h',
        '♦' | '♢' => 'd',
        '♣' | '♧' => 'c',
        letter => letter,
    };
    // Some fonts are asked for a coloured sign by an invisible mark behind it.
    Some((suit, characters.as_str().trim_start_matches(['\u{fe0e}', '\u{fe0f}'])))
}

fn card(rank: char, suit: char) -> Option<Card> {
    let bytes = [u8::try_from(rank).ok()?, u8::try_from(suit).ok()?];
    Card::parse(&bytes)
}

/// As [`ranked`], of `Ace of Spades`.
fn named(text: &str) -> Option<(Card, &str)> {
    let next = |text| word_of(text, is_between_names);
    let (rank, rest) = next(text);
    let (mut suit, mut behind) = next(rest.trim_start_matches(is_between_names));
    if ["of", "de"].iter().any(|of| suit.eq_ignore_ascii_case(of)) {
        (suit, behind) = next(behind.trim_start_matches(is_between_names));
    }
    Some((card(rank_of(rank)?, suit_of(suit)?)?, behind))
}

/// The letter of a rank that is a word, digits or a letter.
fn rank_of(word: &str) -> Option<char> {
    let lower = word.to_lowercase();
    let by_name = RANKS.into_iter().zip(RANK_LETTERS.chars()).find(|(name, _)| *name == lower);
    by_name.map(|(_, letter)| letter).or(match &*lower {
        "10" => Some('T'),
        // German and French; a queen is a Dame in both.
        "bube" | "valet" => Some('J'),
        "dame" => Some('Q'),
        "könig" | "koenig" | "roi" => Some('K'),
        "ass" | "as" => Some('A'),
        _ => word.chars().next().filter(|_| word.len() == 1),
    })
}

/// The letter of a suit that is a word.
fn suit_of(word: &str) -> Option<char> {
    match &*word.to_lowercase() {
        "spades" | "spade" | "pik" | "pique" => Some('s'),
        "hearts" | "heart" | "herz" | "coeur" | "cœur" => Some('h'),
        "diamonds" | "diamond" | "karo" | "carreau" => Some('d'),
        "clubs" | "club" | "kreuz" | "trèfle" | "trefle" => Some('c'),
        _ => None,
    }
}

fn start_of(text: &str) -> String {
    text.chars().take(20).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use feltproof_model::CardList;

    fn read(form: &CardForm, text: &str) -> Result<String, String> {
        let mut out = String::new();
        form.write(text.as_bytes(), &mut out).map(|()| out)
    }

    #[test]
    fn ranks_and_suits_in_every_style() {
        for text in [
            "As Kh 10d 2c",
            "AS KH TD 2C",
            "as,kh,td,2c",
            "A♠K♥T♦2♣",
            "A♠\u{fe0e} K♥\u{fe0f} 10♦ 2♣",
            "AsKh10d2c",
            "As-Kh-Td-2c",
            "A-S K-H 10-D 2-C",
            "A-♠ K_♥ T-♦ 2_♣",
            " A♤ / K♡ / T♢ / 2♧ ",
            "🂡🂾🃊🃒",
            "🂡 🂾 🃊 🃒",
        ] {
            assert_eq!(read(&CardForm::Ranks, text), Ok("As Kh Td 2c".into()), "{text}");
        }
        assert_eq!(read(&CardForm::Ranks, ""), Ok(String::new()));
        // Before and behind the cards of a row, and the knight.
        for text in ["🂠", "🂬", "🂯", "🃟", "🃠"] {
            assert!(read(&CardForm::Ranks, text).is_err(), "{text}");
        }
        for text in ["Ax", "A", "1s", "--", "??", "11s", "sA", "Ace of Spades", "As K"] {
            assert!(read(&CardForm::Ranks, text).is_err(), "{text}");
        }
    }

    #[test]
    fn suits_that_stand_first() {
        for text in [
            "SA HK D10 C2",
            "sA,hK,dT,c2",
            "S-A H-K D-10 C-2",
            "♠A♥K♦10♣2",
            "♠\u{fe0e}A ♥\u{fe0f}K ♦10 ♣2",
            "Spades Ace, Hearts King, Diamonds 10, Clubs Two",
            "spade_a heart_k diamond_ten club_2",
        ] {
            assert_eq!(read(&CardForm::Suits, text), Ok("As Kh Td 2c".into()), "{text}");
        }
        for text in ["As", "S", "S1", "S11", "Spades", "Ace of Spades", "SA K", "S A"] {
            assert!(read(&CardForm::Suits, text).is_err(), "{text}");
        }
    }

    #[test]
    fn every_card_by_name_and_by_number() {
        let suits = [("Clubs", 'c'), ("Diamonds", 'd'), ("Hearts", 'h'), ("Spades", 's')];
        let mut order = Vec::new();
        for (suit, letter) in suits {
            for (rank, character) in RANKS.into_iter().zip(RANK_LETTERS.chars()) {
                let expected = format!("{character}{letter}");
                assert_eq!(read(&CardForm::Names, &format!("{rank} of {suit}")), Ok(expected));
                order.extend(card(character, letter));
            }
        }
        assert_eq!(read(&CardForm::Names, "Ace of Spades, 10 of Hearts"), Ok("As Th".into()));
        assert_eq!(read(&CardForm::Names, "Ace_of_Spades Ten-of-Hearts"), Ok("As Th".into()));
        // The cells of several columns are joined with blanks.
        let cells = "Ace of Spades 10 Hearts two OF clubs";
        assert_eq!(read(&CardForm::Names, cells), Ok("As Th 2c".into()));
        let german = "Pik Ass, Herz König; Karo 10, Kreuz Zwei";
        assert!(read(&CardForm::Suits, german).is_err(), "numbers are written in digits");
        let german = "Pik Ass, Herz König; Karo 10, Kreuz 2, Herz Bube, Pik Dame";
        assert_eq!(read(&CardForm::Suits, german), Ok("As Kh Td 2c Jh Qs".into()));
        let french =
            "As de Pique, Roi de Cœur, 10 de Carreau, 2 de Trèfle, Valet de Coeur, Dame de Pique";
        assert_eq!(read(&CardForm::Names, french), Ok("As Kh Td 2c Jh Qs".into()));
        for text in
            ["Joker", "Ace of", "Ace", "of Spades", "Ace of Spades King", "Ace of of Spades"]
        {
            assert!(read(&CardForm::Names, text).is_err(), "{text}");
        }
        let form = CardForm::Numbers { first: 1, order };
        assert_eq!(read(&form, "1 14,52"), Ok("2c 2d As".into()));
        assert_eq!(read(&form, "1-14-52"), Ok("2c 2d As".into()));
        let fault = "has `0`, and the cards have the numbers 1 to 52";
        assert_eq!(read(&form, "0"), Err(fault.into()));
        assert!(read(&form, "53").is_err());
        assert!(CardList::parse(b"2c 2d As").is_ok());
    }
}
