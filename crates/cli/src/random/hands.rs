//! Categories of hands of five cards, for the test that no seat is dealt better ones.

use feltproof_checks::CATEGORIES_OF_FIVE;
use feltproof_engine::{Category, best_four_of_five};
use feltproof_model::Card;

/// The category of the best four of five cards, counted from the lowest.
pub(crate) fn category(cards: &[u8]) -> Option<u8> {
    let mut hand = [Card::new(0)?; 5];
    if cards.len() != hand.len() {
        return None;
    }
    for (place, number) in hand.iter_mut().zip(cards) {
        *place = Card::new(*number)?;
    }
    let category = best_four_of_five(hand).category();
    Category::ALL.iter().position(|c| *c == category).and_then(|at| u8::try_from(at).ok())
}

/// Probability of each category.
pub(crate) fn category_law() -> Vec<f64> {
    let all: u64 = CATEGORIES_OF_FIVE.iter().sum();
    CATEGORIES_OF_FIVE.iter().map(|n| *n as f64 / all as f64).collect()
}
