//! Tables of a document as sheets: a time has its offset beside it, a place its file and its line, a sum its formula.

use super::cell::Cell;
use super::sheet::{Column, Frame, Sheet, Written};
use crate::clock::Clock;
use crate::error::WorkbookError;
use feltproof_paper as paper;
use feltproof_paper::{Content, Kind, Outputs, Section, Value};
use rust_xlsxwriter::Worksheet;

/// The sheets of a section. The sentences before a table stand above it.
pub(super) fn sheets(
    section: &Section,
    clock: &Clock,
    frame: &Frame<'_>,
) -> Result<Vec<Written>, WorkbookError> {
    let (mut sheets, mut notes) = (Vec::new(), Vec::new());
    for block in section.blocks_in(Outputs::BOOK) {
        match &block.content {
            Content::Text(text) => notes.push(text.as_str()),
            Content::Table(table) => {
                sheets.extend(sheet(table, &std::mem::take(&mut notes), clock, frame)?);
            }
            Content::Part(_)
            | Content::Point(_)
            | Content::Facts(..)
            | Content::Details(..)
            | Content::Figure(_) => {}
        }
    }
    Ok(sheets)
}

fn sheet(
    table: &paper::Table,
    notes: &[&str],
    clock: &Clock,
    frame: &Frame<'_>,
) -> Result<Option<Written>, WorkbookError> {
    let Some(of) = table.sheet else { return Ok(None) };
    // Where each column of the table begins on the sheet.
    let (mut columns, mut begins) = (Vec::new(), Vec::new());
    for column in &table.columns {
        begins.push(columns.len());
        if column.shown.has(Outputs::BOOK) {
            columns.extend(on_sheet(column));
        }
    }
    let mut sheet = Sheet::new(Worksheet::new(), (of.name, of.name), notes, &columns, frame)?;
    for row in table.rows_in(Outputs::BOOK) {
        let mut cells = Vec::with_capacity(columns.len());
        for (at, column) in table.columns_in(Outputs::BOOK) {
            let cell = row.cells.get(at).map(|cell| &cell.value).unwrap_or(&Value::Empty);
            let name = |key: &str| sheet.cell(begins.get(table.place(key)).copied().unwrap_or(0));
            cells.extend(match formula(table, column, row, cell, name) {
                Some(sum) => vec![sum],
                None => value(column, cell, clock),
            });
        }
        sheet.push(&cells)?;
    }
    let mut written = sheet.finish()?;
    written.about = of.about;
    Ok(Some(written))
}

fn on_sheet(column: &paper::Column) -> Vec<Column> {
    let (head, wide) = (column.head, column.wide);
    match column.kind {
        Kind::Time => vec![Column::new(head, wide), Column::new("UTC offset", 8)],
        Kind::Line => vec![Column::wrapped("File", wide), Column::new("Line", 8)],
        Kind::Prose => vec![Column::wrapped(head, wide)],
        kind if kind.is_money() && column.adds_up => vec![Column::summed(head)],
        kind if kind.is_money() => vec![Column::money(head)],
        _ => vec![Column::new(head, wide)],
    }
}

/// An amount that comes from others of its row, where they come to it.
fn formula(
    table: &paper::Table,
    column: &paper::Column,
    row: &paper::Row,
    value: &Value,
    name: impl Fn(&str) -> String,
) -> Option<Cell> {
    let terms = column.terms();
    let Value::Money(micros) = *value else { return None };
    let amounts =
        terms.iter().map(|(is_taken, key)| match row.cells.get(table.place(key))?.value {
            Value::Money(micros) => Some(if *is_taken { -micros } else { micros }),
            _ => None,
        });
    if terms.is_empty() || amounts.sum::<Option<i128>>() != Some(micros) {
        return None;
    }
    let mut formula = String::new();
    for (at, (is_taken, key)) in terms.into_iter().enumerate() {
        match (at, is_taken) {
            (0, false) => {}
            (_, true) => formula.push('-'),
            (_, false) => formula.push('+'),
        }
        formula.push_str(&name(key));
    }
    Some(Cell::Sum { formula: format!("ROUND({formula},6)"), micros })
}

pub(super) fn value(column: &paper::Column, value: &Value, clock: &Clock) -> Vec<Cell> {
    match value {
        Value::Time(time) => Cell::local(Some(&clock.rfc3339(*time))).to_vec(),
        Value::Line { file, line } => vec![Cell::text(file), Cell::Count((*line).into())],
        Value::Empty if matches!(column.kind, Kind::Time | Kind::Line) => {
            vec![Cell::Empty, Cell::Empty]
        }
        Value::Empty => vec![Cell::Empty],
        Value::Text(text) if column.kind == Kind::Name => vec![Cell::number(Some(text))],
        Value::Text(text) => vec![Cell::text(text)],
        Value::Count(number) => vec![Cell::Count(*number)],
        Value::Money(micros) => vec![Cell::Money(*micros)],
        Value::Percent { scaled, digits } => {
            vec![Cell::Percent { scaled: *scaled, digits: *digits }]
        }
        Value::Day(day) => vec![Cell::Day(*day)],
    }
}

#[cfg(test)]
mod tests {
    use super::super::formats::Formats;
    use super::*;
    use crate::common::document::{HOSTILE, made_up};
    use calamine::{Data, Reader, Xlsx};
    use rust_xlsxwriter::Workbook;
    use std::io::Cursor;

    #[test]
    fn every_kind_of_cell_stands_on_the_sheet() {
        let formats = Formats::new();
        let frame = Frame { formats: &formats, report: "R" };
        let clock = Clock::new("America/Los_Angeles");
        let mut workbook = Workbook::new();
        for sheet in sheets(&made_up(), &clock, &frame).unwrap() {
            assert_eq!((sheet.name, sheet.about, sheet.rows), ("Made up", "What nobody did", 3));
            workbook.push_worksheet(sheet.sheet);
        }
        let mut book = Xlsx::new(Cursor::new(workbook.save_to_buffer().unwrap())).unwrap();
        let cells = book.worksheet_range("Made up").unwrap();
        let rows: Vec<&[Data]> = cells.rows().collect();
        let at = rows.iter().position(|row| row[0] == Data::String("Code".to_owned())).unwrap();
        let heads: Vec<String> = rows[at].iter().map(ToString::to_string).collect();
        let find = |head: &str| heads.iter().position(|h| h == head).unwrap();
        let text = |row: usize, head: &str| rows[at + row][find(head)].to_string();
        assert!(rows[1][0].to_string().starts_with("A sentence with =1+1"), "{:?}", rows[1]);
        let of_first =
            ["Code", "Wagers", "Paid", "Share", "p", "UTC offset", "File", "Line", "SHA-256"];
        let expected = [
            "PAY-001",
            "1200",
            "1234567.89",
            "0.3333",
            "1.0e-9",
            "-07:00",
            "hands.csv",
            "1201",
            "0123abcd",
        ];
        assert_eq!(of_first.map(|head| text(1, head)), expected);
        // 2026-10-31 is 46326 days after day 0, and six hours are a quarter.
        for (head, days) in [("Day", 46_326.0), ("Time", 46_326.25)] {
            let Data::DateTime(time) = &rows[at + 1][find(head)] else { panic!("{head}") };
            assert_eq!(time.as_f64().to_string(), f64::to_string(&days));
        }
        assert_eq!(
            (text(2, "Code"), text(2, "Paid"), text(2, "Time")),
            ("007".into(), String::new(), String::new())
        );
        assert_eq!(rows[at + 3][find("Code")], Data::Float(3.0));
        assert_eq!(text(3, "What"), HOSTILE.replace('\u{1b}', "\\x1b"));
        let formulas = book.worksheet_formula("Made up").unwrap();
        let (first, _) = formulas.start().unwrap();
        let of_row = |row: usize| {
            let row = formulas.rows().nth(at + row - usize::try_from(first).unwrap()).unwrap();
            row.iter().filter(|formula| formula.contains("ROUND")).cloned().collect::<Vec<_>>()
        };
        let line = at + 2;
        assert_eq!(of_row(1), [format!("ROUND(D{line}-E{line},6)")]);
        assert!(of_row(2).is_empty(), "nothing follows from an amount that is not there");
        assert_eq!(of_row(4).len(), 3, "paid, owed and their difference are added up");
    }
}
