//! AWD-013: award of another table was taken first though it was completed later. The procedure is described
//! in `awd_013.md`.

use super::{AwardCase, Fill, Tally, seconds_in_words, turns_in_words};
use feltproof_model::Party;
use feltproof_model::engagement::JournalKind;

pub(super) fn run(case: &AwardCase<'_>, tally: &mut Tally) {
    let Some(event) = &case.event else { return };
    let is_shared = case.scope.tables_on(case.link_id).nth(1).is_some();
    if !is_shared || case.controller.is_empty() {
        return;
    }
    tally.tested += 1;
    let Some(overtaken) = &case.due.overtaken else { return };
    let line = |line| case.scope.line(JournalKind::Manager, line);
    let own = overtaken.turns.iter().find(|turn| turn.table == case.table);
    let Some(owed) = own.and_then(|turn| turn.owed) else {
        return tally.undecided(|| {
            format!(
                "the award of line {} was completed before that of line {}, and the record does not say what \
                 each would have met in that order",
                line(event.line),
                line(overtaken.by)
            )
        });
    };
    // Whoever met no less than in the other order is owed nothing.
    if owed == event.amount {
        return;
    }
    let (first, second) = overtaken.completed;
    tally.push(case.exception().money(owed, event.amount, Party::Player).because(format!(
        "On its controller the award of table {} was completed {} second(s) before that of line {}; the \
         manager took that of line {} first. In the order in which they were completed: {}.",
        case.scope.table(case.table).id,
        seconds_in_words(second.micros_since(first)),
        line(overtaken.by),
        line(overtaken.by),
        turns_in_words(case.scope, &overtaken.turns)
    )));
}
