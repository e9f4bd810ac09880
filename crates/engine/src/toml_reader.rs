//! Reads the toolkit's own TOML files so that every error of a file is told at once, each with its
//! line and key. Not a general TOML mapper: what is inert data needs no more than this.

use std::fmt;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// One error of a definition file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DefinitionError {
    /// The file, as it was named to the reader.
    pub file: String,
    /// Line, 1 for the first.
    pub line: u32,
    /// The key it concerns, as a path: `paytable SB, rows, odds`.
    pub key: String,
    /// What is wrong and how to set it right.
    pub message: String,
}

impl fmt::Display for DefinitionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}: {}", self.file, self.line, self.key, self.message)
    }
}

/// All errors of a definition file, by line; never empty.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DefinitionErrors(pub Vec<DefinitionError>);

impl fmt::Display for DefinitionErrors {
    /// One error a line.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, error) in self.0.iter().enumerate() {
            if i > 0 {
                f.write_str("\n")?;
            }
            write!(f, "{error}")?;
        }
        Ok(())
    }
}

impl std::error::Error for DefinitionErrors {}

/// A file being read, and its errors so far.
pub(crate) struct Reader<'a> {
    file: &'a str,
    text: &'a str,
    errors: Vec<DefinitionError>,
}

/// A table of the file: what it is called in messages, its entries, where it stands.
#[derive(Clone)]
pub(crate) struct Section<'a> {
    pub name: String,
    table: &'a DeTable<'a>,
    at: usize,
}

/// A value with the place it stands at.
#[derive(Clone, Copy, Debug)]
pub(crate) struct At<T> {
    pub value: T,
    pub at: usize,
}

impl<'a> Reader<'a> {
    pub(crate) const fn new(text: &'a str, file: &'a str) -> Self {
        Self { file, text, errors: Vec::new() }
    }

    /// Parses the text; what is not TOML at all is an error with its line, the rest is kept.
    pub(crate) fn document(&mut self) -> Spanned<DeTable<'a>> {
        let (document, problems) = DeTable::parse_recoverable(self.text);
        for problem in problems {
            let at = problem.span().map_or(0, |s| s.start);
            self.error(at, "syntax", format!("is not TOML: {}", problem.message()));
        }
        document
    }

    pub(crate) fn error(&mut self, at: usize, key: &str, message: impl Into<String>) {
        let before = self.text.as_bytes().iter().take(at);
        let line = 1 + before.filter(|b| **b == b'\n').count();
        self.errors.push(DefinitionError {
            file: self.file.to_owned(),
            line: u32::try_from(line).unwrap_or(u32::MAX),
            key: key.to_owned(),
            message: message.into(),
        });
    }

    /// The value if nothing was wrong, else every error by line.
    pub(crate) fn finish<T>(mut self, value: Option<T>) -> Result<T, DefinitionErrors> {
        self.errors.sort_by_key(|e| e.line);
        match value {
            Some(value) if self.errors.is_empty() => Ok(value),
            _ => {
                if self.errors.is_empty() {
                    self.error(0, "file", "could not be read");
                }
                Err(DefinitionErrors(self.errors))
            }
        }
    }
}

impl<'a> Section<'a> {
    pub(crate) fn new(name: &str, table: &'a Spanned<DeTable<'a>>) -> Self {
        Self { name: name.to_owned(), table: table.get_ref(), at: table.span().start }
    }

    pub(crate) const fn at(&self) -> usize {
        self.at
    }

    fn key(&self, key: &str) -> String {
        if self.name.is_empty() { key.to_owned() } else { format!("{}, {key}", self.name) }
    }

    fn get(&self, key: &str) -> Option<&'a Spanned<DeValue<'a>>> {
        self.table.iter().find(|(k, _)| k.get_ref() == key).map(|(_, v)| v)
    }

    /// Reports every key that is not among these.
    pub(crate) fn allow(&self, reader: &mut Reader<'_>, keys: &[&str]) {
        for (key, _) in self.table.iter() {
            if !keys.contains(&key.get_ref().as_ref()) {
                let message = format!("is an unknown key; the keys here are {}", keys.join(", "));
                reader.error(key.span().start, &self.key(key.get_ref()), message);
            }
        }
    }

    /// A text, if the key is there.
    pub(crate) fn text_if(&self, reader: &mut Reader<'_>, key: &str) -> Option<At<&'a str>> {
        let value = self.get(key)?;
        let at = value.span().start;
        match value.get_ref() {
            DeValue::String(text) if !text.trim().is_empty() => {
                Some(At { value: text.as_ref(), at })
            }
            DeValue::String(_) => {
                reader.error(at, &self.key(key), "is empty; write its text between the quotes");
                None
            }
            other => {
                let message = format!("is {}, where text in quotes is needed", other.type_str());
                reader.error(at, &self.key(key), message);
                None
            }
        }
    }

    /// A text that must be there.
    pub(crate) fn text(&self, reader: &mut Reader<'_>, key: &str) -> Option<At<&'a str>> {
        self.require(reader, key)?;
        self.text_if(reader, key)
    }

    fn require(&self, reader: &mut Reader<'_>, key: &str) -> Option<()> {
        if self.get(key).is_none() {
            reader.error(self.at, &self.key(key), "is missing; add it");
            return None;
        }
        Some(())
    }

    /// True or false; false when the key is not there.
    pub(crate) fn flag(&self, reader: &mut Reader<'_>, key: &str) -> bool {
        match self.get(key).map(|v| (v.get_ref(), v.span().start)) {
            None => false,
            Some((DeValue::Boolean(flag), _)) => *flag,
            Some((other, at)) => {
                let message = format!("is {}, where true or false is needed", other.type_str());
                reader.error(at, &self.key(key), message);
                false
            }
        }
    }

    /// The whole number 1, the only format there is.
    pub(crate) fn schema(&self, reader: &mut Reader<'_>) {
        let Some(value) = self.get("schema") else {
            reader.error(self.at, "schema", "is missing; write schema = 1");
            return;
        };
        let found = value.get_ref().as_integer().map(|i| i.as_str().to_owned());
        if found.as_deref() != Some("1") {
            let message = format!(
                "is {}, and only 1 is understood",
                found.unwrap_or_else(|| value.get_ref().type_str().to_owned())
            );
            reader.error(value.span().start, "schema", message);
        }
    }

    /// A table that must be there.
    pub(crate) fn section(&self, reader: &mut Reader<'_>, key: &str) -> Option<Self> {
        self.require(reader, key)?;
        let value = self.get(key)?;
        self.table_of(reader, key, value)
    }

    fn table_of(
        &self,
        reader: &mut Reader<'_>,
        key: &str,
        value: &'a Spanned<DeValue<'a>>,
    ) -> Option<Self> {
        let at = value.span().start;
        match value.get_ref() {
            DeValue::Table(table) => Some(Self { name: self.key(key), table, at }),
            other => {
                let message = format!("is {}, where a table is needed", other.type_str());
                reader.error(at, &self.key(key), message);
                None
            }
        }
    }

    /// A list of tables that must be there and not be empty.
    pub(crate) fn sections(&self, reader: &mut Reader<'_>, key: &str) -> Vec<Self> {
        let items = self.list(reader, key);
        items.iter().filter_map(|item| self.table_of(reader, key, item)).collect()
    }

    /// A list of texts; `None` after a report, or when the key is not there and need not be.
    pub(crate) fn texts(&self, reader: &mut Reader<'_>, key: &str) -> Vec<At<&'a str>> {
        let mut texts = Vec::new();
        for item in self.list(reader, key) {
            match item.get_ref().as_str() {
                Some(text) => texts.push(At { value: text, at: item.span().start }),
                None => {
                    let message = format!(
                        "holds {}, where text in quotes is needed",
                        item.get_ref().type_str()
                    );
                    reader.error(item.span().start, &self.key(key), message);
                }
            }
        }
        texts
    }

    fn list(&self, reader: &mut Reader<'_>, key: &str) -> &'a [Spanned<DeValue<'a>>] {
        if self.require(reader, key).is_none() {
            return &[];
        }
        let Some(value) = self.get(key) else { return &[] };
        match value.get_ref() {
            DeValue::Array(items) if !items.is_empty() => items,
            DeValue::Array(_) => {
                reader.error(value.span().start, &self.key(key), "is an empty list; add an entry");
                &[]
            }
            other => {
                let message = format!("is {}, where a list is needed", other.type_str());
                reader.error(value.span().start, &self.key(key), message);
                &[]
            }
        }
    }

    /// True when the key is there.
    pub(crate) fn has(&self, key: &str) -> bool {
        self.get(key).is_some()
    }

    /// Reports an error of one key of this section.
    pub(crate) fn wrong(&self, reader: &mut Reader<'_>, at: usize, key: &str, message: String) {
        reader.error(at, &self.key(key), message);
    }
}
