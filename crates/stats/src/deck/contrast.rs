//! A seat that is favoured: how many marked cards stand at given positions.

use super::counts::Counts;
use super::error::DeckError;
use super::figures;
use crate::battery::{Outcome, Test};
use std::ops::Range;

/// Decks from which the mean of the count is close enough to normal.
const NEEDS: u64 = 100;

/// Marked cards at given positions: the aces in the dealer's hand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Contrast {
    /// Positions, counted from zero.
    pub places: Range<usize>,
    /// The marked cards, as a mask.
    pub labels: u64,
    /// What a report calls them: `aces in the dealer's hand`.
    pub name: String,
}

impl Contrast {
    /// Why it does not fit decks of `n` cards.
    pub(super) fn check(&self, n: usize) -> Result<(), DeckError> {
        if self.places.is_empty() || self.places.end > n || self.places.len() == n {
            let (first, last) = (self.places.start + 1, self.places.end);
            return Err(DeckError::Places { first, last, cards: n });
        }
        let all = u64::MAX >> (64 - n);
        if self.labels == 0 || self.labels & !all != 0 || self.labels == all {
            return Err(DeckError::Marked(n));
        }
        Ok(())
    }

    /// The test: the number of marked cards at the places is hypergeometric in each deck.
    pub(super) fn test(&self, counts: &Counts) -> Test {
        let n = counts.n();
        let marked = |label: &usize| self.labels & 1 << label != 0;
        let cell = |place: usize, label: usize| counts.tables.position[place * n + label];
        let seen: u64 = self
            .places
            .clone()
            .flat_map(|place| (0..n).filter(marked).map(move |label| cell(place, label)))
            .sum();
        let (places, all) = (self.places.len() as f64, n as f64);
        let share = f64::from(self.labels.count_ones()) / all;
        let variance = places * share * (1.0 - share) * (all - places) / (all - 1.0);
        let apart = seen as f64 - counts.total as f64 * places * share;
        let measure = "mean excess of marked cards, per deck";
        Test {
            key: "fixed.contrast".into(),
            name: self.name.clone(),
            catches: "a favoured seat",
            n: counts.total,
            registered: true,
            outcome: if counts.total < NEEDS {
                Outcome::Insufficient { needs: NEEDS }
            } else {
                Outcome::Ran(figures::mean(apart, variance, counts.total, measure))
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::deck::{Contrast, Decks};
    use crate::defects::Chance;

    fn aces(places: std::ops::Range<usize>) -> Contrast {
        let labels = [12, 25, 38, 51].iter().fold(0, |mask, card| mask | 1 << card);
        Contrast { places, labels, name: "aces in the dealer's hand".into() }
    }

    /// One sorted deck again and again: each suit's ace stands last of its thirteen, so positions 31 to 39
    /// hold one ace, where 9 x 4 / 52 are due. Variance of a deck by hand: 9 (1/13) (12/13) (43/51).
    #[test]
    fn the_figures_by_hand() {
        let mut decks = Decks::new(52, 1).unwrap().with_contrast(aces(30..39)).unwrap();
        let sorted: Vec<u8> = (0..52).collect();
        for _ in 0..100 {
            decks.push(&sorted).unwrap();
        }
        let battery = decks.battery();
        let figures = battery.test("fixed.contrast").unwrap().figures().unwrap();
        let variance: f64 = 9.0 / 13.0 * 12.0 / 13.0 * 43.0 / 51.0;
        let z = (100.0 - 100.0 * 9.0 / 13.0) / (100.0 * variance).sqrt();
        assert!((figures.statistic - z).abs() < 1e-12, "{} {z}", figures.statistic);
    }

    /// Over fair decks the statistic has variance one.
    #[test]
    fn fair_decks_spread_as_the_law_says() {
        let mut chance = Chance::new(4);
        let (mut sum, runs) = (0.0, 400);
        for _ in 0..runs {
            let mut decks = Decks::new(52, 1).unwrap().with_contrast(aces(30..35)).unwrap();
            for _ in 0..100 {
                let mut deck: Vec<u8> = (0..52).collect();
                (1..52).rev().for_each(|i| deck.swap(i, chance.index(i + 1)));
                decks.push(&deck).unwrap();
            }
            let battery = decks.battery();
            sum += battery.test("fixed.contrast").unwrap().figures().unwrap().statistic.powi(2);
        }
        // Standard deviation of a mean of 400 squares of normals: sqrt(2 / 400).
        assert!((sum / f64::from(runs) - 1.0).abs() < 5.0 * 0.0707, "{sum}");
    }

    #[test]
    fn places_and_cards_that_are_none_or_all_are_refused() {
        let with = |places, labels| {
            let contrast = Contrast { places, labels, name: String::new() };
            Decks::new(5, 1).unwrap().with_contrast(contrast).is_ok()
        };
        assert!(with(1..3, 0b11));
        for (places, labels) in [(1..1, 1), (3..6, 1), (0..5, 1), (0..2, 0), (0..2, 31), (0..2, 32)]
        {
            assert!(!with(places.clone(), labels), "{places:?} {labels:b}");
        }
    }
}
