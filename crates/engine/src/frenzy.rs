//! Four Card Frenzy: the Odds bet, which pays a beaten hand more than a winning one (document 003).

use crate::decision::{Column, Decided, Decision, Effect, Facts, Rule, Terms};
use crate::rulings::OpenPoint;
use std::cmp::Ordering;

/// Odds: a straight or better is paid, by one column when it wins and by another when it is beaten;
/// below a straight the bet pushes unless the dealer's hand is better. Whether the dealer opens does
/// not matter.
#[inline]
pub(crate) fn odds(terms: &Terms<'_>, facts: &Facts) -> Decided {
    if facts.folded()? {
        return Ok(Decision::FOLDED);
    }
    let order = facts.showdown()?.order;
    let Some(place) = facts.own()? else {
        let effect = if order.is_ge() { Effect::Pushes } else { Effect::Loses };
        return Ok(Decision::new(Rule::Showdown, effect));
    };
    let paid = terms.row(Rule::Showdown, place)?;
    match order {
        Ordering::Greater => Ok(paid),
        Ordering::Equal if terms.readings.odds_tie_wins => Ok(paid.by(OpenPoint::OddsOnTie)),
        Ordering::Equal => {
            Ok(Decision { rule: Rule::Tie, effect: Effect::Pushes, ..paid }
                .by(OpenPoint::OddsOnTie))
        }
        Ordering::Less => {
            let beaten = Effect::Pays(Column::Beaten);
            Ok(Decision { rule: Rule::Beaten, effect: beaten, ..paid })
        }
    }
}
