//! Whether the records of a journal stand in an order of the exporter's and not in that of time: sorted by table, dealer,
//! seat, event or round, or the newest first. Where one such order explains all of a file, nothing in it says that a clock was
//! changed or a record moved.

use super::Block;
use super::records::Records;
use crate::zone::Zone;
use feltproof_model::engagement::{JournalEntry, JournalKind, Sequence};
use feltproof_model::{CompactString, Seat, TableId, Timestamp};
use std::collections::{BTreeMap, BTreeSet};

/// So many rounds must begin before the one before them ended.
const ROUNDS_MIN: u64 = 8;

/// Fewer records than this prove no order.
const RECORDS_MIN: u64 = 32;

/// Of records that no order explains one in so many must step back at its table, until they are said to stand in none.
const BACK_ONE_IN: u64 = 5;

/// In the repeated hour the order that is looked for is what its times are read by.
const REPEATED_MICROS: i64 = 3_600_000_000;

/// So many numbers go down in the repeated hour, where one may be a wrong number.
const AGAINST_MIN: u64 = 2;
const BY_CLOCK: &str = "by the time on the clock, which shows the repeated hour twice";

/// Records that were moved, or whose clocks were wrong, stand elsewhere: so many, and one in so many.
const STRAYS: u64 = 2;
const STRAY_ONE_IN: u64 = 40;

/// By what records are sorted, before their time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum By {
    Time,
    Table,
    Person,
    Seat,
    Event,
    Round,
    /// By the digits of its number: 1, 10, 11, 2.
    RoundAsText,
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Key {
    Nothing,
    Number(u32),
    Text(CompactString),
}

/// What a record is sorted by.
pub(crate) struct Sortable<'a> {
    pub(crate) time: Timestamp,
    pub(crate) table: Option<TableId>,
    pub(crate) person: &'a str,
    /// `None` for rows of several seats.
    pub(crate) seat: Option<Option<Seat>>,
    /// `None` where a journal has no events.
    pub(crate) event: Option<&'a str>,
    pub(crate) round: Option<u32>,
    /// What ascends at a table as records are made: of hands the round, of events the running number; 0 where there is none.
    pub(crate) number: u64,
}

/// How far records may stand out of order: by so much, and by an hour more where the clock was set back.
#[derive(Debug)]
struct Slack {
    disorder_micros: i64,
    /// `None`: times are those of a clock in a zone that is not known, whose hours after midnight may be repeated.
    zone: Option<Zone>,
}

/// How the records of a file stand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Standing {
    /// In the order of their times, or in none that says anything.
    InTime,
    /// Sorted so, in words; and the `order` of a profile that reads them.
    Sorted(String, &'static str),
    /// Their times go up and down.
    Mixed,
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
    /// How many of either were of tables within a round, which come in some order there.
    within: u64,
    steps_within: u64,
    /// Records that stand elsewhere.
    strays: u64,
}

#[derive(Debug)]
pub(crate) struct Sorted {
    slack: Slack,
    records: u64,
    latest: Option<Timestamp>,
    is_in_time: bool,
    ways: Vec<Way>,
    /// The time before at each table, and how many records stepped back from it.
    at_tables: BTreeMap<Option<TableId>, Timestamp>,
    back: u64,
    /// The number before at each table, and how many in the repeated hour are below it though their times are not: the
    /// file is sorted by a clock that showed the hour twice.
    numbers: Vec<u64>,
    has_numbers: bool,
    against: u64,
}

impl Sorted {
    pub(super) fn new(journal: &JournalEntry) -> Self {
        let zone = Zone::new(&journal.time_zone);
        // Numbers of each link or level say nothing of records beside each other.
        let is_numbered = matches!(journal.sequence, Sequence::Journal | Sequence::Table);
        let has_numbers = journal.kind == JournalKind::Hands || is_numbered;
        Self { has_numbers, ..Self::with(journal.disorder_micros, zone) }
    }

    /// Of a journal whose zone may not be known yet.
    pub(crate) fn with(disorder_micros: i64, zone: Option<Zone>) -> Self {
        let by = [By::Table, By::Person, By::Seat, By::Event, By::Round, By::RoundAsText];
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
            within: 0,
            steps_within: 0,
            strays: 0,
        };
        Self {
            slack: Slack { disorder_micros, zone },
            records: 0,
            latest: None,
            is_in_time: true,
            ways: [(By::Time, true)].into_iter().chain(each).map(way).collect(),
            at_tables: BTreeMap::new(),
            back: 0,
            numbers: Vec::new(),
            has_numbers: true,
            against: 0,
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
                        number: run.round.into(),
                    });
                }
            }
            Records::Controller(events) => events.iter().for_each(|e| {
                let (table, round, seat) = (Some(e.table), Some(e.round), Some(e.seat));
                let (person, event) = (&e.actor, Some(e.kind.name()));
                let (time, number) = (e.time, e.seq);
                self.take(&Sortable { time, table, person, seat, event, round, number });
            }),
            Records::Manager(events) => events.iter().for_each(|e| {
                let (table, round, seat) = (e.table, e.round, Some(e.seat));
                let (person, event) = (&e.actor, Some(e.kind.name()));
                let (time, number) = (e.time, e.seq);
                self.take(&Sortable { time, table, person, seat, event, round, number });
            }),
            Records::Shuffler(events) => events.iter().for_each(|e| {
                let (table, round, seat) = (Some(e.table), e.round, Some(None));
                let (person, event) = ("", Some(e.kind.name()));
                let (time, number) = (e.time, e.seq);
                self.take(&Sortable { time, table, person, seat, event, round, number });
            }),
            // A statement is in the order of the bank, or the newest first.
            Records::Bank(events) => events.iter().for_each(|e| {
                let (time, person, number) = (e.time, "", 0);
                let (table, seat, event, round) = (None, None, None, None);
                self.take(&Sortable { time, table, person, seat, event, round, number });
                self.back = 0;
            }),
        }
    }

    #[inline]
    pub(crate) fn take(&mut self, record: &Sortable<'_>) {
        self.records += 1;
        let latest = *self.latest.get_or_insert(record.time);
        self.is_in_time = self.is_in_time && !self.slack.is_before(record.time, latest);
        self.latest = Some(latest.max(record.time));
        if !self.ways.is_empty() {
            let slack = &self.slack;
            let records = self.records;
            self.ways.retain_mut(|way| way.goes_on(record, slack) || way.may_still_be(records));
        }
        let at = record.table.map_or(0, |table| usize::from(table.0) + 1);
        if self.numbers.len() <= at {
            self.numbers.resize(at + 1, 0);
        }
        if record.number < std::mem::replace(&mut self.numbers[at], record.number)
            && self.has_numbers
            && !self.slack.is_before(record.time, latest)
            && self.slack.is_repeated(record.time)
        {
            self.against += 1;
        }
        if !self.is_in_time {
            let before = self.at_tables.insert(record.table, record.time);
            let is_back = before.is_some_and(|before| self.slack.is_before(record.time, before));
            self.back += u64::from(is_back);
        }
    }

    /// How the records of the file stand.
    pub(crate) fn standing(&self) -> Standing {
        if self.records < RECORDS_MIN {
            return Standing::InTime;
        }
        if self.is_in_time {
            return match self.against >= AGAINST_MIN {
                true => Standing::Sorted(BY_CLOCK.to_owned(), "unordered"),
                false => Standing::InTime,
            };
        }
        let Some(way) = self.ways.iter().filter(|way| way.explains()).min_by_key(|way| way.strays)
        else {
            let is_mixed = self.back * BACK_ONE_IN >= self.records;
            return if is_mixed { Standing::Mixed } else { Standing::InTime };
        };
        let by = match way.by {
            By::Time => {
                return Standing::Sorted("by time, the newest first".to_owned(), "newest-first");
            }
            By::Table => "by table",
            By::Person => "by who dealt or acted",
            By::Seat => "by seat",
            By::Event => "by event",
            By::Round => "by round",
            By::RoundAsText => "by round as a text",
        };
        let words = match way.is_newest_first {
            true => format!("{by}, the newest first of each"),
            false => format!("{by}, and by time within each"),
        };
        Standing::Sorted(words, "unordered")
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
            // No time makes such an order.
            By::RoundAsText => self.steps > 0 && self.changes - self.within >= ROUNDS_MIN,
            By::Round => {
                let between = (self.changes - self.within, self.steps - self.steps_within);
                self.steps >= ROUNDS_MIN
                    && (self.steps * 4 >= self.changes || between.1 * 4 >= between.0)
            }
        }
    }

    /// Whether it may be the order though a record, one of so many, stands elsewhere.
    const fn may_still_be(&mut self, records: u64) -> bool {
        self.strays += 1;
        match self.by {
            // No time makes an order of digits, and numbers in order of time are nearly in it.
            By::RoundAsText => false,
            By::Time | By::Table | By::Person | By::Seat | By::Event | By::Round => {
                self.strays * STRAY_ONE_IN <= records + STRAYS * STRAY_ONE_IN
            }
        }
    }

    /// Whether a record stands where this order has it.
    fn goes_on(&mut self, record: &Sortable<'_>, slack: &Slack) -> bool {
        if self.is_next_round(record) {
            return true;
        }
        let before = std::mem::replace(&mut self.time, record.time);
        let table = std::mem::replace(&mut self.table, record.table);
        let number = |of: Option<u32>| of.map_or(Key::Nothing, Key::Number);
        let key = match self.by {
            By::Time => Key::Nothing,
            By::Table => number(record.table.map(|table| table.0.into())),
            By::Person if self.key.as_ref().is_some_and(|key| key.is(record.person)) => {
                return self.is_next(record.time, slack);
            }
            By::Person => Key::Text(record.person.into()),
            By::Seat => match record.seat {
                Some(seat) => seat.map_or(Key::Nothing, |seat| Key::Text(seat.to_string().into())),
                None => return false,
            },
            By::Event => match record.event {
                Some(event) if self.key.as_ref().is_some_and(|key| key.is(event)) => {
                    return self.is_next(record.time, slack);
                }
                Some(event) => Key::Text(event.into()),
                None => return false,
            },
            By::Round => {
                // The rounds of one table are in order of time by themselves.
                let is_back = slack.is_before(record.time, self.latest);
                let is_ahead = slack.is_before(self.latest, record.time);
                let is_wrong = if self.is_newest_first { is_ahead } else { is_back };
                if table == record.table && is_wrong && self.key.is_some() {
                    return false;
                }
                number(record.round)
            }
            By::RoundAsText => {
                record.round.map_or(Key::Nothing, |round| Key::Text(round.to_string().into()))
            }
        };
        let Some(last) = self.key.replace(key) else {
            self.latest = record.time;
            return true;
        };
        let key = self.key.as_ref();
        let is_same = key == Some(&last);
        // Within a round its tables come in some order, too.
        let is_by_round = matches!(self.by, By::Round | By::RoundAsText);
        let is_another_table = is_by_round && table != record.table;
        if is_same && !is_another_table {
            return self.is_next(record.time, slack);
        }
        self.latest = record.time;
        let is_step = match self.is_newest_first {
            true => record.time > before.plus_micros(slack.disorder_micros),
            false => record.time < before.plus_micros(-slack.disorder_micros),
        };
        (self.changes, self.steps) = (self.changes + 1, self.steps + u64::from(is_step));
        if is_same {
            self.within += 1;
            self.steps_within += u64::from(is_step);
            return true;
        }
        // Of rounds there are too many to remember: they ascend, or descend.
        if is_by_round {
            return if self.is_newest_first { key < Some(&last) } else { key > Some(&last) };
        }
        self.before.insert(last);
        !key.is_some_and(|key| self.before.contains(key))
    }

    /// Whether a record of the same or a later round follows in time, as most do where rounds ascend.
    fn is_next_round(&mut self, record: &Sortable<'_>) -> bool {
        let (By::Round, false, Some(Key::Number(last)), Some(round)) =
            (self.by, self.is_newest_first, &mut self.key, record.round)
        else {
            return false;
        };
        if round < *last || record.time < self.latest.max(self.time) {
            return false;
        }
        let (is_another, is_another_table) = (round != *last, record.table != self.table);
        self.changes += u64::from(is_another || is_another_table);
        self.within += u64::from(!is_another && is_another_table);
        *last = round;
        (self.table, self.time, self.latest) = (record.table, record.time, record.time);
        true
    }

    fn is_next(&mut self, time: Timestamp, slack: &Slack) -> bool {
        let is_next = match self.is_newest_first {
            true => !slack.is_before(self.latest, time),
            false => !slack.is_before(time, self.latest),
        };
        self.latest =
            if self.is_newest_first { self.latest.min(time) } else { self.latest.max(time) };
        is_next
    }
}

impl Slack {
    /// True where a time is that much before another that the records of the two do not stand in order.
    #[inline]
    fn is_before(&self, time: Timestamp, other: Timestamp) -> bool {
        // Most records stand in order: nothing else is looked at then.
        if time >= other {
            return false;
        }
        let latest = other.plus_micros(-self.disorder_micros);
        time < latest
            && (time < latest.plus_micros(-REPEATED_MICROS)
                || !self.is_repeated(time) && !self.is_repeated(other))
    }

    #[cold]
    fn is_repeated(&self, time: Timestamp) -> bool {
        match &self.zone {
            Some(zone) => zone.is_repeated(time),
            None => time.0.rem_euclid(24 * REPEATED_MICROS) < 3 * REPEATED_MICROS,
        }
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
        let mut sorted = Sorted::with(120_000_000, Zone::new("UTC"));
        for (table, round, person, minute) in records {
            let (time, table) = (Timestamp(minute * 60_000_000), Some(TableId(*table)));
            let (seat, event, round) =
                (None, Some(if minute / 6 % 2 == 0 { "a" } else { "b" }), Some(*round));
            sorted.take(&Sortable { time, table, person, seat, event, round, number: 0 });
        }
        match sorted.standing() {
            Standing::InTime => None,
            Standing::Sorted(words, _) => Some(words),
            Standing::Mixed => Some("none".to_owned()),
        }
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
        all.sort_by_key(|record| (record.1.to_string(), u16::MAX - record.0));
        assert_eq!(order(&all).unwrap(), "by round as a text, and by time within each");
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
        assert_eq!(order(&all).unwrap(), "by table, and by time within each");
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
