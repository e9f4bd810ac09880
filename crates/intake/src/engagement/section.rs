//! One table of the file. Keys are taken from it one by one; what nobody took is unknown.

use super::faults::Faults;
use feltproof_model::{Money, Rate};
use std::ops::RangeInclusive;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// A value and the line of its key.
pub(super) type Lined<T> = (T, u32);

/// One table of the file.
pub(super) struct Section<'a> {
    /// As messages name it: `[engagement]`, `table C4P-1`.
    pub(super) name: String,
    /// Line where it starts.
    pub(super) line: u32,
    entries: &'a DeTable<'a>,
    asked: Vec<&'static str>,
}

impl<'a> Section<'a> {
    pub(super) const fn new(name: String, line: u32, entries: &'a DeTable<'a>) -> Self {
        Self { name, line, entries, asked: Vec::new() }
    }

    /// The value of a key and the line of the key.
    fn take(&mut self, key: &'static str, faults: &Faults) -> Option<Lined<&'a DeValue<'a>>> {
        self.asked.push(key);
        let (name, value) = self.entries.iter().find(|(k, _)| k.get_ref() == key)?;
        Some((value.get_ref(), faults.line(name.span().start)))
    }

    fn require(
        &mut self,
        key: &'static str,
        faults: &mut Faults,
    ) -> Option<Lined<&'a DeValue<'a>>> {
        let found = self.take(key, faults);
        if found.is_none() {
            faults.push(self.line, format!("{} has no `{key}`; add it", self.name));
        }
        found
    }

    fn wrong_type(&self, key: &str, found: Lined<&DeValue<'_>>, wanted: &str, faults: &mut Faults) {
        let (value, line) = found;
        let message = format!(
            "`{key}` of {} is {}, but it must be {wanted}",
            self.name,
            type_in_words(value)
        );
        faults.push(line, message);
    }

    /// A text that is not empty and has no blanks at its ends.
    pub(super) fn text(
        &mut self,
        key: &'static str,
        faults: &mut Faults,
    ) -> Option<Lined<&'a str>> {
        let found = self.require(key, faults)?;
        self.as_text(key, found, "a text in quotes", faults)
    }

    /// As [`Self::text`], of a key that may be missing.
    pub(super) fn optional_text(
        &mut self,
        key: &'static str,
        faults: &mut Faults,
    ) -> Option<Lined<&'a str>> {
        let found = self.take(key, faults)?;
        self.as_text(key, found, "a text in quotes", faults)
    }

    fn as_text(
        &self,
        key: &str,
        found: Lined<&'a DeValue<'a>>,
        wanted: &str,
        faults: &mut Faults,
    ) -> Option<Lined<&'a str>> {
        let Some(text) = found.0.as_str() else {
            self.wrong_type(key, found, wanted, faults);
            return None;
        };
        match text_fault(text) {
            None => Some((text, found.1)),
            Some(fault) => {
                faults.push(found.1, format!("`{key}` of {} {fault}", self.name));
                None
            }
        }
    }

    /// A list of texts; a missing key is an empty list.
    pub(super) fn texts(&mut self, key: &'static str, faults: &mut Faults) -> Vec<Lined<&'a str>> {
        let Some(found) = self.take(key, faults) else { return Vec::new() };
        let Some(list) = found.0.as_array() else {
            self.wrong_type(key, found, "a list of texts, as in [\"a\", \"b\"]", faults);
            return Vec::new();
        };
        let item = |value: &'a Spanned<DeValue<'a>>, faults: &mut Faults| {
            let line = faults.line(value.span().start);
            self.as_text(key, (value.get_ref(), line), "a list of texts in quotes", faults)
        };
        list.iter().filter_map(|value| item(value, faults)).collect()
    }

    /// True when the key is in the file.
    pub(super) fn has(&self, key: &str) -> bool {
        self.entries.keys().any(|k| k.get_ref() == key)
    }

    /// A whole number.
    pub(super) fn integer(
        &mut self,
        key: &'static str,
        range: RangeInclusive<u64>,
        faults: &mut Faults,
    ) -> Option<Lined<u64>> {
        let found = self.require(key, faults)?;
        self.as_integer(key, found, range, faults)
    }

    /// As [`Self::integer`], of a key that may be missing.
    pub(super) fn optional_integer(
        &mut self,
        key: &'static str,
        range: RangeInclusive<u64>,
        faults: &mut Faults,
    ) -> Option<Lined<u64>> {
        let found = self.take(key, faults)?;
        self.as_integer(key, found, range, faults)
    }

    fn as_integer(
        &self,
        key: &str,
        found: Lined<&DeValue<'_>>,
        range: RangeInclusive<u64>,
        faults: &mut Faults,
    ) -> Option<Lined<u64>> {
        let DeValue::Integer(integer) = found.0 else {
            self.wrong_type(key, found, "a whole number without quotes", faults);
            return None;
        };
        let number = u64::from_str_radix(integer.as_str(), integer.radix()).ok();
        match number.filter(|n| range.contains(n)) {
            Some(number) => Some((number, found.1)),
            None => {
                let message = format!(
                    "`{key}` of {} is {integer}, but it must be from {} to {}; correct it",
                    self.name,
                    range.start(),
                    range.end()
                );
                faults.push(found.1, message);
                None
            }
        }
    }

    /// An amount of money without sign.
    pub(super) fn money(&mut self, key: &'static str, faults: &mut Faults) -> Option<Lined<Money>> {
        let found = self.require(key, faults)?;
        self.as_money(key, found, faults)
    }

    /// As [`Self::money`], of a key that may be missing.
    pub(super) fn optional_money(
        &mut self,
        key: &'static str,
        faults: &mut Faults,
    ) -> Option<Lined<Money>> {
        let found = self.take(key, faults)?;
        self.as_money(key, found, faults)
    }

    fn as_money(
        &self,
        key: &str,
        found: Lined<&'a DeValue<'a>>,
        faults: &mut Faults,
    ) -> Option<Lined<Money>> {
        let (text, line) = self.as_text(key, found, "dollars in quotes, as in \"5.00\"", faults)?;
        match money(text) {
            Ok(amount) => Some((amount, line)),
            Err(fault) => {
                faults.push(line, format!("`{key}` of {} {fault}", self.name));
                None
            }
        }
    }

    /// A rate of at most 100 %.
    pub(super) fn rate(&mut self, key: &'static str, faults: &mut Faults) -> Option<Lined<Rate>> {
        let found = self.require(key, faults)?;
        self.as_rate(key, found, faults)
    }

    /// As [`Self::rate`], of a key that may be missing.
    pub(super) fn optional_rate(
        &mut self,
        key: &'static str,
        faults: &mut Faults,
    ) -> Option<Lined<Rate>> {
        let found = self.take(key, faults)?;
        self.as_rate(key, found, faults)
    }

    fn as_rate(
        &self,
        key: &str,
        found: Lined<&'a DeValue<'a>>,
        faults: &mut Faults,
    ) -> Option<Lined<Rate>> {
        let (text, line) = self.as_text(key, found, "a rate in quotes, as in \"20%\"", faults)?;
        let fault = match Rate::parse(text) {
            Some(rate) if !rate.is_greater_than(Rate::ONE) => return Some((rate, line)),
            Some(rate) => format!("is {}, which is more than 100%; correct it", rate.percent()),
            None => {
                format!("is `{text}`, which is not a rate; write it as in \"18.5%\" or \"37/200\"")
            }
        };
        faults.push(line, format!("`{key}` of {} {fault}", self.name));
        None
    }

    /// A word out of a closed list.
    pub(super) fn word<T>(
        &mut self,
        key: &'static str,
        parse: impl Fn(&str) -> Option<T>,
        words: &str,
        faults: &mut Faults,
    ) -> Option<Lined<T>> {
        let (text, line) = self.text(key, faults)?;
        let value = parse(text);
        if value.is_none() {
            let message =
                format!("`{key}` of {} is `{text}`, but it must be {words}; correct it", self.name);
            faults.push(line, message);
        }
        Some((value?, line))
    }

    /// As [`Self::word`], of a key that may be missing: then `default`.
    pub(super) fn word_or<T>(
        &mut self,
        key: &'static str,
        parse: impl Fn(&str) -> Option<T>,
        words: &str,
        default: T,
        faults: &mut Faults,
    ) -> Option<T> {
        if self.has(key) {
            self.word(key, parse, words, faults).map(|(value, _)| value)
        } else {
            self.asked.push(key);
            Some(default)
        }
    }

    /// The keys and values of a table whose keys are names, not fixed words; empty when missing.
    pub(super) fn map(
        &mut self,
        key: &'static str,
        faults: &mut Faults,
    ) -> Vec<(&'a str, Lined<&'a DeValue<'a>>)> {
        let Some(found) = self.take(key, faults) else { return Vec::new() };
        let Some(table) = found.0.as_table() else {
            self.wrong_type(key, found, "a table, as in { ante = ... }", faults);
            return Vec::new();
        };
        let entry = |(name, value): (&'a Spanned<_>, &'a Spanned<DeValue<'a>>)| {
            let line = faults.line(name.span().start);
            let name: &'a std::borrow::Cow<'a, str> = name.get_ref();
            (name.as_ref(), (value.get_ref(), line))
        };
        table.iter().map(entry).collect()
    }

    /// A table inside this one, which must be there.
    pub(super) fn section(
        &mut self,
        key: &'static str,
        faults: &mut Faults,
    ) -> Option<Section<'a>> {
        let found = self.require(key, faults)?;
        let Some(table) = found.0.as_table() else {
            self.wrong_type(key, found, "a table", faults);
            return None;
        };
        Some(Section::new(format!("[{key}]"), found.1, table))
    }

    /// As [`Self::section`], of a table that may be missing.
    pub(super) fn optional_section(
        &mut self,
        key: &'static str,
        faults: &mut Faults,
    ) -> Option<Section<'a>> {
        if self.has(key) {
            return self.section(key, faults);
        }
        self.asked.push(key);
        None
    }

    /// The tables of a list `[[key]]`; a missing key is an empty list.
    pub(super) fn sections(&mut self, key: &'static str, faults: &mut Faults) -> Vec<Section<'a>> {
        let Some(found) = self.take(key, faults) else { return Vec::new() };
        let Some(list) = found.0.as_array() else {
            self.wrong_type(key, found, &format!("a list of tables, each under [[{key}]]"), faults);
            return Vec::new();
        };
        let mut sections = Vec::new();
        for (at, value) in list.iter().enumerate() {
            let line = faults.line(value.span().start);
            match value.get_ref().as_table() {
                Some(table) => {
                    sections.push(Section::new(format!("{key} {}", at + 1), line, table));
                }
                None => {
                    let wanted = format!("a list of tables, each under [[{key}]]");
                    self.wrong_type(key, (value.get_ref(), line), &wanted, faults);
                }
            }
        }
        sections
    }

    /// Reports every key that nobody took.
    pub(super) fn finish(self, faults: &mut Faults) {
        for (key, _) in self.entries {
            if !self.asked.contains(&key.get_ref().as_ref()) {
                let message = format!(
                    "{} has the unknown key `{}`; its keys are {}; correct or remove it",
                    self.name,
                    key.get_ref(),
                    self.asked.join(", ")
                );
                faults.push(faults.line(key.span().start), message);
            }
        }
    }
}

/// What is wrong with a text as such.
fn text_fault(text: &str) -> Option<&'static str> {
    if text.is_empty() {
        Some("is empty; fill it in")
    } else if text.trim() != text {
        Some("has blanks at its start or end; remove them")
    } else if text.chars().any(char::is_control) {
        Some("has a control character; remove it")
    } else {
        None
    }
}

/// An amount without sign; the fault is the rest of a sentence.
pub(super) fn money(text: &str) -> Result<Money, String> {
    match Money::parse(text.as_bytes()) {
        Ok(_) if text.starts_with('-') => {
            Err(format!("is `{text}`, and an amount here has no sign; correct it"))
        }
        Ok(amount) => Ok(amount),
        Err(fault) => Err(format!("is `{text}`, which {fault}; correct it")),
    }
}

/// The type of a value, as a sentence needs it.
pub(super) fn type_in_words(value: &DeValue<'_>) -> &'static str {
    match value {
        DeValue::String(_) => "a text",
        DeValue::Integer(_) | DeValue::Float(_) => "a number",
        DeValue::Boolean(_) => "true or false",
        DeValue::Datetime(_) => "a date or time without quotes",
        DeValue::Array(_) => "a list",
        DeValue::Table(_) => "a table",
    }
}
