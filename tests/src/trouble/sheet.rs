//! A journal as rows of cells, each row marked once a change has touched it; what lies directly
//! beside a touched row follows from the marks.

use super::Touched;
use std::collections::BTreeMap;

/// A cell as bytes: trouble is not always text.
pub(super) type Cell = Vec<u8>;

#[derive(Clone, Debug)]
pub(super) struct Row {
    pub cells: Vec<Cell>,
    /// Changed, doubled, moved, or standing at an edge where rows were taken out.
    pub touched: bool,
    /// Made unreadable: the record itself is touched, but what is gone with it accuses nobody.
    pub unread: bool,
}

#[derive(Clone, Debug)]
pub(super) struct Sheet {
    pub header: Vec<String>,
    pub rows: Vec<Row>,
}

impl Sheet {
    pub(super) fn of(bytes: &[u8]) -> Self {
        let mut reader = csv::ReaderBuilder::new().has_headers(false).from_reader(bytes);
        let mut records = reader.byte_records().map(|r| r.unwrap_or_else(|e| panic!("{e}")));
        let cells = |r: csv::ByteRecord| r.iter().map(<[u8]>::to_vec).collect::<Vec<_>>();
        let header = records.next().map(cells).unwrap_or_default();
        let header = header.iter().map(|c| String::from_utf8_lossy(c).into_owned()).collect();
        let rows =
            records.map(|r| Row { cells: cells(r), touched: false, unread: false }).collect();
        Self { header, rows }
    }

    pub(super) fn bytes(&self) -> Vec<u8> {
        let mut writer = csv::Writer::from_writer(Vec::new());
        let header = self.header.iter().map(String::as_bytes).map(<[u8]>::to_vec).collect();
        for cells in std::iter::once(&header).chain(self.rows.iter().map(|r| &r.cells)) {
            writer.write_record(cells).unwrap_or_else(|e| panic!("{e}"));
        }
        writer.into_inner().unwrap_or_else(|e| panic!("{e}"))
    }

    pub(super) fn column(&self, name: &str) -> Option<usize> {
        self.header.iter().position(|h| h == name)
    }

    pub(super) fn text(&self, row: usize, column: &str) -> String {
        let cell = self.column(column).map(|at| &self.rows[row].cells[at]);
        cell.map(|c| String::from_utf8_lossy(c).into_owned()).unwrap_or_default()
    }

    /// Table and round of a row, where it has both.
    pub(super) fn round(&self, row: usize) -> Option<(String, String)> {
        let (table, round) = (self.text(row, "table"), self.text(row, "round"));
        (!table.is_empty() && !round.is_empty()).then_some((table, round))
    }

    pub(super) fn set(&mut self, row: usize, column: &str, value: impl Into<Cell>) {
        let at = self.column(column).unwrap_or_else(|| panic!("column {column}"));
        self.rows[row].cells[at] = value.into();
        self.rows[row].touched = true;
    }

    pub(super) fn touch_all(&mut self) {
        self.rows.iter_mut().for_each(|row| row.touched = true);
    }

    /// Marks the rows at an edge before row `at`: the nearest on each side, of the journal as a whole
    /// and of each table.
    pub(super) fn touch_edge(&mut self, at: usize) {
        let (mut before, mut after) = (BTreeMap::new(), BTreeMap::new());
        for row in 0..self.rows.len() {
            let table = self.text(row, "table");
            if row < at {
                before.insert(table, row);
            } else {
                after.entry(table).or_insert(row);
            }
        }
        let beside = [at.checked_sub(1), Some(at)].into_iter().flatten();
        let all: Vec<usize> =
            beside.chain(before.into_values()).chain(after.into_values()).collect();
        for row in all {
            if let Some(row) = self.rows.get_mut(row) {
                row.touched = true;
            }
        }
    }

    /// Lines and rounds of the touched rows, and of the rows directly beside them: the next on
    /// either side in the journal, and at the same table.
    pub(super) fn touched(&self, file: &str, touched: &mut Touched) {
        let mut last_of: BTreeMap<String, usize> = BTreeMap::new();
        let mut beside = vec![false; self.rows.len()];
        for row in 0..self.rows.len() {
            let last = last_of.insert(self.text(row, "table"), row);
            for other in [row.checked_sub(1), last].into_iter().flatten() {
                beside[row] |= self.rows[other].touched;
                beside[other] |= self.rows[row].touched;
            }
        }
        let line = |row: usize| u32::try_from(row + 2).unwrap_or(u32::MAX);
        for row in (0..self.rows.len()).filter(|r| self.rows[*r].unread) {
            touched.lines.insert((file.to_owned(), line(row)));
        }
        for row in (0..self.rows.len()).filter(|r| self.rows[*r].touched || beside[*r]) {
            touched.lines.insert((file.to_owned(), line(row)));
            touched.rounds.extend(self.round(row));
            touched.tables.insert(self.text(row, "table"));
        }
    }
}
