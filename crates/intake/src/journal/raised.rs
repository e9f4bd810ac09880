//! Rows of one seat in one round, of an export that records a stake once and what is raised later.

use super::HandsBlock;
use crate::profile::Raised;
use feltproof_model::{HandRow, HandRows, Money, NewAmounts, RowHead, Wager, WagerMap};

impl HandsBlock {
    /// Joins the rows of each seat within its round: amounts as the profile says, action and cards as
    /// the last row has them that has any. The row stands where the first of them stood.
    pub(super) fn join_seats(&mut self, how: Raised) {
        let mut joined = HandRows::default();
        let (mut stakes, mut returned) = (NewAmounts::default(), NewAmounts::default());
        let mut seats: Vec<HandRow> = Vec::new();
        for fragment in &mut self.fragments {
            let range = fragment.rows.start as usize..fragment.rows.end as usize;
            seats.clear();
            for row in self.rows.as_rows().range(range).iter() {
                match seats.iter_mut().find(|seat| seat.seat == row.seat) {
                    Some(seat) => add(seat, &row, how),
                    None => seats.push(row),
                }
            }
            let place = |rows: &HandRows| u32::try_from(rows.len()).unwrap_or(u32::MAX);
            fragment.rows.start = place(&joined);
            for row in &seats {
                let HandRow { line, time, seat, action, cards, extras, stake, returned: back } =
                    row;
                fill(&mut stakes, stake);
                fill(&mut returned, back);
                let mut head = RowHead::new(*line, *time, *seat, *action, *cards);
                head.extras = *extras;
                joined.push(head, &stakes, &returned);
            }
            fragment.rows.end = place(&joined);
        }
        self.rows = joined;
    }
}

fn add(seat: &mut HandRow, later: &HandRow, how: Raised) {
    for wager in Wager::ALL {
        put(&mut seat.stake, &later.stake, wager, how);
        put(&mut seat.returned, &later.returned, wager, how);
    }
    let (before, more) = (&mut seat.extras, later.extras);
    before.offered = more.offered.or(before.offered);
    before.fee = match (before.fee, more.fee) {
        (Some(before), Some(more)) => Some(joined(before, more, how)),
        (before, more) => more.or(before),
    };
    seat.action = later.action;
    if !later.cards.is_empty() {
        seat.cards = later.cards;
    }
}

fn put(amounts: &mut WagerMap, later: &WagerMap, wager: Wager, how: Raised) {
    amounts[wager] = joined(amounts[wager], later[wager], how);
}

fn joined(before: Money, more: Money, how: Raised) -> Money {
    match how {
        _ if more.is_zero() => before,
        // Two amounts that a record can hold never overflow together.
        Raised::Add => before.checked_add(more).unwrap_or(Money::RECORDED_MAX),
        Raised::Last => more,
    }
}

fn fill(new: &mut NewAmounts, amounts: &WagerMap) {
    new.clear();
    for wager in Wager::ALL.into_iter().filter(|wager| !amounts[*wager].is_zero()) {
        new.set(wager, amounts[wager]);
    }
}
