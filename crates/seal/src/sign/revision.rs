//! The revision that an approval adds: a function of the signed file and what the approver says, so that whoever verifies
//! can write it again and compare. Nothing else may be in it.

use lopdf::{Document, IncrementalDocument};

use super::claim::SigningClaim;
use super::objects::not_readable;
use super::placeholder::Gap;
use super::{document, placeholder};
use crate::SignError;

/// A signed file with its reserved field filled in, all but the value of the second signature, and where that goes.
pub(crate) fn approved(
    signed: &[u8],
    claim: &SigningClaim,
    container_len: usize,
) -> Result<(Vec<u8>, Gap), SignError> {
    let before = Document::load_mem(signed).map_err(not_readable)?;
    let Some((id, mut field)) = document::reserved_field(&before) else {
        return Err(SignError::NotAwaited);
    };
    let mut pdf = IncrementalDocument::create_from(signed.to_vec(), before);
    let mut value = document::signature(claim, container_len)?;
    document::say(&mut value, claim);
    let value = pdf.new_document.add_object(value);
    field.set("V", value);
    pdf.new_document.set_object(id, field);
    let mut bytes = Vec::new();
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
