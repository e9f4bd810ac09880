//! AWD-007: award confirmed on the controller is not in the manager journal. The procedure is
//! described in `awd_007.md`.

use super::{Fill, RoundCase, Tally, confirmations};
use feltproof_model::engagement::JournalKind;
use feltproof_model::{CauseKey, ControllerEvent, ManagerKind};

pub(super) fn run(case: &RoundCase<'_>, tally: &mut Tally) {
    let confirmed: Vec<&ControllerEvent> = confirmations(case);
    let awards = case.manager.iter().filter(|e| e.kind == ManagerKind::Award).count();
    tally.tested += u64::try_from(confirmed.len()).unwrap_or(u64::MAX);
    if let Some(event) = confirmed.get(awards) {
        if let Some(hole) = case.holes.manager {
            return tally.left_open(hole.of(case.scope), || {
                format!(
                    "Whether what line {} of the controller journal confirms was paid",
                    case.scope.line(JournalKind::Controller, event.line)
                )
            });
        }
        let (day, table, round) = (case.day, case.table_id, case.round);
        tally.push(
            case.at_controller(event)
                .words("an award in the manager journal", "none")
                .suspected(Some(CauseKey::Award { day, table, round }))
                .because(format!(
                    "{} of line {} completes an award in round {} of table {}: from there the system records \
                     the win on the Game Manager. {} award(s) were confirmed on the controller, {awards} \
                     stand in the manager journal.",
                    event.kind.name(),
                    case.scope.line(JournalKind::Controller, event.line),
                    case.round,
                    case.table.id,
                    confirmed.len()
                )),
        );
    }
}
