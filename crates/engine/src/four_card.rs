//! Four Card Poker: five cards against the dealer's six, no qualification, the player wins ties.
//! Cover All, which looks at all hands of the round, has its own file.

use crate::decision::{Column, Decided, Decision, Effect, Facts, Rule, Terms};
use crate::family::Traits;
use crate::outcome::Outcome;
use crate::rank::Category;
use crate::side_bets;
use feltproof_model::Wager;

pub(crate) const FAMILY: Traits = Traits {
    key: "four-card-poker",
    raise: Wager::Play,
    any_hand_raises: true,
    second: None,
    player_cards: 5,
    opponent_cards: 6,
    qualifies: None,
    needs_paytable: Wager::AnteBonus,
    paytables: &[
        (Wager::AnteBonus, Outcome::Of(Category::ThreeOfAKind)),
        (Wager::AcesUp, Outcome::PairFrom(12)),
        (Wager::CoverAll, Outcome::Of(Category::ThreeOfAKind)),
        (Wager::Progressive, Outcome::Of(Category::ThreeOfAKind)),
    ],
    rulings: &[
        ("aces_up_on_fold", &["stands", "loses"]),
        ("cover_all_royal", &["matrix-order", "hand-ranking"]),
    ],
};

/// What becomes of a wager of this family.
#[inline(always)]
pub(crate) fn decide(terms: &Terms<'_>, wager: Wager, facts: &Facts) -> Decided {
    match wager {
        Wager::Ante | Wager::Play => base(facts),
        Wager::AnteBonus => ante_bonus(terms, facts),
        _ => side_bets::decide(terms, wager, facts),
    }
}

/// Ante and Play.
#[inline]
fn base(facts: &Facts) -> Decided {
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
fn ante_bonus(terms: &Terms<'_>, facts: &Facts) -> Decided {
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
