//! Parquet: the values of all columns, some rows at a time. Groups within groups are flattened with
//! dots, as in JSON lines; the items of a list stand in one cell with blanks between them.

mod column;
mod footer;
mod pages;
mod value;
mod write;

pub use write::{ColumnType, ColumnValues, TableValue, TableWriter};

use crate::bounds::{BATCH_CELLS, BATCH_ROWS, check_names};
use crate::caught::caught;
use crate::error::EXPORT_AGAIN;
use crate::rows::{RowSource, Rows};
use crate::source::Shared;
use column::Column;
use pages::Chunks;
use parquet::file::metadata::{ParquetMetaData, ParquetMetaDataReader};
use std::io;

/// The first bytes, and the last.
pub(crate) const MAGIC: [u8; 4] = *b"PAR1";
/// The last bytes of a file whose footer is encrypted.
const MAGIC_ENCRYPTED: [u8; 4] = *b"PARE";

/// Rows of a Parquet file. The names of its columns come as a row with the number 0.
pub(crate) struct ParquetRows {
    name: String,
    chunks: Chunks,
    metadata: ParquetMetaData,
    names: Vec<String>,
    named: bool,
    /// The row group to be opened next.
    group: usize,
    /// Rows of the open group that are still to come.
    left: usize,
    columns: Vec<Column>,
    row: u32,
    failed: bool,
}

/// Does what may panic: decoders of `parquet` trust damaged pages. No file must end the program.
fn guarded<T>(read: impl FnOnce() -> Result<T, String>) -> Result<T, String> {
    caught(read).unwrap_or_else(|| Err("a page does not hold what it says".to_owned()))
}

impl ParquetRows {
    pub(crate) fn open(name: &str, file: &Shared) -> io::Result<Self> {
        let damaged = |why| io::Error::other(format!("it is damaged ({why}); {EXPORT_AGAIN}"));
        footer::check(file)?;
        let chunks = Chunks(file.clone());
        let metadata = guarded(|| {
            ParquetMetaDataReader::new().parse_and_finish(&chunks).map_err(|e| e.to_string())
        });
        let metadata = metadata.map_err(damaged)?;
        let schema = metadata.file_metadata().schema_descr();
        let names: Vec<_> = schema.columns().iter().map(|c| c.path().parts().join(".")).collect();
        check_names(&names).map_err(io::Error::other)?;
        Ok(Self {
            name: name.to_owned(),
            chunks,
            metadata,
            names,
            named: false,
            group: 0,
            left: 0,
            columns: Vec::new(),
            row: 0,
            failed: false,
        })
    }

    /// Opens the next row group; false when there is none.
    fn open_group(&mut self) -> Result<bool, String> {
        let Some(group) = self.metadata.row_groups().get(self.group) else { return Ok(false) };
        self.group += 1;
        self.left = usize::try_from(group.num_rows()).map_err(|e| e.to_string())?;
        if u32::try_from(self.left).ok().and_then(|left| self.row.checked_add(left)).is_none() {
            return Err(format!("it has more than {} rows; cut it into several files", u32::MAX));
        }
        let columns = group.columns().iter();
        self.columns = columns
            .map(|chunk| Column::open(&self.chunks, chunk, self.left))
            .collect::<Result<_, _>>()?;
        Ok(true)
    }

    fn read(&mut self) -> Result<Option<Rows>, String> {
        while self.left == 0 {
            if !self.open_group()? {
                return Ok(None);
            }
        }
        let count = BATCH_ROWS.min(BATCH_CELLS / self.columns.len().max(1)).max(1).min(self.left);
        let mut bytes = 0;
        for column in &mut self.columns {
            column.read(count, &mut bytes)?;
        }
        let mut rows = Rows::default();
        for at in 0..count {
            self.row += 1;
            rows.begin(self.row);
            self.columns.iter().for_each(|column| rows.cell(column.text(at)));
        }
        self.left -= count;
        Ok(Some(rows))
    }
}

impl RowSource for ParquetRows {
    fn next_rows(&mut self) -> Result<Option<Rows>, String> {
        if !self.named {
            self.named = true;
            let mut rows = Rows::default();
            rows.begin(0);
            self.names.iter().for_each(|name| rows.cell(name.as_bytes()));
            return Ok(Some(rows));
        }
        if self.failed {
            return Ok(None);
        }
        let read = guarded(|| self.read());
        self.failed = read.is_err();
        read.map_err(|why| {
            let Self { name, row, .. } = self;
            format!("{name}: row {row} or after: it is damaged ({why}); {EXPORT_AGAIN}")
        })
    }
}
