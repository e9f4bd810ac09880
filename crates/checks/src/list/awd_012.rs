//! AWD-012: award was taken before the wagers of its round were counted in. The procedure is described in
//! `awd_012.md`.

use super::{AwardCase, Fill, Tally, owed_of_met};
use feltproof_model::Party;
use feltproof_model::engagement::JournalKind;

pub(super) fn run(case: &AwardCase<'_>, tally: &mut Tally) {
    let (Some(event), Some((share, owed))) = (&case.event, owed_of_met(case)) else { return };
    tally.tested += 1;
    // A meter that was not reseeded either is AWD-011's.
    let late = case.due.coin_in.filter(|_| case.due.reseed.is_none() && event.amount != owed);
    let Some(late) = late else { return };
    let line = |line| case.scope.line(JournalKind::Manager, line);
    if let Some(hole) = case.before.or(late.hole) {
        return tally.left_open(hole.of(case.scope), || {
            format!("What the meter showed before the award of line {}", line(event.line))
        });
    }
    tally.push(case.exception().money(owed, event.amount, Party::Player).because(format!(
        "The wagers of round {} of table {} were made before its cards were dealt, and line {} counts them in \
         after the award. With them the meter of link {} would have shown {}; {} of it is {owed}, and the \
         award recorded is {}.",
        case.round,
        case.scope.table(case.table).id,
        line(late.line),
        case.link().id,
        late.display,
        share.percent(),
        event.amount
    )));
}
