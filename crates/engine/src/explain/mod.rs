//! Says how a wager was settled, in words a supervisor can follow. It asks for the decision that
//! settlement acted on and decides nothing itself.
//!
//! Sentences are written into a text that is there already, and each hand is put into words once a round: a report
//! may want every wager of millions of rounds.

#[macro_use]
mod in_words;
mod hands;
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
use hands::HandWords;
use in_words::seat;

/// How the wagers of one round were settled, in words.
#[derive(Debug)]
pub struct Explainer<'a> {
    rules: &'a TableRules,
    rows: &'a [HandRow],
    settled: &'a [SettledHand],
    outcome: RoundSettlement,
    words: HandWords,
}

impl<'a> Explainer<'a> {
    /// Of a round: `rows`, `settled` and `outcome` are those of one [`crate::settle()`].
    pub fn new(
        rules: &'a TableRules,
        rows: &'a [HandRow],
        settled: &'a [SettledHand],
        outcome: RoundSettlement,
    ) -> Self {
        let words = HandWords::new(rules, rows, settled, &outcome);
        Self { rules, rows, settled, outcome, words }
    }

    /// As [`Self::write`], as a text of its own.
    pub fn text(&self, row: usize, wager: Wager) -> String {
        let mut text = String::new();
        self.write(row, wager, &mut text);
        text
    }

    /// Writes how one wager of one row was settled: the hand, the rule, the odds, the stake and what is
    /// returned, or why that cannot be told. `row` is a place in the rows of the round.
    pub fn write(&self, row: usize, wager: Wager, out: &mut String) {
        let Self { rules, rows, settled, outcome, words } = self;
        let (Some(record), Some(hand)) = (rows.get(row), settled.get(row)) else {
            return out.push_str("there is no such row in the round");
        };
        let story =
            Story { rules, rows, settled, outcome, words, record, hand, own: words.of_row(row) };
        if wager == Wager::Bank && rules.is_opponent(record.seat) {
            return story.bank(out);
        }
        if record.seat.player().is_none() {
            return say!(out, "seat {} makes no wagers", record.seat);
        }
        match outcome.state {
            RoundState::Unsettleable(why) => {
                say!(out, "the round cannot be settled: {}", why.describe());
            }
            RoundState::Void => story.void(wager, out),
            RoundState::Settled if wager == Wager::Envy => story.envy(out),
            RoundState::Settled if story.stake(wager).is_zero() => {
                say!(out, "no {wager} wager was made, so nothing is owed");
            }
            RoundState::Settled => match story.decided(wager) {
                Ok(decision) => {
                    story.wager(wager, decision, out);
                    story.limits(wager, decision, out);
                }
                Err(missing) => story.undecided(wager, missing, out),
            },
        }
    }
}

struct Story<'a> {
    rules: &'a TableRules,
    rows: &'a [HandRow],
    settled: &'a [SettledHand],
    outcome: &'a RoundSettlement,
    words: &'a HandWords,
    record: &'a HandRow,
    hand: &'a SettledHand,
    /// The hand as the showdown ranks it; empty without its cards.
    own: &'a str,
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

    fn void(&self, wager: Wager, out: &mut String) {
        let why = self.why_void();
        let decision = when_void(self.rules, wager);
        let stake = self.record.stake[wager];
        if let Some(ruling) = decision.ruling.map(OpenPoint::key) {
            let applied = self.rules.ruling(ruling);
            return say!(
                out,
                "the round is void ({why}): {wager} of {stake} stands for the redeal (ruling \
                 {ruling}: {applied})"
            );
        }
        if decision.effect == Effect::Nothing {
            return say!(out, "the round is void ({why}): no {wager} is owed");
        }
        say!(out, "the round is void ({why}): all stakes are returned, {stake} for {wager}");
    }

    /// Why a wager that was made could not be decided.
    fn undecided(&self, wager: Wager, missing: Missing, out: &mut String) {
        let stake = self.stake(wager);
        let no_cards = |who: &str, out: &mut String| {
            say!(out, "{who} has no cards on record: {wager} cannot be decided");
        };
        match missing {
            Missing::Stake => say!(out, "a {wager} stake of {stake} is below nothing"),
            Missing::Offer => {
                say!(out, "the table offers no {wager} wager, so nothing says what it pays");
            }
            Missing::Line if self.record.action == Action::Unrecorded => {
                say!(
                    out,
                    "the record does not say whether the hand was folded: {wager} cannot be decided"
                );
            }
            Missing::Line => {
                let said = if self.record.action == Action::Fold { "folded" } else { "played" };
                let raise = self.rules.raise();
                let made = self.record.stake[raise];
                say!(
                    out,
                    "the record says the hand was {said}, but its {raise} stake is {made}: {wager} \
                     cannot be decided"
                );
            }
            Missing::OwnCards => no_cards(&seat(self.record.seat), out),
            Missing::DealersCards => no_cards(self.opponent_name(), out),
            Missing::HighestHand | Missing::Column => self.unknown_high_hand(missing, out),
            Missing::OtherHands => out.push_str(
                "not every other hand that might bring envy is on record, so more may be owed",
            ),
            Missing::Limit => say!(
                out,
                "a limit was reached in this round, and the record does not tell what it leaves of \
                 {wager}: it cannot be decided"
            ),
            Missing::Payout => {
                say!(out, "{wager} on {stake} has no exact payout in whole micro-dollars");
            }
        }
    }

    /// What the limits left, where they cut something.
    fn limits(&self, wager: Wager, decision: Decision<'_>, out: &mut String) {
        let start = out.len();
        if self.hand.cut_by_aggregate.contains(wager)
            && let Some(limit) = self.rules.aggregate(wager)
        {
            say!(out, "; the aggregate limit of {limit} for {wager} is reached in this round");
            let by = self.rules.ruling("aggregate_shortfall");
            if by.starts_with("pro-rata") {
                let chip = self.rules.ruling("aggregate_rounding");
                say!(
                    out,
                    " and shared pro rata (ruling aggregate_shortfall: {by}; aggregate_rounding: {chip})"
                );
            }
        }
        if self.hand.cut_by_bank.contains(wager) {
            self.bank_limit(decision, out);
        }
        if out.len() > start {
            say!(out, ": {} returned", self.hand.owed[wager]);
        }
    }
}
