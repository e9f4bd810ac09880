//! ADJ-002: manual adjustment by someone without that role. The procedure is described in `adj_002.md`.

use super::{Fill, MeterCase, Tally, is_adjustment};
use feltproof_model::engagement::{JournalKind, Role};

pub(super) fn run(case: &MeterCase<'_>, tally: &mut Tally) {
    let actor = &case.event.actor;
    let engagement = &case.scope.engagement;
    // Without a staff list roles are not known; a missing actor is ADJ-001's.
    if !is_adjustment(case) || actor.trim().is_empty() || engagement.staff.is_empty() {
        return;
    }
    tally.tested += 1;
    let recorded = match (engagement.person(actor), case.strangers) {
        (None, Some(hole)) => {
            return tally.left_open(hole.of(case.scope), || {
                let line = case.scope.line(JournalKind::Manager, case.event.line);
                format!(
                    "Whether {actor} may make the adjustment of line {line} of the manager journal"
                )
            });
        }
        (Some(person), _) if person.role == Role::Accounting => return,
        (Some(person), _) => format!("{actor}, whose role is {}", person.role.name()),
        (None, None) => format!("{actor}, who is not on the staff list"),
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
