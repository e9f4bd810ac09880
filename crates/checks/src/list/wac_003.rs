//! WAC-003: meter was reduced without a permitted reason. The procedure is described in `wac_003.md`.

use super::{Fill, MeterCase, Tally, is_adjustment};
use feltproof_model::Money;

pub(super) fn run(case: &MeterCase<'_>, tally: &mut Tally) {
    let e = case.event;
    // A missing reason is ADJ-001's.
    if !is_adjustment(case) || e.amount >= Money::ZERO || e.reason.trim().is_empty() {
        return;
    }
    tally.tested += 1;
    for (pack, citation) in case.scope.law.that_ask_for(tally.code, case.date()) {
        if pack.reason(&e.reason).is_some_and(|r| r.permits_reduction) {
            continue;
        }
        tally.push(
            case.exception()
                .under(&pack.id)
                .words(format!("a reason that {citation} permits"), e.reason.to_string())
                .because(format!(
                    "The {} of {} on link {} gives the reason {}; {citation} permits reductions for a \
                     closed list of reasons only, and this is none of them.",
                    e.kind.name().replace('_', " "),
                    e.amount,
                    case.link.id,
                    e.reason
                )),
        );
    }
}
