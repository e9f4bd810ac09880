//! Single objects of a PDF of this program, found by its tables without reading any other: what a hostile file has
//! elsewhere costs nothing.

use lopdf::{Dictionary, Object, StringFormat};
use memchr::memmem;

use crate::verify::lexer::{self, Spanned, Value};

/// Tables that a file has, one of each revision: a report has one, an approved one two.
const TABLES_MAX: usize = 8;
/// Runs of entries that all tables have together: one of a report, some three of an approval.
const RUNS_MAX: usize = 1024;
/// The end of a file, in which the place of its last table stands.
const TAIL_BYTES: usize = 1024;
/// An entry of a table: ten digits of the place, five of the generation, `n` or `f`, and a line end of two bytes.
const ENTRY_BYTES: usize = 20;

/// Keys and values of a dictionary, in order.
pub(crate) type Entries = Vec<(Spanned, Spanned)>;

/// Where the objects of a file are.
pub(crate) struct Table<'p> {
    bytes: &'p [u8],
    /// Runs of entries, those of the last revision first.
    runs: Vec<Run>,
    /// The dictionary at the end of the last revision.
    pub trailer: Entries,
    /// Where the last table begins.
    pub start: usize,
}

/// Entries of consecutive objects.
struct Run {
    first: u32,
    count: u32,
    at: usize,
}

impl<'p> Table<'p> {
    /// Reads the tables, not the objects. `Err`: a sentence with the byte at which something else was expected.
    pub(crate) fn read(bytes: &'p [u8]) -> Result<Self, String> {
        let tail = bytes.len() - bytes.len().min(TAIL_BYTES);
        let mark = memmem::rfind(bytes.get(tail..).unwrap_or_default(), b"startxref");
        let mark = mark.ok_or_else(|| unlike(bytes.len(), "startxref at the end of the file"))?;
        let start = offset(bytes, tail + mark + b"startxref".len())?;
        let mut table = Self { bytes, runs: Vec::new(), trailer: Vec::new(), start };
        let mut next = Some(start);
        for revision in 0..TABLES_MAX {
            let Some(at) = next else { return Ok(table) };
            let trailer = table.read_one(at)?;
            next = match entry(&trailer, b"Prev") {
                Some(prev) => Some(offset(bytes, prev.span.start)?),
                None => None,
            };
            if revision == 0 {
                table.trailer = trailer;
            }
        }
        match next {
            None => Ok(table),
            Some(at) => Err(unlike(at, "no more than 8 revisions")),
        }
    }

    /// Reads the table that begins here; gives its trailer.
    fn read_one(&mut self, at: usize) -> Result<Entries, String> {
        let mut at = self.after(at, b"xref")?;
        loop {
            if let Ok(end) = self.after(at, b"trailer") {
                return dictionary(lexer::read_object(self.bytes, end).map_err(not_read)?);
            }
            let wrong = || unlike(at, "a table of objects");
            let first = lexer::read_object(self.bytes, at).map_err(not_read)?;
            let count = lexer::read_object(self.bytes, first.span.end).map_err(not_read)?;
            let end = lexer::skip_space(self.bytes, count.span.end);
            let number = |value: &Spanned| match value.value {
                Value::Integer(number) => u32::try_from(number).ok(),
                _ => None,
            };
            let (first, count) = number(&first).zip(number(&count)).ok_or_else(wrong)?;
            let len = (count as usize).checked_mul(ENTRY_BYTES).ok_or_else(wrong)?;
            let after = end.checked_add(len).filter(|after| *after <= self.bytes.len());
            if self.runs.len() == RUNS_MAX {
                return Err(unlike(at, "no more than 1024 runs of objects"));
            }
            self.runs.push(Run { first, count, at: end });
            at = after.ok_or_else(wrong)?;
        }
    }

    /// The place behind a word that stands here or after white space.
    fn after(&self, at: usize, word: &'static [u8]) -> Result<usize, String> {
        let at = lexer::skip_space(self.bytes, at);
        let is_there = self.bytes.get(at..).is_some_and(|rest| rest.starts_with(word));
        let expected = core::str::from_utf8(word).unwrap_or_default();
        if is_there { Ok(at + word.len()) } else { Err(unlike(at, expected)) }
    }

    /// The highest number of an object.
    pub(crate) fn last_number(&self) -> u32 {
        let last = |run: &Run| run.first.checked_add(run.count)?.checked_sub(1);
        self.runs.iter().filter_map(last).max().unwrap_or_default()
    }

    fn place(&self, number: u32) -> Option<usize> {
        let within = |run: &Run| {
            let index = number.checked_sub(run.first).filter(|index| *index < run.count)?;
            let at = run.at + index as usize * ENTRY_BYTES;
            self.bytes.get(at..at + ENTRY_BYTES)
        };
        let line = self.runs.iter().find_map(within)?;
        let digits = core::str::from_utf8(line.get(..10)?).ok()?;
        (line.get(17) == Some(&b'n')).then(|| digits.parse().ok())?
    }

    /// An object.
    pub(crate) fn object(&self, number: u32) -> Result<Spanned, String> {
        let none = || format!("object {number}, which it names, is in none of its tables");
        let at = self.place(number).ok_or_else(none)?;
        let head = format!("{number} 0 obj");
        let is_there = self.bytes.get(at..).is_some_and(|rest| rest.starts_with(head.as_bytes()));
        if !is_there {
            return Err(unlike(at, &head));
        }
        lexer::read_object(self.bytes, at + head.len()).map_err(not_read)
    }

    /// The value itself, or the object that it refers to.
    pub(crate) fn resolved(&self, value: &Spanned) -> Result<Spanned, String> {
        match value.value {
            Value::Reference(number) => self.object(number),
            _ => Ok(value.clone()),
        }
    }

    /// The dictionary under a key, itself or by reference; `None` where there is no such key.
    pub(crate) fn dictionary(&self, of: &Entries, key: &[u8]) -> Result<Option<Entries>, String> {
        let found = entry(of, key).map(|value| self.resolved(value)?.into_dictionary());
        found.transpose()
    }

    /// The first dictionary of all.
    pub(crate) fn catalog(&self) -> Result<Entries, String> {
        let none = || "it has no /Root, which leads to everything in a PDF".to_owned();
        self.dictionary(&self.trailer, b"Root")?.ok_or_else(none)
    }

    /// The dictionary of a stream, and its bytes as they stand.
    pub(crate) fn stream(&self, number: u32) -> Result<(Entries, &'p [u8]), String> {
        let object = self.object(number)?;
        let end = object.span.end;
        let entries = dictionary(object)?;
        let from = self.after(end, b"stream")?;
        let line_end = self.bytes.get(from..).unwrap_or_default();
        let from = from + if line_end.starts_with(b"\r\n") { 2 } else { 1 };
        let length = entry(&entries, b"Length").map(|length| &length.value);
        let data = match length {
            Some(Value::Integer(length)) => usize::try_from(*length)
                .ok()
                .and_then(|length| self.bytes.get(from..from.checked_add(length)?)),
            _ => None,
        };
        data.map(|data| (entries, data))
            .ok_or_else(|| unlike(from, "as many bytes as /Length says"))
    }

    /// A value as the PDF library has it, to be written again.
    pub(crate) fn as_object(&self, value: &Spanned) -> Object {
        let text = self.bytes.get(value.span.clone()).unwrap_or_default();
        let word = core::str::from_utf8(text).unwrap_or_default();
        match &value.value {
            Value::Name(name) => Object::Name(name.clone()),
            Value::Integer(number) => Object::Integer(*number),
            Value::Literal(text) => Object::String(text.clone(), StringFormat::Literal),
            Value::Hex => Object::String(of_hex(text), StringFormat::Hexadecimal),
            Value::Array(items) => {
                items.iter().map(|item| self.as_object(item)).collect::<Vec<_>>().into()
            }
            Value::Dictionary(entries) => self.as_dictionary(entries).into(),
            Value::Reference(number) => Object::Reference((*number, 0)),
            Value::Other => match word {
                "true" | "false" => Object::Boolean(word == "true"),
                number => number.parse().map_or(Object::Null, Object::Real),
            },
        }
    }

    pub(crate) fn as_dictionary(&self, entries: &Entries) -> Dictionary {
        let mut dictionary = Dictionary::new();
        for (key, value) in entries {
            if let Value::Name(key) = &key.value {
                dictionary.set(key.clone(), self.as_object(value));
            }
        }
        dictionary
    }
}

impl Spanned {
    /// What it must be.
    pub(crate) fn into_dictionary(self) -> Result<Entries, String> {
        dictionary(self)
    }
}

fn dictionary(value: Spanned) -> Result<Entries, String> {
    match value.value {
        Value::Dictionary(entries) => Ok(entries),
        _ => Err(unlike(value.span.start, "a dictionary")),
    }
}

/// The value of a key.
pub(crate) fn entry<'a>(entries: &'a Entries, key: &[u8]) -> Option<&'a Spanned> {
    let is_it = |name: &Spanned| matches!(&name.value, Value::Name(name) if name == key);
    entries.iter().find(|(name, _)| is_it(name)).map(|(_, value)| value)
}

/// The bytes of `<…>`, what is no digit left out.
fn of_hex(text: &[u8]) -> Vec<u8> {
    let digit =
        |byte: &u8| char::from(*byte).to_digit(16).and_then(|digit| u8::try_from(digit).ok());
    let digits: Vec<u8> = text.iter().filter_map(digit).collect();
    digits.chunks(2).map(|pair| pair.iter().fold(0, |byte, digit| (byte << 4) | digit)).collect()
}

/// A place in the file, as it stands here.
fn offset(bytes: &[u8], at: usize) -> Result<usize, String> {
    let read = lexer::read_object(bytes, at).map_err(not_read)?;
    match read.value {
        Value::Integer(place) => usize::try_from(place).ok().filter(|place| *place < bytes.len()),
        _ => None,
    }
    .ok_or_else(|| unlike(at, "a place in the file"))
}

fn not_read(e: lexer::Unreadable) -> String {
    unlike(e.offset, e.expected)
}

fn unlike(at: usize, expected: &str) -> String {
    format!(
        "the PDF cannot be read: {expected} expected at byte {at}; it is no report of this program"
    )
}
