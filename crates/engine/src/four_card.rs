//! Four Card Poker: five cards against the dealer's six, no qualification, the player wins ties.
//! Cover All, which looks at all hands of the round, has its own file.

use crate::decision::{Column, Decided, Decision, Effect, Facts, Rule, Terms};

/// Ante and Play.
#[inline]
pub(crate) fn base(facts: &Facts) -> Decided {
    if facts.folded()? {
        return Ok(Decision::FOLDED);
    }
    let wins = facts.showdown()?.order.is_ge();
    let effect = if wins { Effect::Pays(Column::Base) } else { Effect::Loses };
    Ok(Decision::new(Rule::Showdown, effect))
}

/// The automatic bonus on the Ante: three of a kind or better is paid whatever the dealer holds, to
/// a hand that stayed in. The stake is the Ante's, so the payment stands alone.
#[inline]
pub(crate) fn ante_bonus(terms: &Terms<'_>, facts: &Facts) -> Decided {
    if facts.folded()? {
        return Ok(Decision::new(Rule::Folded, Effect::Nothing));
    }
    let Some(place) = facts.own()? else {
        return Ok(Decision::new(Rule::OwnHand, Effect::Nothing));
    };
    let paid = terms.row(Rule::OwnHand, place)?;
    Ok(match paid.effect {
        Effect::Pays(_) => Decision { effect: Effect::PaysBeside, ..paid },
        _ => paid,
    })
}
