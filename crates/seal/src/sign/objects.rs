//! Changing single objects of a PDF: appending to arrays, giving a direct value a number of its own.

use lopdf::{Document, Object, ObjectId};

use crate::SignError;

/// Appends to an array, which becomes direct: one shared with others must not grow for them.
pub(super) fn append<const N: usize>(
    pdf: &mut Document,
    owner: ObjectId,
    key: &[u8],
    items: [Object; N],
) -> Result<(), SignError> {
    let dictionary = pdf.get_dictionary(owner).map_err(not_readable)?;
    let mut array = match dictionary.get(key) {
        Ok(value) => {
            let (_, value) = pdf.dereference(value).map_err(not_readable)?;
            value.as_array().map_err(not_readable)?.clone()
        }
        Err(_) => Vec::new(),
    };
    array.extend(items);
    pdf.get_dictionary_mut(owner).map_err(not_readable)?.set(key, array);
    Ok(())
}

/// The object behind a key of a dictionary, if any; a direct value becomes one of its own.
pub(super) fn indirect(
    pdf: &mut Document,
    owner: ObjectId,
    key: &[u8],
) -> Result<Option<ObjectId>, SignError> {
    let value = pdf.get_dictionary(owner).map_err(not_readable)?.get(key).ok().cloned();
    match value {
        None => Ok(None),
        Some(Object::Reference(id)) => Ok(Some(id)),
        Some(direct) => {
            let id = pdf.add_object(direct);
            pdf.get_dictionary_mut(owner).map_err(not_readable)?.set(key, id);
            Ok(Some(id))
        }
    }
}

pub(super) fn not_readable(error: impl core::fmt::Display) -> SignError {
    SignError::NotReadable(error.to_string())
}
