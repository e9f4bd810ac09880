//! One column of one row group: its values as texts, some rows at a time.

use super::pages::{Chunks, Pages};
use super::value::{Meaning, Value};
use parquet::column::reader::{ColumnReader, ColumnReaderImpl, get_column_reader};
use parquet::data_type::DataType;
use parquet::file::metadata::ColumnChunkMetaData as Chunk;

/// Bytes of some rows, all columns together: a value of a dictionary stands in any number of them.
const BYTES_MAX: usize = 512 << 20;

pub(super) struct Column {
    reader: ColumnReader,
    meaning: Meaning,
    /// The definition level of a value that is there.
    present: i16,
    in_lists: bool,
    text: Vec<u8>,
    /// Where the text of each row ends.
    ends: Vec<usize>,
}

impl Column {
    pub(super) fn open(chunks: &Chunks, chunk: &Chunk, rows: usize) -> Result<Self, String> {
        let descr = chunk.column_descr_ptr();
        let pages = Pages::open(chunks, chunk, rows).map_err(|e| e.to_string())?;
        let meaning = Meaning::of(&descr);
        let (present, in_lists) = (descr.max_def_level(), descr.max_rep_level() != 0);
        let reader = get_column_reader(descr, Box::new(pages));
        Ok(Self { reader, meaning, present, in_lists, text: Vec::new(), ends: Vec::new() })
    }

    /// The text of a row read last, the first 0.
    pub(super) fn text(&self, row: usize) -> &[u8] {
        let end = self.ends.get(row).copied().unwrap_or(0);
        let from = row.checked_sub(1).and_then(|r| self.ends.get(r)).copied().unwrap_or(0);
        self.text.get(from..end).unwrap_or_default()
    }

    /// Reads the next rows; `bytes` counts those of all columns.
    pub(super) fn read(&mut self, rows: usize, bytes: &mut usize) -> Result<(), String> {
        self.text.clear();
        self.ends.clear();
        let mut out = Out {
            meaning: self.meaning,
            present: self.present,
            in_lists: self.in_lists,
            text: &mut self.text,
            ends: &mut self.ends,
            bytes,
        };
        match &mut self.reader {
            ColumnReader::BoolColumnReader(reader) => out.read(reader, rows),
            ColumnReader::Int32ColumnReader(reader) => out.read(reader, rows),
            ColumnReader::Int64ColumnReader(reader) => out.read(reader, rows),
            ColumnReader::Int96ColumnReader(reader) => out.read(reader, rows),
            ColumnReader::FloatColumnReader(reader) => out.read(reader, rows),
            ColumnReader::DoubleColumnReader(reader) => out.read(reader, rows),
            ColumnReader::ByteArrayColumnReader(reader) => out.read(reader, rows),
            ColumnReader::FixedLenByteArrayColumnReader(reader) => out.read(reader, rows),
        }
    }
}

struct Out<'a> {
    meaning: Meaning,
    present: i16,
    in_lists: bool,
    text: &'a mut Vec<u8>,
    ends: &'a mut Vec<usize>,
    bytes: &'a mut usize,
}

impl Out<'_> {
    fn read<T>(&mut self, reader: &mut ColumnReaderImpl<T>, rows: usize) -> Result<(), String>
    where
        T: DataType,
        T::T: Value,
    {
        let (mut present, mut repeated, mut values) = (Vec::new(), Vec::new(), Vec::new());
        let mut read = 0;
        while read < rows {
            let (records, _, levels) = reader
                .read_records(rows - read, Some(&mut present), Some(&mut repeated), &mut values)
                .map_err(|e| e.to_string())?;
            if records == 0 && levels == 0 {
                return Err(format!("a column ends {} rows before the others", rows - read));
            }
            read += records;
        }
        let mut values = values.iter();
        let levels = if self.present == 0 { rows } else { present.len() };
        let mut items = 0;
        for at in 0..levels {
            let starts = !self.in_lists || repeated.get(at) == Some(&0);
            if starts && at != 0 {
                self.ends.push(self.text.len());
                items = 0;
            }
            if self.present != 0 && present.get(at) != Some(&self.present) {
                continue;
            }
            let value = values.next().ok_or("a column has fewer values than it says")?;
            if items != 0 {
                self.text.push(b' ');
            }
            items += 1;
            let before = self.text.len();
            value.write(self.meaning, self.text);
            *self.bytes += self.text.len() - before + 1;
            if *self.bytes > BYTES_MAX {
                return Err(format!("some rows hold more than {} MiB of text", BYTES_MAX >> 20));
            }
        }
        self.ends.push(self.text.len());
        if self.ends.len() != rows {
            return Err(format!("a column has {} rows where {rows} should be", self.ends.len()));
        }
        Ok(())
    }
}
