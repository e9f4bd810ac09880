//! The side bets that need the player's own cards alone: Queens Up, Aces Up, 4 Card Bonus, Prime,
//! the progressive.

use crate::decision::{Decided, Decision, Effect, Facts, Missing, Rule, Terms};

/// Paid by the row for the player's own hand.
pub(crate) fn own_hand<'a>(terms: &'a Terms, facts: &Facts) -> Decided<'a> {
    if let Some(ruling) = terms.lost_with_fold
        && facts.folded()?
    {
        return Ok(Decision::FOLDED.by(ruling));
    }
    match facts.own()? {
        Some(place) => terms.by_row(Rule::OwnHand, place),
        None => Ok(Decision::new(Rule::OwnHand, Effect::Loses)),
    }
}

/// A bet on all hands of the round, which one hand does not decide (`cover_all`).
pub(crate) fn by_highest_hand<'a>(_: &'a Terms, _: &Facts) -> Decided<'a> {
    Err(Missing::HighestHand)
}
