//! The side bets that need the player's own cards alone: Queens Up, Aces Up, 4 Card Bonus, Prime,
//! the progressive.

use crate::decision::{Decided, Decision, Effect, Facts, Rule, Terms};
use feltproof_model::Wager;

/// Paid by the row for the player's own hand.
#[inline]
pub(crate) fn own_hand(terms: &Terms<'_>, wager: Wager, facts: &Facts) -> Decided {
    if let Some(ruling) = terms.readings.lost_with_fold(wager)
        && facts.folded()?
    {
        return Ok(Decision::FOLDED.by(ruling));
    }
    match facts.own()? {
        Some(place) => terms.row(Rule::OwnHand, place),
        None => Ok(Decision::new(Rule::OwnHand, Effect::Loses)),
    }
}
