//! What stands on every audited day, compared with a limit of the law: a posting, a link.

use crate::exception::Fill;
use crate::law::{law_in_words, limit_in_words};
use crate::scope::Scope;
use crate::tally::Tally;
use feltproof_model::Exception;
use feltproof_regs::{Limit, Quantity, Role, Verdict};

/// Compares what stands on every audited day with what the packs limit in a role: one thing tested, and one
/// exception for each limit, of the first day on which it is broken. `found` is given what is allowed and the law
/// in words.
pub(crate) fn judge_standing(
    scope: &Scope,
    (role, amount): (Role, Quantity),
    tally: &mut Tally,
    found: impl Fn(&str, &str) -> Exception,
) {
    let (mut is_in_force, mut open) = (false, None);
    let mut broken: Vec<&Limit> = Vec::new();
    for day in (0_u16..).take(scope.engagement.days.len()) {
        for (limit, said) in scope.law.said_of(role, day) {
            is_in_force = true;
            match said.judge(amount) {
                Verdict::Holds => {}
                Verdict::NotDecidable { reason } => open = open.or(Some(reason)),
                Verdict::Violates if broken.iter().any(|known| std::ptr::eq(*known, limit)) => {}
                Verdict::Violates => {
                    broken.push(limit);
                    let law = law_in_words(limit, &said, scope.date(day));
                    tally.push(found(&limit_in_words(&said), &law).under(&limit.pack));
                }
            }
        }
    }
    tally.tested += u64::from(is_in_force);
    if let Some(reason) = open.filter(|_| broken.is_empty()) {
        tally.undecided(|| reason);
    }
}
