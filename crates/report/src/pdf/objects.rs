//! Small objects that several files write: texts, dates, and what a refusal of the library becomes.

use crate::error::PdfError;
use feltproof_model::Timestamp;
use lopdf::{Object, StringFormat};

pub(super) fn write_error(error: &lopdf::Error) -> PdfError {
    PdfError::Write { reason: error.to_string() }
}

/// `D:20261101150000Z`.
pub(super) fn pdf_date(time: Timestamp) -> String {
    crate::clock::Clock::new("UTC").pdf(time)
}

/// A text string object: UTF-16 with a byte order mark, as PDF wants for anything beyond ASCII.
pub(super) fn text(value: &str) -> Object {
    let mut bytes = vec![0xfe, 0xff];
    bytes.extend(value.encode_utf16().flat_map(u16::to_be_bytes));
    Object::String(bytes, StringFormat::Hexadecimal)
}
