//! WAC-004: beginning amount of a progressive is not on record. The procedure is described in `wac_004.md`.

use super::{Fill, MeterCase, Tally};
use feltproof_model::ManagerKind;

pub(super) fn run(case: &MeterCase<'_>, tally: &mut Tally) {
    if !case.first {
        return;
    }
    tally.tested += 1;
    if case.event.kind != ManagerKind::Reading {
        if let Some(hole) = case.hole.or(case.before_first) {
            return tally.left_open(hole.of(case.scope), || {
                format!("The beginning amount of link {}", case.link.id)
            });
        }
        let citations: Vec<&str> = case
            .scope
            .law
            .that_ask_for(tally.code, case.date())
            .map(|(_, citation)| citation)
            .collect();
        tally.push(
            case.exception()
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
