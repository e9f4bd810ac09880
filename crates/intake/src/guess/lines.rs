//! Rows that are no records: blank ones, the header once more, totals, and remarks.
//!
//! A row is taken for a total where its first cell that is not empty says so (`TOTAL`, `Table total`, `Subtotal D01`,
//! `Σ`), or any cell of a row that lacks what nearly all rows have; without such a word, where it lacks half of that and each
//! of its amounts is the sum of those above it, up to the total before or to the first row. A row is taken for a remark where
//! it has one cell alone among three columns or more, most of which other rows fill. All are left out of what is said of the
//! columns.

use super::amounts;
use super::sample::{Row, Sample};
use crate::profile::{MoneyForm, is_mark};

/// Words of totals, lower case, with `|` between.
const TOTALS: &str = "total|totals|grand total|subtotal|subtotals|sub total|sub-total|sum|sums|page total|\
                      table total|day total|report total|shift total|tot|tot.|s/total|σ|∑";

/// What the rows of a sample are.
#[derive(Clone, Debug, Default)]
pub(super) struct Lines<'s> {
    pub(super) records: Vec<&'s Row>,
    pub(super) blank: usize,
    pub(super) headers: usize,
    /// Totals: the row, and the column that says so.
    pub(super) totals: Vec<(&'s Row, usize)>,
    /// Rows without such a word that sum those above them.
    pub(super) sums: Vec<&'s Row>,
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
        let common = common(sample);
        let lacks = |row: &Row| common.iter().filter(|at| row.cell(**at).is_empty()).count();
        for row in &sample.rows {
            // Dashes alone are a rule under the names.
            let has_text = |cell: &String| cell.bytes().any(|b| b != b'-');
            let first = row.cells.iter().position(|cell| !cell.is_empty());
            let Some(first) = first.filter(|_| row.cells.iter().any(has_text)) else {
                lines.blank += 1;
                continue;
            };
            let own = |at: &usize| !is_mark(&sample.names[*at]);
            let places = || (0..sample.names.len()).filter(own);
            let is_header = places().all(|at| row.cell(at) == sample.names[at]);
            let is_part = |of: &Row| places().all(|at| row.cell(at) == of.cell(at));
            let is_header = is_header || sample.heading.iter().any(is_part);
            if is_header && row.cells.len() <= sample.names.len() {
                lines.headers += 1;
            } else if let Some(at) = total(row, first, lacks(row) > 0) {
                lines.totals.push((row, at));
            } else if usual >= 3 && filled(row) == 1 {
                lines.remarks.push((row, first));
            } else {
                if row.cells.len() > sample.names.len() {
                    lines.too_long.push(row.number);
                }
                lines.records.push(row);
            }
        }
        lines.divide_sums(|row| lacks(row) * 2 >= common.len() && lacks(row) > 0);
        lines
    }

    /// Takes the rows out of the records that sum others: all since the last such row, or all of the file.
    fn divide_sums(&mut self, may_be: impl Fn(&Row) -> bool) {
        if !self.records.iter().any(|row| may_be(row)) {
            return;
        }
        let width = self.records.iter().map(|row| row.cells.len()).max().unwrap_or(0);
        let own = |at: usize| {
            let records = self.records.iter().filter(|row| !may_be(row));
            amounts::of(records.map(move |row| row.cell(at)).filter(|cell| !cell.is_empty()))
        };
        let forms: Vec<Option<MoneyForm>> =
            (0..width).map(|at| own(at).map(|of| of.form)).collect();
        let read = |row: &Row| -> Vec<Option<i64>> {
            let cell = |(at, form): (usize, &Option<MoneyForm>)| {
                form.as_ref()?.read(row.cell(at).as_bytes()).ok().map(|amount| amount.micros())
            };
            forms.iter().enumerate().map(cell).collect()
        };
        let (mut since, mut all) = (Sum::new(width), Sum::new(width));
        let mut totals = self.totals.iter().map(|(row, _)| row.number).peekable();
        let (sums, records) = std::mem::take(&mut self.records).into_iter().partition(|row| {
            let amounts = read(row);
            while totals.next_if(|number| *number < row.number).is_some() {
                since = Sum::new(width);
            }
            if may_be(row) && (since.is(&amounts) || all.is(&amounts)) {
                since = Sum::new(width);
                return true;
            }
            since.add(&amounts);
            all.add(&amounts);
            false
        });
        (self.sums, self.records) = (sums, records);
    }
}

/// What the amounts of some rows come to, column by column.
struct Sum {
    rows: usize,
    amounts: Vec<i64>,
}

impl Sum {
    fn new(width: usize) -> Self {
        Self { rows: 0, amounts: vec![0; width] }
    }

    fn add(&mut self, amounts: &[Option<i64>]) {
        self.rows += 1;
        for (sum, amount) in self.amounts.iter_mut().zip(amounts) {
            // What overflows is no sum of money.
            *sum = sum.wrapping_add(amount.unwrap_or(0));
        }
    }

    /// Whether these are the sums of several rows, each that is there, and one at least is not nothing.
    fn is(&self, amounts: &[Option<i64>]) -> bool {
        let mut pairs =
            self.amounts.iter().zip(amounts).filter_map(|(sum, of)| Some((sum, (*of)?)));
        let has_any = pairs.clone().any(|(_, of)| of != 0);
        self.rows > 1 && has_any && pairs.all(|(sum, of)| *sum == of)
    }
}

/// The columns that four rows of five fill.
fn common(sample: &Sample) -> Vec<usize> {
    let filled = |at: usize| sample.rows.iter().filter(|row| !row.cell(at).is_empty()).count();
    (0..sample.names.len()).filter(|at| filled(*at) * 5 >= sample.rows.len() * 4).collect()
}

/// The cell that says that a row is a total: the first, or any of a row that lacks what the others have.
fn total(row: &Row, first: usize, lacks: bool) -> Option<usize> {
    let rest = if lacks { first..row.cells.len() } else { first..first + 1 };
    rest.into_iter().find(|at| is_total(row.cell(*at)))
}

fn is_total(cell: &str) -> bool {
    let word = cell.trim_end_matches([':', ' ']).to_lowercase();
    let begins =
        ["total ", "subtotal ", "sub-total ", "sub total ", "sum of ", "totals ", "σ ", "∑ "];
    let ends = [" total", " subtotal", " sub-total", " totals"];
    TOTALS.split('|').any(|total| total == word)
        || begins.iter().any(|begin| word.starts_with(begin))
        || ends.iter().any(|end| word.ends_with(end))
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

    #[test]
    fn rows_that_sum_others_are_totals_wherever_their_word_stands_and_without_one() {
        let sample = of_text(
            "Rnd,Tbl,Dlr,Seat,Ante,Pay\n1,T1,D1,1,5,\n1,T1,D1,2,5,10\n,,Subtotal D1,,10,10\n2,T1,D2,1,7.50,\n\
             2,T1,D2,2,5,15\n,,,,12.50,15\n3,T1,D2,1,20,\n3,T1,D2,2,5,5\n4,T1,D2,1,1,\n4,T1,D2,2,2,\n,,,,50.50,30\n\
             5,T1,D2,1,20,\n5,T1,D2,2,20,\n6,T1,D2,2,20,\n7,T1,D2,2,20,\n8,T1,D2,2,20,\n9,T1,D2,2,20,\n,,,,99,1\n\
             9,T1,D2,3,20,\n9,T1,D2,4,20,\n10,T1,D2,2,20,\n11,T1,D2,2,20,\n12,T1,D2,2,20,\n13,T1,D2,2,20,\n\
             14,T1,D2,3,20,\n15,T1,D2,4,20,\n16,T1,D2,2,20,\n17,T1,D2,2,20,\n18,T1,D2,2,20,\n19,T1,D2,2,20,\n",
        );
        let lines = Lines::of(&sample);
        let numbers = |rows: &[&Row]| rows.iter().map(|row| row.number).collect::<Vec<_>>();
        assert_eq!(
            lines.totals.iter().map(|(row, at)| (row.number, *at)).collect::<Vec<_>>(),
            [(4, 2)]
        );
        // All since the total before, and all of the file; 99 is no sum of anything.
        assert_eq!(numbers(&lines.sums), [7, 12]);
        assert!(numbers(&lines.records).contains(&19));
        for word in ["Subtotal D01", "Sub-total", "Σ", "Sum", "Grand Totals:", "Shift total"] {
            assert!(is_total(word), "{word}");
        }
        assert!(!is_total("Summer") && !is_total("D01"));
    }
}
