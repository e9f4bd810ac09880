//! Parquet files written here, and files that are damaged.

use super::*;
