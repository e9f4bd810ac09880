//! What the sheets of an XLSX workbook share: their names and parts, shared strings, formats.

use super::looks::read_looks;
use super::strings::{Strings, read_strings};
use crate::bounds::check_sheets;
use crate::dates::Shape;
use crate::notes::Notes;
use crate::workbook::marks::Look;
use crate::workbook::package::{self, Package};
use crate::workbook::xml::{Xml, attribute};
use crate::workbook::{note_links, note_macros, shapes};
use quick_xml::events::Event;
use std::collections::BTreeMap;
use std::io;
use std::sync::Arc;

/// What the cells of every sheet refer to.
pub(crate) struct Book {
    pub(crate) strings: Strings,
    /// By the number of the cell's style.
    pub(crate) shapes: Vec<Option<Shape>>,
    /// How cells of each style look.
    pub(crate) looks: Vec<Look>,
    pub(crate) is_1904: bool,
}

/// A sheet that holds cells: name, part, hidden.
pub(crate) struct Listed {
    pub(crate) name: String,
    pub(crate) part: String,
    pub(crate) hidden: bool,
}

/// A relationship: what it is (the last word of its type) and the part.
pub(super) struct Related {
    pub(super) kind: String,
    pub(super) part: String,
}

/// Sheets in the order of the program, and what they share.
pub(crate) fn read(package: &Package, notes: &Notes) -> io::Result<(Vec<Listed>, Arc<Book>)> {
    let root = relationships(package, "")?;
    let workbook = root.into_values().find(|r| r.kind == "officedocument").map(|r| r.part);
    let workbook = workbook.unwrap_or_else(|| "xl/workbook.xml".to_owned());
    let related = relationships(package, &workbook)?;
    let (sheets, is_1904) = read_workbook(package, &workbook, &related)?;
    let part_of = |kind: &str| related.values().find(|r| r.kind == kind).map(|r| r.part.as_str());
    note_links(related.values().filter(|r| r.kind == "externallink").count(), notes);
    note_macros(package.names().any(|name| name.ends_with("vbaproject.bin")), notes);
    let present = |kind: &str| part_of(kind).filter(|part| package.has(part));
    let strings = match present("sharedstrings") {
        Some(part) => read_strings(Xml::new(package.part(part)?, part))?,
        None => Strings::default(),
    };
    let (shapes, looks) = match present("styles") {
        Some(part) => {
            let styles = || Ok::<_, io::Error>(Xml::new(package.part(part)?, part));
            (read_shapes(styles()?)?, read_looks(styles()?)?)
        }
        None => (Vec::new(), Vec::new()),
    };
    Ok((sheets, Arc::new(Book { strings, shapes, looks, is_1904 })))
}

/// The relationships of a part, by their ids.
pub(super) fn relationships(
    package: &Package,
    part: &str,
) -> io::Result<BTreeMap<String, Related>> {
    let (folder, file) = part.rsplit_once('/').unwrap_or(("", part));
    let slash = if folder.is_empty() { "" } else { "/" };
    let name = format!("{folder}{slash}_rels/{file}.rels");
    let mut related = BTreeMap::new();
    if !package.has(&name) {
        return Ok(related);
    }
    let mut xml = Xml::new(package.part(&name)?, &name);
    while let Some(event) = xml.next_if_any()? {
        if let Event::Start(e) = event
            && e.local_name().as_ref() == "Relationship"
        {
            let kind = attribute(&e, "Type")?.unwrap_or_default();
            let kind = kind.rsplit('/').next().unwrap_or_default().to_lowercase();
            let target = attribute(&e, "Target")?.unwrap_or_default();
            let part = resolved(folder, &target);
            if let Some(id) = attribute(&e, "Id")? {
                related.insert(id, Related { kind, part });
            }
            package::check_parts(related.len())?;
        }
    }
    Ok(related)
}

/// A target as the name of a part.
fn resolved(folder: &str, target: &str) -> String {
    if let Some(whole) = target.strip_prefix('/') {
        return whole.to_owned();
    }
    let mut steps: Vec<&str> = folder.split('/').filter(|s| !s.is_empty()).collect();
    for step in target.split('/') {
        match step {
            "." | "" => {}
            ".." => {
                let _ = steps.pop();
            }
            step => steps.push(step),
        }
    }
    steps.join("/")
}

fn read_workbook(
    package: &Package,
    part: &str,
    related: &BTreeMap<String, Related>,
) -> io::Result<(Vec<Listed>, bool)> {
    let mut xml = Xml::new(package.part(part)?, part);
    let (mut sheets, mut is_1904) = (Vec::new(), false);
    while let Some(event) = xml.next_if_any()? {
        let Event::Start(e) = event else { continue };
        match e.local_name().as_ref() {
            "workbookPr" => {
                let stated = attribute(&e, "date1904")?;
                is_1904 = stated.is_some_and(|v| matches!(v.as_str(), "1" | "true" | "on"));
            }
            "sheet" => {
                let name = attribute(&e, "name")?.unwrap_or_default();
                let hidden = attribute(&e, "state")?.is_some_and(|s| s != "visible");
                let related = attribute(&e, "id")?.and_then(|id| related.get(&id));
                // Charts and dialogs are sheets without cells.
                if let Some(related) = related.filter(|r| r.kind == "worksheet") {
                    sheets.push(Listed { name, part: related.part.clone(), hidden });
                    check_sheets(sheets.len())?;
                }
            }
            // What else stands here is neither a sheet nor a style.
            _ => {}
        }
    }
    Ok((sheets, is_1904))
}

/// The shape of each style.
fn read_shapes(mut xml: Xml) -> io::Result<Vec<Option<Shape>>> {
    let mut codes: BTreeMap<u32, Option<Shape>> = BTreeMap::new();
    let mut shapes = Vec::new();
    let mut in_cell_formats = false;
    let number = |text: Option<String>| text.and_then(|t| t.parse::<u32>().ok()).unwrap_or(0);
    while let Some(event) = xml.next_if_any()? {
        match event {
            Event::Start(e) => match e.local_name().as_ref() {
                "numFmt" => {
                    let code = attribute(&e, "formatCode")?.unwrap_or_default();
                    codes.insert(number(attribute(&e, "numFmtId")?), shapes::of_code(&code));
                }
                "cellXfs" => in_cell_formats = true,
                "xf" if in_cell_formats => {
                    let id = number(attribute(&e, "numFmtId")?);
                    shapes.push(codes.get(&id).copied().unwrap_or_else(|| shapes::built_in(id)));
                }
                // What else stands here is neither a sheet nor a style.
                _ => {}
            },
            Event::End(e) if e.local_name().as_ref() == "cellXfs" => in_cell_formats = false,
            // What else stands here is neither a sheet nor a style.
            _ => {}
        }
    }
    Ok(shapes)
}
