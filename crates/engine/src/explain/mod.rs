//! Says how a wager was settled, in words a supervisor can follow. It retells what `settle`
//! decided and decides nothing itself.

mod others;
mod shown;
mod wagers;

use crate::hand::{Line, line_of};
use crate::rules::TableRules;
use crate::settle::{RoundSettlement, RoundState, SettledHand};
use feltproof_model::{Action, HandRow};
use feltproof_model::{Money, Wager};
use shown::seat;

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
        RoundState::Settled if !hand.testable.contains(wager) => story.untestable(wager),
        RoundState::Settled => format!("{}{}", story.wager(wager), story.limits(wager)),
    }
}

struct Story<'a> {
    rules: &'a TableRules,
    rows: &'a [HandRow<'a>],
    settled: &'a [SettledHand],
    outcome: &'a RoundSettlement,
    record: &'a HandRow<'a>,
    hand: &'a SettledHand,
}

impl Story<'_> {
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
        if matches!(wager, Wager::Envy | Wager::AnteBonus) {
            return format!("the round is void ({why}): no {wager} is owed");
        }
        let stake = self.record.stake[wager];
        if wager == Wager::Progressive && self.rules.readings.progressive_stands_when_void {
            return format!(
                "the round is void ({why}): {wager} of {stake} stands for the redeal (ruling \
                 void_round: progressive-stands)"
            );
        }
        format!("the round is void ({why}): all stakes are returned, {stake} for {wager}")
    }

    /// Why a staked wager could not be decided, in the order in which the reasons rule.
    fn untestable(&self, wager: Wager) -> String {
        let stake = self.stake(wager);
        if stake < Money::ZERO {
            return format!("a {wager} stake of {stake} is below nothing");
        }
        if !self.rules.offers(wager) {
            return format!("the table offers no {wager} wager, so nothing says what it pays");
        }
        let unclear = line_of(self.rules, self.record) == Line::Unclear;
        if unclear && !matches!(wager, Wager::Progressive | Wager::CoverAll) {
            let said = if self.record.action == Action::Fold { "folded" } else { "played" };
            let raise = self.rules.raise();
            let made = self.record.stake[raise];
            return format!(
                "the record says the hand was {said}, but its {raise} stake is {made}: {wager} cannot be decided"
            );
        }
        if wager == Wager::CoverAll {
            return self.unknown_high_hand();
        }
        if self.hand.rank.is_none() {
            return format!(
                "{} has no cards on record: {wager} cannot be decided",
                seat(self.record.seat)
            );
        }
        let own_cards_alone = matches!(
            wager,
            Wager::QueensUp
                | Wager::AcesUp
                | Wager::FourCardBonus
                | Wager::Prime
                | Wager::Progressive
                | Wager::AnteBonus
        );
        if self.outcome.dealer.is_none() && !own_cards_alone {
            return format!(
                "{} has no cards on record: {wager} cannot be decided",
                self.opponent_name()
            );
        }
        if self.is_limited(wager) {
            return format!(
                "a limit was reached in this round, and the record does not tell what was settled \
                 before {wager}: it cannot be decided"
            );
        }
        format!("{wager} on {stake} has no exact payout in whole micro-dollars")
    }

    /// True when an aggregate limit or a bank may cut this wager.
    fn is_limited(&self, wager: Wager) -> bool {
        let bank = self.rows.iter().any(|r| r.seat.is_banker() && !r.stake[Wager::Bank].is_zero());
        bank || self.rules.aggregate(wager).is_some()
    }

    /// What the limits left, where they cut something.
    fn limits(&self, wager: Wager) -> String {
        let mut text = String::new();
        if self.hand.cut_by_aggregate.contains(wager)
            && let Some(limit) = self.rules.aggregate(wager)
        {
            text.push_str(&format!(
                "; the aggregate limit of {limit} for {wager} is reached in this round"
            ));
        }
        if self.hand.cut_by_bank.contains(wager) {
            text.push_str(
                "; the bank does not cover all of it, and what is not covered is returned",
            );
        }
        if !text.is_empty() {
            text.push_str(&format!(": {} returned", self.hand.owed[wager]));
        }
        text
    }
}
