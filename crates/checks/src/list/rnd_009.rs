//! RND-009: step of an award was made by someone who may not. The procedure is described in `rnd_009.md`.

use super::{Fill, RoundCase, Tally};
use feltproof_model::engagement::{JournalKind, Role};
use feltproof_model::{ControllerEvent, ControllerKind, ManagerKind};

pub(super) fn run(case: &RoundCase<'_>, tally: &mut Tally) {
    let Some(procedure) = case.scope.procedure(case.table_id) else { return };
    let has_award = case.manager.iter().any(|e| e.kind == ManagerKind::Award);
    for event in case.controller {
        let roles = procedure.by(event.kind);
        let is_card =
            matches!(event.kind, ControllerKind::SupervisorCard | ControllerKind::ExecutiveCard);
        let is_named = !event.actor.trim().is_empty();
        // Who held the card of an award is AWD-005's.
        if !(roles.is_empty() || is_card && is_named && has_award) {
            tally.tested += 1;
            judge(case, event, roles, tally);
        }
    }
}

fn judge(case: &RoundCase<'_>, event: &ControllerEvent, roles: &[Role], tally: &mut Tally) {
    let (actor, step) = (event.actor.trim(), event.kind.name());
    let line = || case.scope.line(JournalKind::Controller, event.line);
    let recorded = if actor.is_empty() {
        if let Some(hole) = case.holes.actors {
            return tally.left_open(hole.of(case.scope), || {
                format!("Who made the step {step} of line {} of the controller journal", line())
            });
        }
        "nobody on record".to_owned()
    } else {
        match case.scope.engagement.person(actor).map(|s| s.role) {
            Some(role) if roles.contains(&role) => return,
            Some(role) => format!("{actor}, {}", role.name()),
            None => {
                let why = format!("{actor} is not on the staff list, which may lack people");
                return tally.left_open(why, || {
                    format!("Whether {actor} may make the step {step} of line {} of the controller journal", line())
                });
            }
        }
    };
    let may = roles.iter().map(|role| role.name()).collect::<Vec<_>>().join(" or ");
    tally.push(case.at_controller(event).words(&*may, &*recorded).because(format!(
        "In round {} of table {} the step {step} of an award was made by {recorded}. By the procedure of the \
         system a second person verifies the hand: {may}.",
        case.round, case.table.id
    )));
}
