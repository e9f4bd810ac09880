//! Journals of an engagement on the disk, canonical or through their profiles, read to the end.

#![allow(dead_code, reason = "each file of tests uses a part")]

use feltproof_intake::{
    Block, ColumnNames, Content, Export, JournalReader, Profile, Records, parse_engagement,
};
use feltproof_model::Engagement;
use feltproof_model::Problem;
use feltproof_sheets::{Opened, Part};
use std::fs;
use std::io::{Cursor, Read};
use std::path::Path;

/// What a journal says.
pub(crate) struct Journal {
    /// Every record in words, without the line it stands in.
    pub(crate) records: Vec<String>,
    pub(crate) problems: Vec<Problem>,
    pub(crate) rows_left_out: u64,
    /// Columns of the file that nothing is taken from.
    pub(crate) unmapped: Vec<String>,
    /// What is remarkable about the file.
    pub(crate) notes: Vec<String>,
}

pub(crate) fn engagement(folder: &Path) -> Engagement {
    let path = folder.join("engagement.toml");
    let text = fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    parse_engagement(&text, "engagement.toml").unwrap_or_else(|e| panic!("{}: {e}", path.display()))
}

/// The journal at this place of an engagement in this folder.
pub(crate) fn journal(folder: &Path, engagement: &Engagement, at: u16) -> Journal {
    let entry = &engagement.journals[usize::from(at)];
    match &entry.profile {
        Some(profile) => mapped(folder, &entry.file, profile, engagement, at),
        None => {
            let text = fs::read(folder.join(&entry.file)).unwrap();
            read(JournalReader::new(&*text, engagement, at).unwrap(), Vec::new)
        }
    }
}

/// The text of a canonical journal.
pub(crate) fn read_text(text: &str, engagement: &Engagement, at: u16) -> Journal {
    read(JournalReader::new(text.as_bytes(), engagement, at).unwrap(), Vec::new)
}

/// A file through a profile, as this journal of the engagement.
pub(crate) fn mapped(
    folder: &Path,
    file: &str,
    profile: &str,
    engagement: &Engagement,
    at: u16,
) -> Journal {
    let text = fs::read_to_string(folder.join(profile)).unwrap();
    let profile = Profile::parse(&text, profile).unwrap_or_else(|e| panic!("{e}"));
    read_by(fs::read(folder.join(file)).unwrap(), file, &profile, engagement, at)
}

/// The bytes of a file through a profile.
pub(crate) fn read_by(
    bytes: Vec<u8>,
    file: &str,
    profile: &Profile,
    engagement: &Engagement,
    at: u16,
) -> Journal {
    let opened = feltproof_sheets::open(file, Box::new(Cursor::new(bytes)), &profile.file);
    let Opened { mut parts, reading, format } = opened.unwrap_or_else(|e| panic!("{e}"));
    assert_eq!(parts.len(), 1, "{file}");
    let Part { named, content, .. } = parts.remove(0);
    let names = match (named, format.header_row) {
        (true, row) => ColumnNames::OfFormat(row.unwrap_or(0)),
        (false, Some(0)) => ColumnNames::None,
        (false, row) => ColumnNames::Row(row.unwrap_or(1)),
    };
    let content = match content {
        feltproof_sheets::Content::Text { text, dialect } => Content::Text(text, dialect),
        feltproof_sheets::Content::Rows(rows) => Content::Rows(rows),
    };
    let export = Export { content, names, evidence: None };
    let reader = JournalReader::mapped(export, profile, engagement, at);
    read(reader.unwrap_or_else(|e| panic!("{e}")), || reading.notes())
}

fn read<R: Read>(mut reader: JournalReader<R>, notes: impl FnOnce() -> Vec<String>) -> Journal {
    let (mut records, mut problems) = (Vec::new(), Vec::new());
    while let Some(mut block) = reader.next_block().unwrap() {
        problems.append(&mut block.problems);
        records.extend(in_words(block));
    }
    let summary = reader.finish();
    let rows_left_out = summary.export.map_or(0, |export| export.rows_left_out);
    let (unmapped, notes) = (summary.unmapped_columns, notes());
    Journal { records, problems, rows_left_out, unmapped, notes }
}

/// Every record, without the line it stands in.
pub(crate) fn in_words(block: Block) -> Vec<String> {
    match block.records {
        Records::Hands(hands) => {
            let rounds = hands.fragments.iter().flat_map(|of| {
                let range = of.rows.start as usize..of.rows.end as usize;
                hands.rows.as_rows().range(range).iter().map(move |mut row| {
                    row.line = 0;
                    format!("{} {:?} {:?} {} {row:?}", of.round, of.time, of.table, of.dealer)
                })
            });
            rounds.collect()
        }
        Records::Controller(events) => in_words_of(events, |event| &mut event.line),
        Records::Manager(events) => in_words_of(events, |event| &mut event.line),
        Records::Shuffler(events) => in_words_of(events, |event| &mut event.line),
        Records::Bank(events) => in_words_of(events, |event| &mut event.line),
    }
}

fn in_words_of<T: std::fmt::Debug>(events: Vec<T>, line: fn(&mut T) -> &mut u32) -> Vec<String> {
    let words = |mut event: T| {
        *line(&mut event) = 0;
        format!("{event:?}")
    };
    events.into_iter().map(words).collect()
}
