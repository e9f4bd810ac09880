//! The same shuffle twice on the deck held, which deals no deck twice.

use super::{Fair, counted, statistic};
use crate::battery::Most;

/// A chained deck shuffled by these shuffles, each given by its number.
pub(super) fn decks(numbers: &[usize]) -> Vec<Vec<u8>> {
    let mut fair = Fair::new(3);
    let shuffles: Vec<Vec<u8>> = (0..60).map(|_| fair.deck(52)).collect();
    let mut deck = fair.deck(52);
    let mut next = |number: &usize| {
        deck = shuffles[*number].iter().map(|from| deck[usize::from(*from)]).collect();
        deck.clone()
    };
    numbers.iter().map(&mut next).collect()
}

/// The first deck has none before it, so that its shuffle is not known; then one shuffle thrice, and
/// one twice: four pairs.
#[test]
fn the_same_shuffle_is_found() {
    let all = decks(&[5, 1, 2, 5, 3, 5, 4, 2, 6, 5, 7]);
    let whole = counted(52, 1, &all);
    assert_eq!(statistic(&whole, "previous.replayed"), 4.0);
    let battery = whole.battery();
    let Some(Most::Copies(copies)) = battery.most("previous.replayed") else { panic!() };
    let found = copies.stretches.iter().map(|s| (s.earlier, s.later, s.length));
    assert_eq!(found.collect::<Vec<_>>(), [(3, 5, 1), (2, 7, 1), (5, 9, 1)]);
    // Two decks by turns: the deck before is the one two rounds ago.
    let others = decks(&[8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 9]);
    let turns: Vec<Vec<u8>> = all.into_iter().zip(others).flat_map(<[_; 2]>::from).collect();
    assert_eq!(statistic(&counted(52, 2, &turns), "previous.replayed"), 5.0);
}

#[test]
fn no_shuffle_of_a_few_cards_is_looked_for() {
    let mut fair = Fair::new(4);
    let few: Vec<Vec<u8>> = (0..10).map(|_| fair.deck(12)).collect();
    assert!(counted(12, 1, &few).battery().test("previous.replayed").unwrap().figures().is_none());
}
