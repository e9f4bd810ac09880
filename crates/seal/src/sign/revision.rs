//! The revision that an approval adds: a function of the signed file and what the approver says, so that whoever verifies
//! can write it again and compare. Nothing else may be in it.

use lopdf::xref::{Xref, XrefType};
use lopdf::{Document, IncrementalDocument};

use super::claim::SigningClaim;
use super::objects::not_readable;
use super::placeholder::Gap;
use super::{document, placeholder};
use crate::SignError;
use crate::table::Table;

/// What the revision has besides the digits of its container, about: one piece of memory is enough.
const ROOM: usize = 1 << 14;

/// A signed file as the library needs it for what follows: how it ended. Its objects are not read: a hostile file may
/// have any number.
fn ended(table: &Table<'_>) -> Document {
    let mut before = Document::new();
    before.trailer = table.as_dictionary(&table.trailer);
    before.max_id = table.last_number();
    before.xref_start = table.start;
    before.reference_table = Xref::new(before.max_id + 1, XrefType::CrossReferenceTable);
    before
}

/// A signed file with its reserved field filled in, all but the value of the second signature, and where that goes.
pub(crate) fn approved(
    signed: &[u8],
    claim: &SigningClaim,
    container_len: usize,
) -> Result<(Vec<u8>, Gap), SignError> {
    let table = Table::read(signed).map_err(not_readable)?;
    let reserved = document::reserved_field(&table).map_err(not_readable)?;
    let Some((id, mut field)) = reserved else {
        return Err(SignError::NotAwaited);
    };
    let mut pdf = IncrementalDocument::create_from(signed.to_vec(), ended(&table));
    let mut value = document::signature(claim, container_len)?;
    document::say(&mut value, claim);
    let value = pdf.new_document.add_object(value);
    field.set("V", value);
    pdf.new_document.set_object(id, field);
    let mut bytes = Vec::with_capacity(signed.len() + container_len * 2 + ROOM);
    pdf.save_to(&mut bytes).map_err(|error| SignError::Encoding(error.to_string()))?;
    bytes.push(b'\n');
    if !bytes.starts_with(signed) {
        let reason = "the signed file was not kept as it is".to_owned();
        return Err(SignError::Encoding(reason));
    }
    let gap = placeholder::find(&bytes, signed.len(), container_len)?;
    gap.fill_byte_range(&mut bytes)?;
    Ok((bytes, gap))
}
