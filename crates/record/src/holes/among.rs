//! Holes among the files of one kind of journal: where each begins and ends, and which of them would have held a
//! record.
//!
//! Files may follow one another (one a day) or stand side by side (one a table), and each may have been cut. A
//! record is missing for certain only where a file that tells of its table goes on through its time, and no other
//! file that was kept beside it stops short. Where the running numbers of one file go on in the next, nothing is
//! missing between the two.

use super::of_journal::OfJournal;
use super::{Holes, MISSING_AT_START_MAX};
use crate::hole::{Hole, Why};
use feltproof_model::engagement::JournalKind;
use feltproof_model::{LinkId, ManagerEvent, TableId, Timestamp};

/// A file with its place in the engagement.
type File<'a> = (u16, &'a OfJournal);

impl Holes {
    /// The hole in which a record of a round of a table, from one time to another, may stand; `links` are the meters
    /// that the table feeds: one that feeds none need not be told of.
    pub(super) fn near(
        &self,
        kind: JournalKind,
        (table, links): (TableId, &[LinkId]),
        times: (Timestamp, Timestamp, Timestamp),
    ) -> Option<Hole> {
        let linked = !links.is_empty();
        let own = |at: u16| (at, &self.journals[usize::from(at)]);
        let several = match self.parts.of(kind) {
            [] => return None,
            [one] => return self.near_in(own(*one), (table, linked), times),
            several => several,
        };
        let files: Vec<File<'_>> = several.iter().map(|at| own(*at)).collect();
        if linked && !files.iter().any(|(_, of)| of.mentions(table)) {
            return files.first().map(|(_, of)| of.silent());
        }
        // Where meters have files of their own, those of one do not tell what those of another lack.
        let of_meter = |link: &LinkId| -> Vec<File<'_>> {
            files.iter().copied().filter(|(_, of)| of.shown.contains(link)).collect()
        };
        let apart = links.iter().map(of_meter).filter(|own| own.len() < files.len());
        let hole = apart.into_iter().find_map(|own| self.near_among(&own, table, times));
        hole.or_else(|| self.near_among(&files, table, times))
    }

    fn near_among(
        &self,
        files: &[File<'_>],
        table: TableId,
        times: (Timestamp, Timestamp, Timestamp),
    ) -> Option<Hole> {
        let within = |file: File<'_>| self.near_in(file, (table, false), times);
        let mut indicated: Vec<File<'_>> =
            files.iter().copied().filter(|(_, of)| of.mentions(table)).collect();
        if indicated.is_empty() {
            indicated = files.to_vec();
        }
        let holes: Vec<Option<Hole>> = indicated.iter().map(|file| within(*file)).collect();
        let pairs = || indicated.iter().zip(&holes);
        let covers = pairs().find(|(_, hole)| hole.is_none()).map(|((_, of), _)| *of);
        match covers {
            // A file that was kept beside it may have had the record.
            Some(of) => pairs()
                .filter(|((_, other), _)| self.are_side_by_side(of, other))
                .find_map(|(_, hole)| *hole),
            None if self.is_joined(&indicated, &holes) => None,
            None => {
                // That of the file that is nearest in time.
                let (_, _, to) = times;
                let begins = |of: &OfJournal| of.times.map(|times| times.first);
                let before = |((_, of), _): &(&File<'_>, &Option<Hole>)| begins(of) <= Some(to);
                let nearest = pairs().filter(before).max_by_key(|((_, of), _)| begins(of));
                nearest.or(pairs().next()).and_then(|(_, hole)| *hole)
            }
        }
    }

    /// True where one file ends within the time asked for, and the numbers of another go on from there.
    fn is_joined(&self, indicated: &[File<'_>], holes: &[Option<Hole>]) -> bool {
        let with = |why| {
            let has = move |hole: &Option<Hole>| hole.is_some_and(|hole| hole.why == why);
            indicated.iter().zip(holes).filter(move |(_, hole)| has(hole)).map(|((_, of), _)| *of)
        };
        with(Why::Ends).any(|before| with(Why::Begins).any(|of| self.goes_on(of, before)))
    }

    /// True where the numbers of a file go on from another one before it.
    fn goes_on(&self, of: &OfJournal, before: &OfJournal) -> bool {
        of.goes_on_from(before) && !self.are_side_by_side(of, before)
    }

    /// True where the numbers of a file go on from any other before it.
    fn goes_on_from_any(&self, of: &OfJournal) -> bool {
        let others = self.files(of.kind).filter(|other| !std::ptr::eq(*other, of));
        others.into_iter().any(|other| self.goes_on(of, other))
    }

    /// True where two files tell of the same time.
    fn are_side_by_side(&self, one: &OfJournal, other: &OfJournal) -> bool {
        let begins = |of: &OfJournal| of.times.map(|times| times.first);
        let ends = |of: &OfJournal| match of.is_done {
            true => of.times.map(|times| times.last.plus_micros(-self.slack)),
            false => Some(Timestamp::LATEST),
        };
        begins(one) < ends(other) && begins(other) < ends(one)
    }

    /// Where the first events of a table's controller are missing: they could not be read, or their numbers
    /// tell.
    pub(super) fn before_controller(
        &self,
        table: TableId,
        stream: impl Fn(u16) -> Option<usize>,
    ) -> Option<Hole> {
        let several = self.parts.has_several(JournalKind::Controller);
        self.parts.of(JournalKind::Controller).iter().find_map(|at| {
            let of = &self.journals[usize::from(*at)];
            if several && !of.mentions(table) {
                return None;
            }
            let unread = of.spans.first().filter(|span| span.is_at_start()).map(|span| span.hole);
            let start = stream(*at).and_then(|stream| of.start(stream));
            let start = start.filter(|(_, missing)| *missing <= MISSING_AT_START_MAX);
            let start = start.filter(|_| !several || !self.goes_on_from_any(of));
            unread.or(start.map(|(hole, _)| hole))
        })
    }

    /// Where a file begins up to some time and another one before it may have been cut: no numbers go on from one
    /// to the other. Of hands the round numbers of the tables tell, but for those of a new gaming day.
    pub(super) fn parted_before(&self, kinds: &[JournalKind], until: Timestamp) -> Option<Hole> {
        let several = kinds.iter().copied().filter(|kind| self.parts.has_several(*kind));
        several.flat_map(|kind| self.files(kind)).find_map(|of| {
            of.times.filter(|times| times.first <= until)?;
            let follows = |other: &OfJournal| match of.kind {
                JournalKind::Hands => {
                    of.days.zip(other.days).is_some_and(|(own, other)| other.1 < own.0)
                }
                JournalKind::Controller => of.tells_as(other),
                _ => true,
            };
            let before = |other: &&OfJournal| {
                let times = other.times.zip(of.times);
                times.is_some_and(|(other, own)| other.first < own.first)
                    && !self.are_side_by_side(of, other)
                    && follows(other)
            };
            let parted = self.files(of.kind).any(|other| before(&other));
            (parted && !self.goes_on_from_any(of)).then(|| of.begins())
        })
    }

    /// The hole of the manager journal after one of its lines and up to another one.
    pub(crate) fn in_manager(&self, after: u32, line: u32) -> Option<Hole> {
        let (from, to) =
            (self.at(JournalKind::Manager, after)?, self.at(JournalKind::Manager, line)?);
        if std::ptr::eq(from, to) {
            return from.between(after, line);
        }
        let beside = from.between(after, u32::MAX).or_else(|| to.between(0, line));
        beside.or_else(|| (!self.goes_on(to, from)).then(|| to.begins()))
    }

    /// The hole before a line of the manager journal, in its file.
    pub(crate) fn before_first_of(&self, line: u32) -> Option<Hole> {
        self.at(JournalKind::Manager, line)?.between(0, line)
    }

    /// The hole that the beginning of the manager journal is, where other journals tell of rounds
    /// before it.
    pub(crate) fn before_manager(&self, line: u32) -> Option<Hole> {
        let manager = self.at(JournalKind::Manager, line)?;
        let first = manager.times?.first;
        let earlier = |time: Timestamp| time < first;
        self.others_begin(JournalKind::Manager).is_some_and(earlier).then(|| manager.begins())
    }

    /// What is missing before the first record of the manager journal, as its running numbers tell: they may run
    /// on from an earlier record.
    pub(crate) fn before_first(&self, event: &ManagerEvent) -> Option<Hole> {
        let (journal, _) = self.parts.place(JournalKind::Manager, event.line)?;
        let of = &self.journals[usize::from(journal)];
        let (hole, _) = of.start(self.parts.stream(journal, event.table, Some(event.link))?)?;
        (!self.goes_on_from_any(of)).then_some(hole)
    }

    /// The hole of the manager journal after a line, to its end and beyond, where other journals tell
    /// of later rounds.
    pub(crate) fn manager_after(&self, line: u32) -> Option<Hole> {
        let own = self.at(JournalKind::Manager, line)?;
        let ends = |of: &OfJournal| of.times.map(|times| times.last);
        if let Some(hole) = own.between(line, u32::MAX) {
            return Some(hole);
        }
        let later = self.files(JournalKind::Manager).filter(|of| ends(of) > ends(own));
        let hole = later.clone().find_map(|of| {
            let parted = !self.goes_on_from_any(of);
            of.spans.first().map(|span| span.hole).or_else(|| parted.then(|| of.begins()))
        });
        let last = later.max_by_key(|of| ends(of)).unwrap_or(own);
        hole.or_else(|| self.is_cut_at_end(last).then(|| last.ends()))
    }

    /// A file as a hole: it stands beside others, and which record comes first is not known.
    pub(crate) fn whole_file(&self, journal: u16) -> Hole {
        self.journals[usize::from(journal)].begins()
    }

    /// True for lines of the hands journal that stand in two files.
    pub(super) fn is_parted(&self, first: u32, last: u32) -> bool {
        let file = |line| self.parts.place(JournalKind::Hands, line).map(|(journal, _)| journal);
        file(first) != file(last)
    }

    /// True where rows, all of one file, touch what is missing between two lines, perhaps of two files.
    pub(super) fn touches(&self, (after, before): (u32, u32), (first, last): (u32, u32)) -> bool {
        if !self.is_parted(after, before) {
            return first <= before && last >= after;
        }
        !self.is_parted(first, after) && last >= after
            || !self.is_parted(first, before) && first <= before
    }
}
