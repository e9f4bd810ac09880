//! WAC-003: meter was reduced without a permitted reason. The procedure is described in `wac_003.md`.

use super::{Check, Fill, MeterCase, Need, Run, Tally, is_adjustment};
use feltproof_model::Money;

pub const CHECK: Check = Check {
    code: "WAC-003",
    title: "Meter was reduced without a permitted reason",
    unit: "reduction",
    doc: include_str!("wac_003.md"),
    needs: &[Need::Manager, Need::Links, Need::WashingtonPack],
    run: Run::Meter(run),
};

fn run(case: &MeterCase<'_>, tally: &mut Tally) {
    let e = case.event;
    // A missing reason is ADJ-001's.
    if !is_adjustment(case) || e.amount >= Money::ZERO || e.reason.trim().is_empty() {
        return;
    }
    let Some(pack) = case.scope.law.washington() else { return };
    tally.tested += 1;
    if !pack.reason(&e.reason).is_some_and(|r| r.permits_reduction) {
        tally.push(
            case.exception(CHECK.code)
                .words("a reason that WAC 230-15-695 permits", e.reason.to_string())
                .because(format!(
                    "The {} of {} on link {} gives the reason {}; WAC 230-15-695 permits reductions for a \
                     closed list of reasons only, and this is none of them.",
                    e.kind.name().replace('_', " "),
                    e.amount,
                    case.link.id,
                    e.reason
                )),
        );
    }
}
