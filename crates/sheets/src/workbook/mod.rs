//! Workbooks: which of them a file is, and its sheets.

mod cfb;
mod ods;
mod package;
mod shapes;
mod whole;
mod xls;
mod xlsx;
mod xml;

pub use xml::NOT_CALCULATED;

use crate::notes::Notes;
use crate::rows::RowSource;
use crate::source::Shared;
use package::Package;
use std::io::{self, Read};

type Opener = Box<dyn Fn(&Notes) -> io::Result<Box<dyn RowSource>>>;

pub(crate) struct Sheet {
    pub(crate) name: String,
    /// The program does not show it.
    pub(crate) hidden: bool,
    /// Its rows; what is remarkable about them is noted as they are read.
    pub(crate) open: Opener,
}

/// Notes that a workbook holds macros, if it does.
fn note_macros(has_macros: bool, notes: &Notes) {
    if has_macros {
        notes.say("it holds macros; they were ignored");
    }
}

/// Notes that a workbook refers to so many others.
fn note_links(links: usize, notes: &Notes) {
    if links != 0 {
        let what = "they were not opened, and the stored values were read";
        notes.say(format!("it refers to {links} other workbooks; {what}"));
    }
}

/// A column as spreadsheets call it, the first 0: `A` to `XFD`.
pub fn letters(column: usize) -> String {
    let (mut rest, mut letters) = (column + 1, String::new());
    while rest > 0 {
        letters.insert(0, char::from(b'A' + ((rest - 1) % 26) as u8));
        rest = (rest - 1) / 26;
    }
    letters
}

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

/// The sheets of a workbook, in its order.
pub(crate) fn list(name: &str, file: &Shared, notes: &Notes) -> io::Result<(Flavour, Vec<Sheet>)> {
    let mut start = Vec::new();
    file.window(0, 8).read_to_end(&mut start)?;
    if start == cfb::MAGIC {
        return Ok((Flavour::Xls, xls::sheets(file, notes)?));
    }
    let package = Package::open(file)?;
    if package.has("xl/workbook.bin") {
        return Ok((Flavour::Xlsb, whole::xlsb(file, &package, notes)?));
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
