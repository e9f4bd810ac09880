//! What limits cut: the aggregate limit of a side bet, and a player's bank that pays no more than
//! was put up (document 000).
//!
//! Everything is settled first as if there were no limits; this pass then goes round the table in
//! the order of settlement and cuts what they do not allow. Order matters only when a limit binds,
//! so a record that does not tell the order is undecided only then.

use crate::game::Banked;
use crate::rules::TableRules;
use crate::settle::{ROWS_MAX, SettledHand};
use feltproof_model::event::HandRow;
use feltproof_model::seat::SEAT_MAX;
use feltproof_model::{Money, Seat, Wager};

/// At each seat, from the back of the layout to the front (document 000: Play, Ante, Queens Up,
/// Super Bonus); the wagers of other games in the same places.
const ORDER: [Wager; 11] = [
    Wager::Play,
    Wager::Raise,
    Wager::Ante,
    Wager::Odds,
    Wager::QueensUp,
    Wager::AcesUp,
    Wager::BadBeat,
    Wager::FourCardBonus,
    Wager::Prime,
    Wager::CoverAll,
    Wager::SuperBonus,
];

/// Micro-dollars still there; `None` is without limit.
type Left = Option<i64>;

struct Limits<'a> {
    rules: &'a TableRules,
    bank: Left,
    aggregates: [Left; Wager::COUNT],
    paid: i64,
    collected: i64,
}

/// Cuts what every seat is owed to what the limits allow, and says what is left of the bank.
pub(crate) fn apply(rules: &TableRules, rows: &[HandRow], out: &mut [SettledHand]) {
    let banker = rows.iter().position(|r| r.seat.is_banker());
    // Without a bank on record nothing says how far it reached: full cover is assumed.
    let stake = banker.and_then(|at| rows.get(at)).map_or(Money::ZERO, |r| r.stake[Wager::Bank]);
    let mut limits = Limits {
        rules,
        bank: (stake > Money::ZERO).then(|| stake.micros()),
        aggregates: Wager::ALL.map(|w| rules.aggregate(w).map(Money::micros)),
        paid: 0,
        collected: 0,
    };
    let decided = if limits.cannot_bind(rows, out) {
        limits.add_up(rows, out)
    } else {
        let order = order(rules, rows);
        limits.go_round(order.as_deref(), rows, out)
    };
    let Some(bank) = banker.and_then(|at| out.get_mut(at)) else { return };
    let left = stake
        .micros()
        .checked_sub(limits.paid)
        .and_then(|left| left.checked_add(limits.collected))
        .filter(|_| stake > Money::ZERO);
    if stake.is_zero() {
        bank.testable = bank.testable.with(Wager::Bank);
    } else if let (true, Some(left)) = (decided, left) {
        bank.owed[Wager::Bank] = Money::from_micros(left);
        bank.testable = bank.testable.with(Wager::Bank);
    }
}

/// Places of the players' rows in the order of settlement; `None` when the banker's seat is not on
/// record. At a house-banked game the player on the dealer's right comes first (document 001).
fn order(rules: &TableRules, rows: &[HandRow]) -> Option<Vec<usize>> {
    let banker = match rules.banked() {
        Banked::House => None,
        Banked::Player => Some(rows.iter().find_map(|row| match row.seat {
            Seat::Banker(seat @ 1..) => Some(seat),
            _ => None,
        })?),
    };
    let mut places: Vec<(u8, u8, usize)> = Vec::with_capacity(ROWS_MAX);
    for (at, row) in rows.iter().enumerate() {
        let Seat::Player(seat) = row.seat else { continue };
        let first = match banker {
            None => 0,
            // Round the table from the seat after the banker's: the farthest from the right first.
            Some(banker) if rules.readings.from_bankers_right => {
                (seat + SEAT_MAX - banker) % SEAT_MAX
            }
            Some(banker) => SEAT_MAX - seat.abs_diff(banker),
        };
        places.push((first, SEAT_MAX - seat, at));
    }
    places.sort_unstable();
    Some(places.into_iter().map(|(_, _, at)| at).collect())
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

    /// Adds up what is paid and collected; true when every wager is decided.
    fn add_up(&mut self, rows: &[HandRow], out: &[SettledHand]) -> bool {
        let mut decided = true;
        for (row, hand, wager) in wagers(rows, out) {
            decided &= hand.testable.contains(wager);
            let result = result(row, hand, wager);
            self.paid = self.paid.saturating_add(result.max(0));
            self.collected = self.collected.saturating_add((-result).max(0));
        }
        decided
    }

    /// Settles seat after seat; true when every wager is decided. What comes after a wager that is
    /// not decided and shares a limit with it is not decided either; nor is anything under a limit
    /// when the order is not known.
    fn go_round(
        &mut self,
        order: Option<&[usize]>,
        rows: &[HandRow],
        out: &mut [SettledHand],
    ) -> bool {
        let any: Vec<usize> = (0..rows.len()).collect();
        let mut clear = [order.is_some(); Wager::COUNT];
        let mut decided = order.is_some();
        for at in order.unwrap_or(&any) {
            let (Some(row), Some(hand)) = (rows.get(*at), out.get_mut(*at)) else { continue };
            if row.seat.player().is_none() {
                continue;
            }
            for wager in ORDER.into_iter().filter(|w| !row.stake[*w].is_zero()) {
                if !self.concern(wager) {
                    continue;
                }
                clear[wager as usize] &= hand.testable.contains(wager);
                decided &= hand.testable.contains(wager);
                let known = if self.bank.is_some() { decided } else { clear[wager as usize] };
                if known {
                    self.settle(row, hand, wager);
                } else {
                    hand.testable = hand.testable.without(wager);
                    hand.owed[wager] = Money::ZERO;
                }
            }
        }
        decided
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
            self.aggregates[wager as usize] = self.aggregates[wager as usize]
                .map(|left| (left - self.measured(row, wager, paid)).max(0));
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
