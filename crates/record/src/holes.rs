//! What each journal does not hold: unreadable records, missing numbers, what lies before and after it.
//!
//! Whoever would accuse somebody because a record is absent asks here first: inside a hole that proves
//! nothing. A hole of events is an interval of time, widened by what clocks and order may differ by; rows
//! of one round stand together, so a hole in the hands journal is an interval of lines.

mod among;
mod edges;
mod indicated;
mod of_journal;

use crate::assemble::is_of_round;
use crate::hole::{Hole, Named, Never, RoundHoles, Why};
use crate::parts::Parts;
use crate::period::Period;
use crate::round::Round;
use crate::subject::Subject;
use feltproof_intake::{Block, Fragment, Records};
use feltproof_model::engagement::{JournalEntry, JournalKind};
use feltproof_model::{
    ControllerKind, LinkId, ManagerEvent, RowHead, SEAT_MAX, Seat, TableId, Timestamp,
};
use indicated::Indicated;
use of_journal::{Bounds, OfJournal};
use std::collections::{BTreeSet, VecDeque};
use std::sync::Arc;

/// Rounds of a table that the hands journal skips.
struct Skipped {
    table: TableId,
    /// The rounds before and after.
    between: (DayRound, DayRound),
    /// The lines before and after.
    lines: (u32, u32),
}

impl Skipped {
    fn hole(&self) -> Hole {
        Hole::at(JournalKind::Hands, Why::Missing, self.lines.1)
    }
}

type DayRound = (Period, u32);

/// A run of rows without the hand to play against: more rows may be missing after it.
struct Unfinished {
    journal: u16,
    table: TableId,
    round: u32,
    /// The line of the next row.
    next: Option<u32>,
    /// The times of the two; a round between them may be missing whole.
    from: Timestamp,
    to: Timestamp,
}

/// Most skipped and unfinished rounds that are remembered: those long closed are not asked for.
const REMEMBERED_MAX: usize = 4096;

/// So long before the first record of a round without COIN IN its wagers may have been made, in
/// micro-seconds, by how much clocks and order may differ aside.
const MARGIN_MICROS: i64 = 5 * 60 * 1_000_000;

/// Most numbers missing at the start of a journal of its own days: one that runs on begins far above.
const MISSING_AT_START_MAX: u64 = 64;

/// A round whose records are looked for: its meters, and when it began, was settled and ended. Of a
/// table without meters nothing need be said.
#[derive(Clone, Copy)]
struct Sought<'a> {
    table: TableId,
    links: &'a [LinkId],
    from: Timestamp,
    settled: Timestamp,
    to: Timestamp,
}

pub(crate) struct Holes {
    journals: Vec<OfJournal>,
    parts: Arc<Parts>,
    /// By how much clocks and order may differ, in micro-seconds.
    pub(crate) slack: i64,
    skipped: VecDeque<Skipped>,
    unfinished: VecDeque<Unfinished>,
    /// The last line of each table in the hands journal, and its round.
    tables: Vec<Option<(u32, DayRound)>>,
    /// Its first round of some table is not the first one.
    begins_within: bool,
    /// In every run of rows so far the seats of players ascend, and the hand to play against comes last.
    seats_ascend: bool,
    pub(crate) so_far: Indicated,
    /// The rounds that were void on days set aside.
    pub(crate) voided_aside: BTreeSet<(Period, TableId, u32)>,
}

impl Holes {
    pub(crate) fn new(subject: &Subject) -> Self {
        let (journals, tables) = (&subject.engagement.journals, subject.engagement.tables.len());
        let file = |(at, j): (u16, &JournalEntry)| {
            OfJournal::new(j.kind, tables, subject.parts.is_unnumbered(at))
        };
        Self {
            journals: (0..).zip(journals).map(file).collect(),
            parts: Arc::clone(&subject.parts),
            slack: journals.iter().map(|j| j.disorder_micros).max().unwrap_or(0),
            skipped: VecDeque::new(),
            unfinished: VecDeque::new(),
            tables: vec![None; tables],
            begins_within: false,
            seats_ascend: true,
            so_far: Indicated::new(subject),
            voided_aside: BTreeSet::new(),
        }
    }

    pub(crate) fn file(&self, journal: u16) -> &OfJournal {
        &self.journals[usize::from(journal)]
    }

    pub(crate) fn file_mut(&mut self, journal: u16) -> &mut OfJournal {
        &mut self.journals[usize::from(journal)]
    }

    /// Notes where a journal begins, from its first block: its earliest time, since the clock of the
    /// first record may be wild. Gives that time.
    pub(crate) fn begin(&mut self, subject: &Subject, block: &Block) -> Option<Timestamp> {
        // The line and the time of each record, and whether it is of a round.
        let records: Vec<(u32, Timestamp, bool)> = match &block.records {
            Records::Hands(hands) => {
                hands.rows.as_rows().heads().iter().map(|row| (row.line, row.time, true)).collect()
            }
            Records::Controller(events) => events.iter().map(|e| (e.line, e.time, true)).collect(),
            Records::Manager(events) => {
                events.iter().map(|e| (e.line, e.time, is_of_round(e.kind))).collect()
            }
            Records::Shuffler(events) => events.iter().map(|e| (e.line, e.time, false)).collect(),
            // Its times are those of the bank, days later.
            Records::Bank(_) => Vec::new(),
        };
        let is_audited = |time: &Timestamp| subject.engagement.day_of(*time).is_some();
        let first = records.iter().map(|(_, time, _)| *time).filter(is_audited).min();
        let of_round = records.iter().filter(|(.., is_of_round)| *is_of_round);
        let first_round = of_round.map(|(_, time, _)| *time).filter(is_audited).min();
        let line = records.first().map(|(line, ..)| *line);
        let line = line.map(|line| subject.line_of(block.journal, line));
        let of = self.file_mut(block.journal);
        of.begin(line.zip(first), first_round);
        if let Records::Manager(events) = &block.records {
            of.shown.extend(events.iter().map(|event| event.link));
        }
        first
    }

    /// Whether a reversal in some period is of a round that was void on a day not audited, the same day or the day before.
    pub(crate) fn was_voided_aside(&self, by: Period, reversal: &ManagerEvent) -> bool {
        self.voided_aside.iter().any(|(period, table, round)| {
            let is_recent = *period == by || period.is_just_before(by);
            is_recent && (Some(*table), Some(*round)) == (reversal.table, reversal.round)
        })
    }

    /// That a journal names those who make a step otherwise than the staff list.
    pub(crate) fn strangers(&self, kind: JournalKind, step: Named) -> Option<Hole> {
        self.never(kind, self.so_far.is_listed(step), Never::Listed(step))
    }

    /// What a journal may not record at all, where it told of nothing of the sort so far.
    fn never(&self, kind: JournalKind, is_indicated: bool, what: Never) -> Option<Hole> {
        let why = Why::Never(what);
        self.files(kind).next().filter(|_| !is_indicated).map(|of| of.hole(why, 0))
    }

    /// Notes rows of one round; `latest` is the latest time of the journal up to them.
    pub(crate) fn rows(
        &mut self,
        journal: u16,
        period: Period,
        fragment: &Fragment,
        rows: &[RowHead],
        latest: Option<Timestamp>,
    ) {
        let (Some(first), Some(last)) = (rows.first(), rows.last()) else { return };
        let (table, round) = (fragment.table, fragment.round);
        let lines = (first.line, last.line);
        self.seats_ascend &= rows.is_sorted_by_key(|row| row.seat.player().unwrap_or(u8::MAX));
        self.finish(journal, table, round, rows);
        self.turn_of_day(table, (period, round), lines);
        let of = self.file_mut(journal);
        of.record(lines, None, latest);
        of.indicated(table, round);
        of.period(period);
    }

    /// The run of records whose times are out of line to which this line belongs.
    pub(crate) fn out_of_line(&self, kind: JournalKind, line: u32) -> Option<Hole> {
        self.at(kind, line)?.out_of_line(line)
    }

    pub(crate) fn moved(&mut self, journal: u16, rows: &[RowHead]) {
        if let (Some(first), Some(last)) = (rows.first(), rows.last()) {
            self.file_mut(journal).moved((first.line, last.line));
        }
    }

    /// Notes where a gaming day of a table begins neither anew nor with the next number: the last rounds
    /// of the day before may be missing, too.
    fn turn_of_day(&mut self, table: TableId, to: DayRound, lines: (u32, u32)) {
        let last = &mut self.tables[usize::from(table.0)];
        let before = last.replace((lines.1, to));
        self.begins_within |= before.is_none() && to.1 > 1;
        let Some((line, from)) = before.filter(|(_, from)| from.0 < to.0) else { return };
        if to.1 > 1 && from.1.checked_add(1) != Some(to.1) {
            self.skip_between(table, (from, to), (line, lines.0));
        }
    }

    /// Notes whether rows have the hand to play against.
    fn finish(&mut self, journal: u16, table: TableId, round: u32, rows: &[RowHead]) {
        let Some(first) = rows.first() else { return };
        let is_whole = rows.iter().any(|row| row.seat.player().is_none());
        let waits = &mut self.journals[usize::from(journal)].waits;
        if std::mem::replace(waits, !is_whole) {
            let mut own = self.unfinished.iter_mut().rev().filter(|other| other.journal == journal);
            if let Some(before) = own.next().filter(|before| before.next.is_none()) {
                (before.next, before.to) = (Some(first.line), first.time);
            }
        }
        if is_whole && !self.unfinished.is_empty() {
            // Its rows may stand in several runs.
            self.unfinished.retain(|other| (other.table, other.round) != (table, round));
        } else if !is_whole {
            if self.unfinished.len() == REMEMBERED_MAX {
                self.unfinished.pop_front();
            }
            let (from, to) = (first.time, Timestamp::LATEST);
            let unfinished = Unfinished { journal, table, round, next: None, from, to };
            self.unfinished.push_back(unfinished);
        }
    }

    /// Notes that the hands journal skips rounds of a table between two, which begin at these lines.
    pub(crate) fn skip_between(
        &mut self,
        table: TableId,
        between: (DayRound, DayRound),
        lines: (u32, u32),
    ) {
        if self.skipped.len() == REMEMBERED_MAX {
            self.skipped.pop_front();
        }
        self.skipped.push_back(Skipped { table, between, lines });
    }

    /// The holes in which a record of this round may stand, once every journal has passed it.
    pub(crate) fn of_round(
        &self,
        subject: &Subject,
        round: &Round,
        rows: &[RowHead],
        joins_up: impl Fn(LinkId, Timestamp, Timestamp) -> bool,
    ) -> RoundHoles {
        let table = TableId(round.table);
        let indicated = round.controller.iter().map(|e| e.time);
        let indicated = indicated.chain(round.manager.iter().map(|e| e.time));
        let (from, to) = indicated
            .fold((round.time, round.time), |(from, to), time| (from.min(time), to.max(time)));
        let links: &[LinkId] = &subject.table(table).links;
        // Nothing says that a round under way was settled.
        let under_way = || self.under_way(subject, round, to);
        let settled = if rows.is_empty() && under_way().is_some() { to } else { round.time };
        let own = Sought { table, links, from, settled, to };
        let near = |kind| self.near(kind, &own);
        // A release that is missed may stand anywhere since the round before.
        let since = round.departure.as_ref().and_then(|d| d.since.as_ref());
        let since = since.map_or(from, |event| event.time.min(from));
        let tells = |kind| self.files(kind).any(|of| of.mentions(table));
        let stream = |journal| subject.parts.stream(journal, Some(table), None);
        let so_far = self.so_far.of(table);
        let never = |kind, is_indicated, what| self.never(kind, is_indicated, what);
        let joins_up = |link| {
            let is_started = round.controller.iter().any(|e| e.kind == ControllerKind::CoinIn);
            let margin = self.slack + if is_started { 0 } else { MARGIN_MICROS };
            joins_up(link, from.plus_micros(-margin), to.plus_micros(self.slack))
        };
        let never_counted =
            |link: &LinkId| self.so_far.never_counted(*link, table, || joins_up(*link));
        let mut uncounted = links.iter().map(|link| never_counted(link).map(Hole::uncounted));
        let manager =
            near(JournalKind::Manager).or_else(|| self.manager_begins_within(round, from));
        // Coin-ins of a table of which the manager says nothing are a matter of its meters.
        let is_silent = manager.is_some_and(|hole| hole.why == Why::Never(Never::Indicated));
        let beside = || self.near(JournalKind::Manager, &Sought { links: &[], ..own });
        let unnamed = round.controller.iter().find(|e| {
            e.actor.trim().is_empty()
                && !so_far.named[e.kind as usize]
                && subject.procedure(table).is_some_and(|p| !p.by(e.kind).is_empty())
        });
        RoundHoles {
            hands: match (rows.iter().map(|r| r.line).min(), rows.iter().map(|r| r.line).max()) {
                (Some(first), Some(last)) => {
                    let is_cut = || self.may_be_cut(subject, round, rows);
                    let lacks_first = || self.may_lack_first(rows);
                    self.beside_rows(round, (first, last), to, (is_cut, lacks_first))
                }
                _ => {
                    let near = || near(JournalKind::Hands);
                    self.skips(round).or_else(near).or_else(under_way)
                }
            },
            controller: self
                .near(JournalKind::Controller, &Sought { from: since, ..own })
                .or_else(|| self.begins_within(round)),
            manager,
            coin_ins: if is_silent { beside() } else { manager },
            shuffler: tells(JournalKind::Shuffler).then(|| near(JournalKind::Shuffler)).flatten(),
            mode: self.before_controller(table, stream),
            sensors: never(JournalKind::Controller, so_far.is_lit, Never::Lit),
            uncounted: uncounted.next().flatten(),
            uncounted_further: uncounted.flatten().next(),
            unended: never(JournalKind::Controller, so_far.has_ended, Never::Ended),
            no_button: never(JournalKind::Controller, so_far.has_button, Never::Button),
            not_undone: never(JournalKind::Controller, so_far.has_undone, Never::Undone),
            strangers: self.strangers(JournalKind::Controller, Named::Card),
            tray_buttons: never(JournalKind::Controller, false, Never::TrayButton),
            pressed: so_far.tray,
            actors: unnamed.and_then(|e| {
                let of = self.at(JournalKind::Controller, e.line)?;
                Some(of.hole(Why::Never(Never::Named), 0))
            }),
        }
    }

    /// Any hole before a record of the manager: what it refers to may stand there.
    pub(crate) fn any_before(&self, event: &ManagerEvent) -> Option<Hole> {
        self.any_until(self.reach(event.time))
    }

    /// Any hole up to a time.
    pub(crate) fn any_until(&self, until: Timestamp) -> Option<Hole> {
        let kinds = [JournalKind::Hands, JournalKind::Controller, JournalKind::Manager];
        let in_file = |of: &OfJournal| {
            let before = of.spans.first().filter(|s| s.from <= until).map(|s| s.hole);
            before
                .or_else(|| of.unnumbered())
                .or_else(|| self.is_cut_at_start(of).then(|| of.begins()))
        };
        let mut followed = self.journals.iter().filter(|of| kinds.contains(&of.kind));
        followed
            .find_map(in_file)
            .or_else(|| self.skipped.front().map(Skipped::hole))
            .or_else(|| self.parted_before(&kinds, until))
    }

    /// The time up to which a record may be told of as if it stood before this one: clocks differ.
    pub(crate) const fn reach(&self, time: Timestamp) -> Timestamp {
        time.plus_micros(self.slack)
    }

    fn files(&self, kind: JournalKind) -> impl Iterator<Item = &OfJournal> + Clone {
        self.parts.of(kind).iter().map(|journal| self.file(*journal))
    }

    pub(crate) fn at(&self, kind: JournalKind, line: u32) -> Option<&OfJournal> {
        Some(self.file(self.parts.place(kind, line)?.0))
    }

    /// The hole of a file in which a record of a round may stand; silence is one where it `must_tell`.
    fn near_in(&self, journal: u16, must_tell: bool, sought: &Sought<'_>) -> Option<Hole> {
        let Sought { table, from, settled, to, .. } = *sought;
        let of = self.file(journal);
        let Some(Bounds { first, last, .. }) = of.times else {
            return of.is_done.then(|| of.hole(Why::Empty, 0));
        };
        let (early, late) = (from.plus_micros(-self.slack), to.plus_micros(self.slack));
        if let Some(span) = of.span_within(early, late) {
            return Some(span.hole);
        }
        let lies = |other: &&Unfinished| {
            other.journal == journal && other.from <= late && early <= other.to
        };
        if let Some(other) = self.unfinished.iter().find(lies) {
            return Some(other.next.map_or(of.ends(), |line| of.hole(Why::Unfinished, line)));
        }
        // A journal that was cut may lack what stands a little within its first or last record, too.
        if (if self.is_cut_at_start(of) { early } else { from }) < first {
            return Some(of.begins());
        }
        // A round settled after the last event is in no record of events; one that hands lack is missing.
        let is_later = if self.is_cut_at_end(of) {
            late > last
        } else {
            of.kind != JournalKind::Hands && settled > last
        };
        if of.is_done && is_later {
            return Some(of.ends());
        }
        if must_tell && !of.mentions(table) {
            return Some(of.silent());
        }
        let mut streams = self.parts.streams_of(journal, table);
        let begins = streams.find_map(|stream| of.begins_late(stream, early));
        begins.or_else(|| of.unnumbered())
    }

    fn beside_rows(
        &self,
        round: &Round,
        (first, last): (u32, u32),
        to: Timestamp,
        (is_cut, lacks_first): (impl Fn() -> bool, impl Fn() -> bool),
    ) -> Option<Hole> {
        let of = self.at(JournalKind::Hands, first)?;
        if self.parts.has_several(JournalKind::Hands) && self.is_parted(first, last) {
            // A round that stands in two files was cut from one of them.
            return Some(of.ends());
        }
        if let Some(hole) = of.touching(first, last) {
            return Some(hole);
        }
        let touches = |s: &&Skipped| self.touches(s.lines, (first, last));
        if let Some(skipped) = self.skipped.iter().find(touches) {
            return Some(skipped.hole());
        }
        let follows = |other: &&Unfinished| {
            other.next == Some(first) && (other.table.0, other.round) != (round.table, round.round)
        };
        let unfinished = self.unfinished.iter().find(follows).and_then(|other| other.next);
        if let Some(line) = unfinished.filter(|_| lacks_first()) {
            return Some(of.hole(Why::Unfinished, line));
        }
        let Bounds { first_line, last_line, .. } = of.times?;
        if first <= first_line && is_cut() {
            return Some(of.begins());
        }
        let goes_on = |time: Timestamp| time > to.plus_micros(self.slack);
        let is_last = of.is_done && last >= last_line;
        (is_last && self.others_end(JournalKind::Hands).is_some_and(goes_on)).then(|| of.ends())
    }

    /// True for rows of a round before which more of it may be missing, where something is: not where the seats of the
    /// journal ascend and theirs begin with the first.
    fn may_lack_first(&self, rows: &[RowHead]) -> bool {
        let first = rows.iter().min_by_key(|row| row.line).and_then(|row| row.seat.player());
        let is_banker = |seat: u8| rows.iter().any(|row| row.seat == Seat::Banker(seat));
        let lowest = (1..=SEAT_MAX).find(|seat| !is_banker(*seat));
        !self.seats_ascend || first.is_none() || first != lowest
    }

    /// True where the first round of the hands journal may lack its first rows: it is not number 1, has
    /// no player, or other journals tell of a seat of which it has no row.
    fn may_be_cut(&self, subject: &Subject, round: &Round, rows: &[RowHead]) -> bool {
        let seats = || rows.iter().map(|row| row.seat);
        let table = subject.table(TableId(round.table));
        round.round > 1
            || seats().all(|seat| seat.player().is_none())
            || !round.without_row(table, seats()).is_empty()
    }

    /// The hole that a round without rows lies in, as the numbers of its table tell.
    fn skips(&self, round: &Round) -> Option<Hole> {
        let number = (round.period, round.round);
        let lies =
            |s: &&Skipped| s.table.0 == round.table && s.between.0 < number && number < s.between.1;
        self.skipped.iter().find(lies).map(Skipped::hole)
    }
}
