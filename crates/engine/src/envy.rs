//! Envy: fixed payments to the others at a table when somebody's hand qualifies.

use crate::game::Paytable;
use crate::hand::{Line, line_of, takes_part};
use crate::outcome::Basis;
use crate::rank::HandRank;
use crate::rules::TableRules;
use crate::rulings::Readings;
use crate::settle::SettledHand;
use feltproof_model::HandRow;
use feltproof_model::seat::SEAT_MAX;
use feltproof_model::{Card, Money, Seat, SeatSet, Wager};

/// A progressive paytable with its envy amounts where the rulings say they belong.
pub(crate) fn as_ruled(table: Paytable, readings: &Readings) -> Paytable {
    match table.basis {
        Basis::BestFour if readings.envy_from_second_row => one_row_down(table),
        Basis::AllFive if readings.link_envy_swapped => first_two_swapped(table),
        _ => table,
    }
}

/// Each printed envy amount belongs to the row below the one it stands at.
fn one_row_down(mut table: Paytable) -> Paytable {
    let mut above = None;
    for row in &mut table.rows {
        above = std::mem::replace(&mut row.envy, above);
    }
    table
}

/// The amounts of the two best hands were exchanged in print.
fn first_two_swapped(mut table: Paytable) -> Paytable {
    if let [first, second, ..] = &mut table.rows[..] {
        std::mem::swap(&mut first.envy, &mut second.envy);
    }
    table
}

/// Whether the hand of this row brings the others envy if it is good enough, going by wager and
/// fold alone; `None` when its line is unclear and the ruling needs it.
pub(crate) fn may_bring(rules: &TableRules, row: &HandRow) -> Option<bool> {
    let wagered = row.stake[Wager::Progressive] > Money::ZERO;
    if rules.readings.envy_holder_must_wager && !wagered {
        return Some(false);
    }
    takes_part(rules, line_of(rules, row))
}

/// Whether this row may receive envy: `None` when its line is unclear and the ruling needs it.
pub(crate) fn may_receive(rules: &TableRules, row: &HandRow) -> Option<bool> {
    if row.stake[Wager::Progressive] <= Money::ZERO {
        return Some(false);
    }
    match (line_of(rules, row), rules.readings.envy_to_folded) {
        (Line::Played, _) | (_, true) => Some(true),
        (Line::Folded, false) => Some(false),
        (Line::Unclear, false) => None,
    }
}

/// The hand at each seat that brings envy; seats are unique in a settled round.
type Holders<'a> = [Option<(HandRank, &'a [Card])>; SEAT_MAX as usize + 1];

/// Each seat with a progressive wager is owed the fixed amount once for every *other* player whose
/// hand qualifies. Never for its own hand or the dealer's (document 001, Rules of Play 10).
///
/// It is decided only when every other hand that might bring it is on record.
pub(crate) fn share(rules: &TableRules, rows: &[HandRow], out: &mut [SettledHand]) {
    let mut holders: Holders<'_> = [None; SEAT_MAX as usize + 1];
    let mut unknown = SeatSet::EMPTY;
    let mut any = false;
    for (row, hand) in rows.iter().zip(&*out) {
        let Seat::Player(seat) = row.seat else { continue };
        let cards = row.cards.as_slice();
        // Nearly every hand.
        if hand.rank.is_some_and(|rank| !rules.brings_envy(rank, cards)) {
            continue;
        }
        match (rules.brings_envy_when(row), hand.rank) {
            (Some(false), _) => continue,
            (Some(true), Some(rank)) => {
                if let Some(slot) = holders.get_mut(usize::from(seat)) {
                    *slot = Some((rank, cards));
                }
            }
            (None, _) | (_, None) => unknown = unknown.with(seat),
        }
        any = true;
    }
    for (row, hand) in rows.iter().zip(out) {
        let Seat::Player(seat) = row.seat else { continue };
        let decided = !any
            || match rules.receives_envy(row) {
                Some(false) => true,
                None => false,
                Some(true) => {
                    add(rules, &holders, row, hand) && unknown.iter().all(|other| other == seat)
                }
            };
        if decided {
            hand.testable = hand.testable.with(Wager::Envy);
        }
    }
}

/// Adds what the holders other than this seat bring it; false when the sum cannot be told.
fn add(rules: &TableRules, holders: &Holders<'_>, row: &HandRow, hand: &mut SettledHand) -> bool {
    let mut sum = Money::ZERO;
    for (holder, held) in (0_u8..).zip(holders) {
        let Some((rank, cards)) = held.filter(|_| row.seat != Seat::Player(holder)) else {
            continue;
        };
        let amount = rules.envy_amount(rank, cards, row.stake[Wager::Progressive]);
        let Some(total) = amount.and_then(|a| sum.checked_add(a)) else { return false };
        sum = total;
        hand.envy_from = hand.envy_from.with(holder);
    }
    hand.owed[Wager::Envy] = sum;
    true
}
