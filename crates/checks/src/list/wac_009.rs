//! WAC-009: more tables than an establishment may have. The procedure is described in `wac_009.md`.

use super::{Fill, Scope, Tally, at_line, judge_standing, listed};
use feltproof_regs::{Quantity, Role};

pub(super) fn run(scope: &Scope, tally: &mut Tally) {
    let tables = &scope.engagement.tables;
    let Some(last) = tables.last() else { return };
    let count = Quantity::Tables(listed(tables.len()));
    judge_standing(scope, (Role::Tables, count), tally, |allowed, law| {
        at_line(last.line).of_table(last).words(allowed, count.to_string()).because(format!(
            "The engagement declares {count} at {}; {law}.",
            scope.engagement.location
        ))
    });
}
