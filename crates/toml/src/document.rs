//! The file while it is read: its lines, its errors so far, and which keys of its tables are left.

use crate::blank::blanks;
use crate::error::{TomlError, TomlErrors};
use crate::unmarked;
use feltproof_printable::{TEXT_CHARS_MAX, cut, visible};
use std::cell::RefCell;
use toml::Spanned;
use toml::de::{DeArray, DeTable, DeValue};

/// Lines that are not TOML are reported one by one up to this number, and only while they are fewer than
/// the others. More come from a text that is something else altogether; then the first is reported, and
/// how many there are.
const BROKEN_LINES_LISTED: usize = 5;

/// A file that is TOML, and another that is joined to it.
#[derive(Debug)]
pub(crate) struct Document<'a> {
    lines: Lines<'a>,
    joined: Option<Lines<'a>>,
    pub(crate) tree: Spanned<DeTable<'a>>,
    state: RefCell<State>,
}

/// A line of one of the files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Place {
    /// It is the joined file's.
    pub(crate) joined: bool,
    pub(crate) line: u32,
}

/// Name of the file, and the places of its line feeds.
#[derive(Debug)]
struct Lines<'a> {
    file: &'a str,
    /// Place of its first byte: that of a joined file is behind the other's last.
    start: usize,
    feeds: Vec<usize>,
}

#[derive(Debug, Default)]
struct State {
    tables: Vec<Opened>,
    errors: Vec<TomlError>,
}

/// A table that was handed out to be read.
#[derive(Debug)]
struct Opened {
    /// Place of the table around it in the list.
    around: Option<usize>,
    /// Its own part of a path; empty for the file.
    name: String,
    /// Keys that the reader knows, in the order in which it took them.
    known: Vec<&'static str>,
    /// Keys that stand in the file and were not taken, with their lines.
    left: Vec<(String, Place)>,
}

/// A text that is TOML, as it stands in a document.
struct Parsed<'a> {
    lines: Lines<'a>,
    tree: Spanned<DeTable<'a>>,
}

impl<'a> Lines<'a> {
    /// Of a text with `start` blanks before it.
    fn new(text: &str, start: usize, file: &'a str) -> Self {
        Self { file, start, feeds: text.match_indices('\n').map(|(at, _)| at).collect() }
    }

    fn of(&self, byte: usize) -> u32 {
        let before = self.feeds.partition_point(|at| *at < byte);
        u32::try_from(before + 1).expect("a file of TOML has fewer than 2^32 lines")
    }

    /// Whatever the file has written in a key or a value, the error is one line.
    fn error(&self, line: u32, key: &str, message: &str) -> TomlError {
        let (file, key) = (visible(self.file), cut(visible(key), TEXT_CHARS_MAX));
        TomlError { file, line, key, message: visible(message) }
    }
}

impl<'a> Document<'a> {
    /// Parses a text, without the byte order mark that some editors put first.
    pub(crate) fn parse(text: &'a str, file: &'a str) -> Result<Self, TomlErrors> {
        let Parsed { lines, tree } = parse(text, 0, file)?;
        Self { lines, joined: None, tree, state: RefCell::default() }.filled_in()
    }

    /// Parses a text and joins another to it; `behind` is that other with at least as many blanks before it
    /// as the text has bytes, so that a byte is of one file alone.
    pub(crate) fn parse_joined(
        text: &'a str,
        file: &'a str,
        behind: &'a str,
        other: &'a str,
        schema: u32,
    ) -> Result<Self, TomlErrors> {
        let start = behind.len() - behind.trim_start_matches(' ').len();
        let (first, second) = (parse(text, 0, file), parse(behind, start, other));
        let (mut first, second) = match (first, second) {
            (Ok(first), Ok(second)) => (first, second),
            (first, second) => {
                let errors = [first.err(), second.err()].into_iter().flatten();
                return Err(TomlErrors(errors.flat_map(|errors| errors.0).collect()));
            }
        };
        let errors = schema_differs(&second, schema);
        join(first.tree.get_mut(), second.tree.into_inner());
        let (lines, tree) = (first.lines, first.tree);
        let state = RefCell::new(State { errors, ..State::default() });
        Self { lines, joined: Some(second.lines), tree, state }.filled_in()
    }

    /// The document, or every blank that is left in it: what else may be wrong with a file that is not filled
    /// in yet means nothing.
    fn filled_in(self) -> Result<Self, TomlErrors> {
        let mut errors: Vec<TomlError> = blanks(self.tree.get_ref())
            .into_iter()
            .map(|(byte, key, wanted)| {
                let message = format!("is not filled in; write {wanted}");
                let place = self.place(byte);
                self.lines_of(place.joined).error(place.line, &key, &message)
            })
            .collect();
        errors.sort();
        if errors.is_empty() { Ok(self) } else { Err(TomlErrors(errors)) }
    }

    fn lines_of(&self, joined: bool) -> &Lines<'a> {
        self.joined.as_ref().filter(|_| joined).unwrap_or(&self.lines)
    }

    pub(crate) fn place(&self, byte: usize) -> Place {
        let joined = self.joined.as_ref().filter(|lines| byte >= lines.start);
        Place { joined: joined.is_some(), line: joined.unwrap_or(&self.lines).of(byte) }
    }

    /// `line 12`, and which file it is of where somebody in the other file is told.
    pub(crate) fn words(&self, place: Place, indicated_in_joined: bool) -> String {
        let Place { joined, line } = place;
        if joined == indicated_in_joined {
            format!("line {line}")
        } else {
            format!("line {line} of {}", self.lines_of(joined).file)
        }
    }

    /// Hands out a table and gives its place in the list.
    pub(crate) fn open(&self, around: Option<usize>, name: String, table: &DeTable<'_>) -> usize {
        let left = table
            .keys()
            .map(|key| (key.get_ref().to_string(), self.place(key.span().start)))
            .collect();
        let tables = &mut self.state.borrow_mut().tables;
        tables.push(Opened { around, name, known: Vec::new(), left });
        tables.len() - 1
    }

    pub(crate) fn rename(&self, table: usize, name: String) {
        self.state.borrow_mut().tables[table].name = name;
    }

    /// Calls a member of a list by what it describes: `table C4P-1` for `table[1]`.
    pub(crate) fn name(&self, table: usize, name: &str) {
        let own = &mut self.state.borrow_mut().tables[table].name;
        let kind = own.split('[').next().unwrap_or_default();
        *own = format!("{kind} {name}");
    }

    /// Notes that the reader knows a key.
    pub(crate) fn take(&self, table: usize, key: &'static str) {
        let opened = &mut self.state.borrow_mut().tables[table];
        if !opened.known.contains(&key) {
            opened.known.push(key);
            opened.left.retain(|(left, _)| left != key);
        }
    }

    /// Leaves the other keys of a table unjudged.
    pub(crate) fn take_all(&self, table: usize) {
        self.state.borrow_mut().tables[table].left.clear();
    }

    pub(crate) fn wrong(&self, table: usize, key: &str, place: Place, message: String) {
        let state = &mut *self.state.borrow_mut();
        let key = path(&state.tables, table, key);
        state.errors.push(self.lines_of(place.joined).error(place.line, &key, &message));
    }

    /// The value if nothing was wrong, else every error by line.
    pub(crate) fn finish<T>(self, value: Option<T>) -> Result<T, TomlErrors> {
        let State { tables, mut errors } = self.state.take();
        for (at, opened) in tables.iter().enumerate() {
            for (key, place) in &opened.left {
                let known = opened.known.join(", ");
                let message = format!(
                    "is an unknown key{}; the keys here are {known}; correct or remove it",
                    did_you_mean(key, opened.known.iter().copied())
                );
                let lines = self.lines_of(place.joined);
                errors.push(lines.error(place.line, &path(&tables, at, key), &message));
            }
        }
        errors.sort();
        errors.dedup();
        if errors.is_empty() && value.is_none() {
            errors.push(self.lines.error(1, "", "could not be read"));
        }
        value.filter(|_| errors.is_empty()).ok_or(TomlErrors(errors))
    }
}

/// Parses a text with `start` blanks before it, or says which of its lines are not TOML.
fn parse<'a>(text: &'a str, start: usize, file: &'a str) -> Result<Parsed<'a>, TomlErrors> {
    let text = unmarked(text);
    let lines = Lines::new(text, start, file);
    let (tree, broken) = DeTable::parse_recoverable(text);
    if broken.is_empty() {
        return Ok(Parsed { lines, tree });
    }
    // What follows the first problem of a line is mostly its consequence.
    let mut places: Vec<(u32, String)> = broken
        .iter()
        .map(|e| (lines.of(e.span().map_or(0, |s| s.start)), one_line(e.message())))
        .collect();
    places.sort_by_key(|(line, _)| *line);
    places.dedup_by_key(|(line, _)| *line);
    let written = text.lines().filter(|line| !line.trim().is_empty()).count();
    let others = places.len() - 1;
    let is_toml = others < BROKEN_LINES_LISTED && places.len() * 2 <= written;
    let remedy = if others == 0 || is_toml {
        "correct the line".to_owned()
    } else {
        places.truncate(1);
        format!("{others} more lines are not TOML either; correct them or name another file")
    };
    let error = |(line, message): &(u32, String)| {
        lines.error(*line, "", &format!("is not TOML: {message}; {remedy}"))
    };
    Err(TomlErrors(places.iter().map(error).collect()))
}

/// Both files are of one schema; the error of a joined file that is not.
fn schema_differs(joined: &Parsed<'_>, schema: u32) -> Vec<TomlError> {
    let found = joined.tree.get_ref().get_key_value("schema");
    let number = found.and_then(|(_, value)| value.get_ref().as_integer());
    if number.is_some_and(|number| number.as_str() == schema.to_string()) {
        return Vec::new();
    }
    let line = found.map_or(1, |(key, _)| joined.lines.of(key.span().start));
    let message = &format!("must be {schema}, as in the file that it is joined to; correct it");
    vec![joined.lines.error(line, "schema", message)]
}

/// Adds to a file what stands in another. Of a table that both have, the keys of the other that the first
/// lacks; of a list of tables that both have, the members of the other, first; of all else, what the first
/// lacks. The schema is each file's own.
fn join<'a>(first: &mut DeTable<'a>, other: DeTable<'a>) {
    for (key, value) in other {
        let Some(present) = first.get_mut(key.get_ref().as_ref()) else {
            first.insert(key, value);
            continue;
        };
        match (present.get_mut(), value.into_inner()) {
            (DeValue::Table(present), DeValue::Table(other)) => {
                for (key, value) in other {
                    if !present.contains_key(key.get_ref().as_ref()) {
                        present.insert(key, value);
                    }
                }
            }
            (DeValue::Array(present), DeValue::Array(other)) => {
                let own = std::mem::replace(present, DeArray::new());
                *present = other.into_iter().chain(own).collect();
            }
            // The first has a value of its own, or one of another kind, at which a reader finds fault.
            (_, _) => {}
        }
    }
}

/// The names of the tables around a key, outermost first, and the key.
fn path(tables: &[Opened], table: usize, key: &str) -> String {
    let mut parts = vec![key];
    let mut next = tables.get(table);
    while let Some(opened) = next {
        parts.push(&opened.name);
        next = opened.around.map(|around| &tables[around]);
    }
    parts.reverse();
    parts.retain(|part| !part.is_empty());
    parts.join(", ")
}

fn one_line(message: &str) -> String {
    message.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// ` (did you mean `seats`?)`, or nothing where no known word is near.
pub fn did_you_mean<'k>(word: &str, known: impl Iterator<Item = &'k str>) -> String {
    nearest(word, known).map_or_else(String::new, |k| format!(" (did you mean `{k}`?)"))
}

/// The known word nearest to one: at most a third of its letters wrong, left out, put in or exchanged.
pub fn nearest<'k>(word: &str, known: impl Iterator<Item = &'k str>) -> Option<&'k str> {
    let word = word.to_lowercase();
    let wrong_at_most = |k: &str| k.chars().count().max(3) / 3;
    // A word may come from outside and be endless: what cannot be near is not compared.
    let length = word.chars().take(1000).count();
    let near = known.filter(|k| length.abs_diff(k.chars().count()) <= wrong_at_most(k));
    let near = near.map(|k| (strsim::damerau_levenshtein(&word, &k.to_lowercase()), k));
    near.filter(|(d, k)| *d <= wrong_at_most(k)).min_by_key(|(d, _)| *d).map(|(_, k)| k)
}
