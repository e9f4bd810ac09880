//! The list of tests of draws without order, written down before any data are seen, in
//! `registered.txt`: key, name, what it sees, why it counts.

use crate::symbols::Entry;
use std::sync::LazyLock;

/// All tests, in the order of a report.
pub(super) static ENTRIES: LazyLock<Vec<Entry>> =
    LazyLock::new(|| Entry::table(include_str!("registered.txt")));
