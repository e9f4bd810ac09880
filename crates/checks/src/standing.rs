//! What stands on every audited day, compared with a limit of the law: a posting, a link.

use crate::exception::Fill;
use crate::law::{law_in_words, limit_in_words};
use crate::scope::Scope;
use crate::tally::Tally;
use feltproof_model::engagement::Table;
use feltproof_model::{Date, Exception, Money};
use feltproof_regs::{Decision, Limit, Quantity, Role, Verdict};

/// What is broken on some days by one limit, and what that says.
#[derive(Default)]
pub(crate) struct Broken(Vec<(String, Exception, Vec<Date>)>);

impl Broken {
    /// Of one more day: what says the same makes one exception with the day on which it began.
    pub(crate) fn add(&mut self, said: String, date: Date, found: impl FnOnce() -> Exception) {
        match self.0.iter_mut().find(|(same, ..)| *same == said) {
            Some((_, _, days)) => days.push(date),
            None => self.0.push((said, found().on(date), Vec::new())),
        }
    }

    pub(crate) const fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Hands everything on.
    pub(crate) fn push(self, tally: &mut Tally) {
        for (_, found, days) in self.0 {
            tally.push(found.standing(days));
        }
    }
}

/// Compares what stands on every audited day with what the packs limit in a role, on each calendar day that a gaming day
/// touches with its records: one thing tested, and one exception for each limit and what it says, of the first day on which that is
/// broken. `found` is given what is allowed and the law in words.
pub(crate) fn judge_standing(
    scope: &Scope,
    (role, amount): (Role, Quantity),
    tally: &mut Tally,
    found: impl Fn(&str, &str) -> Exception,
) {
    judge_each_day(amount, |date| scope.law.said_of(role, date), tally, found);
}

/// The same of what a table posts for one wager, by the cap on a single wager at that table.
pub(crate) fn judge_posted(
    scope: &Scope,
    (table, most): (&Table, Money),
    tally: &mut Tally,
    found: impl Fn(&str, &str) -> Exception,
) {
    let said = |date| scope.law.caps_on(date, &table.terms);
    judge_each_day(most.into(), said, tally, found);
}

fn judge_each_day<'l, I: Iterator<Item = (&'l Limit, Decision)>>(
    amount: Quantity,
    said: impl Fn(Date) -> I,
    tally: &mut Tally,
    found: impl Fn(&str, &str) -> Exception,
) {
    let (mut is_in_force, mut open) = (false, None);
    let mut broken = Broken::default();
    for date in tally.standing_days().iter().copied() {
        let mut judged = false;
        for (limit, said) in said(date) {
            judged = true;
            match said.judge(amount) {
                Verdict::Holds => {}
                Verdict::NotDecidable { reason } => {
                    tally.stands_open(date, Some(&limit.pack), &reason);
                    open = open.or(Some(reason));
                }
                Verdict::Violates => {
                    let allowed = limit_in_words(&said);
                    let by = format!("{} {} {allowed}", limit.pack, limit.id);
                    broken.add(by, date, || {
                        found(&allowed, &law_in_words(limit, &said, date)).under(&limit.pack)
                    });
                }
            }
        }
        if judged {
            tally.stands_tested(date);
        }
        is_in_force |= judged;
    }
    if is_in_force {
        tally.stood();
    }
    if let Some(reason) = open.filter(|_| broken.is_empty()) {
        tally.stood_open(reason);
    }
    broken.push(tally);
}
