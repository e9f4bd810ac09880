//! Workbooks built here, part by part.

use super::*;
