//! Categories of hands of five cards, for the test that no seat is dealt better ones.

use feltproof_engine::{Category, best_four_of_five};
use feltproof_model::Card;

/// The category of the best four of five cards, counted from the lowest.
pub fn category(cards: &[u8]) -> Option<u8> {
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

/// Probability of each category, by counting all 2,598,960 hands of five.
pub fn category_law() -> Vec<f64> {
    let mut counts = vec![0_u32; Category::ALL.len()];
    let mut hand = [0_u8; 5];
    count(&mut hand, 0, 0, &mut counts);
    let all: u32 = counts.iter().sum();
    counts.into_iter().map(|n| f64::from(n) / f64::from(all)).collect()
}

fn count(hand: &mut [u8; 5], held: usize, from: u8, counts: &mut [u32]) {
    if held == hand.len() {
        if let Some(category) = category(hand) {
            counts[usize::from(category)] += 1;
        }
        return;
    }
    for card in from..Card::PACK {
        hand[held] = card;
        count(hand, held + 1, card + 1, counts);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Against the counts of an independent program, `crazy4_category_counts_5of52`.
    #[test]
    fn the_law_is_the_reference_counts() {
        let text = include_str!("../../../../fixtures/randomness/reference.json");
        let json: serde_json::Value = serde_json::from_str(text).unwrap_or_default();
        let counts = &json["crazy4_category_counts_5of52"];
        let mut expected: Vec<f64> =
            counts.as_object().into_iter().flatten().filter_map(|(_, n)| n.as_f64()).collect();
        expected.iter_mut().for_each(|n| *n /= 2_598_960.0);
        let mut law = category_law();
        assert!(law[0] > 0.4 && law[7] < 0.001, "lowest first: {law:?}");
        law.sort_by(f64::total_cmp);
        expected.sort_by(f64::total_cmp);
        assert_eq!(law, expected);
    }
}
