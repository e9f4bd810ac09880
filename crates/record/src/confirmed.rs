//! Awards completed on a table controller, each with the hand that was selected for it.

use feltproof_engine::Procedure;
use feltproof_model::{ControllerEvent, ControllerKind, Seat};
use smallvec::SmallVec;

/// One completed award: a card swiped after CONFIRM, or J-POT with the key at JPH.
#[derive(Clone, Copy)]
pub struct Confirmed<'a> {
    /// The event that completes it.
    pub event: &'a ControllerEvent,
    /// The hand button that it is for: of the event's seat, else the latest lit one not completed yet.
    pub button: Option<&'a ControllerEvent>,
}

impl Confirmed<'_> {
    /// Which seat it is for, as far as the record says.
    pub(crate) fn seat(&self) -> Option<Seat> {
        self.event.seat.or_else(|| self.button.and_then(|button| button.seat))
    }
}

/// The awards completed on the controller by the procedure of its system, of the events of one round in order.
pub fn confirmations<'a>(
    procedure: Option<&Procedure>,
    events: &'a [ControllerEvent],
) -> Vec<Confirmed<'a>> {
    let Some(procedure) = procedure else { return Vec::new() };
    let [begins, completes] = procedure.of_award();
    let mut is_begun = false;
    let mut done = Vec::new();
    // Hand buttons that are lit, and whether an award was completed for each.
    let mut lit: SmallVec<[(&ControllerEvent, bool); 4]> = SmallVec::new();
    for event in events {
        if event.kind == ControllerKind::HandButton {
            let same = |(of, _): &(&ControllerEvent, bool)| {
                of.seat == event.seat && of.value == event.value
            };
            // Pressed again it is off.
            match lit.iter().position(same) {
                Some(at) => drop(lit.remove(at)),
                None => lit.push((event, false)),
            }
        } else if begins.contains(&event.kind) {
            is_begun = true;
        } else if is_begun && completes.contains(&event.kind) {
            let for_it = |(of, used): &&mut (&ControllerEvent, bool)| {
                !*used && (event.seat.is_none() || of.seat == event.seat)
            };
            let button = lit.iter_mut().rev().find(for_it).map(|(of, used)| {
                *used = true;
                *of
            });
            done.push(Confirmed { event, button });
            is_begun = procedure.completes_again(event.kind);
        } else if !procedure.by(event.kind).is_empty() {
            is_begun = false;
        }
    }
    done
}
