//! The frame of distinct groups and its sums. The only file that knows polars.
//!
//! Integers only. Before the frame is built, the absolute values of each column are added in 128
//! bits: as they fit in 64, no sum of any part of them can leave 64 bits, however it is grouped.

use crate::error::AnalysisError;
use crate::partial::Cell;
use crate::totals::Totals;
use feltproof_model::workpaper::{Dimension, VarianceGroup};
use polars::prelude::{ChunkAgg, Column as FrameColumn, DataFrame, PolarsError};

/// One column of sums.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Column {
    Wagers,
    Staked,
    Owed,
    Paid,
    Overpaid,
    Over,
    Underpaid,
    Under,
    Untested,
}

/// All columns; [`Group::sums`] stands in this order.
pub(crate) const COLUMNS: [Column; 9] = [
    Column::Wagers,
    Column::Staked,
    Column::Owed,
    Column::Paid,
    Column::Overpaid,
    Column::Over,
    Column::Underpaid,
    Column::Under,
    Column::Untested,
];

impl Column {
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Wagers => "wagers",
            Self::Staked => "staked",
            Self::Owed => "owed",
            Self::Paid => "paid",
            Self::Overpaid => "overpaid",
            Self::Over => "over",
            Self::Underpaid => "underpaid",
            Self::Under => "under",
            Self::Untested => "untested",
        }
    }

    pub(crate) fn of(self, totals: &Totals) -> i128 {
        match self {
            Self::Wagers => i128::from(totals.wagers),
            Self::Staked => totals.staked,
            Self::Owed => totals.owed,
            Self::Paid => totals.paid,
            Self::Overpaid => i128::from(totals.overpaid),
            Self::Over => totals.over,
            Self::Underpaid => i128::from(totals.underpaid),
            Self::Under => totals.under,
            Self::Untested => i128::from(totals.untested),
        }
    }
}

/// The sums of one value of one dimension.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Group {
    pub(crate) key: u32,
    /// In the order of [`COLUMNS`].
    pub(crate) sums: [i64; COLUMNS.len()],
}

impl Group {
    pub(crate) fn into_variance(self, dimension: Dimension, key: String) -> VarianceGroup {
        let [wagers, staked, owed, paid, overpaid, over, underpaid, under, untested] = self.sums;
        VarianceGroup {
            dimension,
            key,
            wagers: wagers.unsigned_abs(), // a count: never negative
            untested: untested.unsigned_abs(),
            staked_micros: staked,
            owed_micros: owed,
            paid_micros: paid,
            overpaid: overpaid.unsigned_abs(),
            over_micros: over,
            underpaid: underpaid.unsigned_abs(),
            under_micros: under,
        }
    }
}

/// One row for each distinct group.
pub(crate) struct Frame(DataFrame);

/// The dimensions, in report order; each is a key column of the frame.
pub(crate) const DIMENSIONS: [Dimension; 5] =
    [Dimension::Table, Dimension::Dealer, Dimension::Seat, Dimension::GamingDay, Dimension::Wager];

impl Frame {
    /// Builds the frame; `number` gives the key of a cell along a dimension.
    pub(crate) fn build(
        cells: &[(Cell<'_>, Totals)],
        number: impl Fn(Dimension, &Cell<'_>) -> u32,
    ) -> Result<Self, AnalysisError> {
        let mut columns = Vec::with_capacity(DIMENSIONS.len() + COLUMNS.len());
        for dimension in DIMENSIONS {
            let keys: Vec<u32> = cells.iter().map(|(cell, _)| number(dimension, cell)).collect();
            columns.push(FrameColumn::new(dimension.name().into(), keys));
        }
        for column in COLUMNS {
            columns.push(FrameColumn::new(column.name().into(), narrow(column, cells)?));
        }
        Ok(Self(DataFrame::new(cells.len(), columns)?))
    }

    /// Sums along one dimension, ascending by key.
    pub(crate) fn sum_by(&self, dimension: Dimension) -> Result<Vec<Group>, AnalysisError> {
        let key = dimension.name();
        let mut groups = Vec::new();
        for rows in self.0.partition_by([key], true)? {
            // A group has at least one row, and every row of it the same key.
            let first = rows.column(key)?.u32()?.first();
            let key = first.ok_or_else(|| AnalysisError::Frame(format!("a {key} is missing")))?;
            let mut sums = [0; COLUMNS.len()];
            for (sum, column) in sums.iter_mut().zip(COLUMNS) {
                let missing =
                    || AnalysisError::Frame(format!("a sum of {} is missing", column.name()));
                *sum = rows.column(column.name())?.i64()?.sum().ok_or_else(missing)?;
            }
            groups.push(Group { key, sums });
        }
        groups.sort_unstable_by_key(|group| group.key);
        Ok(groups)
    }
}

/// The column in 64 bits, if no sum over any part of it can leave them.
fn narrow(column: Column, cells: &[(Cell<'_>, Totals)]) -> Result<Vec<i64>, AnalysisError> {
    let magnitude: i128 = cells.iter().map(|(_, totals)| column.of(totals).abs()).sum();
    let too_large =
        || AnalysisError::TooLarge { column: column.name(), magnitude, limit: i64::MAX };
    if magnitude > i128::from(i64::MAX) {
        return Err(too_large());
    }
    cells
        .iter()
        .map(|(_, totals)| i64::try_from(column.of(totals)).map_err(|_| too_large()))
        .collect()
}

impl From<PolarsError> for AnalysisError {
    fn from(error: PolarsError) -> Self {
        Self::Frame(error.to_string())
    }
}
