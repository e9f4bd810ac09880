//! Settling the rounds of a day by the second implementation (`referee`).

use feltproof_model::HandRow;

use crate::referee::{House, settle_round};
use crate::round::{Row, Share};

/// Fills in what every wager of a round gets back and what is won of the meter, from cards, actions
/// and stakes.
pub(crate) fn settle(house: &House, rows: &mut [Row]) {
    let record: Vec<HandRow> = rows.iter().map(|row| row.hand).collect();
    let mut owed = Vec::with_capacity(rows.len());
    settle_round(house, &record, &mut owed);
    for (row, owed) in rows.iter_mut().zip(owed) {
        row.hand.returned = owed.returned;
        row.share = match (owed.meter_percent, house.is_of_multi_game_link()) {
            (0, _) => None,
            (100, false) => Some(Share::FOUR_ACES),
            (100, true) => Some(Share::ROYAL),
            (percent, _) => Some(Share { percent, ..Share::STRAIGHT_FLUSH }),
        };
    }
}
