//! A sheet as its workbook lists it, and what is said of a workbook whatever its format.

use crate::notes::Notes;
use crate::rows::RowSource;
use std::io;

type Opener = Box<dyn Fn(&Notes) -> io::Result<Box<dyn RowSource>>>;

pub(crate) struct Sheet {
    pub(crate) name: String,
    /// The program does not show it.
    pub(crate) hidden: bool,
    /// Its rows; what is remarkable about them is noted as they are read.
    pub(crate) open: Opener,
}

/// Notes that a workbook holds macros, if it does.
pub(crate) fn note_macros(has_macros: bool, notes: &Notes) {
    if has_macros {
        notes.say("it holds macros; they were ignored");
    }
}

/// Notes that a workbook refers to so many others.
pub(crate) fn note_links(links: usize, notes: &Notes) {
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
