//! ODS: the rows of a sheet as they stand in the one part that holds all sheets. Rows and cells
//! that are written once and repeated are repeated as they are handed over, never before.

mod cell;
mod marks;
mod sheet;

use super::marks::Marks;
use super::package::{Package, encrypted};
use super::xml::Xml;
use super::{Sheet, note_links, note_macros};
use crate::bounds::check_sheets;
use crate::notes::Notes;
use crate::rows::RowSource;
use cell::attribute;
use quick_xml::events::Event;
use sheet::SheetRows;
use std::collections::BTreeSet;
use std::io;
use std::sync::Arc;

/// The part that holds the sheets.
const CONTENT: &str = "content.xml";

pub(crate) fn sheets(name: &str, package: Package, notes: &Notes) -> io::Result<Vec<Sheet>> {
    if is_encrypted(&package)? {
        return Err(encrypted());
    }
    let is_macro = |name: &str| name.starts_with("basic/") || name.starts_with("scripts/");
    note_macros(package.names().any(is_macro), notes);
    let package = Arc::new(package);
    let sheet = |(place, (title, hidden)): (usize, (String, bool))| {
        let package = Arc::clone(&package);
        let (file, own) = (name.to_owned(), title.clone());
        let marks = {
            let (package, title) = (Arc::clone(&package), title.clone());
            move |header_row, notes: &Notes| {
                let looks = marks::Looks::read(&package, CONTENT)?;
                let words = ["office:annotation", "table:visibility="];
                if looks.are_plain() && !package.mentions(CONTENT, &words)? {
                    return Ok(Marks::default());
                }
                let xml = Xml::new(package.part(CONTENT)?, CONTENT);
                let survey = marks::survey(xml, place, header_row, &looks)?;
                Ok(survey.marks(&looks.all, &title, notes))
            }
        };
        let open = move |notes: &Notes| -> io::Result<Box<dyn RowSource>> {
            let xml = Xml::new(package.part(CONTENT)?, CONTENT);
            Ok(Box::new(SheetRows::new(&file, &own, place, xml, notes)?))
        };
        Sheet { name: title, hidden, open: Box::new(open), marks: Box::new(marks) }
    };
    Ok(list(&package, notes)?.into_iter().enumerate().map(sheet).collect())
}

fn is_encrypted(package: &Package) -> io::Result<bool> {
    let manifest = "META-INF/manifest.xml";
    if package.has("encrypted-package") || !package.has(manifest) {
        return Ok(package.has("encrypted-package"));
    }
    let mut xml = Xml::new(package.part(manifest)?, manifest);
    while let Some(event) = xml.next_if_any()? {
        if matches!(event, Event::Start(e) if e.local_name().as_ref() == "encryption-data") {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Name of each sheet, and whether it is hidden.
fn list(package: &Package, notes: &Notes) -> io::Result<Vec<(String, bool)>> {
    let mut xml = Xml::new(package.part(CONTENT)?, CONTENT);
    let (mut sheets, mut hidden, mut style) = (Vec::new(), BTreeSet::new(), String::new());
    let (mut depth, mut links) = (0_u32, 0);
    while let Some(event) = xml.next_if_any()? {
        match event {
            Event::Start(e) => match e.name().as_ref() {
                "style:style" => style = attribute(&e, "style:name")?.unwrap_or_default(),
                "style:table-properties"
                    if attribute(&e, "table:display")?.as_deref() == Some("false") =>
                {
                    hidden.insert(style.clone());
                }
                "table:table" => {
                    if depth == 0 {
                        let name = attribute(&e, "table:name")?.unwrap_or_default();
                        let style = attribute(&e, "table:style-name")?.unwrap_or_default();
                        sheets.push((name, hidden.contains(&style)));
                        check_sheets(sheets.len())?;
                    }
                    depth += 1;
                }
                "table:table-source" => links += 1,
                // What else stands here is no sheet.
                _ => {}
            },
            Event::End(e) if e.name().as_ref() == "table:table" => {
                depth = depth.checked_sub(1).ok_or_else(|| xml.breaks_off())?;
            }
            // What else stands here is no sheet.
            _ => {}
        }
    }
    note_links(links, notes);
    Ok(sheets)
}
