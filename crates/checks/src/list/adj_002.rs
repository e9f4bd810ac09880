//! ADJ-002: manual adjustment by someone without that role. The procedure is described in `adj_002.md`.

use super::{Fill, MeterCase, Tally, is_adjustment};
use feltproof_model::engagement::Role;

pub(super) fn run(case: &MeterCase<'_>, tally: &mut Tally) {
    let actor = &case.event.actor;
    let staff = &case.scope.engagement.staff;
    // Without a staff list roles are not known; a missing actor is ADJ-001's.
    if !is_adjustment(case) || actor.trim().is_empty() || staff.is_empty() {
        return;
    }
    tally.tested += 1;
    let recorded = match staff.iter().find(|s| s.id == *actor) {
        Some(person) if person.role == Role::Accounting => return,
        Some(person) => format!("{actor}, whose role is {}", person.role.name()),
        None => format!("{actor}, who is not on the staff list"),
    };
    tally.push(case.exception().words("somebody of accounting", recorded.clone()).because(
        format!(
            "Manual adjustments in the Game Manager are accounting's; this {} of {} on link {} was made by \
             {recorded}.",
            case.event.kind.name().replace('_', " "),
            case.event.amount,
            case.link.id
        ),
    ));
}
