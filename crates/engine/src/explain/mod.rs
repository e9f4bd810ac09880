//! Says how a wager was settled, in words a supervisor can follow. It asks for the decision that
//! settlement acted on and decides nothing itself.

mod in_words;
mod others;
mod wagers;

use crate::cover_all;
use crate::decision::{Decided, Decision, Effect, Missing};
use crate::hand::PlayedHand;
use crate::readings::OpenPoint;
use crate::rules::TableRules;
use crate::settle::when_void;
use crate::settlement::{RoundSettlement, RoundState, SettledHand};
use feltproof_model::event::{Action, HandRow};
use feltproof_model::{Money, Wager};
use in_words::seat;

/// How one wager of one row was settled: the hand, the rule, the odds, the stake and what is
/// returned, or why that cannot be told. `rows`, `settled` and `outcome` are those of one
/// [`crate::settle()`]; `row` is a place in them.
pub fn explain(
    rules: &TableRules,
    rows: &[HandRow],
    settled: &[SettledHand],
    outcome: &RoundSettlement,
    row: usize,
    wager: Wager,
) -> String {
    let (Some(record), Some(hand)) = (rows.get(row), settled.get(row)) else {
        return "there is no such row in the round".to_owned();
    };
    let story = Story { rules, rows, settled, outcome, record, hand };
    if wager == Wager::Bank && rules.is_opponent(record.seat) {
        return story.bank();
    }
    if record.seat.player().is_none() {
        return format!("seat {} makes no wagers", record.seat);
    }
    match outcome.state {
        RoundState::Unsettleable(why) => format!("the round cannot be settled: {}", why.describe()),
        RoundState::Void => story.void(wager),
        RoundState::Settled if wager == Wager::Envy => story.envy(),
        RoundState::Settled if story.stake(wager).is_zero() => {
            format!("no {wager} wager was made, so nothing is owed")
        }
        RoundState::Settled => match story.decided(wager) {
            Ok(decision) => {
                format!("{}{}", story.wager(wager, decision), story.limits(wager, decision))
            }
            Err(missing) => story.undecided(wager, missing),
        },
    }
}

struct Story<'a> {
    rules: &'a TableRules,
    rows: &'a [HandRow],
    settled: &'a [SettledHand],
    outcome: &'a RoundSettlement,
    record: &'a HandRow,
    hand: &'a SettledHand,
}

impl Story<'_> {
    /// The decision behind the amount of a wager that was made, or why there is none.
    fn decided(&self, wager: Wager) -> Decided<'_> {
        let stake = self.stake(wager);
        let decided = match wager {
            Wager::CoverAll => cover_all::decide(self.rules, self.settled),
            _ => PlayedHand::new(self.rules, self.record, self.outcome, self.hand.rank)
                .decide(self.rules.terms(wager)),
        };
        if self.hand.testable.contains(wager) {
            return decided;
        }
        if stake < Money::ZERO {
            return Err(Missing::Stake);
        }
        // Decided and payable, yet left open: a limit is all that remains.
        let amount = self.rules.terms(wager).amount(&decided?, stake);
        Err(if amount.is_some() { Missing::Limit } else { Missing::Payout })
    }

    /// The stake that a wager goes by: the automatic bonus goes by the Ante.
    fn stake(&self, wager: Wager) -> Money {
        match wager {
            Wager::AnteBonus if self.rules.offers(wager) => self.record.stake[Wager::Ante],
            _ => self.record.stake[wager],
        }
    }

    fn why_void(&self) -> String {
        let proper = |row: &HandRow| self.rules.cards_for(row.seat);
        let wrong = self.rows.iter().find(|r| !r.cards.is_empty() && r.cards.len() != proper(r));
        match wrong {
            Some(row) => {
                format!("{} has {} cards, not {}", seat(row.seat), row.cards.len(), proper(row))
            }
            None => "it was declared void".to_owned(),
        }
    }

    fn void(&self, wager: Wager) -> String {
        let why = self.why_void();
        let decision = when_void(self.rules, wager);
        let stake = self.record.stake[wager];
        if let Some(ruling) = decision.ruling.map(OpenPoint::key) {
            let applied = self.rules.ruling(ruling);
            return format!(
                "the round is void ({why}): {wager} of {stake} stands for the redeal (ruling \
                 {ruling}: {applied})"
            );
        }
        if decision.effect == Effect::Nothing {
            return format!("the round is void ({why}): no {wager} is owed");
        }
        format!("the round is void ({why}): all stakes are returned, {stake} for {wager}")
    }

    /// Why a wager that was made could not be decided.
    fn undecided(&self, wager: Wager, missing: Missing) -> String {
        let stake = self.stake(wager);
        let no_cards =
            |who: &str| format!("{who} has no cards on record: {wager} cannot be decided");
        match missing {
            Missing::Stake => format!("a {wager} stake of {stake} is below nothing"),
            Missing::Offer => {
                format!("the table offers no {wager} wager, so nothing says what it pays")
            }
            Missing::Line if self.record.action == Action::Unrecorded => {
                format!(
                    "the record does not say whether the hand was folded: {wager} cannot be decided"
                )
            }
            Missing::Line => {
                let said = if self.record.action == Action::Fold { "folded" } else { "played" };
                let raise = self.rules.raise();
                let made = self.record.stake[raise];
                format!(
                    "the record says the hand was {said}, but its {raise} stake is {made}: {wager} \
                     cannot be decided"
                )
            }
            Missing::OwnCards => no_cards(&seat(self.record.seat)),
            Missing::DealersCards => no_cards(self.opponent_name()),
            Missing::HighestHand | Missing::Column => self.unknown_high_hand(missing),
            Missing::OtherHands => {
                "not every other hand that might bring envy is on record, so more may be owed"
                    .to_owned()
            }
            Missing::Limit => format!(
                "a limit was reached in this round, and the record does not tell what it leaves of \
                 {wager}: it cannot be decided"
            ),
            Missing::Payout => {
                format!("{wager} on {stake} has no exact payout in whole micro-dollars")
            }
        }
    }

    /// What the limits left, where they cut something.
    fn limits(&self, wager: Wager, decision: Decision<'_>) -> String {
        let mut text = String::new();
        if self.hand.cut_by_aggregate.contains(wager)
            && let Some(limit) = self.rules.aggregate(wager)
        {
            text.push_str(&format!(
                "; the aggregate limit of {limit} for {wager} is reached in this round"
            ));
            let by = self.rules.ruling("aggregate_shortfall");
            if by.starts_with("pro-rata") {
                let chip = self.rules.ruling("aggregate_rounding");
                text.push_str(&format!(
                    " and shared pro rata (ruling aggregate_shortfall: {by}; aggregate_rounding: {chip})"
                ));
            }
        }
        if self.hand.cut_by_bank.contains(wager) {
            text.push_str(&self.bank_limit(decision));
        }
        if !text.is_empty() {
            text.push_str(&format!(": {} returned", self.hand.owed[wager]));
        }
        text
    }
}
