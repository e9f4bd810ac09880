//! WAC-006: posted maximum is above the single-wager cap. The procedure is described in `wac_006.md`.

use super::{Fill, Scope, Tally, at_line, judge_posted};
use feltproof_model::Wager;

pub(super) fn run(scope: &Scope, tally: &mut Tally) {
    for table in &scope.engagement.tables {
        // A bank covers the wagers of others and is none.
        for posted in table.posted.iter().filter(|posted| posted.wager != Wager::Bank) {
            let most = posted.max;
            judge_posted(scope, (table, most), tally, |allowed, law| {
                at_line(table.line).of_table(table).words(allowed, most.to_string()).because(
                    format!(
                        "Table {} posts that {} may be as much as {most}; {law}.",
                        table.id, posted.wager
                    ),
                )
            });
        }
    }
}
