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
    fn a_bomb_is_a_ratio_and_an_end() {
        assert!(harmless(1, RATIO_FROM).is_ok());
        assert!(harmless(1 << 20, RATIO_FROM + 1).is_ok());
        assert!(harmless(1000, RATIO_FROM + 1).is_err());
        assert!(harmless(BYTES_MAX, BYTES_MAX).is_ok());
        assert!(harmless(BYTES_MAX, BYTES_MAX + 1).is_err());
    }
}
