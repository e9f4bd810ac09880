//! `workpapers.xlsx`: everything of a report that an auditor goes on working with, as sheets with filters, real
//! amounts and dates, and formulas where a sum is followed. Long sheets stream from the spool of exceptions.

mod cell;
mod exceptions;
mod formats;
mod owed;
mod sheet;
mod summary;
mod table;

use crate::belongs::Belongs;
use crate::clock::Clock;
use crate::error::{JsonError, WorkbookError};
use crate::json::SpoolReader;
use crate::words::Places;
use exceptions::Entry;
use feltproof_model::workpaper::Workpaper;
use feltproof_paper as paper;
use feltproof_paper::randomness::battery;
use feltproof_paper::{basis, checks, findings, law, meters, money, registers, untested};
use feltproof_stats::Randomness;
use formats::Formats;
use owed::Owed;
use rust_xlsxwriter::{DocProperties, ExcelDateTime, Workbook, Worksheet};
use sheet::{Columns, EXCEPTIONS, Frame, ROWS_MAX, Sheet};
use std::io::{BufRead, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use summary::write_summary;

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

/// With no more than so many rows in a sheet.
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
        let (formats, clock) = (Formats::new(), Clock::new(&w.engagement.time_zone));
        let frame = Frame { formats: &formats, report: &w.report_id, clock: &clock, rows_max };
        let long = [
            workbook.new_worksheet_with_constant_memory()?,
            workbook.new_worksheet_with_constant_memory()?,
        ];
        let [exceptions, owed, settlements] = streamed(w, long, spool, &frame)?;
        let places = Places::of(w);
        let mut sheets = table::sheets(&findings::by_rank(w, &places), &frame)?;
        sheets.extend([exceptions, owed, settlements]);
        for section in [
            meters::meters(w, &places),
            registers::registers(w, &places),
            law::matrix(w),
            basis::rules_and_rulings(w),
            checks::results(w),
            money::section(w),
            battery::all(randomness),
            basis::inputs(w),
            untested::untested(w, &places),
        ] {
            sheets.extend(table::sheets(&section, &frame)?);
        }
        workbook.push_worksheet(write_summary(w, &sheets, &frame)?);
        sheets.into_iter().for_each(|sheet| workbook.push_worksheet(sheet.sheet));
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

/// The sheets of the spool: exceptions, money owed, settlements that differ.
fn streamed<'a, R: BufRead>(
    w: &Workpaper,
    [long, settlements]: [Worksheet; 2],
    spool: R,
    frame: &'a Frame<'a>,
) -> Result<[Sheet<'a>; 3], WorkbookError> {
    let start = |sheet, of: (&'static str, &'static str), note: &str, columns: &Columns<Entry>| {
        let of = paper::Sheet { name: of.0, about: of.1 };
        Sheet::new(sheet, of, &[note], columns.iter().map(|(column, _)| *column), frame)
    };
    let mut exceptions = start(
        long,
        (EXCEPTIONS, "Every exception, with its place in the evidence and its calculation"),
        "In the order of the run. A waiver's number stands behind an exception that it covers, which is no part of the verdict.",
        exceptions::EXCEPTIONS,
    )?;
    let mut settlements = start(
        settlements,
        (
            "Settlements that differ",
            "Every settlement that differs from what is owed, with both amounts",
        ),
        "Exceptions in which money stands between players and house; those that a waiver covers are left out, and so are those \
         of meters, reserves and the account of the prizes.",
        exceptions::SETTLEMENTS,
    )?;
    let (belongs, mut owed, mut spool) =
        (Belongs::new(w), Owed::default(), SpoolReader::new(spool));
    while let Some(e) = spool.next()? {
        let entry = Entry::new(e, &belongs, &w.engagement);
        exceptions.push_of(exceptions::EXCEPTIONS, &entry)?;
        if entry.is_settlement() {
            owed.add(&entry);
            settlements.push_of(exceptions::SETTLEMENTS, &entry)?;
        }
    }
    let (found, expected) = (spool.read(), w.exceptions_total + w.waived_total);
    if found != expected {
        return Err(JsonError::Count { expected, found }.into());
    }
    Ok([exceptions.finish()?, owed.sheet(frame)?, settlements.finish()?])
}

#[cfg(test)]
mod tests {
    use super::sheet::SUMMARY;
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
