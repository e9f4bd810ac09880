//! AWD-008: one confirmation for two awards. The procedure is described in `awd_008.md`.

use super::{Fill, RoundCase, Tally, awd_004};
use feltproof_model::engagement::JournalKind;
use feltproof_model::{ManagerEvent, ManagerKind};
use feltproof_record::confirmations;

pub(super) fn run(case: &RoundCase<'_>, tally: &mut Tally) {
    let Some(link) = case.link() else { return };
    let awards = case.manager.iter().filter(|e| e.kind == ManagerKind::Award);
    let mut own: Vec<&ManagerEvent> = Vec::new();
    for award in awards.filter(|e| case.table.feeds(e.link)) {
        tally.tested += 1;
        // A second award for the same hand is AWD-002's, and one made anew AWD-004's; one confirmation releases what
        // a hand wins of several meters.
        if own.iter().all(|e| e.seat != award.seat) {
            own.push(award);
        }
    }
    if own.len() < 2 {
        return;
    }
    // An award whose own steps are not on record is AWD-004's.
    own.retain(|award| awd_004::is_complete(case, link, award));
    let confirmed = confirmations(case.scope.procedure(case.table_id), case.controller).len();
    for award in own.into_iter().skip(confirmed) {
        let line = case.scope.line(JournalKind::Manager, award.line);
        if let Some(hole) = case.holes.controller {
            tally.left_open(hole.of(case.scope), || {
                format!("Whether the award of line {line} has a confirmation of its own")
            });
            continue;
        }
        tally.push(
            case.at_manager(award)
                .words("a confirmation for each award", format!("{confirmed} for them all"))
                .because(format!(
                    "Each award is verified and released for itself. In round {} of table {} the controller \
                     recorded {confirmed} completed confirmation(s), and the manager journal has more awards: \
                     that of {} to seat {} was released by the confirmation of another.",
                    case.round,
                    case.table.id,
                    award.amount,
                    award.seat.map_or_else(String::new, |seat| seat.to_string())
                )),
        );
    }
}
