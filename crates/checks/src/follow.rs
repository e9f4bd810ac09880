//! The journals followed in order: running numbers, times, rounds put together, meters re-kept.
//!
//! This is the part of an audit that cannot be split, so it is kept light; rounds are judged
//! elsewhere, in parallel.

use crate::assemble::{Assembler, Round, day_of};
use crate::cards::Dispensed;
use crate::case::{RecordFact, ShufflerCase};
use crate::coverage::Coverage;
use crate::frame::Tally;
use crate::meters::LinkMeters;
use crate::registry::CHECKS;
use crate::runnable::Runnable;
use crate::scope::Scope;
use crate::sequence::{JournalSequence, record};
use crate::unread::Unread;
use feltproof_intake::{Block, Fragment, Records};
use feltproof_model::{
    LinkId, ManagerEvent, Rows, ShufflerEvent, ShufflerKind, TableId, Timestamp,
};
use smallvec::SmallVec;

/// Table, gaming day and round of the rows read last, and their last line.
type LastRows = (TableId, u16, u32, u32);

/// Follows the journals.
pub struct Follower {
    /// What the checks of records and meters counted and found, in registry order.
    pub tallies: Vec<Tally>,
    /// The links with their meters.
    pub links: Vec<LinkMeters>,
    /// What stopped part of the audit.
    pub troubles: Vec<String>,
    sequences: Vec<JournalSequence>,
    done: Vec<bool>,
    assembler: Assembler,
    /// Unreadable records of the hands journal.
    unread: Unread,
    /// The last rows read of it.
    last_rows: Option<LastRows>,
    /// What the record covers.
    pub coverage: Coverage,
    /// What left the shufflers since it was last taken, where randomness is tested.
    pub dispensed: Vec<Dispensed>,
    /// Of each table the packets of its latest deck: the last one's number, its round, the cards.
    packets: Vec<(u8, Option<u32>, u64)>,
}

impl Follower {
    /// Before the first record.
    pub fn new(scope: &Scope) -> Self {
        let journals = scope.engagement.journals.len();
        let links = (0_u16..).zip(&scope.engagement.links);
        Self {
            tallies: CHECKS.iter().map(|_| Tally::default()).collect(),
            links: links.map(|(i, _)| LinkMeters::new(LinkId(i))).collect(),
            troubles: Vec::new(),
            sequences: vec![JournalSequence::default(); journals],
            done: vec![false; journals],
            assembler: Assembler::new(scope.engagement.tables.len()),
            unread: Unread::default(),
            last_rows: None,
            coverage: Coverage::default(),
            dispensed: Vec::new(),
            packets: vec![(0, None, 0); scope.engagement.tables.len()],
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

    /// Takes in a block; gives the rounds that every journal has passed.
    pub fn follow(&mut self, scope: &Scope, runnable: &Runnable, block: Block) -> Vec<Box<Round>> {
        let journal = block.journal;
        let at = usize::from(journal);
        self.sequences[at].problems(block.problems.iter().map(|p| p.line));
        for problem in &block.problems {
            self.fact(scope, runnable, journal, problem.line, RecordFact::Problem(problem));
        }
        match block.records {
            Records::Hands(hands) => {
                self.unread.next_block(&block.problems);
                // An unreadable record at the start of a block stands beside the rows before it.
                if let Some((table, day, round, line)) = self.last_rows
                    && self.unread.is_beside(line, line)
                {
                    self.assembler.unread(table, day, round);
                }
                for fragment in &hands.fragments {
                    let range = fragment.rows.start as usize..fragment.rows.end as usize;
                    let rows = hands.rows.as_rows().range(range);
                    self.hands(scope, runnable, journal, fragment, rows);
                }
            }
            Records::Controller(events) => {
                for event in events {
                    let told = (event.line, event.seq, event.time);
                    self.numbered(scope, runnable, journal, told);
                    self.assembler.controller(scope, &self.sequences[at], event);
                }
            }
            Records::Manager(events) => {
                for event in events {
                    let told = (event.line, event.seq, event.time);
                    self.numbered(scope, runnable, journal, told);
                    self.meter(scope, runnable, &event);
                    self.assembler.manager(scope, &self.sequences[at], event);
                }
            }
            Records::Shuffler(events) => {
                for event in events {
                    self.shuffler(scope, runnable, journal, event);
                }
            }
        }
        self.assembler.close(self.passed(scope))
    }

    /// The rounds still open, at the end.
    pub fn close_all(&mut self) -> Vec<Box<Round>> {
        self.assembler.close(None)
    }

    /// Takes back rounds already judged.
    pub fn recycle(&mut self, rounds: Vec<Box<Round>>) {
        self.assembler.recycle(rounds);
    }

    /// The earliest time that some journal may still tell of.
    fn passed(&self, scope: &Scope) -> Option<Timestamp> {
        let journals = &scope.engagement.journals;
        let open = self.sequences.iter().zip(journals).zip(&self.done).filter(|(_, done)| !**done);
        let times = open.map(|((sequence, entry), _)| {
            sequence.latest().map_or(Timestamp(i64::MIN), |t| t.plus_micros(-entry.disorder_micros))
        });
        times.min()
    }

    fn hands(
        &mut self,
        scope: &Scope,
        runnable: &Runnable,
        journal: u16,
        fragment: &Fragment,
        rows: Rows<'_>,
    ) {
        // Rows of a round that share their time are judged, and reported, once.
        for run in rows.chunk_by(|a, b| a.time == b.time) {
            let (Some(first), Ok(records)) = (run.first(), u64::try_from(run.len())) else {
                continue;
            };
            let fact = self.sequences[usize::from(journal)].time(scope, first.time, records);
            self.fact(scope, runnable, journal, first.line, fact);
        }
        let mut facts = SmallVec::<[(u32, RecordFact<'static>); 2]>::new();
        let sequence = &self.sequences[usize::from(journal)];
        let unread = match (rows.first(), rows.last()) {
            (Some(first), Some(last)) => self.unread.is_beside(first.line, last.line),
            _ => false,
        };
        self.assembler.rows(scope, sequence, fragment, rows, |line, fact| facts.push((line, fact)));
        if let Some(last) = rows.last() {
            let day = day_of(scope, fragment.time);
            self.last_rows = Some((fragment.table, day, fragment.round, last.line));
            if unread {
                self.assembler.unread(fragment.table, day, fragment.round);
            }
        }
        for (line, fact) in facts {
            if let RecordFact::RoundStart { table, round, time, .. } = fact {
                self.coverage.round(table, day_of(scope, time), round);
            }
            self.fact(scope, runnable, journal, line, fact);
        }
    }

    fn shuffler(&mut self, scope: &Scope, runnable: &Runnable, journal: u16, event: ShufflerEvent) {
        if self.sequences[usize::from(journal)].is_gap(event.line, event.seq) {
            // Which table's record is missing, and what stood in it, is not known.
            self.dispensed.push(Dispensed::gap());
        }
        self.numbered(scope, runnable, journal, (event.line, event.seq, event.time));
        let day = day_of(scope, event.time);
        let before = self.packets_before(&event);
        if !event.cards.is_empty() {
            let case = ShufflerCase { scope, event: &event, before };
            for (at, run) in &runnable.shuffler {
                run(&case, &mut self.tallies[*at]);
            }
        }
        self.dispensed.push(Dispensed::of(day, &event));
        if let Some(round) = event.round
            && runnable.dispensed
            && !event.cards.is_empty()
        {
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
        scope: &Scope,
        runnable: &Runnable,
        journal: u16,
        (line, seq, time): (u32, u64, Timestamp),
    ) {
        let sequence = &mut self.sequences[usize::from(journal)];
        let (number, moment) = (sequence.number(line, seq), sequence.time(scope, time, 1));
        self.fact(scope, runnable, journal, line, number);
        self.fact(scope, runnable, journal, line, moment);
    }

    fn fact(
        &mut self,
        scope: &Scope,
        runnable: &Runnable,
        journal: u16,
        line: u32,
        fact: RecordFact<'_>,
    ) {
        let case = record(scope, journal, line, fact);
        for (at, run) in &runnable.records {
            run(&case, &mut self.tallies[*at]);
        }
    }

    fn meter(&mut self, scope: &Scope, runnable: &Runnable, event: &ManagerEvent) {
        let tallies = &mut self.tallies;
        let day = day_of(scope, event.time);
        self.coverage.link(event.link, event.kind);
        let link = &mut self.links[usize::from(event.link.0)];
        let judged = link.event(scope, day, event, |case| {
            for (at, run) in &runnable.meters {
                run(case, &mut tallies[*at]);
            }
        });
        if let Err(trouble) = judged {
            self.troubles.push(trouble);
        }
    }
}
