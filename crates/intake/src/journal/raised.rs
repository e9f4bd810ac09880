//! Rows of one seat in one round, of an export that records a stake once and what is raised later.

use super::hands_block::{HandsBlock, place_of};
use crate::profile::Raised;
use feltproof_model::{HandRow, HandRows, Money, NewAmounts, RowHead, Wager, WagerMap};

impl HandsBlock {
    /// Joins the rows of each seat within its round: amounts as the profile says, action and cards
    /// as the last that has any, where the first stood. Fails with the line of amounts too large.
    pub(super) fn join_seats(&mut self, how: Raised) -> Result<(), u32> {
        let mut joined = HandRows::default();
        let (mut stakes, mut returned) = (NewAmounts::default(), NewAmounts::default());
        let mut seats: Vec<HandRow> = Vec::new();
        for fragment in &mut self.fragments {
            let range = fragment.rows.start as usize..fragment.rows.end as usize;
            seats.clear();
            for row in self.rows.as_rows().range(range).iter() {
                match seats.iter_mut().find(|seat| seat.seat == row.seat) {
                    Some(seat) => add(seat, &row, how).ok_or(row.line)?,
                    None => seats.push(row),
                }
            }
            fragment.rows.start = place_of(joined.len());
            for row in &seats {
                let HandRow { line, time, seat, action, cards, extras, stake, returned: back } =
                    row;
                fill(&mut stakes, stake);
                fill(&mut returned, back);
                let mut head = RowHead::new(*line, *time, *seat, *action, *cards);
                head.extras = *extras;
                joined.push(head, &stakes, &returned);
            }
            fragment.rows.end = place_of(joined.len());
        }
        self.rows = joined;
        Ok(())
    }
}

/// `None` where an amount comes to more than a record can hold.
fn add(seat: &mut HandRow, later: &HandRow, how: Raised) -> Option<()> {
    for wager in Wager::ALL {
        seat.stake[wager] = joined(seat.stake[wager], later.stake[wager], how)?;
        seat.returned[wager] = joined(seat.returned[wager], later.returned[wager], how)?;
    }
    let (before, more) = (&mut seat.extras, later.extras);
    before.offered = more.offered.or(before.offered);
    before.fee = match (before.fee, more.fee) {
        (Some(before), Some(more)) => Some(joined(before, more, how)?),
        (before, more) => more.or(before),
    };
    seat.action = later.action;
    if !later.cards.is_empty() {
        seat.cards = later.cards;
    }
    Some(())
}

fn joined(before: Money, more: Money, how: Raised) -> Option<Money> {
    match how {
        _ if more.is_zero() => Some(before),
        Raised::Add => before.checked_add(more).filter(|sum| *sum <= Money::RECORDED_MAX),
        Raised::Last => Some(more),
    }
}

fn fill(new: &mut NewAmounts, amounts: &WagerMap) {
    new.clear();
    for wager in Wager::ALL.into_iter().filter(|wager| !amounts[*wager].is_zero()) {
        new.set(wager, amounts[wager]);
    }
}
