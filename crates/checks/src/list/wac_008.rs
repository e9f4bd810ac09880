//! WAC-008: aggregate limit is below the lawful floor. The procedure is described in `wac_008.md`.

use super::{Fill, Scope, Tally, at_line};
use crate::aggregate::{Lawful, Posted, judge, posted};

pub(super) fn run(scope: &Scope, tally: &mut Tally) {
    for (table, rules) in scope.tables() {
        posted(table, rules).for_each(|posted| judge_posted(scope, posted, tally));
    }
}

/// A posting is one matter, however many days it hangs.
fn judge_posted(scope: &Scope, posted: Posted<'_>, tally: &mut Tally) {
    let Posted { table, wager, limit, .. } = posted;
    let (mut is_asked, mut open) = (false, None);
    for day in (0_u16..).take(scope.engagement.days.len()) {
        match judge(&scope.law.packs, posted, scope.date(day)) {
            Lawful::NotAsked => continue,
            Lawful::Yes => {}
            Lawful::Open(reason) => open = open.or(Some(reason)),
            Lawful::No { pack, expected, law } => {
                tally.tested += 1;
                let found = at_line(table.line)
                    .of_table(table)
                    .under(&pack)
                    .words(expected, limit.to_string());
                return tally.push(found.because(format!(
                    "Table {} posts an aggregate limit of {limit} for {wager}; {law}. A limit that the law does \
                     not allow cuts nothing: payouts are expected in full.",
                    table.id
                )));
            }
        }
        is_asked = true;
    }
    tally.tested += u64::from(is_asked);
    if let Some(reason) = open {
        tally.left_open(reason, || {
            format!(
                "Whether the aggregate limit of {limit} for {wager} at table {} is lawful",
                table.id
            )
        });
    }
}
