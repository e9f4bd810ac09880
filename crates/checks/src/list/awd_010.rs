//! AWD-010: meter was reseeded before the award was released. The procedure is described in `awd_010.md`.

use super::{AwardCase, Fill, Tally, awd_004};
use feltproof_model::ControllerKind;
use feltproof_model::engagement::JournalKind;

pub(super) fn run(case: &AwardCase<'_>, tally: &mut Tally) {
    let (Some(event), Some(reseeded)) = (&case.event, case.reseeded_at) else { return };
    let procedure = case.scope.procedure(case.table);
    if procedure.is_none_or(|p| p.by(ControllerKind::KeyRun).is_empty()) {
        return;
    }
    let won = case.controller.iter().position(|e| e.kind == ControllerKind::JPot);
    let rest = won.and_then(|at| case.controller.get(at..)).unwrap_or_default();
    // A key that never went back is RND-005's.
    let Some(release) = rest.iter().find(|e| e.kind == ControllerKind::KeyRun) else { return };
    tally.tested += 1;
    if release.time <= awd_004::until(case, reseeded) {
        return;
    }
    if let Some(hole) = case.holes.controller.or(case.clock) {
        return tally.left_open(hole.of(case.scope), || {
            format!(
                "Whether the award of line {} of the manager journal was released before the reseed",
                case.scope.line(JournalKind::Manager, event.line)
            )
        });
    }
    let line = case.scope.line(JournalKind::Controller, release.line);
    tally.push(case.exception().words("a reseed after key_run", "a reseed before it").because(format!(
        "The meter of link {} is adjusted when the supervisor's key returns to RUN. For the award of {} in round {} \
         of table {} it was reseeded before that (line {line} of the controller journal), by more than the clocks \
         may differ.",
        case.link().id,
        event.amount,
        case.round,
        case.scope.table(case.table).id
    )));
}
