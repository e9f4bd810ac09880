//! Rows that are no records: blank ones, the header once more, totals, and remarks.
//!
//! A row is taken for a total where its first cell that is not empty says so (`TOTAL`, `Table total`,
//! `Sum`), and for a remark where it has one cell alone among three columns or more, most of which other
//! rows fill. Both are left out of what is said of the columns.

use super::sample::{Row, Sample};
use crate::profile::is_mark;

/// Words of totals, lower case, with `|` between.
const TOTALS: &str = "total|totals|grand total|subtotal|sub total|sub-total|sum|page total|\
                      table total|day total|report total|shift total";

/// What the rows of a sample are.
#[derive(Clone, Debug, Default)]
pub(super) struct Lines<'s> {
    pub(super) records: Vec<&'s Row>,
    pub(super) blank: usize,
    pub(super) headers: usize,
    /// Totals: the row, and the column that says so.
    pub(super) totals: Vec<(&'s Row, usize)>,
    /// Remarks: the row, and its one column.
    pub(super) remarks: Vec<(&'s Row, usize)>,
    /// Rows with more cells than columns have names.
    pub(super) too_long: Vec<u64>,
}

impl<'s> Lines<'s> {
    pub(super) fn of(sample: &'s Sample) -> Self {
        let mut lines = Self::default();
        let filled = |row: &Row| row.cells.iter().filter(|cell| !cell.is_empty()).count();
        let mut counts: Vec<usize> = sample.rows.iter().map(filled).filter(|n| *n > 0).collect();
        counts.sort_unstable();
        let usual = counts.get(counts.len() / 2).copied().unwrap_or(0);
        for row in &sample.rows {
            let is_rule = |cell: &String| !cell.is_empty() && cell.bytes().all(|b| b == b'-');
            let first = row.cells.iter().position(|cell| !cell.is_empty());
            let is_rule = row.cells.len() > 1 && row.cells.iter().all(is_rule);
            let Some(first) = first.filter(|_| !is_rule) else {
                lines.blank += 1;
                continue;
            };
            let cells = sample.names.iter().enumerate().filter(|(_, name)| !is_mark(name));
            let is_header = cells.clone().all(|(at, name)| row.cell(at) == name);
            if is_header && row.cells.len() <= sample.names.len() {
                lines.headers += 1;
            } else if is_total(row.cell(first)) {
                lines.totals.push((row, first));
            } else if usual >= 3 && filled(row) == 1 {
                lines.remarks.push((row, first));
            } else {
                if row.cells.len() > sample.names.len() {
                    lines.too_long.push(row.number);
                }
                lines.records.push(row);
            }
        }
        lines
    }
}

fn is_total(cell: &str) -> bool {
    let word = cell.trim_end_matches([':', ' ']).to_lowercase();
    TOTALS.split('|').any(|total| total == word)
        || word.starts_with("total ")
        || word.ends_with(" total")
}

#[cfg(test)]
mod tests {
    use super::super::sample::tests::of_text;
    use super::*;

    #[test]
    fn rows_that_are_no_records_are_told() {
        let sample = of_text(
            "Tbl,Rnd,Ante,Pay\nT1,1,5,\nTbl,Rnd,Ante,Pay\n,,,\nT1,2,5,10\nT1,3,5,5\nTOTAL,,15,15\nTable total:,,1,1\n\
             Printed 10/31/2026,,,\nT1,4,5,5,9\n",
        );
        let lines = Lines::of(&sample);
        assert_eq!((lines.records.len(), lines.blank, lines.headers), (4, 1, 1));
        assert_eq!(
            (lines.totals.len(), lines.remarks.len(), lines.too_long.clone()),
            (2, 1, vec![10])
        );
        assert!(!is_total("Totally") && !is_total("T1") && is_total("Grand Total"));
    }
}
