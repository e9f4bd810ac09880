//! What the evidence holds around exceptions, for the page: the round or meter in words, and the records beside it as
//! they stand in the file.

use crate::opened::Opened;
use crate::{Result, raw};
use feltproof_intake::JournalReader;
use feltproof_model::Locus;
use feltproof_model::workpaper::Workpaper;
use feltproof_printable::{TEXT_CHARS_MAX, cut};
use feltproof_report::Telling;
use feltproof_show::{Found, Search};
use feltproof_verdict::places_to_explain;
use std::collections::BTreeMap;
use std::path::Path;

/// Journals are read three times more, which takes half as long as the audit: of larger ones the page names the command
/// that explains a line.
const JOURNALS_BYTES_MAX: u64 = 256 << 20;

/// Bytes of all that is said around exceptions, before they are encoded. Where there is no room left the page names the
/// command.
const BYTES_MAX: usize = 4 << 20;

/// Records shown before and after the one that is explained.
const NEIGHBOURS: u32 = 3;

/// Of the exceptions that `verdict` chooses. Nothing where the journals are large.
pub(crate) fn tellings(
    engagement: &Path,
    previous: Option<&Path>,
    workpaper: &Workpaper,
) -> Result<Vec<Telling>> {
    let places = places_to_explain(workpaper);
    let mut opened = Opened::after(engagement, previous)?;
    if places.is_empty() || opened.bar.length() > Some(JOURNALS_BYTES_MAX) {
        return Ok(Vec::new());
    }
    let texts = opened.texts.each_ref().map(String::as_str);
    let search = Search::new(&opened.known.scope, texts, &mut opened.readers, &places)?;
    let mut records = records(engagement, &opened, &places)?;
    // The journals are read from their beginning once more.
    let Opened { known, mut readers, .. } = Opened::after(engagement, previous)?;
    let found = Found::read(known.scope, search, &mut readers)?;
    // What is explained must be of the journals that were audited.
    let mut now = readers.into_iter().map(JournalReader::finish).zip(&workpaper.inputs);
    if let Some((_, then)) = now.find(|(now, then)| now.digest.sha256 != then.digest.sha256) {
        let file = &then.digest.file;
        let why = "was changed while the audit ran; run it again when nothing writes to it";
        return Err(format!("{file} {why}").into());
    }
    let (mut tellings, mut bytes) = (Vec::new(), 0);
    for place in places {
        let text = found.describe(place).text();
        let records = records.remove(&place).unwrap_or_default();
        let own = text.len() + records.iter().map(|(_, record)| record.len()).sum::<usize>();
        if bytes + own > BYTES_MAX {
            continue;
        }
        bytes += own;
        tellings.push(Telling { place, text, records });
    }
    Ok(tellings)
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
                let records = lines.map(|(n, text)| (n, cut(text.to_owned(), TEXT_CHARS_MAX)));
                all.insert(*place, records.collect());
            }
            Locus::Journal { journal, line } => wanted.entry(journal).or_default().push(line),
        }
    }
    let journals = &opened.known.scope.engagement.journals;
    for (journal, lines) in wanted {
        let at = usize::from(journal);
        let (entry, profile) = (&journals[at], opened.profiles[at].as_ref());
        let export = profile.map(|by| (entry, by));
        let found = raw::records_around(&folder.join(&entry.file), export, &lines, NEIGHBOURS)?;
        let place = |line| Locus::Journal { journal, line };
        all.extend(found.into_iter().map(|(line, records)| (place(line), records)));
    }
    Ok(all)
}
