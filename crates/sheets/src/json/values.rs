//! The values of JSON that is not one object a line: the items of one list, or of one within objects, or
//! objects that go over several lines. One at a time, however large the whole is.

use super::flat::flatten;
use crate::bounds::LINE_MAX;
use crate::encoding::Text;
use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::io::{self, BufRead, BufReader};

/// Where the records are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Place {
    /// The keys of the objects, from the outermost on, to the list of them; none: they stand by themselves, or
    /// in a list that stands by itself.
    pub(crate) path: Vec<String>,
    /// Keys beside, which are not read.
    pub(crate) beside: Vec<String>,
}

impl Place {
    pub(crate) fn in_words(&self) -> String {
        let quoted = |keys: &[String], between| {
            keys.iter().map(|key| format!("`{key}`")).collect::<Vec<_>>().join(between)
        };
        let list = match &self.path[..] {
            [] => String::new(),
            path => format!(" of {}", quoted(path, " / ")),
        };
        let beside = match &self.beside[..] {
            [] => String::new(),
            keys => format!("; what stands beside them is not read: {}", quoted(keys, ", ")),
        };
        format!("its records are the objects{list}, numbered from 1, and no lines{beside}")
    }
}

/// Values one after another, each with its number, from 1.
pub(super) struct Values {
    text: BufReader<Text>,
    path: Vec<String>,
    number: u32,
    value: Vec<u8>,
    is_begun: bool,
}

impl Values {
    pub(super) fn new(text: Text, place: &Place) -> Self {
        let text = BufReader::with_capacity(1 << 16, text);
        Self { text, path: place.path.clone(), number: 0, value: Vec::new(), is_begun: false }
    }

    /// The next record as one line, a part of one where the file breaks off.
    pub(super) fn next_value(&mut self) -> io::Result<Option<(u32, &[u8])>> {
        if !std::mem::replace(&mut self.is_begun, true) {
            for key in std::mem::take(&mut self.path) {
                self.go_to(&key)?;
            }
            if self.peek()? == Some(b'[') {
                self.text.consume(1);
            }
        }
        while self.peek()? == Some(b',') {
            self.text.consume(1);
        }
        if matches!(self.peek()?, None | Some(b']' | b'}')) {
            return Ok(None);
        }
        self.take_value()?;
        self.number = self.number.checked_add(1).ok_or_else(|| {
            io::Error::other("it has more records than can be numbered; cut it into several files")
        })?;
        Ok(Some((self.number, &self.value)))
    }

    /// Goes into an object, up to the value of this key.
    fn go_to(&mut self, key: &str) -> io::Result<()> {
        let lacks = || io::Error::other(format!("it has no `{key}` any more; read it once more"));
        if self.peek()? != Some(b'{') {
            return Err(lacks());
        }
        self.text.consume(1);
        loop {
            while self.peek()? == Some(b',') {
                self.text.consume(1);
            }
            if self.peek()? != Some(b'"') {
                return Err(lacks());
            }
            self.take_value()?;
            let is_it = serde_json::from_slice::<String>(&self.value).is_ok_and(|name| name == key);
            if self.peek()? != Some(b':') {
                return Err(lacks());
            }
            self.text.consume(1);
            if is_it {
                let _ = self.peek()?;
                return Ok(());
            }
            self.peek()?.map(|_| self.take_value()).transpose()?;
        }
    }

    /// The next byte that is no blank.
    fn peek(&mut self) -> io::Result<Option<u8>> {
        loop {
            let ahead = self.text.fill_buf()?;
            let blanks = ahead.iter().position(|b| !b.is_ascii_whitespace());
            let found = blanks.and_then(|at| ahead.get(at)).copied();
            let end = ahead.len();
            self.text.consume(blanks.unwrap_or(end));
            if found.is_some() || end == 0 {
                return Ok(found);
            }
        }
    }

    /// The next value whole, its line ends as blanks: within texts JSON has none.
    fn take_value(&mut self) -> io::Result<()> {
        self.value.clear();
        let mut scan = Scan::default();
        loop {
            let ahead = self.text.fill_buf()?;
            if ahead.is_empty() {
                return Ok(());
            }
            let end = ahead.iter().position(|byte| scan.ends_before(*byte));
            let taken = ahead.get(..end.unwrap_or(ahead.len())).unwrap_or_default();
            let plain = taken.iter().map(|b| if matches!(b, b'\n' | b'\r') { b' ' } else { *b });
            self.value.extend(plain);
            let count = taken.len();
            self.text.consume(count);
            if end.is_some() {
                return Ok(());
            }
            if self.value.len() > LINE_MAX {
                return Err(io::Error::other(format!(
                    "its record {} is longer than {LINE_MAX} bytes, as no record is; write one object a line",
                    self.number + 1
                )));
            }
        }
    }
}

/// Where in a value the reading is.
#[derive(Default)]
struct Scan {
    depth: u32,
    in_text: bool,
    is_escaped: bool,
    /// A byte of it was seen, and, of a text or list, its last.
    is_begun: bool,
    is_whole: bool,
}

impl Scan {
    /// Whether the value ended before this byte.
    fn ends_before(&mut self, byte: u8) -> bool {
        if self.is_whole {
            return true;
        }
        let was_begun = std::mem::replace(&mut self.is_begun, true);
        match byte {
            _ if self.in_text => {
                let is_end = byte == b'"' && !self.is_escaped;
                self.is_escaped = byte == b'\\' && !self.is_escaped;
                self.in_text = !is_end;
                self.is_whole = is_end && self.depth == 0;
            }
            b'"' => self.in_text = true,
            b'{' | b'[' => self.depth += 1,
            b'}' | b']' if self.depth != 0 => {
                self.depth -= 1;
                self.is_whole = self.depth == 0;
            }
            // A number or word ends where something else begins.
            b',' | b':' | b'}' | b']' | b' ' | b'\t' | b'\r' | b'\n' => {
                return self.depth == 0 && was_begun;
            }
            _ => {}
        }
        false
    }
}

/// Lines that tell whether each is an object.
const LINES: usize = 50;

/// Where the records of a text are that is no object a line, by its beginning; `None`: it is one.
///
/// # Errors
/// Where the records are lists of values, which nothing names.
pub(super) fn place(head: &str) -> Result<Option<Place>, String> {
    let lines = head.lines().filter(|line| !line.trim().is_empty()).take(LINES);
    let objects: Vec<bool> = lines.map(|line| flatten(line.as_bytes()).is_some()).collect();
    let whole = objects.iter().filter(|is| **is).count();
    let found = Found::of(head.as_bytes());
    // The list with most objects: columns may be described in another.
    let most = found.lists.iter().max_by_key(|(path, count)| (**count, Reverse(path.len())));
    let path = most.map(|(path, _)| path.clone());
    let is_one = objects.len() == 1 && path.is_some();
    if path.is_none() && found.nameless > 1 {
        return Err(
            "its records are lists of values without names; write each as an object, with the names of \
             its values"
                .to_owned(),
        );
    }
    if whole * 2 > objects.len() && !is_one && !head.trim_start().starts_with('[') {
        return Ok(None);
    }
    let path = path.unwrap_or_default();
    let is_beside = |(parent, key): &&(Vec<String>, String)| {
        path.starts_with(parent) && path.get(parent.len()).is_some_and(|own| own != key)
    };
    let beside = found.keys.iter().filter(is_beside).map(|(_, key)| key.clone()).collect();
    Ok(Some(Place { path, beside }))
}

/// What the beginning of one JSON text shows.
#[derive(Default)]
struct Found {
    /// How many objects stand in each list that is reached through keys alone.
    lists: BTreeMap<Vec<String>, usize>,
    /// Keys that are reached so, each with those before it.
    keys: Vec<(Vec<String>, String)>,
    /// Lists that stand so in a list.
    nameless: usize,
}

impl Found {
    fn of(head: &[u8]) -> Self {
        let mut found = Self::default();
        // Of what the place is in: the key before it, and whether it is a list.
        let mut within: Vec<(Option<String>, bool)> = Vec::new();
        let (mut at, mut tops, mut key) = (0, 0, None::<String>);
        while let Some(byte) = head.get(at) {
            let (lists, path) =
                within.iter().fold((0, Vec::new()), |(lists, mut path), (key, is_list)| {
                    path.extend(key.clone());
                    (lists + usize::from(*is_list), path)
                });
            match byte {
                b'"' => {
                    let (mut scan, rest) = (Scan::default(), head.get(at..).unwrap_or_default());
                    let end = rest.iter().position(|b| scan.ends_before(*b)).unwrap_or(rest.len());
                    key = rest.get(..end).and_then(|text| serde_json::from_slice(text).ok());
                    at += end;
                    continue;
                }
                b':' if lists == 0 => found.keys.extend(key.clone().map(|key| (path, key))),
                b'{' | b'[' => {
                    let is_in_list = within.last().is_some_and(|(_, is_list)| *is_list);
                    tops += usize::from(within.is_empty());
                    if *byte == b'{' && is_in_list && lists == 1 {
                        *found.lists.entry(path).or_default() += 1;
                    }
                    found.nameless += usize::from(*byte == b'[' && is_in_list && lists == 1);
                    within.push((key.take(), *byte == b'['));
                }
                b'}' | b']' => {
                    let _ = within.pop();
                }
                b',' => key = None,
                // Numbers, words and blanks lead nowhere.
                _ => {}
            }
            at += 1;
        }
        // Several values by themselves are the records, whatever lists they have.
        if tops > 1 { Self::default() } else { found }
    }
}
