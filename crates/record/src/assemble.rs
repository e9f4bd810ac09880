//! Puts rounds together: what the journals say of one round, each in its own file and at its own pace.
//!
//! Three journals tell of the same rounds at their own pace. A round is kept open until every
//! journal has moved past it, and then handed on. Two things keep that exact and small:
//!
//! - a round stays open while it is the latest of its table, however long an award takes to verify;
//! - otherwise it closes once every journal has passed its last event by [`LAG_MICROS`].
//!
//! What is open is therefore bounded by the rounds of a few minutes, and by [`OPEN_MAX`], whatever the
//! log's size.

use crate::open_rounds::{Key, OpenRounds};
use crate::round::{ClosedRounds, Round, ShufflerMode};
use crate::row_queue::RowQueue;
use crate::sequence::{JournalSequence, RecordFact, RoundSequence};
use crate::subject::Subject;
use feltproof_intake::Fragment;
use feltproof_model::{
    ControllerEvent, ControllerKind, ManagerEvent, ManagerKind, RowHead, Rows, ShufflerEvent,
    TableId, Timestamp,
};
use std::collections::BTreeMap;
use std::sync::Arc;

/// How far the journals may lag behind one another about the same round: ten minutes.
pub(crate) const LAG_MICROS: i64 = 600 * 1_000_000;

/// Most rounds of one table that wait for the lag: more than any table deals in ten minutes, so that
/// a record denser than any real one (a test bench, say) is held in bounded memory too.
pub(crate) const OPEN_MAX: usize = 256;

/// What a table's shuffler was set to last: by which event, for which round on, and whether a round
/// was dealt in the mode yet.
struct ModeSet {
    from: Key,
    event: Arc<ControllerEvent>,
    dealt: bool,
}

#[derive(Default)]
struct TableState {
    open: OpenRounds<Round>,
    rows: RowQueue,
    sequence: RoundSequence,
    mode: Option<ModeSet>,
    /// What the shuffler dispensed for rounds that did not close yet, and may never be dealt.
    dispensed: BTreeMap<(u16, u32), Vec<ShufflerEvent>>,
}

impl TableState {
    /// Notes the mode of the shuffler in which a closed round was dealt. Rounds close as the table
    /// played them, so a mode holds from the round of its event on.
    fn follow_mode(&mut self, key: Key, round: &mut Round) {
        if round.sets_mode {
            let set = round.controller.iter().rfind(|e| e.kind == ControllerKind::ShufflerMode);
            let late = self.mode.as_ref().is_some_and(|m| m.from > key);
            // Set again to the mode it is in, it goes on in it.
            let same = |e: &ControllerEvent| {
                self.mode.as_ref().is_some_and(|m| m.event.value.trim() == e.value.trim())
            };
            if let Some(event) = set.filter(|e| !late && !same(e)) {
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

    /// The newest open instance of a round number; whether it has rows; whether the row belongs to
    /// another instance.
    fn newest(&self, day: u16, round: u32, row: &RowHead) -> Option<(Key, bool, bool)> {
        let (key, open) = self.open.newest(day, round)?;
        Some((
            key,
            !open.rows.is_empty(),
            open.is_followed_by_another(row, self.rows.get(&open.rows).heads()),
        ))
    }

    /// Takes out the oldest open round. A round under way when the gaming day changes has left
    /// records in both days: they are put together in the day of its hands, and when that is the
    /// later one, nothing is taken out yet.
    fn close_first(&mut self, closed: &mut ClosedRounds) {
        let Some((key, mut round)) = self.take_first_whole() else { return };
        self.hand_out(key, &mut round);
        if round.sets_mode || self.mode.is_some() {
            self.follow_mode(key, &mut round);
        }
        let rows = self.rows.get(&round.rows);
        closed.push(round, rows);
    }

    /// Lets go of the rows that no open round has.
    fn cut_rows(&mut self) {
        let starts = || self.open.iter().filter(|r| !r.rows.is_empty()).map(|r| r.rows.start);
        // The oldest round nearly always has the oldest rows; looking through all is for when it pays.
        if self.rows.has_passed(starts().next().unwrap_or_else(|| self.rows.end())) {
            let first = starts().min().unwrap_or_else(|| self.rows.end());
            self.rows.cut(first);
        }
    }

    /// Gives a closed round what was dispensed for it. What was dispensed for an earlier one was never
    /// dealt.
    fn hand_out(&mut self, (day, number, instance): Key, round: &mut Round) {
        while let Some(first) = self.dispensed.first_entry() {
            if *first.key() > (day, number) {
                break;
            }
            let (at, events) = first.remove_entry();
            if at == (day, number) && instance == 0 {
                round.dispensed = events;
            }
        }
    }

    fn take_first_whole(&mut self) -> Option<(Key, Box<Round>)> {
        let ((day, number, instance), mut round) = self.open.pop_first()?;
        let key = (day.saturating_add(1), number, 0);
        let goes_on = |later: &Round| {
            !later.is_started()
                && later.rows.is_empty() != round.rows.is_empty()
                && later.time <= round.last.plus_micros(LAG_MICROS)
        };
        if instance != 0 || !self.open.get(key).is_some_and(goes_on) {
            return Some(((day, number, instance), round));
        }
        let mut later = self.open.remove(key)?;
        round.controller.append(&mut later.controller);
        round.manager.append(&mut later.manager);
        round.last = round.last.max(later.last);
        round.sets_mode |= later.sets_mode;
        if later.rows.is_empty() {
            return Some(((day, number, instance), round));
        }
        (later.controller, later.manager, later.last) =
            (round.controller, round.manager, round.last);
        later.sets_mode = round.sets_mode;
        self.open.or_open(key, || later);
        None
    }
}

/// Puts rounds together.
pub(crate) struct Assembler {
    tables: Vec<TableState>,
    /// Memory of rounds already judged, to be used again.
    room: Vec<ClosedRounds>,
    spare: SpareRounds,
}

/// Memory of single rounds, to be used again.
#[derive(Default)]
#[allow(clippy::vec_box, reason = "a round keeps its place from its first record on")]
struct SpareRounds(Vec<Box<Round>>);

impl SpareRounds {
    /// A round of no content.
    fn take(&mut self) -> Box<Round> {
        let mut round = self.0.pop().unwrap_or_default();
        // Whoever judges a round clears it, but that is not to be relied on.
        if round.last != Timestamp::default() {
            round.clear();
        }
        round
    }
}

impl Assembler {
    /// For so many tables.
    pub(crate) fn new(tables: usize) -> Self {
        let tables = (0..tables).map(|_| TableState::default()).collect();
        Self { tables, room: Vec::new(), spare: SpareRounds::default() }
    }

    /// Takes in a run of rows of one round. `notice` gets a fact for each round that starts.
    pub(crate) fn rows(
        &mut self,
        subject: &Subject,
        sequence: &JournalSequence,
        fragment: &Fragment,
        rows: Rows<'_>,
        mut notice: impl FnMut(u32, RecordFact<'static>),
    ) {
        let mut day = subject.nearest_day(fragment.time);
        let at = effective(subject, sequence, fragment.time);
        let state = &mut self.tables[usize::from(fragment.table.0)];
        let mut rest = rows;
        while let Some(row) = rest.heads().first() {
            let mut newest = state.newest(day, fragment.round, row);
            if matches!(newest, Some((_, _, true))) && subject.nearest_day(row.time) != day {
                // The same number again, but of another gaming day: no repetition.
                day = subject.nearest_day(row.time);
                newest = state.newest(day, fragment.round, row);
            }
            let (key, starts) = match newest {
                Some((key, started, false)) => (key, !started),
                Some((key, _, true)) => ((day, fragment.round, key.2 + 1), true),
                None => ((day, fragment.round, 0), true),
            };
            let round = state.open.or_open(key, || self.spare.take());
            if starts {
                let began = subject.day_start(day);
                let fact =
                    state.sequence.start(fragment.table, day, began, fragment.round, row.time);
                if let RecordFact::RoundStart { previous: Some(p), .. } = fact {
                    round.repeated = fragment.round <= p;
                }
                notice(row.line, fact);
                (round.table, round.day, round.round) = (fragment.table.0, day, fragment.round);
                round.dealer.clone_from(&fragment.dealer);
            }
            if round.dealer != fragment.dealer && round.other_dealer.is_none() {
                round.other_dealer = Some((row.line, fragment.dealer.clone()));
            }
            round.last = round.last.max(at);
            // The rows up to the first that begins another instance; nearly always all of them.
            let mut taken = 0;
            for row in rest.heads() {
                if taken > 0
                    && (round.is_followed_by_another(row, &rest.heads()[..taken])
                        || round.is_followed_by_another(row, state.rows.get(&round.rows).heads()))
                {
                    break;
                }
                round.has_dealer |= row.seat.player().is_none();
                round.time = row.time;
                taken += 1;
            }
            state.rows.add(&mut round.rows, rest.range(0..taken));
            rest = rest.range(taken..rest.len());
        }
    }

    /// Notes that a record beside the rows of a round could not be understood: it may be a hand of
    /// every instance of it that is open.
    pub(crate) fn beside_unreadable(&mut self, table: TableId, day: u16, round: u32) {
        let state = &mut self.tables[usize::from(table.0)];
        state.open.each_instance(day, round, |open| open.beside_unreadable = true);
    }

    /// Takes in a controller event.
    pub(crate) fn controller(
        &mut self,
        subject: &Subject,
        sequence: &JournalSequence,
        event: ControllerEvent,
    ) {
        let at = effective(subject, sequence, event.time);
        let round = self.first_instance(subject, event.table, event.round, event.time, at);
        round.sets_mode |= event.kind == ControllerKind::ShufflerMode;
        round.controller.push(event);
    }

    /// Takes in a coin-in or an award of a round. Other events may name a round too, hours after it
    /// (a reversal, say); they are matched at the end and open no round of their own.
    pub(crate) fn manager(
        &mut self,
        subject: &Subject,
        sequence: &JournalSequence,
        event: ManagerEvent,
    ) {
        if !is_of_round(event.kind) {
            return;
        }
        if let (Some(table), Some(number)) = (event.table, event.round) {
            let at = effective(subject, sequence, event.time);
            let round = self.first_instance(subject, table, number, event.time, at);
            round.manager.push(event);
        }
    }

    /// Takes in what a shuffler dispensed for a round. It opens no round: a deck may be shuffled and
    /// never dealt.
    pub(crate) fn shuffler(&mut self, day: u16, number: u32, event: ShufflerEvent) {
        let state = &mut self.tables[usize::from(event.table.0)];
        state.dispensed.entry((day, number)).or_default().push(event);
        // Rounds close in order, so only a record without hands leaves more than this behind.
        if state.dispensed.len() > 2 * OPEN_MAX {
            state.dispensed.pop_first();
        }
    }

    /// The first instance of a round number, opened if it is not.
    fn first_instance(
        &mut self,
        subject: &Subject,
        table: TableId,
        number: u32,
        time: Timestamp,
        at: Timestamp,
    ) -> &mut Round {
        let day = subject.nearest_day(time);
        let state = &mut self.tables[usize::from(table.0)];
        let round = state.open.or_open((day, number, 0), || self.spare.take());
        if round.last == Timestamp::default() {
            (round.table, round.day, round.round) = (table.0, day, number);
            round.time = time;
        }
        round.last = round.last.max(at);
        round
    }

    /// Rounds that every journal has passed, by table and number. `passed` is the earliest time
    /// that some journal may still tell of; `None` when all journals are at their end.
    pub(crate) fn close(&mut self, passed: Option<Timestamp>) -> ClosedRounds {
        let mut closed = self.room.pop().unwrap_or_default();
        for state in &mut self.tables {
            // The latest round of a table stays open until the end: it may still be going on.
            while passed.is_none() || state.open.len() > 1 {
                let Some(first) = state.open.iter().next() else { break };
                let lag = if state.open.len() > OPEN_MAX { 0 } else { LAG_MICROS };
                if passed.is_some_and(|time| first.last.plus_micros(lag) >= time) {
                    break;
                }
                state.close_first(&mut closed);
            }
            state.cut_rows();
        }
        closed
    }

    /// Takes back rounds already judged.
    pub(crate) fn recycle(&mut self, mut rounds: ClosedRounds) {
        self.spare.0.extend(rounds.empty());
        // One is being judged while the next is put together.
        if self.room.len() < 2 {
            self.room.push(rounds);
        }
    }
}

/// True for the events of the manager that a round is put together from.
pub const fn is_of_round(kind: ManagerKind) -> bool {
    matches!(kind, ManagerKind::CoinIn | ManagerKind::Award)
}

/// Where a record stands in its journal in time: its own time, or the latest before it when its
/// clock is outside the audited days or behind.
fn effective(subject: &Subject, sequence: &JournalSequence, time: Timestamp) -> Timestamp {
    match sequence.latest() {
        Some(latest) if time < latest || subject.engagement.day_of(time).is_none() => latest,
        _ => time,
    }
}
