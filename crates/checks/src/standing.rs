//! What stands on every audited day, compared with a limit of the law: a posting, a link.

use crate::exception::Fill;
use crate::law::{law_in_words, limit_in_words};
use crate::scope::Scope;
use crate::tally::Tally;
use feltproof_model::engagement::Table;
use feltproof_model::{Date, Exception, Money, Timestamp};
use feltproof_regs::{Decision, Limit, Quantity, Role, Verdict};

/// One matter that stands on every audited day, as it is judged on one after the other.
pub(crate) struct Standing<'t> {
    tally: &'t mut Tally,
    is_judged: bool,
    /// The first reason why it cannot be decided on some day.
    open: Option<String>,
    /// What is broken on some days by one limit: what that says, and the days after the first.
    broken: Vec<(String, Exception, Vec<Date>)>,
}

impl Standing<'_> {
    /// It is judged on a day.
    pub(crate) fn judged(&mut self, date: Date) {
        self.is_judged = true;
        self.tally.stands_tested(date);
    }

    /// It cannot be decided on a day, by one pack or by all.
    pub(crate) fn open(&mut self, date: Date, pack: Option<&str>, reason: String) {
        self.tally.stands_open(date, pack, &reason);
        self.open.get_or_insert(reason);
    }

    /// It is broken on a day: what says the same makes one exception with the day on which it began.
    pub(crate) fn broken(&mut self, said: String, date: Date, found: impl FnOnce() -> Exception) {
        match self.broken.iter_mut().find(|(same, ..)| *same == said) {
            Some((_, _, days)) => days.push(date),
            None => self.broken.push((said, found().on(date), Vec::new())),
        }
    }
}

/// Judges one matter on each calendar day that a gaming day touches with its records: one thing tested, and one exception
/// for each law that says the same of it, of the first day on which that is broken.
pub(crate) fn on_each_day(tally: &mut Tally, mut judge: impl FnMut(&mut Standing<'_>, Date)) {
    let days = tally.standing_days();
    let mut standing = Standing { tally, is_judged: false, open: None, broken: Vec::new() };
    days.iter().for_each(|date| judge(&mut standing, *date));
    let Standing { tally, is_judged, open, broken } = standing;
    if is_judged {
        tally.stood();
    }
    if let Some(reason) = open.filter(|_| broken.is_empty()) {
        tally.stood_open(reason);
    }
    broken.into_iter().for_each(|(_, found, days)| tally.push(found.standing(days)));
}

/// Compares what stands on every audited day with a role's limits; `found` gets allowed and law.
pub(crate) fn judge_standing(
    scope: &Scope,
    (role, amount): (Role, Quantity),
    tally: &mut Tally,
    found: impl Fn(&str, &str) -> Exception,
) {
    compare_each_day(amount, |date| scope.law.said_of(role, date), tally, found);
}

/// The same of what a table posts for one wager between two moments, by the cap on a single wager at that table.
pub(crate) fn judge_posted(
    scope: &Scope,
    (table, most, during): (&Table, Money, [Option<Timestamp>; 2]),
    tally: &mut Tally,
    found: impl Fn(&str, &str) -> Exception,
) {
    let is_there = |date| scope.engagement.stands_on(during, date);
    let said = |date| scope.law.caps_on(date, &table.terms).filter(move |_| is_there(date));
    compare_each_day(most.into(), said, tally, found);
}

fn compare_each_day<'l, I: Iterator<Item = (&'l Limit, Decision)>>(
    amount: Quantity,
    said: impl Fn(Date) -> I,
    tally: &mut Tally,
    found: impl Fn(&str, &str) -> Exception,
) {
    on_each_day(tally, |standing, date| {
        for (at, (limit, said)) in said(date).enumerate() {
            if at == 0 {
                standing.judged(date);
            }
            match said.judge(amount) {
                Verdict::Holds => {}
                Verdict::NotDecidable { reason } => {
                    standing.open(date, Some(&limit.pack), reason);
                }
                Verdict::Violates => {
                    let allowed = limit_in_words(&said);
                    standing.broken(format!("{} {} {allowed}", limit.pack, limit.id), date, || {
                        found(&allowed, &law_in_words(limit, &said, date)).under(&limit.pack)
                    });
                }
            }
        }
    });
}
