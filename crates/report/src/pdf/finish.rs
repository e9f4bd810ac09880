//! What the PDF library does not do: document information with the report's own dates, an outline,
//! and an identifier derived from the content.
#![allow(clippy::float_arithmetic, reason = "page coordinates are drawing, never money")]

use super::archive::{self, About};
use super::flow::OutlineEntry;
use super::objects::{destination, pdf_date, text};
use super::sections::LaidOut;
use super::tags;
use crate::draw::PAGE_HEIGHT;
use crate::error::PdfError;
use feltproof_model::Timestamp;
use feltproof_printable::visible;
use lopdf::{Dictionary, Document, Object, ObjectId, StringFormat, dictionary};
use sha2::{Digest as _, Sha256};

pub(super) fn finish(
    mut pdf: Document,
    about: &About<'_>,
    laid_out: &LaidOut,
) -> Result<Vec<u8>, PdfError> {
    pdf.version = "1.7".to_owned();
    let pages: Vec<ObjectId> = pdf.get_pages().into_values().collect();
    for id in &pages {
        // The library writes an empty list.
        pdf.get_dictionary_mut(*id)?.remove(b"Annots");
    }
    let info = pdf.add_object(information(about));
    pdf.trailer.set("Info", info);
    archive::add(&mut pdf, about)?;
    let catalog = pdf.catalog_mut()?;
    catalog.set("Lang", Object::string_literal("en-US"));
    catalog.set("ViewerPreferences", dictionary! { "DisplayDocTitle" => true });
    catalog.set("PageLayout", "SinglePage");
    pdf.prune_objects();
    pdf.renumber_objects();
    // What follows is numbered as it is added, since the library takes long to look through very many objects.
    let pages: Vec<ObjectId> = pdf.get_pages().into_values().collect();
    let links = laid_out.links.write(&mut pdf, &pages)?;
    let outlines = add_outline(&mut pdf, &laid_out.outline, &pages);
    if let Some(root) = outlines {
        let catalog = pdf.catalog_mut()?;
        catalog.set("Outlines", root);
        catalog.set("PageMode", "UseOutlines");
    }
    tags::write(&mut pdf, &laid_out.structure, (&laid_out.pages, &pages), &links)?;
    pdf.compress();
    write_with_id(&mut pdf)
}

/// Title, author and dates. Every date is the time the report claims to be made.
fn information(about: &About<'_>) -> Dictionary {
    let mut info = dictionary! { "Title" => text(&visible(about.title)) };
    if !about.author.is_empty() {
        info.set("Author", text(&visible(about.author)));
    }
    info.set("Subject", text(archive::SUBJECT));
    for key in ["Creator", "Producer"] {
        info.set(key, text(&format!("Feltproof {}", about.tool_version)));
    }
    if let Some(issued) = about.issued_unix {
        let date = pdf_date(Timestamp::from_seconds(issued));
        info.set("CreationDate", Object::string_literal(date.clone()));
        info.set("ModDate", Object::string_literal(date));
    }
    info
}

type Item<'a> = (ObjectId, &'a OutlineEntry);

/// A two-level outline; `None` when there is nothing to list.
fn add_outline(
    pdf: &mut Document,
    entries: &[OutlineEntry],
    pages: &[ObjectId],
) -> Option<ObjectId> {
    let mut chapters: Vec<(Item<'_>, Vec<Item<'_>>)> = Vec::new();
    for entry in entries {
        let id = pdf.new_object_id();
        match chapters.last_mut() {
            Some((_, children)) if entry.level > 1 => children.push((id, entry)),
            _ => chapters.push(((id, entry), Vec::new())),
        }
    }
    let root = pdf.new_object_id();
    let tops: Vec<Item<'_>> = chapters.iter().map(|(top, _)| *top).collect();
    let root_dict = siblings(pdf, root, &tops, pages)?;
    pdf.set_object(root, root_dict);
    for ((id, _), children) in &chapters {
        let Some(links) = siblings(pdf, *id, children, pages) else { continue };
        if let Ok(item) = pdf.get_dictionary_mut(*id) {
            for (key, value) in &links {
                item.set(key.clone(), value.clone());
            }
            // Negative: the children are closed until the reader opens them.
            item.set("Count", Object::Integer(-i64::try_from(children.len()).unwrap_or(0)));
            item.remove(b"Type");
        }
    }
    Some(root)
}

/// Writes items that follow one another under `parent`, and gives the parent's links to them.
fn siblings(
    pdf: &mut Document,
    parent: ObjectId,
    items: &[Item<'_>],
    pages: &[ObjectId],
) -> Option<Dictionary> {
    let (first, last) = (items.first()?.0, items.last()?.0);
    for (at, (id, entry)) in items.iter().enumerate() {
        let mut item = dictionary! { "Title" => text(&entry.title), "Parent" => parent };
        if let Some(page) = pages.get(entry.page) {
            item.set("Dest", destination(*page, (PAGE_HEIGHT - entry.y + 8.0).round()));
        }
        if let Some((before, _)) = at.checked_sub(1).and_then(|i| items.get(i)) {
            item.set("Prev", *before);
        }
        if let Some((after, _)) = items.get(at + 1) {
            item.set("Next", *after);
        }
        pdf.set_object(*id, item);
    }
    Some(dictionary! {
        "Type" => "Outlines",
        "First" => first,
        "Last" => last,
        "Count" => i64::try_from(items.len()).ok()?,
    })
}

/// Writes the document with an `/ID` that is the digest of everything else.
pub(super) fn write_with_id(pdf: &mut Document) -> Result<Vec<u8>, PdfError> {
    set_id(pdf, &[0; 16]);
    let digest = Sha256::digest(write(pdf)?);
    set_id(pdf, digest.get(..16).unwrap_or_default());
    write(pdf)
}

fn set_id(pdf: &mut Document, id: &[u8]) {
    let id = Object::String(id.to_vec(), StringFormat::Hexadecimal);
    pdf.trailer.set("ID", vec![id.clone(), id]);
}

fn write(pdf: &mut Document) -> Result<Vec<u8>, PdfError> {
    let mut bytes = Vec::new();
    pdf.save_to(&mut bytes).map_err(|error| PdfError::Write(error.to_string()))?;
    Ok(bytes)
}
