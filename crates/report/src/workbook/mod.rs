//! `workpapers.xlsx`: everything of a report that an auditor goes on working with, as sheets with filters, real
//! amounts and dates, and formulas where a sum is followed. Long sheets stream from the spool of exceptions.

mod cell;
mod exceptions;
mod findings;
mod formats;
mod index;
mod owed;
mod sheet;
mod summary;
mod table;

use crate::clock::Clock;
use crate::directions::in_order;
use crate::error::{self, JsonError, WorkbookError};
use crate::words::Places;
use exceptions::{EXCEPTIONS, Register, SETTLEMENTS};
use feltproof_model::workpaper::Workpaper;
use feltproof_paper::{basis, checks, law, meters, money, registers, untested};
use feltproof_stats::Randomness;
use findings::FINDINGS;
use formats::Formats;
use index::Index;
use owed::{OWED, Owed};
use rust_xlsxwriter::{DocProperties, ExcelDateTime, Workbook, Worksheet};
use sheet::{Column, Frame, ROWS_MAX, Sheet, Written};
use std::io::{BufRead, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use summary::write_summary;

/// The first sheet.
const SUMMARY: &str = "Summary";

/// The other sheets in their order, each with what it holds.
const CONTENTS: [(&str, &str); 4] = [
    (FINDINGS, "Every finding with its control, condition, criteria and effect"),
    (EXCEPTIONS, "Every exception, with its place in the evidence and its calculation"),
    (OWED, "What is owed to a seat of a round, or was paid to it too much"),
    (SETTLEMENTS, "Every settlement that differs from what is owed, with both amounts"),
];

/// Writes the workbook. `spool` holds every exception, in the order of the run; `scratch` is a folder in which two
/// temporary files without a name may grow with it.
///
/// # Errors
/// When writer, temporary files or spool fail, or when the spool does not hold as many exceptions as the workpaper
/// counts: then the output is incomplete and must be discarded.
pub fn write_workbook<R: BufRead, W: Write + Send>(
    w: &Workpaper,
    randomness: &[Randomness],
    spool: R,
    scratch: &Path,
    out: W,
) -> Result<(), WorkbookError> {
    write_bounded(w, randomness, spool, (scratch, ROWS_MAX), out)
}

/// With no more than so many rows in a sheet that streams.
fn write_bounded<R: BufRead, W: Write + Send>(
    w: &Workpaper,
    randomness: &[Randomness],
    spool: R,
    (scratch, rows_max): (&Path, u32),
    out: W,
) -> Result<(), WorkbookError> {
    // The library panics where its temporary file cannot be written, and a full disk must end in a sentence.
    let written = catch_unwind(AssertUnwindSafe(|| {
        let mut workbook = Workbook::new();
        workbook.set_tempdir(scratch)?;
        let formats = Formats::new();
        let frame = Frame { formats: &formats, report: &w.report_id };
        let (clock, places) = (Clock::new(&w.engagement.time_zone), Places::of(w));
        let papers = Papers { w, randomness, clock: &clock, places: &places, frame: &frame };
        let (first, others) = papers.sheets(&mut workbook, spool, rows_max)?;
        workbook.push_worksheet(first);
        others.into_iter().for_each(|sheet| workbook.push_worksheet(sheet.sheet));
        let issued = ExcelDateTime::from_timestamp(w.issued_unix)?;
        let about = DocProperties::new()
            .set_title(format!("Workpapers of report {}", cell::safe(&w.report_id)))
            .set_author("feltproof")
            .set_creation_datetime(&issued);
        workbook.set_properties(&about);
        workbook.save_to_writer(out)?;
        Ok(())
    }));
    written.unwrap_or(Err(WorkbookError::Scratch))
}

struct Papers<'a> {
    w: &'a Workpaper,
    randomness: &'a [Randomness],
    clock: &'a Clock,
    places: &'a Places,
    frame: &'a Frame<'a>,
}

impl<'a> Papers<'a> {
    fn sheet(
        &self,
        name: &'static str,
        notes: &[&str],
        columns: &'a [Column],
        fill: impl FnOnce(&mut Sheet<'_>) -> Result<(), WorkbookError>,
    ) -> Result<Written, WorkbookError> {
        let mut sheet = self.start(Worksheet::new(), name, notes, columns)?;
        fill(&mut sheet)?;
        sheet.finish()
    }

    fn start(
        &self,
        sheet: Worksheet,
        name: &'static str,
        notes: &[&str],
        columns: &'a [Column],
    ) -> Result<Sheet<'a>, WorkbookError> {
        Sheet::new(sheet, (name, name), notes, columns, self.frame)
    }

    /// The first sheet and the others, in their order.
    fn sheets<R: BufRead>(
        &self,
        workbook: &mut Workbook,
        spool: R,
        rows_max: u32,
    ) -> Result<(Worksheet, Vec<Written>), WorkbookError> {
        let long = [
            workbook.new_worksheet_with_constant_memory()?,
            workbook.new_worksheet_with_constant_memory()?,
        ];
        let (exceptions, settlements, owed, index) = self.streamed(long, spool, rows_max)?;
        let findings = self.sheet(FINDINGS, &findings::NOTES, &findings::COLUMNS, |sheet| {
            findings::write(sheet, self.w, (self.clock, self.places), &index)
        })?;
        let owed = self.sheet(OWED, &OWED_NOTES, &owed::COLUMNS, |sheet| owed.write(sheet))?;
        let checks = table::sheets(&checks::results(self.w), self.clock, self.frame)?;
        let sums = in_order(self.w.money);
        let total = |at: usize| exceptions.total(exceptions::MONEY + at, sums[at]);
        let totals = [total(0)?, total(1)?, total(2)?, total(3)?];
        let mut sheets = vec![findings, exceptions, owed, settlements];
        for section in
            [meters::meters(self.w, self.places), registers::registers(self.w, self.places)]
        {
            sheets.extend(table::sheets(&section, self.clock, self.frame)?);
        }
        sheets.extend(table::sheets(&law::matrix(self.w), self.clock, self.frame)?);
        sheets.extend(table::sheets(&basis::rules_and_rulings(self.w), self.clock, self.frame)?);
        sheets.extend(checks);
        self.others(&mut sheets)?;
        let summary = write_summary(self.w, self.clock, (&totals, &sheets), self.frame)?;
        Ok((summary, sheets))
    }

    /// The sheets of the spool.
    fn streamed<R: BufRead>(
        &self,
        [exceptions, settlements]: [Worksheet; 2],
        spool: R,
        rows_max: u32,
    ) -> Result<(Written, Written, Owed, Index), WorkbookError> {
        let columns = &exceptions::EXCEPTION_COLUMNS;
        let exceptions = self.start(exceptions, EXCEPTIONS, &EXCEPTION_NOTES, columns)?;
        let columns = &exceptions::SETTLEMENT_COLUMNS;
        let settlements = self.start(settlements, SETTLEMENTS, &SETTLEMENT_NOTES, columns)?;
        let mut register = Register {
            engagement: &self.w.engagement,
            exceptions: exceptions.at_most(rows_max),
            settlements: settlements.at_most(rows_max),
            owed: Owed::default(),
            index: Index::new(self.w, findings::place),
        };
        let found = register.read(spool)?;
        let expected = self.w.exceptions_total + self.w.waived_total;
        if found != expected {
            return Err(JsonError::Count { expected, found }.into());
        }
        let Register { exceptions, settlements, owed, index, .. } = register;
        Ok((exceptions.finish()?, settlements.finish()?, owed, index))
    }

    /// What comes behind the law.
    fn others(&self, sheets: &mut Vec<Written>) -> Result<(), WorkbookError> {
        let (w, clock, places) = (self.w, self.clock, self.places);
        sheets.extend(table::sheets(&money::section(w), clock, self.frame)?);
        let tests = feltproof_paper::randomness::battery::all(self.randomness);
        sheets.extend(table::sheets(&tests, clock, self.frame)?);
        sheets.extend(table::sheets(&basis::inputs(w), clock, self.frame)?);
        sheets.extend(table::sheets(&untested::untested(w, places), clock, self.frame)?);
        Ok(())
    }
}

const EXCEPTION_NOTES: [&str; 1] = [
    "In the order of the run. A waiver's number stands behind an exception that it covers, which is no part of the verdict.",
];
const SETTLEMENT_NOTES: [&str; 1] = [
    "Exceptions in which money stands between players and house; those that a waiver covers are left out, and so \
     are those of meters, reserves and the account of the prizes.",
];
const OWED_NOTES: [&str; 1] = [
    "The settlements that differ, added up by seat and round. Without a seat: of all players of the round together.",
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::common;
    use calamine::{Data, Reader, Xlsx};
    use std::io::Cursor;

    /// More rows than a sheet holds are counted on it and on the first, and the money of all is in the totals.
    #[test]
    fn what_does_not_fit_is_said() {
        let (w, all) = (common::sample(), common::exceptions());
        let mut spool = crate::ExceptionSpool::new(&w.engagement, "audit.toml", Vec::new());
        for exception in &all {
            spool.push(exception).unwrap();
        }
        let spool = spool.finish().unwrap();
        let mut out = Vec::new();
        write_bounded(&w, &[], &*spool, (&std::env::temp_dir(), 50), &mut out).unwrap();
        let mut book = Xlsx::new(Cursor::new(out)).unwrap();
        let exceptions = book.worksheet_range(EXCEPTIONS).unwrap();
        let begins = |words: &str| {
            exceptions.rows().filter(|row| row[0].to_string().starts_with(words)).count()
        };
        assert_eq!(begins("22 more rows do not fit on a sheet"), 1);
        let numbered = exceptions.rows().filter(|row| matches!(row[0], Data::Float(_)));
        assert_eq!(numbered.count(), 50);
        let summary = book.worksheet_range(SUMMARY).unwrap();
        let is_of = |row: &&[Data]| row[0] == Data::String(EXCEPTIONS.to_owned());
        let said: Vec<String> =
            summary.rows().filter(is_of).map(|row| row[1].to_string()).collect();
        assert_eq!(said, ["72", "50 of 72"]);
    }
}
