//! Why the workbook could not be written, and what to do then.

use crate::error::JsonError;
use rust_xlsxwriter::XlsxError;

/// Why the workbook could not be written.
#[derive(Debug, thiserror::Error)]
pub enum WorkbookError {
    /// The writer refused, or the temporary file of a long sheet could not be made.
    #[error(
        "the workbook could not be written: {0}; free some space or choose another output folder"
    )]
    Write(#[from] XlsxError),
    /// The temporary file of a long sheet could not be written.
    #[error(
        "the workbook could not be written: there is no room for its temporary file beside the output; free \
         some space or choose another output folder"
    )]
    Scratch,
    /// The spooled exceptions are not those of the workpaper.
    #[error(
        "the exceptions of the workbook come to {found} micro-dollars where the report has {expected}; run the audit again"
    )]
    Money {
        /// Of the report.
        expected: i128,
        /// Of the sheet.
        found: i128,
    },
    /// The spooled exceptions could not be read back.
    #[error(transparent)]
    Spool(#[from] JsonError),
}
