//! Which cards a deck has, and the cards of a cell.

use super::numbers::{Padding, excerpt, is_between, is_digits, words};
use crate::profile::CardForm;
use feltproof_model::Card;

/// A card that was not seen.
const UNSEEN: &str = "??";
/// The most cards of a deck.
const CARDS_MAX: u8 = 64;

/// The named cards of a deck. The label of a card is its place among them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pack {
    cards: Vec<Card>,
    labels: [Option<u8>; Card::PACK as usize],
}

impl Pack {
    /// Reads `6..A`, the cards from the six to the ace of each suit, or the cards one by one.
    ///
    /// # Errors
    /// What are not two cards or more, each once.
    pub fn parse(text: &str) -> Result<Self, String> {
        let rank = |text: &str| Card::parse(format!("{}c", text.trim()).as_bytes()).map(Card::rank);
        let ranks = text.split_once("..").and_then(|(low, high)| rank(low).zip(rank(high)));
        let mut cards: Vec<Card> = Vec::new();
        match ranks {
            Some((low, high)) => {
                let all = (0..Card::PACK).filter_map(Card::new);
                cards.extend(all.filter(|card| (low..=high).contains(&card.rank())));
            }
            None => CardForm::Ranks.read(text, |card| cards.push(card)).map_err(|rest| {
                let what = "is neither a number of cards, nor ranks as 6..A, nor cards as 6c 7c";
                format!("`{}` {what}", excerpt(rest))
            })?,
        }
        let named = cards.len();
        let pack = Self::of(cards);
        if pack.cards.len() < 2 || pack.cards.len() < named {
            return Err(format!("`{}` must name two cards or more, each once", excerpt(text)));
        }
        Ok(pack)
    }

    /// Those of these cards that differ.
    pub(super) fn of(mut cards: Vec<Card>) -> Self {
        cards.sort_unstable();
        cards.dedup();
        let mut labels = [None; Card::PACK as usize];
        for (card, label) in cards.iter().zip(0..) {
            labels[usize::from(card.number())] = Some(label);
        }
        Self { cards, labels }
    }

    pub(super) fn full() -> Self {
        Self::of((0..Card::PACK).filter_map(Card::new).collect())
    }

    /// Its cards, in the order of their labels.
    pub fn cards(&self) -> &[Card] {
        &self.cards
    }
}

/// How the cards of a file are written; one way for the whole file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Way {
    /// `As`, `A♠`, `10h`.
    Ranks,
    /// `Ace of Spades`.
    Names,
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
    [(Way::Ranks, CardForm::Ranks), (Way::Names, CardForm::Names)].into_iter().find_map(
        |(way, form)| {
            let mut count = 0;
            form.read(seen, |_| count += 1).ok().map(|()| (way, count))
        },
    )
}

/// How a cell is read.
pub(super) struct CardCells<'p> {
    pub(super) way: Way,
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
}

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
                excerpt(text)
            )
        };
        let trimmed = text.trim_matches(is_between);
        // Lines between cards are none, but one alone may be a card that was not seen.
        if !trimmed.is_empty() && trimmed.trim_matches(['-', '_']).is_empty() {
            return Err(format!(
                "`{}` may be a card that was not seen, or none: write {UNSEEN} for one that was not seen, and leave the cell \
                 empty where there is none",
                excerpt(trimmed)
            ));
        }
        if seen.unseen > 0 && !trimmed.is_empty() {
            return Err(after(trimmed));
        }
        match self.way {
            Way::Numbers => {
                for word in words(trimmed) {
                    out.push(self.number(word, line, seen)?);
                }
            }
            Way::Ranks => self.named(&CardForm::Ranks, trimmed, out)?,
            Way::Names => self.named(&CardForm::Names, trimmed, out)?,
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
                excerpt(word),
                self.cards
            )
        })?;
        seen.padding.see(word, line, 0);
        seen.zero |= value == Some(0);
        Ok(label)
    }

    fn named(&self, form: &CardForm, text: &str, out: &mut Vec<u8>) -> Result<(), String> {
        let mut stranger = None;
        let read = form.read(text, |card| match self.pack.labels[usize::from(card.number())] {
            Some(label) => out.push(label),
            None => stranger = stranger.or(Some(card)),
        });
        if let Some(card) = stranger {
            return Err(format!(
                "{card} is none of the {} cards of the deck; correct it, or say --cards with all that are, as 6..A",
                self.pack.cards.len()
            ));
        }
        read.map_err(|rest| {
            let word = match self.way {
                Way::Names => rest,
                Way::Ranks | Way::Numbers => rest.split(is_between).next().unwrap_or_default(),
            };
            format!(
                "`{}` is not a card: cards are written As, A♠ or Ace of Spades, all in one way, or all as numbers; one that was \
                 not seen as {UNSEEN}; a row that names columns is stated with --header-row",
                excerpt(word)
            )
        })
    }
}
