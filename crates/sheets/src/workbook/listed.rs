//! A sheet as its workbook lists it, and what is said of a workbook whatever its format.

use super::marks::Marks;
use crate::notes::Notes;
use crate::rows::RowSource;
use std::io;

type Opener = Box<dyn Fn(&Notes) -> io::Result<Box<dyn RowSource>>>;
type Marker = Box<dyn Fn(u32, &Notes) -> io::Result<Marks>>;

pub(crate) struct Sheet {
    pub(crate) name: String,
    /// The program does not show it.
    pub(crate) hidden: bool,
    /// Its rows; what is remarkable about them is noted as they are read.
    pub(crate) open: Opener,
    /// How its rows under that of the names are marked.
    pub(crate) marks: Marker,
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

/// The marks of a sheet of which `calamine` tells none.
pub(crate) fn no_marks() -> Marker {
    Box::new(|_, notes| {
        notes.say(
            "how its rows are marked (fills, struck-out text, hidden rows, comments) is not seen in this \
             format; save it as XLSX to see it",
        );
        Ok(Marks::default())
    })
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
