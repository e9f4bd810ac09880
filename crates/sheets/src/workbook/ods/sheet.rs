//! The rows of one sheet of ODS, as its part tells them.

use super::cell::{self, Attributes, attribute, count};
use crate::bounds::{COLUMNS_MAX, ROW_MAX, ROWS_MAX, too_long};
use crate::dates;
use crate::no_value::{NOT_CALCULATED, is_error};
use crate::notes::{Noted, Notes, Tally};
use crate::rows::{RowSource, Rows};
use crate::workbook::xml::Xml;
use quick_xml::events::Event;
use std::io;

/// Cells that a sheet may have by repeating a row that is written once.
const REPEATED_MAX: usize = 64 << 20;

/// 1899-12-30, on which a workbook counts 0 that does not say otherwise.
const EPOCH: i64 = -25_569;

/// Rows that have a value.
pub(super) struct SheetRows {
    xml: Xml,
    file: String,
    name: String,
    notes: Tally,
    /// The day on which the workbook counts 0.
    epoch: i64,
    /// Number of the row read last, 0 before the first.
    row: u32,
    cells: Vec<String>,
    /// How often the row is still to be handed over.
    left: u32,
    repeated: usize,
    at_end: bool,
    failed: Option<String>,
}

impl SheetRows {
    /// The rows of a sheet, by its place among the sheets.
    pub(super) fn new(
        file: &str,
        name: &str,
        place: usize,
        mut xml: Xml,
        notes: &Notes,
    ) -> io::Result<Self> {
        let (mut begun, mut depth, mut epoch) = (0, 0_u32, EPOCH);
        loop {
            match xml.next_within()? {
                Event::Start(e) if e.name().as_ref() == "table:table" => {
                    if depth == 0 && begun == place {
                        break;
                    }
                    begun += usize::from(depth == 0);
                    depth += 1;
                }
                Event::End(e) if e.name().as_ref() == "table:table" => {
                    depth = depth.checked_sub(1).ok_or_else(|| xml.breaks_off())?;
                }
                Event::Start(e) if e.name().as_ref() == "table:null-date" => {
                    let stated = attribute(&e, "table:date-value")?;
                    epoch = stated.as_deref().and_then(dates::day).unwrap_or(EPOCH);
                }
                // What else stands here is no sheet.
                _ => {}
            }
        }
        let (cells, failed, notes) = (Vec::new(), None, Tally::new(name, notes));
        let (row, left, repeated, at_end) = (0, 0, 0, false);
        let (file, name) = (file.to_owned(), name.to_owned());
        Ok(Self { xml, file, name, notes, epoch, row, cells, left, repeated, at_end, failed })
    }

    /// Reads the next row that has a value, or comes to the end.
    fn next_row(&mut self) -> io::Result<()> {
        loop {
            let (repeated, hidden) = match self.xml.next_within()? {
                Event::Start(e) if e.name().as_ref() == "table:table-row" => {
                    let repeated = attribute(&e, "table:number-rows-repeated")?;
                    let hidden = attribute(&e, "table:visibility")?.is_some_and(|v| v != "visible");
                    (repeated.map_or(1, |r| count(&r)), hidden)
                }
                Event::End(e) if e.name().as_ref() == "table:table" => {
                    self.at_end = true;
                    return Ok(());
                }
                _ => continue,
            };
            self.read_cells()?;
            let first = self.row + 1;
            // More than any sheet has are refused below, however many they are.
            let last = self.row + repeated.min(ROWS_MAX as usize + 1) as u32;
            if self.cells.is_empty() {
                self.row = last.min(ROWS_MAX);
                continue;
            }
            if last > ROWS_MAX {
                return Err(io::Error::other(format!(
                    "it has more than {ROWS_MAX} rows; save it as delimited text"
                )));
            }
            self.row = last;
            self.left = self.row - first + 1;
            if hidden {
                let more = u64::from(self.left);
                self.notes.count(Noted::HiddenRows, more, || format!("row {first}"));
            }
            self.repeated += (repeated - 1) * self.cells.len();
            if self.repeated > REPEATED_MAX {
                return Err(io::Error::other(format!(
                    "its rows are repeated into more than {REPEATED_MAX} cells, as only a \
                     decompression bomb does; delete the rows without records and save it again"
                )));
            }
            return Ok(());
        }
    }

    /// Reads the cells of a row up to its end; none when none has a value.
    fn read_cells(&mut self) -> io::Result<()> {
        self.cells.clear();
        let (mut passed, mut bytes) = (0_usize, 0_usize);
        loop {
            let element = match self.xml.next_within()? {
                Event::Start(e) => match e.name().as_ref() {
                    "table:table-cell" | "table:covered-table-cell" => Attributes::of(&e)?,
                    _ => continue,
                },
                Event::End(e) if e.name().as_ref() == "table:table-row" => return Ok(()),
                _ => continue,
            };
            let stored = cell::read(&mut self.xml, &element, self.epoch)?;
            let (is_value, row) = (stored.is_some(), self.row + 1);
            let text = stored.unwrap_or_else(|| NOT_CALCULATED.to_owned());
            let flags = [
                (element.is_formula && is_value, Noted::Formulas),
                (!is_value, Noted::NotCalculated),
                (is_error(text.trim().as_bytes()), Noted::ErrorCells),
                (element.is_merged, Noted::MergedCells),
            ];
            for (_, noted) in flags.into_iter().filter(|(is, _)| *is) {
                self.notes.count(noted, 1, || format!("row {row}"));
            }
            // Columns beyond any sheet's may be empty, as many as they are.
            let end = passed + element.repeated.min(COLUMNS_MAX + 1);
            if !text.is_empty() {
                if end > COLUMNS_MAX {
                    return Err(io::Error::other(format!(
                        "row {row} has more than {COLUMNS_MAX} columns; save it as delimited text"
                    )));
                }
                bytes += text.len() * element.repeated;
                if bytes > ROW_MAX {
                    return Err(too_long(row));
                }
                self.cells.resize(passed, String::new());
                self.cells.resize(end, text);
            }
            passed = end;
        }
    }
}

impl RowSource for SheetRows {
    fn next_rows(&mut self) -> Result<Option<Rows>, String> {
        let mut rows = Rows::default();
        while !rows.is_full() && (self.left != 0 || !self.at_end) {
            if self.left != 0 {
                rows.begin(self.row - self.left + 1);
                self.cells.iter().for_each(|cell| rows.cell(cell.as_bytes()));
                self.left -= 1;
            } else if let Err(e) = self.next_row() {
                (self.at_end, self.left) = (true, 0);
                let Self { file, name, row, .. } = self;
                self.failed = Some(format!("{file}: sheet `{name}`, row {row} or after: {e}"));
            }
        }
        self.notes.hand_over();
        rows.or_failed(&mut self.failed)
    }
}
