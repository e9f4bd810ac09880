//! Cover All: every player who made the wager is paid by the highest hand of the round, whoever
//! holds it, in the column of the number of hands dealt (document 002).

use crate::decision::{Decided, Decision, Effect, Missing, Rule};
use crate::game::HANDS_MAX;
use crate::rank::HandRank;
use crate::rules::TableRules;
use crate::settlement::SettledHand;
use feltproof_model::Wager;
use feltproof_model::event::HandRow;

/// What Cover All comes to in a round. By the matrix the best row that any hand matches pays; by the
/// ranking the row of the highest hand.
pub(crate) fn decide<'a>(rules: &'a TableRules, hands: &[SettledHand]) -> Decided<'a> {
    let rows = &rules.paytable(Wager::CoverAll).ok_or(Missing::Offer)?.rows;
    let place = |rank: HandRank| rows.iter().position(|r| r.hand.includes(rank));
    let ranks = hands.iter().filter_map(|hand| hand.rank);
    let row = if rules.readings.cover_all_by_matrix {
        ranks.filter_map(place).min()
    } else {
        ranks.max().and_then(place)
    };
    // Folded hands and the dealer's count, so a hand that is not on record might be the highest.
    if row != Some(0) && hands.iter().any(|hand| hand.rank.is_none()) {
        return Err(Missing::HighestHand);
    }
    let dealt = u8::try_from(hands.len()).ok().filter(|dealt| (2..=HANDS_MAX).contains(dealt));
    let dealt = dealt.ok_or(Missing::Column)?;
    let effect = match row.and_then(|place| rows.get(place)) {
        Some(row) => Effect::Pays(row.prize.payout(dealt).ok_or(Missing::Payout)?),
        None => Effect::Loses,
    };
    let row = row.and_then(|place| u8::try_from(place).ok());
    Ok(Decision { row, ..Decision::new(Rule::HighestHand, effect) })
}

/// Settles the wager of every seat that made it.
pub(crate) fn settle(rules: &TableRules, rows: &[HandRow], out: &mut [SettledHand]) {
    let staked =
        |row: &HandRow| row.seat.player().is_some() && !row.stake[Wager::CoverAll].is_zero();
    if !rows.iter().any(staked) {
        return;
    }
    let Ok(decision) = decide(rules, out) else { return };
    for (row, hand) in rows.iter().zip(out).filter(|(row, _)| staked(row)) {
        let owed = rules.terms(Wager::CoverAll).amount(&decision, row.stake[Wager::CoverAll]);
        if let Some(owed) = owed {
            hand.owed[Wager::CoverAll] = owed;
            hand.testable = hand.testable.with(Wager::CoverAll);
        }
    }
}
