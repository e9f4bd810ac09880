//! How the rows of a sheet of XLSX look: styles, hidden rows, comments.

use super::book::{Related, relationships};
use super::cell::{Cell, column, row_number};
use super::strings::{push_rich, push_text};
use crate::workbook::marks::{Look, Survey};
use crate::workbook::package::Package;
use crate::workbook::xml::{Xml, attribute};
use quick_xml::events::Event;
use std::io;

/// Whether rows of a sheet may be marked: by its comments, by styles that differ, by rows that are hidden.
pub(super) fn may_be(package: &Package, part: &str, looks: &[Look]) -> io::Result<bool> {
    if looks.iter().any(|look| !look.is_plain()) || !comments(package, part)?.is_empty() {
        return Ok(true);
    }
    package.mentions(part, &["hidden="])
}

/// The rows of a sheet under that of the names, and how they look.
pub(super) fn survey(
    package: &Package,
    part: &str,
    header_row: u32,
    looks: &[Look],
) -> io::Result<Survey> {
    let mut xml = Xml::new(package.part(part)?, part);
    let mut survey = Survey::default();
    let (mut row, mut is_hidden, mut has_value, mut passed) = (0, false, false, 0);
    let mut cells = Vec::new();
    let mut in_data = false;
    // The row of the names is the first that has something.
    let mut is_named = header_row == 0;
    while let Some(event) = xml.next_if_any()? {
        match event {
            Event::Start(e) => match e.local_name().as_ref() {
                "sheetData" => in_data = true,
                "row" if in_data => {
                    let stated = attribute(&e, "r")?;
                    row = row_number(&stated.unwrap_or_else(|| (row + 1).to_string()), row)?;
                    is_hidden = matches!(attribute(&e, "hidden")?.as_deref(), Some("1" | "true"));
                    (has_value, passed) = (false, 0);
                    cells.clear();
                }
                "c" if in_data => {
                    let cell = Cell::of(&e)?;
                    let at = cell.column.unwrap_or(passed);
                    passed = at + 1;
                    if looks.get(cell.style).is_some_and(|look| !look.is_plain()) {
                        cells.push((at, cell.style));
                    }
                }
                "v" | "is" if in_data => has_value = true,
                // What else stands here is no row.
                _ => {}
            },
            Event::End(e) => match e.local_name().as_ref() {
                "row" if has_value && row >= header_row => {
                    let is_under = std::mem::replace(&mut is_named, true);
                    is_under.then(|| survey.row(row, cells.clone(), is_hidden));
                }
                "sheetData" => break,
                // What else stands here is no row.
                _ => {}
            },
            // What else stands here is no row.
            _ => {}
        }
    }
    for related in comments(package, part)? {
        read_comments(package, &related, &mut survey)?;
    }
    Ok(survey)
}

/// The parts that hold the comments of a sheet: threads, where there are some, since the others repeat them.
fn comments(package: &Package, part: &str) -> io::Result<Vec<String>> {
    let related = relationships(package, part)?;
    let of = |kind: &str| -> Vec<String> {
        let of = related.values().filter(|r| r.kind == kind && package.has(&r.part));
        of.map(|Related { part, .. }| part.clone()).collect()
    };
    let threads = of("threadedcomment");
    Ok(if threads.is_empty() { of("comments") } else { threads })
}

fn read_comments(package: &Package, part: &str, survey: &mut Survey) -> io::Result<()> {
    let mut xml = Xml::new(package.part(part)?, part);
    let (mut row, mut text, mut is_thread) = (0, String::new(), false);
    while let Some(event) = xml.next_if_any()? {
        match event {
            Event::Start(e) => match e.local_name().as_ref() {
                name @ ("comment" | "threadedComment") => {
                    is_thread = name == "threadedComment";
                    let place = attribute(&e, "ref")?.unwrap_or_default();
                    column(&place)?;
                    let number = place.trim_start_matches(|c: char| c.is_ascii_alphabetic());
                    row = row_number(number, 0)?;
                    text.clear();
                }
                "text" if is_thread => push_text(&mut xml, "text", &mut text)?,
                "text" => push_rich(&mut xml, "text", &mut text)?,
                // What else stands here is no text.
                _ => {}
            },
            Event::End(e) if matches!(e.local_name().as_ref(), "comment" | "threadedComment") => {
                survey.comment(row, &text);
            }
            // What else stands here is no text.
            _ => {}
        }
    }
    Ok(())
}
