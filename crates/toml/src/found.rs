//! A value with the place it was found at, and how a text becomes what it stands for.

use crate::document::{Document, Place, did_you_mean};
use feltproof_model::{Date, Money, Rate};
use feltproof_printable::shown;
use std::fmt::Display;
use std::ops::RangeInclusive;
use toml::de::DeValue;

/// Entries of a list at most, where no property comes near: more is a mistake, of which the first few errors would hide the
/// rest.
const LISTS: [(&str, usize); 4] =
    [("table", 1_000), ("link", 1_000), ("gaming_days", 3_700), ("journal", 1_000)];
/// Entries of any other list.
const LIST_MAX: usize = 10_000;
/// Most characters of a text: it is printed again and again, wherever a report speaks of what it names.
const TEXT_CHARS_MAX: usize = 4_000;

/// A value, its line, and its key. What is wrong with it is said to it.
#[derive(Clone, Copy, Debug)]
pub struct Found<'d, T> {
    /// The value.
    pub value: T,
    /// Line, 1 for the first.
    pub line: u32,
    /// It stands in the file that was joined.
    pub joined: bool,
    pub(crate) document: &'d Document<'d>,
    pub(crate) table: usize,
    pub(crate) key: &'d str,
}

/// A value as it stands in the file, of any type.
pub type Raw<'d> = Found<'d, &'d DeValue<'d>>;

impl<'d, T> Found<'d, T> {
    /// Another value in the same place.
    pub fn with<U>(&self, value: U) -> Found<'d, U> {
        let Self { line, joined, document, table, key, .. } = *self;
        Found { value, line, joined, document, table, key }
    }

    /// The key as it stands in the file.
    pub const fn key(&self) -> &'d str {
        self.key
    }

    /// Reports what is wrong with it. The message goes on after the key: `is 0, but ...`.
    pub fn wrong(&self, message: impl Into<String>) {
        self.document.wrong(self.table, self.key, self.place(), message.into());
    }

    /// Where it stands, for a message about `other`: `line 12`, or `line 12 of house.toml`.
    pub fn line_for<U>(&self, other: &Found<'_, U>) -> String {
        self.document.words(self.place(), other.joined)
    }

    const fn place(&self) -> Place {
        Place { joined: self.joined, line: self.line }
    }

    /// What it stands for, else nothing and a report.
    fn or_wrong<U>(
        &self,
        read: Option<U>,
        message: impl FnOnce() -> String,
    ) -> Option<Found<'d, U>> {
        if read.is_none() {
            self.wrong(message());
        }
        read.map(|value| self.with(value))
    }

    /// Itself if it is good, else nothing and a report.
    pub fn only_if(self, good: bool, message: impl FnOnce(&T) -> String) -> Option<Self> {
        if !good {
            self.wrong(message(&self.value));
        }
        good.then_some(self)
    }
}

impl<'d> Raw<'d> {
    /// What it is read as, else nothing and a report of what it must be.
    fn read<T>(&self, read: Option<T>, wanted: &str) -> Option<Found<'d, T>> {
        self.or_wrong(read, || {
            format!("is {}, but it must be {wanted}; correct it", in_words(self.value))
        })
    }

    /// False of an empty list, after a report.
    pub(crate) fn is_filled(&self) -> bool {
        let is_empty = self.value.as_array().is_some_and(|list| list.is_empty());
        self.only_if(!is_empty, |_| "is an empty list; add an entry".to_owned()).is_some()
    }

    /// A text that is not empty and has no blanks at its ends. `wanted` says what the text is to be.
    pub(crate) fn text_of(&self, wanted: &str) -> Option<Found<'d, &'d str>> {
        let found = self.read(self.value.as_str(), wanted)?;
        let text = found.value;
        let fault = if text.trim().is_empty() {
            "is empty; fill it in"
        } else if text.trim() != text {
            "has blanks at its start or end; remove them"
        } else if text.chars().any(char::is_control) {
            "has a control character; remove it"
        } else if text.chars().nth(TEXT_CHARS_MAX).is_some() {
            let chars = text.chars().count();
            let fault = "and a text here has at most";
            self.wrong(format!("has {chars} characters, {fault} {TEXT_CHARS_MAX}; shorten it"));
            return None;
        } else {
            return Some(found);
        };
        self.wrong(fault);
        None
    }

    /// A text in quotes: not empty, without blanks at its ends.
    pub fn text(&self) -> Option<Found<'d, &'d str>> {
        self.text_of("a text in quotes")
    }

    /// A text in quotes as it stands, empty or with blanks at its ends too.
    pub fn as_written(&self) -> Option<Found<'d, &'d str>> {
        self.read(self.value.as_str(), "a text in quotes")
    }

    /// The members of a list, each with its own line; `None` when it is none.
    pub fn list(&self) -> Option<Vec<Self>> {
        self.items("a list, as in [\"a\", \"b\"]")
    }

    /// A list of texts, each with its own line; `None` when it is none.
    pub fn texts(&self) -> Option<Vec<Found<'d, &'d str>>> {
        let items = self.items("a list of texts, as in [\"a\", \"b\"]")?;
        Some(items.iter().filter_map(|item| item.text_of("a list of texts in quotes")).collect())
    }

    /// The members of a list, each with its own line.
    pub(crate) fn items(&self, wanted: &str) -> Option<Vec<Self>> {
        let list = self.read(self.value.as_array(), wanted)?.value;
        let own = LISTS.iter().find(|(key, _)| *key == self.key);
        let most = own.map_or(LIST_MAX, |(_, most)| *most);
        if list.len() > most {
            let found = list.len();
            self.wrong(format!("has {found} entries, but at most {most} are read; split the file"));
            return None;
        }
        let item = |value: &'d toml::Spanned<DeValue<'d>>| {
            let Place { joined, line } = self.document.place(value.span().start);
            Self { line, joined, ..self.with(value.get_ref()) }
        };
        Some(list.iter().map(item).collect())
    }

    /// A whole number within a range.
    pub fn integer<N>(&self, range: RangeInclusive<N>) -> Option<Found<'d, N>>
    where
        N: TryFrom<u64> + PartialOrd + Display,
    {
        let digits = self.read(self.value.as_integer(), "a whole number without quotes")?.value;
        let number = u64::from_str_radix(digits.as_str(), digits.radix()).ok();
        let number = number.and_then(|n| N::try_from(n).ok()).filter(|n| range.contains(n));
        self.or_wrong(number, || {
            let (from, to) = (range.start(), range.end());
            format!("is {digits}, but it must be from {from} to {to}; correct it")
        })
    }

    /// True or false.
    pub fn flag(&self) -> Option<Found<'d, bool>> {
        self.read(self.value.as_bool(), "true or false, without quotes")
    }

    /// An amount of money without sign, in decimal dollars.
    pub fn money(&self) -> Option<Found<'d, Money>> {
        self.text_of("dollars in quotes, as in \"5.00\"")?.money()
    }

    /// A rate of any size.
    pub fn rate(&self) -> Option<Found<'d, Rate>> {
        self.text_of("a rate in quotes, as in \"20%\"")?.rate()
    }

    /// The table that this is; `None` after a report.
    pub(crate) fn table_or(&self, wanted: &str) -> Option<&'d toml::de::DeTable<'d>> {
        Some(self.read(self.value.as_table(), wanted)?.value)
    }
}

impl<'d> Found<'d, &'d str> {
    /// The text as one's own.
    pub fn owned(&self) -> String {
        self.value.to_owned()
    }

    /// An amount of money without sign, in decimal dollars.
    pub fn money(&self) -> Option<Found<'d, Money>> {
        let text = self.value;
        let fault = match Money::parse(text.as_bytes()) {
            Ok(amount) if !text.starts_with('-') => return Some(self.with(amount)),
            Ok(_) => "and an amount here has no sign".to_owned(),
            Err(error) => format!("which {error}"),
        };
        self.wrong(format!("is `{text}`, {fault}; correct it"));
        None
    }

    /// A rate of any size.
    pub fn rate(&self) -> Option<Found<'d, Rate>> {
        self.or_wrong(Rate::parse(self.value), || {
            let text = self.value;
            format!("is `{text}`, which is not a rate such as 18.5%, 37/200 or 3; correct it")
        })
    }

    /// A day of the calendar.
    pub fn date(&self) -> Option<Found<'d, Date>> {
        self.or_wrong(Date::parse(self.value), || {
            let text = self.value;
            format!(
                "is `{text}`, which is not a day of the calendar such as 2026-10-31; correct it"
            )
        })
    }

    /// What a word of a closed list stands for.
    pub fn word<T>(
        &self,
        words: &[&str],
        parse: impl FnOnce(&str) -> Option<T>,
    ) -> Option<Found<'d, T>> {
        let value = parse(self.value);
        if value.is_none() {
            self.unlisted("it must be one of", words.iter().copied());
        }
        value.map(|value| self.with(value))
    }

    /// Reports a name that is none of the known ones. `lead` stands before their list:
    /// `the links are`.
    pub fn unlisted<'k>(&self, lead: &str, known: impl Iterator<Item = &'k str> + Clone) {
        let list = known.clone().collect::<Vec<_>>().join(", ");
        let list = if list.is_empty() { "none" } else { &list };
        let near = did_you_mean(self.value, known);
        self.wrong(format!("is `{}`{near}, but {lead} {list}; correct it", self.value));
    }
}

impl Found<'_, Money> {
    /// Only an amount above nothing.
    pub fn above_zero(self) -> Option<Self> {
        let good = self.value > Money::ZERO;
        self.only_if(good, |amount| format!("is {amount}, but it must be above $0.00; correct it"))
    }
}

impl Found<'_, Rate> {
    /// Only a rate above nothing.
    pub fn above_nothing(self) -> Option<Self> {
        let good = self.value.numerator() > 0;
        self.only_if(good, |_| "is 0, but it must be above nothing; correct it".to_owned())
    }

    /// Only a rate of at most the whole.
    pub fn at_most_all(self) -> Option<Self> {
        let good = !self.value.is_greater_than(Rate::ONE);
        self.only_if(good, |rate| {
            format!("is {}, which is more than 100%; correct it", rate.percent())
        })
    }
}

/// A value as a sentence needs it.
fn in_words(value: &DeValue<'_>) -> String {
    match value {
        DeValue::String(text) => format!("the text `{}`", shown(text)),
        DeValue::Integer(number) => format!("the number {}", shown(&number.to_string())),
        DeValue::Float(number) => format!("the number {}", shown(&number.to_string())),
        DeValue::Boolean(flag) => flag.to_string(),
        DeValue::Datetime(_) => "a date or time without quotes".into(),
        DeValue::Array(_) => "a list".into(),
        DeValue::Table(_) => "a table".into(),
    }
}
