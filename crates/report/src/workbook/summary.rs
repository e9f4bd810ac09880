//! The first sheet: what it is, the verdict, the money, and where everything stands.

use super::cell::{Cell, Place, safe};
use super::error::WorkbookError;
use super::sheet::{Frame, Written, link, write};
use super::table::value;
use super::{CONTENTS, SUMMARY};
use crate::clock::Clock;
use crate::directions::DIRECTIONS;
use crate::words::{grouped, signer_sentences, verdict_sentence, verdict_title};
use feltproof_model::workpaper::Workpaper;
use feltproof_paper as paper;
use feltproof_paper::summary::{front, summary};
use feltproof_paper::{Content, Outputs};
use rust_xlsxwriter::Worksheet;

struct Page<'a> {
    sheet: Worksheet,
    frame: &'a Frame<'a>,
    row: u32,
}

impl Page<'_> {
    fn pair(&mut self, name: &str, cell: &Cell) -> Result<(), WorkbookError> {
        let formats = self.frame.formats;
        self.sheet.write_string_with_format(self.row, 0, name, &formats.strong)?;
        write(&mut self.sheet, (self.row, 1), cell, false, formats)?;
        self.row += 1;
        Ok(())
    }

    fn heading(&mut self, words: &str) -> Result<(), WorkbookError> {
        self.row += 1;
        self.sheet.write_string_with_format(self.row, 0, words, &self.frame.formats.head)?;
        self.row += 1;
        Ok(())
    }
}

pub(super) fn write_summary(
    w: &Workpaper,
    clock: &Clock,
    (money_found, sheets): (&[Cell; 4], &[Written]),
    frame: &Frame<'_>,
) -> Result<Worksheet, WorkbookError> {
    let mut sheet = Worksheet::new();
    sheet.set_name(SUMMARY)?;
    for (at, width) in (0..).zip([40, 22, 70, 9, 30, 14]) {
        sheet.set_column_width(at, width)?;
    }
    frame.print_layout(&mut sheet, 0);
    let title = format!("Workpapers of the audit of {}", safe(&w.engagement.property));
    sheet.write_string_with_format(0, 0, safe(&title), &frame.formats.title)?;
    let verdict = format!("{}: {}", verdict_title(w.verdict), verdict_sentence(w));
    sheet.write_string_with_format(1, 0, safe(&verdict), &frame.formats.strong)?;
    sheet.set_freeze_panes(2, 0)?;
    sheet.set_repeat_rows(0, 1)?;
    let mut page = Page { sheet, frame, row: 3 };
    for (name, cell) in front(w, clock) {
        page.pair(name, &of_fact(&cell, clock))?;
    }
    let signed = signer_sentences(w.signer.as_ref()).join(" ");
    page.pair("Signature of report.pdf", &Cell::text(signed))?;
    for block in summary(w, &[]).blocks_in(Outputs::BOOK) {
        let Content::Facts(title, facts) = &block.content else { continue };
        page.heading(title)?;
        for (name, cell) in facts {
            // What a sheet adds up, its formula says here.
            let sum = DIRECTIONS.iter().zip(money_found).find(|((of, _), _)| of == name);
            let cell = sum.map_or_else(|| of_fact(cell, clock), |(_, sum)| sum.clone());
            page.pair(name, &cell)?;
        }
    }
    contents(&mut page, sheets)?;
    reading(&mut page, clock)?;
    Ok(page.sheet)
}

fn of_fact(cell: &paper::Cell, clock: &Clock) -> Cell {
    value(&paper::Column::prose(""), &cell.value, clock).swap_remove(0)
}

fn contents(page: &mut Page<'_>, sheets: &[Written]) -> Result<(), WorkbookError> {
    page.heading("Contents")?;
    let formats = page.frame.formats;
    for (at, name) in (1..).zip(["Rows", "What it holds"]) {
        page.sheet.write_string_with_format(page.row - 1, at, name, &formats.head)?;
    }
    for (at, name) in (3..).zip(["Tickmark", "Auditor's note", "Initials/date"]) {
        page.sheet.write_string_with_format(page.row - 1, at, name, &formats.own)?;
    }
    for sheet in sheets {
        let to = Place { sheet: sheet.name, row: 0 };
        link(&mut page.sheet, (page.row, 0), (to, sheet.name), &formats.link)?;
        let rows = match sheet.left_out {
            0 => Cell::Count(sheet.rows),
            more => {
                Cell::text(format!("{} of {}", grouped(sheet.rows), grouped(sheet.rows + more)))
            }
        };
        write(&mut page.sheet, (page.row, 1), &rows, false, formats)?;
        let about = CONTENTS.iter().find(|(name, _)| *name == sheet.name);
        let about = Cell::text(about.map_or(sheet.about, |(_, about)| about));
        write(&mut page.sheet, (page.row, 2), &about, true, formats)?;
        page.row += 1;
    }
    Ok(())
}

fn reading(page: &mut Page<'_>, clock: &Clock) -> Result<(), WorkbookError> {
    page.heading("How to read it")?;
    let times = format!(
        "Times are local times of {}, as in the record; the column beside them has the offset from UTC.",
        clock.name()
    );
    for sentence in [
        "Amounts are numbers that keep every digit of the record, to a millionth of a dollar; an amount of more \
         than 15 digits stands as text and is in no formula.",
        &times,
        "Totals below a table leave out what a filter hides; those of this sheet do not.",
        "Every text of the record stands as text, whatever it begins with: none of it can become a formula.",
        "Tickmark, note and initials are the auditor's own columns; the program leaves them empty.",
        "This workbook is not signed: report.pdf is the report.",
    ] {
        page.sheet.write_string_with_format(page.row, 0, sentence, &page.frame.formats.note)?;
        page.row += 1;
    }
    Ok(())
}
