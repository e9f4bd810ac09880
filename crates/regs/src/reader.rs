//! A TOML table read key by key, keeping the line of everything and every error found.
//!
//! Reading goes on after an error, so that one run tells all of them; the values returned for
//! wrong keys are `None`, and a pack with any error is refused as a whole.

use crate::error::PackError;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// The errors of one file, and how to turn an offset into a line.
pub(crate) struct Errors<'a> {
    file: &'a str,
    /// Offset of every line feed.
    line_feeds: Vec<usize>,
    found: Vec<PackError>,
}

impl<'a> Errors<'a> {
    pub(crate) fn new(file: &'a str, text: &'a str) -> Self {
        let line_feeds = text.match_indices('\n').map(|(at, _)| at).collect();
        Self { file, line_feeds, found: Vec::new() }
    }

    /// The line an offset is in, from 1.
    pub(crate) fn line_at(&self, offset: usize) -> u32 {
        let before = self.line_feeds.partition_point(|at| *at < offset);
        u32::try_from(before).map_or(u32::MAX, |n| n.saturating_add(1))
    }

    pub(crate) fn push(&mut self, line: u32, key: impl Into<String>, message: impl Into<String>) {
        let (file, key, message) = (self.file.to_owned(), key.into(), message.into());
        self.found.push(PackError { file, line, key, message });
    }

    /// All errors in the order of lines.
    pub(crate) fn into_sorted(mut self) -> Vec<PackError> {
        self.found.sort();
        self.found.dedup();
        self.found
    }
}

/// A value with the line it stands on and its full key for messages.
#[derive(Clone)]
pub(crate) struct Located<T> {
    pub(crate) value: T,
    pub(crate) line: u32,
    pub(crate) key: String,
}

/// One table of the file. Every key asked for is remembered; [`Section::finish`] reports the rest.
pub(crate) struct Section<'t, 'i> {
    table: &'t DeTable<'i>,
    /// Full key of the table, such as `limit[2]`; empty for the file itself.
    path: String,
    /// Line of its header.
    pub(crate) line: u32,
    asked: Vec<&'static str>,
}

impl<'t, 'i> Section<'t, 'i> {
    pub(crate) fn root(table: &'t DeTable<'i>) -> Self {
        Self { table, path: String::new(), line: 1, asked: Vec::new() }
    }

    /// The full name of a key of this table.
    pub(crate) fn key(&self, name: &str) -> String {
        if self.path.is_empty() { name.to_owned() } else { format!("{}.{name}", self.path) }
    }

    fn get(&mut self, name: &'static str) -> Option<&'t Spanned<DeValue<'i>>> {
        self.asked.push(name);
        self.table.get(name)
    }

    /// A text that is present and not blank.
    pub(crate) fn text(
        &mut self,
        name: &'static str,
        errors: &mut Errors<'_>,
    ) -> Option<Located<String>> {
        let found = self.optional_text(name, errors);
        if found.is_none() && !self.table.contains_key(name) {
            self.missing(name, errors);
        }
        found
    }

    /// A text that may be absent, but not blank.
    pub(crate) fn optional_text(
        &mut self,
        name: &'static str,
        errors: &mut Errors<'_>,
    ) -> Option<Located<String>> {
        let value = self.get(name)?;
        let (line, key) = (errors.line_at(value.span().start), self.key(name));
        match value.get_ref().as_str() {
            Some(text) if !text.trim().is_empty() => {
                Some(Located { value: text.trim().to_owned(), line, key })
            }
            Some(_) => {
                errors.push(line, key, "is empty; fill it in or remove the key");
                None
            }
            None => {
                let kind = value.get_ref().type_str();
                errors.push(line, key, format!("is {kind}, expected a text in quotes"));
                None
            }
        }
    }

    /// A whole number from 0 to 4294967295 that may be absent.
    pub(crate) fn optional_count(
        &mut self,
        name: &'static str,
        errors: &mut Errors<'_>,
    ) -> Option<Located<u32>> {
        let value = self.get(name)?;
        let (line, key) = (errors.line_at(value.span().start), self.key(name));
        let number = value
            .get_ref()
            .as_integer()
            .and_then(|n| u32::from_str_radix(&n.as_str().replace('_', ""), n.radix()).ok());
        if number.is_none() {
            errors.push(line, key.clone(), "expected a whole number from 0 to 4294967295");
        }
        number.map(|value| Located { value, line, key })
    }

    /// `true` or `false` that may be absent.
    pub(crate) fn optional_flag(
        &mut self,
        name: &'static str,
        errors: &mut Errors<'_>,
    ) -> Option<bool> {
        let value = self.get(name)?;
        let flag = value.get_ref().as_bool();
        if flag.is_none() {
            let line = errors.line_at(value.span().start);
            errors.push(line, self.key(name), "expected true or false, without quotes");
        }
        flag
    }

    /// `true` or `false`.
    pub(crate) fn flag(&mut self, name: &'static str, errors: &mut Errors<'_>) -> Option<bool> {
        let flag = self.optional_flag(name, errors);
        if !self.table.contains_key(name) {
            self.missing(name, errors);
        }
        flag
    }

    /// A list of texts; absent is empty.
    pub(crate) fn texts(
        &mut self,
        name: &'static str,
        errors: &mut Errors<'_>,
    ) -> Vec<Located<String>> {
        let Some(value) = self.get(name) else { return Vec::new() };
        let (line, key) = (errors.line_at(value.span().start), self.key(name));
        let Some(list) = value.get_ref().as_array() else {
            errors.push(line, key, "expected a list of texts, such as [\"first\", \"second\"]");
            return Vec::new();
        };
        let mut texts = Vec::with_capacity(list.len());
        for item in list {
            let line = errors.line_at(item.span().start);
            match item.get_ref().as_str().map(str::trim) {
                Some(text) if !text.is_empty() => {
                    texts.push(Located { value: text.to_owned(), line, key: key.clone() });
                }
                _ => errors.push(line, key.clone(), "expected texts in quotes, none of them empty"),
            }
        }
        texts
    }

    /// One table under this key that may be absent: `[name]`.
    pub(crate) fn table(
        &mut self,
        name: &'static str,
        errors: &mut Errors<'_>,
    ) -> Option<Section<'t, 'i>> {
        let value = self.get(name)?;
        let (line, path) = (errors.line_at(value.span().start), self.key(name));
        match value.get_ref().as_table() {
            Some(table) => Some(Section { table, path, line, asked: Vec::new() }),
            None => {
                errors.push(line, path, format!("expected a table: write [{name}]"));
                None
            }
        }
    }

    /// The tables under this key, `[[name]]`; absent is none.
    pub(crate) fn tables(
        &mut self,
        name: &'static str,
        errors: &mut Errors<'_>,
    ) -> Vec<Section<'t, 'i>> {
        let Some(value) = self.get(name) else { return Vec::new() };
        let (line, key) = (errors.line_at(value.span().start), self.key(name));
        let Some(list) = value.get_ref().as_array() else {
            errors.push(line, key.clone(), format!("expected tables: write [[{key}]] for each"));
            return Vec::new();
        };
        let mut sections = Vec::with_capacity(list.len());
        for (i, item) in list.iter().enumerate() {
            let (line, path) = (errors.line_at(item.span().start), format!("{key}[{}]", i + 1));
            match item.get_ref().as_table() {
                Some(table) => {
                    sections.push(Section { table, path, line, asked: Vec::new() });
                }
                None => errors.push(line, path, format!("expected a table: write [[{key}]]")),
            }
        }
        sections
    }

    /// Reports a key that must be there and is not.
    pub(crate) fn missing(&self, name: &str, errors: &mut Errors<'_>) {
        errors.push(self.line, self.key(name), "is missing; add it");
    }

    /// Reports every key that was never asked for.
    pub(crate) fn finish(self, errors: &mut Errors<'_>) {
        for key in self.table.keys() {
            if !self.asked.contains(&key.get_ref().as_ref()) {
                let line = errors.line_at(key.span().start);
                let known = self.asked.join(", ");
                errors.push(
                    line,
                    self.key(key.get_ref()),
                    format!("is not a key of this table; the keys are {known}"),
                );
            }
        }
    }
}
