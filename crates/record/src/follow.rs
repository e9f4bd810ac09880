//! The journals followed in order: running numbers, times, rounds put together, meters kept beside
//! those of the record.
//!
//! This is the part of an audit that cannot be split, so it is kept light; rounds are settled
//! elsewhere, in parallel.

mod ahead;
mod numbers;
mod place;

use crate::assemble::Assembler;
use crate::bank::Account;
use crate::copies::{Copies, of_controller, of_manager, of_shuffler};
use crate::coverage::Coverage;
use crate::held::{HeldRecords, Record};
use crate::hole::{Named, RoundHoles};
use crate::holes::Holes;
use crate::line::Unit;
use crate::listener::{Listener, ShufflerRecord};
use crate::matching::Register;
use crate::meter::{Gaps, LinkMeters, RateFit};
use crate::numbered::HeldRows;
use crate::registers::Settled;
use crate::round::{ClosedRounds, LinkHours, Round};
use crate::sequence::{JournalRecord, JournalSequence, RecordFact};
use crate::staked::Staked;
use crate::subject::Subject;
use crate::tenure::Keeper;
use crate::tie_out::tie_outs;
use feltproof_engine::Banked;
use feltproof_intake::{Block, Fragment, Records};
use feltproof_model::engagement::JournalKind;
use feltproof_model::workpaper::MeterReconciliation;
use feltproof_model::{
    ControllerKind, LinkId, ManagerEvent, ManagerKind, Registers, Rows, ShufflerEvent,
    ShufflerKind, TableId, Timestamp,
};
use numbers::{InTime, Numbered};

/// Follows the journals.
pub struct Follower {
    links: Vec<LinkMeters>,
    /// The bank account of the prizes.
    bank: Account,
    /// What awards and reversals came to, at the end.
    settled: Settled,
    /// What stopped part of the audit.
    troubles: Vec<String>,
    /// Each file of the journals.
    files: Vec<FollowedFile>,
    /// Of each kind of journal what may stand in it again.
    copies: [Copies; JournalKind::ALL.len()],
    /// Blocks of others that were read on with before one of the manager.
    waited: u8,
    assembler: Assembler,
    /// What the journals do not hold.
    holes: Holes,
    /// Wagers of links of which none was counted in so far.
    staked: Staked,
    coverage: Coverage,
    /// Of each link the file of its latest event, and how far that file was followed then.
    metered: Vec<Option<(u16, Timestamp)>>,
    tables: Vec<FollowedTable>,
}

/// One file of a journal, as far as it was followed.
struct FollowedFile {
    sequence: JournalSequence,
    /// Where it is one of several files, when its first block begins: until it is followed.
    begins: Option<Timestamp>,
    /// The records whose time is not in line, until it is known what is.
    held: HeldRecords,
    /// How far it came by records that another file has, too.
    copied: Option<Timestamp>,
    done: bool,
    /// Its last block was followed.
    read_whole: bool,
    /// The order of its events, where it is of the manager.
    managed: InTime,
}

/// One table, from round to round.
#[derive(Clone, Default)]
struct FollowedTable {
    /// The packets of its latest deck: the last one's number, its round, the cards.
    packets: (u8, Option<u32>, u64),
    /// Who keeps its bank.
    bank: Keeper,
}

/// Whether the link of a round was open when its wagers were registered.
fn hours_of(subject: &Subject, links: &[LinkMeters], holes: &Holes, round: &Round) -> LinkHours {
    let started = round.controller.iter().find(|e| e.kind == ControllerKind::CoinIn);
    let Some(event) = started else { return LinkHours::Unknown };
    let fed = subject.table(TableId(round.table)).links.iter();
    let hours =
        fed.map(|link| match links[usize::from(link.0)].hours_at(event.time, holes.slack()) {
            None => LinkHours::Unknown,
            Some(None) => LinkHours::Open,
            Some(Some((line, next))) => {
                LinkHours::Closed { link: *link, line, hole: holes.in_manager(line, next) }
            }
        });
    // Of several links the first that was closed, or the first that is known to have been open.
    hours
        .max_by_key(|of| match of {
            LinkHours::Unknown => 0,
            LinkHours::Open => 1,
            LinkHours::Closed { .. } => 2,
        })
        .unwrap_or_default()
}

impl FollowedFile {
    fn new(disorder_micros: i64) -> Self {
        Self {
            sequence: JournalSequence::new(disorder_micros),
            begins: None,
            held: HeldRecords::default(),
            copied: None,
            done: false,
            read_whole: false,
            managed: InTime::default(),
        }
    }
}

impl Follower {
    /// Before the first record.
    pub fn new(subject: &Subject) -> Self {
        let entries = &subject.engagement.journals;
        let links = (0_u16..).zip(&subject.engagement.links);
        Self {
            links: links.map(|(i, _)| LinkMeters::new(LinkId(i))).collect(),
            bank: Account::default(),
            settled: Settled::default(),
            troubles: Vec::new(),
            files: entries.iter().map(|entry| FollowedFile::new(entry.disorder_micros)).collect(),
            copies: JournalKind::ALL.map(|kind| Copies::of_parts(subject.parts.of(kind).len())),
            waited: 0,
            assembler: Assembler::new(subject.engagement.tables.len()),
            holes: Holes::new(subject),
            staked: Staked::new(subject),
            coverage: Coverage::default(),
            metered: vec![None; subject.engagement.links.len()],
            tables: vec![FollowedTable::default(); subject.engagement.tables.len()],
        }
    }

    /// The journal that is furthest behind in time; `None` when all are at their end. One of several files
    /// waits until the others have come to where it begins.
    pub fn wants(&self) -> Option<u16> {
        let open = (0_u16..).zip(&self.files).filter(|(_, file)| !file.done).map(|(i, _)| i);
        open.min_by_key(|i| (self.reached(*i), *i))
    }

    /// How far a journal was followed.
    fn reached(&self, journal: u16) -> Option<Timestamp> {
        let at = usize::from(journal);
        self.files[at].sequence.latest().max(self.files[at].copied).or(self.files[at].begins)
    }

    /// Shows the first block of a journal, before any block is followed.
    pub fn begin(&mut self, subject: &Subject, block: &Block) {
        let first = self.holes.begin(subject, block);
        let kind = subject.kind(block.journal);
        if subject.parts.has_several(kind) {
            self.files[usize::from(block.journal)].begins = first;
        }
    }

    /// Says that a journal is at its end; `listener` hears what that tells of its last records.
    pub fn end_of(&mut self, subject: &Subject, listener: &mut impl Listener, journal: u16) {
        let at = usize::from(journal);
        self.files[at].done = true;
        self.end_of_copies(subject, listener, journal);
        let mut verdicts = self.files[at].held.take_verdicts();
        let others = self.files.iter().enumerate().filter(|(other, _)| *other != at);
        let other = others.filter_map(|(_, other)| other.sequence.read_last()).max();
        self.files[at].sequence.end(other, &mut verdicts, |line, fact| {
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
        mut block: Block,
    ) -> ClosedRounds {
        let journal = block.journal;
        let at = usize::from(journal);
        let base = subject.parts.base(journal);
        if base > 0 {
            block.move_lines(base);
        }
        self.files[at].sequence.problems(block.problems.iter().map(|p| p.line));
        self.holes.unreadable(journal, &block.problems);
        for problem in &block.problems {
            listener.record(&JournalRecord {
                journal,
                line: problem.line,
                fact: RecordFact::Problem(problem),
            });
        }
        match block.records {
            // A statement reaches beyond the audited days, and has neither running numbers nor rounds.
            Records::Bank(events) => {
                self.bank.read(events, block.problems.iter().map(|problem| problem.line));
            }
            Records::Hands(hands) => {
                for fragment in &hands.fragments {
                    let range = fragment.rows.start as usize..fragment.rows.end as usize;
                    let rows = hands.rows.as_rows().range(range);
                    self.hands(subject, listener, journal, fragment, rows);
                }
            }
            Records::Controller(events) => {
                for event in events {
                    self.holes.so_far.lit(&event);
                    let of = Numbered::controller(subject, journal, &event);
                    if self.is_new(subject, listener, &of, || of_controller(&event)) {
                        self.event(subject, listener, &of, Record::Controller(event));
                    }
                }
            }
            Records::Manager(events) => {
                for event in events {
                    let of = Numbered::manager(subject, journal, &event);
                    if self.is_new(subject, listener, &of, || of_manager(&event)) {
                        self.event(subject, listener, &of, Record::Manager(event));
                    }
                }
            }
            Records::Shuffler(events) => {
                for event in events {
                    let of = Numbered::shuffler(subject, journal, &event);
                    let after_gap = self.is_gap(&of);
                    if self.is_new(subject, listener, &of, || of_shuffler(&event)) {
                        let record = Record::Shuffler(event, after_gap);
                        self.event(subject, listener, &of, record);
                    }
                }
            }
        }
        let passed = self.passed(subject);
        self.close(subject, listener, passed)
    }

    /// Hands on the run of copies before a record that is none, or before the end.
    fn end_of_copies(&mut self, subject: &Subject, listener: &mut impl Listener, journal: u16) {
        let (kind, part) = subject.part(journal);
        if let Some(copied) = self.copies[kind as usize].end_of_run(part) {
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
        let hands = subject.parts.of(JournalKind::Hands);
        let has_more_rows = hands.iter().any(|at| !self.files[usize::from(*at)].done);
        let mut closed = self.assembler.close(subject, passed, has_more_rows);
        self.tell_of_rounds(subject, listener);
        // Where a record of theirs may be missing.
        let rows = closed.rows.as_rows();
        for round in &mut closed.rounds {
            let own = rows.range(round.rows.clone());
            round.holes = match round.late {
                Some((journal, line)) => RoundHoles::of_late(journal, line),
                None => {
                    let joins_up = |link: LinkId, from, to| {
                        self.links[usize::from(link.0)].joined.is_joined(from, to)
                    };
                    self.holes.of_round(subject, round, own.heads(), joins_up)
                }
            };
            round.link_hours = hours_of(subject, &self.links, &self.holes, round);
            let table = TableId(round.table);
            if subject.rules(table).banked() == Banked::Player {
                let is_out_of_line = round.repeated || round.moved || round.late.is_some();
                let bank = &mut self.tables[usize::from(table.0)].bank;
                let place = (round.day, round.round);
                round.tenure = bank.next(place, is_out_of_line, own.heads());
            }
        }
        closed
    }

    /// Takes back rounds already judged.
    pub fn recycle(&mut self, rounds: ClosedRounds) {
        self.assembler.recycle(rounds);
    }

    /// The earliest time that some journal may still tell of.
    fn passed(&self, subject: &Subject) -> Option<Timestamp> {
        let journals = (0_u16..).zip(&subject.engagement.journals).zip(&self.files);
        let times = journals.filter(|(_, file)| !file.done).map(|((journal, entry), _)| {
            self.reached(journal)
                .map_or(Timestamp::EARLIEST, |t| t.plus_micros(-entry.disorder_micros))
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
        let part = subject.part(journal).1;
        let copies = &mut self.copies[JournalKind::Hands as usize];
        let runs = copies.others(part, table, round, &fragment.dealer, rows, |copied| {
            let (line, fact) = (copied.lines.0, RecordFact::Copied(copied));
            listener.record(&JournalRecord { journal, line, fact });
        });
        if let (true, Some(first)) = (runs.is_empty(), rows.heads().first()) {
            self.pass_copy(subject, journal, first.time);
        }
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
        self.holes.so_far.rows(fragment.table, rows);
        self.staked.rows(fragment.table, fragment.round, rows);
        let records = rows.len() as u64;
        let sequence = &self.files[usize::from(journal)].sequence;
        // A row with a time of its own is a matter of its round: the round stands where most of it does.
        let latest = sequence.read_last();
        let (mut time, mut most) = (first.time, 0);
        for run in rows.chunk_by(|a, b| a.time == b.time) {
            let (row, records) = (&run.heads()[0], run.len() as u64);
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
        of: &Numbered,
        record: Record,
    ) {
        let Numbered { journal, line, time, .. } = *of;
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
            if let Some((journal, _)) = subject.parts.place(kind, line) {
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
        let latest = &mut self.tables[usize::from(event.table.0)].packets;
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

    fn meter(
        &mut self,
        subject: &Subject,
        listener: &mut impl Listener,
        day: u16,
        event: &ManagerEvent,
    ) {
        self.coverage.link(event.link, event.kind);
        let uncounted = self.uncounted(subject, event);
        let link = &mut self.links[usize::from(event.link.0)];
        let hole = match link.last_line() {
            Some(line) => self.holes.in_manager(line, event.line),
            // A reading tells where the meter stands, whatever was before it.
            None if event.kind == ManagerKind::Reading => self.holes.before_manager(event.line),
            None => {
                let hole = self.holes.before_first_of(event.line);
                hole.or_else(|| self.holes.before_manager(event.line))
            }
        };
        // What was carried over is not known beside a record that could not be read.
        let unread = self.holes.before_first_of(event.line);
        let (first, slack) = (self.holes.before_first(event), self.holes.slack());
        let strangers = self.holes.strangers(JournalKind::Manager, Named::Adjustment);
        let requested = link.still.span(event, slack);
        let staked = requested.map(|(from, to)| self.staked.between(event.link, from, to));
        let staked = staked.unwrap_or_default();
        let clock = self.holes.out_of_line(JournalKind::Manager, event.line);
        let in_time = clock.is_none().then_some(event.time);
        let gaps =
            Gaps { before: hole, first, unread, strangers, uncounted, staked, slack, in_time };
        if let Err(trouble) = link.event(subject, day, (event, gaps), |facts| listener.meter(facts))
        {
            self.troubles.push(trouble);
        }
        let (since, never) = (link.still.since(), link.never_counted(None));
        self.staked.forget(event.link, since.unwrap_or(event.time), never.is_none());
        if link.has_gained {
            self.holes.so_far.gained(event.link);
        }
    }

    /// Follows a meter no further whose events stand in two files that overlap in time: nothing tells which
    /// comes first.
    fn refuse_overlap(
        &mut self,
        subject: &Subject,
        journal: u16,
        event: &ManagerEvent,
        latest: Option<Timestamp>,
    ) {
        let Some(latest) = latest else { return };
        let at = usize::from(event.link.0);
        let before = self.metered[at].replace((journal, latest));
        // Another file, still to be followed, that begins before and has events of the link.
        let beside = |other: &u16| {
            let is_done = self.files[usize::from(*other)].done;
            *other != journal && !is_done && self.holes.shows(*other, event.link)
        };
        let mut beside =
            subject.parts.of(JournalKind::Manager).iter().filter(|other| beside(other));
        let overlaps = before.is_some_and(|(other, time)| other != journal && latest < time)
            || beside
                .any(|other| self.files[usize::from(*other)].begins.is_some_and(|b| b < latest));
        if overlaps && self.links[at].give_up(self.holes.whole_file(journal)) {
            let line = subject.line(JournalKind::Manager, event.line);
            self.troubles.push(format!(
                "manager journal line {line}: the events of link {} stand in files that overlap in time, so \
                 their order is not known; its events from this one on were not tested; give each link a file \
                 of its own, or files that follow one another",
                subject.link(event.link).id
            ));
        }
    }

    /// Matches awards and reversals at the end of the record: `listener` hears of each.
    pub fn settle_up(
        &mut self,
        subject: &Subject,
        mut register: Register,
        listener: &mut impl Listener,
    ) {
        let wins = register.take_wins();
        self.settled = register.settle_up(subject, &mut self.links, &self.holes, listener);
        let days: Vec<_> = self.links.iter().flat_map(|link| link.by_day(subject)).collect();
        self.bank.facts(subject, &days, |fact| listener.bank(fact));
        tie_outs(subject, &days, (&wins, &self.coverage), |fact| listener.tie_out(fact));
    }

    /// What the record does not cover, and what stopped part of the audit, each a sentence.
    pub fn gaps(&self, subject: &Subject) -> Vec<String> {
        let mut gaps = self.coverage.gaps(subject);
        gaps.extend_from_slice(&self.troubles);
        gaps.extend(self.links.iter().filter_map(|link| link.undetermined_overflow(subject)));
        gaps.extend(subject.journal(JournalKind::Bank).and_then(|_| self.bank.gap()));
        gaps
    }

    /// The rate that a run of coin-ins of a link followed, where it is not that of the settings.
    pub fn rate(&self, link: LinkId, reserve: bool, segment: u32) -> Option<RateFit> {
        self.links.get(usize::from(link.0))?.rate(reserve, segment)
    }

    /// Every award, adjustment and back-out, once [`Self::settle_up`] has matched them, and every gaming day of each
    /// meter and reserve.
    pub fn registers(&self, subject: &Subject) -> Registers {
        let days = self.links.iter().flat_map(|link| link.by_day(subject)).collect();
        Registers { days, ..self.settled.registers(subject, &self.links) }
    }

    /// Every meter and reserve, from the opening reading to the last event.
    pub fn reconciliations(&self, subject: &Subject) -> Vec<MeterReconciliation> {
        self.links.iter().flat_map(|l| l.reconcile(subject)).collect()
    }
}
