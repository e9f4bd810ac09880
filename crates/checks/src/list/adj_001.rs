//! ADJ-001: manual adjustment lacks reason, document or actor. The procedure is described in `adj_001.md`.

use super::{Fill, MeterCase, Tally, is_adjustment};

pub(super) fn run(case: &MeterCase<'_>, tally: &mut Tally) {
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
            case.exception()
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
