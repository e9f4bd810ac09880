//! Cover All: the odds of the highest hand of a deal put beside the column that pays for it.

use super::SheetError;
use super::bet::net_of;
use super::distribution::Distribution;
use super::exact::ratio;
use super::readings::Readings;
use crate::high_hand::{GAME_ORDER, HighHand, HighHandCounter};
use feltproof_engine::game::Paytable;
use feltproof_engine::{Category, Outcome};

/// The rows of a matrix as outcomes of the count, in the paytable's order. `Err` when the rows are
/// not the five that are counted, or when part of a hand's worth stands above the whole (a royal
/// flush below every other straight flush, say).
fn ladder(table: &Paytable) -> Result<Vec<HighHand>, SheetError> {
    let known = [
        (Outcome::FOUR_ACES, HighHand::FourAces),
        (Outcome::ROYAL_FLUSH, HighHand::RoyalFlush),
        (Outcome::of(Category::FourOfAKind), HighHand::FourOfAKind),
        (Outcome::of(Category::StraightFlush), HighHand::StraightFlush),
        (Outcome::of(Category::ThreeOfAKind), HighHand::ThreeOfAKind),
    ];
    let counted = |hand: Outcome| {
        let found = known.iter().find(|(outcome, _)| *outcome == hand).map(|(_, counted)| *counted);
        let table = || table.id.clone();
        found.ok_or_else(|| SheetError::NotCounted(table(), hand.key(), COUNTED))
    };
    let rows = table.rows.iter().map(|row| counted(row.hand)).collect::<Result<Vec<_>, _>>()?;
    let place = |hand: HighHand| rows.iter().position(|r| *r == hand);
    // Of two things that one hand can hold, the one that is its best four must come first, or the
    // row that "contains" and the row that "is" would differ.
    let before = [
        (HighHand::FourOfAKind, HighHand::ThreeOfAKind),
        (HighHand::StraightFlush, HighHand::ThreeOfAKind),
    ];
    for (first, then) in before {
        let in_order = place(first).zip(place(then)).is_some_and(|(a, b)| a < b);
        if !in_order {
            return Err(SheetError::RowOrder(table.id.clone(), KNOWN));
        }
    }
    Ok(rows)
}

const KNOWN: &str = "four_aces, royal_flush, four_of_a_kind, straight_flush, three_of_a_kind";
const COUNTED: &str = "the highest hand knows four_aces, royal_flush, four_of_a_kind, straight_flush, three_of_a_kind";

/// The distribution of the wager when so many hands are dealt, in units of its stake. `Err`: rows
/// that are not counted, or a number of hands without a column.
pub(crate) fn distribution(
    counter: &mut HighHandCounter,
    table: &Paytable,
    readings: &Readings,
    hands: u8,
) -> Result<Distribution, SheetError> {
    let rows = ladder(table)?;
    // By the game's ranking the highest hand decides first and the row is found afterwards.
    let by_ranking = readings.is("cover_all_royal", "hand-ranking");
    let order = if by_ranking { &GAME_ORDER[..] } else { &rows[..] };
    let Some(counted) = counter.count(hands, order) else {
        return Err(SheetError::NoColumn(hands));
    };
    let mut all = Distribution::default();
    for (outcome, row) in rows.iter().zip(&table.rows) {
        let payout = row.prize.payout(hands).ok_or(SheetError::NoColumn(hands))?;
        // The parts of a kind that have no row of their own go with the kind.
        let of_row = counted.counts.iter().filter(|(of, _)| row_for(*of, &rows) == Some(*outcome));
        let deals = of_row.map(|(_, deals)| deals).sum::<num_bigint::BigUint>();
        all.push((row.hand.key(), row.hand.title()), net_of(*payout), deals);
    }
    all.push(("loss", "loss"), ratio(-1, 1), counted.nothing);
    Ok(all)
}

/// The row of a counted outcome: its own, or that of the kind it belongs to.
fn row_for(outcome: HighHand, rows: &[HighHand]) -> Option<HighHand> {
    let kind = match outcome {
        HighHand::FourAces => HighHand::FourOfAKind,
        HighHand::RoyalFlush => HighHand::StraightFlush,
        other => other,
    };
    [outcome, kind].into_iter().find(|o| rows.contains(o))
}
