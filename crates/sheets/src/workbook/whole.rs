//! Workbooks that `calamine` reads, XLS and XLSB, a sheet at a time into memory.

use super::package::Package;
use super::{Sheet, no_marks, note_macros};
use crate::bounds::{COLUMNS_MAX, ROW_MAX, too_long};
use crate::caught::caught;
use crate::dates::{self, Shape};
use crate::no_value::NOT_CALCULATED;
use crate::notes::{Noted, Notes};
use crate::number::shown;
use crate::rows::{RowSource, Rows};
use crate::source::{Shared, Window};
use calamine::{Data, Reader as _, SheetVisible, Xls, Xlsb};
use std::collections::{BTreeMap, VecDeque};
use std::io::{self, Read};
use std::sync::{Arc, Mutex, PoisonError};

/// Cells of a sheet of XLSB.
const CELLS_MAX: usize = 16 << 20;
/// Decompressed bytes of what the sheets of XLSB share.
const SHARED_MAX: u64 = 512 << 20;

/// A value at its row and column, the first 0.
type Place = (u32, u32, Data);

/// Does what may panic: `calamine` takes bytes of damaged files for lengths and places here and
/// there (its issues 174, 195, 481), and a file must never end the program.
fn guarded<T>(read: impl FnOnce() -> io::Result<T>) -> io::Result<T> {
    caught(read).unwrap_or_else(|| {
        Err(io::Error::other("it is damaged; save it again with the program that wrote it"))
    })
}

fn damaged(why: &dyn std::fmt::Display) -> io::Error {
    io::Error::other(format!("it is damaged ({why}); save it again with the program that wrote it"))
}

pub(super) fn xls(file: &Shared) -> io::Result<Vec<Sheet>> {
    let window = file.whole();
    let workbook: Xls<Window> = guarded(|| Xls::new(window).map_err(|e| damaged(&e)))?;
    let is_1904 = workbook.has_1904_epoch();
    Ok(sheets(workbook, is_1904, cells_of_xls))
}

/// The sheets of a workbook that has been opened, with how their cells are read.
fn sheets<W: calamine::Reader<Window> + 'static>(
    workbook: W,
    is_1904: bool,
    cells: fn(&mut W, &str, &Notes) -> io::Result<Vec<Place>>,
) -> Vec<Sheet> {
    let listed = workbook.sheets_metadata().to_vec();
    let workbook = Arc::new(Mutex::new(workbook));
    let sheet = |sheet: calamine::Sheet| {
        let (title, workbook) = (sheet.name.clone(), Arc::clone(&workbook));
        let open = move |notes: &Notes| -> io::Result<Box<dyn RowSource>> {
            let mut workbook = workbook.lock().unwrap_or_else(PoisonError::into_inner);
            let cells = guarded(|| cells(&mut workbook, &title, notes))?;
            Ok(Box::new(Whole::new(&title, cells, is_1904, notes)?))
        };
        let hidden = sheet.visible != SheetVisible::Visible;
        Sheet { name: sheet.name, hidden, open: Box::new(open), marks: no_marks() }
    };
    listed.into_iter().filter(|s| s.typ == calamine::SheetType::WorkSheet).map(sheet).collect()
}

fn cells_of_xls(book: &mut Xls<Window>, sheet: &str, notes: &Notes) -> io::Result<Vec<Place>> {
    let range = book.worksheet_range(sheet).map_err(|e| damaged(&e))?;
    let (top, left) = range.start().unwrap_or((0, 0));
    let place = |(row, column, value): (usize, usize, &Data)| {
        // Rows and columns of XLS are numbered in 16 bits.
        (top + row as u32, left + column as u32, value.clone())
    };
    let mut cells: Vec<Place> = range.used_cells().map(place).collect();
    let formulas = book.worksheet_formula(sheet).map_err(|e| damaged(&e))?;
    notes.count(Some(sheet), Noted::Formulas, formulas.used_cells().count() as u64, "");
    // A formula of a text whose text is missing is left out of the values.
    let (top, left) = formulas.start().unwrap_or((0, 0));
    for (row, column, _) in formulas.used_cells() {
        let place = (top + row as u32, left + column as u32);
        if range.get_value(place).is_none_or(|value| *value == Data::Empty) {
            let text = NOT_CALCULATED.to_owned();
            cells.push((place.0, place.1, Data::String(text)));
            notes.count(Some(sheet), Noted::NotCalculated, 1, &format!("row {}", place.0 + 1));
        }
    }
    let merged = book.merge_cells_by_sheet_name(sheet).map_or(0, |merged| merged.len());
    notes.count(Some(sheet), Noted::MergedCells, merged as u64, "");
    Ok(cells)
}

pub(super) fn xlsb(file: &Shared, package: &Package, notes: &Notes) -> io::Result<Vec<Sheet>> {
    for part in package.names().filter(|n| n.ends_with(".bin") && !n.contains("/worksheets/")) {
        // `calamine` keeps them whole.
        let mut unpacked = package.part(part)?.take(SHARED_MAX + 1);
        if io::copy(&mut unpacked, &mut io::sink())? > SHARED_MAX {
            return Err(io::Error::other(format!(
                "its part `{part}` is more than {} MiB; save it as XLSX",
                SHARED_MAX >> 20
            )));
        }
    }
    note_macros(package.names().any(|name| name.ends_with("vbaproject.bin")), notes);
    if package.names().any(|name| name.starts_with("xl/externallinks/")) {
        let what = "they were not opened, and the stored values were read";
        notes.say(format!("it refers to other workbooks; {what}"));
    }
    let window = file.whole();
    let workbook: Xlsb<Window> = guarded(|| Xlsb::new(window).map_err(|e| damaged(&e)))?;
    let is_1904 = workbook.has_1904_epoch();
    Ok(sheets(workbook, is_1904, cells_of_xlsb))
}

fn cells_of_xlsb(book: &mut Xlsb<Window>, sheet: &str, notes: &Notes) -> io::Result<Vec<Place>> {
    let mut cells: Vec<Place> = Vec::new();
    let mut reader = book.worksheet_cells_reader(sheet).map_err(|e| damaged(&e))?;
    while let Some(cell) = reader.next_cell().map_err(|e| damaged(&e))? {
        let ((row, column), value) = (cell.get_position(), Data::from(cell.get_value().clone()));
        if cells.len() == CELLS_MAX {
            return Err(io::Error::other(format!(
                "it has more than the {CELLS_MAX} cells that are read whole; save it as XLSX"
            )));
        }
        cells.push((row, column, value));
    }
    drop(reader);
    let mut formulas = 0;
    let mut reader = book.worksheet_cells_reader(sheet).map_err(|e| damaged(&e))?;
    // A formula that `calamine` cannot spell is one all the same; its value was read above.
    while let Ok(Some(_)) = reader.next_formula() {
        formulas += 1;
    }
    notes.count(Some(sheet), Noted::Formulas, formulas, "");
    Ok(cells)
}

/// A sheet that stands in memory.
struct Whole(VecDeque<Rows>);

impl RowSource for Whole {
    fn next_rows(&mut self) -> Result<Option<Rows>, String> {
        Ok(self.0.pop_front())
    }
}

impl Whole {
    fn new(sheet: &str, mut cells: Vec<Place>, is_1904: bool, notes: &Notes) -> io::Result<Self> {
        cells.retain(|(_, _, value)| !matches!(value, Data::Empty));
        cells.sort_by_key(|(row, column, _)| (*row, *column));
        let shapes = shapes(&cells);
        let (mut batches, mut rows) = (VecDeque::new(), Rows::default());
        let (mut row, mut column, mut from) = (None, 0, 0);
        for (at, (in_row, in_column, value)) in cells.iter().enumerate() {
            if row != Some(*in_row) {
                if rows.is_full() {
                    batches.push_back(std::mem::take(&mut rows));
                }
                rows.begin(in_row + 1);
                (row, column, from) = (Some(*in_row), 0, rows.bytes());
            }
            if *in_column as usize >= COLUMNS_MAX {
                return Err(damaged(&"a cell stands where no sheet has one"));
            }
            while column < *in_column {
                rows.cell(b"");
                column += 1;
            }
            if matches!(value, Data::Error(_)) {
                notes.count(Some(sheet), Noted::ErrorCells, 1, &format!("row {}", in_row + 1));
            }
            // A cell that stands twice counts once, as it was written last.
            if cells.get(at + 1).is_some_and(|(r, c, _)| (r, c) == (in_row, in_column)) {
                continue;
            }
            rows.cell(text(value, shapes.get(in_column).copied(), is_1904).as_bytes());
            column += 1;
            if rows.bytes() - from > ROW_MAX {
                return Err(too_long(in_row + 1));
            }
        }
        if rows.count() != 0 {
            batches.push_back(rows);
        }
        Ok(Self(batches))
    }
}

/// What the dates of each column are. `calamine` says that a number is shown as a date and not how:
/// a column of whole days shows dates, one of parts of a day times, any other both.
fn shapes(cells: &[Place]) -> BTreeMap<u32, Shape> {
    let mut shapes: BTreeMap<u32, Shape> = BTreeMap::new();
    for (_, column, value) in cells {
        let Data::DateTime(serial) = value else { continue };
        let days = serial.as_f64();
        let shape = match (days < 1.0, days.fract() == 0.0) {
            (true, _) => Shape::Time,
            (false, true) => Shape::Date,
            (false, false) => Shape::DateTime,
        };
        shapes
            .entry(*column)
            .and_modify(|known| *known = if *known == shape { shape } else { Shape::DateTime })
            .or_insert(shape);
    }
    shapes
}

fn text(value: &Data, shape: Option<Shape>, is_1904: bool) -> String {
    match value {
        Data::Int(number) => number.to_string(),
        Data::Float(number) => shown(*number),
        Data::String(text) => text.clone(),
        Data::Bool(true) => "TRUE".to_owned(),
        Data::Bool(false) => "FALSE".to_owned(),
        Data::DateTime(serial) => {
            let elapsed = serial.is_duration().then_some(Shape::Elapsed);
            let shape = elapsed.or(shape).unwrap_or(Shape::DateTime);
            let number = serial.as_f64();
            dates::serial(number, shape, is_1904).unwrap_or_else(|| shown(number))
        }
        Data::DateTimeIso(text) => text.replacen('T', " ", 1),
        Data::DurationIso(text) => text.clone(),
        Data::Error(error) => error.to_string(),
        Data::Empty => String::new(),
    }
}
