//! Why a report could not be made: what the PDF library or the fonts refused.

/// Why the report could not be rendered.
#[derive(Debug, thiserror::Error)]
pub enum PdfError {
    /// An embedded face cannot be parsed.
    #[error("the embedded face {0} cannot be read: this build is damaged; install it again")]
    Font(&'static str),
    /// The PDF library reported an error it would have passed over.
    #[error("the PDF library reported: {0}; no report was written")]
    Library(String),
    /// The PDF could not be written.
    #[error("the PDF could not be written: {0}; no report was written")]
    Write(String),
}

impl From<lopdf::Error> for PdfError {
    fn from(error: lopdf::Error) -> Self {
        Self::Write(error.to_string())
    }
}

/// Why the JSON report, or the page that holds it, could not be written.
#[derive(Debug, thiserror::Error)]
pub enum JsonError {
    /// The writer refused.
    #[error(
        "the report could not be written: {0}; free some space or choose another output folder"
    )]
    Write(#[from] std::io::Error),
    /// The spool could not be read back.
    #[error(
        "the spool of exceptions could not be read back at its line {line}: {source}; run the audit again"
    )]
    SpoolRead {
        /// 1 is the first line.
        line: u64,
        /// What the reader said.
        source: std::io::Error,
    },
    /// A line of the spool is not an exception.
    #[error(
        "line {line} of the spool of exceptions is not an exception as written by this program ({reason}); run the audit again"
    )]
    SpoolLine {
        /// 1 is the first line.
        line: u64,
        /// What the parser said.
        reason: String,
    },
    /// Spool and workpaper do not agree.
    #[error(
        "the spool holds {found} exceptions, but the workpaper counts {expected}; the report would be wrong: run the audit again"
    )]
    Count {
        /// What the workpaper counts.
        expected: u64,
        /// What the spool holds.
        found: u64,
    },
    /// A value could not be written as JSON.
    #[error("a value could not be written as JSON: {0}")]
    Encode(serde_json::Error),
}

/// Why the workbook could not be written.
#[derive(Debug, thiserror::Error)]
pub enum WorkbookError {
    /// The writer refused, or the temporary file of a long sheet could not be made.
    #[error(
        "the workbook could not be written: {0}; free some space or choose another output folder"
    )]
    Write(#[from] rust_xlsxwriter::XlsxError),
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
