//! What the engagement says about one journal, in the form its records are compared with.

use super::error::{Line, ReadError, Reason};
use super::text;
use crate::profile::Nothings;
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
    pub(super) sequence: Sequence,
    /// When a gaming day starts: `06:00`.
    pub(super) day_start: String,
    pub(super) encoding: TextEncoding,
    /// Words that may stand for nothing; none where a profile says what its cells mean.
    pub(super) nothings: Option<Nothings>,
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
    pub(super) fn line(&self, line: u64) -> Line {
        Line { file: self.place.clone(), line }
    }

    /// Why its file cannot be read on.
    pub(super) fn refused(&self, what: impl Into<String>) -> ReadError {
        Reason::NotRead { file: self.place.clone(), what: what.into() }.into()
    }

    /// Refuses more lines than it may have: those of all files of a kind are told apart by 32 bits.
    pub(super) fn refuse_lines(&self, lines: u64) -> Result<(), ReadError> {
        let limit = u32::MAX / self.parts.max(1);
        if lines > limit.into() {
            Err(Reason::TooManyLines { file: self.place.clone(), limit })?;
        }
        Ok(())
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
        let journals = engagement.journals.len();
        let entry = engagement.journals.get(usize::from(journal));
        let entry = entry.ok_or(Reason::NoSuchJournal { journal, journals })?;
        let (file, zone) = (entry.file.clone(), entry.time_zone.clone());
        let zone = Zone::new(&zone).ok_or(Reason::UnknownZone { file, zone })?;
        // A name that the encoding cannot write cannot stand in the journal either.
        let spelt = |name: &str| {
            let names = spellings(name).into_iter();
            names.filter_map(|name| text::encode(&name, entry.encoding)).collect::<Vec<_>>()
        };
        let tables = engagement.tables.iter().zip(0..);
        let tables = tables
            .flat_map(|(table, at)| spelt(&table.id).into_iter().map(move |id| (id, TableId(at))));
        let mut links = Vec::new();
        for (link, at) in engagement.links.iter().zip(0..) {
            let shares = link.shares.iter().zip(0..).map(|((level, _), at)| (level, Some(at)));
            for (level, share) in [(&link.level, None)].into_iter().chain(shares) {
                for id in spelt(&link.name) {
                    let name = |level| LevelName { id: id.clone(), level, link: LinkId(at), share };
                    links.extend(spelt(level).into_iter().map(name));
                }
            }
        }
        let same = engagement.journals.iter().filter(|other| other.kind == entry.kind);
        let table_names: Vec<String> = engagement.tables.iter().map(|t| t.id.to_string()).collect();
        // Each once.
        let mut link_names: Vec<String> =
            engagement.links.iter().map(|link| link.name.to_string()).collect();
        link_names.dedup();
        Ok(Self {
            journal,
            file: entry.file.clone(),
            sheet: entry.sheet.clone(),
            place: entry.file_and_sheet(),
            kind: entry.kind,
            zone,
            repeated_hour: entry.repeated_hour,
            disorder_micros: entry.disorder_micros,
            sequence: entry.sequence,
            day_start: engagement.gaming_day_start.clone(),
            encoding: entry.encoding,
            nothings: Some(Nothings::new(&[])),
            is_numbered: entry.sequence != Sequence::None,
            parts: u32::try_from(same.count()).expect("places of journals have 16 bits"),
            tables: tables.collect(),
            links,
            table_list: text::printable_list(&table_names),
            link_list: text::printable_list(&link_names),
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
