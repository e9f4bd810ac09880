//! Settling the rounds of a day by the second implementation (`referee`).

use feltproof_model::{HandRow, Timestamp};

use crate::referee::{House, settle_round};
use crate::round::Row;

/// Fills in what every wager of a round gets back, from its cards, actions and stakes.
pub(crate) fn settle(house: &House, rows: &mut [Row]) {
    let record: Vec<HandRow> = rows.iter().map(hand_row).collect();
    let mut owed = Vec::with_capacity(rows.len());
    settle_round(house, &record, &mut owed);
    for (row, owed) in rows.iter_mut().zip(owed) {
        row.returned = owed.returned;
    }
}

fn hand_row(row: &Row) -> HandRow {
    HandRow {
        line: 0,
        time: Timestamp(0),
        seat: row.seat,
        action: row.action,
        cards: row.cards,
        stake: row.stake,
        returned: row.returned,
    }
}
