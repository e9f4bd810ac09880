//! The pages of a column put together, and what the directory of the file says of them.

use super::ColumnType;
use super::values::{ColumnValues, DataPage};
use bytes::Bytes;
use parquet::basic::{Compression, Encoding, PageType};
use parquet::column::page::{CompressedPage, Page, PageWriter};
use parquet::column::writer::ColumnCloseResult;
use parquet::errors::{ParquetError, Result};
use parquet::file::metadata::{ColumnChunkMetaData, PageEncodingStats};
use parquet::file::statistics::Statistics;
use parquet::file::writer::{SerializedPageWriter, TrackedWrite};
use parquet::schema::types::ColumnDescPtr;

/// Bytes of a header of a page, more or less.
const HEADER: usize = 64;

/// The bytes of a column of a row group, and what is said of them. The column is empty then.
pub(super) fn chunk(
    values: &mut ColumnValues,
    (of, column, packing): (ColumnType, ColumnDescPtr, Compression),
) -> Result<(Bytes, ColumnCloseResult)> {
    values.end_page();
    values.checked().map_err(ParquetError::General)?;
    let dictionary = dictionary(values)?;
    let pages = std::mem::take(&mut values.pages);
    let encodings = encodings(dictionary.is_some(), &pages);
    let room = pages.iter().map(|page| page.bytes.len() + HEADER).sum();
    let mut bytes = TrackedWrite::new(Vec::with_capacity(room));
    let mut writer = SerializedPageWriter::new(&mut bytes);
    let (mut size, mut first) = (0, None);
    let dictionary_offset = dictionary.is_some().then_some(0);
    for page in dictionary.into_iter().chain(pages.into_iter().map(data_page)) {
        let is_data = page.page_type() == PageType::DATA_PAGE;
        let written = writer.write_page(page)?;
        size += written.uncompressed_size;
        if is_data && first.is_none() {
            first = Some(written.offset);
        }
    }
    writer.close()?;
    let bytes = bytes.into_inner()?;
    let mut metadata = ColumnChunkMetaData::builder(column)
        .set_compression(packing)
        .set_encodings(all(&encodings))
        .set_page_encoding_stats(encodings)
        .set_total_compressed_size(signed(bytes.len())?)
        .set_total_uncompressed_size(signed(size)?)
        .set_num_values(signed(values.rows)?)
        .set_data_page_offset(first.unwrap_or_default().cast_signed())
        .set_dictionary_page_offset(dictionary_offset);
    if let Some(statistics) = statistics(of, values) {
        metadata = metadata.set_statistics(statistics);
    }
    let closed = ColumnCloseResult {
        bytes_written: bytes.len() as u64,
        rows_written: values.rows as u64,
        metadata: metadata.build()?,
        bloom_filter: None,
        column_index: None,
        offset_index: None,
    };
    values.clear();
    Ok((bytes.into(), closed))
}

fn dictionary(values: &mut ColumnValues) -> Result<Option<CompressedPage>> {
    let Some((plain, count)) = values.dictionary() else { return Ok(None) };
    let packed = values.packer.packed(&plain).map_err(ParquetError::General)?;
    let page = Page::DictionaryPage {
        buf: packed.into(),
        num_values: count as u32,
        encoding: Encoding::PLAIN,
        is_sorted: false,
    };
    Ok(Some(CompressedPage::new(page, plain.len())))
}

fn data_page(page: DataPage) -> CompressedPage {
    let of = Page::DataPage {
        buf: page.bytes.into(),
        num_values: page.rows,
        encoding: page.encoding,
        def_level_encoding: Encoding::RLE,
        rep_level_encoding: Encoding::RLE,
        statistics: None,
    };
    CompressedPage::new(of, page.size)
}

/// How many pages are encoded how, in the order of the file.
fn encodings(has_dictionary: bool, pages: &[DataPage]) -> Vec<PageEncodingStats> {
    let of_dictionary = PageEncodingStats {
        page_type: PageType::DICTIONARY_PAGE,
        encoding: Encoding::PLAIN,
        count: 1,
    };
    let mut all = Vec::from_iter(has_dictionary.then_some(of_dictionary));
    for page in pages {
        let (page_type, encoding) = (PageType::DATA_PAGE, page.encoding);
        match all.last_mut() {
            Some(last) if last.page_type == page_type && last.encoding == encoding => {
                last.count += 1;
            }
            _ => all.push(PageEncodingStats { page_type, encoding, count: 1 }),
        }
    }
    all
}

/// Encodings of values and levels, each once.
fn all(pages: &[PageEncodingStats]) -> Vec<Encoding> {
    let mut all = vec![Encoding::RLE];
    for page in pages {
        if !all.contains(&page.encoding) {
            all.push(page.encoding);
        }
    }
    all
}

/// The least and the greatest number. Of texts they leave hardly any row group out, and cost more than the texts.
fn statistics(of: ColumnType, values: &ColumnValues) -> Option<Statistics> {
    let (least, greatest) = (values.range.map(|of| of.0), values.range.map(|of| of.1));
    let days = |number: Option<i64>| number.and_then(|days| i32::try_from(days).ok());
    match of {
        ColumnType::Text | ColumnType::Prose => None,
        ColumnType::Day => {
            Some(Statistics::int32(days(least), days(greatest), None, Some(values.empty), false))
        }
        _ => Some(Statistics::int64(least, greatest, None, Some(values.empty), false)),
    }
}

fn signed(size: usize) -> Result<i64> {
    i64::try_from(size).map_err(|e| ParquetError::General(e.to_string()))
}
