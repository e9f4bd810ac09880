//! Crazy 4 Poker: the Super Bonus and the Bad Beat Bonus. The rules are those of documents 000, 001
//! and 004; their open points are read from the definition's rulings.

use crate::hand::{Line, Owed, Seen, Showdown, fixed};
use crate::rank::Category;
use feltproof_model::{Money, Wager};
use std::cmp::Ordering;

/// Super Bonus: a straight or better is paid whatever the dealer holds; below, the bet pushes when
/// the player beats or ties the dealer.
pub(crate) fn super_bonus(seen: &Seen<'_>, stake: Money) -> Owed {
    match seen.line {
        Line::Unclear => return None,
        Line::Folded => return Some(Money::ZERO),
        Line::Played => {}
    }
    let rank = seen.rank?;
    if rank.category() >= Category::Straight {
        let table = seen.rules.paytable(Wager::SuperBonus)?;
        return fixed(seen.rules, table.row(rank, seen.cards)?.prize, stake);
    }
    let Showdown::Known { order, qualifies } = seen.showdown else { return None };
    let pushes =
        order.is_ge() || (!qualifies && seen.rules.readings.super_bonus_pushes_unqualified);
    Some(if pushes { stake } else { Money::ZERO })
}

/// Bad Beat Bonus: two pair or better that is beaten, on either side, pays by the beaten hand
/// (document 001). It does not matter whether the dealer qualifies: a beaten dealer's hand that pays
/// does, and so does one that beats two pair.
pub(crate) fn bad_beat(seen: &Seen<'_>, stake: Money) -> Owed {
    let table = seen.rules.paytable(Wager::BadBeat)?;
    if !seen.rules.readings.bad_beat_stands_on_fold {
        match seen.line {
            Line::Unclear => return None,
            Line::Folded => return Some(Money::ZERO),
            Line::Played => {}
        }
    }
    let rank = seen.rank?;
    if rank.category() < Category::TwoPair {
        // Such a hand beats no paid hand and is none.
        return Some(Money::ZERO);
    }
    let Showdown::Known { order, .. } = seen.showdown else { return None };
    let beaten = match order {
        Ordering::Less => rank,
        Ordering::Greater => seen.dealer?,
        Ordering::Equal if seen.rules.readings.bad_beat_pushes_tie => return Some(stake),
        Ordering::Equal => return Some(Money::ZERO),
    };
    match table.row(beaten, &[]) {
        Some(row) => fixed(seen.rules, row.prize, stake),
        None => Some(Money::ZERO),
    }
}
