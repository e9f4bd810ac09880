//! Adds the objects of a signature to a document.

use std::time::Duration;

use der::DateTime;
use lopdf::xref::XrefType;
use lopdf::{Dictionary, Document, Object, ObjectId, Stream, StringFormat, dictionary};

use super::claim::{SigningClaim, Widget};
use super::objects::{append, indirect, not_readable};
use super::{placeholder, tagging};
use crate::SignError;
use crate::table::{Table, entry};
use crate::verify::lexer::Value;

/// Annotation flags Print and Locked: PDF/A wants the first, and the box must not be dragged away.
const PRINT_AND_LOCKED: i64 = 4 + 128;

/// Name of the field that is reserved for whoever approves.
const APPROVAL: &str = "Approval";

/// Entries of the trailer that describe how the input was written, not what it is.
const OLD_FILE_KEYS: [&[u8]; 9] =
    [b"Prev", b"XRefStm", b"Type", b"W", b"Index", b"Filter", b"DecodeParms", b"Length", b"Size"];

/// Reads the input and refuses what cannot be signed.
pub(crate) fn load(unsigned: &[u8]) -> Result<Document, SignError> {
    let mut pdf = Document::load_mem(unsigned).map_err(not_readable)?;
    if pdf.is_encrypted() || pdf.was_encrypted() {
        return Err(SignError::Encrypted);
    }
    let catalog = pdf.catalog().map_err(not_readable)?;
    if catalog.has(b"Perms") {
        return Err(SignError::AlreadySigned("/Perms in the catalog".to_owned()));
    }
    for (id, object) in &pdf.objects {
        if object.as_dict().is_ok_and(|dict| dict.has(b"ByteRange")) {
            return Err(SignError::AlreadySigned(format!("object {} {}", id.0, id.1)));
        }
    }
    for key in OLD_FILE_KEYS {
        pdf.trailer.remove(key);
    }
    // Cross-reference and object streams are of the old file, and unpacked would leave a hole.
    pdf.objects.retain(|_, object| {
        !object.type_name().is_ok_and(|name| matches!(name, b"XRef" | b"ObjStm" | b"Linearized"))
    });
    // New objects follow the last one without a hole in the numbering.
    pdf.max_id = pdf.objects.keys().map(|id| id.0).max().unwrap_or_default();
    // A table rather than a stream: anyone can read it with their own eyes.
    pdf.reference_table.cross_reference_type = XrefType::CrossReferenceTable;
    if pdf.version.as_str() < "1.7" {
        "1.7".clone_into(&mut pdf.version);
    }
    Ok(pdf)
}

pub(crate) fn add_signature(
    pdf: &mut Document,
    claim: &SigningClaim,
    widget: Option<&Widget>,
    container_len: usize,
) -> Result<(), SignError> {
    let page = page(pdf, widget)?;
    let mut value = signature(claim, container_len)?;
    // P 1: no change of any kind is permitted; 2: filling in fields and signing.
    let permission = if claim.awaits_approval { 2 } else { 1 };
    let parameters = dictionary! { "Type" => "TransformParams", "P" => permission, "V" => "1.2" };
    value.set(
        "Reference",
        vec![
            dictionary! {
                "Type" => "SigRef",
                "TransformMethod" => "DocMDP",
                "TransformParams" => parameters,
            }
            .into(),
        ],
    );
    say(&mut value, claim);
    let signature = pdf.add_object(value);
    let field = field(pdf, page, signature, widget)?;
    add_field(pdf, page, field)?;
    if claim.awaits_approval {
        let field =
            pdf.add_object(empty_field(page, APPROVAL, "Approval of this document", [0.0; 4]));
        add_field(pdf, page, field)?;
    }
    certify(pdf, signature)
}

fn add_field(pdf: &mut Document, page: ObjectId, field: ObjectId) -> Result<(), SignError> {
    append(pdf, page, b"Annots", [field.into()])?;
    add_form(pdf, field)?;
    tagging::tag(pdf, catalog_id(pdf)?, page, field)
}

/// The object and the content of the field that is reserved for an approval, and empty.
pub(super) fn reserved_field(table: &Table<'_>) -> Result<Option<(ObjectId, Dictionary)>, String> {
    let Some(form) = table.dictionary(&table.catalog()?, b"AcroForm")? else { return Ok(None) };
    let fields = entry(&form, b"Fields").map(|fields| table.resolved(fields)).transpose()?;
    let Some(Value::Array(fields)) = fields.map(|fields| fields.value) else { return Ok(None) };
    // One for the signature, one for the approval.
    for field in fields.iter().take(2) {
        let Value::Reference(number) = field.value else { continue };
        let field = table.as_dictionary(&table.object(number)?.into_dictionary()?);
        let is = |key: &[u8], value: &[u8]| {
            field.get(key).is_ok_and(|found| {
                found.as_str().or_else(|_| found.as_name()).is_ok_and(|found| found == value)
            })
        };
        if is(b"T", APPROVAL.as_bytes()) && is(b"FT", b"Sig") && !field.has(b"V") {
            return Ok(Some(((number, 0), field)));
        }
    }
    Ok(None)
}

/// The signature dictionary; the verifier reads `/ByteRange` and `/Contents` side by side.
pub(super) fn signature(
    claim: &SigningClaim,
    container_len: usize,
) -> Result<Dictionary, SignError> {
    Ok(dictionary! {
        "Type" => "Sig",
        "Filter" => "Adobe.PPKLite",
        "SubFilter" => "ETSI.CAdES.detached",
        "ByteRange" => placeholder::byte_range(),
        "Contents" => placeholder::contents(container_len),
        "M" => date(claim.unix_seconds)?,
    })
}

/// Adds who signs, why and where.
pub(super) fn say(signature: &mut Dictionary, claim: &SigningClaim) {
    let texts = [("Name", &claim.name), ("Reason", &claim.reason), ("Location", &claim.location)];
    for (key, text) in texts {
        if let Some(text) = text.as_deref().filter(|text| !text.is_empty()) {
            signature.set(key, text_string(text));
        }
    }
}

/// The form field and its widget, which are one object.
fn field(
    pdf: &mut Document,
    page: ObjectId,
    signature: ObjectId,
    widget: Option<&Widget>,
) -> Result<ObjectId, SignError> {
    let rectangle = widget.map_or([0.0; 4], |widget| widget.rectangle);
    let [left, bottom, right, top] = rectangle;
    let ordered = left <= right && bottom <= top;
    if !ordered || rectangle.iter().any(|side| !side.is_finite()) {
        return Err(SignError::BadRectangle(format!("{rectangle:?}")));
    }
    let mut field = empty_field(page, "Signature", "Signature of this document", rectangle);
    field.set("V", signature);
    if widget.is_some() {
        let (width, height) = size(rectangle);
        let form = dictionary! {
            "Type" => "XObject",
            "Subtype" => "Form",
            "BBox" => numbers([0.0, 0.0, width, height]),
            "Resources" => Dictionary::new(),
        };
        let appearance = pdf.add_object(Stream::new(form, Vec::new()));
        field.set("AP", dictionary! { "N" => appearance });
    }
    Ok(pdf.add_object(field))
}

fn empty_field(page: ObjectId, name: &str, description: &str, rectangle: [f32; 4]) -> Dictionary {
    dictionary! {
        "Type" => "Annot",
        "Subtype" => "Widget",
        "FT" => "Sig",
        "T" => text_string(name),
        "TU" => text_string(description),
        "F" => PRINT_AND_LOCKED,
        "Rect" => numbers(rectangle),
        "P" => page,
    }
}

#[allow(clippy::float_arithmetic, reason = "a rectangle on a page is not money")]
fn size([left, bottom, right, top]: [f32; 4]) -> (f32, f32) {
    (right - left, top - bottom)
}

fn add_form(pdf: &mut Document, field: ObjectId) -> Result<(), SignError> {
    let catalog = catalog_id(pdf)?;
    let form = match indirect(pdf, catalog, b"AcroForm")? {
        Some(form) => form,
        None => pdf.add_object(Dictionary::new()),
    };
    append(pdf, form, b"Fields", [field.into()])?;
    // SigFlags 3: signatures exist, and the file may only be appended to.
    pdf.get_dictionary_mut(form).map_err(not_readable)?.set("SigFlags", 3);
    pdf.get_dictionary_mut(catalog).map_err(not_readable)?.set("AcroForm", form);
    Ok(())
}

/// Makes it a certification, and names the extension for Ed25519 and curves (ISO/TS 32002).
fn certify(pdf: &mut Document, signature: ObjectId) -> Result<(), SignError> {
    let catalog = catalog_id(pdf)?;
    let catalog = pdf.get_dictionary_mut(catalog).map_err(not_readable)?;
    catalog.set("Perms", dictionary! { "DocMDP" => signature });
    if !catalog.has(b"Extensions") {
        let extension = dictionary! {
            "Type" => "DeveloperExtensions",
            "BaseVersion" => "2.0",
            "ExtensionLevel" => 32002,
            "ExtensionRevision" => Object::string_literal(":2022"),
        };
        catalog.set("Extensions", dictionary! { "Type" => "Extensions", "ISO_" => extension });
    }
    Ok(())
}

fn page(pdf: &Document, widget: Option<&Widget>) -> Result<ObjectId, SignError> {
    let page_index = widget.map_or(0, |widget| widget.page_index);
    let pages = pdf.get_pages();
    let count = pages.len();
    pages.into_values().nth(page_index).ok_or(SignError::NoSuchPage { page_index, pages: count })
}

fn catalog_id(pdf: &Document) -> Result<ObjectId, SignError> {
    pdf.trailer.get(b"Root").and_then(Object::as_reference).map_err(not_readable)
}

fn date(unix_seconds: i64) -> Result<Object, SignError> {
    let refused = || SignError::BadTime(unix_seconds);
    let seconds = u64::try_from(unix_seconds).map_err(|_| refused())?;
    let t = DateTime::from_unix_duration(Duration::from_secs(seconds)).map_err(|_| refused())?;
    Ok(Object::string_literal(format!(
        "D:{:04}{:02}{:02}{:02}{:02}{:02}Z",
        t.year(),
        t.month(),
        t.day(),
        t.hour(),
        t.minutes(),
        t.seconds()
    )))
}

/// A text: plain when it is plain, otherwise UTF-16 with its mark.
fn text_string(text: &str) -> Object {
    if text.bytes().all(|byte| matches!(byte, b' '..=b'~')) {
        return Object::string_literal(text);
    }
    let mut bytes = vec![0xfe, 0xff];
    bytes.extend(text.encode_utf16().flat_map(u16::to_be_bytes));
    Object::String(bytes, StringFormat::Hexadecimal)
}

fn numbers(values: [f32; 4]) -> Object {
    Object::Array(values.into_iter().map(Object::Real).collect())
}
