//! The side bets that need the player's own cards alone: Queens Up, Aces Up, 4 Card Bonus, Prime,
//! the progressive.

use crate::decision::{Decided, Decision, Effect, Facts, Missing, Rule, Terms};
use feltproof_model::Wager;

/// What becomes of a wager that no family decides in a way of its own.
#[inline(always)]
pub(crate) fn decide(terms: &Terms<'_>, wager: Wager, facts: &Facts) -> Decided {
    match wager {
        Wager::CoverAll => Err(Missing::HighestHand),
        _ if !wager.is_side_bet() => Err(Missing::Offer),
        _ => own_hand(terms, wager, facts),
    }
}

/// Paid by the row for the player's own hand.
#[inline]
fn own_hand(terms: &Terms<'_>, wager: Wager, facts: &Facts) -> Decided {
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
