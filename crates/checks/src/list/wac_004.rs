//! WAC-004: beginning amount of a progressive is not on record. The procedure is described in `wac_004.md`.

use super::{Fill, MeterCase, Tally};
use feltproof_model::ManagerKind;

pub(super) fn run(case: &MeterCase<'_>, tally: &mut Tally) {
    if !case.first {
        return;
    }
    tally.tested += 1;
    if case.event.kind == ManagerKind::Reading {
        return tally.holds_from_now();
    }
    if let Some(hole) = case.hole.or(case.before_first) {
        return tally.left_open(hole.of(case.scope), || {
            format!("The beginning amount of link {}", case.link.id)
        });
    }
    let asking = case.scope.law.that_ask_for(tally.code, case.date());
    let citations: Vec<&str> = asking.map(|(_, citation)| citation).collect();
    let (first, link) = (case.event.kind.name(), &case.link.id);
    tally.push(case.exception().words("a reading first", first).because(format!(
        "{} asks for the beginning amount of each progressive; the record of link {link} begins with {first} and has no \
         reading before it, so the meter was re-kept from there.",
        citations.join(" and "),
    )));
}
