//! What depends on the other hands of the round, in words: envy, Cover All, the bank.

use super::Story;
use super::in_words::seat;
use crate::decision::{Decision, Effect, Missing, Rule};
use crate::envy::Envy;
use crate::rank::HandRank;
use crate::settlement::RoundState;
use feltproof_model::{Sum, Wager};

impl Story<'_> {
    pub(super) fn envy(&self, out: &mut String) {
        let brought = Envy::new(self.rules, self.rows, self.settled).brought(self.record);
        let decision = brought.decided.ok();
        if decision.is_some_and(|decision| decision.rule == Rule::NoWager) {
            return out.push_str("no Progressive wager was made, so no envy is owed");
        }
        let Some(table) = self.rules.paytable(Wager::Progressive) else {
            return out.push_str("the table offers no Progressive wager, so no envy is owed");
        };
        if let Some(folded) = decision.filter(|decision| decision.rule == Rule::Folded) {
            out.push_str("the hand was folded, so no envy is owed");
            return self.ruling(folded, out);
        }
        let stake = self.record.stake[Wager::Progressive];
        let start = out.len();
        for (row, hand) in self.rows.iter().zip(self.settled) {
            let Some((seat, rank)) = row.seat.player().zip(hand.rank) else { continue };
            if !brought.from.contains(seat) {
                continue;
            }
            if let Some(amount) = self.rules.envy_amount(rank, row.cards.as_slice(), stake) {
                let gap = if out.len() > start { "; " } else { "" };
                say!(out, "{gap}seat {seat}: ");
                (table.ranking.words)(rank, &row.cards, out);
                say!(out, " and brings envy of {amount}");
            }
        }
        if out.len() > start {
            say!(out, ": {} owed", brought.least);
        } else {
            out.push_str("no hand on record of another player brings envy");
        }
        if !self.hand.testable.contains(Wager::Envy) {
            out.push_str("; ");
            self.undecided(Wager::Envy, Missing::OtherHands, out);
        }
    }

    /// The hand that Cover All is paid by: the best of its row.
    pub(super) fn cover_all(&self, decision: Decision<'_>, out: &mut String) {
        let wager = Wager::CoverAll;
        let stake = self.record.stake[wager];
        let dealt = self.rows.len();
        let table = self.rules.paytable(wager);
        let (Some(place), Effect::Pays(_)) = (decision.row, decision.effect) else {
            return say!(
                out,
                "no hand of the {dealt} dealt is three of a kind or better: {wager} of {stake} is lost"
            );
        };
        let in_row = |rank: &HandRank| table.is_some_and(|t| t.place(*rank, &[]) == Some(place));
        let ranked = (0..).zip(self.rows.iter().zip(self.settled));
        let best = ranked
            .filter_map(|(at, (row, hand))| Some((hand.rank.filter(in_row)?, row, at)))
            .max_by_key(|(rank, ..)| *rank);
        if let Some((_, row, at)) = best {
            say!(out, "{}: {}", seat(row.seat), self.words.of_row(at));
        }
        say!(out, ", the highest of {dealt} hands; {wager} pays ");
        self.paid(wager, decision, out);
    }

    /// Why Cover All is not decided.
    pub(super) fn unknown_high_hand(&self, missing: Missing, out: &mut String) {
        let unknown = self.rows.iter().zip(self.settled).find(|(_, hand)| hand.rank.is_none());
        match unknown.filter(|_| missing == Missing::HighestHand) {
            Some((row, _)) => say!(
                out,
                "{} has no cards on record, and every hand dealt counts: Cover All cannot be decided",
                seat(row.seat)
            ),
            None => say!(
                out,
                "{} hands were dealt, for which the paytable has no column: Cover All cannot be \
                 decided",
                self.rows.len()
            ),
        }
    }

    /// Why a bank did not pay or collect all of a wager.
    pub(super) fn bank_limit(&self, decision: Decision<'_>, out: &mut String) {
        if decision.effect != Effect::Loses {
            return out
                .push_str("; the bank does not cover all of it, and only what it covers is paid");
        }
        let folded = decision.rule == Rule::Folded;
        let ids: &[&str] =
            if folded { &["bank_forfeits", "bank_collects"] } else { &["bank_collects"] };
        let named = ids.iter().map(|id| format!("{id}: {}", self.rules.ruling(id)));
        say!(
            out,
            "; the bank does not collect all of it (ruling {}), and what it does not collect is \
             returned",
            named.collect::<Vec<_>>().join("; ")
        );
    }

    /// What is left of the player banker's stake.
    pub(super) fn bank(&self, out: &mut String) {
        let stake = self.record.stake[Wager::Bank];
        let owed = self.hand.owed[Wager::Bank];
        match self.outcome.state {
            RoundState::Unsettleable(why) => {
                say!(out, "the round cannot be settled: {}", why.describe());
            }
            RoundState::Void => {
                say!(out, "the round is void ({}): the bank of {stake} goes back", self.why_void());
            }
            RoundState::Settled if stake.is_zero() => out.push_str("no bank is on record"),
            RoundState::Settled if !self.hand.testable.contains(Wager::Bank) => {
                out.push_str(
                    "not every wager against the bank could be decided, so what is left of it cannot be \
                     told",
                );
            }
            RoundState::Settled => {
                let (mut paid, mut collected) = (Sum::ZERO, Sum::ZERO);
                for (row, hand) in self.rows.iter().zip(self.settled) {
                    for wager in Wager::ALL.into_iter().filter(|w| w.is_staked()) {
                        let won = Sum::from(hand.owed[wager]) - row.stake[wager];
                        if won > Sum::ZERO {
                            paid = paid + won;
                        } else {
                            collected = collected - won;
                        }
                    }
                }
                say!(
                    out,
                    "the bank of {stake} pays {paid} and collects {collected}: {owed} is left"
                );
                // Only a bank without limit pays more than it holds.
                let short = paid - collected - stake;
                if short > Sum::ZERO {
                    say!(
                        out,
                        ", and the banker owes another {short} (ruling bank_limit: {})",
                        self.rules.ruling("bank_limit")
                    );
                }
            }
        }
    }
}
