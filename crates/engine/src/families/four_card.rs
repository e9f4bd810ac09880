//! Four Card Poker: five cards against the dealer's six, no qualification, the player wins ties.
//! Cover All, which looks at all hands of the round, has its own file.

use crate::decision::{Decided, Decision, Effect, Facts, Rule, Terms};
use crate::family::Family;
use crate::rank::Category;
use crate::ranking::Outcome;
use crate::rankings::BEST_FOUR;
use crate::side_bets::{by_highest_hand, own_hand};
use feltproof_model::Wager;

pub(crate) static FAMILY: Family = Family {
    key: "four-card-poker",
    definitions: &[("four-card-poker.toml", include_str!("../../games/four-card-poker.toml"))],
    raise: Wager::Play,
    any_hand_raises: true,
    second: None,
    ranking: &BEST_FOUR,
    player_cards: 5,
    opponent_cards: 6,
    qualifies: None,
    needs_paytable: Wager::AnteBonus,
    base,
    paytables: &[
        (Wager::AnteBonus, Outcome::of(Category::ThreeOfAKind), ante_bonus),
        (Wager::AcesUp, Outcome::ACES, own_hand),
        (Wager::CoverAll, Outcome::of(Category::ThreeOfAKind), by_highest_hand),
        (Wager::Progressive, Outcome::of(Category::ThreeOfAKind), own_hand),
    ],
    rulings: &[
        ("aces_up_on_fold", &["stands", "loses"]),
        ("cover_all_royal", &["matrix-order", "hand-ranking"]),
    ],
};

/// Ante and Play.
fn base<'a>(terms: &'a Terms, facts: &Facts) -> Decided<'a> {
    if facts.folded()? {
        return Ok(Decision::FOLDED);
    }
    let wins = facts.showdown()?.order.is_ge();
    let lost = Decision::new(Rule::Showdown, Effect::Loses);
    Ok(if wins { terms.wins(Rule::Showdown) } else { lost })
}

/// The automatic bonus on the Ante: three of a kind or better is paid whatever the dealer holds, to
/// a hand that stayed in. The stake is the Ante's, so the payment stands alone.
fn ante_bonus<'a>(terms: &'a Terms, facts: &Facts) -> Decided<'a> {
    if facts.folded()? {
        return Ok(Decision::new(Rule::Folded, Effect::Nothing));
    }
    let Some(place) = facts.own()? else {
        return Ok(Decision::new(Rule::OwnHand, Effect::Nothing));
    };
    let paid = terms.by_row(Rule::OwnHand, place)?;
    Ok(match paid.effect {
        Effect::Pays(payout) => Decision { effect: Effect::PaysBeside(payout), ..paid },
        _ => paid,
    })
}
