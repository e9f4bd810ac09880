//! What no single hand decides of the money: a player's bank (document 000) and the posted aggregate
//! limits of side bets. Bets are settled one by one, in the order of settlement, as far as these reach.

use feltproof_model::{Action, HandRow, Money, Seat, Wager, WagerMap};

use super::{House, Owed};
use crate::games::crazy4::{
    BANK_COLLECTS, BANK_FORFEITS, BANK_FUNDS, BANK_LIMIT, SETTLEMENT_ORDER,
};
use crate::games::family::{AGGREGATE_COUNTS, AGGREGATE_ROUNDING, AGGREGATE_SHORTFALL};

/// Seats of the table in document 000.
const SEATS: u8 = 6;

/// Takes what would be owed without limits and brings it down to what the bank and the posted limits pay.
///
/// Where the banker's seat is not on record, every seat without a player is tried (if there is
/// none, every seat), and a wager is decided only if all agree.
pub(super) fn limit(house: &House, rows: &[HandRow], owed: &mut [Owed]) {
    let bank = rows.iter().find(|row| row.seat.is_banker());
    let has_bank = bank.is_some_and(|bank| !bank.stake[Wager::Bank].is_zero());
    // Without a bank on record every wager is covered.
    let limited: Vec<Wager> = match has_bank {
        true => at_a_seat(house).to_vec(),
        false => house.aggregate.iter().map(|(wager, _)| *wager).collect(),
    };
    if limited.is_empty() {
        return;
    }
    let is_open = |owed: &Owed| !limited.iter().all(|wager| owed.is_decided(*wager));
    let mut players = rows.iter().zip(owed.iter()).filter(|(row, _)| row.seat.player().is_some());
    if players.any(|(_, owed)| is_open(owed)) {
        // One unknown payment may leave too little for any other; what a fold takes waits for none.
        let waits = house.reads(BANK_FORFEITS, "as-losing-wagers");
        for (row, owed) in rows.iter().zip(owed.iter_mut()) {
            let opened = |w: &&Wager| waits || !is_forfeited(house, row, **w);
            limited.iter().filter(opened).for_each(|w| owed.set(*w, None));
            owed.set(Wager::Bank, None);
        }
        return;
    }
    let gross: Vec<WagerMap> = owed.iter().map(|owed| owed.returned).collect();
    let places: Vec<u8> = match bank.map(|bank| bank.seat) {
        Some(Seat::Banker(0)) => {
            let is_free = |n: &u8| rows.iter().all(|row| row.seat != Seat::Player(*n));
            let free: Vec<u8> = (1..=SEATS).filter(is_free).collect();
            if free.is_empty() { (1..=SEATS).collect() } else { free }
        }
        Some(Seat::Banker(n)) => vec![n],
        _ => vec![0],
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

/// The wagers at a seat in the order in which a player's bank settles them.
fn at_a_seat(house: &House) -> &'static [Wager] {
    house.game.values().bank.unwrap_or_default()
}

/// Document 000: a fold forfeits the mandatory wagers; a side bet where the house says so.
fn is_forfeited(house: &House, row: &HandRow, wager: Wager) -> bool {
    let goes = house.game.values().base.contains(&wager) || house.takes_on_fold(wager);
    row.action == Action::Fold && goes
}

/// Places of the players' rows in the order of settlement; without a banker from the right.
fn order(house: &House, rows: &[HandRow], banker: u8) -> Vec<usize> {
    let seated = (0..).zip(rows).filter_map(|(i, row)| Some((row.seat.player()?, i)));
    let mut order: Vec<(u8, usize)> = seated.collect();
    if !house.game.is_player_banked() {
        order.sort_by_key(|(seat, _)| std::cmp::Reverse(*seat));
    } else if house.reads(SETTLEMENT_ORDER, "farthest-from-bankers-right") {
        // Round the table: from the banker's next seat on, and from the first seat to the banker.
        order.sort_by_key(|(seat, _)| (*seat < banker, *seat));
    } else {
        order.sort_by_key(|(seat, _)| std::cmp::Reverse((seat.abs_diff(banker), *seat)));
    }
    order.into_iter().map(|(_, i)| i).collect()
}

/// One bet with what it wins, or loses where that is below nothing.
struct Bet {
    row: usize,
    wager: Wager,
    stake: i64,
    result: i64,
    forfeited: bool,
    /// What a shared limit gives it at most.
    share: i64,
}

/// All bets of the players as they come up: what was forfeited, then hand after hand.
fn bets(house: &House, rows: &[HandRow], gross: &[WagerMap], banker: u8) -> Vec<Bet> {
    let mut bets = Vec::new();
    for at in order(house, rows, banker) {
        let (Some(row), Some(gross)) = (rows.get(at), gross.get(at)) else { continue };
        let side_bets = Wager::ALL.into_iter().filter(|w| w.is_side_bet());
        let wagers: Vec<Wager> = match house.game.values().bank {
            Some(wagers) => wagers.to_vec(),
            None => side_bets.collect(),
        };
        for wager in wagers {
            let stake = row.stake[wager].micros();
            let result = gross[wager].micros() - stake;
            let forfeited = is_forfeited(house, row, wager);
            bets.push(Bet { row: at, wager, stake, result, forfeited, share: i64::MAX });
        }
    }
    bets.sort_by_key(|bet| !bet.forfeited);
    bets
}

/// What every row gets back when the banker sits at one seat.
fn settle_from(house: &House, rows: &[HandRow], gross: &[WagerMap], banker: u8) -> Vec<WagerMap> {
    let mut bets = bets(house, rows, gross, banker);
    let mut left: Vec<(Wager, i64)> = Vec::new();
    for (wager, limit) in &house.aggregate {
        if house.reads(AGGREGATE_SHORTFALL, "order-of-settlement") {
            left.push((*wager, limit.micros()));
        } else {
            share(house, *wager, limit.micros(), &mut bets);
        }
    }
    let counts_stakes = house.reads(AGGREGATE_COUNTS, "returned");
    let mut returned = gross.to_vec();
    let bank_row = rows.iter().position(|row| row.seat.is_banker());
    let put_up =
        bank_row.and_then(|at| rows.get(at)).map_or(0, |row| row.stake[Wager::Bank].micros());
    let mut bank = Bank { house, put_up, paid: 0, collected: 0, free: 0 };
    for bet in &bets {
        let Some(returned) = returned.get_mut(bet.row) else { continue };
        let back = if bet.result > 0 {
            let mut win = bet.result.min(bet.share);
            let posted = left.iter_mut().find(|(wager, _)| *wager == bet.wager);
            if let Some((_, left)) = posted {
                // The stake of a winning bet always comes back.
                *left -= if counts_stakes { bet.stake.min(*left) } else { 0 };
                win = bank.pay(win.min(*left));
                *left -= win;
            } else {
                win = bank.pay(win);
            }
            bet.stake + win
        } else {
            bet.stake - bank.take(-bet.result, bet.forfeited)
        };
        returned[bet.wager] = Money::from_micros(back);
    }
    if let Some(returned) = bank_row.and_then(|at| returned.get_mut(at))
        && put_up > 0
    {
        let balance = put_up - bank.paid + bank.collected;
        returned[Wager::Bank] = Money::from_micros(balance.max(0));
    }
    returned
}

/// A bank on its way through the bets.
struct Bank<'a> {
    house: &'a House,
    put_up: i64,
    paid: i64,
    collected: i64,
    /// What of it does not count as won by the bank.
    free: i64,
}

impl Bank<'_> {
    /// Nothing on record, or a banker who stands for everything.
    fn is_endless(&self) -> bool {
        self.put_up == 0 || self.house.reads(BANK_LIMIT, "unlimited")
    }

    fn funds(&self) -> i64 {
        let collected =
            if self.house.reads(BANK_FUNDS, "stake-and-collections") { self.collected } else { 0 };
        self.put_up + collected - self.paid
    }

    fn pay(&mut self, win: i64) -> i64 {
        let paid = if self.is_endless() { win } else { win.min(self.funds()) };
        self.paid += paid;
        paid
    }

    fn take(&mut self, loss: i64, forfeited: bool) -> i64 {
        let at_once = forfeited && !self.house.reads(BANK_FORFEITS, "as-losing-wagers");
        let whole = self.is_endless() || at_once || self.house.reads(BANK_COLLECTS, "whole-wagers");
        let mut taken = loss;
        if !whole {
            // A loss is taken only as far as a win would have been paid.
            taken = taken.min(self.funds());
            let won = self.collected - self.free;
            if self.house.reads(BANK_COLLECTS, "up-to-stake") {
                taken = taken.min((self.put_up - won).max(0));
            } else if self.house.reads(BANK_COLLECTS, "up-to-stake-and-payments") {
                taken = taken.min((self.put_up + self.paid - won).max(0));
            }
        }
        self.collected += taken;
        if forfeited && self.house.reads(BANK_FORFEITS, "whole-uncounted") {
            self.free += taken;
        }
        taken
    }
}

/// Gives each winner of a side bet a part of its limit in proportion to the win, in whole chips.
/// Those over stay, or go round once while nobody gets more than was won.
fn share(house: &House, wager: Wager, limit: i64, bets: &mut [Bet]) {
    let mut winners: Vec<&mut Bet> =
        bets.iter_mut().filter(|bet| bet.wager == wager && bet.result > 0).collect();
    let all: i128 = winners.iter().map(|bet| i128::from(bet.result)).sum();
    let mut purse = i128::from(limit);
    if house.reads(AGGREGATE_COUNTS, "returned") {
        purse -= winners.iter().map(|bet| i128::from(bet.stake)).sum::<i128>();
    }
    let purse = purse.max(0);
    if all <= purse {
        return;
    }
    let (_, readings) = AGGREGATE_ROUNDING;
    let reading = readings.iter().find(|value| house.reads(AGGREGATE_ROUNDING, value));
    let chip = match reading.copied() {
        Some("down-1.00") => 1_000_000,
        Some("down-0.25") => 250_000,
        Some("down-0.01") => 10_000,
        _ => 500_000,
    };
    for bet in &mut winners {
        let part = i128::from(bet.result) * purse / all;
        bet.share = i64::try_from(part).expect("a share is no more than was won") / chip * chip;
    }
    let given: i128 = winners.iter().map(|bet| i128::from(bet.share)).sum();
    let mut over = purse - given;
    if house.reads(AGGREGATE_SHORTFALL, "pro-rata-remainder-in-order") {
        for bet in winners.into_iter().filter(|bet| bet.share + chip <= bet.result) {
            if over >= i128::from(chip) {
                bet.share += chip;
                over -= i128::from(chip);
            }
        }
    }
}
