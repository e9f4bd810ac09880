//! Exports looked at: a file opened as it would be for an audit, a sample of its rows, and what they are.

mod json;
mod text;

pub(crate) use json::Inspection;
pub(crate) use text::text;

use crate::{export, files};
use feltproof_intake::{Guess, Sample};
use feltproof_model::engagement::JournalKind;
use feltproof_sheets::{Compression, Format, Kind, SheetFound};
use std::path::Path;

/// A file that was looked at.
pub(crate) struct Looked {
    /// As typed.
    pub file: String,
    /// What it is, everything found by looking stated.
    pub format: Format,
    pub compression: Compression,
    /// Why.
    pub reasons: Vec<String>,
    /// Sheets of a workbook, and which of them was looked at.
    pub sheets: Vec<SheetFound>,
    pub sheet: Option<String>,
    /// What is remarkable about it.
    pub notes: Vec<String>,
    /// Rows looked at, and which.
    pub rows: usize,
    pub rows_in_words: &'static str,
    pub guess: Guess,
    name: String,
}

/// Sheets of a workbook that are looked at for the one that holds the records.
const SHEETS_MAX: usize = 32;

impl Looked {
    /// Looks at a file; of a workbook, where no sheet is named, at the first that is a journal: a summary
    /// or a cover may stand before it.
    pub(crate) fn at(
        path: &Path,
        stated: &Format,
        kind: Option<JournalKind>,
    ) -> Result<Self, String> {
        let first = Self::at_sheet(path, stated, kind)?;
        let lacks = |looked: &Self| (looked.guess.kind.is_none(), looked.guess.needed.len());
        let is_enough = match kind {
            None => first.guess.kind.is_some(),
            Some(_) => first.guess.needed.is_empty(),
        };
        if !stated.sheets.is_empty() || is_enough {
            return Ok(first);
        }
        let others =
            first.sheets.iter().filter(|s| !s.hidden && Some(&s.name) != first.sheet.as_ref());
        let others = others.take(SHEETS_MAX).filter_map(|sheet| {
            let stated = Format { sheets: vec![sheet.name.clone()], ..stated.clone() };
            Self::at_sheet(path, &stated, kind).ok()
        });
        let best = others.min_by_key(lacks).filter(|best| lacks(best) < lacks(&first));
        Ok(best.unwrap_or(first))
    }

    fn at_sheet(path: &Path, stated: &Format, kind: Option<JournalKind>) -> Result<Self, String> {
        let file = path.display().to_string();
        if path.is_dir() {
            return Err(format!("{file} is a folder; name its files"));
        }
        let sniffed = feltproof_sheets::sniff(&file, Box::new(files::open(path)?), stated)
            .map_err(|e| e.to_string())?;
        if let Some(sheet) = stated.sheets.first().filter(|_| sniffed.sheets.is_empty()) {
            return Err(export::no_workbook(&file, sheet));
        }
        let whole = feltproof_sheets::open(&file, Box::new(files::open(path)?), stated)
            .map_err(|e| e.to_string())?;
        let mut parts = whole.parts.into_iter();
        let part = parts.next().ok_or_else(|| format!("{file} has no rows"))?;
        if parts.next().is_some() {
            return Err(format!(
                "{file} has several sheets of that name; write the whole name of one"
            ));
        }
        let sheet = part.sheet.clone();
        let sample =
            Sample::of(export::rows(part, &whole.format)).map_err(|e| format!("{file}: {e}"))?;
        let name = path.file_name().map(|name| name.to_string_lossy().into_owned());
        let guess = Guess::of(&sample, kind, &whole.format);
        // A row that was taken for the names may have turned out to be a record.
        let mut format = whole.format;
        if !sample.has_names() {
            format.header_row = Some(0);
        }
        Ok(Self {
            format,
            compression: sniffed.compression,
            reasons: sniffed.reasons,
            sheets: sniffed.sheets,
            sheet,
            notes: whole.reading.notes(),
            rows: sample.rows(),
            rows_in_words: match (sample.is_whole(), sample.has_end()) {
                (true, _) => "all",
                (false, true) => "the first and the last",
                (false, false) => "the first",
            },
            guess,
            name: name.unwrap_or_default(),
            file,
        })
    }

    /// How its rows are written.
    pub(crate) const fn kind_in_words(&self) -> &'static str {
        match self.format.kind {
            Some(Kind::Delimited) | None => "delimited text",
            Some(Kind::FixedWidth) => "fixed-width text",
            Some(Kind::Workbook) => "a workbook",
            Some(Kind::JsonLines) => "JSON lines",
            Some(Kind::Parquet) => "Parquet",
        }
    }

    /// The mapping profile, where it may be a journal.
    pub(crate) fn profile(&self) -> Option<String> {
        let several = self.sheets.len() > 1;
        let sheet = self.sheet.as_deref().filter(|_| several);
        self.guess.profile(&format!("Written by looking at {}", self.name), sheet)
    }
}
