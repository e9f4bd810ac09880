//! What is known of the cards and the hands before the first of them is counted.

use std::ops::Range;

use super::CATEGORIES_MAX;
use super::error::{DealError, refuse};

/// Classes of cards: one number for each card, from 0 on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Classes {
    /// Rank of each card.
    pub rank: Vec<u8>,
    /// Suit of each card.
    pub suit: Vec<u8>,
}

/// Cards that must not favour one place: the aces and the dealer's hand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Contrast {
    /// The marked cards, as a mask.
    pub labels: u64,
    /// The positions where they are counted, from 0; `None` for the last packet.
    pub places: Option<Range<usize>>,
    /// What a report calls the test: `Aces in the dealer's hand`.
    pub name: String,
}

/// What is known of the cards and the hands.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Options {
    /// Whether every deal is a whole deck in order; anything else is a fault then.
    pub whole: bool,
    /// Ranks and suits.
    pub classes: Option<Classes>,
    /// Probability of each category of a packet under a fair shuffle; they add up to one.
    pub categories: Option<Vec<f64>>,
    /// Cards that must not favour a place.
    pub contrast: Option<Contrast>,
}

impl Options {
    /// A deck of 52 whose card is `suit * 13 + rank`, rank 12 being the ace: classes, and the aces
    /// in the last packet as contrast.
    pub fn cards_52() -> Self {
        let classes = Classes {
            rank: (0..52).map(|card| card % 13).collect(),
            suit: (0..52).map(|card| card / 13).collect(),
        };
        let labels = (0..4).fold(0, |mask, suit| mask | 1 << (suit * 13 + 12));
        let name = "Aces in the last packet".to_owned();
        let contrast = Some(Contrast { labels, places: None, name });
        Self { classes: Some(classes), contrast, ..Self::default() }
    }

    /// Whole decks of `n` cards in order; ranks and suits are known of 52 as in [`Self::cards_52`].
    pub fn decks(n: usize) -> Self {
        let known = if n == 52 { Self::cards_52() } else { Self::default() };
        Self { whole: true, contrast: None, ..known }
    }

    /// The same with the categories of a packet, by how many of all possible hands each has.
    #[must_use]
    pub fn with_category_counts(mut self, counts: &[u64]) -> Self {
        let all = counts.iter().sum::<u64>() as f64;
        self.categories = Some(counts.iter().map(|count| *count as f64 / all).collect());
        self
    }

    /// Why these options do not fit a deck of `n` cards.
    pub(super) fn check(&self, n: usize) -> Result<(), DealError> {
        self.classes.as_ref().map_or(Ok(()), |classes| classes.check(n))?;
        let chances = self.categories.as_deref().unwrap_or(&[1.0]);
        let sum: f64 = chances.iter().sum();
        let fits = chances.len() <= CATEGORIES_MAX && chances.iter().all(|p| *p > 0.0);
        if !fits || (sum - 1.0).abs() > 1e-6 {
            return refuse(format!(
                "at most {CATEGORIES_MAX} categories with probabilities above 0 that add up to 1; these add up to {sum}"
            ));
        }
        self.contrast.as_ref().map_or(Ok(()), |contrast| contrast.check(n))
    }
}

impl Classes {
    /// Why these are not the classes of `n` cards.
    pub(super) fn check(&self, n: usize) -> Result<(), DealError> {
        for (name, class) in [("ranks", &self.rank), ("suits", &self.suit)] {
            if class.len() != n || class.iter().any(|c| usize::from(*c) >= n) {
                return refuse(format!("{name} must be {n} numbers below {n}, one for each card"));
            }
        }
        Ok(())
    }
}

impl Contrast {
    fn check(&self, n: usize) -> Result<(), DealError> {
        if self.labels == 0 || self.labels >= u64::MAX >> (64 - n) {
            return refuse(format!("marked cards must be some of the {n}, not none and not all"));
        }
        match &self.places {
            Some(places) if places.is_empty() || places.end > n || places.len() == n => {
                let (first, last) = (places.start + 1, places.end);
                refuse(format!(
                    "positions {first} to {last} are not some of the positions 1 to {n}, from the first \
                     to the last"
                ))
            }
            _ => Ok(()),
        }
    }
}
