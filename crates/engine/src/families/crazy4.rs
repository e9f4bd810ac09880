//! Crazy 4 Poker: Ante and Play, the Super Bonus and the Bad Beat Bonus. The rules are those of
//! documents 000, 001 and 004; their open points are read from the definition's rulings.

use crate::decision::{Decided, Decision, Effect, Facts, Rule, Showdown, Terms};
use crate::family::{Family, Known, Qualifier};
use crate::rank::{Category, HandRank};
use crate::ranking::Outcome;
use crate::rankings::BEST_FOUR;
use crate::readings::OpenPoint;
use crate::side_bets::own_hand;
use feltproof_model::Wager;
use std::cmp::Ordering;

pub(crate) static FAMILY: Family = Family {
    key: "crazy4",
    definitions: &[
        ("crazy4-wa.toml", include_str!("../../games/crazy4-wa.toml")),
        ("crazy4-ca.toml", include_str!("../../games/crazy4-ca.toml")),
        ("crazy4-v2.toml", include_str!("../../games/crazy4-v2.toml")),
    ],
    raise: Wager::Play,
    any_hand_raises: false,
    second: Some(Wager::SuperBonus),
    ranking: &BEST_FOUR,
    player_cards: 5,
    opponent_cards: 5,
    qualifies: Some(KING_HIGH),
    needs_paytable: Wager::SuperBonus,
    base,
    paytables: &[
        (Wager::SuperBonus, Outcome::of(Category::Straight), super_bonus),
        (Wager::QueensUp, Outcome::QUEENS, own_hand),
        (Wager::BadBeat, Outcome::of(Category::TwoPair), bad_beat),
        (Wager::Progressive, Outcome::of(Category::ThreeOfAKind), own_hand),
    ],
    rulings: &[
        ("super_bonus_vs_unqualified", &["loses", "pushes"]),
        ("queens_up_on_fold", &["stands", "loses"]),
        PLAY_MULTIPLES,
    ],
};

pub(crate) const KING_HIGH: Qualifier = Qualifier {
    from: HandRank::KING_HIGH,
    from_in_words: "king high or better",
    words: ["qualifies", "does not qualify"],
};

pub(crate) const PLAY_MULTIPLES: Known = ("play_multiples", &["1-2-3", "1-3"]);

/// Ante and Play against a hand that must qualify: without that the Ante pushes and the Play wins.
pub(crate) fn base<'a>(terms: &'a Terms, facts: &Facts) -> Decided<'a> {
    if facts.folded()? {
        return Ok(Decision::FOLDED);
    }
    let Showdown { order, qualifies } = facts.showdown()?;
    Ok(match (qualifies, order) {
        (false, _) if terms.wager == Wager::Ante => {
            Decision::new(Rule::NotQualified, Effect::Pushes)
        }
        (false, _) => terms.wins(Rule::NotQualified),
        (true, Ordering::Greater) => terms.wins(Rule::Showdown),
        (true, Ordering::Equal) => Decision::new(Rule::Showdown, Effect::Pushes),
        (true, Ordering::Less) => Decision::new(Rule::Showdown, Effect::Loses),
    })
}

/// Super Bonus: a straight or better is paid whatever the dealer holds; below, the bet pushes when
/// the player beats or ties the dealer.
fn super_bonus<'a>(terms: &'a Terms, facts: &Facts) -> Decided<'a> {
    if facts.folded()? {
        return Ok(Decision::FOLDED);
    }
    if let Some(place) = facts.own()? {
        return terms.by_row(Rule::OwnHand, place);
    }
    let Showdown { order, qualifies } = facts.showdown()?;
    if order.is_ge() {
        return Ok(Decision::new(Rule::Showdown, Effect::Pushes));
    }
    if qualifies {
        return Ok(Decision::new(Rule::Showdown, Effect::Loses));
    }
    let pushes = terms.readings.super_bonus_pushes_unqualified;
    let effect = if pushes { Effect::Pushes } else { Effect::Loses };
    Ok(Decision::new(Rule::Showdown, effect).by(OpenPoint::SuperBonusVsUnqualified))
}

/// Bad Beat Bonus: two pair or better that is beaten, on either side, pays by the beaten hand
/// (document 001). It does not matter whether the dealer qualifies: a beaten dealer's hand that pays
/// does, and so does one that beats two pair.
fn bad_beat<'a>(terms: &'a Terms, facts: &Facts) -> Decided<'a> {
    if let Some(ruling) = terms.lost_with_fold
        && facts.folded()?
    {
        return Ok(Decision::FOLDED.by(ruling));
    }
    if facts.own()?.is_none() {
        // Such a hand beats no paid hand and is none.
        return Ok(Decision::new(Rule::OwnHand, Effect::Loses));
    }
    let beaten = match facts.showdown()?.order {
        Ordering::Less => facts.own()?,
        Ordering::Greater => facts.dealers,
        Ordering::Equal => {
            let pushes = terms.readings.bad_beat_pushes_tie;
            let effect = if pushes { Effect::Pushes } else { Effect::Loses };
            return Ok(Decision::new(Rule::Tie, effect).by(OpenPoint::BadBeatOnTie));
        }
    };
    match beaten {
        Some(place) => terms.by_row(Rule::Beaten, place),
        None => Ok(Decision::new(Rule::Beaten, Effect::Loses)),
    }
}
