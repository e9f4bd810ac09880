//! Four Card Frenzy: the Odds bet, which pays a beaten hand more than a winning one (document 003).

use crate::decision::{Column, Decided, Decision, Effect, Facts, Rule, Terms};
use crate::family::{Qualifier, Traits};
use crate::outcome::Outcome;
use crate::rank::Category;
use crate::rulings::OpenPoint;
use crate::{crazy4, side_bets};
use feltproof_model::Wager;
use std::cmp::Ordering;

pub(crate) const FAMILY: Traits = Traits {
    key: "four-card-frenzy",
    raise: Wager::Raise,
    any_hand_raises: false,
    second: Some(Wager::Odds),
    player_cards: 5,
    opponent_cards: 5,
    qualifies: Some(Qualifier { words: ["opens", "does not open"], ..crazy4::KING_HIGH }),
    needs_paytable: Wager::Odds,
    paytables: &[
        (Wager::Odds, Outcome::Of(Category::Straight)),
        (Wager::FourCardBonus, Outcome::PairFrom(10)),
        (Wager::Prime, Outcome::OneColour(4)),
    ],
    rulings: &[crazy4::PLAY_MULTIPLES, ("odds_on_tie", &["wins", "pushes"])],
};

/// What becomes of a wager of this family.
#[inline(always)]
pub(crate) fn decide(terms: &Terms<'_>, wager: Wager, facts: &Facts) -> Decided {
    match wager {
        Wager::Ante | Wager::Raise => crazy4::base(wager, facts),
        Wager::Odds => odds(terms, facts),
        _ => side_bets::decide(terms, wager, facts),
    }
}

/// Odds: a straight or better is paid, by one column when it wins and by another when it is beaten;
/// below a straight the bet pushes unless the dealer's hand is better. Whether the dealer opens does
/// not matter.
#[inline]
fn odds(terms: &Terms<'_>, facts: &Facts) -> Decided {
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
