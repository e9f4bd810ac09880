//! Workbooks: which of them a file is, and its sheets.

mod cfb;
mod listed;
mod marks;
mod ods;
mod package;
mod shapes;
mod whole;
mod xls;
mod xlsx;
mod xml;

pub use listed::letters;
pub(crate) use listed::{Sheet, no_marks, note_links, note_macros};
pub use marks::MARKS;
pub(crate) use marks::Marked;

use crate::bounds::check_sheets;
use crate::notes::Notes;
use crate::source::Shared;
use package::Package;
use std::io::{self, Read};

/// Which program's way of writing it is.
pub(crate) enum Flavour {
    Xlsx,
    Xlsb,
    Xls,
    Ods,
}

impl Flavour {
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Xlsx => "XLSX",
            Self::Xlsb => "XLSB",
            Self::Xls => "XLS",
            Self::Ods => "ODS",
        }
    }
}

fn bounded(flavour: Flavour, sheets: Vec<Sheet>) -> io::Result<(Flavour, Vec<Sheet>)> {
    check_sheets(sheets.len())?;
    Ok((flavour, sheets))
}

/// The sheets of a workbook, in its order.
pub(crate) fn list(name: &str, file: &Shared, notes: &Notes) -> io::Result<(Flavour, Vec<Sheet>)> {
    let mut start = Vec::new();
    file.window(0, 8).read_to_end(&mut start)?;
    if start == cfb::MAGIC {
        return bounded(Flavour::Xls, xls::sheets(file, notes)?);
    }
    let package = Package::open(file)?;
    if package.has("xl/workbook.bin") {
        return bounded(Flavour::Xlsb, whole::xlsb(file, &package, notes)?);
    }
    if package.has("content.xml") || package.has("encrypted-package") {
        return Ok((Flavour::Ods, ods::sheets(name, package, notes)?));
    }
    if package.has("_rels/.rels") || package.has("xl/workbook.xml") {
        return Ok((Flavour::Xlsx, xlsx::sheets(name, package, notes)?));
    }
    Err(io::Error::other(
        "it is a ZIP file and no workbook; unpack it and name the files that are in it",
    ))
}
