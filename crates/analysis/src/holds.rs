//! Results of side bets beside what their PAR sheets expect, by wager, by table and by dealer.
//!
//! What is tested is what players got as far as it was owed or cannot be told: what a check found overpaid is an
//! exception already. Rounds are independent of one another; the wagers of one round are not, since they share a deck,
//! a dealer's hand or a highest hand, so they count as one wager of their sum, the worst that dependence can do.

use crate::error::AnalysisError;
use crate::expected::{Expected, Known, Sheets};
use crate::frame::RoundFrame;
use crate::partial::Partial;
use crate::played::{GroupRow, PlayedCell};
use crate::variance::Names;
use feltproof_model::analysis::{HoldGroup, Holds};
use feltproof_model::workpaper::Dimension;
use feltproof_model::{TableId, Wager};
use feltproof_par::sheet::Ratio;
use feltproof_stats::{Prob, Trials, adjusted, at_least};
use num_bigint::BigInt;
use num_traits::{ToPrimitive, Zero};
use std::collections::BTreeMap;
use std::rc::Rc;

/// The results of every side bet that has an expectation. Nothing made is no groups.
///
/// # Errors
/// As [`crate::variance`].
pub fn holds(partial: &Partial, names: &Names, sheets: Sheets<'_>) -> Result<Holds, AnalysisError> {
    let mut known = Known::new(sheets);
    let (cells, without) = with_expectation(partial, names, &mut known);
    let mut holds =
        Holds { rounds_left_out: partial.rounds_left_out(), without, ..Holds::default() };
    if cells.is_empty() {
        return Ok(holds);
    }
    let mut dealers: Vec<&str> = cells.iter().map(|cell| cell.dealer).collect();
    dealers.sort_unstable();
    dealers.dedup();
    let frame =
        RoundFrame::build(&cells, |dealer| dealers.binary_search(&dealer).unwrap_or(usize::MAX))?;
    let mut ps = Vec::new();
    for dimension in [Dimension::Wager, Dimension::Table, Dimension::Dealer] {
        for (wager, key, rows) in frame.groups(dimension)? {
            let Some(wager) = Wager::ALL.get(place(wager)).copied() else { continue };
            let key = match dimension {
                Dimension::Table => names.tables.get(place(key)).cloned(),
                Dimension::Dealer => dealers.get(place(key)).map(|name| (*name).to_owned()),
                _ => Some(wager.title().to_owned()),
            };
            let key = key.unwrap_or_default();
            let (group, p) = group(&rows, HoldGroup { dimension, key, ..empty(wager) }, &mut known);
            ps.extend(p);
            holds.groups.push(group);
        }
    }
    holds.tested = ps.len() as u64;
    let mut all = adjusted(&ps).into_iter().zip(&ps);
    for group in holds.groups.iter_mut().filter(|group| group.rounds >= Holds::ROUNDS_MIN) {
        if let Some((adjusted, p)) = all.next() {
            group.p = Some(p.trillionths());
            group.adjusted = Some(adjusted.trillionths());
        }
    }
    Ok(holds)
}

fn place(key: u32) -> usize {
    usize::try_from(key).unwrap_or(usize::MAX)
}

/// The cells whose wager has an expectation at their table, and why the others have none.
fn with_expectation<'a>(
    partial: &'a Partial,
    names: &Names,
    known: &mut Known<'_>,
) -> (Vec<PlayedCell<'a>>, Vec<String>) {
    let mut without: BTreeMap<(Wager, String), Vec<String>> = BTreeMap::new();
    let mut cells = Vec::new();
    for cell in partial.played() {
        match known.at(cell.table, cell.key.wager, cell.key.hands) {
            Ok(_) => cells.push(cell),
            Err(why) => {
                let table =
                    names.tables.get(usize::from(cell.table.0)).cloned().unwrap_or_default();
                let tables = without.entry((cell.key.wager, why)).or_default();
                if !tables.contains(&table) {
                    tables.push(table);
                }
            }
        }
    }
    let said = |((wager, why), tables): ((Wager, String), Vec<String>)| {
        format!("{} at {}: {why}", wager.title(), tables.join(", "))
    };
    (cells, without.into_iter().map(said).collect())
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
    }
}

/// A group with its sums, and the bound of its probability where it is tested.
fn group(
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
        expected += Ratio::from_integer(row.staked.into()) + &of.gain * BigInt::from(row.staked);
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
    (group, Some(p))
}

/// What players gained, moved by as much as the rounding of stakes moves the expectation: the bound is one on the
/// distance from the expectation. Rounded down.
fn gained(all: &[(GroupRow, Rc<Expected>)], group: &HoldGroup) -> i128 {
    let moved: Ratio = all
        .iter()
        .map(|(row, of)| {
            let scaled = BigInt::from(row.scale) * BigInt::from(row.rounds);
            &of.gain * (scaled - BigInt::from(row.staked))
        })
        .sum();
    let counted = [group.returned_micros, -group.overpaid_micros, -group.staked_micros];
    let counted: i128 = counted.into_iter().map(i128::from).sum();
    counted + moved.floor().to_integer().to_i128().unwrap_or(0)
}
