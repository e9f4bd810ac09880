//! AWD-004: award was not authorised by the procedure. The procedure is described in `awd_004.md`.

use crate::case::AwardCase;
use crate::frame::{Check, Fill, Need, Run, Tally};
use feltproof_model::{ControllerEvent, ControllerKind, Seat};

/// AWD-004.
pub const CHECK: Check = Check {
    code: "AWD-004",
    title: "Award was not authorised by the procedure",
    unit: "award",
    doc: include_str!("awd_004.md"),
    needs: &[Need::Manager, Need::Controller, Need::Links],
    run: Run::Award(run),
};

/// The first step of the procedure that the controller's record lacks, in order.
fn missing_step(events: &[&ControllerEvent], seat: Seat, keyed: bool) -> Option<&'static str> {
    use ControllerKind as K;
    let selected = |e: &ControllerEvent| e.kind == K::HandButton && e.seat == Some(seat);
    // Pressing the button again undoes the selection.
    if events.iter().filter(|e| selected(e)).count() % 2 == 0 {
        return Some("the hand button of the seat");
    }
    let after = |from: usize, kinds: &[K]| {
        (from..events.len()).find(|i| kinds.contains(&events[*i].kind)).map(|i| i + 1)
    };
    let last_press = events.iter().rposition(|e| selected(e)).map_or(0, |i| i + 1);
    let steps: [(&[K], &'static str); 2] = if keyed {
        [(&[K::KeyJph], "the supervisor key at JPH"), (&[K::JPot], "the J-POT button")]
    } else {
        [
            (&[K::Confirm], "CONFIRM"),
            (&[K::SupervisorCard, K::ExecutiveCard], "a Supervisor or Executive card"),
        ]
    };
    let mut from = last_press;
    for (kinds, name) in steps {
        match after(from, kinds) {
            Some(next) => from = next,
            None => return Some(name),
        }
    }
    None
}

fn run(case: &AwardCase<'_>, tally: &mut Tally) {
    let Some(event) = &case.entry.event else { return };
    tally.tested += 1;
    let keyed = case.link.system == "shfl";
    // Controller and manager have clocks of their own: what they may differ by is declared.
    let window = case.scope.engagement.journals.iter().map(|j| j.disorder_micros).max();
    let until = event.time.plus_micros(window.unwrap_or(0));
    let before: Vec<&ControllerEvent> =
        case.entry.controller.iter().filter(|e| e.time <= until).collect();
    if let Some(missing) = missing_step(&before, case.entry.seat, keyed) {
        tally.push(case.exception(CHECK.code).words(missing, "not on record").because(format!(
            "Before an award leaves the meter the dealer presses the seat's hand button and a supervisor \
             {}. Before the award of {} in round {} of table {}, seat {}, {missing} is not on the \
             controller's record in that order.",
            if keyed { "turns the key to JPH and presses J-POT" } else { "presses CONFIRM and swipes a card" },
            event.amount,
            case.entry.round,
            case.scope.table(case.entry.table).id,
            case.entry.seat
        )));
    }
}
