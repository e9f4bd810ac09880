//! What the evidence holds around exceptions, for the page: the round or meter in words, and the records beside it as
//! they stand in the file.

use crate::opened::Opened;
use feltproof_intake::{JournalReader, Profile};
use feltproof_model::engagement::JournalEntry;
use feltproof_model::workpaper::{Finding, Workpaper};
use feltproof_model::{Exception, Locus, TEXT_CHARS_MAX, excerpt};
use feltproof_report::Telling;
use feltproof_show::{Found, Search};
use std::collections::{BTreeMap, BTreeSet};
use std::fs::File;
use std::io::{self, BufRead as _, BufReader, Read as _, Seek as _};
use std::path::Path;

/// Telling reads the journals twice more. Of larger ones the page names the command that tells a line.
const JOURNALS_BYTES_MAX: u64 = 64 << 20;

/// Places told at most, some 5 KB of the page each; there are not nearly as many findings.
const TOLD_MAX: usize = 400;

/// Records shown before and after the one that is told.
const NEIGHBOURS: u32 = 3;

/// Exceptions told: the first of each finding, then those of each check in turn. Nothing where the journals are large.
pub(crate) fn tellings(
    engagement: &Path,
    previous: Option<&Path>,
    workpaper: &Workpaper,
) -> Result<Vec<Telling>, String> {
    let places = places(workpaper);
    let mut opened = Opened::after(engagement, previous)?;
    if places.is_empty() || opened.size_bytes > JOURNALS_BYTES_MAX {
        return Ok(Vec::new());
    }
    let texts = opened.texts.each_ref().map(String::as_str);
    let search = Search::new(&opened.known.scope, texts, &mut opened.readers, &places);
    let search = search.map_err(|e| e.to_string())?;
    let mut records = records(engagement, &opened, &places)?;
    // The journals are read from their beginning once more.
    let Opened { known, mut readers, .. } = Opened::after(engagement, previous)?;
    let found = Found::read(known.scope, search, &mut readers).map_err(|e| e.to_string())?;
    unchanged(workpaper, readers)?;
    let telling = |place: Locus| {
        let text = found.describe(place).text();
        Telling { place, text, records: records.remove(&place).unwrap_or_default() }
    };
    Ok(places.into_iter().map(telling).collect())
}

/// Where the exceptions stand that are told, ascending.
fn places(w: &Workpaper) -> Vec<Locus> {
    let mut by_check = BTreeMap::<&str, Vec<Locus>>::new();
    for exception in &w.exceptions {
        by_check.entry(exception.code).or_default().push(exception.locus);
    }
    let longest = by_check.values().map(Vec::len).max().unwrap_or(0);
    let in_turn = (0..longest).flat_map(|n| by_check.values().filter_map(move |of| of.get(n)));
    let firsts = w.findings.iter().filter_map(|finding| place(w, finding));
    let mut places = BTreeSet::new();
    for place in firsts.chain(in_turn.copied()) {
        if places.len() < TOLD_MAX {
            places.insert(place);
        }
    }
    places.into_iter().collect()
}

/// Where the first exception of a finding stands, of those kept for print.
fn place(w: &Workpaper, finding: &Finding) -> Option<Locus> {
    if let Some(cause) = finding.cause.and_then(|at| w.causes.get(at)) {
        return Some(cause.first);
    }
    let is_of = |e: &&Exception| {
        let explained = e.cause.is_some_and(|key| w.causes.iter().any(|of| of.keys.contains(&key)));
        e.code == finding.code && e.waived.is_none() && !explained
    };
    w.exceptions.iter().find(is_of).map(|e| e.locus)
}

/// What is told must be of the journals that were audited.
fn unchanged<R: io::Read>(w: &Workpaper, readers: Vec<JournalReader<R>>) -> Result<(), String> {
    let now = readers.into_iter().map(JournalReader::finish);
    match now.zip(&w.inputs).find(|(now, then)| now.digest.sha256 != then.digest.sha256) {
        Some((_, then)) => Err(format!(
            "{} was changed while the audit ran; run it again when nothing writes to it",
            then.digest.file
        )),
        None => Ok(()),
    }
}

/// Records by the place they stand beside.
type Records = BTreeMap<Locus, Vec<(u32, String)>>;

fn records(engagement: &Path, opened: &Opened, places: &[Locus]) -> Result<Records, String> {
    let folder = engagement.parent().unwrap_or(Path::new(""));
    let mut wanted = BTreeMap::<u16, Vec<u32>>::new();
    let mut all = Records::new();
    for place in places {
        match *place {
            Locus::Engagement { line } => {
                let text = &opened.texts[usize::from(line.of_house)];
                let lines = text.lines().map(|text| Ok(text.as_bytes().to_vec()));
                let near = near(lines, &[line.number]).unwrap_or_default();
                all.insert(*place, near.into_values().flatten().collect());
            }
            Locus::Journal { journal, line } => wanted.entry(journal).or_default().push(line),
        }
    }
    let journals = &opened.known.scope.engagement.journals;
    for (journal, lines) in wanted {
        let entry = journals.get(usize::from(journal));
        let profile = opened.profiles.get(usize::from(journal));
        let Some(file) = entry.and_then(|entry| plain_text(folder, entry, profile?.as_ref()))
        else {
            continue;
        };
        let trouble = |e: io::Error| format!("journal number {journal} cannot be read again: {e}");
        for (line, records) in near(BufReader::new(file).split(b'\n'), &lines).map_err(trouble)? {
            all.insert(Locus::Journal { journal, line }, records);
        }
    }
    Ok(all)
}

/// The file of a journal whose lines are its records: no export, no workbook, not compressed.
fn plain_text(folder: &Path, entry: &JournalEntry, profile: Option<&Profile>) -> Option<File> {
    let mut file = File::open(folder.join(&entry.file)).ok().filter(|_| profile.is_none())?;
    let mut first = Vec::new();
    io::Read::by_ref(&mut file).take(512).read_to_end(&mut first).ok()?;
    file.rewind().ok()?;
    // Text has none of the control characters that begin every other kind of file.
    let is_text = |byte: &u8| *byte >= b' ' || b"\t\r\n".contains(byte);
    (first.iter().all(is_text) && !first.starts_with(b"PAR1")).then_some(file)
}

/// The lines around each of those wanted, in one reading. Wanted are they ascending.
fn near(
    lines: impl Iterator<Item = io::Result<Vec<u8>>>,
    wanted: &[u32],
) -> io::Result<BTreeMap<u32, Vec<(u32, String)>>> {
    let mut found = BTreeMap::<u32, Vec<(u32, String)>>::new();
    let last = wanted.last().map_or(0, |last| last.saturating_add(NEIGHBOURS));
    for (number, line) in (1..=last).zip(lines) {
        let line = line?;
        let passed = wanted.partition_point(|of| of.saturating_add(NEIGHBOURS) < number);
        let rest = wanted.iter().skip(passed);
        for of in rest.take_while(|of| **of <= number.saturating_add(NEIGHBOURS)) {
            let text = String::from_utf8_lossy(&line).trim_end().to_owned();
            found.entry(*of).or_default().push((number, excerpt(text, TEXT_CHARS_MAX)));
        }
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::near;

    #[test]
    fn lines_are_found_with_their_neighbours() {
        let lines = || (1..=9).map(|n| Ok(format!("line {n}\r").into_bytes()));
        let found = near(lines(), &[1, 8]).unwrap();
        let numbers = |of: u32| found[&of].iter().map(|(n, _)| *n).collect::<Vec<_>>();
        assert_eq!((numbers(1), numbers(8)), (vec![1, 2, 3, 4], vec![5, 6, 7, 8, 9]));
        assert_eq!(found[&8][3].1, "line 8");
        assert!(near(lines(), &[40]).unwrap().is_empty());
    }
}
