//! Links within the report: what a reader clicks on, and where that leads.
#![allow(clippy::float_arithmetic, reason = "page coordinates are drawing, never money")]

use super::objects::{destination, tenth, text};
use super::structure::Element;
use crate::draw::PAGE_HEIGHT;
use crate::error::PdfError;
use feltproof_paper::Anchor;
use lopdf::{Dictionary, Document, Object, ObjectId, dictionary};
use std::collections::BTreeMap;

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Target {
    /// The heading of a section, by its place among the entries of the outline.
    Heading(usize),
    At(Anchor),
}

impl From<Anchor> for Target {
    fn from(anchor: Anchor) -> Self {
        Self::At(anchor)
    }
}

/// A place that leads somewhere: page, and left, top, right, bottom in points from the top left.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Link {
    pub(super) page: usize,
    pub(super) area: [f32; 4],
    pub(super) to: Target,
    /// The element of the structure that it is part of.
    pub(super) element: Element,
    pub(super) text: String,
}

impl Link {
    /// Where it leads, in words, for a reader who does not see it.
    fn description(&self) -> String {
        let to = match self.to {
            Target::Heading(_) => "to that section".to_owned(),
            Target::At(Anchor::Finding(at)) => format!("to finding {}", at + 1),
            Target::At(Anchor::Exception(_)) => "to its row in the register".to_owned(),
            Target::At(Anchor::Control(_)) => "to its row in the compliance matrix".to_owned(),
        };
        format!("{}, {to}", self.text)
    }
}

pub(super) struct WrittenLink {
    pub(super) element: Element,
    pub(super) page: ObjectId,
    pub(super) annotation: ObjectId,
}

/// All links of a report and where their targets stand.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Links {
    pub(super) from: Vec<Link>,
    /// Page and height of each; the first place where it was marked.
    targets: BTreeMap<Target, (usize, f32)>,
}

impl Links {
    /// Something that links lead to stands here.
    pub(super) fn mark(&mut self, target: Target, page: usize, top: f32) {
        self.targets.entry(target).or_insert((page, top));
    }

    /// Writes those whose target is there; the others are plain text.
    pub(super) fn write(
        &self,
        pdf: &mut Document,
        pages: &[ObjectId],
    ) -> Result<Vec<WrittenLink>, PdfError> {
        let mut of_page: BTreeMap<usize, Vec<Object>> = BTreeMap::new();
        let mut written = Vec::new();
        for link in &self.from {
            let Some((page, top)) = self.targets.get(&link.to) else { continue };
            let (Some(target), Some(on)) = (pages.get(*page), pages.get(link.page)) else {
                continue;
            };
            let mut note = annotation(link.area, *target, *top);
            note.set("Contents", text(&link.description()));
            let id = pdf.add_object(note);
            of_page.entry(link.page).or_default().push(Object::Reference(id));
            written.push(WrittenLink { element: link.element, page: *on, annotation: id });
        }
        for (page, notes) in of_page {
            let Some(id) = pages.get(page) else { continue };
            let page = pdf.get_dictionary_mut(*id)?;
            page.set("Annots", notes);
            // With annotations on a tagged page, the order of structure is the tab order.
            page.set("Tabs", "S");
        }
        Ok(written)
    }
}

/// A link without a border that is printed as it stands (flag 4), as archives ask.
fn annotation([left, top, right, bottom]: [f32; 4], page: ObjectId, to: f32) -> Dictionary {
    let area = [left, PAGE_HEIGHT - bottom, right, PAGE_HEIGHT - top];
    dictionary! {
        "Type" => "Annot",
        "Subtype" => "Link",
        "Rect" => area.map(tenth).map(Object::Real).to_vec(),
        "Border" => vec![Object::Integer(0); 3],
        "F" => 4,
        "Dest" => destination(page, tenth(PAGE_HEIGHT - to + 8.0)),
    }
}
