//! Envy: fixed payments to the others at a table when somebody's hand qualifies.

use crate::decision::Line;
use crate::hand::line_of;
use crate::rank::HandRank;
use crate::rules::TableRules;
use crate::settlement::SettledHand;
use feltproof_model::event::HandRow;
use feltproof_model::seat::SEAT_MAX;
use feltproof_model::{Card, Money, Seat, SeatSet, Wager};

/// Whether the hand of this row brings the others envy if it is good enough, going by wager and
/// fold alone; `None` when its line is unclear and the ruling needs it.
fn may_bring(rules: &TableRules, row: &HandRow) -> Option<bool> {
    let wagered = row.stake[Wager::Progressive] > Money::ZERO;
    if rules.readings.envy_holder_must_wager && !wagered {
        return Some(false);
    }
    in_play(rules, row, rules.readings.progressive_on_fold)
}

/// Whether this row may receive envy: `None` when its line is unclear and the ruling needs it.
pub(crate) fn may_receive(rules: &TableRules, row: &HandRow) -> Option<bool> {
    if row.stake[Wager::Progressive] <= Money::ZERO {
        return Some(false);
    }
    in_play(rules, row, rules.readings.envy_to_folded)
}

/// Whether a hand so played is in play; `None` when that cannot be told.
fn in_play(rules: &TableRules, row: &HandRow, when_folded: bool) -> Option<bool> {
    match (line_of(rules, row), when_folded) {
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
    let terms = rules.terms(Wager::Progressive);
    let brings = |rank, cards| terms.row(rank, cards).is_some_and(|row| row.envy.is_some());
    let mut holders: Holders<'_> = [None; SEAT_MAX as usize + 1];
    let mut unknown = SeatSet::EMPTY;
    let mut any = false;
    for (row, hand) in rows.iter().zip(&*out) {
        let Seat::Player(seat) = row.seat else { continue };
        let cards = row.cards.as_slice();
        // Nearly every hand.
        if terms.table.is_none() || hand.rank.is_some_and(|rank| !brings(rank, cards)) {
            continue;
        }
        match (may_bring(rules, row), hand.rank) {
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
            || match may_receive(rules, row) {
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
