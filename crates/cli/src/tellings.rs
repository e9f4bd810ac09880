//! What the evidence holds around exceptions, for the page: the round or meter in words, and the records beside it as
//! they stand in the file.

use crate::opened::Opened;
use crate::raw;
use feltproof_intake::JournalReader;
use feltproof_model::workpaper::{Finding, Workpaper};
use feltproof_model::{Locus, TEXT_CHARS_MAX, excerpt};
use feltproof_report::Telling;
use feltproof_show::{Found, Search};
use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::path::Path;

/// Journals are read three times more, which takes half as long as the audit: of larger ones the page names the command
/// that explains a line.
const JOURNALS_BYTES_MAX: u64 = 256 << 20;

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
    finding.first.as_ref().map(|e| e.locus)
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
                let near = |n: u32| n.abs_diff(line.number) <= NEIGHBOURS;
                let lines = (1..).zip(text.lines()).filter(|(n, _)| near(*n));
                let records = lines.map(|(n, text)| (n, excerpt(text.to_owned(), TEXT_CHARS_MAX)));
                all.insert(*place, records.collect());
            }
            Locus::Journal { journal, line } => wanted.entry(journal).or_default().push(line),
        }
    }
    let journals = &opened.known.scope.engagement.journals;
    for (journal, lines) in wanted {
        let at = usize::from(journal);
        let Some(entry) = journals.get(at) else { continue };
        let export = opened.profiles.get(at).and_then(Option::as_ref).map(|by| (entry, by));
        let found = raw::records_around(&folder.join(&entry.file), export, &lines, NEIGHBOURS)?;
        let place = |line| Locus::Journal { journal, line };
        all.extend(found.into_iter().map(|(line, records)| (place(line), records)));
    }
    Ok(all)
}
