//! The frame of distinct groups and its sums. The only file that knows polars.
//!
//! Integers only. Before the frame is built, the absolute values of each column are added in 128
//! bits: as they fit in 64, no sum of any part of them can leave 64 bits, however it is grouped.

use crate::error::{AnalysisError, Result};
use crate::money::{MoneyGroup, MoneySums};
use crate::partial::Cell;
use crate::played::{GroupRow, Part, PlayedCell, PlayedSums};
use crate::totals::Totals;
use feltproof_model::workpaper::{Dimension, VarianceGroup};
use polars::prelude::{Column as FrameColumn, DataFrame, PolarsError};
use std::collections::{BTreeMap, BTreeSet};

/// A column of sums: its name, and what one thing adds to it.
pub(crate) type SumOf<T> = (&'static str, fn(&T) -> i128);

/// The columns of [`Frame`]; [`Group::sums`] stands in this order.
pub(crate) const COLUMNS: [SumOf<Totals>; 9] = [
    ("wagers", |of| of.wagers.into()),
    ("staked", |of| of.staked),
    ("owed", |of| of.owed),
    ("paid", |of| of.paid),
    ("overpaid", |of| of.overpaid.into()),
    ("over", |of| of.over),
    ("underpaid", |of| of.underpaid.into()),
    ("under", |of| of.under),
    ("untested", |of| of.untested.into()),
];

/// The sums of one value of one dimension.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Group {
    pub(crate) key: u32,
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

pub(crate) struct Frame(DataFrame);

/// The dimensions, in report order; each is a key column of the frame.
pub(crate) const DIMENSIONS: [Dimension; 5] =
    [Dimension::Table, Dimension::Dealer, Dimension::Seat, Dimension::GamingDay, Dimension::Wager];

impl Frame {
    /// Builds the frame; `number` gives the key of a cell along a dimension.
    pub(crate) fn build(
        cells: &[(Cell<'_>, Totals)],
        number: impl Fn(Dimension, &Cell<'_>) -> u32,
    ) -> Result<Self> {
        let keys = DIMENSIONS.map(|dimension| {
            let keys = cells.iter().map(|(cell, _)| number(dimension, cell)).collect();
            (dimension.name(), keys)
        });
        Ok(Self(framed(keys, cells.iter().map(|(_, totals)| totals), COLUMNS)?))
    }

    /// Sums along one dimension, ascending by key.
    pub(crate) fn sum_by(&self, dimension: Dimension) -> Result<Vec<Group>> {
        let rows = summed(&self.0, [dimension.name()], COLUMNS.map(|column| column.0))?.into_iter();
        Ok(rows.map(|([key], sums)| Group { key, sums }).collect())
    }
}

/// A frame of a row for each thing, with its keys and its sums.
fn framed<'a, T: 'a, const K: usize, const S: usize>(
    keys: [(&str, Vec<u32>); K],
    things: impl ExactSizeIterator<Item = &'a T> + Clone,
    sums: [SumOf<T>; S],
) -> Result<DataFrame> {
    let keys = keys.into_iter().map(|(name, keys)| FrameColumn::new(name.into(), keys));
    let mut columns: Vec<FrameColumn> = keys.collect();
    for (name, sum) in sums {
        columns.push(FrameColumn::new(name.into(), narrowed(name, things.clone().map(sum))?));
    }
    Ok(DataFrame::new(things.len(), columns)?)
}

/// A column in 64 bits, if no sum over any part of it can leave them.
fn narrowed(column: &'static str, values: impl Iterator<Item = i128> + Clone) -> Result<Vec<i64>> {
    let magnitude: i128 = values.clone().map(i128::abs).sum();
    let too_large = || AnalysisError::TooLarge { column, magnitude, limit: i64::MAX };
    if magnitude > i128::from(i64::MAX) {
        return Err(too_large());
    }
    values.map(|value| i64::try_from(value).map_err(|_| too_large())).collect()
}

pub(crate) fn distinct<T: Ord>(all: impl Iterator<Item = T>) -> Vec<T> {
    all.collect::<BTreeSet<T>>().into_iter().collect()
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
) -> Result<Vec<Summed<K, S>>> {
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
    pub(crate) fn sum_by_day(&self, dimension: Option<Dimension>) -> Result<Vec<DayGroup>> {
        let day = Dimension::GamingDay.name();
        let sums = ["staked", "owed", "paid"];
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
    const SUMS: [SumOf<PlayedSums>; 7] = [
        ("rounds", |of| of.rounds.into()),
        ("unit", |of| of.unit),
        ("staked", |of| of.staked),
        ("returned", |of| of.returned),
        ("overpaid", |of| of.overpaid),
        ("seats_aside", |of| of.seats_aside.into()),
        ("staked_aside", |of| of.staked_aside),
    ];

    pub(crate) fn build(cells: &[PlayedCell<'_>], dealer: impl Fn(&str) -> usize) -> Result<Self> {
        let scales = distinct(cells.iter().map(|cell| cell.key.scale));
        let scale = |cell: &PlayedCell<'_>| {
            place(scales.binary_search(&cell.key.scale).expect("all scales are in the list"))
        };
        let keys = [
            ("table", cells.iter().map(|c| c.table.0.into()).collect()),
            ("dealer", cells.iter().map(|c| place(dealer(c.dealer))).collect()),
            ("wager", cells.iter().map(|c| c.key.wager as u32).collect()),
            ("hands", cells.iter().map(|c| c.key.hands.into()).collect()),
            ("part", cells.iter().map(|c| c.key.part as u32).collect()),
            ("scale", cells.iter().map(scale).collect()),
        ];
        let frame = framed(keys, cells.iter().map(|cell| &cell.sums), Self::SUMS)?;
        Ok(Self { frame, scales })
    }

    /// The groups of every side bet along a dimension, ascending by wager and key.
    pub(crate) fn groups(&self, dimension: Dimension) -> Result<Vec<RoundGroup>> {
        let sums = Self::SUMS.map(|sum| sum.0);
        let rows = if dimension == Dimension::Dealer {
            summed(&self.frame, ["wager", "dealer", "table", "hands", "part", "scale"], sums)?
        } else {
            let rows = summed(&self.frame, ["wager", "table", "hands", "part", "scale"], sums)?;
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
    const SUMS: [SumOf<MoneySums>; 3] = [
        ("over", |of| of.over),
        ("under", |of| of.under),
        ("exceptions", |of| of.exceptions.into()),
    ];

    pub(crate) fn build(groups: &[MoneyGroup<'_>]) -> Result<Self> {
        let named = groups.iter().flat_map(|group| [group.table, group.dealer]);
        let names = distinct(named.flatten().map(str::to_owned));
        let named = |name: Option<&str>| {
            let found = name.and_then(|name| names.binary_search_by(|n| n.as_str().cmp(name)).ok());
            found.map_or(0, |at| place(at + 1))
        };
        let keys = [
            ("explainer", groups.iter().map(|group| place(group.explainer)).collect()),
            ("table", groups.iter().map(|group| named(group.table)).collect()),
            ("dealer", groups.iter().map(|group| named(group.dealer)).collect()),
        ];
        let frame = framed(keys, groups.iter().map(|group| &group.sums), Self::SUMS)?;
        Ok(Self { frame, names })
    }

    pub(crate) fn totals(&self) -> Result<Vec<(usize, MoneySums)>> {
        let rows = summed(&self.frame, ["explainer"], Self::SUMS.map(|sum| sum.0))?.into_iter();
        let sums = |[over, under, exceptions]: [i64; 3]| MoneySums {
            over: over.into(),
            under: under.into(),
            exceptions: exceptions.unsigned_abs(),
        };
        Ok(rows.map(|([at], of)| (at as usize, sums(of))).collect())
    }

    /// Of each explainer the table or the dealer with the most money, and how much; of equal ones the first by name.
    pub(crate) fn largest(&self, along: &str) -> Result<BTreeMap<usize, (String, i128)>> {
        let mut found: BTreeMap<usize, (String, i128)> = BTreeMap::new();
        for ([at, place], [over, under]) in
            summed(&self.frame, ["explainer", along], ["over", "under"])?
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
