//! WAC-004: beginning amount of a progressive is not on record. The procedure is described in `wac_004.md`.

use super::{Check, Fill, MeterCase, Need, Run, Tally};
use feltproof_model::ManagerKind;

pub(crate) const CHECK: Check = Check {
    code: "WAC-004",
    title: "Beginning amount of a progressive is not on record",
    unit: "link",
    doc: include_str!("wac_004.md"),
    needs: &[Need::Manager, Need::Links, Need::Control("WAC-004")],
    run: Run::Meter(run),
};

fn run(case: &MeterCase<'_>, tally: &mut Tally) {
    if !case.first {
        return;
    }
    tally.tested += 1;
    if case.event.kind != ManagerKind::Reading {
        let citations: Vec<&str> =
            case.scope.law.that_ask_for(CHECK.code).map(|(_, citation)| citation).collect();
        tally.push(
            case.exception(CHECK.code)
                .words("a reading first", case.event.kind.name())
                .because(format!(
                    "{} asks for the beginning amount of each progressive; the record of link \
                     {} begins with {} and has no reading before it, so the meter was re-kept from there.",
                    citations.join(" and "),
                    case.link.id,
                    case.event.kind.name()
                )),
        );
    }
}
