//! Crazy 4 Poker: Ante and Play, the Super Bonus and the Bad Beat Bonus. The rules are those of
//! documents 000, 001 and 004; their open points are read from the definition's rulings.

use crate::decision::{Column, Decided, Decision, Effect, Facts, Rule, Showdown, Terms};
use crate::family::{Known, Qualifier, Traits};
use crate::outcome::Outcome;
use crate::rank::{Category, HandRank};
use crate::rulings::OpenPoint;
use crate::side_bets;
use feltproof_model::Wager;
use std::cmp::Ordering;

pub(crate) const FAMILY: Traits = Traits {
    key: "crazy4",
    raise: Wager::Play,
    any_hand_raises: false,
    second: Some(Wager::SuperBonus),
    player_cards: 5,
    opponent_cards: 5,
    qualifies: Some(KING_HIGH),
    needs_paytable: Wager::SuperBonus,
    paytables: &[
        (Wager::SuperBonus, Outcome::Of(Category::Straight)),
        (Wager::QueensUp, Outcome::PairFrom(10)),
        (Wager::BadBeat, Outcome::Of(Category::TwoPair)),
        (Wager::Progressive, Outcome::Of(Category::ThreeOfAKind)),
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

/// What becomes of a wager of this family.
#[inline(always)]
pub(crate) fn decide(terms: &Terms<'_>, wager: Wager, facts: &Facts) -> Decided {
    match wager {
        Wager::Ante | Wager::Play => base(wager, facts),
        Wager::SuperBonus => super_bonus(terms, facts),
        Wager::BadBeat => bad_beat(terms, facts),
        _ => side_bets::decide(terms, wager, facts),
    }
}

/// Ante and Play against a hand that must qualify: without that the Ante pushes and the Play wins.
#[inline]
pub(crate) fn base(wager: Wager, facts: &Facts) -> Decided {
    if facts.folded()? {
        return Ok(Decision::FOLDED);
    }
    let Showdown { order, qualifies } = facts.showdown()?;
    let wins = Effect::Pays(Column::Base);
    Ok(match (qualifies, order) {
        (false, _) if wager == Wager::Ante => Decision::new(Rule::NotQualified, Effect::Pushes),
        (false, _) => Decision::new(Rule::NotQualified, wins),
        (true, Ordering::Greater) => Decision::new(Rule::Showdown, wins),
        (true, Ordering::Equal) => Decision::new(Rule::Showdown, Effect::Pushes),
        (true, Ordering::Less) => Decision::new(Rule::Showdown, Effect::Loses),
    })
}

/// Super Bonus: a straight or better is paid whatever the dealer holds; below, the bet pushes when
/// the player beats or ties the dealer.
#[inline]
fn super_bonus(terms: &Terms<'_>, facts: &Facts) -> Decided {
    if facts.folded()? {
        return Ok(Decision::FOLDED);
    }
    if let Some(place) = facts.own()? {
        return terms.row(Rule::OwnHand, place);
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
#[inline]
fn bad_beat(terms: &Terms<'_>, facts: &Facts) -> Decided {
    if let Some(ruling) = terms.readings.lost_with_fold(Wager::BadBeat)
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
        Some(place) => terms.row(Rule::Beaten, place),
        None => Ok(Decision::new(Rule::Beaten, Effect::Loses)),
    }
}
