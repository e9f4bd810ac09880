//! Rows of cells from exported files. What a row means is the business of those who read it.

mod bounds;
mod compression;
mod dates;
mod dialect;
mod encoding;
mod error;
mod fields;
mod fixed;
mod format;
mod guard;
mod json;
mod lines;
mod no_value;
mod notes;
mod number;
mod open;
mod parquet;
mod rows;
mod sniff;
mod source;
mod split;
mod workbook;

pub use compression::Compression;
pub use dialect::Dialect;
pub use error::OpenError;
pub use fields::{Fields, Splitter};
pub use format::{Encoding, FixedColumn, Format, Kind, Quote, fits};
pub use guard::{guarded, unguarded};
pub use no_value::{NOT_CALCULATED, no_value};
pub use open::{Content, Opened, Part, Reading, open};
pub use parquet::{ColumnType, ColumnValues, TableValue, TableWriter};
pub use rows::{RowSource, Rows};
pub use sniff::{SheetFound, Sniffed, sniff};
pub use source::{Digest, Source};
pub use split::{Cuts, QUOTED_BYTES_MAX, QuoteFault, Step, cut, step};
pub use workbook::letters;
