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

mod doubted;
mod events;
mod table;

use crate::line::{OutOfLine, Run, Unit};
use crate::numbered::{HeldRows, pieces};
use crate::open_rounds::Key;
use crate::round::{ClosedRounds, LAG_MICROS, Round};
use crate::round_line::{Moment, Ready, Standing};
use crate::sequence::RecordFact;
use crate::subject::Subject;
use crate::turn;
pub use events::is_of_round;
use feltproof_intake::Fragment;
use feltproof_model::engagement::JournalKind;
use feltproof_model::{Rows, TableId, Timestamp};
use table::TableState;

/// Most rounds of one table that wait for the lag: more than any table deals in ten minutes, so that
/// a record denser than any real one (a test bench, say) is held in bounded memory too.
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

/// Puts rounds together.
pub(crate) struct Assembler {
    tables: Vec<TableState>,
    /// Facts not yet handed on.
    facts: Vec<RoundFact>,
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
        Self { tables, facts: Vec::new(), room: Vec::new(), spare: SpareRounds::default() }
    }

    /// What the numbers of rounds told since it was asked last.
    #[inline]
    pub(crate) fn drain_facts(&mut self) -> std::vec::Drain<'_, RoundFact> {
        self.facts.drain(..)
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
            let day = subject.nearest_day(first.time);
            // The next round of the number may be of the next gaming day.
            let moment = match at > 0 && first.time > moment.time && day > moment.day {
                true => Moment { time: first.time, day, ..moment },
                false => moment,
            };
            self.piece(subject, moment, fragment, piece);
        }
    }

    /// The last round number in line of a table in the hands journal, and whether that round goes on: the
    /// hand to play against is not there yet.
    pub(crate) fn last_of(&self, table: TableId, day: u16) -> Option<(u32, bool)> {
        let state = &self.tables[usize::from(table.0)];
        let last = state.hands.last_of(day)?;
        let goes_on = state.open.newest(day, last).is_some_and(|(_, round)| !round.has_dealer);
        Some((last, goes_on))
    }

    /// Takes in rows that were moved there from elsewhere: they are of the round that they name.
    pub(crate) fn moved_rows(&mut self, moment: Moment, fragment: &Fragment, rows: Rows<'_>) {
        let state = &self.tables[usize::from(fragment.table.0)];
        let is_late = !state.is_ahead(&moment);
        let how = How { is_late, is_ahead: !is_late, goes_on: false };
        let key = (moment.day, fragment.round, 0);
        self.put_rows(moment, (key, fragment.round), fragment, rows, how);
    }

    /// Takes in rows of one instance of a round.
    fn piece(&mut self, subject: &Subject, moment: Moment, fragment: &Fragment, rows: Rows<'_>) {
        let Some(first) = rows.heads().first() else { return };
        let (table, number) = (fragment.table, fragment.round);
        let state = &mut self.tables[usize::from(table.0)];
        let goes_on = || {
            let another =
                state.newest(moment.day, number, first).is_none_or(|(.., another)| another);
            !another || state.hands.latest().is_some_and(|(_, time)| time == moment.time)
        };
        let is_same = state.hands.is_latest(number, moment.day) && goes_on();
        let how = How { goes_on: is_same, ..How::default() };
        let put_under = if is_same {
            Some(number)
        } else if let Some(latest) = state.unfinished(number, &moment) {
            // Two rounds of a table are not settled at once: this is a part of the round before it.
            let records = rows.len() as u64;
            let unit = Unit { line: first.line, value: number, records, unreadable: 0 };
            let of = OutOfLine { run: Run::of(&unit, 0), before: Some(latest), after: None };
            let (taken_as, time) = (Some(latest), moment.time);
            let fact = RecordFact::RoundsOutOfLine { table, of, taken_as, time };
            self.facts.push((JournalKind::Hands, first.line, fact));
            Some(latest)
        } else {
            state.hands.fits(number, first.line, &moment, false).then_some(number)
        };
        if let Some(number) = put_under {
            self.put_rows(moment, ((moment.day, number, 0), number), fragment, rows, how);
            return;
        }
        let held = HeldRows::new(fragment, rows);
        let Some(held) = state.hands.join(number, first.line, moment, held) else { return };
        let mut ready = Ready::default();
        let record = (number, first.line, moment, held);
        if state.hands.is_part_of(number, &moment) {
            state.hands.join_part(table, record, &mut ready);
        } else {
            state.hands.hold(table, subject.day_start(moment.day), record, &mut ready);
        }
        self.put_ready_rows(ready);
    }

    fn put_ready_rows(&mut self, ready: Ready<HeldRows>) {
        let day = ready.records.last().map_or(0, |(record, _)| record.moment.day);
        for (line, fact) in ready.facts {
            if !self.has_all_between(day, &fact) {
                self.facts.push((JournalKind::Hands, line, fact));
            }
        }
        let mut last = None;
        for (record, standing) in ready.records {
            let HeldRows { fragment, rows } = &record.what;
            let state = &self.tables[usize::from(fragment.table.0)];
            // What goes with the record before stands where that does.
            let key = match last {
                Some(key) if record.joins() => key,
                _ => state.key(record.moment.day, record.number, standing),
            };
            last = Some(key);
            let name = match standing {
                Standing::TakenAs(number) => number,
                _ => record.number,
            };
            let is_late = matches!(standing, Standing::Late | Standing::InsertedAfter(_));
            let how = How { is_late, ..How::default() };
            self.put_rows(record.moment, (key, name), fragment, rows.as_rows(), how);
        }
    }

    /// True for rounds that are missing between two of their table, and stood all ahead of them. An event
    /// of another journal alone is no row of a round.
    fn has_all_between(&self, day: u16, fact: &RecordFact<'_>) -> bool {
        let RecordFact::RoundsMissing { table, round, previous, .. } = *fact else { return false };
        let state = &self.tables[usize::from(table.0)];
        let stands =
            |number| state.open.newest(day, number).is_some_and(|(_, r)| !r.rows.is_empty());
        (previous + 1..round).all(stands)
    }

    /// Puts rows to their round, under this key and number; a second instance of it begins where the
    /// dealer's hand is there already and a seat comes again.
    fn put_rows(
        &mut self,
        moment: Moment,
        (place, name): (Key, u32),
        fragment: &Fragment,
        rows: Rows<'_>,
        How { is_late, is_ahead, goes_on }: How,
    ) {
        let (day, table) = (moment.day, fragment.table);
        let state = &mut self.tables[usize::from(table.0)];
        let mut rest = rows;
        while let Some(row) = rest.heads().first() {
            let newest = state.newest(day, place.1, row);
            let (key, starts, again) = match newest {
                _ if place.2 > 0 && rest.len() == rows.len() => {
                    (place, state.open.get(place).is_none_or(|open| open.rows.is_empty()), false)
                }
                Some((key, started, false)) => (key, !started, false),
                Some((key, _, true)) => ((day, place.1, key.2 + 1), true, true),
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
                    let unit = Unit { line: row.line, value: name, records: 1, unreadable: 0 };
                    let of = OutOfLine { run: Run::of(&unit, 0), before: Some(name), after: None };
                    let fact = RecordFact::RoundsOutOfLine { table, of, taken_as: None, time };
                    self.facts.push((JournalKind::Hands, row.line, fact));
                    round.repeated = true;
                }
                round.repeated |= is_late;
                (round.table, round.day, round.round) = (table.0, day, name);
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
            let state = &mut self.tables[at];
            let waited =
                |since: Timestamp| passed.is_none_or(|p| since.plus_micros(LAG_MICROS / 2) <= p);
            if passed.is_some() && !state.held_since().is_some_and(waited) {
                continue;
            }
            if let Some((moment, doubted)) = state.doubted.take() {
                self.controller_in_line(subject, moment, doubted);
            }
            let state = &mut self.tables[at];
            let (mut hands, mut controller) = (Ready::default(), Ready::default());
            let mut manager = Ready::default();
            state.controller.end(table, &mut controller);
            let played = state.controller.latest().map(|(number, _)| number);
            state.hands.end_beside(table, played, &mut hands);
            state.manager.end(table, &mut manager);
            self.put_ready_rows(hands);
            self.put_ready_controller(table, controller);
            self.put_ready_manager(table, manager);
        }
    }

    /// Rounds that every journal has passed, by table and number. `passed` is the earliest time
    /// that some journal may still tell of; `None` when all journals are at their end. `has_more_rows`
    /// until the hands journal is.
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

    /// Takes back rounds already judged.
    pub(crate) fn recycle(&mut self, mut rounds: ClosedRounds) {
        self.spare.0.extend(rounds.empty());
        // One is being judged while the next is put together.
        if self.room.len() < 2 {
            self.room.push(rounds);
        }
    }
}
