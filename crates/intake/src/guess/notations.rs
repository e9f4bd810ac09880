//! How cards are written: by the first notation that reads all. Which card a number is, is asked.

use crate::profile::CardForm;
use feltproof_model::CardList;
use feltproof_model::card::CARDS_MAX;

/// Numbers that 52 cards have, counted from 0 or from 1.
const NUMBERS_MAX: u32 = 52;
/// The most cards that a record of a deck holds.
const DECK_MAX: usize = 64;

/// How the cards of a column are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Notation {
    /// As canonical journals write them: no [cards] is needed.
    Canonical,
    Ranks,
    Names,
    /// Numbers up to 52, which may be cards.
    Numbers,
}

/// The notation of these values, if they are cards, and the most cards in one of them.
pub(super) fn of(values: &[&str]) -> Option<(Notation, usize)> {
    if values.is_empty() {
        return None;
    }
    // A deck is more than a list of cards holds.
    let canonical = |value: &&str| -> Option<usize> {
        let words: Vec<&str> = value.split(' ').take(DECK_MAX + 1).collect();
        let some = |words: &[&str]| {
            Some(CardList::parse(words.join(" ").as_bytes()).ok()?.as_slice().len())
        };
        words.chunks(CARDS_MAX).map(some).sum::<Option<usize>>().filter(|count| *count <= DECK_MAX)
    };
    let written = |form: CardForm| {
        move |value: &&str| {
            let mut out = String::new();
            form.write(value.as_bytes(), &mut out).ok()?;
            canonical(&out.as_str()).filter(|count| *count > 0)
        }
    };
    let most = |notation, counts: Option<Vec<usize>>| Some((notation, counts?.into_iter().max()?));
    let of_form = |notation, form| most(notation, values.iter().map(written(form)).collect());
    most(Notation::Canonical, values.iter().map(canonical).collect())
        .or_else(|| of_form(Notation::Ranks, CardForm::Ranks))
        .or_else(|| of_form(Notation::Names, CardForm::Names))
        .or_else(|| most(Notation::Numbers, values.iter().map(numbers).collect()))
}

fn numbers(value: &&str) -> Option<usize> {
    let words = || value.split([' ', ',', ';', '/', '|']).filter(|word| !word.is_empty());
    let is_number = |word: &str| word.parse::<u32>().is_ok_and(|n| n <= NUMBERS_MAX);
    words().all(is_number).then(|| words().count()).filter(|count| *count > 0)
}

impl Notation {
    pub(super) const fn in_words(self) -> &'static str {
        match self {
            Self::Canonical | Self::Ranks => "cards by rank and suit",
            Self::Names => "cards by name",
            Self::Numbers => "perhaps cards by number",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn notations_are_told_by_what_reads_every_value() {
        for (values, notation) in [
            (&["As Kh", "Td"][..], Some((Notation::Canonical, 2))),
            (&["AS KH", "10D"], Some((Notation::Canonical, 2))),
            (&["AsKh", "10D"], Some((Notation::Ranks, 2))),
            (&["A♠K♥Q♦"], Some((Notation::Ranks, 3))),
            (&["Ace of Spades", "10 of Hearts"], Some((Notation::Names, 1))),
            (&["0 51 13", "7"], Some((Notation::Numbers, 3))),
            (&["Seat 1"], None),
            (&["As", "fold"], None),
            (&["As Ks Qs Js Ts 9s 8s 7s 6s"], Some((Notation::Canonical, 9))),
            (&["As Ks Qs Js Ts 9s 8s 7s six"], None),
            (&["53"], None),
            (&[], None),
        ] {
            assert_eq!(of(values), notation, "{values:?}");
        }
    }
}
