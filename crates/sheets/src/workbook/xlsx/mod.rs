//! XLSX and XLSM: the rows of a sheet as they stand in its part, one at a time. A sheet is never
//! laid out: what it says of its size is not believed, and cells without a value are not made.

mod book;
mod cell;
mod looks;
mod marks;
mod sheet;
mod strings;

use super::Sheet;
use super::marks::Marks;
use super::package::Package;
use super::xml::Xml;
use crate::notes::Notes;
use crate::rows::RowSource;
use sheet::SheetRows;
use std::io;
use std::sync::Arc;

pub(crate) fn sheets(name: &str, package: Package, notes: &Notes) -> io::Result<Vec<Sheet>> {
    let (listed, book) = book::read(&package, notes)?;
    let package = Arc::new(package);
    let sheet = |sheet: book::Listed| {
        let (package, book) = (Arc::clone(&package), Arc::clone(&book));
        let (title, file) = (sheet.name.clone(), name.to_owned());
        let marks = {
            let (package, book) = (Arc::clone(&package), Arc::clone(&book));
            let (title, part) = (title.clone(), sheet.part.clone());
            move |header_row, notes: &Notes| {
                if !marks::may_be(&package, &part, &book.looks)? {
                    return Ok(Marks::default());
                }
                let survey = marks::survey(&package, &part, header_row, &book.looks)?;
                Ok(survey.marks(&book.looks, &title, notes))
            }
        };
        let open = move |notes: &Notes| -> io::Result<Box<dyn RowSource>> {
            let xml = Xml::new(package.part(&sheet.part)?, &sheet.part);
            Ok(Box::new(SheetRows::new(&file, &title, xml, Arc::clone(&book), notes)))
        };
        let (open, marks) = (Box::new(open), Box::new(marks));
        Sheet { name: sheet.name, hidden: sheet.hidden, open, marks }
    };
    Ok(listed.into_iter().map(sheet).collect())
}
