//! What a house file has already, and so the engagement of a day need not say.

use super::names::Names;
use crate::files;
use feltproof_intake::{members, peek};
use std::path::Path;

/// A house file.
pub(crate) struct House {
    /// As the engagement names it.
    pub(super) name: String,
    pub(crate) text: String,
    /// Keys of its `[engagement]`.
    keys: Vec<String>,
    pub(super) tables: Vec<String>,
    pub(super) links: Vec<String>,
    pub(super) staff: Vec<String>,
}

impl House {
    pub(crate) fn read(path: &Path, names: &Names) -> Result<Self, String> {
        let text = files::read_text(path)?;
        let name = names.relative(path).map_err(|why| format!("{}: {why}", path.display()))?;
        let ids = |list| members(&text, list, "id").1;
        let (tables, links, staff) = (ids("table"), ids("link"), ids("staff"));
        let keys = members(&text, "engagement", "").0;
        Ok(Self { name, text, keys, tables, links, staff })
    }

    pub(super) fn has(&self, key: &str) -> bool {
        self.keys.iter().any(|own| own == key)
    }

    /// The start of its gaming day, in minutes since midnight.
    pub(super) fn day_start(&self) -> Option<i64> {
        let (start, _) = peek(&self.text, "engagement", "gaming_day_start")?;
        let (hour, minute) = start.split_once(':')?;
        Some(hour.parse::<i64>().ok()? * 60 + minute.parse::<i64>().ok()?)
    }
}
