//! Jack, queen and king by the letters of another language, where the rows of a file tell which one: `B♠`, `♥D`, `V♦`.

use super::{RankSign, Way, each_card};
use crate::profile::CardForm;
use feltproof_model::Card;

/// The letters of jack, queen and king.
pub(in crate::samples) type Faces = [char; 3];

/// As in German and Danish, in French, and in Dutch: a V is a jack in one and a queen in the other.
const LANGUAGES: [Faces; 3] = [['B', 'D', 'K'], ['V', 'D', 'R'], ['B', 'V', 'H']];
const ENGLISH: Faces = ['J', 'Q', 'K'];
/// The rank of a jack.
const JACK: u8 = 9;
const SUITS: [char; 8] = ['♠', '♥', '♦', '♣', '♤', '♡', '♢', '♧'];

/// None, and those of each language.
pub(in crate::samples) fn all() -> impl Iterator<Item = Option<Faces>> {
    std::iter::once(None).chain(LANGUAGES.map(Some))
}

/// The letters that these cells tell: each face stands there by its letter in one language, and by no other.
pub(in crate::samples) fn of<'c>(
    cells: impl Iterator<Item = &'c str> + Clone,
    way: Way,
) -> Option<Faces> {
    let form = way.form()?;
    let is_of = |faces: &Faces| {
        let (mut seen, mut is_mixed) = ([false; 3], false);
        for cell in cells.clone() {
            let read = each_card(&form, Some(faces), cell, |kind, sign| {
                face_of(kind).into_iter().for_each(|face| seen[face] = true);
                is_mixed |= is_of_others(kind, sign, faces);
            });
            is_mixed |= read.is_err();
        }
        seen == [true; 3] && !is_mixed
    };
    LANGUAGES.into_iter().find(is_of)
}

/// Which face a card is: 0 a jack, 1 a queen, 2 a king.
fn face_of(kind: u8) -> Option<usize> {
    let rank = Card::new(kind)?.rank();
    rank.checked_sub(JACK).map(usize::from).filter(|face| *face < ENGLISH.len())
}

/// Whether a card is a face by a letter that is none of these.
pub(in crate::samples) fn is_of_others(kind: u8, sign: RankSign, faces: &Faces) -> bool {
    let is_own = |face: usize| sign == RankSign::Foreign || faces[face] == ENGLISH[face];
    face_of(kind).is_some_and(|face| !is_own(face))
}

/// The card with which a text begins whose rank is such a letter beside the sign of a suit, and what stands behind it.
pub(in crate::samples) fn first<'t>(
    form: &CardForm,
    faces: &Faces,
    text: &'t str,
) -> Option<(u8, &'t str)> {
    let at = text.find(char::is_alphabetic)?;
    let (before, rest) = text.split_at(at);
    let letter = rest.chars().next()?;
    let face = faces.iter().position(|face| *face == letter.to_ascii_uppercase())?;
    let written = format!("{before}{}{}", ENGLISH[face], &rest[letter.len_utf8()..]);
    let (card, behind) = form.first(&written)?;
    let has_sign = written[..written.len() - behind.len()].contains(SUITS);
    has_sign.then(|| (card.number(), &text[text.len() - behind.len()..]))
}
