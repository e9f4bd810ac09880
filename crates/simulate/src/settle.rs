//! Settling the rounds of a day by the second implementation (`referee`).

use feltproof_model::{HandRow, Timestamp, Wager};

use crate::referee::{House, settle_round};
use crate::round::{Row, Share};

/// Fills in what every wager of a round gets back and what is won of the meter, from cards, actions
/// and stakes.
pub(crate) fn settle(house: &House, rows: &mut [Row]) {
    let record: Vec<HandRow> = rows.iter().map(hand_row).collect();
    let mut owed = Vec::with_capacity(rows.len());
    settle_round(house, &record, &mut owed);
    for (row, owed) in rows.iter_mut().zip(owed) {
        row.returned = owed.returned;
        row.share = share(house, owed.meter_percent);
    }
}

fn share(house: &House, percent: u8) -> Option<Share> {
    let is_multi_game = house.paytable(Wager::Progressive) == Some("link-5");
    match (percent, is_multi_game) {
        (0, _) => None,
        (100, false) => Some(Share::FOUR_ACES),
        (100, true) => Some(Share::ROYAL),
        (percent, _) => Some(Share { percent, ..Share::STRAIGHT_FLUSH }),
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
