//! A player's bank (document 000): wagers are settled one by one, in an order that starts far from
//! the banker, and only as far as the bank and the posted aggregate limits reach.

use feltproof_model::{HandRow, Money, Seat, Wager, WagerMap};

use super::{House, Owed};
use crate::games::crazy4::{AGGREGATE_COUNTS, BANK_FUNDS, SETTLEMENT_ORDER};

/// Seats of the table in document 000.
const SEATS: u8 = 6;

/// Takes what would be owed by a bank without limit and brings it down to what the bank pays.
///
/// Where the record does not say at which seat the banker sits, every seat that no player has is
/// tried (every seat of the table, if players have them all), and a wager is decided only if all of
/// them agree.
pub(super) fn limit(house: &House, rows: &[HandRow], owed: &mut [Owed]) {
    let Some(bank) = rows.iter().find(|row| row.seat.is_banker()) else {
        return;
    };
    let has_bank = !bank.stake[Wager::Bank].is_zero();
    if !has_bank && house.aggregate.is_empty() {
        return;
    }
    let is_open = |owed: &Owed| !Wager::ALL.into_iter().all(|wager| owed.is_decided(wager));
    let mut players = rows.iter().zip(owed.iter()).filter(|(row, _)| row.seat.player().is_some());
    if players.any(|(_, owed)| is_open(owed)) {
        // One unknown payment may leave the bank short for any other.
        for owed in owed.iter_mut() {
            at_a_seat(house).iter().chain(&[Wager::Bank]).for_each(|w| owed.set(*w, None));
        }
        return;
    }
    let gross: Vec<WagerMap> = owed.iter().map(|owed| owed.returned).collect();
    let places: Vec<u8> = match bank.seat {
        Seat::Banker(0) => {
            let is_free = |n: &u8| rows.iter().all(|row| row.seat != Seat::Player(*n));
            let free: Vec<u8> = (1..=SEATS).filter(is_free).collect();
            if free.is_empty() { (1..=SEATS).collect() } else { free }
        }
        Seat::Banker(n) => vec![n],
        Seat::Player(_) | Seat::Dealer => return,
    };
    let mut answers = places.into_iter().map(|place| settle_from(house, rows, &gross, place));
    let Some(first) = answers.next() else { return };
    for (owed, returned) in owed.iter_mut().zip(&first) {
        owed.returned = *returned;
    }
    for other in answers {
        for ((owed, first), other) in owed.iter_mut().zip(&first).zip(other) {
            for wager in Wager::ALL.into_iter().filter(|w| first[*w] != other[*w]) {
                owed.set(wager, None);
            }
        }
    }
}

/// The wagers at a seat in the order of settlement.
fn at_a_seat(house: &House) -> &'static [Wager] {
    house.game.values().bank.unwrap_or_default()
}

/// Positions of the players' rows in the order of settlement.
fn order(house: &House, rows: &[HandRow], banker: u8) -> Vec<usize> {
    let seated = (0..).zip(rows).filter_map(|(i, row)| Some((row.seat.player()?, i)));
    let mut order: Vec<(u8, usize)> = seated.collect();
    if house.reads(SETTLEMENT_ORDER, "farthest-from-bankers-right") {
        // Round the table: from the banker's next seat on, and from the first seat to the banker.
        order.sort_by_key(|(seat, _)| (*seat < banker, *seat));
    } else {
        order.sort_by_key(|(seat, _)| std::cmp::Reverse((seat.abs_diff(banker), *seat)));
    }
    order.into_iter().map(|(_, i)| i).collect()
}

/// What every row gets back when the banker sits at one seat.
fn settle_from(house: &House, rows: &[HandRow], gross: &[WagerMap], banker: u8) -> Vec<WagerMap> {
    let order = order(house, rows, banker);
    let mut returned = gross.to_vec();
    apply_aggregates(house, rows, &order, &mut returned);
    let Some(bank_row) = rows.iter().position(|row| row.seat.is_banker()) else {
        return returned;
    };
    let bank = rows.get(bank_row).map_or(0, |row| row.stake[Wager::Bank].micros());
    if bank == 0 {
        // Without a bank on record every wager is covered.
        return returned;
    }
    let is_fed = house.reads(BANK_FUNDS, "stake-and-collections");
    let (mut left, mut balance) = (bank, bank);
    for i in order {
        let (Some(row), Some(returned)) = (rows.get(i), returned.get_mut(i)) else { continue };
        for wager in at_a_seat(house).iter().copied() {
            let stake = row.stake[wager].micros();
            let winnings = returned[wager].micros() - stake;
            if winnings > 0 {
                let paid = winnings.min(left);
                returned[wager] = Money::from_micros(stake + paid);
                left -= paid;
                balance -= paid;
            } else if winnings < 0 {
                // A loss is taken only as far as a win would have been paid.
                let collected = (-winnings).min(left);
                returned[wager] = Money::from_micros(stake - collected);
                balance += collected;
                if is_fed {
                    left += collected;
                }
            }
        }
    }
    if let Some(returned) = returned.get_mut(bank_row) {
        returned[Wager::Bank] = Money::from_micros(balance);
    }
    returned
}

/// The winnings of all players on one side bet, in the order of settlement, as far as the posted
/// aggregate limit of that bet reaches. The stake of a winning bet always comes back.
fn apply_aggregates(house: &House, rows: &[HandRow], order: &[usize], returned: &mut [WagerMap]) {
    let counts_stakes = house.reads(AGGREGATE_COUNTS, "returned");
    for (wager, limit) in &house.aggregate {
        let mut left = limit.micros();
        for i in order {
            let (Some(row), Some(returned)) = (rows.get(*i), returned.get_mut(*i)) else {
                continue;
            };
            let stake = row.stake[*wager].micros();
            let winnings = returned[*wager].micros() - stake;
            if winnings <= 0 {
                continue;
            }
            if counts_stakes {
                left = (left - stake).max(0);
            }
            let paid = winnings.min(left);
            left -= paid;
            returned[*wager] = Money::from_micros(stake + paid);
        }
    }
}
