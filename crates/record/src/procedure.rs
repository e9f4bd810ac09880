//! Where each table stands in the procedure of its progressive system: the one place that runs it.
//!
//! Award and release may lie on both sides of the next COIN IN, so a table goes on where the round before
//! left it, and a round that begins within the one before meets the state of that moment.

use feltproof_engine::{Procedure, ProcedureState};
use feltproof_model::{ControllerEvent, ControllerKind, Timestamp};
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
