//! Small objects that several files write: texts, dates, places.

use feltproof_model::Timestamp;
use lopdf::{Object, ObjectId, StringFormat};

/// `D:20261101150000Z`.
pub(super) fn pdf_date(time: Timestamp) -> String {
    crate::clock::Clock::new("UTC").pdf(time)
}

/// A length as the file states it.
#[allow(clippy::float_arithmetic, reason = "page coordinates are drawing, never money")]
pub(super) fn tenth(points: f32) -> f32 {
    (points * 10.0).round() / 10.0
}

/// A height on a page, with whatever zoom the reader has.
pub(super) fn destination(page: ObjectId, top: f32) -> Object {
    let none = Object::Null;
    vec![page.into(), "XYZ".into(), none.clone(), top.into(), none].into()
}

/// A text string object: UTF-16 with a byte order mark, as PDF wants for anything beyond ASCII.
pub(super) fn text(value: &str) -> Object {
    let mut bytes = vec![0xfe, 0xff];
    bytes.extend(value.encode_utf16().flat_map(u16::to_be_bytes));
    Object::String(bytes, StringFormat::Hexadecimal)
}
