//! How far what was found reaches: since when, at which tables, with which dealers.

use crate::exception::Exception;
use crate::time::Timestamp;
use compact_str::CompactString;
use std::collections::BTreeSet;

/// Most tables, links and dealers kept of each: a name in a journal may be anything.
const NAMES_MAX: usize = 64;

/// How far some exceptions reach.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Extent {
    /// The earliest time of any of them.
    pub since: Option<Timestamp>,
    /// The latest.
    pub until: Option<Timestamp>,
    /// At which tables, the first 64 by name.
    pub tables: BTreeSet<CompactString>,
    /// On which links, likewise.
    pub links: BTreeSet<CompactString>,
    /// With which dealers, likewise.
    pub dealers: BTreeSet<CompactString>,
}

impl Extent {
    /// Takes one more in.
    pub fn count(&mut self, exception: &Exception) {
        self.span(exception.time, exception.time);
        keep(&mut self.tables, &exception.table);
        keep(&mut self.links, &exception.link);
        keep(&mut self.dealers, &exception.dealer);
    }

    /// Takes in what others reach.
    pub fn add(&mut self, more: &Self) {
        self.span(more.since, more.until);
        more.tables.iter().for_each(|name| keep_name(&mut self.tables, name));
        more.links.iter().for_each(|name| keep_name(&mut self.links, name));
        more.dealers.iter().for_each(|name| keep_name(&mut self.dealers, name));
    }

    fn span(&mut self, since: Option<Timestamp>, until: Option<Timestamp>) {
        self.since = [self.since, since].into_iter().flatten().min();
        self.until = self.until.max(until);
    }
}

fn keep(names: &mut BTreeSet<CompactString>, name: &Option<CompactString>) {
    name.iter().for_each(|name| keep_name(names, name));
}

fn keep_name(names: &mut BTreeSet<CompactString>, name: &CompactString) {
    if !names.contains(name) {
        names.insert(name.clone());
        // The same names are kept in whatever order they come.
        if names.len() > NAMES_MAX {
            names.pop_last();
        }
    }
}
