//! What one check counted and found: things tested, exceptions, money, what stayed undecided.

use feltproof_model::workpaper::DayCount;
use feltproof_model::{Date, Exception, Money, Party, Wager};
use feltproof_printable::{TEXT_CHARS_MAX, cut};
use std::fmt;
use std::sync::Arc;

/// Most characters of an explanation, which may quote several texts of the record.
const EXPLANATION_CHARS_MAX: usize = 4 * TEXT_CHARS_MAX;

/// What a check says is owed for one wager that it compared with what was returned.
#[derive(Clone, Copy)]
pub(crate) struct Compared {
    /// Place of the row in its round.
    pub(crate) row: usize,
    pub(crate) wager: Wager,
    pub(crate) owed: Money,
}

/// What one check counted and found.
#[derive(Default)]
pub(crate) struct Tally {
    pub(crate) code: &'static str,
    pub(crate) tested: u64,
    /// Exceptions found that no waiver covers.
    pub(crate) found: u64,
    /// Exceptions found that one does.
    pub(crate) waived: u64,
    /// In favour of players, micro-dollars.
    pub(crate) over_micros: i128,
    /// In favour of the house, micro-dollars.
    pub(crate) under_micros: i128,
    /// In favour of the progressive fund, micro-dollars.
    pub(crate) fund_micros: i128,
    /// Tested things that the law's own text leaves undecided on the day, or a hole in the record.
    pub(crate) undecided: u64,
    pub(crate) undecided_reason: Option<String>,
    /// The calendar day by whose law things are judged now; none where they stand for the whole audit.
    date: Option<Date>,
    /// The same by calendar day, and by pack where only one asks: what was tested until now but for the last of it.
    by_date: Vec<DayCount>,
    /// Things tested that are counted to a day.
    dated: u64,
    /// The calendar days on which what stands for days on end is judged.
    days: Arc<[Date]>,
    /// From which days on things stand that were tested once and found right.
    held: Vec<Date>,
    /// Why something was not tested, for a check that in the end tested nothing.
    pub(crate) untested: Vec<String>,
    /// Exceptions not yet handed on.
    pub(crate) exceptions: Vec<Exception>,
    /// Wagers of the round under way that were compared: what tables of paid against owed are made of.
    pub(crate) compared: Vec<Compared>,
}

impl Tally {
    /// Of the check with this code, before anything is tested.
    pub(crate) fn of(code: &'static str) -> Self {
        Self { code, ..Self::default() }
    }

    /// Records one exception under the code of the check; what it quotes is cut for printing.
    pub(crate) fn push(&mut self, mut exception: Exception) {
        exception.code = self.code;
        exception.day = exception.day.or(self.date);
        for day in days_of(&exception) {
            self.count(day, exception.pack.as_deref()).found += 1;
        }
        for (text, chars_max) in [
            (&mut exception.expected, TEXT_CHARS_MAX),
            (&mut exception.recorded, TEXT_CHARS_MAX),
            (&mut exception.explanation, EXPLANATION_CHARS_MAX),
        ] {
            *text = cut(std::mem::take(text), chars_max);
        }
        self.found += 1;
        self.add_worth(&exception, 1);
        self.exceptions.push(exception);
    }

    /// Adds what an exception is worth, or, by -1, takes it away again.
    fn add_worth(&mut self, exception: &Exception, sign: i128) {
        if let (Some(difference), Some(party)) = (exception.difference, exception.favours) {
            let micros = i128::from(difference.micros()).abs() * sign;
            match party {
                Party::Player => self.over_micros += micros,
                Party::House => self.under_micros += micros,
                Party::Fund => self.fund_micros += micros,
            }
        }
    }

    /// An exception counted before is waived: it leaves what was found.
    pub(crate) fn waive(&mut self, exception: &Exception) {
        self.found -= 1;
        self.waived += 1;
        self.add_worth(exception, -1);
        for day in days_of(exception) {
            self.count(day, exception.pack.as_deref()).found -= 1;
        }
    }

    /// Counts one wager as tested, and hands it to the sums of paid and owed, which have no other.
    #[inline]
    pub(crate) fn test_wager(&mut self, row: usize, wager: Wager, owed: Money) {
        self.tested += 1;
        self.compared.push(Compared { row, wager, owed });
    }

    /// Counts one thing that the law or the record leaves undecided.
    pub(crate) fn undecided(&mut self, reason: impl FnOnce() -> String) {
        self.undecided_of(None, reason);
    }

    /// As [`Self::undecided`], by the limit of one rule pack.
    pub(crate) fn undecided_by(&mut self, pack: &str, reason: impl FnOnce() -> String) {
        self.undecided_of(Some(pack), reason);
    }

    fn undecided_of(&mut self, pack: Option<&str>, reason: impl FnOnce() -> String) {
        self.undecided += 1;
        let of_day = self.count(self.date, pack);
        of_day.undecided += 1;
        if of_day.reason.is_none() {
            let reason = reason();
            of_day.reason = Some(reason.clone());
            self.undecided_reason.get_or_insert(reason);
        }
    }

    /// From now on, things are judged by the law of a calendar day, or stand for the whole audit.
    pub(crate) fn on(&mut self, date: Option<Date>) {
        if self.date != date {
            self.date_tested();
            self.date = date;
        }
    }

    /// What stands for days on end is judged on these from now on.
    pub(crate) fn stand_on(&mut self, days: &Arc<[Date]>) {
        self.days = Arc::clone(days);
        for from in std::mem::take(&mut self.held) {
            days.iter().filter(|day| **day > from).for_each(|day| self.stands_tested(*day));
        }
    }

    /// The calendar days on which what stands for days on end is judged: those that gaming days are named after, and of
    /// those after their midnight the ones with a record.
    pub(crate) fn standing_days(&self) -> Arc<[Date]> {
        Arc::clone(&self.days)
    }

    /// What was just tested and found right stands from its day on.
    pub(crate) fn holds_from_now(&mut self) {
        self.held.extend(self.date);
    }

    /// One thing that stands on many days was tested on one of them: by day only; [`Self::stood`] counts the thing.
    pub(crate) fn stands_tested(&mut self, date: Date) {
        self.count(Some(date), None).tested += 1;
    }

    /// One thing that stands on many days cannot be decided on one of them: by day only, as [`Self::stood_open`] says.
    pub(crate) fn stands_open(&mut self, date: Date, pack: Option<&str>, reason: &str) {
        let of_day = self.count(Some(date), pack);
        of_day.undecided += 1;
        of_day.reason.get_or_insert_with(|| reason.to_owned());
    }

    /// Counts one thing tested of which the days are counted already.
    pub(crate) fn stood(&mut self) {
        self.tested += 1;
        self.dated += 1;
    }

    /// Counts one thing that cannot be decided of which the days are counted already.
    pub(crate) fn stood_open(&mut self, reason: String) {
        self.undecided += 1;
        self.undecided_reason.get_or_insert(reason);
    }

    /// What was tested, found and left open, as plain numbers.
    pub(crate) const fn numbers(&self) -> [u64; 3] {
        [self.tested, self.found, self.undecided]
    }

    /// A fact of several days was judged since these numbers: it counts to each of them, and not only to the first.
    pub(crate) fn spread(&mut self, [tested, found, undecided]: [u64; 3], days: &[Date]) {
        let now = self.numbers();
        if now[0] == tested {
            return;
        }
        self.dated += now[0] - tested;
        let reason = self.undecided_reason.clone().filter(|_| now[2] > undecided);
        for (at, day) in days.iter().enumerate() {
            let of_day = self.count(Some(*day), None);
            of_day.tested += 1;
            if at > 0 {
                of_day.found += u64::from(now[1] > found);
                of_day.undecided += u64::from(now[2] > undecided);
                of_day.reason = of_day.reason.take().or_else(|| reason.clone());
            }
        }
    }

    /// What was tested since the last change of day counts to the day before it.
    fn date_tested(&mut self) {
        let tested = self.tested - self.dated;
        if tested > 0 {
            self.count(self.date, None).tested += tested;
            self.dated = self.tested;
        }
    }

    /// What is counted of a day; those of late stand at the end.
    fn count(&mut self, date: Option<Date>, pack: Option<&str>) -> &mut DayCount {
        let is_it = |of: &DayCount| of.date == date && of.pack.as_deref() == pack;
        let at = self.by_date.iter().rposition(is_it).unwrap_or_else(|| {
            self.by_date.push(DayCount::of(date, pack));
            self.by_date.len() - 1
        });
        &mut self.by_date[at]
    }

    /// What was counted by day, in the order of the days; what stands for the whole audit first.
    pub(crate) fn by_date(&mut self) -> Vec<DayCount> {
        self.date_tested();
        self.by_date.sort_by(|a, b| (a.date, &a.pack).cmp(&(b.date, &b.pack)));
        self.by_date.clone()
    }

    /// Counts one thing that a record would decide which may not be there: `what` cannot be told, and
    /// `why` is mostly a hole in a journal.
    pub(crate) fn left_open(&mut self, why: impl fmt::Display, what: impl FnOnce() -> String) {
        self.undecided(|| format!("{} cannot be told: {why}.", what()));
    }

    /// Adds what another part of the record gave; its exceptions stand after ours.
    pub(crate) fn merge(&mut self, mut other: Self) {
        self.date_tested();
        other.date_tested();
        for of_day in std::mem::take(&mut other.by_date) {
            self.count(of_day.date, of_day.pack.as_deref()).add(of_day);
        }
        self.dated += other.tested;
        self.tested += other.tested;
        self.found += other.found;
        self.waived += other.waived;
        self.over_micros += other.over_micros;
        self.under_micros += other.under_micros;
        self.fund_micros += other.fund_micros;
        self.undecided += other.undecided;
        if self.undecided_reason.is_none() {
            self.undecided_reason = other.undecided_reason;
        }
        self.held.extend(other.held);
        self.untested.extend(other.untested);
        self.exceptions.extend(other.exceptions);
    }
}

/// The days on which an exception is one; none for the whole audit.
fn days_of(exception: &Exception) -> impl Iterator<Item = Option<Date>> {
    std::iter::once(exception.day).chain(exception.stands.iter().copied().map(Some))
}
