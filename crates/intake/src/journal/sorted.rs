//! Whether the records of a journal stand in an order of the exporter's and not in that of time: sorted by table, dealer,
//! seat, event or round, or the newest first. Where one such order explains all of a file, nothing in it says that a clock was
//! changed or a record moved.

use super::Block;
use super::records::Records;
use feltproof_model::engagement::JournalEntry;
use feltproof_model::{CompactString, Seat, TableId, Timestamp};
use std::collections::BTreeSet;

/// So many rounds must begin before the one before them ended.
const ROUNDS_MIN: u64 = 8;

/// Fewer records than this prove no order.
const RECORDS_MIN: u64 = 32;

/// By what records are sorted, before their time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum By {
    Time,
    Table,
    Person,
    Seat,
    Event,
    Round,
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Key {
    Nothing,
    Number(u32),
    Text(CompactString),
}

/// What a record is sorted by.
struct Sortable<'a> {
    time: Timestamp,
    table: Option<TableId>,
    person: &'a str,
    /// `None` for rows of several seats.
    seat: Option<Option<Seat>>,
    /// `None` where a journal has no events.
    event: Option<&'static str>,
    round: Option<u32>,
}

/// One order that may still explain the file.
#[derive(Debug)]
struct Way {
    by: By,
    is_newest_first: bool,
    key: Option<Key>,
    before: BTreeSet<Key>,
    latest: Timestamp,
    table: Option<TableId>,
    time: Timestamp,
    /// How often another key came, and how often the time stepped back with it, or ahead where the newest are first.
    changes: u64,
    steps: u64,
}

#[derive(Debug)]
pub(super) struct Sorted {
    disorder_micros: i64,
    records: u64,
    latest: Option<Timestamp>,
    is_in_time: bool,
    ways: Vec<Way>,
}

impl Sorted {
    pub(super) fn new(journal: &JournalEntry) -> Self {
        let by = [By::Table, By::Person, By::Seat, By::Event, By::Round];
        let each = by.into_iter().flat_map(|by| [(by, false), (by, true)]);
        let way = |(by, is_newest_first)| Way {
            by,
            is_newest_first,
            key: None,
            before: BTreeSet::new(),
            latest: Timestamp::EARLIEST,
            table: None,
            time: Timestamp::EARLIEST,
            changes: 0,
            steps: 0,
        };
        Self {
            disorder_micros: journal.disorder_micros,
            records: 0,
            latest: None,
            is_in_time: true,
            ways: [(By::Time, true)].into_iter().chain(each).map(way).collect(),
        }
    }

    pub(super) fn count(&mut self, block: &Block) {
        match &block.records {
            Records::Hands(hands) => {
                let heads = hands.rows.as_rows();
                for run in &hands.fragments {
                    let rows = run.rows.start as usize..run.rows.end as usize;
                    let seat = match heads.range(rows).heads() {
                        [only] => Some(Some(only.seat)),
                        _ => None,
                    };
                    let (table, round) = (Some(run.table), Some(run.round));
                    self.take(&Sortable {
                        time: run.time,
                        table,
                        person: &run.dealer,
                        seat,
                        event: None,
                        round,
                    });
                }
            }
            Records::Controller(events) => events.iter().for_each(|e| {
                let (table, round, seat) = (Some(e.table), Some(e.round), Some(e.seat));
                let (person, event) = (&e.actor, Some(e.kind.name()));
                self.take(&Sortable { time: e.time, table, person, seat, event, round });
            }),
            Records::Manager(events) => events.iter().for_each(|e| {
                let (table, round, seat) = (e.table, e.round, Some(e.seat));
                let (person, event) = (&e.actor, Some(e.kind.name()));
                self.take(&Sortable { time: e.time, table, person, seat, event, round });
            }),
            Records::Shuffler(events) => events.iter().for_each(|e| {
                let (table, round, seat) = (Some(e.table), e.round, Some(None));
                let (person, event) = ("", Some(e.kind.name()));
                self.take(&Sortable { time: e.time, table, person, seat, event, round });
            }),
            // A statement is in the order of the bank.
            Records::Bank(_) => {}
        }
    }

    #[inline]
    fn take(&mut self, record: &Sortable<'_>) {
        self.records += 1;
        let latest = *self.latest.get_or_insert(record.time);
        self.is_in_time &= record.time >= latest.plus_micros(-self.disorder_micros);
        self.latest = Some(latest.max(record.time));
        if !self.ways.is_empty() {
            let disorder = self.disorder_micros;
            self.ways.retain_mut(|way| way.goes_on(record, disorder));
        }
    }

    /// The order that explains the file, in words; `None` where that is the order of time, or none does.
    pub(super) fn in_words(&self) -> Option<String> {
        if self.is_in_time || self.records < RECORDS_MIN {
            return None;
        }
        let way = self.ways.iter().find(|way| way.explains())?;
        let by = match way.by {
            By::Time => return Some("by time, the newest first".to_owned()),
            By::Table => "by table",
            By::Person => "by who dealt or acted",
            By::Seat => "by seat",
            By::Event => "by event",
            By::Round => "by round",
        };
        Some(match way.is_newest_first {
            true => format!("{by}, the newest first of each"),
            false => format!("{by}, and by time within each"),
        })
    }
}

impl Way {
    /// True where the file shows the order, and does not only not contradict it: most keys begin at another time than the one
    /// before ended.
    const fn explains(&self) -> bool {
        match self.by {
            By::Time => true,
            By::Table | By::Person | By::Seat | By::Event => {
                self.steps > 0 && self.steps * 2 >= self.changes
            }
            By::Round => self.steps >= ROUNDS_MIN && self.steps * 4 >= self.changes,
        }
    }

    /// Whether a record stands where this order has it.
    fn goes_on(&mut self, record: &Sortable<'_>, disorder_micros: i64) -> bool {
        let before = std::mem::replace(&mut self.time, record.time);
        let table = std::mem::replace(&mut self.table, record.table);
        let number = |of: Option<u32>| of.map_or(Key::Nothing, Key::Number);
        let key = match self.by {
            By::Time => Key::Nothing,
            By::Table => number(record.table.map(|table| table.0.into())),
            By::Person if self.key.as_ref().is_some_and(|key| key.is(record.person)) => {
                return self.is_next(record.time, disorder_micros);
            }
            By::Person => Key::Text(record.person.into()),
            By::Seat => match record.seat {
                Some(seat) => seat.map_or(Key::Nothing, |seat| Key::Text(seat.to_string().into())),
                None => return false,
            },
            By::Event => match record.event {
                Some(event) if self.key.as_ref().is_some_and(|key| key.is(event)) => {
                    return self.is_next(record.time, disorder_micros);
                }
                Some(event) => Key::Text(event.into()),
                None => return false,
            },
            By::Round => {
                // The rounds of one table are in order of time by themselves.
                let is_back = record.time < self.latest.plus_micros(-disorder_micros);
                if table == record.table && is_back != self.is_newest_first && self.key.is_some() {
                    return false;
                }
                number(record.round)
            }
        };
        let Some(last) = self.key.replace(key) else {
            self.latest = record.time;
            return true;
        };
        let key = self.key.as_ref();
        let is_same = key == Some(&last);
        // Within a round its tables come in some order, too.
        let is_another_table = self.by == By::Round && table != record.table;
        if is_same && !is_another_table {
            return self.is_next(record.time, disorder_micros);
        }
        self.latest = record.time;
        let is_step = match self.is_newest_first {
            true => record.time > before.plus_micros(disorder_micros),
            false => record.time < before.plus_micros(-disorder_micros),
        };
        (self.changes, self.steps) = (self.changes + 1, self.steps + u64::from(is_step));
        if is_same {
            return true;
        }
        // Of rounds there are too many to remember: they ascend, or descend.
        if self.by == By::Round {
            return if self.is_newest_first { key < Some(&last) } else { key > Some(&last) };
        }
        self.before.insert(last);
        !key.is_some_and(|key| self.before.contains(key))
    }

    fn is_next(&mut self, time: Timestamp, disorder_micros: i64) -> bool {
        let is_next = match self.is_newest_first {
            true => time <= self.latest.plus_micros(disorder_micros),
            false => time >= self.latest.plus_micros(-disorder_micros),
        };
        self.latest =
            if self.is_newest_first { self.latest.min(time) } else { self.latest.max(time) };
        is_next
    }
}

impl Key {
    fn is(&self, text: &str) -> bool {
        matches!(self, Self::Text(own) if own == text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Records of two tables by turns, a minute apart, each of a dealer of its own: table, round, dealer, minute.
    fn records() -> Vec<(u16, u32, &'static str, i64)> {
        let record = |at: u16| {
            let dealer = if at.is_multiple_of(2) { "D01" } else { "D02" };
            (at % 2, u32::from(at / 2), dealer, i64::from(at) * 3)
        };
        (0..40).map(record).collect()
    }

    fn order(records: &[(u16, u32, &str, i64)]) -> Option<String> {
        let ways = super::super::tests::journal_entry();
        let mut sorted = Sorted::new(&ways);
        for (table, round, person, minute) in records {
            let (time, table) = (Timestamp(minute * 60_000_000), Some(TableId(*table)));
            let (seat, event, round) =
                (None, Some(if minute / 6 % 2 == 0 { "a" } else { "b" }), Some(*round));
            sorted.take(&Sortable { time, table, person, seat, event, round });
        }
        sorted.in_words()
    }

    #[test]
    fn one_order_that_explains_all_of_a_file_is_named() {
        assert_eq!(order(&records()), None);
        let mut all = records();
        all.sort_by_key(|record| record.0);
        assert_eq!(order(&all).unwrap(), "by table, and by time within each");
        // Tables within a round as their names go, whichever came first.
        all.sort_by_key(|record| (record.1, u16::MAX - record.0));
        assert_eq!(order(&all).unwrap(), "by round, and by time within each");
        all.sort_by_key(|record| (record.3 / 6 % 2, record.3));
        assert_eq!(order(&all).unwrap(), "by event, and by time within each");
        all = records();
        all.reverse();
        assert_eq!(order(&all).unwrap(), "by time, the newest first");
        all.sort_by_key(|record| record.0);
        assert_eq!(order(&all).unwrap(), "by table, the newest first of each");
    }

    #[test]
    fn a_file_that_no_order_explains_is_not_said_to_be_sorted() {
        let mut all = records();
        all.sort_by_key(|record| record.0);
        let moved = all.remove(5);
        all.insert(30, moved);
        assert_eq!(order(&all), None);
        // One table whose clock was set back: its rounds ascend, and its times do not.
        let back = |(at, record): (usize, (u16, u32, &'static str, i64))| {
            (0, record.1, "D01", record.3 - if at > 20 { 60 } else { 0 })
        };
        let one: Vec<_> = records().into_iter().filter(|r| r.0 == 0).collect();
        let all: Vec<_> = one.iter().chain(&one).copied().enumerate().map(back).collect();
        assert_eq!(order(&all), None);
        assert_eq!(order(&records()[..31]), None);
    }
}
