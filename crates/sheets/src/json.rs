//! JSON: one object a line, or the objects of a list; objects within objects flattened with dots.

mod flat;
mod values;

use crate::bounds::{LINE_MAX, check_names};
use crate::encoding::Text;
use crate::lines::Lines;
use crate::notes::{Noted, Notes};
use crate::rows::{RowSource, Rows};
use flat::{Cell, flatten};
use std::collections::{BTreeMap, VecDeque};
use std::io;
pub(crate) use values::Place;
use values::Values;

/// Lines whose keys are the columns.
const NAMED_BY: usize = 1_000;
/// Bytes of lines kept while the columns are being found.
const NAMED_BYTES: usize = 4 * LINE_MAX;

/// Rows of JSON lines. The keys come as a row with the number 0. What has no column stands behind
/// the last one, so that its row is wider than it should be and nobody overlooks it: `key=value` of
/// a key that comes later or twice, and a line that is no object as it is.
pub(crate) struct JsonLines {
    name: String,
    text: Records,
    /// Lines that are not read.
    above: u32,
    /// Lines that were read for their keys.
    ahead: VecDeque<(u32, Vec<u8>)>,
    names: Vec<String>,
    places: BTreeMap<String, usize>,
    named: bool,
    notes: Notes,
}

/// Lines in which each of two keys must stand, for the one to be the other under another name.
const RENAMED_MIN: usize = 3;

/// In which of the first lines a key stands.
struct Seen {
    first: usize,
    last: usize,
    count: usize,
}

/// The line from which on one key stands in each where another has ended that each had before: the records of two layouts
/// were joined, and what the one calls its own is empty in the other.
fn renamed_from(seen: &[Seen], lines: usize) -> Option<usize> {
    let is_dense = |seen: &&Seen| seen.count >= RENAMED_MIN && seen.count > seen.last - seen.first;
    let goes_on = |from: usize| {
        let mut later = seen.iter().filter(is_dense);
        later.any(|other| other.first == from && other.last + 1 == lines)
    };
    let own = seen.iter().filter(is_dense).filter(|seen| seen.first == 0);
    own.map(|seen| seen.last + 1).filter(|from| *from < lines && goes_on(*from)).min()
}

/// The text of one record after another.
enum Records {
    Lines(Lines),
    Values(Values),
}

impl Records {
    fn next_record(&mut self) -> io::Result<Option<(u32, &[u8])>> {
        match self {
            Self::Lines(lines) => lines.next_line(),
            Self::Values(values) => values.next_value(),
        }
    }
}

/// Where the records are of a text that is no object a line, by its beginning; `None`: it is one.
///
/// # Errors
/// Where its records have no names.
pub(crate) fn place(head: &str) -> Result<Option<Place>, String> {
    values::place(head)
}

impl JsonLines {
    /// `place`: where the records are, unless each is a line. Lines up to `above` are not read: what stands there has
    /// other keys.
    pub(crate) fn new(
        name: &str,
        text: Text,
        place: Option<&Place>,
        above: u32,
        notes: Notes,
    ) -> Self {
        let (ahead, names, places) = Default::default();
        let text = match place {
            None => Records::Lines(Lines::new(text)),
            Some(place) => Records::Values(Values::new(text, place)),
        };
        Self { name: name.to_owned(), text, above, ahead, names, places, named: false, notes }
    }

    /// Finds the columns in the first lines.
    fn find_columns(&mut self) -> Result<(), String> {
        let mut bytes = 0;
        let mut seen: Vec<Seen> = Vec::new();
        while self.ahead.len() < NAMED_BY && bytes < NAMED_BYTES {
            let next = self.text.next_record().map_err(|e| format!("{}: {e}", self.name))?;
            let Some((number, line)) = next else { break };
            if line.trim_ascii().is_empty() || number <= self.above {
                continue;
            }
            bytes += line.len();
            let at = self.ahead.len();
            for cell in flatten(line).unwrap_or_default() {
                if let Some(place) = self.places.get(&cell.key) {
                    seen[*place].last = at;
                    seen[*place].count += 1;
                } else {
                    self.places.insert(cell.key.clone(), self.names.len());
                    self.names.push(cell.key);
                    seen.push(Seen { first: at, last: at, count: 1 });
                }
            }
            self.ahead.push_back((number, line.to_vec()));
        }
        if let Some(from) = renamed_from(&seen, self.ahead.len()) {
            // What has no column is overlooked by nobody.
            self.names.truncate(seen.iter().take_while(|seen| seen.first < from).count());
            self.places.retain(|_, place| *place < self.names.len());
        }
        let (name, keys, lines) = (&self.name, self.names.len(), self.ahead.len());
        check_names(&self.names)
            .map_err(|why| format!("{name}: by the keys of its first lines {why}"))?;
        if keys == 0 && lines > 0 {
            let remedy = "write one object a line, not one list of all";
            return Err(format!(
                "{name}: none of its first {lines} lines is a JSON object; {remedy}"
            ));
        }
        Ok(())
    }

    fn push(&self, rows: &mut Rows, number: u32, line: &[u8]) {
        rows.begin(number);
        let place = || format!("line {number}");
        let Some(cells) = flatten(line) else {
            self.names.iter().for_each(|_| rows.cell(b""));
            rows.cell(line);
            self.notes.count(None, Noted::NotObjects, 1, &place());
            return;
        };
        let mut row: Vec<Option<Vec<u8>>> = vec![None; self.names.len()];
        let mut behind = Vec::new();
        for Cell { key, value } in cells {
            let known = self.places.get(&key).map(|at| &mut row[*at]);
            let noted = if known.is_some() { Noted::RepeatedKeys } else { Noted::LaterKeys };
            if let Some(cell) = known.filter(|cell| cell.is_none()) {
                *cell = Some(value);
                continue;
            }
            self.notes.count(None, noted, 1, &format!("`{key}`, {}", place()));
            behind.push([key.as_bytes(), b"=", &value].concat());
        }
        row.iter().for_each(|cell| rows.cell(cell.as_deref().unwrap_or_default()));
        behind.iter().for_each(|cell| rows.cell(cell));
    }
}

impl RowSource for JsonLines {
    fn next_rows(&mut self) -> Result<Option<Rows>, String> {
        let mut rows = Rows::default();
        if !self.named {
            self.named = true;
            self.find_columns()?;
            if self.ahead.is_empty() {
                return Ok(None);
            }
            rows.begin(0);
            self.names.iter().for_each(|name| rows.cell(name.as_bytes()));
        }
        while !rows.is_full() {
            if let Some((number, line)) = self.ahead.pop_front() {
                self.push(&mut rows, number, &line);
                continue;
            }
            let next = self.text.next_record().map_err(|e| format!("{}: {e}", self.name))?;
            let Some((number, line)) = next.map(|(number, line)| (number, line.to_vec())) else {
                break;
            };
            if !line.trim_ascii().is_empty() {
                self.push(&mut rows, number, &line);
            }
        }
        Ok(rows.unless_empty())
    }
}

#[cfg(test)]
mod tests;
