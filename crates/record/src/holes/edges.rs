//! Where a journal begins and ends beside the others: cut in the middle of a day, or of a round.

use super::of_journal::OfJournal;
use super::{Holes, MARGIN_MICROS};
use crate::hole::Hole;
use crate::round::{LAG_MICROS, Round};
use crate::subject::Subject;
use feltproof_model::engagement::JournalKind;
use feltproof_model::{ControllerKind, ManagerEvent, ManagerKind, Timestamp};

impl Holes {
    /// Where the controller's journal begins within a round: its COIN IN may stand before the first record.
    pub(super) fn begins_within(&self, round: &Round) -> Option<Hole> {
        let first = round.controller.first()?;
        let of = self.at(JournalKind::Controller, first.line)?;
        let is_first = of.times.is_some_and(|times| first.line <= times.first_line);
        let is_started = round.controller.iter().any(|e| e.kind == ControllerKind::CoinIn);
        (round.round > 1 && is_first && !is_started).then(|| of.begins())
    }

    /// Where the manager's journal begins within a round whose COIN IN is not on record either: its wagers and its awards may
    /// stand before the first record.
    pub(super) fn manager_begins_within(&self, round: &Round, from: Timestamp) -> Option<Hole> {
        let has_controller = self.files(JournalKind::Controller).next().is_some();
        let is_within = match has_controller {
            true => self.begins_within(round).is_some(),
            false => round.round > 1,
        };
        let first = |of: &&OfJournal| of.times.map(|times| times.first);
        let of =
            self.files(JournalKind::Manager).filter(|of| of.times.is_some()).min_by_key(first)?;
        (is_within && from < first(&of)?.plus_micros(MARGIN_MICROS)).then(|| of.begins())
    }

    /// Where the rows of a round may stand that is started and not ended, and the hands journal goes no further: just before
    /// the gaming day turns, or just before the record ends.
    pub(super) fn under_way(
        &self,
        subject: &Subject,
        round: &Round,
        to: Timestamp,
    ) -> Option<Hole> {
        let has =
            |is_it: fn(ControllerKind) -> bool| round.controller.iter().any(|e| is_it(e.kind));
        let is_started = has(|kind| kind == ControllerKind::CoinIn);
        // Without a controller's journal the manager alone tells of it: that an export was cut only the turn shows then.
        let is_counted_in = || {
            let mut files = self.files(JournalKind::Controller);
            files.next().is_none() && round.manager.iter().any(|e| e.kind == ManagerKind::CoinIn)
        };
        if has(|kind| kind == ControllerKind::EndGame) || !is_started && !is_counted_in() {
            return None;
        }
        let turn = subject.engagement.days.iter().map(|day| day.end).find(|end| to < *end);
        let ends = self.journals.iter().filter_map(|of| Some(of.times?.last)).max();
        let ends = ends.filter(|_| is_started);
        let until = to.plus_micros(LAG_MICROS);
        let cut = turn.into_iter().chain(ends).filter(|end| *end <= until).max()?;
        let mut hands = self.files(JournalKind::Hands).filter(|of| of.is_done);
        hands.find(|of| of.times.is_some_and(|times| times.last <= cut)).map(OfJournal::ends)
    }

    /// The end of the manager's journal, where it comes so soon after an event that another may follow it.
    pub(crate) fn ends_within(&self, micros: i64, event: &ManagerEvent) -> Option<Hole> {
        let last = |of: &&OfJournal| of.times.map(|times| times.last);
        let of = self.files(JournalKind::Manager).max_by_key(last)?;
        (last(&of)? < event.time.plus_micros(micros)).then(|| of.ends())
    }

    /// The beginning of the manager's journal, where it comes so shortly before an event that another may precede it.
    pub(crate) fn begins_shortly_before(&self, micros: i64, event: &ManagerEvent) -> Option<Hole> {
        let first = |of: &&OfJournal| of.times.map(|times| times.first);
        let of =
            self.files(JournalKind::Manager).filter(|of| of.times.is_some()).min_by_key(first)?;
        (event.time < first(&of)?.plus_micros(micros)).then(|| of.begins())
    }

    /// When the first of the other journals begins to tell of rounds.
    pub(super) fn others_begin(&self, kind: JournalKind) -> Option<Timestamp> {
        self.journals.iter().filter(|of| of.kind != kind).filter_map(|of| of.first_round).min()
    }

    /// When others tell of their last round but one: one alone is missing there, and what a shuffler
    /// dispenses may never be dealt.
    pub(super) fn others_end(&self, kind: JournalKind) -> Option<Timestamp> {
        let others =
            self.journals.iter().filter(|of| of.kind != kind && of.kind != JournalKind::Shuffler);
        others.filter_map(|of| of.rounds[1]).map(|(.., time)| time).max()
    }

    /// True where others tell of rounds well before the first record of a journal.
    pub(super) fn is_cut_at_start(&self, of: &OfJournal) -> bool {
        let Some(times) = of.times else { return false };
        let early = times.first.plus_micros(-self.slack);
        self.others_begin(of.kind).is_some_and(|begin| begin < early)
    }

    /// True where others tell of rounds well after the last record of a journal.
    pub(super) fn is_cut_at_end(&self, of: &OfJournal) -> bool {
        let Some(times) = of.times.filter(|_| of.is_done) else { return false };
        let late = times.last.plus_micros(self.slack);
        self.others_end(of.kind).is_some_and(|end| end > late)
    }
}
