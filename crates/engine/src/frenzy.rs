//! Four Card Frenzy: the Odds bet, which pays a beaten hand more than a winning one (document 003).

use crate::game::Prize;
use crate::hand::{Line, Owed, Seen, Showdown};
use crate::rank::Category;
use feltproof_model::{Money, Wager};
use std::cmp::Ordering;

/// Odds: a straight or better is paid, by one column when it wins and by another when it is beaten;
/// below a straight the bet pushes unless the dealer's hand is better. Whether the dealer opens does
/// not matter.
pub(crate) fn odds(seen: &Seen<'_>, stake: Money) -> Owed {
    match seen.line {
        Line::Unclear => return None,
        Line::Folded => return Some(Money::ZERO),
        Line::Played => {}
    }
    let rank = seen.rank?;
    let Showdown::Known { order, .. } = seen.showdown else { return None };
    if rank.category() < Category::Straight {
        return Some(if order.is_ge() { stake } else { Money::ZERO });
    }
    let row = seen.rules.paytable(Wager::Odds)?.row(rank, seen.cards)?;
    match (order, row.prize) {
        (Ordering::Less, _) => seen.rules.pay(stake, row.beaten?),
        (Ordering::Equal, _) if !seen.rules.readings.odds_tie_wins => Some(stake),
        (_, Prize::Fixed(payout)) => seen.rules.pay(stake, payout),
        (_, Prize::Meter(_) | Prize::ByHands(_)) => None,
    }
}
