//! The file while it is read: its lines, its errors so far, and which keys of its tables are left.

use crate::error::{TomlError, TomlErrors};
use std::cell::RefCell;
use toml::Spanned;
use toml::de::DeTable;

/// Lines that are not TOML are reported one by one up to this number, and only while they are fewer than
/// the others. More come from a text that is something else altogether; then the first is reported, and
/// how many there are.
const BROKEN_LINES_LISTED: usize = 5;

/// A file that is TOML.
#[derive(Debug)]
pub(crate) struct Document<'a> {
    lines: Lines<'a>,
    pub(crate) tree: Spanned<DeTable<'a>>,
    state: RefCell<State>,
}

/// Name of the file, and the places of its line feeds.
#[derive(Debug)]
struct Lines<'a> {
    file: &'a str,
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
    left: Vec<(String, u32)>,
}

impl Lines<'_> {
    fn of(&self, byte: usize) -> u32 {
        let before = self.feeds.partition_point(|at| *at < byte);
        u32::try_from(before).unwrap_or(u32::MAX).saturating_add(1)
    }

    fn error(&self, line: u32, key: String, message: String) -> TomlError {
        TomlError { file: self.file.to_owned(), line, key, message }
    }
}

impl<'a> Document<'a> {
    /// Parses a text, without the byte order mark that some editors put first.
    pub(crate) fn parse(text: &'a str, file: &'a str) -> Result<Self, TomlErrors> {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let feeds = text.match_indices('\n').map(|(at, _)| at).collect();
        let lines = Lines { file, feeds };
        let (tree, broken) = DeTable::parse_recoverable(text);
        if broken.is_empty() {
            return Ok(Self { lines, tree, state: RefCell::default() });
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
            lines.error(*line, String::new(), format!("is not TOML: {message}; {remedy}"))
        };
        Err(TomlErrors(places.iter().map(error).collect()))
    }

    pub(crate) fn line(&self, byte: usize) -> u32 {
        self.lines.of(byte)
    }

    /// Hands out a table and gives its place in the list.
    pub(crate) fn open(&self, around: Option<usize>, name: String, table: &DeTable<'_>) -> usize {
        let left = table
            .keys()
            .map(|key| (key.get_ref().to_string(), self.line(key.span().start)))
            .collect();
        let tables = &mut self.state.borrow_mut().tables;
        tables.push(Opened { around, name, known: Vec::new(), left });
        tables.len() - 1
    }

    pub(crate) fn rename(&self, table: usize, name: String) {
        if let Some(opened) = self.state.borrow_mut().tables.get_mut(table) {
            opened.name = name;
        }
    }

    /// Calls a member of a list by what it describes: `table C4P-1` for `table[1]`.
    pub(crate) fn name(&self, table: usize, name: &str) {
        if let Some(opened) = self.state.borrow_mut().tables.get_mut(table) {
            let kind = opened.name.split('[').next().unwrap_or_default();
            opened.name = format!("{kind} {name}");
        }
    }

    /// Notes that the reader knows a key.
    pub(crate) fn take(&self, table: usize, key: &'static str) {
        if let Some(opened) = self.state.borrow_mut().tables.get_mut(table)
            && !opened.known.contains(&key)
        {
            opened.known.push(key);
            opened.left.retain(|(left, _)| left != key);
        }
    }

    /// Leaves the other keys of a table unjudged.
    pub(crate) fn take_all(&self, table: usize) {
        if let Some(opened) = self.state.borrow_mut().tables.get_mut(table) {
            opened.left.clear();
        }
    }

    pub(crate) fn wrong(&self, table: usize, key: &str, line: u32, message: String) {
        let state = &mut *self.state.borrow_mut();
        let key = path(&state.tables, table, key);
        state.errors.push(self.lines.error(line, key, message));
    }

    /// The value if nothing was wrong, else every error by line.
    pub(crate) fn finish<T>(self, value: Option<T>) -> Result<T, TomlErrors> {
        let State { tables, mut errors } = self.state.into_inner();
        for (at, opened) in tables.iter().enumerate() {
            for (key, line) in &opened.left {
                let known = opened.known.join(", ");
                let message = format!(
                    "is an unknown key{}; the keys here are {known}; correct or remove it",
                    did_you_mean(key, opened.known.iter().copied())
                );
                errors.push(self.lines.error(*line, path(&tables, at, key), message));
            }
        }
        errors.sort();
        errors.dedup();
        match value {
            Some(value) if errors.is_empty() => Ok(value),
            _ if errors.is_empty() => Err(TomlErrors(vec![self.lines.error(
                1,
                String::new(),
                "could not be read".into(),
            )])),
            _ => Err(TomlErrors(errors)),
        }
    }
}

/// The names of the tables around a key, outermost first, and the key.
fn path(tables: &[Opened], table: usize, key: &str) -> String {
    let mut parts = vec![key];
    let mut next = tables.get(table);
    while let Some(opened) = next {
        parts.push(&opened.name);
        next = opened.around.and_then(|around| tables.get(around));
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
