//! Cover All: every player who made the wager is paid by the highest hand of the round, whoever
//! holds it, in the column of the number of hands dealt (document 002).

use crate::game::HANDS_MAX;
use crate::rank::HandRank;
use crate::rules::TableRules;
use crate::settle::SettledHand;
use feltproof_model::HandRow;
use feltproof_model::{Money, Wager};

/// What the round holds for Cover All.
pub(crate) struct HighHand {
    /// Hands dealt, the dealer's among them.
    pub hands: u8,
    /// The place of the row that wins, from the top.
    pub row: Option<usize>,
    /// Every hand is on record, or none that is missing could change the row.
    pub known: bool,
}

pub(crate) fn high_hand(rules: &TableRules, ranks: &[Option<HandRank>]) -> HighHand {
    let row = rules.high_hand_row(ranks.iter().copied().flatten()).map(|(row, _)| row);
    // Folded hands and the dealer's count, so a hand that is not on record might be the highest.
    let known = ranks.iter().all(Option::is_some) || row == Some(0);
    HighHand { hands: u8::try_from(ranks.len()).unwrap_or(u8::MAX), row, known }
}

/// Settles the wager of every seat that made it.
pub(crate) fn settle(rules: &TableRules, rows: &[HandRow], out: &mut [SettledHand]) {
    let staked =
        |row: &HandRow| row.seat.player().is_some() && !row.stake[Wager::CoverAll].is_zero();
    let Some(table) = rules.paytable(Wager::CoverAll).filter(|_| rows.iter().any(staked)) else {
        return;
    };
    let mut ranks = [None; crate::settle::ROWS_MAX];
    let Some(ranks) = ranks.get_mut(..out.len()) else { return };
    for (slot, hand) in ranks.iter_mut().zip(&*out) {
        *slot = hand.rank;
    }
    let high = high_hand(rules, ranks);
    if !high.known || !(2..=HANDS_MAX).contains(&high.hands) {
        return;
    }
    for (row, hand) in rows.iter().zip(out).filter(|(row, _)| staked(row)) {
        let stake = row.stake[Wager::CoverAll];
        let payout = high.row.map(|at| table.rows.get(at).and_then(|r| r.prize.payout(high.hands)));
        let owed = match payout {
            _ if stake < Money::ZERO => None,
            None => Some(Money::ZERO),
            Some(payout) => payout.and_then(|p| rules.pay(stake, p)),
        };
        if let Some(owed) = owed {
            hand.owed[Wager::CoverAll] = owed;
            hand.testable = hand.testable.with(Wager::CoverAll);
        }
    }
}
