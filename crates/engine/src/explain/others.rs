//! What depends on the other hands of the round, in words: envy, Cover All, the bank.

use super::Story;
use super::shown::{by_basis, seat, shown};
use crate::outcome::Basis;
use crate::settle::RoundState;
use feltproof_model::{Money, Wager};

impl Story<'_> {
    pub(super) fn envy(&self) -> String {
        let stake = self.record.stake[Wager::Progressive];
        let receives = self.rules.receives_envy(self.record);
        if receives == Some(false) {
            return if stake > Money::ZERO {
                "the hand was folded, so no envy is owed (ruling envy_to_folded: not-paid)"
                    .to_owned()
            } else {
                "no Progressive wager was made, so no envy is owed".to_owned()
            };
        }
        let basis = self.rules.paytable(Wager::Progressive).map_or(Basis::BestFour, |p| p.basis);
        let mut parts = Vec::new();
        for (row, hand) in self.rows.iter().zip(self.settled) {
            let Some((seat, rank)) = row.seat.player().zip(hand.rank) else { continue };
            if !self.hand.envy_from.contains(seat) {
                continue;
            }
            if let Some(amount) = self.rules.envy_amount(rank, row.cards.as_slice(), stake) {
                let hand = by_basis(row, rank, basis);
                parts.push(format!("seat {seat}: {hand} and brings envy of {amount}"));
            }
        }
        let owed = self.hand.owed[Wager::Envy];
        let known = if parts.is_empty() {
            "no hand on record of another player brings envy".to_owned()
        } else {
            format!("{}: {owed} owed", parts.join("; "))
        };
        if self.hand.testable.contains(Wager::Envy) {
            known
        } else {
            format!(
                "{known}; not every other hand that might bring envy is on record, so more may be owed"
            )
        }
    }

    /// The hand that Cover All is paid by: the first of the best.
    pub(super) fn cover_all(&self) -> String {
        let wager = Wager::CoverAll;
        let stake = self.record.stake[wager];
        let hands = u8::try_from(self.rows.len()).unwrap_or(u8::MAX);
        let ranks = || self.settled.iter().filter_map(|hand| hand.rank);
        let Some((_, outcome)) = self.rules.high_hand_row(ranks()) else {
            return format!(
                "no hand of the {hands} dealt is three of a kind or better: {wager} of {stake} is lost"
            );
        };
        let of_row = |rank| {
            self.rules.high_hand_row(std::iter::once(rank)).is_some_and(|(_, o)| o == outcome)
        };
        let best = self
            .rows
            .iter()
            .zip(self.settled)
            .filter_map(|(row, hand)| hand.rank.filter(|r| of_row(*r)).map(|rank| (rank, row)))
            .max_by_key(|(rank, _)| *rank);
        let holder = best.map_or_else(String::new, |(rank, row)| {
            format!("{}: {}", seat(row.seat), shown(row, rank))
        });
        let payout = self.rules.paytable(wager).and_then(|table| {
            let row = table.rows.iter().find(|r| r.hand == outcome)?;
            row.prize.payout(hands)
        });
        match payout {
            Some(payout) => format!(
                "{holder}, the highest of {hands} hands; {wager} pays {}",
                self.paid(payout, wager)
            ),
            None => holder,
        }
    }

    /// Why Cover All is not decided.
    pub(super) fn unknown_high_hand(&self) -> String {
        let missing = self.rows.iter().zip(self.settled).find(|(_, hand)| hand.rank.is_none());
        match missing {
            Some((row, _)) => format!(
                "{} has no cards on record, and every hand dealt counts: Cover All cannot be decided",
                seat(row.seat)
            ),
            None => format!(
                "{} hands were dealt, for which the paytable has no column: Cover All cannot be \
                 decided",
                self.rows.len()
            ),
        }
    }

    /// What is left of the player banker's stake.
    pub(super) fn bank(&self) -> String {
        let stake = self.record.stake[Wager::Bank];
        let owed = self.hand.owed[Wager::Bank];
        match self.outcome.state {
            RoundState::Unsettleable(why) => {
                format!("the round cannot be settled: {}", why.describe())
            }
            RoundState::Void => {
                format!("the round is void ({}): the bank of {stake} goes back", self.why_void())
            }
            RoundState::Settled if stake.is_zero() => "no bank is on record".to_owned(),
            RoundState::Settled if !self.hand.testable.contains(Wager::Bank) => {
                "not every wager against the bank could be decided, so what is left of it cannot be \
                 told"
                    .to_owned()
            }
            RoundState::Settled => {
                let (mut paid, mut collected) = (Money::ZERO, Money::ZERO);
                for (row, hand) in self.rows.iter().zip(self.settled) {
                    for wager in Wager::ALL.into_iter().filter(|w| w.is_staked()) {
                        let (stake, owed) = (row.stake[wager], hand.owed[wager]);
                        let sum = if owed > stake { &mut paid } else { &mut collected };
                        let part = if owed > stake {
                            owed.checked_sub(stake)
                        } else {
                            stake.checked_sub(owed)
                        };
                        *sum = part.and_then(|p| sum.checked_add(p)).unwrap_or(*sum);
                    }
                }
                format!("the bank of {stake} pays {paid} and collects {collected}: {owed} is left")
            }
        }
    }
}
