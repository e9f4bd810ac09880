//! What `diff` prints: a comparison of two reports as text and as JSON.

mod json;
mod text;

pub(crate) use json::ReportDiff;
pub(crate) use text::text;
