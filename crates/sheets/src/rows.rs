//! Rows of cells, as text, each with its number.

use crate::bounds::{BATCH_BYTES, BATCH_CELLS, BATCH_ROWS};
use crate::fields::Fields;

/// Some consecutive rows of a file or sheet; every cell is UTF-8, but where a text is not what its encoding
/// says.
#[derive(Clone, Debug, Default)]
pub struct Rows {
    /// Cells of a row with tabs between them.
    text: Vec<u8>,
    spans: Vec<(usize, usize)>,
    /// Number of each row, and where its cells end in `spans`.
    rows: Vec<(u32, usize)>,
}

impl Rows {
    /// Starts a row: its number in its file or sheet, counted from 1 as its own program shows it.
    pub fn begin(&mut self, number: u32) {
        self.rows.push((number, self.spans.len()));
    }

    /// Adds a cell to the row begun last.
    pub fn cell(&mut self, text: &[u8]) {
        let Some((_, end)) = self.rows.last_mut() else { return };
        self.text.push(b'\t');
        let from = self.text.len();
        self.text.extend_from_slice(text);
        self.spans.push((from, self.text.len()));
        *end = self.spans.len();
    }

    /// True when they should be handed over: before more are begun.
    pub(crate) fn is_full(&self) -> bool {
        self.rows.len() >= BATCH_ROWS
            || self.spans.len() >= BATCH_CELLS
            || self.text.len() >= BATCH_BYTES
    }

    /// These, if there are any.
    pub(crate) fn unless_empty(self) -> Option<Self> {
        (self.count() != 0).then_some(self)
    }

    /// The same, or why there are no more, where that is a failure.
    pub(crate) fn or_failed(self, failed: &mut Option<String>) -> Result<Option<Self>, String> {
        failed.take_if(|_| self.count() == 0).map_or(Ok(self.unless_empty()), Err)
    }

    /// Bytes of all cells, and the tabs before them.
    pub(crate) const fn bytes(&self) -> usize {
        self.text.len()
    }

    /// How many rows.
    pub const fn count(&self) -> usize {
        self.rows.len()
    }

    /// Number and cells of each row, in order.
    pub fn iter(&self) -> impl Iterator<Item = (u32, Fields<'_>)> {
        let mut from = 0;
        self.rows.iter().map(move |(number, end)| {
            let spans = self.spans.get(from..*end).unwrap_or_default();
            from = *end;
            (*number, Fields::new(&self.text, spans))
        })
    }
}

/// A file or sheet that is read in rows, some at a time.
pub trait RowSource: Send {
    /// The next rows, a few hundred or thousand; `None` after the last.
    ///
    /// # Errors
    /// When the file cannot be read on: one sentence with the place and the remedy.
    fn next_rows(&mut self) -> Result<Option<Rows>, String>;
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// All rows of a source, as text.
    pub(crate) fn table(source: &mut dyn RowSource) -> Vec<(u32, Vec<String>)> {
        let mut table = Vec::new();
        while let Some(rows) = source.next_rows().unwrap() {
            for (number, fields) in rows.iter() {
                let cell = |at| String::from_utf8(fields.get(at).to_vec()).unwrap();
                table.push((number, (0..fields.count()).map(cell).collect()));
            }
        }
        table
    }

    #[test]
    fn rows_keep_their_numbers_and_cells() {
        let mut rows = Rows::default();
        rows.cell(b"nowhere");
        for (number, cells) in [(3, vec!["a", "", "b,c"]), (4, vec![]), (9, vec!["d"])] {
            rows.begin(number);
            cells.iter().for_each(|cell| rows.cell(cell.as_bytes()));
        }
        let read: Vec<(u32, Vec<&[u8]>)> = rows
            .iter()
            .map(|(number, fields)| {
                (number, (0..fields.count()).map(|at| fields.get(at)).collect())
            })
            .collect();
        let expected: [(u32, Vec<&[u8]>); 3] =
            [(3, vec![b"a", b"", b"b,c"]), (4, vec![]), (9, vec![b"d"])];
        assert_eq!(read, expected);
        assert_eq!(
            rows.iter().next().map(|(_, row)| row.raw().to_vec()),
            Some(b"a\t\tb,c".to_vec())
        );
    }
}
