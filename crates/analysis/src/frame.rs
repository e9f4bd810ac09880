//! The frame of distinct groups and its sums. The only file that knows polars.
//!
//! Integers only. Before the frame is built, the absolute values of each column are added in 128
//! bits: as they fit in 64, no sum of any part of them can leave 64 bits, however it is grouped.

use crate::error::AnalysisError;
use crate::money::{MoneyGroup, MoneySums};
use crate::partial::Cell;
use crate::played::{GroupRow, Part, PlayedCell};
use crate::totals::Totals;
use feltproof_model::workpaper::{Dimension, VarianceGroup};
use polars::prelude::{ChunkAgg, Column as FrameColumn, DataFrame, PolarsError};
use std::collections::BTreeMap;

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
    narrowed(column.name(), cells.iter().map(|(_, totals)| column.of(totals)))
}

fn narrowed(
    column: &'static str,
    values: impl Iterator<Item = i128> + Clone,
) -> Result<Vec<i64>, AnalysisError> {
    let magnitude: i128 = values.clone().map(i128::abs).sum();
    let too_large = || AnalysisError::TooLarge { column, magnitude, limit: i64::MAX };
    if magnitude > i128::from(i64::MAX) {
        return Err(too_large());
    }
    values.map(|value| i64::try_from(value).map_err(|_| too_large())).collect()
}

/// A place in a list as a key of a frame.
pub(crate) fn place(at: usize) -> u32 {
    u32::try_from(at)
        .expect("whatever is named stands on a line, and lines are numbered in 32 bits")
}

/// Keys, and the sums of the rows that have them.
type Summed<const K: usize, const S: usize> = ([u32; K], [i64; S]);

/// Sums of the columns of a frame over the rows that have the same keys, ascending by key.
#[allow(
    deprecated,
    reason = "what is offered instead brings a query engine, which slows every build for one group-by"
)]
fn summed<const K: usize, const S: usize>(
    frame: &DataFrame,
    keys: [&str; K],
    sums: [&str; S],
) -> Result<Vec<Summed<K, S>>, AnalysisError> {
    let found = frame.group_by(keys)?.select(sums).sum()?;
    let missing = || AnalysisError::Frame("a sum is missing".to_owned());
    let mut rows = vec![([0; K], [0; S]); found.height()];
    for (at, key) in keys.into_iter().enumerate() {
        for (row, value) in rows.iter_mut().zip(found.column(key)?.u32()?.iter()) {
            row.0[at] = value.ok_or_else(missing)?;
        }
    }
    for (at, sum) in sums.into_iter().enumerate() {
        let name = format!("{sum}_sum");
        for (row, value) in rows.iter_mut().zip(found.column(&name)?.i64()?.iter()) {
            row.1[at] = value.ok_or_else(missing)?;
        }
    }
    rows.sort_unstable();
    Ok(rows)
}

/// The sums of one gaming day along a dimension.
pub(crate) struct DayGroup {
    /// None for the house as a whole.
    pub(crate) key: Option<u32>,
    pub(crate) day: u32,
    pub(crate) staked: i64,
    pub(crate) owed: i64,
    pub(crate) paid: i64,
}

impl Frame {
    /// Sums by gaming day, of everything or along a dimension; ascending by key, then day.
    pub(crate) fn sum_by_day(
        &self,
        dimension: Option<Dimension>,
    ) -> Result<Vec<DayGroup>, AnalysisError> {
        let day = Dimension::GamingDay.name();
        let sums = [Column::Staked, Column::Owed, Column::Paid].map(Column::name);
        let group =
            |key, day, [staked, owed, paid]: [i64; 3]| DayGroup { key, day, staked, owed, paid };
        let Some(dimension) = dimension else {
            let rows = summed(&self.0, [day], sums)?.into_iter();
            return Ok(rows.map(|([day], sums)| group(None, day, sums)).collect());
        };
        let rows = summed(&self.0, [dimension.name(), day], sums)?.into_iter();
        Ok(rows.map(|([key, day], sums)| group(Some(key), day, sums)).collect())
    }
}

/// One row for the rounds of a dealer at a table whose stakes are alike.
pub(crate) struct RoundFrame {
    frame: DataFrame,
    /// The scales that occur, ascending: the frame has their places.
    scales: Vec<i64>,
}

/// The group of a side bet: its wager and the table or dealer, with its rows.
pub(crate) type RoundGroup = (u32, u32, Vec<GroupRow>);

impl RoundFrame {
    const SUMS: [&str; 7] =
        ["rounds", "unit", "staked", "returned", "overpaid", "seats_aside", "staked_aside"];

    pub(crate) fn build(
        cells: &[PlayedCell<'_>],
        dealer: impl Fn(&str) -> usize,
    ) -> Result<Self, AnalysisError> {
        let mut scales: Vec<i64> = cells.iter().map(|cell| cell.key.scale).collect();
        scales.sort_unstable();
        scales.dedup();
        let scale = |cell: &PlayedCell<'_>| {
            place(scales.binary_search(&cell.key.scale).expect("all scales are in the list"))
        };
        let keys: [(&str, Vec<u32>); 6] = [
            ("table", cells.iter().map(|c| c.table.0.into()).collect()),
            ("dealer", cells.iter().map(|c| place(dealer(c.dealer))).collect()),
            ("wager", cells.iter().map(|c| c.key.wager as u32).collect()),
            ("hands", cells.iter().map(|c| c.key.hands.into()).collect()),
            ("part", cells.iter().map(|c| c.key.part as u32).collect()),
            ("scale", cells.iter().map(scale).collect()),
        ];
        let mut columns: Vec<FrameColumn> =
            keys.into_iter().map(|(name, keys)| FrameColumn::new(name.into(), keys)).collect();
        let sums = cells.iter().map(|cell| &cell.sums);
        let values = [
            narrowed("rounds", sums.clone().map(|s| s.rounds.into()))?,
            narrowed("unit", sums.clone().map(|s| s.unit))?,
            narrowed("staked", sums.clone().map(|s| s.staked))?,
            narrowed("returned", sums.clone().map(|s| s.returned))?,
            narrowed("overpaid", sums.clone().map(|s| s.overpaid))?,
            narrowed("seats_aside", sums.clone().map(|s| s.seats_aside.into()))?,
            narrowed("staked_aside", sums.map(|s| s.staked_aside))?,
        ];
        let values = Self::SUMS.into_iter().zip(values);
        columns.extend(values.map(|(name, values)| FrameColumn::new(name.into(), values)));
        Ok(Self { frame: DataFrame::new(cells.len(), columns)?, scales })
    }

    /// The groups of every side bet along a dimension, ascending by wager and key.
    pub(crate) fn groups(&self, dimension: Dimension) -> Result<Vec<RoundGroup>, AnalysisError> {
        let rows = if dimension == Dimension::Dealer {
            summed(&self.frame, ["wager", "dealer", "table", "hands", "part", "scale"], Self::SUMS)?
        } else {
            let rows =
                summed(&self.frame, ["wager", "table", "hands", "part", "scale"], Self::SUMS)?;
            let keyed = |[wager, table, hands, part, scale]: [u32; 5]| {
                [wager, table, table, hands, part, scale]
            };
            rows.into_iter().map(|(keys, sums)| (keyed(keys), sums)).collect()
        };
        let mut groups: Vec<RoundGroup> = Vec::new();
        for ([wager, subject, table, hands, part, scale], sums) in rows {
            let [rounds, unit, staked, returned, overpaid, seats_aside, staked_aside] = sums;
            let part = Part::ALL[part as usize];
            // Everywhere is one group of the wager, by its own number.
            let key = if dimension == Dimension::Wager { wager } else { subject };
            let scale = self.scales[scale as usize];
            let row = GroupRow {
                table,
                hands,
                part,
                scale,
                rounds,
                unit,
                staked,
                returned,
                overpaid,
                seats_aside,
                staked_aside,
            };
            match groups.last_mut() {
                Some((of, last, rows)) if (*of, *last) == (wager, key) => rows.push(row),
                _ => groups.push((wager, key, vec![row])),
            }
        }
        Ok(groups)
    }
}

/// One row for the exceptions of an explainer at a table by a dealer.
pub(crate) struct MoneyFrame {
    frame: DataFrame,
    /// Names of tables and dealers, ascending: the frame has their places, and 0 for none.
    names: Vec<String>,
}

impl MoneyFrame {
    const SUMS: [&str; 3] = ["over", "under", "exceptions"];

    pub(crate) fn build(groups: &[MoneyGroup<'_>]) -> Result<Self, AnalysisError> {
        let named = groups.iter().flat_map(|group| [group.table, group.dealer]);
        let mut names: Vec<String> = named.flatten().map(str::to_owned).collect();
        names.sort_unstable();
        names.dedup();
        let named = |name: Option<&str>| {
            let found = name.and_then(|name| names.binary_search_by(|n| n.as_str().cmp(name)).ok());
            found.map_or(0, |at| place(at + 1))
        };
        let keys: [(&str, Vec<u32>); 3] = [
            ("explainer", groups.iter().map(|group| place(group.explainer)).collect()),
            ("table", groups.iter().map(|group| named(group.table)).collect()),
            ("dealer", groups.iter().map(|group| named(group.dealer)).collect()),
        ];
        let mut columns: Vec<FrameColumn> =
            keys.into_iter().map(|(name, keys)| FrameColumn::new(name.into(), keys)).collect();
        let sums = groups.iter().map(|group| &group.sums);
        let values = [
            narrowed("over", sums.clone().map(|s| s.over))?,
            narrowed("under", sums.clone().map(|s| s.under))?,
            narrowed("exceptions", sums.map(|s| s.exceptions.into()))?,
        ];
        let values = Self::SUMS.into_iter().zip(values);
        columns.extend(values.map(|(name, values)| FrameColumn::new(name.into(), values)));
        Ok(Self { frame: DataFrame::new(groups.len(), columns)?, names })
    }

    /// The sums of each explainer.
    pub(crate) fn totals(&self) -> Result<Vec<(usize, MoneySums)>, AnalysisError> {
        let rows = summed(&self.frame, ["explainer"], Self::SUMS)?.into_iter();
        let sums = |[over, under, exceptions]: [i64; 3]| MoneySums {
            over: over.into(),
            under: under.into(),
            exceptions: exceptions.unsigned_abs(),
        };
        Ok(rows.map(|([at], of)| (at as usize, sums(of))).collect())
    }

    /// Of each explainer the table or the dealer with the most money, and how much; of equal ones the first by name.
    pub(crate) fn largest(
        &self,
        along: &str,
    ) -> Result<BTreeMap<usize, (String, i128)>, AnalysisError> {
        let mut found: BTreeMap<usize, (String, i128)> = BTreeMap::new();
        for ([at, place], [over, under, _]) in
            summed(&self.frame, ["explainer", along], Self::SUMS)?
        {
            let place = usize::try_from(place).ok().and_then(|place| place.checked_sub(1));
            let Some(name) = place.and_then(|place| self.names.get(place)) else { continue };
            let money = i128::from(over) + i128::from(under);
            let at = at as usize;
            if found.get(&at).is_none_or(|(_, most)| money > *most) {
                found.insert(at, (name.clone(), money));
            }
        }
        Ok(found)
    }
}

impl From<PolarsError> for AnalysisError {
    fn from(error: PolarsError) -> Self {
        Self::Frame(error.to_string())
    }
}
