//! The journals followed in order: running numbers, times, rounds put together, meters kept beside
//! those of the record.
//!
//! This is the part of an audit that cannot be split, so it is kept light; rounds are settled
//! elsewhere, in parallel.

mod place;

use crate::assemble::Assembler;
use crate::copies::{Copies, Identity, of_controller, of_manager, of_shuffler};
use crate::coverage::Coverage;
use crate::held::{HeldRecords, Record};
use crate::hole::RoundHoles;
use crate::holes::Holes;
use crate::line::Unit;
use crate::listener::{Listener, ShufflerRecord};
use crate::matching::Register;
use crate::meter::{LinkMeters, RateFit};
use crate::numbered::HeldRows;
use crate::round::ClosedRounds;
use crate::sequence::{JournalRecord, JournalSequence, RecordFact};
use crate::subject::Subject;
use feltproof_intake::{Block, Fragment, Records};
use feltproof_model::engagement::JournalKind;
use feltproof_model::workpaper::MeterReconciliation;
use feltproof_model::{
    LinkId, ManagerEvent, ManagerKind, Rows, ShufflerEvent, ShufflerKind, Timestamp,
};

/// Follows the journals.
pub struct Follower {
    links: Vec<LinkMeters>,
    /// What stopped part of the audit.
    troubles: Vec<String>,
    sequences: Vec<JournalSequence>,
    /// Of each journal what may stand in it again.
    copies: Vec<Copies>,
    /// Of each journal the records whose time is not in line, until it is known what is.
    held: Vec<HeldRecords>,
    done: Vec<bool>,
    assembler: Assembler,
    /// What the journals do not hold.
    holes: Holes,
    coverage: Coverage,
    /// Of each table the packets of its latest deck: the last one's number, its round, the cards.
    packets: Vec<(u8, Option<u32>, u64)>,
}

impl Follower {
    /// Before the first record.
    pub fn new(subject: &Subject) -> Self {
        let entries = &subject.engagement.journals;
        let journals = entries.len();
        let links = (0_u16..).zip(&subject.engagement.links);
        Self {
            links: links.map(|(i, _)| LinkMeters::new(LinkId(i))).collect(),
            troubles: Vec::new(),
            sequences: entries.iter().map(|j| JournalSequence::new(j.disorder_micros)).collect(),
            copies: entries.iter().map(|_| Copies::default()).collect(),
            held: entries.iter().map(|_| HeldRecords::default()).collect(),
            done: vec![false; journals],
            assembler: Assembler::new(subject.engagement.tables.len()),
            holes: Holes::new(subject),
            coverage: Coverage::default(),
            packets: vec![(0, None, 0); subject.engagement.tables.len()],
        }
    }

    /// The journal that is furthest behind in time; `None` when all are at their end.
    pub fn wants(&self) -> Option<u16> {
        (0_u16..)
            .zip(&self.sequences)
            .zip(&self.done)
            .filter(|(_, done)| !**done)
            .min_by_key(|((i, sequence), _)| (sequence.latest(), *i))
            .map(|((i, _), _)| i)
    }

    /// Shows the first block of a journal, before any block is followed.
    pub fn begin(&mut self, subject: &Subject, block: &Block) {
        self.holes.begin(subject, block);
    }

    /// Says that a journal is at its end; `listener` hears what that tells of its last records.
    pub fn end_of(&mut self, subject: &Subject, listener: &mut impl Listener, journal: u16) {
        let at = usize::from(journal);
        self.done[at] = true;
        self.end_of_copies(listener, journal);
        let mut verdicts = self.held[at].take_verdicts();
        let others = self.sequences.iter().enumerate().filter(|(other, _)| *other != at);
        let other = others.filter_map(|(_, sequence)| sequence.read_last()).max();
        self.sequences[at].end(other, &mut verdicts, |line, fact| {
            listener.record(&JournalRecord { journal, line, fact });
        });
        self.judge_held(subject, listener, journal, verdicts);
        self.end_of_outside(listener, journal);
        self.holes.end_of(journal);
    }

    /// Takes in a block; `listener` hears of its records, and the rounds that every journal has passed
    /// come back.
    pub fn follow(
        &mut self,
        subject: &Subject,
        listener: &mut impl Listener,
        block: Block,
    ) -> ClosedRounds {
        let journal = block.journal;
        let at = usize::from(journal);
        self.sequences[at].problems(block.problems.iter().map(|p| p.line));
        self.holes.unreadable(journal, &block.problems);
        for problem in &block.problems {
            listener.record(&JournalRecord {
                journal,
                line: problem.line,
                fact: RecordFact::Problem(problem),
            });
        }
        match block.records {
            Records::Hands(hands) => {
                for fragment in &hands.fragments {
                    let range = fragment.rows.start as usize..fragment.rows.end as usize;
                    let rows = hands.rows.as_rows().range(range);
                    self.hands(subject, listener, journal, fragment, rows);
                }
            }
            Records::Controller(events) => {
                for event in events {
                    if self.is_copy(listener, journal, of_controller(&event), event.line) {
                        continue;
                    }
                    self.numbered(listener, journal, event.line, event.seq);
                    let (line, time) = (event.line, event.time);
                    self.event(subject, listener, journal, (line, time), Record::Controller(event));
                }
            }
            Records::Manager(events) => {
                for event in events {
                    if self.is_copy(listener, journal, of_manager(&event), event.line) {
                        continue;
                    }
                    self.numbered(listener, journal, event.line, event.seq);
                    let (line, time) = (event.line, event.time);
                    self.event(subject, listener, journal, (line, time), Record::Manager(event));
                }
            }
            Records::Shuffler(events) => {
                for event in events {
                    if self.is_copy(listener, journal, of_shuffler(&event), event.line) {
                        continue;
                    }
                    let after_gap = self.sequences[at].is_gap(event.line, event.seq);
                    self.numbered(listener, journal, event.line, event.seq);
                    let (line, time) = (event.line, event.time);
                    let record = Record::Shuffler(event, after_gap);
                    self.event(subject, listener, journal, (line, time), record);
                }
            }
        }
        let passed = self.passed(subject);
        self.close(subject, listener, passed)
    }

    /// True for the copy of a record before it, which is read no further.
    fn is_copy(
        &mut self,
        listener: &mut impl Listener,
        journal: u16,
        identity: Identity,
        line: u32,
    ) -> bool {
        let is_copy = self.copies[usize::from(journal)].is_copy(identity, (line, line), 1);
        if !is_copy {
            self.end_of_copies(listener, journal);
        }
        is_copy
    }

    /// Hands on the run of copies before a record that is none, or before the end.
    fn end_of_copies(&mut self, listener: &mut impl Listener, journal: u16) {
        if let Some(copied) = self.copies[usize::from(journal)].end_of_run() {
            let (line, fact) = (copied.lines.0, RecordFact::Copied(copied));
            listener.record(&JournalRecord { journal, line, fact });
        }
    }

    /// The rounds still open, at the end.
    pub fn close_all(&mut self, subject: &Subject, listener: &mut impl Listener) -> ClosedRounds {
        self.close(subject, listener, None)
    }

    fn close(
        &mut self,
        subject: &Subject,
        listener: &mut impl Listener,
        passed: Option<Timestamp>,
    ) -> ClosedRounds {
        let hands = subject.journal(JournalKind::Hands);
        let has_more_rows = hands.is_some_and(|(at, _)| !self.done[usize::from(at)]);
        let mut closed = self.assembler.close(subject, passed, has_more_rows);
        self.tell_of_rounds(subject, listener);
        // Where a record of theirs may be missing.
        let rows = closed.rows.as_rows();
        for round in &mut closed.rounds {
            let own = rows.range(round.rows.clone());
            round.holes = match round.late {
                Some((journal, line)) => RoundHoles::of_late(journal, line),
                None => self.holes.of_round(subject, round, own.heads()),
            };
        }
        closed
    }

    /// Takes back rounds already judged.
    pub fn recycle(&mut self, rounds: ClosedRounds) {
        self.assembler.recycle(rounds);
    }

    /// The earliest time that some journal may still tell of.
    fn passed(&self, subject: &Subject) -> Option<Timestamp> {
        let journals = &subject.engagement.journals;
        let open = self.sequences.iter().zip(journals).zip(&self.done).filter(|(_, done)| !**done);
        let times = open.map(|((sequence, entry), _)| {
            sequence.latest().map_or(Timestamp(i64::MIN), |t| t.plus_micros(-entry.disorder_micros))
        });
        times.min()
    }

    fn hands(
        &mut self,
        subject: &Subject,
        listener: &mut impl Listener,
        journal: u16,
        fragment: &Fragment,
        rows: Rows<'_>,
    ) {
        let (table, round) = (fragment.table, (fragment.round, fragment.time));
        let copies = &mut self.copies[usize::from(journal)];
        let runs = copies.others(table, round, &fragment.dealer, rows, |copied| {
            let (line, fact) = (copied.lines.0, RecordFact::Copied(copied));
            listener.record(&JournalRecord { journal, line, fact });
        });
        for run in runs {
            self.rows_read(subject, listener, journal, (fragment, rows.range(run)));
        }
    }

    /// Takes in rows of one round that stand there once.
    fn rows_read(
        &mut self,
        subject: &Subject,
        listener: &mut impl Listener,
        journal: u16,
        (fragment, rows): (&Fragment, Rows<'_>),
    ) {
        let Some(first) = rows.heads().first() else { return };
        let records = u64::try_from(rows.len()).unwrap_or(u64::MAX);
        let sequence = &self.sequences[usize::from(journal)];
        // A row with a time of its own is a matter of its round: the round stands where most of it does.
        let latest = sequence.read_last();
        let (mut time, mut most) = (first.time, 0);
        for run in rows.chunk_by(|a, b| a.time == b.time) {
            let (Some(row), Ok(records)) = (run.heads().first(), u64::try_from(run.len())) else {
                continue;
            };
            let is_audited = subject.engagement.day_of(row.time).is_some();
            let fact = RecordFact::Time { is_audited, records };
            listener.record(&JournalRecord { journal, line: row.line, fact });
            let is_nearer = match latest {
                Some(latest) => row.time.0.abs_diff(latest.0) < time.0.abs_diff(latest.0),
                None => records > most,
            };
            if is_nearer || is_audited && subject.engagement.day_of(time).is_none() {
                (time, most) = (row.time, records);
            }
        }
        let unit = Unit { line: first.line, value: time, records, unreadable: 0 };
        match self.placed(subject, listener, journal, &unit) {
            Some(moment) => self.place_rows(subject, listener, journal, moment, (fragment, rows)),
            None => {
                let record = Record::Hands(Box::new(HeldRows::new(fragment, rows)));
                self.hold(subject, listener, journal, &unit, record);
            }
        }
    }

    /// Takes in a record that stands by itself.
    fn event(
        &mut self,
        subject: &Subject,
        listener: &mut impl Listener,
        journal: u16,
        (line, time): (u32, Timestamp),
        record: Record,
    ) {
        let is_audited = subject.engagement.day_of(time).is_some();
        let fact = RecordFact::Time { is_audited, records: 1 };
        listener.record(&JournalRecord { journal, line, fact });
        let unit = Unit { line, value: time, records: 1, unreadable: 0 };
        match self.placed(subject, listener, journal, &unit) {
            Some(moment) => self.place(subject, listener, journal, moment, record),
            None => self.hold(subject, listener, journal, &unit, record),
        }
    }

    /// Hands on what the numbers of rounds told.
    #[inline]
    fn tell_of_rounds(&mut self, subject: &Subject, listener: &mut impl Listener) {
        for (kind, line, fact) in self.assembler.drain_facts() {
            if let RecordFact::RoundStart { table, round, time } = fact {
                self.coverage.round(table, subject.nearest_day(time), round);
            }
            if let RecordFact::RoundsMissing { table, round, previous, time, after_line } = fact {
                let (day, lines) = (subject.nearest_day(time), (after_line, line));
                self.holes.skipped(table, day, (previous, round), lines);
            }
            if let Some((journal, _)) = subject.journal(kind) {
                listener.record(&JournalRecord { journal, line, fact });
            }
        }
    }

    fn shuffler(
        &mut self,
        listener: &mut impl Listener,
        day: u16,
        event: ShufflerEvent,
        after_gap: bool,
    ) {
        let before = self.packets_before(&event);
        listener.shuffler(&ShufflerRecord { event: &event, day, before, after_gap });
        if let Some(round) = event.round {
            self.assembler.shuffler(day, round, event);
        }
    }

    /// The cards of the packets of the same deck before this one.
    fn packets_before(&mut self, event: &ShufflerEvent) -> u64 {
        let Some(latest) = self.packets.get_mut(usize::from(event.table.0)) else { return 0 };
        let (last, round, cards) = *latest;
        let goes_on =
            event.kind == ShufflerKind::Packet && event.round == round && event.packet > last;
        let before = if goes_on { cards } else { 0 };
        let mask = event.cards.iter().fold(0, |mask, card| mask | 1_u64 << card.number());
        *latest = match event.kind {
            ShufflerKind::Packet => (event.packet, event.round, before | mask),
            _ => (0, None, 0),
        };
        before
    }

    fn numbered(&mut self, listener: &mut impl Listener, journal: u16, line: u32, seq: u64) {
        self.sequences[usize::from(journal)].number(line, seq, |line, fact| {
            listener.record(&JournalRecord { journal, line, fact });
        });
    }

    fn meter(
        &mut self,
        subject: &Subject,
        listener: &mut impl Listener,
        day: u16,
        event: &ManagerEvent,
    ) {
        self.coverage.link(event.link, event.kind);
        let link = &mut self.links[usize::from(event.link.0)];
        let hole = match link.last_line() {
            Some(line) => self.holes.in_manager(line, event.line),
            // A reading tells where the meter stands, whatever was before it.
            None if event.kind == ManagerKind::Reading => self.holes.before_manager(),
            None => self.holes.in_manager(0, event.line).or_else(|| self.holes.before_manager()),
        };
        let holes = (hole, self.holes.before_first());
        if let Err(trouble) =
            link.event(subject, day, (event, holes), |facts| listener.meter(facts))
        {
            self.troubles.push(trouble);
        }
    }

    /// Matches awards and reversals at the end of the record: `listener` hears of each.
    pub fn settle_up(
        &mut self,
        subject: &Subject,
        register: Register,
        listener: &mut impl Listener,
    ) {
        register.settle_up(subject, &mut self.links, &self.holes, listener);
    }

    /// What the record does not cover, and what stopped part of the audit, each a sentence.
    pub fn gaps(&self, subject: &Subject) -> Vec<String> {
        let mut gaps = self.coverage.gaps(subject);
        gaps.extend_from_slice(&self.troubles);
        gaps
    }

    /// The rate that a run of coin-ins of a link followed, where it is not that of the settings.
    pub fn rate(&self, link: LinkId, reserve: bool, segment: u32) -> Option<RateFit> {
        self.links.get(usize::from(link.0))?.rate(reserve, segment)
    }

    /// Every meter and reserve, from the opening reading to the last event.
    pub fn reconciliations(&self, subject: &Subject) -> Vec<MeterReconciliation> {
        self.links.iter().flat_map(|l| l.reconcile(subject)).collect()
    }
}
