//! The ranking by colours: how many cards of a hand are of one colour.

use crate::ranking::{Kind, Outcome, Ranking};
use feltproof_model::{Card, write_pretty};

/// How many cards are of one colour.
pub(crate) static COLOURS: Ranking = Ranking {
    key: "",
    rank: None,
    worth: |_, cards| u16::try_from(most_of_one_colour(cards)).ok(),
    outcomes: &[
        Outcome::new(("five_of_one_colour", "five cards of one colour"), (5, u16::MAX)),
        Outcome::FOUR_OF_ONE_COLOUR,
    ],
    kinds,
    lowest: Outcome::FOUR_OF_ONE_COLOUR,
    name: |rank, _| rank.describe(),
    words: |_, cards, text| {
        let most = most_of_one_colour(cards.as_slice());
        write_pretty(cards.as_slice(), text);
        text.push_str(&format!(" has {most} cards of one colour"));
    },
    colours: true,
};

impl Outcome {
    pub(crate) const FOUR_OF_ONE_COLOUR: Self =
        Self::new(("four_of_one_colour", "four cards of one colour"), (4, u16::MAX));
}

fn kinds() -> Vec<Kind> {
    [("five_of_one_colour", 5), ("four_of_one_colour", 4), ("fewer", 3)]
        .map(|(name, worth)| Kind { name: name.to_owned(), worth, special: false })
        .into()
}

/// The most cards of one colour among these: clubs and spades are black, diamonds and hearts red.
fn most_of_one_colour(cards: &[Card]) -> usize {
    let red = cards.iter().filter(|c| c.is_red()).count();
    red.max(cards.len() - red)
}

#[cfg(test)]
mod tests {
    use super::*;
    use feltproof_model::CardList;

    #[test]
    fn colours_are_counted_by_hand() {
        for (cards, most) in
            [("As 2c 3s 4c 5s", 5), ("Ah 2d 3h 4d 5c", 4), ("Ah 2d 3c 4s 5s", 3), ("", 0)]
        {
            let list = CardList::parse(cards.as_bytes()).unwrap();
            assert_eq!(most_of_one_colour(list.as_slice()), most, "{cards}");
        }
    }
}
