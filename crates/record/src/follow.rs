//! The journals followed in order: running numbers, times, rounds put together, meters kept beside
//! those of the record.
//!
//! This is the part of an audit that cannot be split, so it is kept light; rounds are settled
//! elsewhere, in parallel.

use crate::assemble::Assembler;
use crate::coverage::Coverage;
use crate::listener::{Listener, ShufflerRecord};
use crate::matching::Register;
use crate::meter::LinkMeters;
use crate::round::ClosedRounds;
use crate::sequence::{JournalRecord, JournalSequence, RecordFact};
use crate::subject::Subject;
use crate::unreadable::Unreadable;
use feltproof_intake::{Block, Fragment, Records};
use feltproof_model::workpaper::MeterReconciliation;
use feltproof_model::{
    LinkId, ManagerEvent, Rows, ShufflerEvent, ShufflerKind, TableId, Timestamp,
};
use smallvec::SmallVec;

/// Table, gaming day and round of the rows read last, and their last line.
type LastRows = (TableId, u16, u32, u32);

/// Follows the journals.
pub struct Follower {
    links: Vec<LinkMeters>,
    /// What stopped part of the audit.
    troubles: Vec<String>,
    sequences: Vec<JournalSequence>,
    done: Vec<bool>,
    assembler: Assembler,
    /// Unreadable records of the hands journal.
    unreadable: Unreadable,
    /// The last rows read of it.
    last_rows: Option<LastRows>,
    coverage: Coverage,
    /// Of each table the packets of its latest deck: the last one's number, its round, the cards.
    packets: Vec<(u8, Option<u32>, u64)>,
}

impl Follower {
    /// Before the first record.
    pub fn new(subject: &Subject) -> Self {
        let journals = subject.engagement.journals.len();
        let links = (0_u16..).zip(&subject.engagement.links);
        Self {
            links: links.map(|(i, _)| LinkMeters::new(LinkId(i))).collect(),
            troubles: Vec::new(),
            sequences: vec![JournalSequence::default(); journals],
            done: vec![false; journals],
            assembler: Assembler::new(subject.engagement.tables.len()),
            unreadable: Unreadable::default(),
            last_rows: None,
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

    /// Says that a journal is at its end.
    pub fn end_of(&mut self, journal: u16) {
        self.done[usize::from(journal)] = true;
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
        for problem in &block.problems {
            listener.record(&JournalRecord {
                journal,
                line: problem.line,
                fact: RecordFact::Problem(problem),
            });
        }
        match block.records {
            Records::Hands(hands) => {
                self.unreadable.next_block(&block.problems);
                // An unreadable record at the start of a block stands beside the rows before it.
                if let Some((table, day, round, line)) = self.last_rows
                    && self.unreadable.is_beside(line, line)
                {
                    self.assembler.beside_unreadable(table, day, round);
                }
                for fragment in &hands.fragments {
                    let range = fragment.rows.start as usize..fragment.rows.end as usize;
                    let rows = hands.rows.as_rows().range(range);
                    self.hands(subject, listener, journal, fragment, rows);
                }
            }
            Records::Controller(events) => {
                for event in events {
                    let place = (event.line, event.seq, event.time);
                    self.numbered(subject, listener, journal, place);
                    self.assembler.controller(subject, &self.sequences[at], event);
                }
            }
            Records::Manager(events) => {
                for event in events {
                    let place = (event.line, event.seq, event.time);
                    self.numbered(subject, listener, journal, place);
                    self.meter(subject, listener, &event);
                    self.assembler.manager(subject, &self.sequences[at], event);
                }
            }
            Records::Shuffler(events) => {
                for event in events {
                    self.shuffler(subject, listener, journal, event);
                }
            }
        }
        self.assembler.close(self.passed(subject))
    }

    /// The rounds still open, at the end.
    pub fn close_all(&mut self) -> ClosedRounds {
        self.assembler.close(None)
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
        // Rows of a round that share their time are judged, and reported, once.
        for run in rows.chunk_by(|a, b| a.time == b.time) {
            let (Some(first), Ok(records)) = (run.heads().first(), u64::try_from(run.len())) else {
                continue;
            };
            let fact = self.sequences[usize::from(journal)].time(subject, first.time, records);
            listener.record(&JournalRecord { journal, line: first.line, fact });
        }
        let mut facts = SmallVec::<[(u32, RecordFact<'static>); 2]>::new();
        let sequence = &self.sequences[usize::from(journal)];
        let beside = match (rows.heads().first(), rows.heads().last()) {
            (Some(first), Some(last)) => self.unreadable.is_beside(first.line, last.line),
            _ => false,
        };
        self.assembler
            .rows(subject, sequence, fragment, rows, |line, fact| facts.push((line, fact)));
        if let Some(last) = rows.heads().last() {
            let day = subject.nearest_day(fragment.time);
            self.last_rows = Some((fragment.table, day, fragment.round, last.line));
            if beside {
                self.assembler.beside_unreadable(fragment.table, day, fragment.round);
            }
        }
        for (line, fact) in facts {
            if let RecordFact::RoundStart { table, round, time, .. } = fact {
                self.coverage.round(table, subject.nearest_day(time), round);
            }
            listener.record(&JournalRecord { journal, line, fact });
        }
    }

    fn shuffler(
        &mut self,
        subject: &Subject,
        listener: &mut impl Listener,
        journal: u16,
        event: ShufflerEvent,
    ) {
        let after_gap = self.sequences[usize::from(journal)].is_gap(event.line, event.seq);
        self.numbered(subject, listener, journal, (event.line, event.seq, event.time));
        let day = subject.nearest_day(event.time);
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

    fn numbered(
        &mut self,
        subject: &Subject,
        listener: &mut impl Listener,
        journal: u16,
        (line, seq, time): (u32, u64, Timestamp),
    ) {
        let sequence = &mut self.sequences[usize::from(journal)];
        let (number, moment) = (sequence.number(line, seq), sequence.time(subject, time, 1));
        listener.record(&JournalRecord { journal, line, fact: number });
        listener.record(&JournalRecord { journal, line, fact: moment });
    }

    fn meter(&mut self, subject: &Subject, listener: &mut impl Listener, event: &ManagerEvent) {
        let day = subject.nearest_day(event.time);
        self.coverage.link(event.link, event.kind);
        let link = &mut self.links[usize::from(event.link.0)];
        if let Err(trouble) = link.event(subject, day, event, |facts| listener.meter(facts)) {
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
        register.settle_up(subject, &mut self.links, listener);
    }

    /// What the record does not cover, and what stopped part of the audit, each a sentence.
    pub fn gaps(&self, subject: &Subject) -> Vec<String> {
        let mut gaps = self.coverage.gaps(subject);
        gaps.extend_from_slice(&self.troubles);
        gaps
    }

    /// Every meter and reserve, from the opening reading to the last event.
    pub fn reconciliations(&self, subject: &Subject) -> Vec<MeterReconciliation> {
        self.links.iter().flat_map(|l| l.reconcile(subject)).collect()
    }
}
