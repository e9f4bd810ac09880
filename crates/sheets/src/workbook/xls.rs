//! XLS: looked at before `calamine` lays each sheet out in memory, from first cell to last.

use super::cfb::{Compound, long, word};
use super::package::encrypted;
use super::{Sheet, note_links, note_macros, whole};
use crate::notes::Notes;
use crate::source::Shared;
use std::io;

/// Bytes of the file: it is read into memory.
const FILE_MAX: u64 = 512 << 20;
/// Places from the first cell of each sheet to its last, all sheets together; each takes up to 32
/// bytes. One full sheet has 16,777,216.
const PLACES_MAX: u128 = 32 << 20;
/// Columns of a sheet of this format.
const COLUMNS_MAX: u16 = 256;

pub(crate) fn sheets(file: &Shared, notes: &Notes) -> io::Result<Vec<Sheet>> {
    if file.bytes() > FILE_MAX {
        return Err(io::Error::other(format!(
            "it is larger than {} MiB, and XLS is read whole; save it as XLSX",
            FILE_MAX >> 20
        )));
    }
    let mut compound = Compound::open(file.whole())?;
    if compound.has("EncryptedPackage") {
        return Err(encrypted());
    }
    let stream = match compound.stream("Workbook")? {
        Some(stream) => Some(stream),
        None => compound.stream("Book")?,
    };
    let stream = stream.ok_or_else(|| {
        io::Error::other("it is a compound file and no workbook; export the rows as delimited text")
    })?;
    let found = look(&stream)?;
    if found.is_encrypted {
        return Err(encrypted());
    }
    note_macros(compound.has("_VBA_PROJECT_CUR") || compound.has("Macros"), notes);
    note_links(found.links, notes);
    drop((compound, stream));
    whole::xls(file)
}

#[derive(Debug, Default)]
struct Found {
    is_encrypted: bool,
    links: usize,
}

/// Walks the records of a workbook and refuses cells that would be laid out into more memory than
/// there is ([MS-XLS] 2.4; the numbers are those of the records).
fn look(stream: &[u8]) -> io::Result<Found> {
    let (mut at, mut found, mut places) = (0, Found::default(), 0_u128);
    let mut extent: Option<[u16; 4]> = None;
    while let Some(header) = stream.get(at..at + 4) {
        let (kind, length) = (word(header, 0), usize::from(word(header, 2)));
        let data = stream.get(at + 4..at + 4 + length).unwrap_or_default();
        at += 4 + length;
        let (row, column) = (word(data, 0), word(data, 2));
        match kind {
            // FilePass
            0x002F => found.is_encrypted |= word(data, 0) != 0 || length == 4,
            // SupBook: one that names no file is the workbook itself.
            0x01AE => {
                found.links += usize::from(word(data, 2) != 0x0401 && word(data, 2) != 0x3A01);
            }
            // BOF and EOF of a sheet.
            0x0009 | 0x0209 | 0x0409 | 0x0809 | 0x000A => {
                places += extent.take().map_or(0, |[top, bottom, left, right]| {
                    (u128::from(bottom - top) + 1) * (u128::from(right - left) + 1)
                });
            }
            // Dimensions: room is made for them, whatever they are.
            0x0200 => places += u128::from(stated(data)),
            // Cells: blank, number, label, boolean or error, formula, RK, shared string, rich text.
            0x0001..=0x0006
            | 0x0201
            | 0x0203..=0x0206
            | 0x0406
            | 0x007E
            | 0x027E
            | 0x00FD
            | 0x00D6 => {
                widen(&mut extent, row, column, column)?;
            }
            // Several in a row: blank, RK.
            0x00BE | 0x00BD => {
                let size = if kind == 0x00BE { 2 } else { 6 };
                let cells = (length.max(6) - 6) / size;
                let last = usize::from(column) + cells.max(1) - 1;
                let stated = usize::from(word(data, length.max(2) - 2));
                let last =
                    u16::try_from(last.max(stated)).map_err(|_| no_column(last.max(stated)))?;
                widen(&mut extent, row, column, last)?;
            }
            // What else a workbook holds takes up no places.
            _ => {}
        }
    }
    if places > PLACES_MAX {
        return Err(io::Error::other(format!(
            "its sheets have {places} places for cells, more than the {PLACES_MAX} that are read whole; \
             save it as XLSX"
        )));
    }
    Ok(found)
}

/// Places that a sheet says it has, as `calamine` counts: a last row before the first is too many.
fn stated(data: &[u8]) -> u64 {
    let (top, bottom, left, right) = if data.len() == 10 {
        (word(data, 0).into(), word(data, 2).into(), word(data, 4), word(data, 6))
    } else {
        (long(data, 0), long(data, 4), word(data, 8), word(data, 10))
    };
    let left = if left > 0xFF || right < left { 0 } else { left };
    if bottom == 0 || right == 0 {
        return 1;
    }
    let rows = u64::from(bottom.wrapping_sub(top));
    rows * u64::from(u32::from(right).wrapping_sub(u32::from(left)))
}

fn no_column(at: usize) -> io::Error {
    io::Error::other(format!(
        "it has a cell in column {}, where no XLS sheet has one; save it again with the program that wrote it",
        at + 1
    ))
}

fn widen(extent: &mut Option<[u16; 4]>, row: u16, first: u16, last: u16) -> io::Result<()> {
    if last >= COLUMNS_MAX {
        return Err(no_column(last.into()));
    }
    let [top, bottom, left, right] = extent.get_or_insert([row, row, first, last]);
    (*top, *bottom) = ((*top).min(row), (*bottom).max(row));
    (*left, *right) = ((*left).min(first), (*right).max(last));
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn record(kind: u16, data: &[u16]) -> Vec<u8> {
        let length = u16::try_from(data.len() * 2).unwrap();
        [kind, length].iter().chain(data).flat_map(|word| word.to_le_bytes()).collect()
    }

    /// Several blanks that begin in one of the last columns a number names, and dimensions of more places than any
    /// number counts.
    #[test]
    fn cells_and_dimensions_beyond_every_sheet_are_refused() {
        let blanks = [&[3, 0xFFFE], &[0; 20][..], &[7]].concat();
        let why = look(&record(0x00BE, &blanks)).unwrap_err().to_string();
        assert!(
            why.starts_with("it has a cell in column 65554, where no XLS sheet has one"),
            "{why}"
        );
        let why = look(&record(0x00BE, &[3, 1, 0, 0xFFFF])).unwrap_err().to_string();
        assert!(why.starts_with("it has a cell in column 65536,"), "{why}");
        // From row 1 on to row 0, which `calamine` takes for 2^32 less one, in 65,535 columns, and that three times.
        let vast = record(0x0200, &[2, 0, 1, 0, 0, 0xFFFF, 0]);
        let why = look(&vast.repeat(3)).unwrap_err().to_string();
        let places = 3 * u128::from(u32::MAX) * 0xFFFF;
        assert!(why.starts_with(&format!("its sheets have {places} places for cells")), "{why}");
    }
}
