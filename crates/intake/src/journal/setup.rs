//! What the engagement says about one journal, in the form its records are compared with.

use super::error::ReadError;
use super::text;
use crate::zone::Zone;
use feltproof_model::engagement::{JournalKind, RepeatedHour, Sequence, TextEncoding};
use feltproof_model::{Engagement, LinkId, TableId};
use feltproof_sheets::guarded;
use std::borrow::Cow;

/// The journal's declarations and the names its records may use.
pub(super) struct Setup {
    pub(super) journal: u16,
    pub(super) file: String,
    pub(super) sheet: Option<String>,
    /// File and sheet, for messages.
    pub(super) place: String,
    pub(super) kind: JournalKind,
    pub(super) zone: Zone,
    pub(super) repeated_hour: RepeatedHour,
    pub(super) disorder_micros: i64,
    pub(super) encoding: TextEncoding,
    /// Its records have running numbers, where journals of its kind have any.
    pub(super) is_numbered: bool,
    /// Files of the same kind, itself among them.
    pub(super) parts: u32,
    /// Tables by their names' bytes in the journal's encoding.
    pub(super) tables: Vec<(Vec<u8>, TableId)>,
    pub(super) links: Vec<LevelName>,
    /// Names of the tables and of the links, for messages.
    pub(super) table_list: String,
    pub(super) link_list: String,
}

impl Setup {
    /// The most lines a file of it may have: the lines of all files of a kind are told apart by numbers of
    /// 32 bits.
    pub(super) fn lines_max(&self) -> u32 {
        u32::MAX / self.parts.max(1)
    }
}

/// A level of a link by the bytes of its name and of the link's.
pub(super) struct LevelName {
    pub(super) id: Vec<u8>,
    pub(super) level: Vec<u8>,
    pub(super) link: LinkId,
    /// Of a level that is a share of the meter: its place among those of the link.
    pub(super) share: Option<u8>,
}

impl Setup {
    pub(super) fn new(engagement: &Engagement, journal: u16) -> Result<Self, ReadError> {
        let entry = engagement
            .journals
            .get(usize::from(journal))
            .ok_or(ReadError::NoSuchJournal { journal, journals: engagement.journals.len() })?;
        let zone = Zone::new(&entry.time_zone).ok_or_else(|| ReadError::UnknownZone {
            file: entry.file.clone(),
            zone: entry.time_zone.clone(),
        })?;
        // A name that the encoding cannot write cannot stand in the journal either.
        let tables = engagement.tables.iter().zip(0..).flat_map(|(table, at)| {
            let names = spellings(&table.id).into_iter();
            names.filter_map(move |id| Some((text::encode(&id, entry.encoding)?, TableId(at))))
        });
        let links = engagement.links.iter().zip(0..).flat_map(|(link, at)| {
            let shares =
                link.shares.iter().zip(0..).map(|((level, _), place)| (level, Some(place)));
            let levels = [(&link.level, None)].into_iter().chain(shares);
            let spelt = levels.flat_map(|(level, share)| {
                let names = spellings(&link.name).into_iter();
                names.flat_map(move |id| {
                    spellings(level).into_iter().map(move |l| (id.clone(), l, share))
                })
            });
            spelt.filter_map(move |(id, level, share)| {
                let id = text::encode(&id, entry.encoding)?;
                let level = text::encode(&level, entry.encoding)?;
                Some(LevelName { id, level, link: LinkId(at), share })
            })
        });
        let same = engagement.journals.iter().filter(|other| other.kind == entry.kind);
        let names = |list: Vec<String>| text::printable_list(&list);
        Ok(Self {
            journal,
            file: entry.file.clone(),
            sheet: entry.sheet.clone(),
            place: entry.file_and_sheet(),
            kind: entry.kind,
            zone,
            repeated_hour: entry.repeated_hour,
            disorder_micros: entry.disorder_micros,
            encoding: entry.encoding,
            is_numbered: entry.sequence != Sequence::None,
            parts: u32::try_from(same.count())
                .expect("a place of a journal is a number of 16 bits"),
            tables: tables.collect(),
            links: links.collect(),
            table_list: names(engagement.tables.iter().map(|t| t.id.to_string()).collect()),
            link_list: names(link_names(engagement)),
        })
    }
}

/// A name as it stands in a journal: as it is, and behind an apostrophe where a spreadsheet would run it.
fn spellings(name: &str) -> Vec<Cow<'_, str>> {
    match guarded(name) {
        same @ Cow::Borrowed(_) => vec![same],
        other => vec![Cow::Borrowed(name), other],
    }
}

/// The names of the links, each once.
fn link_names(engagement: &Engagement) -> Vec<String> {
    let mut names: Vec<String> =
        engagement.links.iter().map(|link| link.name.to_string()).collect();
    names.dedup();
    names
}
