//! How much a file may ask for: what is beyond is refused with a sentence, never attempted.

use std::io::{self, Read};

/// Decompressed bytes of one file or one part of a workbook.
const BYTES_MAX: u64 = 64 << 30;
/// Bytes out of each compressed one beyond [`RATIO_FROM`]; exports shrink to a fifth to a fiftieth.
const RATIO_MAX: u64 = 250;
const RATIO_FROM: u64 = 64 << 20;
/// A line, or a text in a workbook or a page of Parquet, in bytes.
pub(crate) const LINE_MAX: usize = 4 << 20;
/// Columns of a row.
pub(crate) const COLUMNS_MAX: usize = 16_384;
/// Characters of the name of a column: what a cell of a spreadsheet holds at most.
const NAME_CHARS_MAX: usize = 32_767;
/// Sheets of a workbook: one for each day of two years.
const SHEETS_MAX: usize = 1_000;
/// Rows of a sheet.
pub(crate) const ROWS_MAX: u32 = 1_048_576;
/// Rows handed over at once, unless their cells are more than [`BATCH_CELLS`].
pub(crate) const BATCH_ROWS: usize = 2_048;
/// Cells handed over at once, but for the last row.
pub(crate) const BATCH_CELLS: usize = 65_536;
/// Bytes handed over at once, but for the last row.
pub(crate) const BATCH_BYTES: usize = 4 << 20;
/// Bytes of one row: its cells may refer to long texts that are stored once.
pub(crate) const ROW_MAX: usize = 16 << 20;

/// Refuses names of columns that are more or longer than those of any file of rows.
///
/// # Errors
/// One sentence with both numbers and the remedy, without the file's name.
pub fn check_names<S: AsRef<str>>(names: &[S]) -> Result<(), String> {
    let columns = names.len();
    if columns > COLUMNS_MAX {
        return Err(format!(
            "it has {columns} columns, more than {COLUMNS_MAX}; write those that matter"
        ));
    }
    for (column, name) in (1..).zip(names.iter().map(AsRef::as_ref)) {
        // No text has more characters than bytes.
        let chars = if name.len() > NAME_CHARS_MAX { name.chars().count() } else { 0 };
        if chars > NAME_CHARS_MAX {
            return Err(format!(
                "the name of column {column} has {chars} characters, more than {NAME_CHARS_MAX}; give it a shorter one"
            ));
        }
    }
    Ok(())
}

/// Refuses the sheet after the last that a workbook may have, before it is kept.
pub(crate) fn check_sheets(count: usize) -> io::Result<()> {
    if count <= SHEETS_MAX {
        return Ok(());
    }
    Err(io::Error::other(format!(
        "it has {count} sheets or more, above {SHEETS_MAX}; save those that matter in workbooks of fewer"
    )))
}

/// Counts what goes into a decompressor.
pub(crate) struct Counted<R> {
    pub(crate) inner: R,
    pub(crate) bytes: u64,
}

impl<R: Read> Read for Counted<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.inner.read(buffer)?;
        self.bytes += read as u64;
        Ok(read)
    }
}

/// Refuses the rest when what came out so far is too much, or too much for what went in.
pub(crate) fn harmless(from: u64, out: u64) -> io::Result<()> {
    if out > RATIO_FROM && out / RATIO_MAX > from {
        return Err(io::Error::other(format!(
            "{from} compressed bytes hold more than {out} bytes, above {RATIO_MAX} for one, as only \
             a decompression bomb does; decompress it by hand if it is to be trusted"
        )));
    }
    if out > BYTES_MAX {
        return Err(io::Error::other(format!(
            "it holds more than {} GiB of rows; cut it into several files",
            BYTES_MAX >> 30
        )));
    }
    Ok(())
}

/// What to say of a row whose cells are more text than any row.
pub(crate) fn too_long(row: u32) -> io::Error {
    io::Error::other(format!(
        "row {row} holds more than {} MiB of text, as no row does; save the sheet as delimited text",
        ROW_MAX >> 20
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_columns_have_an_end() {
        let all = vec!["a"; COLUMNS_MAX + 1];
        assert_eq!(check_names(&all[1..]), Ok(()));
        let found = check_names(&all).unwrap_err();
        assert_eq!(found, "it has 16385 columns, more than 16384; write those that matter");
        let long = "é".repeat(NAME_CHARS_MAX);
        assert_eq!(check_names(&["a", &long]), Ok(()));
        let found = check_names(&["a".to_owned(), long + "x"]).unwrap_err();
        assert!(found.starts_with("the name of column 2 has 32768 characters, more than 32767"));
    }

    #[test]
    fn a_bomb_is_a_ratio_and_an_end() {
        assert!(harmless(1, RATIO_FROM).is_ok());
        assert!(harmless(1 << 20, RATIO_FROM + 1).is_ok());
        assert!(harmless(1000, RATIO_FROM + 1).is_err());
        assert!(harmless(BYTES_MAX, BYTES_MAX).is_ok());
        assert!(harmless(BYTES_MAX, BYTES_MAX + 1).is_err());
    }
}
