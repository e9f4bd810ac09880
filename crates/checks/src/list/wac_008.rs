//! WAC-008: aggregate limit is below the lawful floor. The procedure is described in `wac_008.md`.

use super::{Fill, Scope, Tally, at_line};
use crate::aggregate::{Lawful, Posted, judge, posted};
use crate::standing::Broken;

pub(super) fn run(scope: &Scope, tally: &mut Tally) {
    for (table, rules) in scope.tables() {
        posted(table, rules).for_each(|posted| judge_posted(scope, posted, tally));
    }
}

/// A posting is one matter by each law, however many days it hangs.
fn judge_posted(scope: &Scope, posted: Posted<'_>, tally: &mut Tally) {
    let Posted { table, wager, limit, .. } = posted;
    let (mut is_requested, mut open) = (false, None);
    let mut broken = Broken::default();
    for date in tally.standing_days().iter().copied() {
        match judge(&scope.law.packs, posted, date) {
            Lawful::NotRequested => continue,
            Lawful::Yes => {}
            Lawful::Open(reason) => {
                let reason = format!(
                    "Whether the aggregate limit of {limit} for {wager} at table {} is lawful cannot be told: {reason}.",
                    table.id
                );
                tally.stands_open(date, None, &reason);
                open = open.or(Some(reason));
            }
            Lawful::No { pack, expected, law } => {
                broken.add(format!("{pack} {expected}"), date, || {
                    let found = at_line(table.line).of_table(table).under(&pack);
                    found.words(expected, limit.to_string()).because(format!(
                        "Table {} posts an aggregate limit of {limit} for {wager}; {law}. A limit that the law does \
                         not allow cuts nothing: payouts are expected in full.",
                        table.id
                    ))
                });
            }
        }
        is_requested = true;
        tally.stands_tested(date);
    }
    if is_requested {
        tally.stood();
    }
    if let Some(reason) = open.filter(|_| broken.is_empty()) {
        tally.stood_open(reason);
    }
    broken.push(tally);
}
