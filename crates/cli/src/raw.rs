//! Records of the evidence as they stand in their files: lines of a text, rows of an export.

use crate::files;
use feltproof_intake::Profile;
use feltproof_model::engagement::JournalEntry;
use feltproof_printable::{TEXT_CHARS_MAX, cut};
use feltproof_sheets::Content;
use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Read};
use std::path::Path;

/// The record at one place, its line end left out; where there is no such line or row, one sentence with both numbers.
pub(crate) fn record(
    path: &Path,
    export: Option<(&JournalEntry, &Profile)>,
    line: u32,
) -> Result<String, String> {
    let (mut found, mut last) = (None, 0);
    each(path, export, |number, text| {
        last = number;
        if number == line {
            found = Some(as_text(text));
        }
        number < line
    })?;
    found.ok_or_else(|| {
        let (name, word) = match export {
            Some((entry, _)) => (entry.file_and_sheet(), "row"),
            None => (path.display().to_string(), "line"),
        };
        match line {
            0 => format!("{name} has no {word} 0: {word}s are counted from 1"),
            _ => format!("{name} has no {word} {line}: it has {last}"),
        }
    })
}

/// The records at some places (ascending) and up to `beside` before and after each, in one reading; of a long one its
/// beginning.
pub(crate) fn records_around(
    path: &Path,
    export: Option<(&JournalEntry, &Profile)>,
    places: &[u32],
    beside: u32,
) -> Result<BTreeMap<u32, Vec<(u32, String)>>, String> {
    let mut found = BTreeMap::<u32, Vec<(u32, String)>>::new();
    let is_near = |of: u32, number: u32| of.abs_diff(number) <= beside;
    each(path, export, |number, text| {
        let passed = places.partition_point(|of| *of < number && !is_near(*of, number));
        let here = places.iter().skip(passed);
        for of in here.take_while(|of| is_near(**of, number)) {
            found.entry(*of).or_default().push((number, cut(as_text(text), TEXT_CHARS_MAX)));
        }
        places.last().is_some_and(|last| number < *last || number - last < beside)
    })?;
    Ok(found)
}

/// What is not text is replaced.
fn as_text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).trim_end().to_owned()
}

/// Gives `take` the number and bytes of each record, until it wants no more: the rows of an export, the cells of one
/// that is no text with tabs between them, or the lines of any other file.
fn each(
    path: &Path,
    export: Option<(&JournalEntry, &Profile)>,
    mut take: impl FnMut(u32, &[u8]) -> bool,
) -> Result<(), String> {
    let trouble = |e: std::io::Error| format!("{} cannot be read: {e}", path.display());
    let file = files::open(path)?;
    let Some((entry, profile)) = export else {
        return each_line(BufReader::new(file), take).map_err(trouble);
    };
    let opened = feltproof_sheets::open(&entry.file, Box::new(file), &profile.file);
    let mut parts = opened.map_err(|e| e.to_string())?.parts.into_iter();
    let part = parts.find(|part| part.sheet == entry.sheet);
    match part.map(|part| part.content) {
        None => {}
        Some(Content::Text { text, .. }) => {
            return each_line(BufReader::new(text), take).map_err(trouble);
        }
        Some(Content::Rows(mut rows)) => {
            while let Some(some) = rows.next_rows()?
                && some.iter().all(|(number, row)| take(number, row.raw()))
            {}
        }
    }
    Ok(())
}

fn each_line(
    input: BufReader<impl Read>,
    mut take: impl FnMut(u32, &[u8]) -> bool,
) -> std::io::Result<()> {
    for (number, line) in (1..=u32::MAX).zip(input.split(b'\n')) {
        if !take(number, &line?) {
            break;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::{record, records_around};

    #[test]
    fn records_are_found_with_their_neighbours() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("nine.csv");
        let lines: String = (1..=9).map(|n| format!("line {n}\r\n")).collect();
        std::fs::write(&path, lines).unwrap();
        let found = records_around(&path, None, &[1, 8], 3).unwrap();
        let numbers = |of: u32| found[&of].iter().map(|(n, _)| *n).collect::<Vec<_>>();
        assert_eq!((numbers(1), numbers(8)), (vec![1, 2, 3, 4], vec![5, 6, 7, 8, 9]));
        assert_eq!(found[&8][3].1, "line 8");
        assert!(records_around(&path, None, &[40], 3).unwrap().is_empty());
        assert_eq!(record(&path, None, 9).unwrap(), "line 9");
        let none = record(&path, None, 10).unwrap_err();
        assert!(none.ends_with("nine.csv has no line 10: it has 9"), "{none}");
        let zero = record(&path, None, 0).unwrap_err();
        assert!(zero.ends_with("has no line 0: lines are counted from 1"), "{zero}");
    }
}
