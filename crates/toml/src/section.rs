//! One table of the file. Keys are taken from it one by one; what nobody took is unknown.
//!
//! Of two methods that differ in `_if`, the one without wants its key to be there and reports it when
//! it is missing; the other is content without. Both report a value that is not as it should be.

use crate::document::{Document, Place};
use crate::found::{Found, Raw};
use crate::names::Names;
use feltproof_model::{Money, Rate};
use std::borrow::Cow;
use std::fmt::Display;
use std::ops::RangeInclusive;
use toml::Spanned;
use toml::de::DeTable;

/// One table of the file.
#[derive(Clone, Copy, Debug)]
pub struct Section<'d> {
    /// Line where it starts, 1 for the first.
    pub line: u32,
    /// It stands in the file that was joined.
    pub joined: bool,
    document: &'d Document<'d>,
    table: &'d DeTable<'d>,
    /// Its place among the tables that were handed out.
    at: usize,
}

impl<'d> Section<'d> {
    pub(crate) fn top(document: &'d Document<'d>) -> Self {
        let table = document.tree.get_ref();
        let at = document.open(None, String::new(), table);
        Self { line: 1, joined: false, document, table, at }
    }

    /// The format of the file must be the one that the program reads.
    pub(crate) fn schema(&self, reads: u32) {
        let Some(found) = self.integer("schema", 0..=u32::MAX) else { return };
        found.only_if(found.value == reads, |schema| {
            format!("is {schema}, but this program reads {reads}; use a program of the file's time or rewrite the file")
        });
    }

    /// Calls it by another name in messages: `table C4P-1` for `table[1]`.
    pub fn rename(&self, name: impl Into<String>) {
        self.document.rename(self.at, name.into());
    }

    /// Reports what is wrong with it as a whole, under a key of it that need not be there.
    pub fn wrong(&self, key: &str, message: impl Into<String>) {
        self.wrong_on(self.line, key, message);
    }

    /// As [`Self::wrong`], of another line: of something under this table that was read before.
    pub fn wrong_on(&self, line: u32, key: &str, message: impl Into<String>) {
        let place = Place { joined: self.joined, line };
        self.document.wrong(self.at, key, place, message.into());
    }

    /// A line read before, for a message about this table: `line 12`, or `line 12 of house.toml`; `joined`
    /// says which file it is of.
    pub fn line_for(&self, joined: bool, line: u32) -> String {
        self.document.words(Place { joined, line }, self.joined)
    }

    /// Reports a key that is missing; the remedy says what to write.
    pub fn missing(&self, key: &str, remedy: &str) {
        self.wrong(key, format!("is missing; {remedy}"));
    }

    /// Leaves its other keys unjudged, where what they may be depends on something that is wrong.
    pub fn leave(&self) {
        self.document.take_all(self.at);
    }

    /// True when the key is there.
    pub fn has(&self, key: &'static str) -> bool {
        self.get(key).is_some()
    }

    /// The value of a key that may be missing.
    pub fn get(&self, key: &'static str) -> Option<Raw<'d>> {
        self.document.take(self.at, key);
        let (name, value) = self.table.get_key_value(key)?;
        Some(self.found(key, name.span().start, value.get_ref()))
    }

    fn need(&self, key: &'static str) -> Option<Raw<'d>> {
        self.get(key).or_else(|| {
            self.missing(key, "add it");
            None
        })
    }

    fn found<T>(&self, key: &'d str, byte: usize, value: T) -> Found<'d, T> {
        let Place { joined, line } = self.document.place(byte);
        Found { value, line, joined, document: self.document, table: self.at, key }
    }

    /// All values of a table whose keys are names, not fixed words.
    pub fn entries(&self) -> Vec<Raw<'d>> {
        self.leave();
        let entry = |(name, value): (&'d Spanned<Cow<'d, str>>, &'d Spanned<_>)| {
            self.found(name.get_ref(), name.span().start, value.get_ref())
        };
        self.table.iter().map(entry).collect()
    }

    /// A text that is not empty and has no blanks at its ends.
    pub fn text(&self, key: &'static str) -> Option<Found<'d, &'d str>> {
        self.need(key)?.text()
    }

    /// As [`Self::text`], of a key that may be missing.
    pub fn text_if(&self, key: &'static str) -> Option<Found<'d, &'d str>> {
        self.get(key)?.text()
    }

    /// The name of what this table describes, given once among `names`; messages then call the table
    /// by it.
    pub fn name(&self, key: &'static str, names: &mut Names<'d>) -> Option<Found<'d, &'d str>> {
        let name = self.text(key)?;
        self.document.name(self.at, name.value);
        names.note(name);
        Some(name)
    }

    /// A list of texts, at least one.
    pub fn texts(&self, key: &'static str) -> Vec<Found<'d, &'d str>> {
        self.need(key).filter(Raw::is_filled).and_then(|found| found.texts()).unwrap_or_default()
    }

    /// A list of texts; a missing key is an empty list.
    pub fn texts_if(&self, key: &'static str) -> Vec<Found<'d, &'d str>> {
        self.get(key).and_then(|found| found.texts()).unwrap_or_default()
    }

    /// A whole number within a range.
    pub fn integer<N>(&self, key: &'static str, range: RangeInclusive<N>) -> Option<Found<'d, N>>
    where
        N: TryFrom<u64> + PartialOrd + Display,
    {
        self.need(key)?.integer(range)
    }

    /// As [`Self::integer`], of a key that may be missing.
    pub fn integer_if<N>(&self, key: &'static str, range: RangeInclusive<N>) -> Option<Found<'d, N>>
    where
        N: TryFrom<u64> + PartialOrd + Display,
    {
        self.get(key)?.integer(range)
    }

    /// True or false.
    pub fn flag(&self, key: &'static str) -> Option<Found<'d, bool>> {
        self.need(key)?.flag()
    }

    /// As [`Self::flag`], of a key that may be missing.
    pub fn flag_if(&self, key: &'static str) -> Option<Found<'d, bool>> {
        self.get(key)?.flag()
    }

    /// An amount of money without sign, in decimal dollars.
    pub fn money(&self, key: &'static str) -> Option<Found<'d, Money>> {
        self.need(key)?.money()
    }

    /// As [`Self::money`], of a key that may be missing.
    pub fn money_if(&self, key: &'static str) -> Option<Found<'d, Money>> {
        self.get(key)?.money()
    }

    /// A rate of any size.
    pub fn rate(&self, key: &'static str) -> Option<Found<'d, Rate>> {
        self.need(key)?.rate()
    }

    /// As [`Self::rate`], of a key that may be missing.
    pub fn rate_if(&self, key: &'static str) -> Option<Found<'d, Rate>> {
        self.get(key)?.rate()
    }

    /// What a word of a closed list stands for.
    pub fn word<T>(
        &self,
        key: &'static str,
        words: &[&str],
        parse: impl FnOnce(&str) -> Option<T>,
    ) -> Option<Found<'d, T>> {
        self.text(key)?.word(words, parse)
    }

    /// As [`Self::word`], of a key that may be missing: then `default`.
    pub fn word_or<T>(
        &self,
        key: &'static str,
        words: &[&str],
        parse: impl FnOnce(&str) -> Option<T>,
        default: T,
    ) -> Option<T> {
        match self.get(key) {
            Some(found) => found.text()?.word(words, parse).map(|found| found.value),
            None => Some(default),
        }
    }

    /// A table inside this one.
    pub fn section(&self, key: &'static str) -> Option<Self> {
        self.open(self.need(key)?, key.to_owned(), &format!("a table, under [{key}]"))
    }

    /// As [`Self::section`], of a table that may be missing.
    pub fn section_if(&self, key: &'static str) -> Option<Self> {
        self.open(self.get(key)?, key.to_owned(), &format!("a table, under [{key}]"))
    }

    /// The tables of a list `[[key]]`, at least one.
    pub fn sections(&self, key: &'static str) -> Vec<Self> {
        match self.get(key) {
            None => self.missing(key, &format!("add at least one [[{key}]]")),
            Some(found) if found.is_filled() => return self.sections_if(key),
            Some(_) => {}
        }
        Vec::new()
    }

    /// The tables of a list `[[key]]`; a missing key is an empty list.
    pub fn sections_if(&self, key: &'static str) -> Vec<Self> {
        let wanted = format!("a list of tables, each under [[{key}]]");
        let items = self.get(key).and_then(|found| found.items(&wanted)).unwrap_or_default();
        let open =
            |(i, item): (usize, Raw<'d>)| self.open(item, format!("{key}[{}]", i + 1), &wanted);
        items.into_iter().enumerate().filter_map(open).collect()
    }

    /// A value of this table that is a table itself, written `{ ... }` or under a heading of its own.
    pub fn table(&self, found: Raw<'d>) -> Option<Self> {
        self.open(found, found.key.to_owned(), "a table, as in { key = \"value\" }")
    }

    fn open(&self, found: Raw<'d>, name: String, wanted: &str) -> Option<Self> {
        let table = found.table_or(wanted)?;
        let at = self.document.open(Some(self.at), name, table);
        let (line, joined) = (found.line, found.joined);
        Some(Self { line, joined, table, at, document: self.document })
    }
}
