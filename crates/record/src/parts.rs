//! The files of each kind of journal: one, or several that are followed side by side. Each of several has
//! a share of the line numbers, in the order of the engagement, so that a line of a kind tells its file.

use feltproof_model::engagement::{JournalEntry, JournalKind, Link, Sequence};
use feltproof_model::{Engagement, LinkId, TableId};

#[derive(Debug)]
pub(crate) struct Parts {
    /// Of each kind the places of its files in the engagement.
    of: [Vec<u16>; JournalKind::ALL.len()],
    /// Of each file what its lines are counted from.
    bases: Vec<u32>,
    /// Of each file its place among those of its kind.
    positions: Vec<usize>,
    sequences: Vec<Sequence>,
    links: Vec<Vec<LinkId>>,
    /// Of each meter the first one of its link: the levels of a link are numbered together.
    firsts: Vec<usize>,
}

impl Parts {
    pub(crate) fn new(engagement: &Engagement) -> Self {
        let journals: &[JournalEntry] = &engagement.journals;
        let links = engagement.tables.iter().map(|table| table.links.clone()).collect();
        let all = &engagement.links;
        let first = |link: &Link| all.iter().position(|other| other.name == link.name);
        let firsts = all.iter().map(|link| first(link).expect("a link bears its own name"));
        let firsts = firsts.collect();
        let places = |kind| (0_u16..).zip(journals).filter(move |(_, j)| j.kind == kind);
        let of = JournalKind::ALL.map(|kind| places(kind).map(|(at, _)| at).collect::<Vec<_>>());
        let sequences = journals.iter().map(|journal| journal.sequence).collect();
        let (bases, positions) = (vec![0; journals.len()], vec![0; journals.len()]);
        let mut parts = Self { of, bases, positions, sequences, links, firsts };
        for kind in JournalKind::ALL {
            let share = parts.share(kind);
            for (at, place) in (0_u16..).zip(&parts.of[kind as usize]) {
                parts.bases[usize::from(*place)] = u32::from(at) * share;
                parts.positions[usize::from(*place)] = at.into();
            }
        }
        parts
    }

    #[inline]
    pub(crate) fn of(&self, kind: JournalKind) -> &[u16] {
        &self.of[kind as usize]
    }

    #[inline]
    pub(crate) fn position(&self, journal: u16) -> usize {
        self.positions[usize::from(journal)]
    }

    pub(crate) fn has_several(&self, kind: JournalKind) -> bool {
        self.of(kind).len() > 1
    }

    /// Line numbers that each file of a kind has to itself.
    fn share(&self, kind: JournalKind) -> u32 {
        let files = u32::try_from(self.of(kind).len()).expect("files are numbered in 16 bits");
        u32::MAX / files.max(1)
    }

    /// What the lines of a file are counted from.
    #[inline]
    pub(crate) fn base(&self, journal: u16) -> u32 {
        self.bases[usize::from(journal)]
    }

    /// The file of a line of a kind, and its line there; `None` where the engagement has no such journal.
    #[inline]
    pub(crate) fn place(&self, kind: JournalKind, line: u32) -> Option<(u16, u32)> {
        match self.of(kind) {
            [] => None,
            [one] => Some((*one, line)),
            several => {
                let at = (line / self.share(kind)) as usize;
                // The line after all others, which stands for an end, is beyond the share of the last one.
                let journal = *several.get(at).or(several.last())?;
                Some((journal, line - self.base(journal)))
            }
        }
    }

    /// The line of running numbers of a record: 0 where its file has one; `None` where it has none.
    #[inline]
    pub(crate) fn stream(
        &self,
        journal: u16,
        table: Option<TableId>,
        link: Option<LinkId>,
    ) -> Option<usize> {
        let of_table = || table.map_or(0, |table| usize::from(table.0) + 1);
        let linked = || link.or_else(|| self.links.get(usize::from(table?.0))?.first().copied());
        match self.sequences[usize::from(journal)] {
            Sequence::Journal => Some(0),
            Sequence::Table => Some(of_table()),
            Sequence::Link => Some(linked().map_or(0, |link| self.firsts[usize::from(link.0)] + 1)),
            Sequence::Level => Some(linked().map_or(0, |link| usize::from(link.0) + 1)),
            Sequence::None => None,
        }
    }

    /// The lines of running numbers that the records of a table's rounds belong to, where a file has several.
    pub(crate) fn streams_of(&self, journal: u16, table: TableId) -> impl Iterator<Item = usize> {
        let links = self.links.get(usize::from(table.0)).map_or(&[][..], Vec::as_slice);
        let links = links.iter().map(|link| Some(*link)).chain(links.is_empty().then_some(None));
        let streams = links.filter_map(move |link| self.stream(journal, Some(table), link));
        streams.filter(|stream| *stream > 0)
    }

    pub(crate) fn is_in_order(&self, kind: JournalKind) -> bool {
        matches!(self.of(kind), [one] if self.sequences[usize::from(*one)] == Sequence::Journal)
    }

    pub(crate) fn is_unnumbered(&self, journal: u16) -> bool {
        self.sequences[usize::from(journal)] == Sequence::None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use feltproof_intake::parse_engagement;

    /// Of so many files of each kind, and a table and a link that they name.
    fn parts(files: &[(&str, usize)]) -> Parts {
        let mut text = include_str!("../tests/engagement.toml").to_owned();
        for (kind, count) in files {
            for at in 0..*count {
                text += &format!("[[journal]]\nkind = \"{kind}\"\nfile = \"{kind}-{at}.csv\"\n");
            }
        }
        Parts::new(&parse_engagement(&text, "parts.toml").unwrap())
    }

    /// Every file has lines of its own, from its first one to its last.
    #[test]
    fn a_line_leads_back_to_its_file() {
        let parts = parts(&[("controller", 1), ("hands", 3), ("manager", 2)]);
        for (journal, kind, at) in [
            (0, JournalKind::Controller, 0),
            (1, JournalKind::Hands, 0),
            (3, JournalKind::Hands, 2),
            (4, JournalKind::Manager, 0),
            (5, JournalKind::Manager, 1),
        ] {
            assert_eq!(parts.position(journal), at);
            let most =
                if kind == JournalKind::Controller { u32::MAX } else { parts.share(kind) - 1 };
            for line in [1, 2, 1_000_000_000, most] {
                let named = parts.base(journal) + line;
                assert_eq!(parts.place(kind, named), Some((journal, line)), "{kind:?} {line}");
            }
        }
        // What stands for the end, behind all lines, is of the last file.
        assert_eq!(parts.place(JournalKind::Hands, u32::MAX).map(|(journal, _)| journal), Some(3));
        assert_eq!(parts.place(JournalKind::Shuffler, 1), None);
        assert!(
            parts.has_several(JournalKind::Hands) && !parts.has_several(JournalKind::Controller)
        );
    }
}
