//! Puts the signature's widget into the structure tree (PDF/UA: in a `Form`, in the parent tree).

use lopdf::{Document, Object, ObjectId, dictionary};

use super::objects::{append, indirect, not_readable};
use crate::SignError;

/// Tags the widget in a tagged document; a parent tree of several nodes is left as it is.
pub(super) fn tag(
    pdf: &mut Document,
    catalog: ObjectId,
    page: ObjectId,
    widget: ObjectId,
) -> Result<(), SignError> {
    let Some(root) = indirect(pdf, catalog, b"StructTreeRoot")? else {
        return Ok(());
    };
    let Some(parent_tree) = indirect(pdf, root, b"ParentTree")? else {
        return Ok(());
    };
    if !pdf.get_dictionary(parent_tree).map_err(not_readable)?.has(b"Nums") {
        return Ok(());
    }
    let key = next_key(pdf, root, parent_tree)?;
    let parent = document_element(pdf, root).unwrap_or(root);
    let element = pdf.add_object(dictionary! {
        "Type" => "StructElem",
        "S" => "Form",
        "P" => parent,
        "Pg" => page,
        "K" => dictionary! { "Type" => "OBJR", "Obj" => widget, "Pg" => page },
    });
    add_kid(pdf, parent, element)?;
    append(pdf, parent_tree, b"Nums", [key.into(), element.into()])?;
    let mut set = |owner: ObjectId, name: &str, value: Object| {
        pdf.get_dictionary_mut(owner).map(|dict| dict.set(name, value)).map_err(not_readable)
    };
    set(root, "ParentTreeNextKey", after(key)?.into())?;
    set(widget, "StructParent", key.into())?;
    // With annotations on a tagged page, the order of structure is the tab order.
    set(page, "Tabs", Object::Name(b"S".to_vec()))
}

/// The first key that the parent tree does not use.
fn next_key(pdf: &Document, root: ObjectId, parent_tree: ObjectId) -> Result<i64, SignError> {
    let tree = pdf.get_dictionary(parent_tree).map_err(not_readable)?;
    let numbers = tree.get(b"Nums").map_err(not_readable)?;
    let (_, numbers) = pdf.dereference(numbers).map_err(not_readable)?;
    let keys = numbers.as_array().map_err(not_readable)?.iter().step_by(2);
    let used = keys.filter_map(|key| key.as_i64().ok()).max().unwrap_or(-1);
    let announced = pdf
        .get_dictionary(root)
        .and_then(|root| root.get(b"ParentTreeNextKey"))
        .and_then(Object::as_i64)
        .unwrap_or(0);
    Ok(announced.max(after(used)?))
}

fn after(key: i64) -> Result<i64, SignError> {
    let reason = || format!("its parent tree has the key {key}, after which there is none");
    key.checked_add(1).ok_or_else(|| SignError::NotReadable(reason()))
}

/// The `Document` element that usually is the root's only kid.
fn document_element(pdf: &Document, root: ObjectId) -> Option<ObjectId> {
    let kids = pdf.get_dictionary(root).ok()?.get(b"K").ok()?;
    let first = match kids {
        Object::Array(kids) => kids.first()?.as_reference().ok()?,
        other => other.as_reference().ok()?,
    };
    let element = pdf.get_dictionary(first).ok()?;
    (element.get(b"S").ok()?.as_name().ok()? == b"Document").then_some(first)
}

/// Appends a kid; a single kid need not be in an array.
fn add_kid(pdf: &mut Document, parent: ObjectId, kid: ObjectId) -> Result<(), SignError> {
    let only = pdf.get_dictionary(parent).ok().and_then(|parent| parent.get(b"K").ok()).cloned();
    if let Some(only) = only {
        let is_array = pdf.dereference(&only).is_ok_and(|(_, value)| value.as_array().is_ok());
        if !is_array {
            pdf.get_dictionary_mut(parent).map_err(not_readable)?.set("K", vec![only]);
        }
    }
    append(pdf, parent, b"K", [kid.into()])
}
