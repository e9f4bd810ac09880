//! ADJ-001: manual adjustment lacks reason, document or actor. The procedure is described in `adj_001.md`.

use super::{Check, Fill, MeterCase, Need, Run, Tally, is_adjustment};

pub(crate) const CHECK: Check = Check {
    code: "ADJ-001",
    title: "Manual adjustment lacks reason, document or actor",
    unit: "adjustment",
    doc: include_str!("adj_001.md"),
    needs: &[Need::Manager, Need::Links],
    run: Run::Meter(run),
};

fn run(case: &MeterCase<'_>, tally: &mut Tally) {
    if !is_adjustment(case) {
        return;
    }
    tally.tested += 1;
    let e = case.event;
    let parts = [("reason", &e.reason), ("document", &e.document), ("actor", &e.actor)];
    let missing: Vec<&str> =
        parts.iter().filter(|(_, v)| v.trim().is_empty()).map(|(name, _)| *name).collect();
    if !missing.is_empty() {
        tally.push(
            case.exception(CHECK.code)
                .words("reason, document and actor", format!("no {}", missing.join(", no ")))
                .because(format!(
                    "The {} of {} on link {} has no {}. Every increase and decrease of a progressive is \
                     explained and kept with the records.",
                    e.kind.name().replace('_', " "),
                    e.amount,
                    case.link.id,
                    missing.join(" and no ")
                )),
        );
    }
}
