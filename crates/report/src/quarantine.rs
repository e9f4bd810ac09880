//! `quarantine.csv`: every record that could not be understood, with its raw text.
//!
//! Columns `file,line,reason,raw`, UTF-8, LF, fields quoted where they must be. `raw` is the record as it stands in the
//! journal; a text that a spreadsheet would take for a formula has one apostrophe in front (`sheets::guarded`), and what
//! begins with an apostrophe is the record's text behind the first of them.

use crate::words::Places;
use feltproof_model::{Engagement, Problem};
use feltproof_sheets::guarded;
use std::io::Write;

/// Why the quarantine file could not be written.
#[derive(Debug, thiserror::Error)]
pub enum QuarantineError {
    /// The writer refused.
    #[error(
        "the quarantine file could not be written: {0}; free some space or choose another output folder"
    )]
    Write(#[from] csv::Error),
    /// The writer refused its last bytes.
    #[error(
        "the quarantine file could not be finished: {0}; free some space or choose another output folder"
    )]
    Finish(std::io::Error),
}

/// Writes the quarantine file, one problem after the other.
pub struct QuarantineWriter<W: Write> {
    csv: csv::Writer<W>,
    places: Places,
    rows: u64,
}

impl<W: Write> QuarantineWriter<W> {
    /// Starts the file with its header; files are the journals'. `Err`: when the writer refuses.
    pub fn new(engagement: &Engagement, out: W) -> Result<Self, QuarantineError> {
        let mut csv = csv::Writer::from_writer(out);
        csv.write_record(["file", "line", "reason", "raw"])?;
        Ok(Self { csv, places: Places::new(engagement, ""), rows: 0 })
    }

    /// One record that could not be understood. `Err`: when the writer refuses.
    pub fn push(&mut self, problem: &Problem) -> Result<(), QuarantineError> {
        let file = self.places.journal(problem.journal);
        let line = problem.line.to_string();
        let (reason, raw) = (guarded(&problem.reason), guarded(&problem.raw));
        self.csv.write_record([&*guarded(&file), &line, &reason, &raw])?;
        self.rows += 1;
        Ok(())
    }

    /// Rows written so far, without the header.
    pub const fn rows(&self) -> u64 {
        self.rows
    }

    /// Writes what is still buffered and gives the writer back. `Err`: when the writer refuses.
    pub fn finish(self) -> Result<W, QuarantineError> {
        self.csv.into_inner().map_err(|error| QuarantineError::Finish(error.into_error()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::common;
    use feltproof_sheets::unguarded;

    /// The places of an engagement with one journal.
    fn places(journal: &str) -> Places {
        let mut engagement = common::sample().engagement;
        engagement.journals.truncate(1);
        engagement.journals[0].file = journal.to_owned();
        Places::new(&engagement, "audit.toml")
    }

    /// No cell begins with what a spreadsheet runs, and each record is there to the letter.
    #[test]
    fn no_cell_is_a_formula_and_no_letter_is_lost() {
        let places = places("=hands.csv");
        let mut writer =
            QuarantineWriter { csv: csv::Writer::from_writer(Vec::new()), places, rows: 0 };
        let raws = [
            "=HYPERLINK(\"http://x\",\"y\"),1",
            "+1",
            "-1",
            "@A1",
            "\t=1",
            "\r=1",
            "'=1",
            "''x",
            "1,2",
        ];
        for raw in raws {
            let (raw, reason) = (raw.to_owned(), "=no".to_owned());
            writer.push(&Problem { journal: 0, line: 3, raw, reason, is_skipped: false }).unwrap();
        }
        let bytes = writer.finish().unwrap();
        let mut read = csv::ReaderBuilder::new().has_headers(false).from_reader(&*bytes);
        for (row, raw) in read.byte_records().map(Result::unwrap).zip(raws) {
            for cell in &row {
                assert!(!b"=+-@\t\r".contains(&cell[0]), "{raw}");
            }
            assert_eq!(unguarded(&row[3]), raw.as_bytes());
            assert_eq!((unguarded(&row[0]), unguarded(&row[2])), (&b"=hands.csv"[..], &b"=no"[..]));
        }
    }

    #[test]
    fn raw_text_survives_quotes_commas_and_lines() {
        let places = places("hands.csv");
        let mut csv = csv::Writer::from_writer(Vec::new());
        csv.write_record(["file", "line", "reason", "raw"]).unwrap();
        let mut writer = QuarantineWriter { csv, places, rows: 0 };
        for (journal, raw) in [(0_u16, "1,\"x\",\n2"), (7, "=1+1")] {
            let problem = Problem {
                journal,
                line: 3,
                raw: raw.to_owned(),
                reason: "no seat".to_owned(),
                is_skipped: false,
            };
            writer.push(&problem).unwrap();
        }
        assert_eq!(writer.rows(), 2);
        let text = String::from_utf8(writer.finish().unwrap()).unwrap();
        assert_eq!(
            text,
            "file,line,reason,raw\nhands.csv,3,no seat,\"1,\"\"x\"\",\n2\"\n\
             journal number 7,3,no seat,'=1+1\n"
        );
    }
}
