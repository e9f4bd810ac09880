//! Puts rounds together: what three journals say of one round, each in its own file and at its own pace.
//!
//! A round stays open while it is the latest of its table, however long an award takes to verify, and
//! until every journal has passed its last event by [`LAG_MICROS`]. What is open is therefore bounded
//! by the rounds of a few minutes, and by [`OPEN_MAX`], whatever the log's size.

mod doubted;
mod events;
mod table;

use crate::line::{OutOfLine, Run, Unit};
use crate::numbered::{HeldRows, pieces};
use crate::offset::Offsets;
use crate::open_rounds::Key;
use crate::period::Period;
use crate::round::{ClosedRounds, LAG_MICROS, Round};
use crate::round_line::{Moment, NumberPlace, Numbered, Ready};
use crate::sequence::RecordFact;
use crate::subject::Subject;
use crate::turn;
pub use events::is_of_round;
use feltproof_intake::Fragment;
use feltproof_model::engagement::JournalKind;
use feltproof_model::{ControllerEvent, Rows, TableId, Timestamp};
use table::TableState;

/// Most rounds of one table that wait for the lag: more than any table deals in ten minutes.
pub(crate) const OPEN_MAX: usize = 256;

/// Most rounds of one table that wait for rows: more than any table deals in a gaming day.
const WAITING_MAX: usize = 4096;

/// How rows come to their round.
#[derive(Clone, Copy, Default)]
struct How {
    /// Their number is out of line.
    is_late: bool,
    /// They stand before the rounds that the table played before theirs.
    is_ahead: bool,
    /// Their number is that of the rows before them.
    goes_on: bool,
}

/// What the numbers of rounds tell: of which journal, at which line.
pub(crate) type RoundFact = (JournalKind, u32, RecordFact<'static>);

pub(crate) struct Assembler {
    tables: Vec<TableState>,
    /// What the numbers of rounds tell, not yet handed on.
    pub(crate) facts: Vec<RoundFact>,
    /// Memory of rounds already judged, to be used again.
    room: Vec<ClosedRounds>,
    spare: SpareRounds,
}

#[derive(Default)]
#[allow(clippy::vec_box, reason = "a round keeps its place from its first record on")]
struct SpareRounds(Vec<Box<Round>>);

impl SpareRounds {
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
    pub(crate) fn new(tables: usize) -> Self {
        let tables = (0_u16..).map(TableId).take(tables).map(TableState::new).collect();
        Self { tables, facts: Vec::new(), room: Vec::new(), spare: SpareRounds::default() }
    }

    /// Takes in a run of rows of one round, which stands at `moment`.
    pub(crate) fn rows(
        &mut self,
        subject: &Subject,
        moment: Moment,
        fragment: &Fragment,
        rows: Rows<'_>,
    ) {
        for (at, piece) in pieces(rows).enumerate() {
            let Some(first) = piece.heads().first() else { continue };
            let period = subject.periods.of(first.time);
            // The next round of the number may be of the next gaming day.
            let moment = match at > 0 && first.time > moment.time && period > moment.period {
                true => Moment { time: first.time, period, ..moment },
                false => moment,
            };
            self.piece(subject, moment, fragment, piece);
        }
    }

    /// Takes in that a shuffler was set to a mode before the audited days.
    pub(crate) fn set_mode(&mut self, subject: &Subject, event: &ControllerEvent) {
        let from = (subject.periods.of(event.time), event.round, 0);
        self.tables[usize::from(event.table.0)].set_mode(from, event);
    }

    /// The last number in line of a table in the hands journal; whether that round lacks the dealer's hand.
    pub(crate) fn last_of(&self, table: TableId, period: Period) -> Option<(u32, bool)> {
        let state = &self.tables[usize::from(table.0)];
        let last = state.hands.last_of(period)?;
        let goes_on = state.open.newest(period, last).is_some_and(|(_, round)| !round.has_dealer);
        Some((last, goes_on))
    }

    /// Takes in rows that were moved there from elsewhere: they are of the round that they name.
    pub(crate) fn moved_rows(&mut self, moment: Moment, fragment: &Fragment, rows: Rows<'_>) {
        let state = &self.tables[usize::from(fragment.table.0)];
        let is_late = !state.is_ahead(&moment);
        let how = How { is_late, is_ahead: !is_late, goes_on: false };
        let moment = state.hands.now(moment);
        let place = (moment.period, fragment.round, 0);
        self.put_rows(moment, place, fragment.round, fragment, rows, how);
    }

    /// Takes in rows of one instance of a round.
    fn piece(&mut self, subject: &Subject, moment: Moment, fragment: &Fragment, rows: Rows<'_>) {
        let Some(first) = rows.heads().first() else { return };
        let (table, number) = (fragment.table, fragment.round);
        let state = &mut self.tables[usize::from(table.0)];
        let moment = state.hands.now(moment);
        let goes_on = || {
            let another =
                state.newest(moment.period, number, first).is_none_or(|(.., other)| other);
            !another || state.hands.latest().is_some_and(|(_, time)| time == moment.time)
        };
        let is_same = state.hands.is_latest(number, moment.period) && goes_on();
        let how = How { goes_on: is_same, ..How::default() };
        let put_under = if is_same {
            Some(number)
        } else if let Some(latest) = state.unfinished(number, &moment) {
            // Two rounds of a table are not settled at once: this is a part of the round before it.
            let unit = Unit { records: rows.len() as u64, ..Unit::one(first.line, number) };
            let of = OutOfLine { run: Run::of(&unit, 0), before: Some(latest), after: None };
            let (taken_as, time) = (Some(latest), moment.time);
            let fact = RecordFact::RoundsOutOfLine { table, of, taken_as, time };
            self.facts.push((JournalKind::Hands, first.line, fact));
            Some(latest)
        } else {
            state.hands.fits(number, first.line, &moment, false).then_some(number)
        };
        if let Some(number) = put_under {
            let place = (moment.period, number, 0);
            self.put_rows(moment, place, number, fragment, rows, how);
            return;
        }
        let held = Numbered::new(number, first.line, moment, HeldRows::new(fragment, rows));
        let Some(held) = state.hands.join(held) else { return };
        if state.hands.is_part_of(number, &moment) {
            state.hands.join_part(held);
        } else {
            state.hands.hold(subject.periods.start(moment.period), held);
        }
        let ready = state.hands.take_ready();
        self.put_ready_rows(ready);
    }

    fn put_ready_rows(&mut self, ready: Ready<HeldRows>) {
        let period = ready.records.last().map(|(record, _)| record.moment.period);
        for (line, fact) in ready.facts {
            if !period.is_some_and(|period| self.has_all_between(period, &fact)) {
                self.facts.push((JournalKind::Hands, line, fact));
            }
        }
        let mut last = None;
        for (record, standing) in ready.records {
            let HeldRows { fragment, rows } = &record.what;
            let state = &self.tables[usize::from(fragment.table.0)];
            // What goes with the record before stands where that does.
            let key = match last {
                Some(key) if record.joins => key,
                _ => state.key(record.moment.period, record.number, standing),
            };
            last = Some(key);
            let name = match standing {
                NumberPlace::TakenAs(number) => number,
                NumberPlace::InLine | NumberPlace::Late | NumberPlace::InsertedAfter(_) => {
                    record.number
                }
            };
            let is_late = matches!(standing, NumberPlace::Late | NumberPlace::InsertedAfter(_));
            let how = How { is_late, ..How::default() };
            self.put_rows(record.moment, key, name, fragment, rows.as_rows(), how);
        }
    }

    /// True for rounds missing between two of their table that stood all ahead of them, with rows.
    fn has_all_between(&self, period: Period, fact: &RecordFact<'_>) -> bool {
        let RecordFact::RoundsMissing { table, round, previous, .. } = *fact else { return false };
        let state = &self.tables[usize::from(table.0)];
        let stands =
            |number| state.open.newest(period, number).is_some_and(|(_, r)| !r.rows.is_empty());
        (previous + 1..round).all(stands)
    }

    /// Puts rows to their round; where it has the dealer's hand and a seat comes again, another begins.
    fn put_rows(
        &mut self,
        moment: Moment,
        place: Key,
        name: u32,
        fragment: &Fragment,
        rows: Rows<'_>,
        How { is_late, is_ahead, goes_on }: How,
    ) {
        let (period, table) = (moment.period, fragment.table);
        let state = &mut self.tables[usize::from(table.0)];
        let mut rest = rows;
        while let Some(row) = rest.heads().first() {
            let (key, starts, again) = match state.newest(period, place.1, row) {
                _ if place.2 > 0 && rest.len() == rows.len() => {
                    (place, state.open.get(place).is_none_or(|open| open.rows.is_empty()), false)
                }
                Some((key, started, false)) => (key, !started, false),
                Some((key, _, true)) => ((period, place.1, key.2 + 1), true, true),
                None => (place, true, false),
            };
            let is_closed = state.is_closed(key);
            let is_late = is_late || is_closed;
            let round = state.open.or_open(key, || self.spare.take());
            if starts {
                let time = row.time;
                if is_closed && round.last == Timestamp::default() {
                    round.late = Some((JournalKind::Hands, row.line));
                }
                let fact = RecordFact::RoundStart { table, round: name, time: moment.time };
                self.facts.push((JournalKind::Hands, row.line, fact));
                // A round of the same moment cannot be told from a copy; the line has judged the rest.
                if again && !is_late && (goes_on || rest.len() < rows.len()) {
                    let unit = Unit::one(row.line, name);
                    let of = OutOfLine { run: Run::of(&unit, 0), before: Some(name), after: None };
                    let fact = RecordFact::RoundsOutOfLine { table, of, taken_as: None, time };
                    self.facts.push((JournalKind::Hands, row.line, fact));
                    round.repeated = true;
                }
                round.repeated |= is_late;
                (round.table, round.period, round.round) = (table.0, period, name);
                round.dealer.clone_from(&fragment.dealer);
            }
            round.is_ahead = is_ahead && (starts || round.is_ahead);
            round.has_moved_rows |= is_ahead;
            if round.dealer != fragment.dealer && round.other_dealer.is_none() {
                round.other_dealer = Some((row.line, fragment.dealer.clone()));
            }
            round.moved |= name != fragment.round;
            round.last = round.last.max(moment.at);
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

    /// Gives the records that have waited for their place for long, or at the end, the place they have.
    fn place_held(&mut self, subject: &Subject, passed: Option<Timestamp>) {
        for (at, table) in (0..self.tables.len()).zip((0_u16..).map(TableId)) {
            let since = self.tables[at].held_since();
            let has_waited = |since: Timestamp, by| since.plus_micros(LAG_MICROS / 2) <= by;
            if passed.is_some_and(|by| !since.is_some_and(|since| has_waited(since, by))) {
                continue;
            }
            if let Some((moment, doubted)) = self.tables[at].doubted.take() {
                self.controller_in_line(subject, moment, doubted);
            }
            let state = &mut self.tables[at];
            state.controller.end(None);
            let played = state.controller.latest().map(|(number, _)| number);
            state.hands.end(played);
            state.manager.end(None);
            let ready = state.hands.take_ready();
            self.put_ready_rows(ready);
            self.put_ready_controller(table);
            self.put_ready_manager(table);
        }
    }

    /// Rounds that every journal has passed, by table and number. `passed` is the earliest time that may
    /// still come; `None` at the end of all journals. `has_more_rows` until that of hands is at its end.
    pub(crate) fn close(
        &mut self,
        subject: &Subject,
        passed: Option<Timestamp>,
        has_more_rows: bool,
    ) -> ClosedRounds {
        self.place_held(subject, passed);
        let mut closed = self.room.pop().unwrap_or_default();
        for state in &mut self.tables {
            loop {
                turn::take_back(&mut state.open);
                // The latest round of a table stays open until the end: it may still be going on.
                if passed.is_some() && state.open.iter().skip(1).all(|later| later.is_ahead) {
                    break;
                }
                let Some(first) = state.open.iter().next() else { break };
                let lag = if state.open.len() > OPEN_MAX { 0 } else { LAG_MICROS };
                // The next rows of the table tell whether the hands journal skips the round.
                let may_wait = has_more_rows && state.open.len() <= WAITING_MAX;
                if may_wait && passed.is_some() && state.waits_for_rows(first) {
                    break;
                }
                if passed.is_some_and(|time| first.last.plus_micros(lag) >= time) {
                    break;
                }
                state.close_first(subject, &mut closed);
            }
            state.cut_rows();
        }
        closed
    }

    /// What the clocks of the journals show, of all tables together.
    pub(crate) fn offsets(&self) -> Offsets {
        let mut all = Offsets::default();
        self.tables.iter().for_each(|state| all.merge(&state.pace.offsets));
        all
    }

    pub(crate) fn recycle(&mut self, mut rounds: ClosedRounds) {
        self.spare.0.extend(rounds.empty());
        // One is being judged while the next is put together.
        if self.room.len() < 2 {
            self.room.push(rounds);
        }
    }
}
