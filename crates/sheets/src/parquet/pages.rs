//! Pages of a column, decompressed here: what `parquet` has is C for zstd, and keeps to no bound.

use crate::compression::{Compression, decompressed};
use crate::source::{Shared, Window};
use bytes::Bytes;
use parquet::basic::Compression as Codec;
use parquet::column::page::{Page, PageMetadata, PageReader};
use parquet::errors::{ParquetError, Result};
use parquet::file::metadata::ColumnChunkMetaData as Chunk;
use parquet::file::reader::{ChunkReader, Length};
use parquet::file::serialized_reader::SerializedPageReader;
use std::io::{BufReader, Cursor, Read};
use std::sync::Arc;

/// Bytes of a page, and of what is read of a file at once. Programs write pages of about 1 MiB.
const PAGE_MAX: usize = 256 << 20;
/// Items of lists in one column of one row group: a few bytes can say any number of them.
const ITEMS_MAX: u64 = 64 << 20;

/// The file, as `parquet` reads it.
#[derive(Clone)]
pub(super) struct Chunks(pub(super) Shared);

impl Length for Chunks {
    fn len(&self) -> u64 {
        self.0.bytes()
    }
}

impl ChunkReader for Chunks {
    type T = BufReader<Window>;

    fn get_read(&self, start: u64) -> Result<Self::T> {
        Ok(BufReader::new(self.0.window(start, u64::MAX)))
    }

    fn get_bytes(&self, start: u64, length: usize) -> Result<Bytes> {
        if length > PAGE_MAX {
            return Err(large());
        }
        let mut bytes = Vec::new();
        let end = start.checked_add(length as u64).ok_or_else(|| error("it breaks off"))?;
        self.0.window(start, end).read_to_end(&mut bytes)?;
        if bytes.len() == length { Ok(bytes.into()) } else { Err(error("it breaks off")) }
    }
}

fn error(why: impl Into<String>) -> ParquetError {
    ParquetError::General(why.into())
}

fn large() -> ParquetError {
    error(format!("a page is larger than {} MiB", PAGE_MAX >> 20))
}

/// The pages of one column of one row group.
pub(super) struct Pages {
    /// As they stand in the file.
    stored: SerializedPageReader<Chunks>,
    codec: Codec,
    in_lists: bool,
    items: u64,
}

impl Pages {
    pub(super) fn open(chunks: &Chunks, chunk: &Chunk, rows: usize) -> Result<Self> {
        let codec = chunk.compression();
        // Pages that are said not to be compressed come as they are.
        let stored = chunk.clone().into_builder().set_compression(Codec::UNCOMPRESSED).build()?;
        let stored = SerializedPageReader::new(Arc::new(chunks.clone()), &stored, rows, None)?;
        let in_lists = chunk.column_descr().max_rep_level() != 0;
        Ok(Self { stored, codec, in_lists, items: 0 })
    }

    fn unpacked(&self, stored: &Bytes) -> Result<Bytes> {
        let failed = |why: &dyn std::fmt::Display| error(why.to_string());
        let bytes = match self.codec {
            Codec::UNCOMPRESSED => return Ok(stored.clone()),
            Codec::SNAPPY => {
                let size = snap::raw::decompress_len(stored).map_err(|e| failed(&e))?;
                if size > PAGE_MAX {
                    return Err(large());
                }
                snap::raw::Decoder::new().decompress_vec(stored).map_err(|e| failed(&e))?
            }
            Codec::LZ4_RAW => {
                // No block of LZ4 grows by more than 255.
                let most = (stored.len() * 255).clamp(64, PAGE_MAX);
                lz4_flex::block::decompress(stored, most).map_err(|e| failed(&e))?
            }
            Codec::GZIP(_) => all_of(stored, Compression::Gzip)?,
            Codec::ZSTD(_) => all_of(stored, Compression::Zstd)?,
            codec @ (Codec::LZO | Codec::BROTLI(_) | Codec::LZ4) => {
                let remedy = "which is not read; write it with snappy or zstd";
                return Err(error(format!("its pages are compressed with {codec}, {remedy}")));
            }
        };
        Ok(bytes.into())
    }
}

fn all_of(stored: &Bytes, compression: Compression) -> Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let reader = decompressed(Cursor::new(stored.clone()), compression);
    reader.take(PAGE_MAX as u64 + 1).read_to_end(&mut bytes)?;
    if bytes.len() > PAGE_MAX { Err(large()) } else { Ok(bytes) }
}

impl PageReader for Pages {
    fn get_next_page(&mut self) -> Result<Option<Page>> {
        let Some(mut page) = self.stored.get_next_page()? else { return Ok(None) };
        match &mut page {
            Page::DataPage { buf, num_values, .. } => {
                *buf = self.unpacked(buf)?;
                self.items += u64::from(*num_values);
            }
            Page::DictionaryPage { buf, num_values, .. } => {
                *buf = self.unpacked(buf)?;
                // Each value takes a byte at least; room is made for all of them.
                if *num_values as usize > buf.len() {
                    return Err(error("a dictionary says it has more values than bytes"));
                }
            }
            Page::DataPageV2 {
                buf,
                num_values,
                def_levels_byte_len,
                rep_levels_byte_len,
                is_compressed,
                ..
            } => {
                self.items += u64::from(*num_values);
                let levels = *def_levels_byte_len as usize + *rep_levels_byte_len as usize;
                if levels > buf.len() {
                    return Err(error("a page is shorter than its levels"));
                }
                // A page without values is not compressed, whatever it says.
                if *is_compressed && levels < buf.len() {
                    let values = self.unpacked(&buf.slice(levels..))?;
                    *buf = [&buf.slice(..levels)[..], &values[..]].concat().into();
                }
                *is_compressed = false;
            }
        }
        if self.in_lists && self.items > ITEMS_MAX {
            return Err(error(format!("a column has more than {ITEMS_MAX} items of lists")));
        }
        Ok(Some(page))
    }

    fn peek_next_page(&mut self) -> Result<Option<PageMetadata>> {
        self.stored.peek_next_page()
    }

    fn skip_next_page(&mut self) -> Result<()> {
        self.stored.skip_next_page()
    }

    fn at_record_boundary(&mut self) -> Result<bool> {
        self.stored.at_record_boundary()
    }
}

impl Iterator for Pages {
    type Item = Result<Page>;

    fn next(&mut self) -> Option<Self::Item> {
        self.get_next_page().transpose()
    }
}
