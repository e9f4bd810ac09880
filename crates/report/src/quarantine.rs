//! `quarantine.csv`: every record that could not be understood, with its raw text.
//!
//! Columns `file,line,reason,raw`, UTF-8, LF, fields quoted where they must be. `raw` is the record
//! as it stands in the journal, so a cell may begin with `=`: open the file as text.

use crate::words::Places;
use feltproof_model::{Engagement, Problem};
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
    /// Starts the file with its header. File names come from the engagement's journals.
    ///
    /// # Errors
    /// When the writer refuses.
    pub fn new(engagement: &Engagement, out: W) -> Result<Self, QuarantineError> {
        let mut csv = csv::Writer::from_writer(out);
        csv.write_record(["file", "line", "reason", "raw"])?;
        Ok(Self { csv, places: Places::new(engagement, ""), rows: 0 })
    }

    /// One record that could not be understood.
    ///
    /// # Errors
    /// When the writer refuses.
    pub fn push(&mut self, problem: &Problem) -> Result<(), QuarantineError> {
        let file = self.places.journal(problem.journal);
        let line = problem.line.to_string();
        self.csv.write_record([&file, &line, &problem.reason, &problem.raw])?;
        self.rows += 1;
        Ok(())
    }

    /// Rows written so far, without the header.
    pub const fn rows(&self) -> u64 {
        self.rows
    }

    /// Writes what is still buffered and gives the writer back.
    ///
    /// # Errors
    /// When the writer refuses.
    pub fn finish(self) -> Result<W, QuarantineError> {
        self.csv.into_inner().map_err(|error| QuarantineError::Finish(error.into_error()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn raw_text_survives_quotes_commas_and_lines() {
        let places = Places::named("audit.toml", &["hands.csv"]);
        let mut csv = csv::Writer::from_writer(Vec::new());
        csv.write_record(["file", "line", "reason", "raw"]).unwrap();
        let mut writer = QuarantineWriter { csv, places, rows: 0 };
        for (journal, raw) in [(0_u16, "1,\"x\",\n2"), (7, "=1+1")] {
            let problem =
                Problem { journal, line: 3, raw: raw.to_owned(), reason: "no seat".to_owned() };
            writer.push(&problem).unwrap();
        }
        assert_eq!(writer.rows(), 2);
        let text = String::from_utf8(writer.finish().unwrap()).unwrap();
        assert_eq!(
            text,
            "file,line,reason,raw\nhands.csv,3,no seat,\"1,\"\"x\"\",\n2\"\n\
             journal number 7,3,no seat,=1+1\n"
        );
    }
}
