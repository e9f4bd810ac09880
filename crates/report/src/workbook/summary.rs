//! The first sheet: what it is, the verdict, the money, and where everything stands.

use super::cell::safe;
use super::sheet::{EXCEPTIONS, Frame, SUMMARY, Sheet, link, write, write_money};
use crate::error::WorkbookError;
use crate::words::{grouped, signer_sentences, verdict_sentence, verdict_title};
use feltproof_model::workpaper::Workpaper;
use feltproof_paper::summary::{front, summary};
use feltproof_paper::{Cell, Column, Content, Outputs, Value};
use rust_xlsxwriter::Worksheet;

struct Page<'a> {
    sheet: Worksheet,
    frame: &'a Frame<'a>,
    row: u32,
}

impl Page<'_> {
    fn pair(
        &mut self,
        name: &str,
        value: &Value,
        formula: Option<&str>,
    ) -> Result<(), WorkbookError> {
        let (frame, place) = (self.frame, (self.row, 1));
        self.sheet.write_string_with_format(self.row, 0, name, &frame.formats.strong)?;
        match value {
            Value::Money(micros) => {
                let money = (*micros, formula);
                write_money(&mut self.sheet, place, money, &frame.formats.money, frame)?;
            }
            value => write(&mut self.sheet, place, value, &Column::code(""), frame)?,
        }
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
    sheets: &[Sheet<'_>],
    frame: &Frame<'_>,
) -> Result<Worksheet, WorkbookError> {
    let mut sheet = Worksheet::new();
    sheet.set_name(SUMMARY)?;
    for (at, width) in (0..).zip([40, 22, 70, 9, 30, 14]) {
        sheet.set_column_width(at, width)?;
    }
    frame.print_layout(&mut sheet, 0);
    let title = format!("Workpapers of the audit of {}", w.engagement.property);
    sheet.write_string_with_format(0, 0, safe(&title), &frame.formats.title)?;
    let verdict = format!("{}: {}", verdict_title(w.verdict), verdict_sentence(w));
    sheet.write_string_with_format(1, 0, safe(&verdict), &frame.formats.strong)?;
    sheet.set_freeze_panes(2, 0)?;
    sheet.set_repeat_rows(0, 1)?;
    let mut page = Page { sheet, frame, row: 3 };
    for (name, cell) in front(w, frame.clock) {
        page.pair(name, &cell.value, None)?;
    }
    let signed = Cell::from(signer_sentences(w.signer.as_ref()).join(" "));
    page.pair("Signature of report.pdf", &signed.value, None)?;
    let exceptions = sheets.iter().find(|sheet| sheet.of.name == EXCEPTIONS);
    for block in summary(w, &[]).blocks_in(Outputs::BOOK) {
        let Content::Facts(title, facts) = &block.content else { continue };
        page.heading(title)?;
        for (name, cell) in facts {
            // What the sheet of exceptions adds up, its formula says here.
            let formula = match (&cell.value, exceptions) {
                (Value::Money(micros), Some(sheet)) => sheet.total(name, *micros)?,
                _ => None,
            };
            page.pair(name, &cell.value, formula.as_deref())?;
        }
    }
    contents(&mut page, sheets)?;
    reading(&mut page)?;
    Ok(page.sheet)
}

fn contents(page: &mut Page<'_>, sheets: &[Sheet<'_>]) -> Result<(), WorkbookError> {
    page.heading("Contents")?;
    let (frame, formats) = (page.frame, page.frame.formats);
    let heads = ["Rows", "What it holds"].map(|head| (head, &formats.head));
    let own = ["Tickmark", "Auditor's note", "Initials/date"].map(|head| (head, &formats.own));
    for (at, (head, format)) in (1..).zip(heads.into_iter().chain(own)) {
        page.sheet.write_string_with_format(page.row - 1, at, head, format)?;
    }
    for sheet in sheets {
        link(&mut page.sheet, (page.row, 0), ((sheet.of.name, 0), sheet.of.name), formats)?;
        let (rows, left_out) = (sheet.rows(), sheet.left_out);
        let rows = match left_out {
            0 => Value::Count(rows),
            more => format!("{} of {}", grouped(rows), grouped(rows + more)).into(),
        };
        write(&mut page.sheet, (page.row, 1), &rows, &Column::code(""), frame)?;
        let about = sheet.of.about.into();
        write(&mut page.sheet, (page.row, 2), &about, &Column::prose(""), frame)?;
        page.row += 1;
    }
    Ok(())
}

fn reading(page: &mut Page<'_>) -> Result<(), WorkbookError> {
    page.heading("How to read it")?;
    let times = format!(
        "Times are local times of {}, as in the record; the column beside them has the offset from UTC.",
        page.frame.clock.name()
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
