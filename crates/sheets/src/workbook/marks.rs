//! What the program shows of a row and no cell says: a fill, text that is struck out, a row that is hidden, a
//! comment. A mark is what some rows have and most have not; it stands in a column of its own behind the last.

use crate::notes::Notes;
use crate::rows::{RowSource, Rows};
use std::collections::{BTreeMap, BTreeSet};

/// The names of the columns that say how a row is marked.
pub const MARKS: [&str; 4] = ["(fill)", "(struck out)", "(hidden)", "(comment)"];
/// One row in so many that has it makes it no mark, but the look of the sheet.
const BANDS: usize = 4;
/// Rows that are named in a sentence.
const NAMED: usize = 20;

/// How a cell looks.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Look {
    /// Its colour, in the words of the workbook; empty: it has none.
    pub(crate) fill: String,
    pub(crate) is_struck_out: bool,
}

impl Look {
    pub(crate) fn is_plain(&self) -> bool {
        *self == Self::default()
    }

    /// What the columns of a fill and of struck-out text say of it.
    fn says(&self) -> [&str; 2] {
        [&self.fill, if self.is_struck_out { "yes" } else { "" }]
    }
}

/// Cells of a row that look otherwise than plain: each column, and the number of its look.
pub(crate) type Cells = Vec<(usize, usize)>;

/// The rows of a sheet under the names, as they look.
#[derive(Default)]
pub(crate) struct Survey {
    /// Rows, each with the number of its cells among those that differ.
    rows: Vec<(u32, usize)>,
    different: BTreeMap<Cells, usize>,
    hidden: BTreeSet<u32>,
    pub(crate) comments: BTreeMap<u32, String>,
}

impl Survey {
    pub(crate) fn row(&mut self, number: u32, cells: Cells, is_hidden: bool) {
        let next = self.different.len();
        let cells = *self.different.entry(cells).or_insert(next);
        self.rows.push((number, cells));
        if is_hidden {
            self.hidden.insert(number);
        }
    }

    /// Adds a comment to what is said of a row.
    pub(crate) fn comment(&mut self, row: u32, text: &str) {
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        let said = self.comments.entry(row).or_default();
        let between = if said.is_empty() || text.is_empty() { "" } else { " / " };
        said.push_str(&format!("{between}{text}"));
    }

    /// The marks of the rows, all of them counted.
    pub(crate) fn marks(mut self, looks: &[Look], sheet: &str, notes: &Notes) -> Marks {
        let has = |row: &u32| self.rows.binary_search_by_key(row, |(number, _)| *number).is_ok();
        self.comments.retain(|row, _| has(row));
        let mut marks = Marks::default();
        for at in 0..2 {
            let marked =
                self.looks_otherwise(|look| looks.get(look).map_or("", |look| look.says()[at]));
            marks.put(at, marked, self.rows.len(), sheet, notes);
        }
        let hidden = self.hidden.iter().map(|row| (*row, vec!["yes".to_owned()]));
        marks.put(2, hidden.collect(), self.rows.len(), sheet, notes);
        let is_usual = self.comments.len() * BANDS >= self.rows.len();
        let comments = self.comments.into_iter().filter(|_| !is_usual);
        let comments = comments.map(|(row, text)| (row, vec![text]));
        marks.put(3, comments.collect(), usize::MAX, sheet, notes);
        marks
    }

    /// What cells of each row say that most cells of their columns do not, in the order of the columns.
    fn looks_otherwise<'l>(&self, says: impl Fn(usize) -> &'l str) -> BTreeMap<u32, Vec<String>> {
        let mut counts = vec![0_usize; self.different.len()];
        self.rows.iter().for_each(|(_, cells)| counts[*cells] += 1);
        let mut columns: BTreeMap<usize, BTreeMap<&str, usize>> = BTreeMap::new();
        for (cells, number) in &self.different {
            for (column, look) in cells.iter().filter(|(_, look)| !says(*look).is_empty()) {
                *columns.entry(*column).or_default().entry(says(*look)).or_default() +=
                    counts[*number];
            }
        }
        let usual = |said: &BTreeMap<&'l str, usize>| {
            let plain = self.rows.len() - said.values().sum::<usize>();
            let most = said.iter().max_by_key(|(_, count)| **count);
            most.filter(|(_, count)| **count > plain).map_or("", |(says, _)| *says)
        };
        let usual: BTreeMap<usize, &str> =
            columns.iter().map(|(column, said)| (*column, usual(said))).collect();
        let of = |cells: &Cells| -> Vec<String> {
            let said = |column: &usize| {
                let look = cells.iter().find(|(at, _)| at == column).map(|(_, look)| says(*look));
                look.unwrap_or("")
            };
            let others = usual.iter().filter(|(column, usual)| said(column) != **usual);
            let words = others
                .map(|(column, _)| said(column))
                .map(|s| if s.is_empty() { "none" } else { s });
            words.map(str::to_owned).collect()
        };
        let mut by_number = vec![Vec::new(); self.different.len()];
        self.different.iter().for_each(|(cells, number)| by_number[*number] = of(cells));
        let marked = self.rows.iter().map(|(row, cells)| (*row, by_number[*cells].clone()));
        marked.filter(|(_, says)| !says.is_empty()).collect()
    }
}

/// The rows of a sheet that are marked, each with what its columns of [`MARKS`] say.
#[derive(Default)]
pub(crate) struct Marks {
    rows: BTreeMap<u32, [String; 4]>,
    /// Which of the columns some row has.
    has: [bool; 4],
}

impl Marks {
    /// Whether there is a column that says so: some row is marked, or the column is wanted all the same.
    pub(crate) fn has_columns(&mut self, wanted: &[String]) -> bool {
        for (has, name) in self.has.iter_mut().zip(MARKS) {
            *has |= wanted.iter().any(|wanted| wanted == name);
        }
        self.has.contains(&true)
    }

    /// Takes up what rows say, unless so many of all say it that it is the look of the sheet; says which.
    fn put(
        &mut self,
        at: usize,
        marked: BTreeMap<u32, Vec<String>>,
        all: usize,
        sheet: &str,
        notes: &Notes,
    ) {
        let mut count: BTreeMap<&String, usize> = BTreeMap::new();
        for says in marked.values() {
            let says: BTreeSet<&String> = says.iter().collect();
            says.into_iter().for_each(|says| *count.entry(says).or_default() += 1);
        }
        let is_usual = |says: &String| count.get(says).is_some_and(|n| n * BANDS >= all);
        let name = MARKS[at];
        for (says, count) in count.iter().filter(|(says, _)| is_usual(says)) {
            notes.say(format!(
                "sheet `{sheet}`: {count} of {all} rows would have `{says}` in a column {name}: so many that \
                 it is taken for the look of the sheet"
            ));
        }
        let mut named: BTreeMap<String, Vec<u32>> = BTreeMap::new();
        for (row, says) in &marked {
            let Some(says) = says.iter().find(|says| !is_usual(says)) else { continue };
            self.rows.entry(*row).or_default()[at].clone_from(says);
            self.has[at] = true;
            let key = if at == 3 { String::new() } else { format!(" `{says}`") };
            named.entry(key).or_default().push(*row);
        }
        for (says, rows) in named {
            let numbers: Vec<_> = rows.iter().take(NAMED).map(u32::to_string).collect();
            let more = if rows.len() > NAMED { ", .." } else { "" };
            let (rows, numbers) = (rows.len(), numbers.join(", "));
            notes.say(format!(
                "sheet `{sheet}`: {rows} rows are marked in the program, column {name} says{says}: row \
                 {numbers}{more}"
            ));
        }
    }
}

/// The rows of a sheet with the columns that say how they are marked.
pub(crate) struct Marked {
    source: Box<dyn RowSource>,
    marks: Marks,
    /// The row of the names, or the first behind it that has something, and how many it has.
    header_row: u32,
    names: Option<(usize, Vec<u8>)>,
}

impl Marked {
    pub(crate) fn new(source: Box<dyn RowSource>, marks: Marks, header_row: u32) -> Self {
        Self { source, marks, header_row, names: None }
    }
}

impl RowSource for Marked {
    fn next_rows(&mut self) -> Result<Option<Rows>, String> {
        let Some(rows) = self.source.next_rows()? else { return Ok(None) };
        let mut with = Rows::default();
        for (at, (number, row)) in rows.iter().enumerate() {
            with.begin(number);
            if number >= self.header_row && self.names.is_none() {
                // Names in several rows may reach further in a later one, which has no value.
                let further = rows.iter().skip(at + 1).map(|(_, row)| row);
                let names = further.take_while(|row| !row.raw().iter().any(u8::is_ascii_digit));
                let width = names.map(|row| row.count()).fold(row.count(), usize::max);
                self.names = Some((width, row.raw().to_vec()));
            }
            // A long sheet may repeat the names.
            let is_header = self.names.as_ref().is_some_and(|(_, names)| names == row.raw());
            let width = self.names.as_ref().map_or(0, |(width, _)| *width);
            (0..width.min(row.count())).for_each(|at| with.cell(row.get(at)));
            (row.count()..width).for_each(|_| with.cell(b""));
            let says = self.marks.rows.get(&number);
            for at in (0..MARKS.len()).filter(|at| width != 0 && self.marks.has[*at]) {
                let says =
                    if is_header { MARKS[at] } else { says.map_or("", |says| says[at].as_str()) };
                with.cell(says.as_bytes());
            }
            // What stands behind the last name is behind these too, where nobody overlooks it.
            (width..row.count()).for_each(|at| with.cell(row.get(at)));
        }
        Ok(Some(with))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rows::tests::table;

    fn look(fill: &str, is_struck_out: bool) -> Look {
        Look { fill: fill.to_owned(), is_struck_out }
    }

    struct Once(Option<Rows>);

    impl RowSource for Once {
        fn next_rows(&mut self) -> Result<Option<Rows>, String> {
            Ok(self.0.take())
        }
    }

    #[test]
    fn a_mark_is_what_some_rows_have_and_most_have_not() {
        let looks = [look("", false), look("F2F2F2", false), look("FFFF00", false), look("", true)];
        let mut survey = Survey::default();
        for row in 3..=22_u32 {
            // Bands, a column that is filled throughout, a row in yellow, one struck out, one without a fill.
            let band = if row % 2 == 0 { 1 } else { 0 };
            let first = if matches!(row, 7 | 8) { 2 } else { band };
            let mut cells = vec![(0, first), (1, 2)];
            match row {
                9 => cells.push((2, 3)),
                11 => cells.retain(|(column, _)| *column != 1),
                _ => {}
            }
            survey.row(row, cells, row == 12);
        }
        survey.comment(13, "floor\n called");
        survey.comment(13, "void");
        survey.comment(2, "of no row");
        let notes = Notes::default();
        let marks = survey.marks(&looks, "S", &notes);
        let expected = [
            (7, ["FFFF00", "", "", ""]),
            (8, ["FFFF00", "", "", ""]),
            (9, ["", "yes", "", ""]),
            (11, ["none", "", "", ""]),
            (12, ["", "", "yes", ""]),
            (13, ["", "", "", "floor called / void"]),
        ];
        let expected: BTreeMap<u32, [String; 4]> =
            expected.into_iter().map(|(row, says)| (row, says.map(str::to_owned))).collect();
        assert_eq!(marks.rows, expected);
        let said = notes.sentences().join("\n");
        for words in [
            "9 of 20 rows would have `F2F2F2` in a column (fill): so many that it is taken for the look",
            "2 rows are marked in the program, column (fill) says `FFFF00`: row 7, 8",
            "1 rows are marked in the program, column (hidden) says `yes`: row 12",
            "1 rows are marked in the program, column (comment) says: row 13",
        ] {
            assert!(said.contains(words), "{words}\n{said}");
        }
    }

    #[test]
    fn marks_stand_behind_the_last_name() {
        let mut rows = Rows::default();
        for (number, cells) in [
            (1, vec!["Title"]),
            (3, vec!["a", "b"]),
            (4, vec!["1"]),
            (5, vec!["2", "x", "y"]),
            (6, vec!["a", "b"]),
        ] {
            rows.begin(number);
            cells.iter().for_each(|cell| rows.cell(cell.as_bytes()));
        }
        let mut marks = Marks { has: [true, false, false, true], ..Marks::default() };
        marks.rows.insert(5, ["FFFF00", "", "", "void"].map(str::to_owned));
        let mut marked = Marked::new(Box::new(Once(Some(rows))), marks, 2);
        let expected = [
            (1, vec!["Title"]),
            (3, vec!["a", "b", "(fill)", "(comment)"]),
            (4, vec!["1", "", "", ""]),
            (5, vec!["2", "x", "FFFF00", "void", "y"]),
            (6, vec!["a", "b", "(fill)", "(comment)"]),
        ];
        let expected = expected.map(|(n, c)| (n, c.into_iter().map(str::to_owned).collect()));
        assert_eq!(table(&mut marked), expected);
    }

    #[test]
    fn names_in_two_rows_are_before_the_marks() {
        let mut rows = Rows::default();
        for (number, cells) in
            [(1, vec!["Rnd", "Ante"]), (2, vec!["", "Bet", "Pay"]), (3, vec!["1", "5"])]
        {
            rows.begin(number);
            cells.iter().for_each(|cell| rows.cell(cell.as_bytes()));
        }
        let mut marks = Marks { has: [true, false, false, false], ..Marks::default() };
        marks.rows.insert(3, ["FFFF00", "", "", ""].map(str::to_owned));
        let mut marked = Marked::new(Box::new(Once(Some(rows))), marks, 1);
        let expected = [
            (1, vec!["Rnd", "Ante", "", "(fill)"]),
            (2, vec!["", "Bet", "Pay", ""]),
            (3, vec!["1", "5", "", "FFFF00"]),
        ];
        let expected = expected.map(|(n, c)| (n, c.into_iter().map(str::to_owned).collect()));
        assert_eq!(table(&mut marked), expected);
    }
}
