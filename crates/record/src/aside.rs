//! What lies outside the audited days, set aside before anything looks at it: an export of a month is how evidence
//! of one day comes.
//!
//! A time outside is that of another day where it stands in order beside the audited records of its file, or
//! together with others ([`RUN`]). One that does not is a wrong clock, as a few are that are years away ([`FAR_MICROS`]):
//! such a record is read where it stands.

use crate::held::Record;
use feltproof_model::Timestamp;
use feltproof_model::workpaper::SetAside;

/// So many records outside, one after the other, are those of another day wherever they stand.
const RUN: usize = 8;

/// So far from the audited days no export of theirs reaches: 366 days.
const FAR_MICROS: i64 = 366 * 24 * 3_600 * 1_000_000;

/// The records of one file outside the audited days.
#[derive(Default)]
pub(crate) struct Aside {
    /// Those of which it is not known yet whether their clock is wrong.
    held: Vec<(Timestamp, Record)>,
    /// The records read last are of another day.
    pub(crate) is_run: bool,
    /// The latest time of an audited record, or of one near an audited day.
    latest: Option<Timestamp>,
    /// The first moment of the audited days, and the first after them.
    days: (Timestamp, Timestamp),
    pub(crate) all: Option<SetAside>,
}

/// Records that were held, and whether they are of another day.
pub(crate) struct Released {
    pub(crate) records: Vec<(Timestamp, Record)>,
    pub(crate) is_another_day: bool,
}

impl Aside {
    /// Of a file, beside the audited days from one moment to another.
    pub(crate) fn beside(days: (Timestamp, Timestamp)) -> Self {
        Self { days, ..Self::default() }
    }

    fn is_far(&self, time: Timestamp) -> bool {
        time < self.days.0.plus_micros(-FAR_MICROS) || self.days.1.plus_micros(FAR_MICROS) <= time
    }

    /// Takes in a record outside; gives what is then known of those held.
    pub(crate) fn outside(&mut self, time: Timestamp, record: Record) -> Released {
        self.held.push((time, record));
        let is_before = self.latest.is_none() && time < self.days.0 && !self.is_far(time);
        self.is_run |= is_before || self.held.len() >= RUN;
        let is_another_day = self.is_run;
        let records = if is_another_day { std::mem::take(&mut self.held) } else { Vec::new() };
        Released { records, is_another_day }
    }

    /// Before a record inside, or near; gives those held before it.
    #[inline]
    pub(crate) fn inside(&mut self, time: Timestamp) -> Option<Released> {
        self.is_run = false;
        let released = if self.held.is_empty() { None } else { Some(self.released(Some(time))) };
        self.latest = Some(time);
        released
    }

    /// At the end of the file.
    pub(crate) fn end(&mut self) -> Option<Released> {
        if self.held.is_empty() { None } else { Some(self.released(None)) }
    }

    fn released(&mut self, next: Option<Timestamp>) -> Released {
        let records = std::mem::take(&mut self.held);
        let is_in_order = |(time, _): &(Timestamp, Record)| {
            !self.is_far(*time)
                && self.latest.is_none_or(|latest| latest <= *time)
                && next.is_none_or(|next| *time <= next)
        };
        let is_another_day = records.iter().all(is_in_order);
        Released { records, is_another_day }
    }

    /// Counts a record, or the rows of a round, that are set aside.
    pub(crate) fn count(&mut self, records: u64, time: Timestamp, (from, to): (u32, u32)) {
        let own = SetAside { records: 0, times: (time, time), lines: (from, to) };
        let all = self.all.get_or_insert(own);
        all.records += records;
        all.times = (all.times.0.min(time), all.times.1.max(time));
        all.lines = (all.lines.0.min(from), all.lines.1.max(to));
    }
}
