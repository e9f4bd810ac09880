//! The same shuffle twice: decks that come from the deck before by one and the same permutation. Those of a fair machine are
//! uniform and independent: identical ones are as rare as identical decks, and are looked for in the same way.

use super::Answer;
use super::chain::Seen;
use super::duplicates::{Sample, Sought, digest_of};
use super::layout::Layout;
use super::pattern::Labels;

const SOUGHT: Sought<'_> = Sought {
    key: "replayed",
    none: "of so few cards chance alone repeats whole shuffles",
    measure: "pairs of identical shuffles beyond chance",
    identical: "Decks shuffled in the very same way",
};

impl Sample {
    /// Adds the permutation from the deck before, if both are whole decks of `n` cards.
    #[inline(always)]
    pub(super) fn push_shuffle(&mut self, n: usize, now: &Seen, labels: &Labels<'_>) {
        let layout = Layout::Ordered { dealt: n as u8 };
        if now.layout == layout && labels.known == n && self.holds(layout) {
            self.push_digest(digest_of(layout, labels.of), now.at);
        }
    }
}

/// The test of the permutations over so many `decks` with one before, and what to read beside it.
pub(super) fn answer(shuffles: &Sample, n: usize, decks: u64) -> (Answer, Option<String>) {
    shuffles.answer([(Layout::Ordered { dealt: n as u8 }, decks)].into_iter(), &SOUGHT)
}

#[cfg(test)]
pub(super) mod tests {
    use super::super::tests::{Fair, counted, statistic};
    use crate::battery::Most;

    /// A chained deck shuffled by these shuffles, each given by its number.
    pub(in crate::deal) fn decks(numbers: &[usize]) -> Vec<Vec<u8>> {
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
        assert!(
            counted(12, 1, &few).battery().test("previous.replayed").unwrap().figures().is_none()
        );
    }
}
