//! Holes among the files of one kind of journal: which of them would have held a record or a wager.
//!
//! Files may follow one another (one a day) or stand side by side (one a table), and each may be cut.
//! A record is missing for certain only where a file that tells of its table goes on through its time,
//! and no other beside it stops short. Where numbers go on in the next file, nothing is missing between.

use super::of_journal::OfJournal;
use super::{Holes, MISSING_AT_START_MAX, Sought, Unfinished};
use crate::hole::{Hole, Why};
use feltproof_model::engagement::JournalKind;
use feltproof_model::{LinkId, ManagerEvent, TableId, Timestamp};

impl Holes {
    /// The hole in which a record of a round may stand.
    pub(super) fn near(&self, kind: JournalKind, sought: &Sought<'_>) -> Option<Hole> {
        let must_tell = !sought.links.is_empty();
        let files = match self.parts.of(kind) {
            [] => return None,
            [one] => return self.near_in(*one, must_tell, sought),
            several => several,
        };
        if must_tell && !files.iter().any(|at| self.file(*at).mentions(sought.table)) {
            return files.first().map(|at| self.file(*at).silent());
        }
        // Where meters have files of their own, those of one do not tell what those of another lack.
        let of_meter = |link: &LinkId| -> Vec<u16> {
            files.iter().copied().filter(|at| self.file(*at).shown.contains(link)).collect()
        };
        let mut apart = sought.links.iter().map(of_meter).filter(|own| own.len() < files.len());
        apart
            .find_map(|own| self.near_among(&own, sought))
            .or_else(|| self.near_among(files, sought))
    }

    fn near_among(&self, files: &[u16], sought: &Sought<'_>) -> Option<Hole> {
        let mentions = |at: &u16| self.file(*at).mentions(sought.table);
        let has_any = files.iter().any(mentions);
        let indicated = files.iter().copied().filter(|at| !has_any || mentions(at));
        let all: Vec<(&OfJournal, Option<Hole>)> =
            indicated.map(|at| (self.file(at), self.near_in(at, false, sought))).collect();
        if let Some((of, _)) = all.iter().find(|(_, hole)| hole.is_none()) {
            // A file that was kept beside it may have had the record.
            let beside = all.iter().filter(|(other, _)| self.are_side_by_side(of, other));
            return beside.into_iter().find_map(|(_, hole)| *hole);
        }
        // One file ends within the time asked for, and the numbers of another go on from there.
        let with = |why| {
            let has = move |hole: &Option<Hole>| hole.is_some_and(|hole| hole.why == why);
            all.iter().filter(move |(_, hole)| has(hole)).map(|(of, _)| *of)
        };
        if with(Why::Ends).any(|before| with(Why::Begins).any(|of| self.goes_on(of, before))) {
            return None;
        }
        // That of the file that is nearest in time.
        let begins = |of: &OfJournal| of.times.map(|times| times.first);
        let before = all.iter().filter(|(of, _)| begins(of) <= Some(sought.to));
        before.max_by_key(|(of, _)| begins(of)).or(all.first()).and_then(|(_, hole)| *hole)
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

    /// Where the first events of a table's controller are missing, unread or by their numbers.
    pub(super) fn before_controller(
        &self,
        table: TableId,
        stream: impl Fn(u16) -> Option<usize>,
    ) -> Option<Hole> {
        let several = self.parts.has_several(JournalKind::Controller);
        self.parts.of(JournalKind::Controller).iter().find_map(|at| {
            let of = self.file(*at);
            if several && !of.mentions(table) {
                return None;
            }
            let unread = of.spans.first().filter(|span| span.after == 0).map(|span| span.hole);
            let start = stream(*at).and_then(|stream| of.start(stream));
            let start = start.filter(|(_, missing)| *missing <= MISSING_AT_START_MAX);
            let start = start.filter(|_| !several || !self.goes_on_from_any(of));
            unread.or(start.map(|(hole, _)| hole))
        })
    }

    /// Where one file begins up to some time and another before it may be cut: no numbers go on. Of
    /// hands the round numbers of the tables tell, but for those of a new gaming day.
    pub(super) fn parted_before(&self, kinds: &[JournalKind], until: Timestamp) -> Option<Hole> {
        let several = kinds.iter().copied().filter(|kind| self.parts.has_several(*kind));
        several.flat_map(|kind| self.files(kind)).find_map(|of| {
            of.times.filter(|times| times.first <= until)?;
            let follows = |other: &OfJournal| match of.kind {
                JournalKind::Hands => {
                    of.periods.zip(other.periods).is_some_and(|(own, other)| other.1 < own.0)
                }
                JournalKind::Controller => of.tells_as(other),
                JournalKind::Manager | JournalKind::Shuffler | JournalKind::Bank => true,
            };
            let is_before = |other: &OfJournal| {
                let times = other.times.zip(of.times);
                times.is_some_and(|(other, own)| other.first < own.first)
                    && !self.are_side_by_side(of, other)
                    && follows(other)
            };
            let parted = self.files(of.kind).any(is_before);
            (parted && !self.goes_on_from_any(of)).then(|| of.begins())
        })
    }

    /// The hole of the manager journal after one of its lines and up to another one.
    pub(crate) fn in_manager(&self, after: u32, line: u32) -> Option<Hole> {
        let of = |line| self.at(JournalKind::Manager, line);
        let (from, to) = (of(after)?, of(line)?);
        if std::ptr::eq(from, to) {
            return from.between(after, line);
        }
        let beside = from.between(after, u32::MAX).or_else(|| to.between(0, line));
        beside.or_else(|| (!self.goes_on(to, from)).then(|| to.begins()))
    }

    /// The same between two lines, whichever is the first.
    pub(crate) fn between(&self, one: u32, other: u32) -> Option<Hole> {
        self.in_manager(one.min(other), one.max(other))
    }

    /// The hole before a line of the manager journal, in its file.
    pub(crate) fn before_first_of(&self, line: u32) -> Option<Hole> {
        self.at(JournalKind::Manager, line)?.between(0, line)
    }

    /// The hole that the beginning of the manager journal is, where other journals tell of rounds before it.
    pub(crate) fn before_manager(&self, line: u32) -> Option<Hole> {
        let manager = self.at(JournalKind::Manager, line)?;
        let first = manager.times?.first;
        let earlier = |time: Timestamp| time < first;
        self.others_begin(JournalKind::Manager).is_some_and(earlier).then(|| manager.begins())
    }

    /// What its numbers tell is missing before the first record of the manager journal.
    pub(crate) fn before_first(&self, event: &ManagerEvent) -> Option<Hole> {
        let (journal, _) = self.parts.place(JournalKind::Manager, event.line)?;
        let of = self.file(journal);
        let (hole, _) = of.start(self.parts.stream(journal, event.table, Some(event.link))?)?;
        (!self.goes_on_from_any(of)).then_some(hole)
    }

    /// The hole of the manager journal after a line, and beyond its end where others tell of later rounds.
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

    /// Whether files that tell of wagers may lack one made up to some time, or none tells of any: one that
    /// is whole need not tell of the same tables.
    pub(crate) fn may_lack_wagers(&self, files: &[u16], by: Timestamp) -> bool {
        let until = self.reach(by);
        let files = || files.iter().map(|journal| self.file(*journal));
        let has_hands = files().any(|of| of.kind == JournalKind::Hands);
        let is_early = |round: &Unfinished| round.from <= until;
        let may_lack_rounds = self.begins_within
            || !self.skipped.is_empty()
            || self.unfinished.front().is_some_and(is_early);
        // A system may record no lit sensors at all.
        (!has_hands && !self.so_far.has_wagers())
            || files().all(|of| of.is_unnumbered && of.kind != JournalKind::Hands)
            || files().any(|of| {
                of.spans.first().is_some_and(|span| span.from <= until)
                    || of.lacks_first(MISSING_AT_START_MAX)
                    || self.is_cut_at_start(of)
                    || self.ends_before(of, by)
            })
            || has_hands && may_lack_rounds
            || self.parted_before(&[JournalKind::Hands, JournalKind::Controller], until).is_some()
    }

    /// Whether a journal tells of nothing any more well before some time, though others go on with rounds.
    fn ends_before(&self, of: &OfJournal, by: Timestamp) -> bool {
        let Some(times) = of.times else { return true };
        let late = times.last.plus_micros(self.slack);
        late < by && self.others_end(of.kind).is_some_and(|end| late < end)
    }
}
