//! The journals followed in order: running numbers, times, rounds put together, meters kept beside those
//! recorded. It cannot be split, so it is kept light; rounds are settled elsewhere, in parallel.

mod ahead;
mod numbers;
mod outside;
mod place;

use crate::aside::Aside;
use crate::assemble::Assembler;
use crate::bank::Account;
use crate::clocks::Clocks;
use crate::copies::{Copied, Copies};
use crate::coverage::Coverage;
use crate::held::{HeldRecords, Record};
use crate::hole::{Named, RoundHoles};
use crate::holes::Holes;
use crate::line::Unit;
use crate::listener::{Listener, ShufflerRecord};
use crate::matching::Register;
use crate::meter::{Gaps, LinkMeters, RateFit};
use crate::numbered::HeldRows;
use crate::period::Period;
use crate::registers::Settled;
use crate::round::{ClosedRounds, LinkHours, Round};
use crate::round_line::Moment;
use crate::sequence::{JournalRecord, JournalSequence, RecordFact};
use crate::staked::Staked;
use crate::subject::Subject;
use crate::tenure::Keeper;
use crate::tie_out::tie_outs;
use feltproof_engine::Banked;
use feltproof_intake::{Block, Fragment, Records};
use feltproof_model::engagement::JournalKind;
use feltproof_model::workpaper::{MeterReconciliation, SetAside};
use feltproof_model::{
    Action, ControllerKind, LinkId, ManagerEvent, ManagerKind, Problem, Registers, Rows,
    ShufflerEvent, ShufflerKind, TableId, Timestamp,
};
pub(crate) use numbers::as_written;
use numbers::{EventNumber, InTime};
use std::collections::{BTreeSet, VecDeque};

/// Follows the journals.
pub struct Follower {
    links: Vec<LinkMeters>,
    bank: Account,
    clocks: Clocks,
    settled: Settled,
    troubles: Vec<String>,
    files: Vec<FollowedFile>,
    /// Of each kind of journal what may stand in it again.
    copies: [Copies; JournalKind::ALL.len()],
    /// Blocks of others that were read on with before one of the manager.
    waited: u8,
    assembler: Assembler,
    holes: Holes,
    staked: Staked,
    coverage: Coverage,
    /// Of each link the file of its latest event, and how far that file was followed then.
    metered: Vec<Option<(u16, Timestamp)>>,
    tables: Vec<FollowedTable>,
    /// The lines of awards of rounds that began outside the audited days.
    awards_aside: BTreeSet<u32>,
}

struct FollowedFile {
    sequence: JournalSequence,
    /// Where it is one of several files, when its first block begins: until it is followed.
    begins: Option<Timestamp>,
    held: HeldRecords,
    aside: Aside,
    /// Unreadable records of which it is not known yet whether they are of an audited day.
    problems: VecDeque<Problem>,
    /// How far it came by records that another file has, too.
    copied: Option<Timestamp>,
    done: bool,
    read_whole: bool,
    /// The order of its events, where it is of the manager.
    managed: InTime,
    /// The latest running number of those, and how often they began again.
    begun_again: (u64, u64),
}

#[derive(Clone, Default)]
struct FollowedTable {
    /// The packets of its latest deck: the last one's number, its round, the cards.
    packets: (u8, Option<u32>, u64),
    bank: Keeper,
}

/// A follower at work on one subject, with who hears of it.
struct Walk<'a, L> {
    of: &'a mut Follower,
    subject: &'a Subject,
    listener: &'a mut L,
}

fn hours_of(subject: &Subject, links: &[LinkMeters], holes: &Holes, round: &Round) -> LinkHours {
    let started = round.controller.iter().find(|e| e.kind == ControllerKind::CoinIn);
    let Some(event) = started else { return LinkHours::Unknown };
    let hours_of = |link: &LinkId| links[usize::from(link.0)].hours_at(event.time, holes);
    // Of several links the first that was closed, or the first that is known to have been open.
    let rank = |of: &LinkHours| match of {
        LinkHours::Unknown => 0,
        LinkHours::Open => 1,
        LinkHours::Closed { .. } => 2,
    };
    let fed = subject.table(TableId(round.table)).links.iter();
    fed.map(hours_of).max_by_key(rank).unwrap_or_default()
}

impl Follower {
    /// Before the first record.
    pub fn new(subject: &Subject) -> Self {
        let engagement = &subject.engagement;
        let ends = engagement.days.first().zip(engagement.days.last());
        let days = ends.map(|(first, last)| (first.start, last.end)).unwrap_or_default();
        let file = |disorder_micros| FollowedFile {
            sequence: JournalSequence::new(disorder_micros),
            begins: None,
            held: HeldRecords::default(),
            aside: Aside::beside(days),
            problems: VecDeque::new(),
            copied: None,
            done: false,
            read_whole: false,
            managed: InTime::default(),
            begun_again: (0, 0),
        };
        let (tables, links) = (engagement.tables.len(), engagement.links.len());
        Self {
            links: (0_u16..).map(|i| LinkMeters::new(LinkId(i))).take(links).collect(),
            bank: Account::default(),
            clocks: Clocks::default(),
            settled: Settled::default(),
            troubles: Vec::new(),
            files: engagement.journals.iter().map(|entry| file(entry.disorder_micros)).collect(),
            copies: JournalKind::ALL.map(|kind| Copies::of_parts(subject.parts.of(kind).len())),
            waited: 0,
            assembler: Assembler::new(tables),
            holes: Holes::new(subject),
            staked: Staked::new(subject),
            coverage: Coverage::default(),
            metered: vec![None; links],
            tables: vec![FollowedTable::default(); tables],
            awards_aside: BTreeSet::new(),
        }
    }

    /// The journal that is furthest behind in time; `None` when all are at their end. One of several files
    /// waits until the others have come to where it begins.
    pub fn wants(&self) -> Option<u16> {
        let open = (0_u16..).zip(&self.files).filter(|(_, file)| !file.done).map(|(i, _)| i);
        open.min_by_key(|i| (self.reached(*i), *i))
    }

    fn reached(&self, journal: u16) -> Option<Timestamp> {
        let file = &self.files[usize::from(journal)];
        file.sequence.times.last().max(file.copied).or(file.begins)
    }

    /// Shows the first block of each journal, before any block is followed; their times are set right.
    pub fn begin(&mut self, subject: &Subject, blocks: &mut [Option<Block>]) {
        self.clocks = Clocks::of(subject, blocks);
        for block in blocks.iter_mut().flatten() {
            self.clocks.set_right(subject, block);
            let first = self.holes.begin(subject, block);
            if subject.parts.has_several(subject.kind(block.journal)) {
                self.files[usize::from(block.journal)].begins = first;
            }
        }
    }

    /// Takes the times of a further block as the clocks of the other journals have them.
    pub fn set_right(&self, subject: &Subject, block: &mut Option<Block>) {
        block.iter_mut().for_each(|block| self.clocks.set_right(subject, block));
    }

    /// Says that a journal is at its end; `listener` hears what that tells of its last records.
    pub fn end_of(&mut self, subject: &Subject, listener: &mut impl Listener, journal: u16) {
        Walk { of: self, subject, listener }.end_of(journal);
    }

    /// Takes in a block; `listener` hears of its records. Gives the rounds that every journal has passed.
    pub fn follow(
        &mut self,
        subject: &Subject,
        listener: &mut impl Listener,
        block: Block,
    ) -> ClosedRounds {
        Walk { of: self, subject, listener }.follow(block)
    }

    /// The rounds still open, at the end.
    pub fn close_all(&mut self, subject: &Subject, listener: &mut impl Listener) -> ClosedRounds {
        Walk { of: self, subject, listener }.close(None)
    }

    /// Takes back rounds already judged.
    pub fn recycle(&mut self, rounds: ClosedRounds) {
        self.assembler.recycle(rounds);
    }

    /// The earliest time that some journal may still tell of.
    fn passed(&self, subject: &Subject) -> Option<Timestamp> {
        let journals = (0_u16..).zip(&subject.engagement.journals).zip(&self.files);
        let times = journals.filter(|(_, file)| !file.done).map(|((journal, entry), _)| {
            let reached = self.reached(journal);
            reached.map_or(Timestamp::EARLIEST, |t| t.plus_micros(-entry.disorder_micros))
        });
        times.min()
    }

    fn packets_before(&mut self, event: &ShufflerEvent) -> u64 {
        let latest = &mut self.tables[usize::from(event.table.0)].packets;
        let (last, round, cards) = *latest;
        if event.kind != ShufflerKind::Packet {
            *latest = (0, None, 0);
            return 0;
        }
        let before = if event.round == round && event.packet > last { cards } else { 0 };
        let mask = event.cards.iter().fold(0, |mask, card| mask | 1_u64 << card.number());
        *latest = (event.packet, event.round, before | mask);
        before
    }

    /// Follows a meter no further whose events stand in files that overlap: their order is not known.
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
        let is_beside = |other: &u16| {
            let file = &self.files[usize::from(*other)];
            let is_open = *other != journal && !file.done;
            is_open
                && self.holes.file(*other).shown.contains(&event.link)
                && file.begins.is_some_and(|begins| begins < latest)
        };
        let overlaps = before.is_some_and(|(other, time)| other != journal && latest < time)
            || subject.parts.of(JournalKind::Manager).iter().any(is_beside);
        if overlaps && self.links[at].give_up(self.holes.file(journal).begins()) {
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
        for award in self.links.iter_mut().flat_map(|link| &mut link.awards.all) {
            award.is_aside |= self.awards_aside.contains(&award.line());
        }
        let wins = std::mem::take(&mut register.wins);
        self.settled = register.settle_up(subject, &mut self.links, &self.holes, listener);
        let days: Vec<_> = self.links.iter().flat_map(|link| link.by_day(subject)).collect();
        self.bank.facts(subject, &days, |fact| listener.bank(fact));
        tie_outs(subject, &days, &wins, &self.coverage, |fact| listener.tie_out(fact));
    }

    /// What the record does not cover, and what stopped part of the audit, each a sentence.
    pub fn gaps(&self, subject: &Subject) -> Vec<String> {
        let mut gaps = self.coverage.gaps(subject);
        gaps.extend_from_slice(&self.troubles);
        gaps.extend(self.assembler.offsets().gaps(subject, &self.clocks));
        gaps.extend(self.links.iter().filter_map(|link| link.undetermined_overflow(subject)));
        gaps.extend(subject.journal(JournalKind::Bank).and_then(|_| self.bank.gap()));
        gaps
    }

    /// Whether one journal has its rounds at other times than the others, now more and now less: it may be another's.
    pub const fn are_others(&self) -> bool {
        self.clocks.are_others()
    }

    /// The rate that a run of coin-ins of a link followed, where it is not that of the settings.
    pub fn rate(&self, link: LinkId, reserve: bool, segment: u32) -> Option<RateFit> {
        self.links.get(usize::from(link.0))?.suspects.rate(reserve, segment)
    }

    /// Every award, adjustment and back-out, once they are matched, and every gaming day of each account.
    pub fn registers(&self, subject: &Subject) -> Registers {
        let days = self.links.iter().flat_map(|link| link.by_day(subject)).collect();
        Registers { days, ..self.settled.registers(subject, &self.links) }
    }

    /// What lay outside the audited days, of each file that has it.
    pub fn set_aside(&self) -> Vec<(u16, SetAside)> {
        let files = (0_u16..).zip(&self.files);
        files.filter_map(|(journal, file)| Some((journal, file.aside.all?))).collect()
    }

    /// Every meter and reserve, from the opening reading to the last event.
    pub fn reconciliations(&self, subject: &Subject) -> Vec<MeterReconciliation> {
        self.links.iter().flat_map(|l| l.reconcile(subject)).collect()
    }
}

/// True for what the numbers of rounds tell of an audited day.
fn is_audited(subject: &Subject, fact: &RecordFact<'_>) -> bool {
    match fact {
        RecordFact::RoundStart { time, .. }
        | RecordFact::RoundsMissing { time, .. }
        | RecordFact::RoundsBeginAgain { time, .. }
        | RecordFact::RoundsOutOfLine { time, .. } => subject.engagement.day_of(*time).is_some(),
        _ => true,
    }
}

impl<L: Listener> Walk<'_, L> {
    fn hear(&mut self, journal: u16, line: u32, fact: RecordFact<'_>) {
        self.listener.record(&JournalRecord { journal, line, fact });
    }

    fn end_of(&mut self, journal: u16) {
        let at = usize::from(journal);
        self.of.files[at].done = true;
        self.end_of_outside_days(journal);
        self.end_of_copies(journal);
        let others = self.of.files.iter().enumerate().filter(|(other, _)| *other != at);
        let other = others.filter_map(|(_, other)| other.sequence.times.read_last()).max();
        self.of.files[at].sequence.end(other, |line, fact| {
            self.listener.record(&JournalRecord { journal, line, fact });
        });
        self.judge_held(journal);
        self.end_of_outside(journal);
        for beside in self.of.clocks.of_file(self.subject, journal) {
            self.hear(journal, 1, RecordFact::ClockBeside(&beside));
        }
        self.of.holes.file_mut(journal).end();
    }

    fn follow(&mut self, mut block: Block) -> ClosedRounds {
        let journal = block.journal;
        self.subject.call_lines(&mut block);
        let unread = block.problems.iter().map(|problem| problem.line);
        self.of.files[usize::from(journal)].sequence.pending.extend(unread.clone());
        self.of.holes.file_mut(journal).unreadable(&block.problems);
        self.unreadable(&block);
        match block.records {
            // A statement reaches beyond the audited days, and has neither running numbers nor rounds.
            Records::Bank(events) => self.of.bank.read(events, unread),
            Records::Hands(hands) => {
                for fragment in &hands.fragments {
                    let range = fragment.rows.start as usize..fragment.rows.end as usize;
                    self.hands(journal, fragment, hands.rows.as_rows().range(range));
                }
            }
            Records::Controller(events) => {
                for event in events {
                    self.of.holes.so_far.lit(&event);
                    self.event(journal, Record::Controller(event));
                }
            }
            Records::Manager(events) => {
                events.into_iter().for_each(|event| self.event(journal, Record::Manager(event)));
            }
            Records::Shuffler(events) => {
                for event in events {
                    self.event(journal, Record::Shuffler(event, false));
                }
            }
        }
        self.close(self.of.passed(self.subject))
    }

    /// Hands on the run of copies before a record that is none, or before the end.
    fn end_of_copies(&mut self, journal: u16) {
        let (kind, part) = self.subject.part(journal);
        if let Some(copied) = self.of.copies[kind as usize].runs[part].take() {
            self.hear(journal, copied.lines.0, RecordFact::Copied(copied));
        }
    }

    fn close(&mut self, passed: Option<Timestamp>) -> ClosedRounds {
        let hands = self.subject.parts.of(JournalKind::Hands);
        let has_more_rows = hands.iter().any(|at| !self.of.files[usize::from(*at)].done);
        let mut closed = self.of.assembler.close(self.subject, passed, has_more_rows);
        self.hand_on_rounds();
        self.leave_out_others(&mut closed);
        let Follower { links, holes, tables, .. } = &mut *self.of;
        let rows = closed.rows.as_rows();
        for round in &mut closed.rounds {
            let own = rows.range(round.rows.clone()).heads();
            let joins_up =
                |link: LinkId, from, to| links[usize::from(link.0)].joined.is_joined(from, to);
            round.holes = match round.late {
                Some((journal, line)) => RoundHoles::of_late(journal, line),
                None => holes.of_round(self.subject, round, own, joins_up),
            };
            if let Some(late) = &mut round.late_wagers {
                let row = own.first().map(|row| row.line);
                let of_row = || holes.out_of_line(JournalKind::Hands, row?);
                late.clock = holes.out_of_line(late.journal, late.line).or_else(of_row);
            }
            round.link_hours = hours_of(self.subject, links, holes, round);
            let table = TableId(round.table);
            if self.subject.rules(table).banked() == Banked::Player {
                let is_out_of_line = round.repeated || round.moved || round.late.is_some();
                let bank = &mut tables[usize::from(table.0)].bank;
                round.tenure = bank.next(round.day, round.round, is_out_of_line, own);
            }
        }
        closed
    }

    /// Leaves out the rounds that began outside the audited days, with their awards; that they were void is kept.
    fn leave_out_others(&mut self, closed: &mut ClosedRounds) {
        let (periods, holes) = (&self.subject.periods, &mut self.of.holes);
        let awards = &mut self.of.awards_aside;
        let ClosedRounds { rounds, rows } = closed;
        rounds.retain_mut(|round| {
            if let Some(day) = periods.audited(round.period) {
                round.day = day;
                return true;
            }
            let own = rows.as_rows().range(round.rows.clone());
            let is_void = round.controller.iter().any(|e| e.kind == ControllerKind::Void)
                || own.heads().iter().any(|row| row.action == Action::Void);
            if is_void {
                holes.voided_aside.insert((round.period, TableId(round.table), round.round));
            }
            let made = round.manager.iter().filter(|e| e.kind == ManagerKind::Award);
            awards.extend(made.map(|e| e.line));
            false
        });
    }

    fn hands_inside(&mut self, journal: u16, fragment: &Fragment, rows: Rows<'_>) {
        let part = self.subject.part(journal).1;
        let copies = &mut self.of.copies[JournalKind::Hands as usize];
        let runs = copies.others(part, fragment, rows, |copied: Copied| {
            let (line, fact) = (copied.lines.0, RecordFact::Copied(copied));
            self.listener.record(&JournalRecord { journal, line, fact });
        });
        if let (true, Some(first)) = (runs.is_empty(), rows.heads().first()) {
            self.pass_copy(journal, first.time);
        }
        for run in runs {
            self.rows_read(journal, fragment, rows.range(run));
        }
    }

    /// Takes in rows of one round that stand there once.
    fn rows_read(&mut self, journal: u16, fragment: &Fragment, rows: Rows<'_>) {
        let Some(first) = rows.heads().first() else { return };
        self.of.holes.so_far.rows(fragment.table, rows);
        self.of.staked.rows(fragment.table, fragment.round, rows);
        // A row with a time of its own is a matter of its round: the round stands where most of it does.
        let latest = self.of.files[usize::from(journal)].sequence.times.read_last();
        let subject = self.subject;
        let is_outside = |time| subject.periods.is_outside(time);
        let (mut time, mut most) = (first.time, 0);
        for run in rows.chunk_by(|a, b| a.time == b.time) {
            let (row, records) = (&run.heads()[0], run.len() as u64);
            let is_audited = subject.engagement.day_of(row.time).is_some();
            self.hear(journal, row.line, RecordFact::Time { is_audited, records });
            let is_nearer = match latest {
                Some(latest) => row.time.0.abs_diff(latest.0) < time.0.abs_diff(latest.0),
                None => records > most,
            };
            if is_nearer || time != row.time && is_outside(time) && !is_outside(row.time) {
                (time, most) = (row.time, records);
            }
        }
        let unit = Unit { records: rows.len() as u64, ..Unit::one(first.line, time) };
        match self.placed(journal, &unit) {
            Some(moment) => self.place_rows(journal, moment, fragment, rows),
            None => {
                let record = Record::Hands(Box::new(HeldRows::new(fragment, rows)));
                self.hold(journal, &unit, record);
            }
        }
    }

    /// Takes in a record that stands by itself, unless it is a copy.
    fn event_inside(&mut self, journal: u16, mut record: Record) {
        let Some(of) = EventNumber::of(self.subject, journal, &record) else { return };
        if let Record::Shuffler(_, after_gap) = &mut record {
            *after_gap = self.of.is_gap(journal, &of);
        }
        if !self.is_new(journal, &of, &record) {
            return;
        }
        let is_audited = self.subject.engagement.day_of(of.time).is_some();
        self.hear(journal, of.line, RecordFact::Time { is_audited, records: 1 });
        let unit = Unit::one(of.line, of.time);
        match self.placed(journal, &unit) {
            Some(moment) => self.place(journal, moment, record),
            None => self.hold(journal, &unit, record),
        }
    }

    #[inline]
    fn hand_on_rounds(&mut self) {
        let subject = self.subject;
        for (kind, line, fact) in self.of.assembler.facts.drain(..) {
            if let RecordFact::RoundStart { table, round, time } = fact {
                match subject.engagement.day_of(time) {
                    Some(day) => self.of.coverage.round(table, day, round),
                    None => self.of.coverage.aside(subject, table, round, time),
                }
            }
            if let RecordFact::RoundsMissing { table, round, previous, time, after_line } = fact {
                let period = subject.periods.of(time);
                let between = ((period, previous), (period, round));
                self.of.holes.skip_between(table, between, (after_line, line));
            }
            let place = subject.parts.place(kind, line).filter(|_| is_audited(subject, &fact));
            if let Some((journal, _)) = place {
                self.listener.record(&JournalRecord { journal, line, fact });
            }
        }
    }

    fn shuffler(&mut self, moment: Moment, event: ShufflerEvent, after_gap: bool) {
        let day = self.subject.nearest_day(moment.time);
        let before = self.of.packets_before(&event);
        self.listener.shuffler(&ShufflerRecord { event: &event, day, before, after_gap });
        if let Some(round) = event.round {
            self.of.assembler.shuffler(moment.period, round, event);
        }
    }

    /// Moves a meter; outside the audited days nobody hears of it.
    fn meter(&mut self, period: Period, event: &ManagerEvent, is_audited: bool) {
        match is_audited {
            true => self.of.coverage.link(event.link, event.kind),
            false => self.of.coverage.link_aside(event.link),
        }
        let uncounted = self.of.uncounted(self.subject, event);
        let Follower { links, holes, staked: all_staked, troubles, .. } = &mut *self.of;
        let link = &mut links[usize::from(event.link.0)];
        // What was carried over is not known beside a record that could not be read.
        let unread = holes.before_first_of(event.line);
        let others = || link.after_others(self.subject, period, event);
        let before = match link.last_line {
            Some(line) => others().or_else(|| holes.in_manager(line, event.line)),
            // A reading tells where the meter stands, whatever was before it.
            None if event.kind == ManagerKind::Reading => holes.before_manager(event.line),
            None => unread.or_else(|| holes.before_manager(event.line)),
        };
        let requested = link.still.span(event, holes.slack);
        let staked = requested.map(|(from, to)| all_staked.between(event.link, from, to));
        let clock = holes.out_of_line(JournalKind::Manager, event.line);
        let gaps = Gaps {
            before,
            first: holes.before_first(event),
            unread,
            strangers: holes.strangers(JournalKind::Manager, Named::Adjustment),
            uncounted,
            staked: staked.unwrap_or_default(),
            slack: holes.slack,
            in_time: clock.is_none().then_some(event.time),
        };
        let on = (period, is_audited);
        let judged = link.event(self.subject, on, event, gaps, |facts| {
            if is_audited {
                self.listener.meter(facts);
            }
        });
        troubles.extend(judged.err());
        let (since, never) = (link.still.since, link.never_counted(None));
        all_staked.forget(event.link, since.unwrap_or(event.time), never.is_none());
        if link.has_gained {
            holes.so_far.gained(event.link);
        }
    }
}
