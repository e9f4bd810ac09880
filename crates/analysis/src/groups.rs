//! Side bets and the base game summed along each dimension, each group with its expectation and its test.
//!
//! What is tested is what players got as far as it was owed or cannot be told: what a check found overpaid is an
//! exception already. Rounds are independent of one another; the wagers of one round are not, since they share a deck,
//! a dealer's hand or a highest hand, so they count as one wager of their sum, the worst that dependence can do.

use crate::error::AnalysisError;
use crate::expected::{Expected, Known};
use crate::frame::RoundFrame;
use crate::played::{GroupRow, PlayedCell};
use crate::variance::Names;
use feltproof_model::analysis::{HoldGroup, Holds, title_of_played};
use feltproof_model::workpaper::Dimension;
use feltproof_model::{TableId, Wager};
use feltproof_par::sheet::Ratio;
use feltproof_stats::{Prob, Trials, adjusted, at_least};
use num_bigint::BigInt;
use num_traits::{ToPrimitive, Zero};
use std::rc::Rc;

/// A group and its rows.
pub(crate) struct Group {
    pub(crate) held: HoldGroup,
    pub(crate) rows: Vec<GroupRow>,
}

/// Puts cells into one frame, sums them along each dimension, tests every group of enough rounds and adjusts for all of
/// them. No cells are no groups.
pub(crate) fn summed_up(
    cells: &[PlayedCell<'_>],
    names: &Names,
    known: &mut Known<'_>,
) -> Result<Vec<Group>, AnalysisError> {
    let (mut all, mut ps) = (Vec::new(), Vec::new());
    if cells.is_empty() {
        return Ok(all);
    }
    let mut dealers: Vec<&str> = cells.iter().map(|cell| cell.dealer).collect();
    dealers.sort_unstable();
    dealers.dedup();
    let dealer = |name: &str| dealers.binary_search(&name).unwrap_or(usize::MAX);
    let frame = RoundFrame::build(cells, dealer)?;
    for dimension in [Dimension::Wager, Dimension::Table, Dimension::Dealer] {
        for (wager, key, rows) in frame.groups(dimension)? {
            let Some(wager) = Wager::ALL.get(place(wager)).copied() else { continue };
            let key = match dimension {
                Dimension::Table => names.tables.get(place(key)).cloned(),
                Dimension::Dealer => dealers.get(place(key)).map(|name| (*name).to_owned()),
                _ => Some(title_of_played(wager).to_owned()),
            };
            let key = key.unwrap_or_default();
            let (held, p) = tested(&rows, HoldGroup { dimension, key, ..empty(wager) }, known);
            ps.extend(p);
            all.push(Group { held, rows });
        }
    }
    let mut adjusted = adjusted(&ps).into_iter();
    for group in all.iter_mut().filter(|group| group.held.p.is_some()) {
        group.held.adjusted = adjusted.next().map(Prob::trillionths);
    }
    Ok(all)
}

/// The bound of the probability of rows taken together, in trillionths; none where they are too few rounds.
pub(crate) fn together(wager: Wager, rows: &[GroupRow], known: &mut Known<'_>) -> Option<u64> {
    tested(rows, empty(wager), known).0.p
}

fn place(key: u32) -> usize {
    usize::try_from(key).unwrap_or(usize::MAX)
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
        expected_micros: 0,
        error_micros: 0,
        p: None,
        adjusted: None,
        undecided: None,
    }
}

/// A group with its sums, and the bound of its probability where it is tested.
fn tested(
    rows: &[GroupRow],
    mut group: HoldGroup,
    known: &mut Known<'_>,
) -> (HoldGroup, Option<Prob>) {
    let mut all: Vec<(GroupRow, Rc<Expected>)> = Vec::new();
    for row in rows {
        let table = TableId(u16::try_from(row.table).unwrap_or(u16::MAX));
        let hands = u8::try_from(row.hands).unwrap_or(u8::MAX);
        // Only rows that have one are in the frame.
        let Ok(expected) = known.at(table, group.wager, hands) else { continue };
        all.push((*row, expected));
    }
    let (mut expected, mut variance) = (Ratio::zero(), Ratio::zero());
    for (row, of) in &all {
        group.rounds += row.rounds.unsigned_abs();
        group.staked_micros += row.staked;
        group.returned_micros += row.returned;
        group.overpaid_micros += row.overpaid;
        expected += Ratio::from_integer(row.staked.into()) + &of.gain * BigInt::from(row.unit);
        let scale = BigInt::from(row.scale);
        variance += &of.variance * (&scale * &scale * BigInt::from(row.rounds));
    }
    group.expected_micros = expected.round().to_integer().to_i64().unwrap_or(i64::MAX);
    // Rounded up: the error is at most this.
    let error = variance.ceil().to_integer().sqrt() + BigInt::from(u8::from(!variance.is_zero()));
    group.error_micros = error.to_i64().unwrap_or(i64::MAX);
    if group.rounds < Holds::ROUNDS_MIN {
        return (group, None);
    }
    let trials = all.iter().map(|(row, of)| Trials {
        law: &of.law,
        scale: row.scale,
        count: row.rounds.unsigned_abs(),
    });
    let trials: Vec<Trials<'_>> = trials.collect();
    let p = at_least(&trials, gained(&all, &group));
    group.p = Some(p.trillionths());
    (group, Some(p))
}

/// What players gained, moved by as much as the rounding of stakes moves the expectation: the bound is one on the
/// distance from the expectation. Rounded down.
fn gained(all: &[(GroupRow, Rc<Expected>)], group: &HoldGroup) -> i128 {
    let moved: Ratio = all
        .iter()
        .map(|(row, of)| {
            let scaled = BigInt::from(row.scale) * BigInt::from(row.rounds);
            &of.gain * (scaled - BigInt::from(row.unit))
        })
        .sum();
    let counted = [group.returned_micros, -group.overpaid_micros, -group.staked_micros];
    let counted: i128 = counted.into_iter().map(i128::from).sum();
    counted + moved.floor().to_integer().to_i128().unwrap_or(0)
}
