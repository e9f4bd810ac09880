//! Fixed-width text: each column at its place in the line, blanks around the values.

use crate::format::FixedColumn;
use crate::lines::Lines;
use crate::notes::{Noted, Notes};
use crate::rows::{RowSource, Rows};
use std::io::Read;

/// Rows of fixed-width text. The names of its columns stand in the profile or are numbers, and come
/// as a row with the number 0.
pub(crate) struct Fixed {
    name: String,
    lines: Lines,
    columns: Vec<FixedColumn>,
    named: bool,
    notes: Notes,
}

impl Fixed {
    pub(crate) fn new(
        name: &str,
        text: Box<dyn Read + Send>,
        columns: Vec<FixedColumn>,
        notes: Notes,
    ) -> Self {
        Self { name: name.to_owned(), lines: Lines::new(text), columns, named: false, notes }
    }
}

impl RowSource for Fixed {
    fn next_rows(&mut self) -> Result<Option<Rows>, String> {
        let mut rows = Rows::default();
        if !self.named {
            self.named = true;
            rows.begin(0);
            self.columns.iter().for_each(|c| rows.cell(c.name.as_bytes()));
        }
        while !rows.is_full() {
            let next = self.lines.next_line().map_err(|e| format!("{}: {e}", self.name))?;
            let Some((number, line)) = next else { break };
            if line.trim_ascii().is_empty() {
                continue;
            }
            rows.begin(number);
            let mut short = true;
            for column in &self.columns {
                let value = characters(line, column.from, column.width);
                short &= value.is_empty();
                rows.cell(value.trim_ascii());
            }
            let short = u64::from(short);
            self.notes.count(None, Noted::ShortLines, short, &format!("line {number}"));
        }
        Ok((rows.count() != 0).then_some(rows))
    }
}

/// Characters of a line, the first counted from 1. A byte that continues a character of UTF-8 is no
/// character of its own.
fn characters(line: &[u8], from: u32, width: u32) -> &[u8] {
    let (skip, width) = (from.saturating_sub(1) as usize, width as usize);
    if line.is_ascii() {
        let end = skip.saturating_add(width).min(line.len());
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

    #[test]
    fn columns_are_cut_at_their_places() {
        let text = "T1  5.00 A\u{2665} x\r\n\nT2 12.00 10\u{2665}\nT3\n   \n";
        let columns = vec![column("Tbl", 1, 3), column("Ante", 4, 5), column("Card", 10, 3)];
        let notes = Notes::default();
        let text = Box::new(std::io::Cursor::new(text.as_bytes().to_vec()));
        let read = table(&mut Fixed::new("f", text, columns, notes.clone()));
        let expected = [
            (0, vec!["Tbl", "Ante", "Card"]),
            (1, vec!["T1", "5.00", "A\u{2665}"]),
            (3, vec!["T2", "12.00", "10\u{2665}"]),
            (4, vec!["T3", "", ""]),
        ];
        assert_eq!(read, expected.map(|(n, c)| (n, c.into_iter().map(str::to_owned).collect())));
        assert!(notes.sentences().is_empty());
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
