//! What stands on every audited day, compared with a limit of the law: a posting, a link.

use crate::exception::Fill;
use crate::law::{law_in_words, limit_in_words};
use crate::scope::Scope;
use crate::tally::Tally;
use feltproof_model::Exception;
use feltproof_regs::{Decision, Limit, Quantity, Role, Verdict};

/// Compares what stands on every audited day with what the packs limit in a role, by the day that each gaming day is
/// named after: one thing tested, and one exception for each limit and what it says, of the first day on which that is
/// broken. `found` is given what is allowed and the law in words.
pub(crate) fn judge_standing(
    scope: &Scope,
    (role, amount): (Role, Quantity),
    tally: &mut Tally,
    found: impl Fn(&str, &str) -> Exception,
) {
    let (mut is_in_force, mut open) = (false, None);
    let mut broken: Vec<(&Limit, Decision)> = Vec::new();
    for date in scope.engagement.days.iter().map(|day| day.date) {
        let mut judged = false;
        for (limit, said) in scope.law.said_of(role, date) {
            judged = true;
            match said.judge(amount) {
                Verdict::Holds => {}
                Verdict::NotDecidable { reason } => {
                    tally.stands(date, Some(&limit.pack), |of_day| {
                        of_day.undecided += 1;
                        of_day.reason.get_or_insert_with(|| reason.clone());
                    });
                    open = open.or(Some(reason));
                }
                Verdict::Violates
                    if broken.iter().any(|(l, s)| std::ptr::eq(*l, limit) && *s == said) =>
                {
                    tally.stands(date, Some(&limit.pack), |of_day| of_day.found += 1);
                }
                Verdict::Violates => {
                    let law = law_in_words(limit, &said, date);
                    let found = found(&limit_in_words(&said), &law);
                    tally.push(found.on(date).under(&limit.pack));
                    broken.push((limit, said));
                }
            }
        }
        if judged {
            tally.stands(date, None, |of_day| of_day.tested += 1);
        }
        is_in_force |= judged;
    }
    if is_in_force {
        tally.stood();
    }
    if let Some(reason) = open.filter(|_| broken.is_empty()) {
        tally.stood_open(reason);
    }
}
