//! Where a progressive wager of a table may stand that no journal tells of.

use super::of_journal::OfJournal;
use super::{Holes, MISSING_AT_START_MAX, Unfinished};
use feltproof_model::Timestamp;
use feltproof_model::engagement::JournalKind;

impl Holes {
    /// Whether files that tell of wagers may lack one made up to some time, or none tells of any: one that
    /// is whole need not tell of the same tables.
    pub(crate) fn may_lack_wagers(&self, files: &[u16], by: Timestamp) -> bool {
        let until = self.reach(by);
        let files = || files.iter().map(|journal| self.file(*journal));
        let has_hands = files().any(|of| of.kind == JournalKind::Hands);
        // A system may record no lit sensors at all.
        (!has_hands && !self.so_far.has_wagers())
            || files().all(|of| of.is_unnumbered && of.kind != JournalKind::Hands)
            || files().any(|of| {
                of.spans.first().is_some_and(|span| span.from <= until)
                    || of.lacks_first(MISSING_AT_START_MAX)
                    || self.is_cut_at_start(of)
                    || self.ends_before(of, by)
            })
            || has_hands && self.lacks_rounds(until)
            || self.parted_before(&[JournalKind::Hands, JournalKind::Controller], until).is_some()
    }

    /// Whether rounds may be missing from the hands journal up to some time.
    fn lacks_rounds(&self, until: Timestamp) -> bool {
        let is_early = |round: &Unfinished| round.from <= until;
        self.begins_within
            || !self.skipped.is_empty()
            || self.unfinished.front().is_some_and(is_early)
    }

    /// Whether a journal tells of nothing any more well before some time, though others go on with rounds.
    fn ends_before(&self, of: &OfJournal, by: Timestamp) -> bool {
        let Some(times) = of.times else { return true };
        let late = times.last.plus_micros(self.slack);
        late < by && self.others_end(of.kind).is_some_and(|end| late < end)
    }
}
