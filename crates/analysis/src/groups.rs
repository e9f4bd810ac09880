//! Side bets and the base game summed along each dimension, each group with its expectation and its test.
//!
//! What is tested is what players got as far as it was owed or cannot be told: what a check found overpaid is an
//! exception already. Rounds are independent of one another; the wagers of one round are not, since they share a deck,
//! a dealer's hand or a highest hand, so they count as one wager of their sum, the worst that dependence can do.

use crate::error::{AnalysisError, Result};
use crate::expected::{Expected, Known};
use crate::frame::{RoundFrame, distinct};
use crate::played::{GroupRow, Part, PlayedCell};
use crate::variance::Names;
use feltproof_model::analysis::{HoldGroup, Holds, Undecided, title_of_played};
use feltproof_model::workpaper::Dimension;
use feltproof_model::{TableId, Wager};
use feltproof_par::sheet::Ratio;
use feltproof_stats::{Prob, Trials, adjusted, at_least};
use num_bigint::BigInt;
use num_traits::{Signed, ToPrimitive, Zero};
use std::rc::Rc;

pub(crate) struct Group {
    pub(crate) held: HoldGroup,
    pub(crate) rows: Vec<GroupRow>,
}

/// Sums cells along each dimension, tests groups of enough rounds and adjusts; none are no groups.
pub(crate) fn summed_up(
    cells: &[PlayedCell<'_>],
    names: &Names,
    known: &mut Known<'_>,
) -> Result<Vec<Group>> {
    let (mut all, mut ps, mut without) = (Vec::new(), Vec::new(), Vec::new());
    if cells.is_empty() {
        return Ok(all);
    }
    let dealers = distinct(cells.iter().map(|cell| cell.dealer));
    let dealer = |name: &str| dealers.binary_search(&name).expect("all dealers are in the list");
    let frame = RoundFrame::build(cells, dealer)?;
    for dimension in [Dimension::Wager, Dimension::Table, Dimension::Dealer] {
        for (wager, key, rows) in frame.groups(dimension)? {
            let Some(wager) = Wager::ALL.get(wager as usize).copied() else { continue };
            let key = match dimension {
                Dimension::Table => names.tables.get(key as usize).cloned(),
                Dimension::Dealer => dealers.get(key as usize).map(|name| (*name).to_owned()),
                _ => Some(title_of_played(wager).to_owned()),
            };
            let key = key.unwrap_or_default();
            let (held, p) = tested(&rows, HoldGroup { dimension, key, ..empty(wager) }, known)?;
            ps.extend(p.map(|both| both.0));
            without.extend(p.map(|both| both.1));
            all.push(Group { held, rows });
        }
    }
    let both = adjusted(&ps).into_iter().zip(adjusted(&without));
    for (group, (p, without)) in all.iter_mut().filter(|group| group.held.p.is_some()).zip(both) {
        group.held.adjusted = Some(p.trillionths());
        let departs_without = without.trillionths() <= Holds::LEVEL;
        group.held.undecided =
            Some(Undecided::SetAside).filter(|_| departs_without && !group.held.departs());
    }
    Ok(all)
}

/// The bound of the probability of rows together, no seats set aside, in trillionths, if enough.
pub(crate) fn together(
    wager: Wager,
    rows: &[GroupRow],
    known: &mut Known<'_>,
) -> Result<Option<u64>> {
    Ok(tested(rows, empty(wager), known)?.1.map(|(_, without)| without.trillionths()))
}

const fn empty(wager: Wager) -> HoldGroup {
    HoldGroup {
        wager,
        dimension: Dimension::Wager,
        key: String::new(),
        rounds: 0,
        staked_micros: 0,
        returned_micros: 0,
        overpaid_micros: 0,
        seats_set_aside: 0,
        set_aside_micros: 0,
        expected_micros: 0,
        error_micros: 0,
        p: None,
        adjusted: None,
        undecided: None,
    }
}

/// A group with its sums, and if tested the bounds with seats set aside as lost and without them.
fn tested(
    rows: &[GroupRow],
    mut group: HoldGroup,
    known: &mut Known<'_>,
) -> Result<(HoldGroup, Option<(Prob, Prob)>)> {
    let mut all: Vec<(GroupRow, Rc<Expected>)> = Vec::new();
    for row in rows {
        let table = TableId(u16::try_from(row.table).expect("tables are numbered in 16 bits"));
        let hands = u8::try_from(row.hands).expect("hands are counted in 8 bits");
        // Only rows that have one are in the frame.
        let Ok(expected) = known.at(table, group.wager, hands) else { continue };
        all.push((*row, expected));
        group.seats_set_aside += row.seats_aside.unsigned_abs();
        group.set_aside_micros += row.staked_aside;
    }
    let (mut expected, mut variance) = (Ratio::zero(), Ratio::zero());
    for (row, of) in all.iter().filter(|(row, _)| row.part != Part::With) {
        group.rounds += row.rounds.unsigned_abs();
        group.staked_micros += row.staked;
        group.returned_micros += row.returned;
        group.overpaid_micros += row.overpaid;
        expected += Ratio::from_integer(row.staked.into()) + &of.gain * BigInt::from(row.unit);
        let scale = BigInt::from(row.scale);
        variance += &of.variance * (&scale * &scale * BigInt::from(row.rounds));
    }
    group.expected_micros = narrowed("expected", &expected.round().to_integer())?;
    // Rounded up: the error is at most this.
    let error = variance.ceil().to_integer().sqrt() + BigInt::from(u8::from(!variance.is_zero()));
    group.error_micros = narrowed("expected", &error)?;
    if group.rounds < Holds::ROUNDS_MIN {
        return Ok((group, None));
    }
    let (p, without) = (bound(&all, Part::Without), bound(&all, Part::With));
    group.p = Some(p.trillionths());
    Ok((group, Some((p, without))))
}

fn narrowed(column: &'static str, amount: &BigInt) -> Result<i64> {
    let magnitude = amount.abs().to_i128().unwrap_or(i128::MAX);
    amount.to_i64().ok_or(AnalysisError::TooLarge { column, magnitude, limit: i64::MAX })
}

/// The bound of the probability of rows but those of a part.
fn bound(all: &[(GroupRow, Rc<Expected>)], but: Part) -> Prob {
    let rows = || all.iter().filter(move |(row, _)| row.part != but);
    let trials = rows().map(|(row, of)| Trials {
        law: &of.law,
        scale: row.scale,
        count: row.rounds.unsigned_abs(),
    });
    let trials: Vec<Trials<'_>> = trials.collect();
    // What players gained, moved by as much as the rounding of units moves the expectation: the bound is one on the
    // distance from the expectation. Rounded down.
    let gained = rows().map(|(row, _)| [row.returned, -row.overpaid, -row.staked].map(i128::from));
    let gained: i128 = gained.flatten().sum();
    let moved = rows().map(|(row, of)| {
        let scaled = BigInt::from(row.scale) * BigInt::from(row.rounds);
        &of.gain * (scaled - BigInt::from(row.unit))
    });
    let moved = moved.sum::<Ratio>().floor().to_integer().to_i128();
    at_least(
        &trials,
        gained + moved.expect("units are rounded by a thousandth of themselves at most"),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_beyond_the_range_of_a_sum_are_refused() {
        let most = BigInt::from(i64::MAX);
        assert_eq!(narrowed("expected", &most).unwrap(), i64::MAX);
        for beyond in [most + 1, BigInt::from(i64::MIN) - 1] {
            let why = narrowed("expected", &beyond).unwrap_err().to_string();
            assert!(why.contains("under expected") && why.contains("9223372036854775807"), "{why}");
        }
    }
}
