//! What limits cut: the aggregate limit of a side bet, and a player's bank that pays no more than
//! was put up (document 000).
//!
//! Everything is settled first as if there were no limits; this pass then collects what was forfeited
//! by folding, goes round the table in the order of settlement and cuts what they do not allow. Order
//! matters only when a limit binds, so a record that does not tell the order is undecided at most then.

use crate::aggregate::{Aggregates, Win};
use crate::bank::{Bank, Totals};
use crate::decision::Line;
use crate::game::Banked;
use crate::hand::line_of;
use crate::rules::TableRules;
use crate::settlement::{ROWS_MAX, SettledHand};
use feltproof_model::event::HandRow;
use feltproof_model::seat::SEAT_MAX;
use feltproof_model::{Money, Seat, Wager};

/// At each seat, from the back of the layout to the front (document 000: Play, Ante, Queens Up,
/// Super Bonus); the wagers of other games in the same places. The progressive is not the table's.
const ORDER: [Wager; Wager::COUNT - 4] = {
    let mut order = [Wager::SuperBonus; Wager::COUNT - 4];
    let (mut place, mut at) = (0, 0);
    while at < 3 * Wager::COUNT {
        let wager = Wager::ALL[at % Wager::COUNT];
        let is_next = match at / Wager::COUNT {
            0 => wager.is_raise(),
            1 => matches!(wager, Wager::Ante | Wager::Odds),
            _ => wager.is_side_bet() && !matches!(wager, Wager::Progressive),
        };
        if is_next {
            order[place] = wager;
            place += 1;
        }
        at += 1;
    }
    assert!(place + 1 == order.len(), "every staked wager of the table has a place");
    order
};

#[derive(Clone)]
struct Limits<'a> {
    rules: &'a TableRules,
    /// What the banker put up; zero at a table of the house, and where it is not on record.
    put_up: Money,
    bank: Bank<'a>,
    aggregates: Aggregates<'a>,
    totals: Totals,
}

/// Cuts what every seat is owed to what the limits allow, and says what is left of the bank.
///
/// Where the record does not say at which seat of the table the banker sits, every free seat is tried, and a
/// wager is decided only if all of them agree.
#[inline(never)]
pub(crate) fn apply(rules: &TableRules, rows: &[HandRow], out: &mut [SettledHand]) {
    let banker = rows.iter().find(|r| r.seat.is_banker());
    let put_up = banker.map_or(Money::ZERO, |r| r.stake[Wager::Bank]);
    let mut limits = Limits {
        rules,
        put_up,
        bank: Bank::new(&rules.readings, put_up.micros()),
        aggregates: Aggregates::new(rules),
        totals: Totals::default(),
    };
    if limits.cannot_bind(rows, out) {
        limits.in_any_order(rows, out);
        return;
    }
    let whole = out.to_vec();
    let is_beyond = |row: &HandRow| match row.seat {
        Seat::Player(seat) | Seat::Banker(seat) => seat > rules.seats,
        Seat::Dealer => false,
    };
    let seats: Vec<Option<u8>> = match (rules.banked(), banker.map(|r| r.seat)) {
        // A seat that the table does not have (RND-006): who sits where is not known.
        (Banked::Player, _) if rows.iter().any(is_beyond) => Vec::new(),
        (Banked::Player, Some(Seat::Banker(seat))) if seat > 0 => vec![Some(seat)],
        (Banked::Player, _) => {
            let free = |n: &u8| rows.iter().all(|r| r.seat != Seat::Player(*n));
            (1..=rules.seats).filter(free).map(Some).collect()
        }
        (Banked::House, _) => vec![None],
    };
    if seats.is_empty() {
        limits.leave_open(rows, out);
    }
    for (tried, seat) in seats.into_iter().enumerate() {
        let mut attempt = whole.clone();
        limits.clone().go_round(&order(rules, seat, rows), rows, &mut attempt);
        if tried == 0 {
            out.copy_from_slice(&attempt);
        } else {
            keep_common(out, &attempt);
        }
    }
}

/// Leaves decided only what two attempts agree about.
fn keep_common(out: &mut [SettledHand], attempt: &[SettledHand]) {
    for (hand, other) in out.iter_mut().zip(attempt) {
        for wager in Wager::ALL {
            let same = hand.owed[wager] == other.owed[wager] && other.testable.contains(wager);
            if hand.testable.contains(wager) && !same {
                open(hand, wager);
            }
        }
    }
}

fn open(hand: &mut SettledHand, wager: Wager) {
    hand.testable = hand.testable.without(wager);
    hand.owed[wager] = Money::ZERO;
    hand.cut_by_bank = hand.cut_by_bank.without(wager);
    hand.cut_by_aggregate = hand.cut_by_aggregate.without(wager);
}

/// Places of the players' rows in the order of settlement. At a house-banked game the player on the
/// dealer's right comes first (document 001).
fn order(rules: &TableRules, banker: Option<u8>, rows: &[HandRow]) -> Vec<usize> {
    let mut places: Vec<(u8, u8, usize)> = Vec::with_capacity(ROWS_MAX);
    for (at, row) in rows.iter().enumerate() {
        let Seat::Player(seat) = row.seat else { continue };
        let (first, second) = match banker {
            // Round the table from the seat after the banker's: the farthest from the right first.
            Some(banker) if rules.readings.from_bankers_right => (u8::from(seat < banker), seat),
            Some(banker) => (SEAT_MAX - seat.abs_diff(banker), SEAT_MAX - seat),
            None => (0, SEAT_MAX - seat),
        };
        places.push((first, second, at));
    }
    places.sort_unstable();
    places.into_iter().map(|(_, _, at)| at).collect()
}

/// Winnings (positive) or loss (negative) of a wager in micro-dollars.
fn result(row: &HandRow, hand: &SettledHand, wager: Wager) -> i64 {
    let result = hand.owed[wager].checked_sub(row.stake[wager]);
    // Odds give what is owed the sign of its stake, and what is not by odds is no larger than a stake may be.
    result
        .expect("what is owed for a wager is no further from its stake than from nothing")
        .micros()
}

/// The wagers of a row in the order of settlement.
fn staked(row: &HandRow) -> impl Iterator<Item = Wager> {
    ORDER.into_iter().filter(|w| !row.stake[*w].is_zero())
}

fn wagers<'a>(
    rows: &'a [HandRow],
    out: &'a [SettledHand],
) -> impl Iterator<Item = (&'a HandRow, &'a SettledHand, Wager)> {
    let players = rows.iter().zip(out).filter(|(row, _)| row.seat.player().is_some());
    players.flat_map(|(row, hand)| staked(row).map(move |wager| (row, hand, wager)))
}

impl Limits<'_> {
    /// True when a limit concerns this wager.
    fn concern(&self, wager: Wager) -> bool {
        self.bank.is_limited() || self.aggregates.concern(wager)
    }

    /// True when the wager went with a folded hand: no card is needed to tell.
    fn is_forfeited(&self, row: &HandRow, wager: Wager) -> bool {
        line_of(self.rules, row) == Line::Folded && self.rules.forfeited.contains(wager)
    }

    /// Adds up the round; true when no limit is reached, whatever the order.
    fn cannot_bind(&mut self, rows: &[HandRow], out: &[SettledHand]) -> bool {
        let (mut all, mut decided) = (Totals::default(), true);
        let mut counted = [0_i128; Wager::COUNT];
        for (row, hand, wager) in wagers(rows, out) {
            if !hand.testable.contains(wager) {
                decided &= !self.concern(wager);
                if line_of(self.rules, row) == Line::Unclear {
                    all.unclear += i128::from(row.stake[wager].micros());
                }
                continue;
            }
            let result = result(row, hand, wager);
            let loss = -i128::from(result.min(0));
            all.lost += loss;
            let whole = || self.bank.takes_forfeits_whole() && self.is_forfeited(row, wager);
            if loss > all.largest_loss && !whole() {
                all.largest_loss = loss;
            }
            if result > 0 {
                all.won += i128::from(result);
                let beside = self.aggregates.beside(row.stake[wager].micros());
                counted[wager as usize] += i128::from(result) + i128::from(beside);
            }
        }
        self.totals = all;
        decided && self.bank.covers(&all) && self.aggregates.cover(&counted)
    }

    /// Nothing is cut: only what is left of the bank is to be told.
    fn in_any_order(mut self, rows: &[HandRow], out: &mut [SettledHand]) {
        let mut decided = true;
        for (row, hand, wager) in wagers(rows, out) {
            decided &= hand.testable.contains(wager);
            let result = result(row, hand, wager);
            if result > 0 {
                self.bank.pay(result);
            } else if self.is_forfeited(row, wager) {
                self.bank.collect_forfeit(-result);
            } else {
                self.bank.collect(-result);
            }
        }
        self.tell_bank(decided, rows, out);
    }

    /// Collects what was forfeited, shares what is to be shared and settles seat after seat. What comes
    /// after a wager that is not decided and shares a limit with it is not decided either.
    fn go_round(mut self, order: &[usize], rows: &[HandRow], out: &mut [SettledHand]) {
        self.collect_forfeits(order, rows, out);
        self.share_limits(order, rows, out);
        let mut clear = [true; Wager::COUNT];
        let mut pays = self.bank.pays_without(&self.totals);
        let mut collects = self.bank.collects_without(&self.totals);
        let mut decided = true;
        for at in order {
            let (Some(row), Some(hand)) = (rows.get(*at), out.get_mut(*at)) else { continue };
            for wager in staked(row) {
                if self.is_forfeited(row, wager) {
                    decided &= hand.testable.contains(wager);
                    continue;
                }
                let result = result(row, hand, wager);
                let limited = self.bank.is_limited();
                let settled = hand.testable.contains(wager);
                let known = settled
                    && match result {
                        0 => true,
                        1.. => {
                            let clear = clear[wager as usize] || !self.aggregates.concern(wager);
                            clear && (pays || !limited)
                        }
                        _ => collects || !limited,
                    };
                if known {
                    self.settle((*at, row), hand, wager, result);
                    continue;
                }
                open(hand, wager);
                decided = false;
                collects = false;
                // A loss uses up no limit, and changes what can be paid only where it extends the bank.
                let loses = settled && result < 0;
                clear[wager as usize] &= loses;
                pays &= loses && !self.rules.readings.collections_extend_bank;
            }
        }
        self.tell_bank(decided, rows, out);
    }

    /// Document 000: the dealer collects the bets of folding players immediately, before the banker's hand
    /// is turned over, so before the bank has paid anything.
    fn collect_forfeits(&mut self, order: &[usize], rows: &[HandRow], out: &mut [SettledHand]) {
        // What others may have forfeited before counts where forfeits are limited.
        let known = self.bank.takes_forfeits_whole() || self.totals.unclear == 0;
        for at in order {
            let (Some(row), Some(hand)) = (rows.get(*at), out.get_mut(*at)) else { continue };
            for wager in staked(row) {
                if !hand.testable.contains(wager) || !self.is_forfeited(row, wager) {
                    continue;
                }
                let lost = -result(row, hand, wager);
                let collected = self.bank.collect_forfeit(lost);
                if !known {
                    open(hand, wager);
                } else if collected < lost {
                    collect_part(row, hand, wager, collected);
                }
            }
        }
    }

    /// Shares pro rata what a limit allows. Without every winner there are no shares.
    fn share_limits(&mut self, order: &[usize], rows: &[HandRow], out: &mut [SettledHand]) {
        for wager in ORDER {
            if !self.aggregates.is_shared(wager) {
                continue;
            }
            let mut wins = Vec::with_capacity(ROWS_MAX);
            let mut decided = true;
            for at in order {
                let (Some(row), Some(hand)) = (rows.get(*at), out.get(*at)) else { continue };
                if row.stake[wager].is_zero() {
                    continue;
                }
                decided &= hand.testable.contains(wager);
                let won = result(row, hand, wager);
                if won > 0 {
                    wins.push(Win { row: *at, stake: row.stake[wager].micros(), won });
                }
            }
            if decided {
                self.aggregates.share(wager, &wins);
                continue;
            }
            wins.iter().for_each(|win| open(&mut out[win.row], wager));
        }
    }

    /// The banker's seat cannot be told: nothing under a limit can be told but what was forfeited.
    fn leave_open(&self, rows: &[HandRow], out: &mut [SettledHand]) {
        for (row, hand) in rows.iter().zip(out).filter(|(row, _)| row.seat.player().is_some()) {
            for wager in staked(row).filter(|w| self.concern(*w)) {
                if !(self.bank.takes_forfeits_whole() && self.is_forfeited(row, wager)) {
                    open(hand, wager);
                }
            }
        }
    }

    /// What is left of the bank, on the banker's row. Where a bank without limit paid more than was in
    /// it, nothing is, and the banker makes good the rest.
    fn tell_bank(&self, decided: bool, rows: &[HandRow], out: &mut [SettledHand]) {
        let banker = rows.iter().zip(out).find(|(row, _)| row.seat.is_banker());
        let Some((_, hand)) = banker else { return };
        let left = self.bank.left_of(self.put_up.micros());
        if self.put_up.is_zero() {
            hand.testable = hand.testable.with(Wager::Bank);
        } else if let (true, true, Some(left)) = (decided, self.put_up > Money::ZERO, left) {
            hand.owed[Wager::Bank] = Money::from_micros(left.max(0));
            hand.testable = hand.testable.with(Wager::Bank);
        }
    }

    /// Pays or collects one wager by its result.
    fn settle(
        &mut self,
        (at, row): (usize, &HandRow),
        hand: &mut SettledHand,
        wager: Wager,
        result: i64,
    ) {
        let stake = row.stake[wager].micros();
        if result > 0 {
            let win = Win { row: at, stake, won: result };
            let allowed = self.aggregates.allowed(wager, win);
            if allowed < result {
                hand.cut_by_aggregate = hand.cut_by_aggregate.with(wager);
            }
            let paid = self.bank.pay(allowed);
            if paid < allowed {
                hand.cut_by_bank = hand.cut_by_bank.with(wager);
            }
            self.aggregates.paid(wager, win, paid);
            hand.owed[wager] = Money::from_micros(stake + paid);
        } else {
            let lost = -result;
            let collected = self.bank.collect(lost);
            if collected < lost {
                collect_part(row, hand, wager, collected);
            }
        }
    }
}

/// Of a wager that loses all, a bank collects this much.
fn collect_part(row: &HandRow, hand: &mut SettledHand, wager: Wager, collected: i64) {
    hand.cut_by_bank = hand.cut_by_bank.with(wager);
    hand.owed[wager] = Money::from_micros(row.stake[wager].micros() - collected);
}
