//! WAC-003: meter was reduced without a permitted reason. The procedure is described in `wac_003.md`.

use super::{Fill, MeterCase, Tally, is_adjustment};
use feltproof_model::Money;
use feltproof_regs::{Permits, Reason};

pub(super) fn run(case: &MeterCase<'_>, tally: &mut Tally) {
    let e = case.event;
    // A missing reason is ADJ-001's.
    if !is_adjustment(case) || e.amount >= Money::ZERO || e.reason.trim().is_empty() {
        return;
    }
    tally.tested += 1;
    let date = case.date();
    for (pack, citation) in case.scope.law.that_ask_for(tally.code, date) {
        match pack.reason(&e.reason).map_or(Permits::No, |reason: &Reason| reason.permits(date)) {
            Permits::Yes => continue,
            Permits::No => {}
            Permits::NotDecidable { reason } => {
                tally.undecided_by(&pack.id, || undetermined(case, &reason));
                continue;
            }
        }
        tally.push(
            case.exception()
                .under(&pack.id)
                .words(format!("a reason that {citation} permits"), e.reason.to_string())
                .because(format!(
                    "The {} of {} on link {} gives the reason {}; {citation} permits reductions for a \
                     closed list of reasons only, and on {date} this is none of them.",
                    e.kind.name().replace('_', " "),
                    e.amount,
                    case.link.id,
                    e.reason
                )),
        );
    }
}

fn undetermined(case: &MeterCase<'_>, why: &str) -> String {
    let (kind, amount) = (case.event.kind.name().replace('_', " "), case.event.amount);
    format!(
        "Whether the {kind} of {amount} on link {} was lawful cannot be told: {why}.",
        case.link.id
    )
}
