//! MTR-011: meter does not begin where the engagement before ended. The procedure is described in
//! `mtr_011.md`.

use super::{Fill, MeterCase, Tally, departures, of_accounts};
use feltproof_model::engagement::JournalKind;

pub(super) fn run(case: &MeterCase<'_>, tally: &mut Tally) {
    let Some((carried, unread)) = case.carried else { return };
    tally.tested += 1;
    let wrong =
        departures((carried.display, case.event.display), (carried.reserve, case.event.reserve));
    if wrong.is_empty() {
        return;
    }
    let line = case.scope.line(JournalKind::Manager, case.event.line);
    // Running numbers that go on from the engagement before show nothing missing.
    if let Some(hole) = case.hole.or(unread) {
        return tally.left_open(hole.of(case.scope), || {
            format!("Whether line {line} of the manager journal goes on from the engagement before")
        });
    }
    let parts = wrong.iter().map(|(account, owed, recorded)| {
        format!("the {account} should stand at {owed} and is recorded as {recorded}")
    });
    let parts = parts.collect::<Vec<_>>().join("; ");
    tally.push(of_accounts(case.exception(), &wrong).because(format!(
        "The report of the engagement before says where the meter of link {} stood at its end. Line {line} is \
         the first event since: {parts}.",
        case.link.id
    )));
}
