//! Tables of a document as sheets; the sentences before a table stand above it.

use super::sheet::{Frame, Sheet};
use crate::error::WorkbookError;
use feltproof_paper::{Cell, Content, Outputs, Section};
use rust_xlsxwriter::Worksheet;

const BOOK: Outputs = Outputs::BOOK;

/// The sheets of a section. The sentences before a table stand above it.
pub(super) fn sheets<'a>(
    section: &Section,
    frame: &'a Frame<'a>,
) -> Result<Vec<Sheet<'a>>, WorkbookError> {
    let (mut sheets, mut notes) = (Vec::new(), Vec::new());
    for block in section.blocks_in(BOOK) {
        match &block.content {
            Content::Text(text) => notes.push(text.as_str()),
            Content::Table(table) => {
                let notes = std::mem::take(&mut notes);
                let Some(of) = table.sheet else { continue };
                let columns = table.columns_in(BOOK).map(|(_, column)| *column);
                let mut sheet = Sheet::new(Worksheet::new(), of, &notes, columns, frame)?;
                for row in table.rows_in(BOOK) {
                    let cells = table.columns_in(BOOK).map(|(at, _)| row.cells[at].clone());
                    sheet.push(&cells.collect::<Vec<Cell>>())?;
                }
                sheets.push(sheet.finish()?);
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

#[cfg(test)]
mod tests {
    use super::super::formats::Formats;
    use super::*;
    use crate::clock::Clock;
    use crate::common::document::{HOSTILE, made_up};
    use calamine::{Data, Reader, Xlsx};
    use rust_xlsxwriter::Workbook;
    use std::io::Cursor;

    #[test]
    fn every_kind_of_cell_stands_on_the_sheet() {
        let formats = Formats::new();
        let clock = Clock::new("America/Los_Angeles");
        let frame = Frame { formats: &formats, report: "R", clock: &clock, rows_max: 10 };
        let mut workbook = Workbook::new();
        for sheet in sheets(&made_up(), &frame).unwrap() {
            assert_eq!((sheet.of.name, sheet.of.about), ("Made up", "What nobody did"));
            assert_eq!(sheet.rows(), 3);
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
