//! Why a report could not be made.

/// Why the report could not be rendered.
#[derive(Debug, thiserror::Error)]
pub enum PdfError {
    /// An embedded face cannot be parsed.
    #[error("the embedded face {tag} cannot be read: this build is damaged; install it again")]
    Font {
        /// Its tag.
        tag: &'static str,
    },
    /// The PDF library reported an error it would have passed over.
    #[error("the PDF library reported: {message}; no report was written")]
    Library {
        /// What it said.
        message: String,
    },
    /// The PDF could not be written.
    #[error("the PDF could not be written: {reason}; no report was written")]
    Write {
        /// Why.
        reason: String,
    },
}
