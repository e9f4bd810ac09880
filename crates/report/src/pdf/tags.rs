//! Writes the structure tree: every element with its marks on the pages, every link with its annotation, and back.
#![allow(clippy::float_arithmetic, reason = "page coordinates are drawing, never money")]

use super::links::WrittenLink;
use super::objects::{tenth, text};
use super::structure::{Element, Node, Role, Structure};
use crate::draw::{Owner, PAGE_HEIGHT, Page};
use crate::error::PdfError;
use lopdf::{Dictionary, Document, Object, ObjectId, dictionary};
use std::collections::BTreeMap;

/// Whose the marked pieces of a page are, in order: the place of each is its number on that page (its MCID).
pub(super) fn pieces(page: &Page) -> impl Iterator<Item = Element> {
    page.owned().filter_map(|(owner, _)| match owner {
        Owner::Element(element) => Some(element),
        Owner::Decoration | Owner::Header | Owner::Footer => None,
    })
}

/// Writes the tree of pages whose objects are in the document already.
pub(super) fn write(
    pdf: &mut Document,
    structure: &Structure,
    (pages, ids): (&[Page], &[ObjectId]),
    links: &[WrittenLink],
) -> Result<(), PdfError> {
    let mut writer = Writer::new(pdf, structure, (pages, ids), links);
    let root = pdf.new_object_id();
    let parents = writer.parents(pdf, pages, ids, links)?;
    let next = i64::try_from(parents.len() / 2).unwrap_or(i64::MAX);
    let parents = pdf.add_object(dictionary! { "Nums" => parents });
    for (at, node) in structure.nodes.iter().enumerate() {
        if let Some(id) = writer.id(at) {
            let element = writer.element(pdf, root, at, node);
            pdf.set_object(id, element);
        }
    }
    let mut tree = dictionary! {
        "Type" => "StructTreeRoot",
        "ParentTree" => parents,
        "ParentTreeNextKey" => next,
    };
    if let Some(document) = writer.id(0) {
        tree.set("K", vec![Object::Reference(document)]);
    }
    pdf.set_object(root, tree);
    let catalog = pdf.catalog_mut()?;
    catalog.set("StructTreeRoot", root);
    catalog.set("MarkInfo", dictionary! { "Marked" => true });
    Ok(())
}

struct Writer {
    /// The objects of those that are written; an element that nothing belongs to is left out.
    ids: Vec<Option<ObjectId>>,
    pieces: Vec<Vec<(ObjectId, i64)>>,
    annotations: BTreeMap<Element, Vec<(ObjectId, ObjectId)>>,
    /// Attributes that many cells have in common.
    shared: BTreeMap<(bool, usize), ObjectId>,
}

impl Writer {
    fn new(
        pdf: &mut Document,
        structure: &Structure,
        (pages, ids): (&[Page], &[ObjectId]),
        links: &[WrittenLink],
    ) -> Self {
        let mut found = vec![Vec::new(); structure.nodes.len()];
        for (page, id) in pages.iter().zip(ids) {
            for (element, number) in pieces(page).zip(0_i64..) {
                found[element].push((*id, number));
            }
        }
        // A kid stands behind its parent, so going backwards every kid is known first.
        let mut is_written = vec![false; structure.nodes.len()];
        for (at, node) in structure.nodes.iter().enumerate().rev() {
            let has_kid = node.kids.iter().any(|kid| is_written[*kid]);
            let is_cell = matches!(node.role, Role::Cell(_) | Role::Head(_));
            is_written[at] = has_kid || is_cell || !found[at].is_empty();
        }
        let ids = is_written.into_iter().map(|is| is.then(|| pdf.new_object_id())).collect();
        let mut annotations = BTreeMap::<Element, Vec<(ObjectId, ObjectId)>>::new();
        for link in links {
            annotations.entry(link.element).or_default().push((link.page, link.annotation));
        }
        Self { ids, pieces: found, annotations, shared: BTreeMap::new() }
    }

    fn id(&self, element: Element) -> Option<ObjectId> {
        self.ids.get(element).copied().flatten()
    }

    /// Which element each piece of each page, and each annotation, belongs to: keys and values in turn.
    fn parents(
        &self,
        pdf: &mut Document,
        pages: &[Page],
        ids: &[ObjectId],
        links: &[WrittenLink],
    ) -> Result<Vec<Object>, PdfError> {
        let mut parents = Vec::new();
        let id = |element| self.id(element).map_or(Object::Null, Object::Reference);
        for ((page, page_id), key) in pages.iter().zip(ids).zip(0_i64..) {
            let of_page: Vec<Object> = pieces(page).map(id).collect();
            parents.extend([Object::Integer(key), pdf.add_object(of_page).into()]);
            let page = pdf.get_dictionary_mut(*page_id)?;
            page.set("StructParents", key);
        }
        let first = i64::try_from(pages.len()).unwrap_or(i64::MAX);
        for (link, key) in links.iter().zip(first..) {
            parents.extend([Object::Integer(key), id(link.element)]);
            let note = pdf.get_dictionary_mut(link.annotation)?;
            note.set("StructParent", key);
        }
        Ok(parents)
    }

    fn element(
        &mut self,
        pdf: &mut Document,
        root: ObjectId,
        at: Element,
        node: &Node,
    ) -> Dictionary {
        let parent = node.parent.and_then(|parent| self.id(parent));
        let annotations = self.annotations.get(&at).map(Vec::as_slice).unwrap_or_default();
        // A link whose target is not in this report is plain text.
        let is_plain = node.role == Role::Link && annotations.is_empty();
        let mut element = dictionary! {
            "S" => if is_plain { "Span" } else { node.role.name() },
            "P" => parent.unwrap_or(root),
        };
        let pieces = self.pieces.get(at).map(Vec::as_slice).unwrap_or_default();
        let page = pieces.first().map(|(page, _)| *page);
        let mut kids: Vec<Object> = Vec::new();
        for (on, number) in pieces {
            kids.push(if Some(*on) == page {
                Object::Integer(*number)
            } else {
                dictionary! { "Type" => "MCR", "Pg" => *on, "MCID" => *number }.into()
            });
        }
        for (on, annotation) in annotations {
            let object = dictionary! { "Type" => "OBJR", "Obj" => *annotation, "Pg" => *on };
            kids.push(object.into());
        }
        let below = node.kids.iter().filter_map(|kid| self.id(*kid));
        kids.extend(below.map(Object::Reference));
        match (kids.len(), kids.pop()) {
            (1, Some(only)) => element.set("K", only),
            (_, Some(last)) => {
                kids.push(last);
                element.set("K", kids);
            }
            (_, None) => {}
        }
        if let Some(page) = page {
            element.set("Pg", page);
        }
        match &node.role {
            Role::Figure(says, area) => {
                element.set("Alt", text(says));
                element.set("A", drawn_at(*area));
            }
            Role::ToTick(requested) => {
                let mut field = on_paper("cb", requested);
                field.set("checked", "off");
                element.set("A", field);
            }
            Role::ToWrite(requested) => element.set("A", on_paper("tv", requested)),
            Role::Head(columns) => element.set("A", self.attributes(pdf, true, *columns)),
            Role::Cell(columns) if *columns > 1 => {
                element.set("A", self.attributes(pdf, false, *columns));
            }
            _ => {}
        }
        element
    }

    /// The attributes of a cell over so many columns; a head is one of the columns below it.
    fn attributes(&mut self, pdf: &mut Document, is_head: bool, columns: usize) -> ObjectId {
        *self.shared.entry((is_head, columns)).or_insert_with(|| {
            let mut attributes = dictionary! { "O" => "Table" };
            if is_head {
                attributes.set("Scope", "Column");
            }
            if columns > 1 {
                attributes.set("ColSpan", i64::try_from(columns).unwrap_or(i64::MAX));
            }
            pdf.add_object(attributes)
        })
    }
}

/// A place on paper to tick or to write on.
fn on_paper(role: &str, requested: &str) -> Dictionary {
    dictionary! { "O" => "PrintField", "Role" => role, "Desc" => text(requested) }
}

/// Where a drawing stands, as PDF counts it.
fn drawn_at([left, top, right, bottom]: [f32; 4]) -> Dictionary {
    let area = [left, PAGE_HEIGHT - bottom, right, PAGE_HEIGHT - top];
    let area = area.map(tenth).map(Object::Real).to_vec();
    dictionary! { "O" => "Layout", "Placement" => "Block", "BBox" => area }
}
