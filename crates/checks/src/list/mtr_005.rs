//! MTR-005: reading does not join up with the record before it. The procedure is described in `mtr_005.md`.

use super::{Fill, MeterCase, Tally, departures, is_reading, of_accounts};

pub(super) fn run(case: &MeterCase<'_>, tally: &mut Tally) {
    if case.first || !is_reading(case) {
        return;
    }
    tally.tested += 1;
    let (after, event) = (case.after, case.event);
    let wrong = departures((after.display, event.display), (after.reserve, event.reserve));
    if wrong.is_empty() {
        return;
    }
    let parts: Vec<String> = wrong
        .iter()
        .map(|(account, expected, read)| {
            format!("the {account} stood at {expected} and {read} was read")
        })
        .collect();
    tally.push(of_accounts(case.exception(), &wrong).because(format!(
        "Link {}, after the event before this {}: {}. Something changed without an event.",
        case.link.id,
        event.kind.name(),
        parts.join("; ")
    )));
}
