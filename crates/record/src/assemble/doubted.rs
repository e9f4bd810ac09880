//! A controller event that names the next round while the one before it goes on: the event after it tells.
//!
//! Where rounds begin with COIN IN, nothing is pressed, swiped, ended or declared void before it: what is
//! followed by that round's COIN IN, or by more of the round before, is of the round before.

use super::Assembler;
use super::table::TableState;
use crate::line::{OutOfLine, Run, Unit};
use crate::numbered::is_end;
use crate::round_line::Moment;
use crate::sequence::RecordFact;
use feltproof_model::engagement::JournalKind;
use feltproof_model::{ControllerEvent, ControllerKind};

impl Assembler {
    /// Gives the event that is in doubt its round, as the next one of its table shows; else hands it back.
    pub(super) fn end_of_doubt(
        &mut self,
        table: usize,
        next: &Moment,
        event: &ControllerEvent,
    ) -> Option<(Moment, ControllerEvent)> {
        let state = &mut self.tables[table];
        let (moment, doubted) = state.doubted.take()?;
        let goes_on = state.controller.under_way(moment.period).filter(|before| {
            let begins = event.kind == ControllerKind::CoinIn && event.round == doubted.round;
            (begins || event.round == *before)
                && next.period == moment.period
                && doubted.time < event.time
        });
        let Some(before) = goes_on else { return Some((moment, doubted)) };
        state.controller.goes_on(is_end(doubted.kind));
        let (unit, next) = (Unit::one(doubted.line, doubted.round), event.round);
        let after = Some(next).filter(|after| *after != before);
        let of = OutOfLine { run: Run::of(&unit, 0), before: Some(before), after };
        let (taken_as, time) = (Some(before), moment.time);
        let fact = RecordFact::RoundsOutOfLine { table: doubted.table, of, taken_as, time };
        self.facts.push((JournalKind::Controller, doubted.line, fact));
        self.put_controller(moment, (moment.period, before, 0), doubted);
        None
    }
}

impl TableState {
    /// True for an event whose round is the next one, though it stands within the one before.
    pub(super) fn is_in_doubt(&mut self, moment: &Moment, event: &ControllerEvent) -> bool {
        self.counts_in |= event.kind == ControllerKind::CoinIn;
        let is_within = !matches!(
            event.kind,
            ControllerKind::CoinIn | ControllerKind::Fault | ControllerKind::ShufflerMode
        );
        let is_next = |before: u32| before.checked_add(1) == Some(event.round);
        self.counts_in
            && is_within
            && !moment.is_moved
            && self.controller.under_way(moment.period).is_some_and(is_next)
    }
}
