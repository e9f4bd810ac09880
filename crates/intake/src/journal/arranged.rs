//! A journal whose rows stand otherwise than they were recorded: read whole, put in order, and given out in blocks as
//! any other. Its profile says so; a journal in order never comes here.
//!
//! Of rows with the newest first the order is that of the file backwards, but for the rows of a round, which stay as they
//! are with the dealer last. Of rows in no order their times tell it, and running numbers where all records have one of
//! their own. A time of the repeated hour is then read by the numbers of its table, or of its line of running numbers:
//! where times go back once while the numbers go up, the clock was set back there. Where they do not, it cannot be told.

use super::Block;
use super::fault::Fault;
use super::key::Key;
use super::piece::PieceRecords;
use super::records::Records;
use crate::profile::RowOrder;
use feltproof_model::engagement::{JournalKind, Sequence};
use feltproof_model::{LinkId, Problem, SEAT_MAX, TableId, Timestamp};
use std::collections::BTreeMap;

/// Records that are put in order in memory: some gigabytes at most.
pub(super) const RECORDS_MAX: usize = 1 << 22;
/// Records of a block.
const BLOCK_RECORDS: usize = 4096;
/// Rows of one number at a table are of one round where no more time lies between them.
const ROUND_MICROS_MAX: i64 = 3_600_000_000;

/// Everything that a file holds, as it stands there.
pub(super) struct Gathered {
    pub(super) records: Records,
    pub(super) problems: Vec<Unread>,
    /// Places of records with two readings, and the second.
    open: Vec<(usize, Timestamp)>,
}

/// A record that could not be read.
pub(super) struct Unread {
    problem: Problem,
    fault: Fault,
    /// Its time, where it is wanted and can be read all the same.
    time: Option<Timestamp>,
}

/// A record, or one that could not be read, by its place in the file.
#[derive(Clone, Copy)]
enum Item {
    Record(usize),
    Unread(usize),
}

/// Some records in order.
pub(super) struct Ordered {
    pub(super) block: Block,
    /// The places of records with two readings, and the second.
    pub(super) open: Vec<(usize, Timestamp)>,
    /// The line of each record, and how many more it goes on for.
    pub(super) lines: Vec<(u32, u32)>,
}

/// Why rows cannot be put in order: the line, and the sentence.
pub(super) type Unclear = (u32, String);

/// How the running numbers of a journal are counted.
#[derive(Clone, Copy)]
pub(super) struct Numbers {
    pub(super) kind: JournalKind,
    pub(super) sequence: Sequence,
    pub(super) disorder_micros: i64,
}

impl Numbers {
    /// What ascends at a table as records are made.
    fn of(self, key: &Key) -> u64 {
        match self.kind {
            JournalKind::Hands => key.round.map_or(0, u64::from),
            _ => key.seq,
        }
    }
}

impl Gathered {
    pub(super) fn new(kind: JournalKind) -> Self {
        let records = Records::with_capacity(kind, 0);
        Self { records, problems: Vec::new(), open: Vec::new() }
    }

    /// Takes in what follows in the file, and gives its memory back.
    pub(super) fn take(&mut self, piece: PieceRecords) -> Records {
        let PieceRecords { records: mut more, times, tally } = piece;
        let before = self.records.len();
        self.open.extend(times.open().iter().map(|(place, second)| (before + place, *second)));
        let times = tally.problem_times.into_iter().chain(std::iter::repeat(None));
        let unread = tally.problems.into_iter().zip(tally.faults).zip(times);
        self.problems.extend(unread.map(|((problem, fault), time)| Unread {
            problem,
            fault,
            time,
        }));
        self.records.append(&mut more);
        more
    }

    /// The blocks of the file in order.
    pub(super) fn blocks(
        mut self,
        journal: u16,
        how: RowOrder,
        numbers: Numbers,
    ) -> Result<Vec<Ordered>, Unclear> {
        let mut keys = self.records.keys();
        for (place, second) in &self.open {
            keys[*place].second = Some(*second);
        }
        let order = match how {
            RowOrder::AsRecorded => self.in_file_order(&keys),
            RowOrder::NewestFirst => {
                let order = self.newest_first(&keys, numbers.kind);
                // Sorted by a clock that showed an hour twice, it is not that of the records.
                match is_against_numbers(&order, &keys, numbers) {
                    true => self.unordered(&mut keys, numbers)?,
                    false => order,
                }
            }
            RowOrder::Unordered => self.unordered(&mut keys, numbers)?,
        };
        for (time, key) in self.records.times_mut().zip(&keys) {
            *time = key.time;
        }
        let mut blocks = Vec::new();
        let mut rest = &order[..];
        while !rest.is_empty() {
            let (some, more) = rest.split_at(end_of_block(rest, &keys, numbers.kind));
            blocks.push(self.block(journal, some, &keys));
            rest = more;
        }
        Ok(blocks)
    }

    fn block(&self, journal: u16, items: &[Item], keys: &[Key]) -> Ordered {
        let (mut places, mut open, mut lines) = (Vec::new(), Vec::new(), Vec::new());
        let (mut problems, mut faults) = (Vec::new(), Vec::new());
        for item in items {
            match item {
                Item::Record(at) => {
                    open.extend(keys[*at].second.map(|second| (places.len(), second)));
                    lines.push((keys[*at].line, 0));
                    places.push(*at);
                }
                Item::Unread(at) => {
                    let Unread { problem, fault, .. } = &self.problems[*at];
                    let more = problem.raw.trim_end().matches('\n').count();
                    let more = u32::try_from(more).expect("a record ends on a line of its file");
                    lines.push((problem.line, more));
                    problems.push(problem.clone());
                    faults.push(fault.clone());
                }
            }
        }
        let records_seen = items.len() as u64;
        let records = self.records.picked(&places);
        let block = Block { journal, records, problems, faults, records_seen };
        Ordered { block, open, lines }
    }

    /// By their lines.
    fn in_file_order(&self, keys: &[Key]) -> Vec<Item> {
        let mut problems = (0..self.problems.len()).peekable();
        let mut items = Vec::with_capacity(keys.len() + self.problems.len());
        for (at, key) in keys.iter().enumerate() {
            let is_before = |unread: &usize| self.problems[*unread].problem.line < key.line;
            while let Some(unread) = problems.next_if(is_before) {
                items.push(Item::Unread(unread));
            }
            items.push(Item::Record(at));
        }
        items.extend(problems.map(Item::Unread));
        items
    }

    fn newest_first(&self, keys: &[Key], kind: JournalKind) -> Vec<Item> {
        let mut items = self.in_file_order(keys);
        items.reverse();
        let key = |item: &Item| match item {
            Item::Record(at) => keys.get(*at),
            Item::Unread(_) => None,
        };
        let is_hands = kind == JournalKind::Hands;
        let is_same = |one: &Key, other: &Key| match is_hands {
            true => (one.table, one.round) == (other.table, other.round),
            false => one.time == other.time,
        };
        let rank = |key: &Key| if is_hands { seat_rank(key) } else { key.seq };
        let mut from = 0;
        while from < items.len() {
            let Some(first) = items.get(from).and_then(key) else {
                from += 1;
                continue;
            };
            // Those that could not be read between two of them are of them, too.
            let run =
                items[from..].iter().take_while(|item| key(item).is_none_or(|k| is_same(first, k)));
            let run: Vec<Item> = run.copied().collect();
            let length =
                run.iter().rposition(|item| key(item).is_some()).map_or(1, |last| last + 1);
            let last = run[..length].iter().rev().find_map(key).unwrap_or(first);
            if rank(first) > rank(last) {
                items[from..from + length].reverse();
            }
            from += length;
        }
        items
    }

    fn unordered(&self, keys: &mut [Key], numbers: Numbers) -> Result<Vec<Item>, Unclear> {
        let are_numbered = are_all_numbered(keys, numbers);
        if !are_numbered {
            tell_repeated_times(keys, numbers)?;
        }
        let mut records: Vec<usize> = (0..keys.len()).collect();
        if numbers.kind == JournalKind::Hands {
            records = by_rounds(keys);
        } else if are_numbered {
            records.sort_by_key(|at| keys[*at].seq);
        } else {
            records.sort_by_key(|at| (keys[*at].time, keys[*at].seq, keys[*at].line));
        }
        // One that could not be read stands with the records of its time.
        let mut beside = BTreeMap::<usize, Vec<usize>>::new();
        for (at, Unread { problem, time, .. }) in self.problems.iter().enumerate() {
            let Some(time) = time else {
                return Err((
                    problem.line,
                    format!(
                        "{} (with `order = \"unordered\"` in [rows] the time at least of each row must be read: else nothing tells where \
                     it stands; correct the row, or leave it out by `ignore`)",
                        problem.reason
                    ),
                ));
            };
            let after = records.partition_point(|at| keys[*at].time < *time);
            beside.entry(after.min(records.len().max(1) - 1)).or_default().push(at);
        }
        let mut items = Vec::with_capacity(records.len() + self.problems.len());
        for (at, record) in records.iter().enumerate() {
            items.push(Item::Record(*record));
            items.extend(beside.remove(&at).into_iter().flatten().map(Item::Unread));
        }
        items.extend(beside.into_values().flatten().map(Item::Unread));
        Ok(items)
    }
}

/// Whether the numbers of a table go down within the repeated hour.
fn is_against_numbers(order: &[Item], keys: &[Key], numbers: Numbers) -> bool {
    let mut before = BTreeMap::<Option<TableId>, u64>::new();
    let records = order.iter().filter_map(|item| match item {
        Item::Record(at) => keys.get(*at),
        Item::Unread(_) => None,
    });
    let mut open = records.filter(|key| key.second.is_some());
    open.any(|key| {
        let number = numbers.of(key);
        before.insert(key.table, number).is_some_and(|before| number < before)
    })
}

/// Where a block ends: of hands with a whole round.
fn end_of_block(items: &[Item], keys: &[Key], kind: JournalKind) -> usize {
    let round = |item: &Item| match item {
        Item::Record(at) => keys.get(*at).map(|key| (key.table, key.round)),
        Item::Unread(_) => None,
    };
    let mut end = items.len().min(BLOCK_RECORDS);
    if kind == JournalKind::Hands {
        let last = items[..end].iter().rev().find_map(round);
        while items.get(end).is_some_and(|item| round(item).is_none_or(|of| Some(of) == last)) {
            end += 1;
        }
    }
    end
}

/// Players by their seats, the dealer or the player banker last.
fn seat_rank(key: &Key) -> u64 {
    key.seat.map_or(0, |seat| seat.player().unwrap_or(SEAT_MAX + 1).into())
}

/// Whether all records have running numbers of one line, each its own.
fn are_all_numbered(keys: &[Key], numbers: Numbers) -> bool {
    if numbers.kind == JournalKind::Hands || numbers.sequence != Sequence::Journal {
        return false;
    }
    let mut all: Vec<u64> = keys.iter().map(|key| key.seq).collect();
    all.sort_unstable();
    all.first().is_some_and(|first| *first > 0) && all.windows(2).all(|two| two[0] < two[1])
}

/// Reads the times of the repeated hour by numbers that go up while times go back.
fn tell_repeated_times(keys: &mut [Key], numbers: Numbers) -> Result<(), Unclear> {
    let mut lines = BTreeMap::<(Option<TableId>, Option<LinkId>), Vec<usize>>::new();
    for (at, key) in keys.iter().enumerate().filter(|(_, key)| key.second.is_some()) {
        let (table, link) = (key.table.filter(|_| key.link.is_none()), key.link);
        let line = match (numbers.kind, numbers.sequence) {
            (JournalKind::Hands, _) => (key.table, None),
            (_, Sequence::Journal | Sequence::None) => (None, None),
            (_, Sequence::Table) => (key.table, None),
            (_, Sequence::Link | Sequence::Level) => (table, link),
        };
        lines.entry(line).or_default().push(at);
    }
    let is_hands = numbers.kind == JournalKind::Hands;
    let slack = if is_hands { 0 } else { numbers.disorder_micros };
    for mut all in lines.into_values() {
        let number = |key: &Key| numbers.of(key);
        all.sort_by_key(|at| (number(&keys[*at]), keys[*at].line));
        let goes_back = |two: &&[usize]| keys[two[1]].time < keys[two[0]].time.plus_micros(-slack);
        let steps: Vec<usize> = all.windows(2).filter(goes_back).map(|two| two[1]).collect();
        let (Some(first), has_numbers) =
            (all.first().copied(), all.iter().all(|at| number(&keys[*at]) > 0))
        else {
            continue;
        };
        let [step] = steps[..] else { return Err(unclear(keys[first].line)) };
        if !has_numbers {
            return Err(unclear(keys[first].line));
        }
        let mut is_second = false;
        for at in all {
            is_second |= at == step;
            let key = &mut keys[at];
            key.time = key.second.take().filter(|_| is_second).unwrap_or(key.time);
        }
    }
    Ok(())
}

fn unclear(line: u32) -> Unclear {
    (line, "its time happened twice, since the clock was set back, and neither the order of the rows nor running numbers tell \
            which it is; export times with an offset, or the rows as they were recorded. Where the journal has records of one \
            of the two hours alone, declare repeated_hour = \"first\" or \"second\" for it"
        .to_owned())
}

/// Rounds by their times, the rows of each together, the dealer last.
fn by_rounds(keys: &[Key]) -> Vec<usize> {
    let mut rows: Vec<usize> = (0..keys.len()).collect();
    rows.sort_by_key(|at| (keys[*at].table, keys[*at].round, keys[*at].time, keys[*at].line));
    let is_same = |one: &usize, other: &usize| {
        let (one, other) = (&keys[*one], &keys[*other]);
        let apart = other.time.micros_since(one.time);
        (one.table, one.round) == (other.table, other.round) && apart <= ROUND_MICROS_MAX.into()
    };
    let mut rounds: Vec<Vec<usize>> = rows.chunk_by(is_same).map(<[usize]>::to_vec).collect();
    rounds.sort_by_key(|rows| {
        rows.first().map(|at| (keys[*at].time, keys[*at].table, keys[*at].round))
    });
    for rows in &mut rounds {
        rows.sort_by_key(|at| (seat_rank(&keys[*at]), keys[*at].line));
    }
    rounds.concat()
}
