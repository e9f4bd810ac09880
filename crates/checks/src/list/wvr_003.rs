//! WVR-003: waiver has no bounds. The procedure is described in `wvr_003.md`.

use super::{Fill, Scope, Tally, at_line};

pub(super) fn run(scope: &Scope, tally: &mut Tally) {
    for waiver in &scope.engagement.waivers {
        tally.tested += 1;
        if waiver.table.is_some() || waiver.link.is_some() || waiver.up_to.is_some() {
            continue;
        }
        let found = at_line(waiver.line).words("a table, a link or an amount", "none");
        tally.push(found.because(format!(
            "The waiver of {} is bound to no table, no link and no amount: whatever is found anywhere on the \
             property is waived by it.",
            waiver.in_words()
        )));
    }
}
