//! How the rows of a sheet of ODS look: styles, hidden rows, comments.

use super::cell::{attribute, count};
use crate::bounds::{COLUMNS_MAX, ROWS_MAX};
use crate::workbook::marks::{Cells, Look, Survey};
use crate::workbook::package::Package;
use crate::workbook::xml::{Xml, push_reference};
use quick_xml::events::{BytesStart, Event};
use std::collections::BTreeMap;
use std::io;

/// Rows that one element may stand for and be looked at: more are empty.
const REPEATED_MAX: usize = 4_096;

/// The looks of a workbook, and which of them each style of cells has.
#[derive(Default)]
pub(super) struct Looks {
    pub(super) all: Vec<Look>,
    styles: BTreeMap<String, usize>,
}

impl Looks {
    /// Of the styles that are named and of those that the program made.
    pub(super) fn read(package: &Package, content: &str) -> io::Result<Self> {
        let mut looks = Self { all: vec![Look::default()], styles: BTreeMap::new() };
        for part in ["styles.xml", content].into_iter().filter(|part| package.has(part)) {
            let mut xml = Xml::new(package.part(part)?, part);
            while let Some(event) = xml.next_if_any()? {
                match event {
                    Event::Start(e) => match e.name().as_ref() {
                        "style:style" => looks.begin(&e)?,
                        "style:table-cell-properties" | "style:text-properties" => looks.add(&e)?,
                        "office:spreadsheet" => break,
                        // What else stands here is no style of cells.
                        _ => {}
                    },
                    Event::End(e) if e.name().as_ref() == "style:style" => looks.end(),
                    // What else stands here is no style of cells.
                    _ => {}
                }
            }
        }
        Ok(looks)
    }

    pub(super) fn are_plain(&self) -> bool {
        self.all.iter().all(Look::is_plain)
    }

    /// The style that is being read stands last, with the look of its parent.
    fn begin(&mut self, element: &BytesStart<'_>) -> io::Result<()> {
        if attribute(element, "style:family")?.as_deref() == Some("table-cell") {
            let parent = attribute(element, "style:parent-style-name")?.unwrap_or_default();
            let look = self.all.get(self.of(&parent)).cloned().unwrap_or_default();
            self.styles
                .insert(attribute(element, "style:name")?.unwrap_or_default(), self.all.len());
            self.all.push(look);
            self.styles.insert(OPEN.to_owned(), self.all.len() - 1);
        }
        Ok(())
    }

    fn add(&mut self, element: &BytesStart<'_>) -> io::Result<()> {
        let open = self.styles.get(OPEN).copied();
        let Some(look) = open.and_then(|open| self.all.get_mut(open)) else { return Ok(()) };
        if let Some(colour) = attribute(element, "fo:background-color")? {
            let colour = colour.trim_start_matches('#').to_uppercase();
            // White is the colour of paper.
            let is_none = matches!(&*colour, "TRANSPARENT" | "FFFFFF");
            look.fill = if is_none { String::new() } else { colour };
        }
        if let Some(style) = attribute(element, "style:text-line-through-style")? {
            look.is_struck_out = style != "none";
        }
        Ok(())
    }

    fn end(&mut self) {
        self.styles.remove(OPEN);
    }

    fn of(&self, style: &str) -> usize {
        self.styles.get(style).copied().unwrap_or(0)
    }
}

/// No style has this name: the one that is being read.
const OPEN: &str = "\u{0}";

/// Where in the sheet the reading is.
#[derive(Default)]
struct Place {
    row: u32,
    /// How often the row stands, and whether it is hidden.
    repeated: u32,
    is_hidden: bool,
    /// Columns of it that have passed; whether one has a value.
    passed: usize,
    has_value: bool,
    cells: Cells,
    /// The look of cells without a style of their own: of the row, else of their columns.
    of_row: Option<usize>,
    of_columns: Vec<usize>,
    comment: String,
    comments: Vec<String>,
}

/// The rows of a sheet under that of the names, and how they look.
pub(super) fn survey(
    mut xml: Xml,
    sheet: usize,
    header_row: u32,
    looks: &Looks,
) -> io::Result<Survey> {
    let (mut survey, mut place) = (Survey::default(), Place::default());
    let (mut begun, mut depth, mut pinned, mut in_text) = (0, 0_u32, false, false);
    let mut is_named = header_row == 0;
    loop {
        let is_own = depth == 1 && begun == sheet + 1;
        match xml.next_within()? {
            Event::Start(e) => match e.name().as_ref() {
                "table:table" => {
                    begun += usize::from(depth == 0);
                    depth += 1;
                }
                _ if !is_own => {}
                "table:table-column" => place.column(&e, looks)?,
                "table:table-row" => place.begin_row(&e, looks)?,
                "table:table-cell" | "table:covered-table-cell" => place.cell(&e, looks)?,
                "office:annotation" => pinned = true,
                "text:p" if pinned => {
                    in_text = true;
                    place.comment.push(' ');
                }
                "text:p" => place.has_value = true,
                // What else stands here says nothing of how a row is marked.
                _ => {}
            },
            Event::Text(text) if pinned && in_text => place.comment.push_str(&text.xml10_content()),
            Event::GeneralRef(r) if pinned && in_text => push_reference(&mut place.comment, &r)?,
            Event::End(e) => match e.name().as_ref() {
                "table:table" => {
                    depth = depth.checked_sub(1).ok_or_else(|| xml.breaks_off())?;
                    if is_own {
                        return Ok(survey);
                    }
                }
                "text:p" => in_text = false,
                "office:annotation" if is_own => {
                    pinned = false;
                    place.comments.push(std::mem::take(&mut place.comment));
                }
                "table:table-row" if is_own => {
                    place.end_row(&mut survey, header_row, &mut is_named)
                }
                // What else stands here says nothing of how a row is marked.
                _ => {}
            },
            // What else stands here says nothing of how a row is marked.
            _ => {}
        }
    }
}

impl Place {
    fn column(&mut self, element: &BytesStart<'_>, looks: &Looks) -> io::Result<()> {
        let style = attribute(element, "table:default-cell-style-name")?.unwrap_or_default();
        let repeated =
            attribute(element, "table:number-columns-repeated")?.map_or(1, |c| count(&c));
        let end = (self.of_columns.len() + repeated).min(COLUMNS_MAX);
        self.of_columns.resize(end, looks.of(&style));
        Ok(())
    }

    fn begin_row(&mut self, element: &BytesStart<'_>, looks: &Looks) -> io::Result<()> {
        let repeated = attribute(element, "table:number-rows-repeated")?.map_or(1, |r| count(&r));
        self.repeated = repeated.min(ROWS_MAX as usize) as u32;
        self.is_hidden = attribute(element, "table:visibility")?.is_some_and(|v| v != "visible");
        let style = attribute(element, "table:default-cell-style-name")?;
        self.of_row = style.map(|style| looks.of(&style));
        (self.passed, self.has_value) = (0, false);
        self.cells.clear();
        Ok(())
    }

    fn cell(&mut self, element: &BytesStart<'_>, looks: &Looks) -> io::Result<()> {
        let style = attribute(element, "table:style-name")?.map(|style| looks.of(&style));
        let repeated =
            attribute(element, "table:number-columns-repeated")?.map_or(1, |c| count(&c));
        self.has_value |= attribute(element, "office:value-type")?.is_some();
        let end = (self.passed + repeated).min(COLUMNS_MAX);
        for column in self.passed..end {
            let own = style.or(self.of_row);
            let look = own.or_else(|| self.of_columns.get(column).copied()).unwrap_or(0);
            if looks.all.get(look).is_some_and(|look| !look.is_plain()) {
                self.cells.push((column, look));
            }
        }
        self.passed = end;
        Ok(())
    }

    /// Takes up the row, unless it has no value or is that of the names.
    fn end_row(&mut self, survey: &mut Survey, header_row: u32, is_named: &mut bool) {
        let first = self.row + 1;
        self.row = (self.row + self.repeated).min(ROWS_MAX);
        let comments = std::mem::take(&mut self.comments);
        if !self.has_value {
            return;
        }
        for row in (first..=self.row).take(REPEATED_MAX).filter(|row| *row >= header_row) {
            if std::mem::replace(is_named, true) {
                survey.row(row, self.cells.clone(), self.is_hidden);
                comments.iter().for_each(|text| survey.comment(row, text));
            }
        }
    }
}
