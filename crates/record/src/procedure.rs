//! Where each table stands in the procedure of its progressive system: the one place that runs it.
//!
//! Award and release may lie on both sides of the next COIN IN, so a table goes on where the round before
//! left it, and a round that begins within the one before meets the state of that moment.

use feltproof_engine::{Procedure, ProcedureState};
use feltproof_model::{ControllerEvent, ControllerKind, Seat, Timestamp};
use smallvec::SmallVec;

/// The first event of a round that was out of order. What follows it in its round is not judged.
#[derive(Clone, Debug)]
pub struct Departure {
    /// Its place among the controller events of the round.
    pub at: usize,
    /// What would have been in order.
    pub in_order: String,
    /// Where the round before had not released its award: that event.
    pub since: Option<Box<ControllerEvent>>,
}

/// An event and where it led.
struct Led {
    line: u32,
    time: Timestamp,
    to: ProcedureState,
    /// Its place among the events of its round.
    at: usize,
}

#[derive(Default)]
pub(crate) struct AtTable {
    /// The events of the latest round that was started; none where it was out of order.
    latest: SmallVec<[Led; 4]>,
    /// These events themselves, where one of them is a step of an award.
    awarding: Vec<ControllerEvent>,
}

impl AtTable {
    /// Takes in the events of the next round that the table played, and gives the first out of order.
    pub(crate) fn follow(
        &mut self,
        procedure: &Procedure,
        events: &[ControllerEvent],
        is_late: bool,
    ) -> Option<Box<Departure>> {
        // Without COIN IN it is RND-004's.
        if !events.iter().any(|e| e.kind == ControllerKind::CoinIn) {
            if !is_late && !events.is_empty() {
                self.latest.clear();
            }
            return None;
        }
        // What stands late was not played there.
        if is_late {
            return Self::default().run(procedure, events, Procedure::START);
        }
        let at = events.iter().position(|e| is_step(e.kind)).unwrap_or(0);
        let before = events.get(at).and_then(|first| {
            // What certainly follows: neither lines nor times alone tell, since records may be out of order.
            let follows = |led: &&Led| led.line > first.line && led.time >= first.time;
            self.latest.iter().rev().find(|led| !follows(led))
        });
        let state = before.map_or(Procedure::START, |led| led.to);
        if let Some(state) = procedure.next_round(state) {
            return self.run(procedure, events, state);
        }
        let since = before.and_then(|led| self.awarding.get(led.at)).cloned();
        self.latest.clear();
        let in_order = procedure.in_order(state);
        Some(Box::new(Departure { at, in_order, since: since.map(Box::new) }))
    }

    fn run(
        &mut self,
        procedure: &Procedure,
        events: &[ControllerEvent],
        mut state: ProcedureState,
    ) -> Option<Box<Departure>> {
        self.latest.clear();
        self.awarding.clear();
        for (at, event) in events.iter().enumerate() {
            let Some(to) = procedure.after(state, event.kind) else {
                self.latest.clear();
                let in_order = procedure.in_order(state);
                return Some(Box::new(Departure { at, in_order, since: None }));
            };
            state = to;
            self.latest.push(Led { line: event.line, time: event.time, to, at });
        }
        if events.iter().any(|e| !procedure.by(e.kind).is_empty()) {
            self.awarding.extend_from_slice(events);
        }
        None
    }
}

const fn is_step(kind: ControllerKind) -> bool {
    !matches!(kind, ControllerKind::Fault | ControllerKind::ShufflerMode)
}

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
    if !events.iter().any(|event| completes.contains(&event.kind)) {
        return Vec::new();
    }
    let mut is_begun = false;
    let mut done: Vec<Confirmed<'a>> = Vec::new();
    // Hand buttons that are lit, and whether an award was completed for each.
    let mut lit: SmallVec<[(&ControllerEvent, bool); 4]> = SmallVec::new();
    // The event before, where it completed an award.
    let mut completed: Option<ControllerKind> = None;
    for event in events.iter().filter(|event| is_step(event.kind)) {
        let before = std::mem::take(&mut completed);
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
        } else if completes.contains(&event.kind) {
            let is_again = before.is_some_and(|before| procedure.replaces(before, event.kind));
            // A refused card swiped again is still for the award before it.
            let is_same = before == Some(event.kind) && !is_begun;
            completed = (is_begun || is_again || is_same).then_some(event.kind);
            let for_it = |(of, used): &&mut (&ControllerEvent, bool)| {
                !*used && (event.seat.is_none() || of.seat == event.seat)
            };
            let button = lit.iter_mut().rev().find(for_it).filter(|_| is_begun);
            // A card below the level of the award released nothing: the higher one is for the same hand.
            let is_of = |last: &&mut Confirmed<'_>| {
                let is_own = last.button.is_some() && [None, last.seat()].contains(&event.seat);
                is_again
                    || button.is_none() && is_own && procedure.replaces(last.event.kind, event.kind)
            };
            if let Some(last) = done.last_mut().filter(is_of).filter(|_| completed.is_some()) {
                last.event = event;
            } else if is_begun {
                let button = button.map(|(of, used)| {
                    *used = true;
                    *of
                });
                done.push(Confirmed { event, button });
            }
            is_begun = is_begun && procedure.completes_again(event.kind);
        } else if !procedure.by(event.kind).is_empty() {
            is_begun = false;
        }
    }
    done
}
