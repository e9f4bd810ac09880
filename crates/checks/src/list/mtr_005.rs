//! MTR-005: reading does not join up with the record before it. The procedure is described in `mtr_005.md`.

use super::{Fill, MeterCase, Tally, after_a_hole, departures, is_reading, of_accounts};
use feltproof_record::meter::Still;

pub(super) fn run(case: &MeterCase<'_>, tally: &mut Tally) {
    if case.first || !is_reading(case) {
        return;
    }
    tally.tested += 1;
    if let Some(still) = case.still {
        return stands_still(case, still, tally);
    }
    let (after, event) = (case.after, case.event);
    let wrong = departures((after.display, event.display), (after.reserve, event.reserve));
    if wrong.is_empty() {
        return;
    }
    if let Some(hole) = case.hole {
        return tally.left_open(hole.of(case.scope), || after_a_hole(case));
    }
    let parts: Vec<String> = wrong
        .iter()
        .map(|(account, expected, read)| {
            format!("the {account} stood at {expected} and {read} was read")
        })
        .collect();
    let found = of_accounts(case.exception(), &wrong);
    let cause = case.causes[0].or(case.causes[1]);
    tally.push(found.suspected(cause).because(format!(
        "Link {}, after the event before this {}: {}. Something changed without an event.",
        case.link.id,
        event.kind.name(),
        parts.join("; ")
    )));
}

/// Said once of a link: wagers are on record, none is counted in, and nothing moves.
fn stands_still(case: &MeterCase<'_>, still: Still, tally: &mut Tally) {
    let (owed, event) = (still.owed, case.event);
    let wrong = departures((owed.display, event.display), (owed.reserve, event.reserve));
    let found = of_accounts(case.exception(), &wrong);
    tally.push(found.because(format!(
        "Link {} has no coin-in on record. {} were wagered in {} rounds at its tables, and its meter stands at {} with a \
         reserve of {}, as it did before them: none of it reached them. They should stand at {} and {} at least. What \
         follows is not said again.",
        case.link.id, still.staked, still.rounds, event.display, event.reserve, owed.display, owed.reserve
    )));
}
