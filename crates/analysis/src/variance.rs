//! Paid against owed along each dimension, in the order a report lists it.

use crate::error::{AnalysisError, Result};
use crate::frame::{COLUMNS, DIMENSIONS, Frame, Group, distinct, place};
use crate::partial::{Cell, Partial};
use crate::totals::Totals;
use feltproof_model::workpaper::{Dimension, VarianceGroup};
use feltproof_model::{Engagement, Seat, Wager};

/// Names of tables and gaming days by place in the engagement; others carry theirs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Names {
    /// Tables.
    pub tables: Vec<String>,
    /// Gaming days.
    pub days: Vec<String>,
}

impl Names {
    /// The names of an engagement.
    pub fn of(engagement: &Engagement) -> Self {
        Self {
            tables: engagement.tables.iter().map(|t| t.id.to_string()).collect(),
            days: engagement.days.iter().map(|d| d.date.to_string()).collect(),
        }
    }
}

/// Paid against owed by table and gaming day (in engagement order), dealer (by name), seat and
/// wager (in their own order), dimension after dimension. Nothing added is no groups. Errors:
/// [`AnalysisError::TooLarge`] when sums could leave 64 bits, [`AnalysisError::NoName`] for a table
/// or gaming day that `names` lacks; the others are defects, reported rather than printed as sums.
pub fn variance(partial: &Partial, names: &Names) -> Result<Vec<VarianceGroup>, AnalysisError> {
    let cells = partial.cells();
    if cells.is_empty() {
        return Ok(Vec::new());
    }
    let total = total_of(&cells);
    let keys = Keys::of(&cells);
    let frame = Frame::build(&cells, |dimension, cell| keys.number(dimension, cell))?;
    let mut groups = Vec::new();
    for dimension in DIMENSIONS {
        let summed = frame.sum_by(dimension)?;
        compare(dimension, &summed, &total)?;
        for group in summed {
            let key = keys.name(dimension, group.key, names)?;
            groups.push(group.into_variance(dimension, key));
        }
    }
    Ok(groups)
}

/// The sum over all cells, kept in 128 bits beside the frame.
fn total_of(cells: &[(Cell<'_>, Totals)]) -> Totals {
    cells.iter().fold(Totals::default(), |mut total, (_, cell)| {
        total.merge(cell);
        total
    })
}

/// Every wager belongs to exactly one group of each dimension, so the groups must add up to all.
fn compare(dimension: Dimension, groups: &[Group], total: &Totals) -> Result<()> {
    for (i, (column, of)) in COLUMNS.into_iter().enumerate() {
        let found: i128 = groups.iter().filter_map(|g| g.sums.get(i)).map(|s| i128::from(*s)).sum();
        let expected = of(total);
        if found != expected {
            let dimension = dimension.name();
            return Err(AnalysisError::Disagree { dimension, column, found, expected });
        }
    }
    Ok(())
}

/// Numbers for the values of each dimension, ascending in report order, and back.
pub(crate) struct Keys<'a> {
    dealers: Vec<&'a str>,
    seats: Vec<Seat>,
}

impl<'a> Keys<'a> {
    pub(crate) fn of(cells: &[(Cell<'a>, Totals)]) -> Self {
        let dealers = distinct(cells.iter().map(|(cell, _)| cell.dealer));
        Self { dealers, seats: distinct(cells.iter().map(|(cell, _)| cell.seat)) }
    }

    pub(crate) fn number(&self, dimension: Dimension, cell: &Cell<'_>) -> u32 {
        // A cell's dealer and seat are in the lists, which were made of all cells.
        let place = |found: Result<usize, usize>| place(found.expect("all cells are in the lists"));
        match dimension {
            Dimension::Table => u32::from(cell.table.0),
            Dimension::Dealer => place(self.dealers.binary_search(&cell.dealer)),
            Dimension::Seat => place(self.seats.binary_search(&cell.seat)),
            Dimension::GamingDay => u32::from(cell.day),
            Dimension::Wager => cell.wager as u32,
        }
    }

    pub(crate) fn name(&self, dimension: Dimension, number: u32, names: &Names) -> Result<String> {
        let place = number as usize;
        let (found, known) = match dimension {
            Dimension::Table => (names.tables.get(place).cloned(), names.tables.len()),
            Dimension::Dealer => {
                (self.dealers.get(place).map(|d| (*d).to_owned()), self.dealers.len())
            }
            Dimension::Seat => (self.seats.get(place).map(Seat::to_string), self.seats.len()),
            Dimension::GamingDay => (names.days.get(place).cloned(), names.days.len()),
            Dimension::Wager => (Wager::ALL.get(place).map(|w| w.title().to_owned()), Wager::COUNT),
        };
        found.ok_or_else(|| AnalysisError::NoName {
            dimension: dimension.name(),
            place: number,
            known,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_frame_that_loses_a_wager_is_found_out() {
        let total = Totals { wagers: 3, staked: 30, ..Totals::default() };
        let group =
            |key, wagers, staked| Group { key, sums: [wagers, staked, 0, 0, 0, 0, 0, 0, 0] };
        let whole = [group(0, 1, 10), group(1, 2, 20)];
        assert_eq!(compare(Dimension::Seat, &whole, &total), Ok(()));
        let short = [group(0, 1, 10), group(1, 2, 19)];
        let error = compare(Dimension::Seat, &short, &total).unwrap_err();
        assert_eq!(
            error.to_string(),
            "the sums of staked by seat add up to 29, but all wagers together to 30; this is a \
             defect of the program, please report it"
        );
    }
}
