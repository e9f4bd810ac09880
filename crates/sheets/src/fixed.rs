//! Fixed-width text: each column at its place in the line. What stands outside is not lost.

use crate::encoding::Text;
use crate::format::{FixedColumn, Format};
use crate::lines::Lines;
use crate::notes::{Noted, Notes};
use crate::rows::{RowSource, Rows};
use crate::ruled::{Ruled, goes_on, is_between, is_count, is_rule};

/// Lines of one row.
const LINES_MAX: usize = 1_000;

/// Rows of fixed-width text. The names of its columns stand in the profile or are numbers, and come
/// as a row with the number 0. Text outside of the columns stands behind the last one, so that its row is
/// wider than it should be and nobody overlooks it.
pub(crate) struct Fixed {
    name: String,
    lines: Lines,
    places: Places,
    named: bool,
    /// Values may go on in the next line; the lines of a row that does.
    has_margins: bool,
    begun: Option<(u32, Vec<Vec<u8>>)>,
}

/// Where in a line the columns are.
struct Places {
    columns: Vec<FixedColumn>,
    /// First character and width of what no column takes: before, between and behind them.
    outside: Vec<(u32, u32)>,
    /// First character of each column that begins where another ends.
    boundaries: Vec<u32>,
    /// Rows up to this one are no records, and need not be laid out as they are.
    header_row: u32,
    /// A rule says where the columns are; its like are no rows.
    is_ruled: bool,
    notes: Notes,
}

impl Fixed {
    pub(crate) fn new(
        name: &str,
        text: Text,
        format: &Format,
        ruled: Option<&Ruled>,
        notes: Notes,
    ) -> Self {
        let columns = format.columns.clone();
        let is_boundary =
            |from: &u32| columns.iter().any(|c| c.width != 0 && end(c) == u64::from(*from));
        let boundaries = columns.iter().map(|c| c.from).filter(is_boundary).collect();
        let (outside, header_row) = (outside(&columns), format.header_row.unwrap_or(0));
        let is_ruled = ruled.is_some();
        let has_margins = ruled.is_some_and(|ruled| ruled.has_margins && ruled.columns == columns);
        let places = Places { columns, outside, boundaries, header_row, is_ruled, notes };
        let (name, lines) = (name.to_owned(), Lines::new(text));
        Self { name, lines, places, named: false, has_margins, begun: None }
    }
}

impl Places {
    /// Adds a line as a row.
    fn push(&self, rows: &mut Rows, number: u32, line: &[u8]) {
        rows.begin(number);
        for column in &self.columns {
            rows.cell(characters(line, column.from, column.width).trim_ascii());
        }
        self.push_outside(rows, number, line);
    }

    /// Adds what stands outside of the columns behind the last one.
    fn push_outside(&self, rows: &mut Rows, number: u32, line: &[u8]) {
        let texts = self.outside.iter().map(|(from, width)| characters(line, *from, *width));
        let mut is_wider = false;
        let is_text = |text: &&[u8]| !(text.is_empty() || self.is_ruled && is_between(text));
        for text in texts.map(<[u8]>::trim_ascii).filter(is_text) {
            rows.cell(text);
            is_wider = true;
        }
        self.note(number, line, is_wider);
    }

    /// What stands between each value of a line and that which goes on in the next line, where one does.
    fn going_on(&self, line: &[u8]) -> Vec<Option<&'static [u8]>> {
        let margin = |c: &FixedColumn| characters(line, c.from + c.width - 1, 1);
        self.columns.iter().map(|column| goes_on(margin(column))).collect()
    }

    /// Adds the lines of one row, whose values go on from one to the next.
    fn push_lines(&self, rows: &mut Rows, number: u32, lines: &[Vec<u8>]) {
        rows.begin(number);
        let mut strays = Vec::new();
        for (at, column) in self.columns.iter().enumerate() {
            // Nothing is before the first line.
            let (mut cell, mut between) = (Vec::new(), Some(&b""[..]));
            for (place, line) in lines.iter().enumerate() {
                let going_on = self.going_on(line).get(at).copied().flatten();
                let width = column.width - u32::from(going_on.is_some());
                let text = characters(line, column.from, width);
                // A value that was too long begins with the same sign again.
                let again = place != 0 && between.is_some_and(<[u8]>::is_empty);
                let text = if again { characters(line, column.from + 1, width - 1) } else { text };
                let text = text.trim_ascii();
                match between {
                    _ if text.is_empty() => {}
                    Some(between) => cell.extend([between, text].concat()),
                    // Under a value that does not go on it is of no value: the row is wider by it.
                    None => strays.push(text),
                }
                between = going_on;
            }
            rows.cell(&cell);
        }
        strays.into_iter().for_each(|text| rows.cell(text));
        lines.iter().for_each(|line| self.push_outside(rows, number, line));
    }

    /// Counts lines that do not keep to the places: text outside of the columns, or one that goes on from
    /// a column to the next. A rule, which has no letter or digit, is laid over all of them.
    fn note(&self, number: u32, line: &[u8], is_wider: bool) {
        let is_rule = !line.iter().any(|b| b.is_ascii_alphanumeric() || !b.is_ascii());
        if number <= self.header_row || is_rule {
            return;
        }
        let goes_on = |from: &u32| {
            let around = String::from_utf8_lossy(characters(line, from - 1, 2));
            around.chars().filter(|c| !c.is_whitespace()).count() == 2
        };
        let is_across = self.boundaries.iter().any(goes_on);
        let place = || format!("line {number}");
        for (is, noted) in [(is_wider, Noted::OutsideColumns), (is_across, Noted::AcrossColumns)] {
            if is {
                self.notes.count(None, noted, 1, &place());
            }
        }
    }
}

impl RowSource for Fixed {
    fn next_rows(&mut self) -> Result<Option<Rows>, String> {
        let mut rows = Rows::default();
        if !self.named {
            self.named = true;
            rows.begin(0);
            self.places.columns.iter().for_each(|c| rows.cell(c.name.as_bytes()));
        }
        while !rows.is_full() {
            let next = self.lines.next_line().map_err(|e| format!("{}: {e}", self.name))?;
            let Some((number, line)) = next else {
                if let Some((number, lines)) = self.begun.take() {
                    self.places.push_lines(&mut rows, number, &lines);
                }
                break;
            };
            let is_no_row = self.places.is_ruled
                && std::str::from_utf8(line).is_ok_and(|line| is_rule(line) || is_count(line));
            if line.trim_ascii().is_empty() || is_no_row {
                continue;
            }
            let goes_on =
                self.has_margins && self.places.going_on(line).iter().any(Option::is_some);
            match self.begun.take() {
                None if !goes_on => self.places.push(&mut rows, number, line),
                begun => {
                    let (number, mut lines) = begun.unwrap_or((number, Vec::new()));
                    lines.push(line.to_vec());
                    match goes_on && lines.len() < LINES_MAX {
                        true => self.begun = Some((number, lines)),
                        false => self.places.push_lines(&mut rows, number, &lines),
                    }
                }
            }
        }
        Ok(rows.unless_empty())
    }
}

/// The first character behind a column.
fn end(column: &FixedColumn) -> u64 {
    u64::from(column.from) + u64::from(column.width)
}

/// First character and width of what no column takes, up to the end of any line.
fn outside(columns: &[FixedColumn]) -> Vec<(u32, u32)> {
    let mut sorted: Vec<&FixedColumn> = columns.iter().collect();
    sorted.sort_by_key(|column| column.from);
    let (mut outside, mut from) = (Vec::new(), 1_u64);
    for column in sorted {
        if let Some(width) = u64::from(column.from).checked_sub(from).filter(|width| *width > 0) {
            outside.push((from as u32, width as u32));
        }
        from = from.max(end(column));
    }
    // Behind the last character that has a number there is nothing.
    outside.extend(u32::try_from(from).map(|from| (from, u32::MAX)));
    outside
}

/// Characters of a line, from 1; a byte that continues one of UTF-8 is none of its own.
fn characters(line: &[u8], from: u32, width: u32) -> &[u8] {
    let (skip, width) = ((from.max(1) - 1) as usize, width as usize);
    if line.is_ascii() {
        let end = (skip + width).min(line.len());
        return line.get(skip..end).unwrap_or_default();
    }
    let starts = line.iter().enumerate().filter(|(_, b)| **b & 0xC0 != 0x80).map(|(at, _)| at);
    let mut starts = starts.skip(skip);
    let Some(start) = starts.next() else { return &[] };
    let end = match width.checked_sub(1) {
        None => start,
        Some(more) => starts.nth(more).unwrap_or(line.len()),
    };
    line.get(start..end).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rows::tests::table;
    use proptest::prelude::*;

    fn column(name: &str, from: u32, width: u32) -> FixedColumn {
        FixedColumn { name: name.to_owned(), from, width }
    }

    type Table = Vec<(u32, Vec<String>)>;

    fn read(text: &str, columns: Vec<FixedColumn>, header_row: u32, notes: &Notes) -> Table {
        let text = Box::new(std::io::Cursor::new(text.as_bytes().to_vec()));
        let format = Format { columns, header_row: Some(header_row), ..Format::default() };
        table(&mut Fixed::new("f", text, &format, None, notes.clone()))
    }

    /// A column may be stated to begin, or to end, behind the last character that has a number.
    #[test]
    fn columns_beyond_every_line_are_empty() {
        for (from, width) in [(u32::MAX, 1), (u32::MAX, u32::MAX), (2, u32::MAX)] {
            assert_eq!(outside(&[column("x", from, width)])[0], (1, from - 1));
            assert_eq!(characters(b"12", from, width), if from == 2 { &b"2"[..] } else { b"" });
        }
        assert_eq!(outside(&[column("x", 2, u32::MAX)]).len(), 1, "nothing is left behind it");
        assert_eq!(outside(&[column("x", 2, 3)]), [(1, 1), (5, u32::MAX)]);
    }

    #[test]
    fn text_outside_of_the_columns_makes_the_row_wider() {
        // Two columns that are stated too narrow, or in any order, lose no digit and no sign.
        let text = "Rnd    Ante  Paid\n1     -5.00  0.00\n12   \u{20ac}100.00 0.00 void\n\
                    1234   5.00  1.00\n7\n    x\n=== ==== ==== ===\n";
        let columns = || vec![column("Paid", 14, 4), column("Rnd", 1, 3), column("Ante", 8, 4)];
        let notes = Notes::default();
        let rows = read(text, columns(), 1, &notes);
        let cells = |cells: &[&str]| cells.iter().map(|c| (*c).to_owned()).collect::<Vec<_>>();
        let expected = [
            (0, cells(&["Paid", "Rnd", "Ante"])),
            (1, cells(&["Paid", "Rnd", "Ante"])),
            (2, cells(&["0.00", "1", "5.00", "-"])),
            (3, cells(&["0.00", "12", "00.0", "\u{20ac}1", "0", "void"])),
            (4, cells(&["1.00", "123", "5.00", "4"])),
            (5, cells(&["", "7", ""])),
            (6, cells(&["", "", "", "x"])),
            (7, cells(&["===", "===", "= ==", "===", "=="])),
        ];
        assert_eq!(rows, expected);
        let said = ["4 lines have text outside of the columns; it stands behind the last column \
                     (the first: line 2)"];
        assert_eq!(notes.sentences(), said);
    }

    #[test]
    fn text_across_a_boundary_is_noted() {
        let columns = || vec![column("Rnd", 1, 4), column("Ante", 5, 6), column("Paid", 11, 6)];
        let text = "Round Ante  Paid\n1   100.00  0.00\n1\u{20ac}  5.00  0.00\n----------------\n\
                    1   1000.00\n12345.00  1.00\n";
        let notes = Notes::default();
        let rows = read(text, columns(), 1, &notes);
        assert!(rows.iter().all(|(_, cells)| cells.len() == 3), "{rows:?}");
        let said = "lines have text across the boundary of two columns; check their places";
        assert_eq!(notes.sentences(), [format!("2 {said} (the first: line 5)")]);
        let notes = Notes::default();
        read(text, columns(), 0, &notes);
        assert_eq!(notes.sentences(), [format!("3 {said} (the first: line 1)")]);
    }

    #[test]
    fn a_column_without_a_width_ends_no_program() {
        let rows = read("12\n", vec![column("a", 0, 0), column("b", 1, 0)], 0, &Notes::default());
        assert_eq!(rows.last().unwrap().1, ["", "", "12"]);
    }

    #[test]
    fn columns_are_cut_at_their_places() {
        let text = "T1  5.00 A\u{2665} x\r\n\nT2 12.00 10\u{2665}\nT3\n   \n";
        let columns = vec![column("Tbl", 1, 3), column("Ante", 4, 5), column("Card", 10, 3)];
        let notes = Notes::default();
        let read = read(text, columns, 0, &notes);
        let expected = [
            (0, vec!["Tbl", "Ante", "Card"]),
            (1, vec!["T1", "5.00", "A\u{2665}", "x"]),
            (3, vec!["T2", "12.00", "10\u{2665}"]),
            (4, vec!["T3", "", ""]),
        ];
        assert_eq!(read, expected.map(|(n, c)| (n, c.into_iter().map(str::to_owned).collect())));
        let said = "1 lines have text outside of the columns; it stands behind the last column";
        assert_eq!(notes.sentences(), [format!("{said} (the first: line 1)")]);
    }

    #[test]
    fn values_of_a_table_may_go_on_in_the_next_line() {
        let text = " Rnd |  Note   | Paid \n-----+---------+------\n 1   | six    +| 5.00 \n     | cards.  \
                    |      \n\n 2   | floor c.|      \n     |.alled   | x    \n 3   |         | 1.00 \n\
                    (3 rows)\nTime: 1.5 ms\n";
        let ruled = crate::ruled::of(text).unwrap();
        let (columns, header_row) = (ruled.columns.clone(), Some(ruled.row));
        let format = Format { columns, header_row, ..Format::default() };
        let bytes = Box::new(std::io::Cursor::new(text.as_bytes().to_vec()));
        let notes = Notes::default();
        let rows = table(&mut Fixed::new("f", bytes, &format, Some(&ruled), notes));
        let expected = [
            (1, vec!["Rnd", "Note", "Paid"]),
            (3, vec!["1", "six\ncards.", "5.00"]),
            (6, vec!["2", "floor called", "", "x"]),
            (8, vec!["3", "", "1.00"]),
        ];
        let expected = expected.map(|(n, c)| (n, c.into_iter().map(str::to_owned).collect()));
        assert_eq!(rows[1..], expected);
    }

    proptest! {
        /// Against `chars`, which decodes.
        #[test]
        fn a_character_is_a_character(line in "[aé€🂡 ]{0,12}", from in 1_u32..15, width in 0_u32..15) {
            let slow: String =
                line.chars().skip(from as usize - 1).take(width as usize).collect();
            prop_assert_eq!(characters(line.as_bytes(), from, width), slow.as_bytes());
        }
    }
}
