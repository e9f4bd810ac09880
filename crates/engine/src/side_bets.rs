//! The side bets that need the player's own cards alone.

use crate::hand::{Line, Owed, Seen, fixed, takes_part};
use feltproof_model::{Money, Wager};

/// Queens Up, Aces Up, 4 Card Bonus, Prime, Progressive. A meter award is told by its share, not
/// here.
pub(crate) fn own_hand(seen: &Seen<'_>, wager: Wager, stake: Money) -> Owed {
    let table = seen.rules.paytable(wager)?;
    if !stands(seen, wager)? {
        return Some(Money::ZERO);
    }
    match table.row(seen.rank?, seen.cards) {
        Some(row) => fixed(seen.rules, row.prize, stake),
        None => Some(Money::ZERO),
    }
}

/// Whether the wager is in play on a hand so played; `None` when that cannot be told.
fn stands(seen: &Seen<'_>, wager: Wager) -> Option<bool> {
    let on_fold = match wager {
        Wager::Progressive => return takes_part(seen.rules, seen.line),
        Wager::QueensUp => seen.rules.readings.queens_up_stands_on_fold,
        Wager::AcesUp => seen.rules.readings.aces_up_stands_on_fold,
        // Document 003: side bets still have action after a fold.
        _ => true,
    };
    match (seen.line, on_fold) {
        (Line::Played, _) | (_, true) => Some(true),
        (Line::Folded, false) => Some(false),
        (Line::Unclear, false) => None,
    }
}
