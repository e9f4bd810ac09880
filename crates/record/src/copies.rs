//! Records that stand twice in a journal: a block or a whole file exported two times.
//!
//! Of the latest numbers a digest of what the record says is kept. A record with number and digest of an
//! earlier one is its copy, named and read once; one with the number alone is judged as out of line.

use crate::period::Period;
use feltproof_intake::Fragment;
use feltproof_model::{
    Card, ControllerEvent, ManagerEvent, RowHead, Rows, Seat, ShufflerEvent, Timestamp,
};
use smallvec::SmallVec;
use std::ops::Range;

/// Numbers kept of a journal, and rounds of each table, eight bytes each: more than a gaming day has.
const KEPT_MAX: usize = 1 << 20;

/// Numbers that are kept together: a table that has one round keeps so many, wherever its numbers begin.
const PAGE: usize = 1 << 9;

/// Lines of the hands journal whose rows are known one by one.
const LINES_MAX: usize = 1 << 20;

/// Lines after the first of a round among which its other rows are looked for: seats, and some more.
const ROWS_MAX: u32 = 16;

const HOUR_MICROS: i64 = 3_600_000_000;

/// Records that repeat earlier ones, one after the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Copied {
    /// Line of the first copy, and of the last.
    pub lines: (u32, u32),
    /// Line of the record that the first repeats, and of that the last does.
    pub of: (u32, u32),
    /// How many records.
    pub records: u64,
}

/// The records of one kind of journal that may be repeated, in the same file or in another part of it.
#[derive(Default)]
pub(crate) struct Copies {
    /// Of a numbered journal, or of the hands of each table.
    kept: Vec<Latest>,
    /// Digests of the latest rows of the hands journal, each at the place of its line.
    rows: Vec<u32>,
    /// Lines and digests of the rows read now.
    read: Vec<(u32, u32)>,
    pub(crate) runs: Vec<Option<Copied>>,
}

/// Digests of numbers that follow one another, with their lines.
type Page = Box<[(u32, u32); PAGE]>;

/// Digests of the latest numbers with their lines.
#[derive(Default)]
struct Latest(Vec<Option<Page>>);

impl Latest {
    /// The place of a number; of those that share it the latest stands there.
    #[inline]
    fn of(&mut self, number: u64) -> &mut (u32, u32) {
        let at = (number % KEPT_MAX as u64) as usize;
        if self.0.len() <= at / PAGE {
            self.0.resize_with(at / PAGE + 1, || None);
        }
        let page = self.0[at / PAGE].get_or_insert_with(|| Box::new([(0, 0); PAGE]));
        &mut page[at % PAGE]
    }
}

impl Copies {
    pub(crate) fn of_parts(parts: usize) -> Self {
        Self { runs: vec![None; parts], ..Self::default() }
    }

    /// The line of the record that one in this file repeats: the copy counts to the run of copies under way.
    #[inline]
    pub(crate) fn repeats(&mut self, part: usize, of: Identity, line: u32) -> Option<u32> {
        let (Some(earlier), true) = self.line_of(of, line) else { return None };
        self.repeat(part, (line, line), (earlier, earlier), 1);
        Some(earlier)
    }

    /// The line kept with this number, if any, and whether it has this digest; else this record is kept.
    #[inline]
    fn line_of(&mut self, of: Identity, line: u32) -> (Option<u32>, bool) {
        if self.kept.len() <= of.table {
            self.kept.resize_with(of.table + 1, Latest::default);
        }
        let kept = self.kept[of.table].of(of.number);
        // The number is the same already: half of the digest tells another content from a copy.
        let digest = (of.digest >> 32) as u32;
        let (known, earlier) = *kept;
        let is_copy = known == digest && earlier != 0;
        if !is_copy {
            *kept = (digest, line);
        }
        ((earlier != 0).then_some(earlier), is_copy)
    }

    fn repeat(&mut self, part: usize, lines: (u32, u32), of: (u32, u32), records: u64) {
        let run = self.runs[part].get_or_insert(Copied { lines, of, records: 0 });
        (run.lines.1, run.of.1) = (lines.1, of.1);
        run.records += records;
    }

    /// The runs of these rows that repeat none before them: a block that stands twice begins and ends
    /// within rounds. Copies count to the run of them under way; `end` hears of each that is over.
    pub(crate) fn others(
        &mut self,
        part: usize,
        fragment: &Fragment,
        rows: Rows<'_>,
        mut end: impl FnMut(Copied),
    ) -> SmallVec<[Range<usize>; 1]> {
        let mut runs = SmallVec::new();
        let (Some(first), Some(last)) = (rows.heads().first(), rows.heads().last()) else {
            return runs;
        };
        self.read.clear();
        let identity = of_rows(fragment, rows, &mut self.read);
        let (earlier, is_copy) = self.line_of(identity, first.line);
        if let (Some(earlier), true) = (earlier, is_copy) {
            let to = earlier.checked_add(last.line - first.line);
            let to = to.expect("lines are numbered in 32 bits");
            self.repeat(part, (first.line, last.line), (earlier, to), rows.len() as u64);
            return runs;
        }
        self.rows.resize(LINES_MAX, 0);
        for at in 0..self.read.len() {
            let (line, digest) = self.read[at];
            let own = self.read[..at].iter().find(|(_, row)| *row == digest).map(|(line, _)| *line);
            let kept = || earlier.and_then(|from| self.kept_at(from, line, digest));
            if let Some(of) = own.or_else(kept) {
                self.repeat(part, (line, line), (of, of), 1);
                continue;
            }
            if let Some(copied) = self.runs[part].take() {
                end(copied);
            }
            self.rows[line as usize % LINES_MAX] = digest;
            match runs.last_mut() {
                Some(Range { end, .. }) if *end == at => *end = at + 1,
                _ => runs.push(at..at + 1),
            }
        }
        runs
    }

    /// The line, from one on, of a row that says the same as that of a later line.
    fn kept_at(&self, from: u32, line: u32, digest: u32) -> Option<u32> {
        let near = line.checked_sub(from).filter(|n| (*n as usize) < LINES_MAX)?;
        let mut lines = from..from + near.min(ROWS_MAX);
        let is_kept =
            |at: &u32| self.rows.get(*at as usize % LINES_MAX).is_some_and(|row| *row == digest);
        lines.find(is_kept)
    }

    /// The line that the last copy of a file repeats, while its run goes on.
    pub(crate) fn repeated(&self, part: usize) -> Option<u32> {
        self.runs[part].map(|run| run.of.1)
    }
}

/// What a record is known by.
#[derive(Clone, Copy)]
pub(crate) struct Identity {
    /// The table of a round; 0 in a numbered journal.
    table: usize,
    number: u64,
    digest: u64,
}

impl Identity {
    /// The same where numbers begin anew for each table or link: this one's place, and how many there are.
    pub(crate) fn of_one(self, at: u16, of: usize) -> Self {
        // Only where a record is kept depends on it: numbers beyond 64 bits may as well begin anew.
        Self { number: self.number.wrapping_mul(of.max(1) as u64).wrapping_add(at.into()), ..self }
    }

    /// The same where numbers may begin again with the period.
    pub(crate) fn in_period(self, period: Period) -> Self {
        let mut digest = Digest(self.digest);
        period.words().into_iter().for_each(|word| digest.add(word));
        Self { digest: digest.0, ..self }
    }

    /// The same where numbers begin anew in each file, perhaps each hour: the whole time counts.
    pub(crate) fn at(self, time: Timestamp) -> Self {
        let mut digest = Digest(self.digest);
        digest.add(time.0.cast_unsigned());
        Self { digest: digest.0, ..self }
    }
}

/// Takes in what a record says, word by word.
struct Digest(u64);

impl Digest {
    fn new(number: u64, time: Timestamp) -> Self {
        let mut digest = Self(0);
        digest.add(number);
        digest.time(time);
        digest
    }

    /// A time but for whole hours: in the repeated hour of autumn a copy may be read as the other one.
    fn time(&mut self, time: Timestamp) {
        self.add(time.0.rem_euclid(HOUR_MICROS).cast_unsigned());
    }

    #[inline]
    fn add(&mut self, word: u64) {
        // An odd multiplier spreads every bit of a word upwards; the shift brings the high ones down.
        let spread = (self.0.rotate_left(23) ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        self.0 = spread ^ spread >> 32;
    }

    fn text(&mut self, text: &str) {
        self.add(text.len() as u64);
        for part in text.as_bytes().chunks(8) {
            self.add(part.iter().fold(0, |word, byte| word << 8 | u64::from(*byte)));
        }
    }

    fn seat(&mut self, seat: Option<Seat>) {
        self.add(seat.map_or(u64::MAX, seat_number));
    }

    fn cards(&mut self, cards: &[Card]) {
        self.add(cards.len() as u64);
        for part in cards.chunks(8) {
            self.add(part.iter().fold(0, |word, card| word << 8 | u64::from(card.number())));
        }
    }

    fn of(self, table: usize, number: u64) -> Identity {
        Identity { table, number, digest: self.0 }
    }
}

const fn seat_number(seat: Seat) -> u64 {
    match seat {
        Seat::Player(at) => at as u64,
        Seat::Dealer => 256,
        Seat::Banker(at) => 512 + at as u64,
    }
}

/// What the rows of a round are known by; `read` gets the line and the digest of each.
fn of_rows(fragment: &Fragment, rows: Rows<'_>, read: &mut Vec<(u32, u32)>) -> Identity {
    let Fragment { table, round, time, dealer, .. } = fragment;
    let (table, round) = (table.0, u64::from(*round));
    let mut digest = Digest::new(round, *time);
    digest.text(dealer);
    for head in rows.heads() {
        let RowHead { time, seat, action, cards, extras, .. } = head;
        let mut row = Digest::new(u64::from(table) << 32 | round, *time);
        row.add(time.0.div_euclid(24 * HOUR_MICROS).cast_unsigned());
        let offered = extras.offered.map_or(0, |offered| 1 + u64::from(offered));
        row.add(offered << 32 | seat_number(*seat) << 8 | *action as u64);
        row.add(extras.fee.map_or(u64::MAX, |fee| fee.micros().cast_unsigned()));
        row.cards(cards.as_slice());
        let (staked, returned, amounts) = rows.amounts(head);
        row.add(u64::from(staked.bits()) << 32 | u64::from(returned.bits()));
        amounts.iter().for_each(|amount| row.add(amount.micros().cast_unsigned()));
        digest.add(row.0);
        read.push((head.line, (row.0 >> 32) as u32));
    }
    // Numbers start anew each day: rounds of two days take two places.
    let day = time.0.div_euclid(24 * HOUR_MICROS).cast_unsigned();
    digest.of(usize::from(table), round.wrapping_add(day.wrapping_mul(8_191)))
}

pub(crate) fn of_controller(event: &ControllerEvent) -> Identity {
    let mut digest = Digest::new(event.seq, event.time);
    digest.add(u64::from(event.table.0) << 40 | u64::from(event.round) << 8 | event.kind as u64);
    digest.seat(event.seat);
    event.lit.iter().for_each(|seat| digest.add(u64::from(seat)));
    digest.text(&event.value);
    digest.text(&event.actor);
    digest.of(0, event.seq)
}

pub(crate) fn of_manager(event: &ManagerEvent) -> Identity {
    let mut digest = Digest::new(event.seq, event.time);
    let table = event.table.map_or(u64::from(u16::MAX) + 1, |table| u64::from(table.0));
    digest.add(
        u64::from(event.link.0) << 40
            | event.share.map_or(0, |at| u64::from(at) + 1) << 24
            | table << 8
            | event.kind as u64,
    );
    digest.add(event.round.map_or(u64::MAX, u64::from));
    digest.seat(event.seat);
    for amount in [event.amount, event.display, event.reserve] {
        digest.add(amount.micros().cast_unsigned());
    }
    digest.add(event.in_meter.map_or(u64::MAX, |count| count.micros().cast_unsigned()));
    for text in [&event.actor, &event.reason, &event.document, &event.value] {
        digest.text(text);
    }
    digest.of(0, event.seq)
}

pub(crate) fn of_shuffler(event: &ShufflerEvent) -> Identity {
    let mut digest = Digest::new(event.seq, event.time);
    digest.add(u64::from(event.table.0) << 16 | u64::from(event.packet) << 8 | event.kind as u64);
    digest.add(event.round.map_or(u64::MAX, u64::from));
    digest.cards(&event.cards);
    digest.text(&event.value);
    digest.of(0, event.seq)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn identity(number: u64, says: u64) -> Identity {
        let mut digest = Digest::new(number, Timestamp(0));
        digest.add(says);
        digest.of(0, number)
    }

    fn heard(copies: &mut Copies, records: &[(u64, u64)]) -> Vec<bool> {
        let lines = (2..).zip(records);
        lines
            .map(|(line, (number, says))| {
                copies.repeats(0, identity(*number, *says), line).is_some()
            })
            .collect()
    }

    #[test]
    fn a_block_that_stands_twice_is_one_run_of_copies() {
        let mut copies = Copies::of_parts(1);
        let block = [(1, 7), (2, 7), (3, 9), (2, 7), (3, 9)];
        assert_eq!(heard(&mut copies, &block), [false, false, false, true, true]);
        let run = Copied { lines: (5, 6), of: (3, 4), records: 2 };
        assert_eq!((copies.runs[0].take(), copies.runs[0]), (Some(run), None));
    }

    #[test]
    fn a_number_that_says_something_else_is_no_copy() {
        let mut copies = Copies::of_parts(1);
        // The last one repeats the first, whose place the second took.
        let records = [(1, 7), (1, 8), (1, 8), (1, 7)];
        assert_eq!(heard(&mut copies, &records), [false, false, true, false]);
    }

    #[test]
    fn what_stands_too_far_back_is_no_copy_and_memory_is_bounded() {
        let mut copies = Copies::of_parts(1);
        let far = KEPT_MAX as u64 + 1;
        assert_eq!(heard(&mut copies, &[(1, 7), (far, 7), (1, 7)]), [false; 3]);
        for number in [0, u64::MAX, u64::MAX / 3] {
            copies.repeats(0, identity(number, 1), 9);
        }
        let pages = &copies.kept[0].0;
        assert!(pages.len() <= KEPT_MAX / PAGE);
        assert!(pages.iter().flatten().count() <= 5, "a page for each number at most");
    }

    #[test]
    fn every_word_of_a_digest_counts_and_so_does_its_place() {
        let all: std::collections::BTreeSet<u64> = (0..64)
            .flat_map(|bit| [(1_u64 << bit, 0), (0, 1_u64 << bit)])
            .map(|(one, other)| {
                let mut digest = Digest(5);
                digest.add(one);
                digest.add(other);
                digest.0
            })
            .collect();
        assert_eq!(all.len(), 128);
    }
}
