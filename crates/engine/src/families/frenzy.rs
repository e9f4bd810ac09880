//! Four Card Frenzy: the Odds bet, which pays a beaten hand more than a winning one (document 003).

use super::crazy4;
use crate::decision::{Decided, Decision, Effect, Facts, Missing, Rule, Terms};
use crate::family::{Family, Qualifier};
use crate::rank::Category;
use crate::ranking::Outcome;
use crate::rankings::BEST_FOUR;
use crate::readings::OpenPoint;
use crate::side_bets::own_hand;
use feltproof_model::Wager;
use std::cmp::Ordering;

pub(crate) static FAMILY: Family = Family {
    key: "four-card-frenzy",
    definitions: &[("four-card-frenzy.toml", include_str!("../../games/four-card-frenzy.toml"))],
    raise: Wager::Raise,
    any_hand_raises: false,
    second: Some(Wager::Odds),
    ranking: &BEST_FOUR,
    player_cards: 5,
    opponent_cards: 5,
    qualifies: Some(Qualifier { words: ["opens", "does not open"], ..crazy4::KING_HIGH }),
    needs_paytable: Wager::Odds,
    base: crazy4::base,
    paytables: &[
        (Wager::Odds, Outcome::of(Category::Straight), odds),
        (Wager::FourCardBonus, Outcome::QUEENS, own_hand),
        (Wager::Prime, Outcome::FOUR_OF_ONE_COLOUR, own_hand),
    ],
    rulings: &[crazy4::PLAY_MULTIPLES, ("odds_on_tie", &["wins", "pushes"])],
};

/// Odds: a straight or better is paid, by one column when it wins and by another when it is beaten;
/// below a straight the bet pushes unless the dealer's hand is better. Whether the dealer opens does
/// not matter.
fn odds<'a>(terms: &'a Terms, facts: &Facts) -> Decided<'a> {
    if facts.folded()? {
        return Ok(Decision::FOLDED);
    }
    let order = facts.showdown()?.order;
    let Some(place) = facts.own()? else {
        let effect = if order.is_ge() { Effect::Pushes } else { Effect::Loses };
        return Ok(Decision::new(Rule::Showdown, effect));
    };
    let paid = terms.by_row(Rule::Showdown, place)?;
    match order {
        Ordering::Greater => Ok(paid),
        Ordering::Equal if terms.readings.odds_tie_wins => Ok(paid.by(OpenPoint::OddsOnTie)),
        Ordering::Equal => {
            Ok(Decision { rule: Rule::Tie, effect: Effect::Pushes, ..paid }
                .by(OpenPoint::OddsOnTie))
        }
        Ordering::Less => {
            let beaten = terms.row_at(place).and_then(|row| row.beaten.as_ref());
            let effect = Effect::Pays(beaten.ok_or(Missing::Payout)?);
            Ok(Decision { rule: Rule::Beaten, effect, ..paid })
        }
    }
}
