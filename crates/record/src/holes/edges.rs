//! Where a journal begins and ends beside the others: cut in the middle of a day, or of a round.

use super::Holes;
use super::of_journal::OfJournal;
use crate::hole::Hole;
use crate::numbered::is_end;
use crate::round::{LAG_MICROS, Round};
use crate::subject::Subject;
use feltproof_model::engagement::JournalKind;
use feltproof_model::{ControllerKind, Timestamp};

impl Holes {
    /// Where the controller's journal begins within a round: its COIN IN may stand before the first record.
    pub(super) fn begins_within(&self, round: &Round) -> Option<Hole> {
        let first = round.controller.first()?;
        let of = self.at(JournalKind::Controller, first.line)?;
        let is_first = of.times.is_some_and(|times| first.line <= times.first_line);
        let is_started = round.controller.iter().any(|e| e.kind == ControllerKind::CoinIn);
        (round.round > 1 && is_first && !is_started).then(|| of.begins())
    }

    /// Where the rows of a round may stand that was started just before the gaming day turns and is not ended, and the hands
    /// journal goes no further.
    pub(super) fn over_the_turn(
        &self,
        subject: &Subject,
        round: &Round,
        to: Timestamp,
    ) -> Option<Hole> {
        let has =
            |is_it: fn(ControllerKind) -> bool| round.controller.iter().any(|e| is_it(e.kind));
        let is_under_way = has(|kind| kind == ControllerKind::CoinIn) && !has(is_end);
        let turn = subject.engagement.days.iter().map(|day| day.end).find(|end| to < *end)?;
        let mut cut = self.files(JournalKind::Hands).filter(|of| of.is_done);
        let of = cut.find(|of| of.times.is_some_and(|times| times.last <= turn))?;
        (is_under_way && turn <= to.plus_micros(LAG_MICROS)).then(|| of.ends())
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
