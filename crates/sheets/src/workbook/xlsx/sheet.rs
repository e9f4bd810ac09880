//! The rows of one sheet of XLSX, as its part tells them.

use super::book::Book;
use super::cell::{Cell, CellKind, row_number};
use super::strings::{push_rich, push_text};
use crate::bounds::{COLUMNS_MAX, ROW_MAX, too_long};
use crate::no_value::{NOT_CALCULATED, NOTHING_STORED};
use crate::notes::{Noted, Notes, Tally};
use crate::rows::{RowSource, Rows};
use crate::workbook::letters;
use crate::workbook::xml::{Xml, attribute};
use quick_xml::events::Event;
use std::io;
use std::sync::Arc;

/// Rows that have a value.
pub(super) struct SheetRows {
    xml: Xml,
    sheet: Sheet,
    at_end: bool,
    failed: Option<String>,
}

/// Where in the sheet the reading is.
struct Sheet {
    file: String,
    name: String,
    book: Arc<Book>,
    notes: Tally,
    in_data: bool,
    /// Number of the row begun last, 0 before the first.
    row: u32,
    /// It has a value, and so stands in the batch.
    begun: bool,
    /// Where it begins there.
    from: usize,
    /// Cells of it in the batch.
    cells: usize,
    /// Columns of it that have passed, with or without a value.
    passed: usize,
    text: String,
}

impl SheetRows {
    pub(super) fn new(file: &str, name: &str, xml: Xml, book: Arc<Book>, notes: &Notes) -> Self {
        let (in_data, row, begun, from, cells, passed) = (false, 0, false, 0, 0, 0);
        let (text, notes) = (String::new(), Tally::new(name, notes));
        let (file, name) = (file.to_owned(), name.to_owned());
        let sheet =
            Sheet { file, name, book, notes, in_data, row, begun, from, cells, passed, text };
        Self { xml, sheet, at_end: false, failed: None }
    }

    /// Reads rows up to the size of a batch or the end of the sheet.
    fn read(&mut self, rows: &mut Rows) -> io::Result<()> {
        let (xml, sheet) = (&mut self.xml, &mut self.sheet);
        while !rows.is_full() || sheet.begun {
            match xml.next_within()? {
                Event::Start(e) => match e.local_name().as_ref() {
                    "c" if sheet.in_data => {
                        let cell = Cell::of(&e)?;
                        sheet.read_cell(xml, cell, rows)?;
                    }
                    "row" if sheet.in_data => {
                        let hidden = attribute(&e, "hidden")?;
                        let hidden = matches!(hidden.as_deref(), Some("1" | "true"));
                        sheet.next_row(attribute(&e, "r")?.as_deref(), hidden)?;
                    }
                    "sheetData" => sheet.in_data = true,
                    "mergeCell" => sheet.notes.count(Noted::MergedCells, 1, String::new),
                    // What else stands here is no cell.
                    _ => {}
                },
                Event::End(e) => match e.local_name().as_ref() {
                    "row" => sheet.begun = false,
                    "sheetData" => sheet.in_data = false,
                    "worksheet" => {
                        self.at_end = true;
                        return Ok(());
                    }
                    // What else stands here is no cell.
                    _ => {}
                },
                // What else stands here is no cell.
                _ => {}
            }
        }
        Ok(())
    }
}

impl Sheet {
    fn next_row(&mut self, stated: Option<&str>, hidden: bool) -> io::Result<()> {
        self.row = match stated {
            Some(stated) => row_number(stated, self.row)?,
            None => row_number(&(self.row + 1).to_string(), self.row)?,
        };
        (self.begun, self.cells, self.passed) = (false, 0, 0);
        if hidden {
            let row = self.row;
            self.notes.count(Noted::HiddenRows, 1, || format!("row {row}"));
        }
        Ok(())
    }

    /// Reads a cell up to its end.
    fn read_cell(&mut self, xml: &mut Xml, cell: Cell, rows: &mut Rows) -> io::Result<()> {
        let (row, column) = (self.row, cell.column.unwrap_or(self.passed));
        let place = || format!("{}{row}", letters(column));
        if column < self.passed || column >= COLUMNS_MAX {
            return Err(io::Error::other(format!(
                "its cell {} is out of order; save it again with the program that wrote it",
                place()
            )));
        }
        self.passed = column + 1;
        self.text.clear();
        let (mut has_value, mut is_formula) = (false, false);
        loop {
            match xml.next_within()? {
                Event::Start(e) => match e.local_name().as_ref() {
                    "v" => {
                        push_text(xml, "v", &mut self.text)?;
                        has_value = true;
                    }
                    "is" => {
                        push_rich(xml, "is", &mut self.text)?;
                        has_value = true;
                    }
                    "f" => {
                        is_formula = true;
                        skip(xml, "f")?;
                    }
                    // What else stands here is no cell.
                    _ => {}
                },
                Event::End(e) if e.local_name().as_ref() == "c" => break,
                // What else stands here is no cell.
                _ => {}
            }
        }
        if is_formula {
            // An empty text is a value, when the cell is said to be a text; else `<v/>` is none.
            let is_text = has_value && cell.kind == CellKind::Text;
            let is_calculated = is_text || !self.text.is_empty();
            let noted = if is_calculated { Noted::Formulas } else { Noted::NotCalculated };
            self.notes.count(noted, 1, place);
            if !is_calculated {
                self.text.push_str(NOT_CALCULATED);
                return self.push(column, rows);
            }
        }
        if cell.kind == CellKind::Error {
            self.notes.count(Noted::ErrorCells, 1, place);
            if self.text.trim().is_empty() {
                self.text.replace_range(.., NOTHING_STORED);
            }
            has_value = true;
        }
        if !has_value || self.text.is_empty() {
            return Ok(());
        }
        cell.show(&mut self.text, &self.book).map_err(|why| {
            let remedy = "save it again with the program that wrote it";
            io::Error::other(format!("its cell {} refers to {why}; {remedy}", place()))
        })?;
        self.push(column, rows)
    }

    /// Adds the text as a cell, after those without a value.
    fn push(&mut self, column: usize, rows: &mut Rows) -> io::Result<()> {
        if self.text.is_empty() {
            return Ok(());
        }
        if !self.begun {
            rows.begin(self.row);
            (self.begun, self.from) = (true, rows.bytes());
        }
        while self.cells < column {
            rows.cell(b"");
            self.cells += 1;
        }
        rows.cell(self.text.as_bytes());
        self.cells += 1;
        if rows.bytes() - self.from > ROW_MAX {
            return Err(too_long(self.row));
        }
        Ok(())
    }
}

/// Goes on to the end of an element.
fn skip(xml: &mut Xml, closing: &str) -> io::Result<()> {
    while !matches!(xml.next_within()?, Event::End(e) if e.local_name().as_ref() == closing) {}
    Ok(())
}

impl RowSource for SheetRows {
    fn next_rows(&mut self) -> Result<Option<Rows>, String> {
        let mut rows = Rows::default();
        while !self.at_end && rows.count() == 0 {
            if let Err(e) = self.read(&mut rows) {
                self.at_end = true;
                let Sheet { file, name, row, .. } = &self.sheet;
                self.failed = Some(format!("{file}: sheet `{name}`, row {row} or after: {e}"));
            }
        }
        self.sheet.notes.hand_over();
        // What was read before the sheet breaks off comes first.
        rows.or_failed(&mut self.failed)
    }
}
