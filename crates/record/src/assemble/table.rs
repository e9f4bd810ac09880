//! What is open at one table: its rounds, their rows, and the mode its shuffler was set to last.

use crate::numbered::HeldRows;
use crate::open_rounds::{Key, OpenRounds};
use crate::pace::Pace;
use crate::period::Period;
use crate::procedure::AtTable;
use crate::round::{ClosedRounds, Round, ShufflerMode};
use crate::round_line::{Moment, NumberPlace, RoundLine};
use crate::row_queue::RowQueue;
use crate::subject::Subject;
use feltproof_model::{
    ControllerEvent, ControllerKind, ManagerEvent, RowHead, ShufflerEvent, TableId, Timestamp,
};
use std::collections::BTreeMap;
use std::sync::Arc;

/// The event that set a table's shuffler last, from which round on, and whether one was dealt since.
struct ModeSet {
    from: Key,
    event: Arc<ControllerEvent>,
    dealt: bool,
}

pub(super) struct TableState {
    pub(super) open: OpenRounds<Round>,
    pub(super) rows: RowQueue,
    pub(super) hands: RoundLine<HeldRows>,
    pub(super) controller: RoundLine<ControllerEvent>,
    pub(super) manager: RoundLine<ManagerEvent>,
    /// A controller event that may be of the round before the one it names.
    pub(super) doubted: Option<(Moment, ControllerEvent)>,
    /// Rounds of the table begin with COIN IN.
    pub(super) counts_in: bool,
    mode: Option<ModeSet>,
    procedure: AtTable,
    pub(super) pace: Pace,
    /// When its latest closed round with rows was settled.
    settled: Option<Timestamp>,
    closed: Option<Key>,
    /// What the shuffler dispensed for rounds that did not close yet, and may never be dealt.
    pub(super) dispensed: BTreeMap<(Period, u32), Vec<ShufflerEvent>>,
}

impl TableState {
    pub(super) fn new(table: TableId) -> Self {
        Self {
            open: OpenRounds::default(),
            rows: RowQueue::default(),
            hands: RoundLine::new(table),
            controller: RoundLine::new(table),
            manager: RoundLine::new(table),
            doubted: None,
            counts_in: false,
            mode: None,
            procedure: AtTable::default(),
            pace: Pace::default(),
            settled: None,
            closed: None,
            dispensed: BTreeMap::new(),
        }
    }

    /// Notes the mode in which a closed round was dealt: it holds from the round of its event on.
    pub(super) fn follow_mode(&mut self, key: Key, round: &mut Round) {
        if round.sets_mode {
            let set = round.controller.iter().rfind(|e| e.kind == ControllerKind::ShufflerMode);
            // Set again to the mode it is in, it goes on in it.
            let changes = |event: &&ControllerEvent| {
                let is_other = |m: &ModeSet| m.event.value.trim() != event.value.trim();
                self.mode.as_ref().is_none_or(|m| m.from <= key && is_other(m))
            };
            if let Some(event) = set.filter(changes) {
                let event = Arc::new(event.clone());
                self.mode = Some(ModeSet { from: key, event, dealt: false });
            }
        }
        let Some(mode) = &mut self.mode else { return };
        let is_dealt = !round.rows.is_empty() || round.is_started();
        let is_first = is_dealt && !mode.dealt;
        mode.dealt |= is_dealt;
        round.shuffler = Some(ShufflerMode { event: Arc::clone(&mode.event), is_first });
    }

    /// Notes a mode set outside the audited days, in which rounds were dealt there.
    pub(super) fn set_mode(&mut self, from: Key, event: &ControllerEvent) {
        // What is set after the audited days says nothing of their rounds, of which the last is open.
        if self.open.len() == 0 {
            let event = Arc::new(event.clone());
            self.mode = Some(ModeSet { from, event, dealt: true });
        }
    }

    /// The newest open instance of a round; whether it has rows, and the row belongs to another.
    pub(super) fn newest(
        &self,
        period: Period,
        round: u32,
        row: &RowHead,
    ) -> Option<(Key, bool, bool)> {
        let (key, open) = self.open.newest(period, round)?;
        let is_another = open.is_followed_by_another(row, self.rows.get(&open.rows).heads());
        Some((key, !open.rows.is_empty(), is_another))
    }

    /// True for a round without rows that the hands journal has not passed at this table.
    pub(super) fn waits_for_rows(&self, round: &Round) -> bool {
        round.rows.is_empty() && !self.hands.has_passed(round.period, round.round)
    }

    pub(super) fn close_first(&mut self, subject: &Subject, closed: &mut ClosedRounds) {
        let Some((key, mut round)) = self.open.pop_first() else { return };
        self.closed = self.closed.max(Some(key));
        self.hand_out(key, &mut round);
        if round.sets_mode || self.mode.is_some() {
            self.follow_mode(key, &mut round);
        }
        if let Some(procedure) = subject.procedure(TableId(round.table)) {
            let is_late = round.late.is_some();
            round.departure = self.procedure.follow(procedure, &round.controller, is_late);
        }
        round.settled_before = self.settled;
        if !round.rows.is_empty() {
            self.settled = self.settled.max(Some(round.time));
        }
        if round.late.is_none() {
            round.late_wagers = self.pace.follow(&round, self.open.iter());
        }
        let rows = self.rows.get(&round.rows);
        closed.push(round, rows);
    }

    /// Lets go of the rows that no open round has.
    pub(super) fn cut_rows(&mut self) {
        let starts = || self.open.iter().filter(|r| !r.rows.is_empty()).map(|r| r.rows.start);
        // The oldest round nearly always has the oldest rows; looking through all is for when it pays.
        if self.rows.has_passed(starts().next().unwrap_or_else(|| self.rows.end())) {
            let first = starts().min().unwrap_or_else(|| self.rows.end());
            self.rows.cut(first);
        }
    }

    /// Gives a closed round what was dispensed for it; of earlier ones it was never dealt.
    pub(super) fn hand_out(&mut self, (period, number, instance): Key, round: &mut Round) {
        while let Some(first) = self.dispensed.first_entry() {
            if *first.key() > (period, number) {
                break;
            }
            let (at, events) = first.remove_entry();
            if at == (period, number) && instance == 0 {
                round.dispensed = events;
            }
        }
    }

    /// The number of the latest round, where rows of its moment bear another and it lacks a dealer's hand.
    pub(super) fn unfinished(&self, number: u32, moment: &Moment) -> Option<u32> {
        let (latest, time) = self.hands.latest()?;
        if latest == number || time != moment.time || !self.hands.is_latest(latest, moment.period) {
            return None;
        }
        let (_, open) = self.open.newest(moment.period, latest)?;
        (!open.rows.is_empty() && !open.has_dealer).then_some(latest)
    }

    /// True for a round that was closed already, or whose turn is over: what comes of it now is late.
    pub(super) fn is_closed(&self, key: Key) -> bool {
        self.closed.is_some_and(|closed| key <= closed)
    }

    /// True for what stands after everything that the table is known to have played so far.
    pub(super) fn is_ahead(&self, moment: &Moment) -> bool {
        let latest = [self.hands.latest(), self.controller.latest(), self.manager.latest()];
        latest.into_iter().flatten().all(|(_, latest)| latest < moment.time)
    }

    pub(super) fn held_since(&self) -> Option<Timestamp> {
        let doubted = self.doubted.as_ref().map(|(moment, _)| moment.at);
        let lines =
            [self.hands.held_since(), self.controller.held_since(), self.manager.held_since()];
        lines.into_iter().chain([doubted]).flatten().min()
    }

    /// The key for a record of this standing; what is only inserted goes beside the round before it.
    pub(super) fn key(&self, period: Period, number: u32, standing: NumberPlace) -> Key {
        match standing {
            NumberPlace::InsertedAfter(before) => {
                let newest = self.open.newest(period, before).map_or(0, |((.., last), _)| last);
                (period, before, newest + 1)
            }
            NumberPlace::TakenAs(number) => (period, number, 0),
            NumberPlace::InLine | NumberPlace::Late => (period, number, 0),
        }
    }
}
