//! What limits cut: the aggregate limit of a side bet, and a player's bank that pays no more than
//! was put up (document 000).
//!
//! Everything is settled first as if there were no limits; this pass then goes round the table in
//! the order of settlement and cuts what they do not allow. Order matters only when a limit binds,
//! so a record that does not tell the order is undecided at most then.

use crate::game::Banked;
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

/// Micro-dollars still there; `None` is without limit.
type Left = Option<i64>;

#[derive(Clone)]
struct Limits<'a> {
    rules: &'a TableRules,
    bank: Left,
    aggregates: [Left; Wager::COUNT],
    paid: i64,
    collected: i64,
}

/// Cuts what every seat is owed to what the limits allow, and says what is left of the bank.
///
/// Where the record does not say at which seat of the table the banker sits, every free seat is tried, and a
/// wager is decided only if all of them agree.
#[inline(never)]
pub(crate) fn apply(rules: &TableRules, rows: &[HandRow], out: &mut [SettledHand]) {
    let banker = rows.iter().find(|r| r.seat.is_banker());
    // Without a bank on record nothing says how far it reached: full cover is assumed.
    let bank = banker.map_or(Money::ZERO, |r| r.stake[Wager::Bank]);
    let limits = Limits {
        rules,
        bank: (bank > Money::ZERO).then(|| bank.micros()),
        aggregates: Wager::ALL.map(|w| rules.aggregate(w).map(Money::micros)),
        paid: 0,
        collected: 0,
    };
    if limits.cannot_bind(rows, out) {
        limits.in_any_order(rows, out);
        return;
    }
    let whole = out.to_vec();
    let seats: Vec<Option<u8>> = match (rules.banked(), banker.map(|r| r.seat)) {
        (Banked::Player, Some(Seat::Banker(seat))) if (1..=rules.seats()).contains(&seat) => {
            vec![Some(seat)]
        }
        (Banked::Player, _) => {
            let free = |n: &u8| rows.iter().all(|r| r.seat != Seat::Player(*n));
            (1..=rules.seats()).filter(free).map(Some).collect()
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
    hand.owed[wager].micros().saturating_sub(row.stake[wager].micros())
}

/// Every wager of every player.
fn wagers<'a>(
    rows: &'a [HandRow],
    out: &'a [SettledHand],
) -> impl Iterator<Item = (&'a HandRow, &'a SettledHand, Wager)> {
    let players = rows.iter().zip(out).filter(|(row, _)| row.seat.player().is_some());
    players.flat_map(|(row, hand)| {
        let staked = ORDER.into_iter().filter(|w| !row.stake[*w].is_zero());
        staked.map(move |wager| (row, hand, wager))
    })
}

impl Limits<'_> {
    /// True when a limit concerns this wager.
    fn concern(&self, wager: Wager) -> bool {
        self.bank.is_some() || self.aggregates[wager as usize].is_some()
    }

    /// True when no limit is reached, whatever the order.
    fn cannot_bind(&self, rows: &[HandRow], out: &[SettledHand]) -> bool {
        let (mut won, mut largest_loss) = (0_i128, 0_i128);
        let mut counted = [0_i128; Wager::COUNT];
        for (row, hand, wager) in wagers(rows, out) {
            if self.concern(wager) && !hand.testable.contains(wager) {
                return false;
            }
            let result = result(row, hand, wager);
            won += i128::from(result.max(0));
            largest_loss = largest_loss.max(-i128::from(result));
            counted[wager as usize] += i128::from(self.measured(row, wager, result));
        }
        // A losing wager is covered only by what the bank then still holds.
        self.bank.is_none_or(|bank| won + largest_loss <= i128::from(bank))
            && self
                .aggregates
                .iter()
                .zip(counted)
                .all(|(limit, sum)| limit.is_none_or(|limit| sum <= i128::from(limit)))
    }

    /// What a win counts against the aggregate limit of its side bet.
    fn measured(&self, row: &HandRow, wager: Wager, won: i64) -> i64 {
        match won {
            ..=0 => 0,
            _ if self.rules.readings.aggregate_counts_stakes => {
                won.saturating_add(row.stake[wager].micros())
            }
            _ => won,
        }
    }

    /// Nothing is cut: only what is left of the bank is to be told.
    fn in_any_order(mut self, rows: &[HandRow], out: &mut [SettledHand]) {
        let mut decided = true;
        for (row, hand, wager) in wagers(rows, out) {
            decided &= hand.testable.contains(wager);
            let result = result(row, hand, wager);
            self.paid = self.paid.saturating_add(result.max(0));
            self.collected = self.collected.saturating_add((-result).max(0));
        }
        self.tell_bank(decided, rows, out);
    }

    /// Settles seat after seat. What comes after a wager that is not decided and shares a limit with
    /// it is not decided either.
    fn go_round(mut self, order: &[usize], rows: &[HandRow], out: &mut [SettledHand]) {
        let mut clear = [true; Wager::COUNT];
        let mut decided = true;
        for at in order {
            let (Some(row), Some(hand)) = (rows.get(*at), out.get_mut(*at)) else { continue };
            for wager in ORDER.into_iter().filter(|w| !row.stake[*w].is_zero()) {
                clear[wager as usize] &= hand.testable.contains(wager);
                decided &= hand.testable.contains(wager);
                if !self.concern(wager) {
                    continue;
                }
                let known = if self.bank.is_some() { decided } else { clear[wager as usize] };
                if known {
                    self.settle(row, hand, wager);
                } else {
                    open(hand, wager);
                }
            }
        }
        self.tell_bank(decided, rows, out);
    }

    /// No seat is free for the banker: nothing under a limit can be told.
    fn leave_open(&self, rows: &[HandRow], out: &mut [SettledHand]) {
        for (row, hand) in rows.iter().zip(out).filter(|(row, _)| row.seat.player().is_some()) {
            for wager in ORDER.into_iter().filter(|w| !row.stake[*w].is_zero()) {
                if self.concern(wager) {
                    open(hand, wager);
                }
            }
        }
    }

    /// What is left of the bank, on the banker's row.
    fn tell_bank(&self, decided: bool, rows: &[HandRow], out: &mut [SettledHand]) {
        let banker = rows.iter().zip(out).find(|(row, _)| row.seat.is_banker());
        let Some((row, hand)) = banker else { return };
        let stake = row.stake[Wager::Bank];
        let left = stake.micros().checked_sub(self.paid);
        let left = left.and_then(|left| left.checked_add(self.collected));
        if stake.is_zero() {
            hand.testable = hand.testable.with(Wager::Bank);
        } else if let (true, true, Some(left)) = (decided, stake > Money::ZERO, left) {
            hand.owed[Wager::Bank] = Money::from_micros(left);
            hand.testable = hand.testable.with(Wager::Bank);
        }
    }

    fn settle(&mut self, row: &HandRow, hand: &mut SettledHand, wager: Wager) {
        let stake = row.stake[wager].micros();
        let won = result(row, hand, wager);
        let owed = if won > 0 {
            let allowed = self.within_aggregate(row, wager, won);
            if allowed < won {
                hand.cut_by_aggregate = hand.cut_by_aggregate.with(wager);
            }
            let paid = self.bank.map_or(allowed, |left| allowed.min(left));
            if paid < allowed {
                hand.cut_by_bank = hand.cut_by_bank.with(wager);
            }
            let counted = paid + self.measured(row, wager, won) - won;
            self.aggregates[wager as usize] =
                self.aggregates[wager as usize].map(|left| (left - counted).max(0));
            self.bank = self.bank.map(|left| left - paid);
            self.paid = self.paid.saturating_add(paid);
            stake.saturating_add(paid)
        } else {
            let lost = -won;
            let collected = self.bank.map_or(lost, |left| lost.min(left));
            if collected < lost {
                hand.cut_by_bank = hand.cut_by_bank.with(wager);
            }
            if self.rules.readings.collections_extend_bank {
                self.bank = self.bank.map(|left| left.saturating_add(collected));
            }
            self.collected = self.collected.saturating_add(collected);
            stake - collected
        };
        hand.owed[wager] = Money::from_micros(owed);
    }

    /// The winnings that the aggregate limit of a side bet still allows.
    fn within_aggregate(&self, row: &HandRow, wager: Wager, won: i64) -> i64 {
        let Some(left) = self.aggregates[wager as usize] else { return won };
        let stake = self.measured(row, wager, won) - won;
        won.min((left - stake).max(0))
    }
}
