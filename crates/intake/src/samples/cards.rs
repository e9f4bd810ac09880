//! Which cards a deck has, and the cards of a cell.

pub(super) mod faces;

use super::numbers::{Padding, is_between, is_digits, words};
use crate::profile::CardForm;
use faces::Faces;
use feltproof_model::Card;
use feltproof_printable::shown;

/// A card that was not seen.
const UNSEEN: &str = "??";
/// The most cards of a deck.
const CARDS_MAX: u8 = 64;

/// Jokers of a deck by name: written without a number, the first or red one, the second or black one.
const JOKERS: [&str; 3] = ["Joker", "Joker 1", "Joker 2"];
/// All that a card may be: one of the 52, then a joker.
const KINDS: usize = Card::PACK as usize + JOKERS.len();

/// The named cards of a deck. The label of a card is its place among them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pack {
    /// Numbers of cards of the 52, and from there on those of jokers.
    kinds: Vec<u8>,
    labels: [Option<u8>; KINDS],
    /// Of two jokers that are written alike, the label of the first; the second has the next.
    alike: Option<u8>,
}

impl Pack {
    /// Reads `6..A`, the cards from the six to the ace of each suit, with jokers behind it, or the cards one by one.
    ///
    /// # Errors
    /// What are not two cards or more, each once.
    pub fn parse(text: &str) -> Result<Self, String> {
        let rank = |text: &str| Card::parse(format!("{}c", text.trim()).as_bytes()).map(Card::rank);
        let (range, jokers) = text.trim().split_once(is_between).unwrap_or((text, ""));
        let ranks = range.split_once("..").and_then(|(low, high)| rank(low).zip(rank(high)));
        let mut kinds: Vec<u8> = Vec::new();
        if let Some((low, high)) = ranks {
            let all = (0..Card::PACK).filter_map(Card::new);
            let some = all.filter(|card| (low..=high).contains(&card.rank()));
            kinds.extend(some.map(Card::number));
        }
        let named = if ranks.is_some() { jokers } else { text };
        each_card(&CardForm::Ranks, None, named, |kind, _| kinds.push(kind)).map_err(|rest| {
            let what = "is neither a number of cards, nor ranks as 6..A, nor cards as 6c 7c";
            format!("`{}` {what}", shown(rest))
        })?;
        let named = kinds.len();
        let pack = Self::of(kinds);
        if pack.count() < 2 || pack.count() < named {
            return Err(format!("`{}` must name two cards or more, each once", shown(text)));
        }
        Ok(pack)
    }

    /// Those of these cards that differ.
    pub(super) fn of(mut kinds: Vec<u8>) -> Self {
        kinds.sort_unstable();
        kinds.dedup();
        let mut labels = [None; KINDS];
        for (kind, label) in kinds.iter().zip(0..) {
            labels[usize::from(*kind)] = Some(label);
        }
        Self { kinds, labels, alike: None }
    }

    /// The same with two jokers in place of one that is written without a number; `None` where there is no such one.
    pub(super) fn with_two_jokers(&self) -> Option<Self> {
        let jokers = self.kinds.iter().filter(|kind| **kind >= Card::PACK);
        if !jokers.eq(&[Card::PACK]) {
            return None;
        }
        let cards = self.kinds.iter().copied().filter(|kind| *kind < Card::PACK);
        let mut pack = Self::of(cards.chain([Card::PACK + 1, Card::PACK + 2]).collect());
        pack.alike = pack.labels[usize::from(Card::PACK) + 1];
        pack.labels[usize::from(Card::PACK)] = pack.alike;
        Some(pack)
    }

    /// Settles which of two jokers that are written alike is the second: of a fair deck either is, each as likely. A deck that
    /// comes again has the same, since it is by the places of all cards.
    pub(super) fn settle_jokers(&self, deck: &mut [u8]) {
        let Some(first) = self.alike else { return };
        let mix = |hash: u64, card: &u8| {
            let hash = (hash ^ u64::from(*card)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            hash ^ hash >> 29
        };
        let is_reversed = deck.iter().fold(0, mix) >> 63 == 1;
        let mut places = (0..deck.len()).filter(|at| deck[*at] == first);
        if let (Some(early), Some(late)) = (places.next(), places.next()) {
            deck[if is_reversed { early } else { late }] = first + 1;
        }
    }

    pub(super) fn full() -> Self {
        Self::of((0..Card::PACK).collect())
    }

    /// Every card that can be named.
    pub(super) fn every() -> Self {
        Self::of((0..).take(KINDS).collect())
    }

    /// How many cards it has: 55 at most.
    pub fn count(&self) -> usize {
        self.kinds.len()
    }

    /// Rank and suit of each card, ranks counted from 0 without a gap; none of a pack with jokers.
    pub fn ranks_and_suits(&self) -> Option<(Vec<u8>, Vec<u8>)> {
        let cards: Option<Vec<Card>> = self.kinds.iter().map(|kind| Card::new(*kind)).collect();
        let of: (Vec<u8>, Vec<u8>) =
            cards?.iter().map(|card| (card.number() % 13, card.number() / 13)).unzip();
        let gapless = |classes: Vec<u8>| {
            let place =
                |class: &u8| (0..*class).filter(|lower| classes.contains(lower)).count() as u8;
            classes.iter().map(place).collect()
        };
        Some((gapless(of.0), gapless(of.1)))
    }

    /// Its cards by name, in the order of their labels.
    pub(super) fn names(&self) -> Vec<String> {
        self.kinds.iter().map(|kind| name_of(*kind)).collect()
    }
}

fn name_of(kind: u8) -> String {
    let joker = || JOKERS[usize::from(kind - Card::PACK)].to_owned();
    Card::new(kind).map_or_else(joker, |card| card.to_string())
}

/// How the rank of a card is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum RankSign {
    /// By its letter, or 2 to 10; of a joker none.
    Usual,
    /// A number that has a letter: 11 to 14, or 1.
    Number(u8),
    /// The letter of a face in another language.
    Foreign,
}

/// Hands over each card of a text, jokers too, faces by these letters, too; an error is the text where none stands.
pub(super) fn each_card<'t>(
    form: &CardForm,
    faces: Option<&Faces>,
    text: &'t str,
    mut put: impl FnMut(u8, RankSign),
) -> Result<(), &'t str> {
    let mut rest = text;
    while let Err(stop) = form.read(rest, |card| put(card.number(), RankSign::Usual)) {
        rest = if let Some((joker, behind)) = joker(stop) {
            put(Card::PACK + joker, RankSign::Usual);
            behind
        } else if let Some((card, behind)) = faces.and_then(|faces| faces::first(form, faces, stop))
        {
            put(card, RankSign::Foreign);
            behind
        } else {
            let (card, number, behind) = ranked_by_number(form, stop).ok_or(stop)?;
            put(card.number(), RankSign::Number(number));
            behind
        };
    }
    Ok(())
}

/// The card with which a text begins whose rank is a number in place of a letter, as 13S, 1♠, S-11 or 12 of Hearts: that
/// number, and what stands behind it.
fn ranked_by_number<'t>(form: &CardForm, text: &'t str) -> Option<(Card, u8, &'t str)> {
    let from = text.find(|c: char| c.is_ascii_digit())?;
    let (before, digits) = text.split_at(from);
    let length = digits.find(|c: char| !c.is_ascii_digit()).unwrap_or(digits.len());
    let (number, behind) = digits.split_at(length);
    let letter = match number {
        "1" | "14" => 'A',
        "11" => 'J',
        "12" => 'Q',
        "13" => 'K',
        _ => return None,
    };
    let written = format!("{before}{letter}{behind}");
    let (card, rest) = form.first(&written).filter(|(_, rest)| rest.len() <= behind.len())?;
    Some((card, number.parse().ok()?, &behind[behind.len() - rest.len()..]))
}

/// Whether a cell is one joker.
pub(super) fn is_joker(cell: &str) -> bool {
    joker(cell).is_some_and(|(_, behind)| behind.trim_matches(is_between).is_empty())
}

/// The joker with which a text begins, and what stands behind it.
fn joker(text: &str) -> Option<(u8, &str)> {
    let word = |text: &'_ str| text.find(is_between).unwrap_or(text.len());
    let (first, behind) = text.split_at(word(text));
    let next = behind.trim_start_matches(is_between);
    let (second, behind_both) = next.split_at(word(next));
    let plain = first.to_lowercase().replace(['-', '_'], "");
    let is_named = second.eq_ignore_ascii_case("joker");
    let joker = match (plain.as_str(), is_named) {
        ("joker" | "jk" | "jkr" | "*" | "\u{1f0cf}", _) => 0,
        (
            "joker1" | "jk1" | "jkr1" | "j1" | "rj" | "jr" | "redjoker" | "bigjoker" | "\u{1f0bf}",
            _,
        ) => 1,
        (
            "joker2" | "jk2" | "jkr2" | "j2" | "bj" | "jb" | "blackjoker" | "littlejoker"
            | "\u{1f0df}",
            _,
        ) => 2,
        ("red" | "big" | "first", true) => return Some((1, behind_both)),
        ("black" | "little" | "small" | "second", true) => return Some((2, behind_both)),
        _ => return None,
    };
    Some((joker, behind))
}

/// How the cards of a file are written; one way for the whole file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Way {
    /// `As`, `A♠`, `10h`.
    Ranks,
    /// `Ace of Spades`.
    Names,
    /// `SA`, `♠A`, `S-A`, `Spades Ace`.
    Suits,
    /// Numbers.
    Numbers,
}

/// The way in which a cell writes cards, and how many; those that were not seen left out.
pub(super) fn way_of(cell: &str) -> Option<(Way, usize)> {
    let seen = cell.split(UNSEEN).next().unwrap_or_default();
    if words(seen).all(is_digits) {
        let is_card = |word: &str| word.parse::<u8>().is_ok_and(|number| number <= CARDS_MAX);
        let count = words(seen).count();
        return (count > 0 && words(seen).all(is_card)).then_some((Way::Numbers, count));
    }
    let ways = [Way::Ranks, Way::Names, Way::Suits];
    faces::all().flat_map(|faces| ways.map(|way| (faces, way))).find_map(|(faces, way)| {
        let mut count = 0;
        each_card(&way.form()?, faces.as_ref(), seen, |_, _| count += 1).ok().map(|()| (way, count))
    })
}

impl Way {
    /// How profiles call it; numbers are read here.
    pub(super) const fn form(self) -> Option<CardForm> {
        match self {
            Self::Ranks => Some(CardForm::Ranks),
            Self::Names => Some(CardForm::Names),
            Self::Suits => Some(CardForm::Suits),
            Self::Numbers => None,
        }
    }
}

/// How a cell is read.
pub(super) struct CardCells<'p> {
    pub(super) way: Way,
    /// Jack, queen and king, where they are letters of another language.
    pub(super) faces: Option<Faces>,
    /// Named cards there are.
    pub(super) pack: &'p Pack,
    /// Cards of a deck, and the number of the first, where they are numbers.
    pub(super) cards: u8,
    pub(super) first: u8,
}

/// What was seen of the cells of a record, and of a lot.
#[derive(Default)]
pub(super) struct Seen {
    /// Cards at the end of the record that were not.
    pub(super) unseen: usize,
    /// A card with the number 0.
    pub(super) zero: bool,
    pub(super) padding: Padding,
    pub(super) ranks: Ranks,
}

/// How the ranks of cards are written: by letters or by numbers, the ace as 1 or as 14; one way for the whole file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Ranks {
    has_letters: bool,
    has_numbers: bool,
    has_1: bool,
    has_14: bool,
}

impl Ranks {
    fn see(&mut self, kind: u8, sign: RankSign) {
        match sign {
            RankSign::Usual => {
                self.has_letters |= Card::new(kind).is_some_and(|card| card.rank() > TEN)
            }
            RankSign::Foreign => self.has_letters = true,
            RankSign::Number(number) => {
                self.has_numbers = true;
                self.has_1 |= number == 1;
                self.has_14 |= number == 14;
            }
        }
    }

    /// Adds what was seen of other rows.
    pub(super) fn join(&mut self, more: Self) {
        self.has_letters |= more.has_letters;
        self.has_numbers |= more.has_numbers;
        self.has_1 |= more.has_1;
        self.has_14 |= more.has_14;
    }

    /// What of it can be read in two ways.
    pub(super) fn checked(self, place: &str) -> Result<(), String> {
        let what = if self.has_letters && self.has_numbers {
            "ranks are letters (J Q K A) in some rows and numbers (11 to 14, 1) in others, so that a digit may be missing or \
             misread: write all of them in one way"
        } else if self.has_1 && self.has_14 {
            "the ace is 1 in some rows and 14 in others, so that a digit may be missing or misread: write all of them in one way"
        } else {
            return Ok(());
        };
        Err(format!("{place}: {what}"))
    }
}

/// The rank of a ten.
const TEN: u8 = 8;

impl CardCells<'_> {
    /// Adds the labels of the cards of a cell. The places of cards must be known, so nothing is seen after a card that was not.
    pub(super) fn read(
        &self,
        cell: &str,
        line: u64,
        seen: &mut Seen,
        out: &mut Vec<u8>,
    ) -> Result<(), String> {
        let unseen = memchr::memchr(b'?', cell.as_bytes()).and_then(|_| cell.find(UNSEEN));
        let (text, unseen) = cell.split_at(unseen.unwrap_or(cell.len()));
        let after = |text: &str| {
            format!(
                "`{}` stands after a card that was not seen (`{UNSEEN}`), and what is seen of a deck must be its first cards, \
                 or whole hands; write a line up to its first `{UNSEEN}`, with --dealt any",
                shown(text)
            )
        };
        let trimmed = text.trim_matches(is_between);
        // Lines between cards are none, but one alone may be a card that was not seen.
        if !trimmed.is_empty() && trimmed.trim_matches(['-', '_']).is_empty() {
            return Err(format!(
                "`{}` may be a card that was not seen, or none: write {UNSEEN} for one that was not seen, and leave the cell \
                 empty where there is none",
                shown(trimmed)
            ));
        }
        if seen.unseen > 0 && !trimmed.is_empty() {
            return Err(after(trimmed));
        }
        match self.way.form() {
            Some(form) => self.named(&form, trimmed, &mut seen.ranks, out)?,
            None => {
                for word in words(trimmed) {
                    out.push(self.number(word, line, seen)?);
                }
            }
        }
        for word in words(unseen) {
            let rest = word.trim_start_matches(UNSEEN);
            if !rest.is_empty() {
                return Err(after(rest));
            }
            seen.unseen += word.len() / UNSEEN.len();
        }
        Ok(())
    }

    fn number(&self, word: &str, line: u64, seen: &mut Seen) -> Result<u8, String> {
        let value = word.parse::<u8>().ok().filter(|_| is_digits(word));
        let label = value.and_then(|value| value.checked_sub(self.first));
        let label = label.filter(|label| *label < self.cards).ok_or_else(|| {
            let (first, last, other) = (self.first, self.cards - 1 + self.first, 1 - self.first);
            format!(
                "`{}` is not a card: with --cards {} and --first {first} cards are {first} to {last}; if the file counts from \
                 {other}, say --first {other}",
                shown(word),
                self.cards
            )
        })?;
        // Of cards a nought before another digit means nothing.
        if !word.starts_with('0') || word.bytes().all(|b| b == b'0') {
            seen.padding.see(word, line, 0);
        }
        seen.zero |= value == Some(0);
        Ok(label)
    }

    fn named(
        &self,
        form: &CardForm,
        text: &str,
        ranks: &mut Ranks,
        out: &mut Vec<u8>,
    ) -> Result<(), String> {
        let (mut stranger, mut is_mixed) = (None, false);
        let read = each_card(form, self.faces.as_ref(), text, |kind, sign| {
            ranks.see(kind, sign);
            is_mixed |= self.faces.is_some_and(|faces| faces::is_of_others(kind, sign, &faces));
            match self.pack.labels[usize::from(kind)] {
                // What stands behind a stranger is not read.
                Some(label) if stranger.is_none() => out.push(label),
                Some(_) => {}
                None => stranger = stranger.or(Some(kind)),
            }
        });
        if let Some(kind) = stranger {
            return Err(format!(
                "{} is none of the {} cards of the deck; correct it, or say --cards with all that are, as 6..A or \"2..A Joker\"",
                name_of(kind),
                self.pack.count()
            ));
        }
        if let Some([jack, queen, king]) = self.faces.filter(|_| is_mixed) {
            return Err(format!(
                "`{}` has a face by another letter than the rows above, where they are {jack}, {queen} and {king}; correct it",
                shown(text)
            ));
        }
        read.map_err(|rest| {
            let word = match self.way {
                Way::Names => rest,
                Way::Ranks | Way::Suits | Way::Numbers => rest.split(is_between).next().unwrap_or_default(),
            };
            let is_foreign = |c: char| matches!(c.to_ascii_uppercase(), 'B' | 'D' | 'V' | 'R' | 'H');
            let letters = if !word.starts_with(is_foreign) {
                ""
            } else {
                "; letters of other languages for jack, queen and king (B, V, D, H, R) are read beside a sign (♠ ♥ ♦ ♣), where \
                 the first rows hold all three of one language: write J, Q and K"
            };
            format!(
                "`{}` is not a card: cards are written As, A♠, SA or Ace of Spades, all in one way, or all as numbers; one that was \
                 not seen as {UNSEEN}; a row that names columns is stated with --header-row{letters}",
                shown(word)
            )
        })
    }
}
