//! One cell of XLSX: what its attributes say, and its value as text.

use super::book::Book;
use crate::bounds::{COLUMNS_MAX, ROWS_MAX};
use crate::dates;
use crate::number::{shown, shown_text};
use quick_xml::events::BytesStart;
use std::io;

/// What the attributes of a cell say of it.
#[derive(Clone, Copy)]
pub(super) struct Cell {
    /// The first is 0; `None`: the one after the cell before.
    pub(super) column: Option<usize>,
    pub(super) style: usize,
    pub(super) kind: CellKind,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum CellKind {
    Number,
    Shared,
    Text,
    Boolean,
    Error,
    Date,
}

impl Cell {
    #[inline]
    pub(super) fn of(element: &BytesStart<'_>) -> io::Result<Self> {
        let mut cell = Self { column: None, style: 0, kind: CellKind::Number };
        for attribute in element.attributes().with_checks(false) {
            let attribute = attribute.map_err(io::Error::other)?;
            let value = attribute.value.as_ref();
            match attribute.key.as_ref() {
                "r" => cell.column = Some(column(value)?),
                "s" => cell.style = value.parse().unwrap_or(0),
                "t" => {
                    cell.kind = match value {
                        "s" => CellKind::Shared,
                        "str" | "inlineStr" => CellKind::Text,
                        "b" => CellKind::Boolean,
                        "e" => CellKind::Error,
                        "d" => CellKind::Date,
                        _ => CellKind::Number,
                    }
                }
                // What else is said of a cell changes no value.
                _ => {}
            }
        }
        Ok(cell)
    }

    /// Puts the value that the program shows into `text`, unless it contradicts the workbook.
    pub(super) fn show(self, text: &mut String, book: &Book) -> Result<(), String> {
        let shown = match self.kind {
            CellKind::Text | CellKind::Error => return Ok(()),
            CellKind::Shared => {
                let index = text.trim().parse().ok();
                let shared = index.and_then(|i| book.strings.get(i));
                shared.ok_or_else(|| format!("the shared string {text} that there is not"))?
            }
            CellKind::Boolean => match text.trim() {
                "1" | "true" => "TRUE",
                "0" | "false" => "FALSE",
                _ => return Ok(()),
            },
            CellKind::Date => &text.replacen('T', " ", 1),
            CellKind::Number => {
                let shape = book.shapes.get(self.style).copied().flatten();
                let date = shape.and_then(|shape| {
                    let value = text.trim().parse().ok()?;
                    dates::serial(value, shape, book.is_1904).or_else(|| Some(shown(value)))
                });
                match date.or_else(|| shown_text(text)) {
                    Some(number) if number != *text => &number.clone(),
                    Some(_) | None => return Ok(()),
                }
            }
        };
        let shown = shown.to_owned();
        text.clear();
        text.push_str(&shown);
        Ok(())
    }
}

/// The column of a reference such as `AB12`, the first 0.
pub(super) fn column(reference: &str) -> io::Result<usize> {
    let mut letters = reference.bytes().take_while(u8::is_ascii_alphabetic);
    let number = letters.try_fold(0_usize, |n, letter| {
        n.checked_mul(26)?.checked_add(usize::from(letter.to_ascii_uppercase() - b'A') + 1)
    });
    match number.and_then(|n| n.checked_sub(1)) {
        Some(column) if column < COLUMNS_MAX => Ok(column),
        _ => Err(io::Error::other(format!(
            "it has a cell at `{reference}`, where no sheet has one; save it again with the program \
             that wrote it"
        ))),
    }
}

/// The number of a row, counted from 1.
pub(super) fn row_number(stated: &str, before: u32) -> io::Result<u32> {
    match stated.parse::<u32>() {
        Ok(row) if row > before && row <= ROWS_MAX => Ok(row),
        _ => Err(io::Error::other(format!(
            "its row `{stated}` follows row {before}; save it again with the program that wrote it"
        ))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::workbook::letters;
    #[test]
    fn columns_have_letters() {
        for (name, number) in [("A1", 0), ("Z9", 25), ("AA1", 26), ("XFD1048576", 16_383)] {
            assert_eq!(column(name).unwrap(), number);
            assert_eq!(letters(number), name.trim_end_matches(|c: char| c.is_ascii_digit()));
        }
        for name in ["", "1", "XFE1", "ZZZZZZZZZZZZZZZZZZZZZZZZZ1"] {
            assert!(column(name).is_err(), "{name}");
        }
    }

    #[test]
    fn rows_go_down() {
        assert_eq!(row_number("1048576", 7).unwrap(), ROWS_MAX);
        for stated in ["7", "1048577", "0", "-1", "x", "99999999999"] {
            assert!(row_number(stated, 7).is_err(), "{stated}");
        }
    }
}
