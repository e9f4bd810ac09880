//! One link's meter followed through the manager journal, event by event in the manager's order.

use super::awards::Awards;
use super::claims::{Claims, stood_before};
use super::dated::{Dated, Lag};
use super::hours::Hours;
use super::in_meter::InMeter;
use super::joined::{Joined, may_have_gained, shows_a_wager};
use super::kept::{Kept, Passed, Past};
use super::overflow::{Overflowed, Overflows, kept_from_reserve, overflowed};
use super::reserve::{Drawn, drawn_by};
use super::settings::in_words;
use super::still::Stillness;
use super::suspects::{Suspects, read_in_unit};
use super::through::Through;
use super::{Doubt, Gaps, Judged, MeterEvent, Recorded, ReseedOwed, Standing};
use crate::hole::{Hole, Never, Why};
use crate::holes::Holes;
use crate::period::Period;
use crate::round::LinkHours;
use crate::subject::Subject;
use crate::unexplained::{is_documented, is_without_reason};
use feltproof_engine::LedgerError;
use feltproof_model::engagement::{JournalKind, LevelSettings};
use feltproof_model::workpaper::MeterReconciliation;
use feltproof_model::{
    CauseKey, LinkId, ManagerEvent, ManagerKind, MeterDay, Money, StandingAward, TableId, Timestamp,
};
use smallvec::SmallVec;
use std::collections::{BTreeMap, BTreeSet};

/// A table of which wagers were counted in.
struct CountedTable {
    table: TableId,
    first: (Period, u32),
    last: (Period, u32),
}

/// A round of a day set aside: period, table, number.
type RoundAside = (Period, TableId, u32);

#[derive(Default)]
pub(crate) struct LinkMeters {
    pub(super) link: LinkId,
    live: Option<Kept>,
    /// After an event that did not fit: the meter as kept without it, and where it stood.
    unmoved: Option<(Kept, Standing)>,
    doubt: Doubt,
    after_hole: bool,
    /// The line of the latest event, its period, and what it recorded.
    pub(crate) last_line: Option<u32>,
    last_period: Option<Period>,
    latest: Standing,
    hours: Hours,
    in_meter: InMeter,
    /// The tables of which wagers were counted in, with the first and the last round of which they were.
    counted: SmallVec<[CountedTable; 4]>,
    /// The meter gained what none of the wagers counted in by then added.
    pub(crate) has_gained: bool,
    pub(crate) joined: Joined,
    pub(crate) still: Stillness,
    pub(crate) past: Past,
    /// What its limit cut off, and what others passed on to it.
    overflows: Overflows,
    /// True once the ledger could not hold the amounts: from there on nothing is judged.
    broken: bool,
    /// An event of the audited days was met.
    has_opened: bool,
    /// The latest rounds that were counted in on days set aside.
    aside: BTreeSet<RoundAside>,
    /// The line of each reversal that may be of one of those, and which.
    pub(crate) reversed_aside: BTreeMap<u32, RoundAside>,
    /// Its events stand in files that overlap: what depends on their order is not known.
    pub(crate) unordered: Option<Hole>,
    pub(crate) awards: Awards,
    /// Manual adjustments with a reason that reverses something, or with none.
    pub(crate) reversals: Vec<ManagerEvent>,
    /// The lines of those that name a round which stands on record neither before them nor among the rounds counted in.
    pub(crate) unplayed: BTreeSet<u32>,
    pub(crate) claims: Claims,
    /// Awards and adjustments, which name a document or should.
    pub(crate) documented: Vec<Documented>,
    pub(super) dated: Dated,
    through: Through,
    pub(crate) suspects: Suspects,
}

/// An award or adjustment, and where meter and reserve stood before it; `None` for the first record of the link.
pub(crate) struct Documented {
    pub(crate) event: ManagerEvent,
    pub(crate) before: Option<Standing>,
    pub(crate) is_audited: bool,
}

struct Entered {
    live: Kept,
    before: Standing,
    settings: LevelSettings,
    reseed_owed: Option<ReseedOwed>,
    /// The meter without an award.
    unawarded: Option<Kept>,
}

impl LinkMeters {
    pub(crate) fn new(link: LinkId) -> Self {
        Self { link, ..Self::default() }
    }

    /// Takes in the next event; `judge` gets the case. Fails once, with a sentence, when the ledger cannot
    /// hold the amounts: later events are not judged, but their awards and reversals are still noted.
    pub(crate) fn event(
        &mut self,
        subject: &Subject,
        (period, is_audited): (Period, bool),
        event: &ManagerEvent,
        gaps: Gaps,
        judge: impl FnMut(&MeterEvent<'_>),
    ) -> Result<(), String> {
        let day = subject.periods.audited(period);
        let day = day.unwrap_or_else(|| subject.nearest_day(event.time));
        let link = subject.link(self.link);
        let record = Recorded { subject, link, event, day, period, is_audited, gaps };
        let before = self.last_line.replace(event.line).map(|_| self.latest);
        self.last_period = Some(period);
        if is_documented(event) {
            self.documented.push(Documented { event: event.clone(), before, is_audited });
        }
        if let Some(hole) = gaps.before.or(self.unordered) {
            self.enter_hole(hole);
        }
        let judged = if self.broken { Ok(()) } else { self.judge(&record, judge) };
        self.broken |= judged.is_err();
        if self.broken {
            self.through.cut_short();
            let noted = self.note(&record, self.latest, None);
            noted.expect("recorded amounts are far within the range of money");
            if let (Some(_), Some(award)) = (self.unordered, self.awards.all.last_mut()) {
                award.before = self.unordered;
            }
            self.past.note_cut(event.seq, None);
            self.latest = Standing::recorded(event);
        }
        judged.map_err(|why| {
            format!(
                "manager journal line {}: the meter of link {} cannot be re-kept from here: {why}; \
                 its events from this one on were not tested",
                subject.line(JournalKind::Manager, event.line),
                record.link.id
            )
        })
    }

    /// Follows the meter no further, since the order of its events is not known; true where it was until now.
    pub(crate) fn give_up(&mut self, hole: Hole) -> bool {
        self.unordered = Some(hole);
        self.overflows.enter_hole(hole);
        !std::mem::replace(&mut self.broken, true)
    }

    /// A hole before the next event. The reseed that the last award needs may stand in it.
    fn enter_hole(&mut self, hole: Hole) {
        let open = Some(hole);
        self.doubt = Doubt { values: open, reseed: open, hours: open };
        self.overflows.enter_hole(hole);
        self.in_meter.enter_hole(hole);
        self.after_hole = true;
        self.unmoved = None;
        self.awards.enter_hole(hole);
    }

    /// The meter with the settings before an event, and as that leaves it.
    fn enter(&mut self, record: &Recorded<'_>) -> Result<Entered, LedgerError> {
        let event = record.event;
        let first = self.live.is_none();
        let live = self.live.take().map_or_else(|| self.begin(record), Ok)?;
        let settings = live.settings().clone();
        let unawarded = (!first && event.kind == ManagerKind::Award).then(|| live.clone());
        self.through.turn_day(record, &live, self.latest)?;
        let (live, before, reseed_owed) = match !first || event.kind == ManagerKind::Config {
            true => self.apply(live, event)?,
            false => (live, self.latest, None),
        };
        self.through.add(event, before)?;
        Ok(Entered { live, before, settings, reseed_owed, unawarded })
    }

    /// Judges an event and learns from it; when it fails, the event is not yet noted.
    fn judge(
        &mut self,
        record: &Recorded<'_>,
        mut judge: impl FnMut(&MeterEvent<'_>),
    ) -> Result<(), LedgerError> {
        let Recorded { link, event, day, gaps, .. } = *record;
        let first = self.live.is_none();
        let Entered { mut live, before, settings, reseed_owed, unawarded } = self.enter(record)?;
        let after = live.expected(event)?;
        let (opens, carried) = self.opening(record)?;
        let read = read_in_unit(event, after);
        let known = read.as_ref().unwrap_or(event);
        let never = self.never_counted(None);
        let judged = Judged { record: *record, known, settings: &settings, before, after };
        let gained = may_have_gained(&judged, never).filter(|_| !first);
        let uncounted = gained.filter(|_| after != Standing::recorded(known));
        uncounted.inspect(|&hole| self.leave_open(hole));
        let causes = self.causes(&judged, live.passed, first || uncounted.is_some());
        let fits = live.fits(known)?;
        let hole = self.doubt.values.or(uncounted);
        let reseed_due = before.display.is_zero() || self.awards.unseeded().is_some();
        let is_sure = hole.or(self.doubt.reseed).is_none() && reseed_due;
        let drawn = reseed_owed.map(|owed| drawn_by(&judged, owed, is_sure));
        let is_known = !first && hole.is_none() && self.hours.open && self.counted.is_empty();
        let still = self.still.take(&judged, is_known);
        self.joined.take(gaps.in_time, fits && hole.is_none() && shows_a_wager(link, &settings));
        self.dated.note(&judged, live.settings(), hole);
        let stood = if first { stood_before(known) } else { before };
        // The first event departs from what the engagement before left.
        let kept = carried.unwrap_or(after);
        self.claims.note(&Judged { before: stood, after: kept, ..judged }, self.doubt.values);
        let unit = settings.display_unit;
        judge(&MeterEvent {
            link,
            link_id: self.link,
            event,
            day,
            first,
            opens,
            open: self.hours.open,
            shut: self.hours.shut(event, self.doubt.hours, gaps.slack),
            before,
            settings,
            after,
            causes,
            in_meter: self.in_meter.event(event, never, gained),
            reseed_owed,
            hole,
            still,
            turns_whole: !first && live.turns_whole(known),
            before_first: gaps.first.filter(|_| first),
            unread: gaps.unread.filter(|_| opens),
            carried,
            before_reseed: self.doubt.reseed,
            hours: self.doubt.hours,
            strangers: gaps.strangers,
            reseed_due,
        });
        self.unmoved = (!fits && hole.is_none()).then(|| (live.clone(), after));
        self.latest = Standing::recorded(known);
        self.learn(&mut live, known)?;
        let doubt = self.doubt;
        self.doubt.learn(event, fits);
        self.hours.note(event, first, doubt.hours, gaps.slack);
        self.note_moved(record, &live)?;
        if !first {
            self.note(record, before, drawn)?;
        }
        if event.kind == ManagerKind::Award {
            self.awards.met(doubt.values, uncounted, unawarded);
        }
        self.note_through(record, after, unit);
        self.live = Some(live);
        Ok(())
    }

    fn note_through(&mut self, record: &Recorded<'_>, after: Standing, unit: Money) {
        let reserve_unit = record.link.reserve_unit.map_or(unit, |own| own.max(unit));
        self.through.note(record, after, [unit, reserve_unit]);
        self.awards.latest_at = Some(record.event.time);
    }

    /// Whether an event is the first of the audited days, and what it should record where an engagement before carries the
    /// meter over.
    fn opening(&mut self, record: &Recorded<'_>) -> Result<(bool, Option<Standing>), LedgerError> {
        let opens = record.is_audited && !self.has_opened;
        self.has_opened |= opens;
        Ok((opens, if opens { self.carried(record)? } else { None }))
    }

    /// After a hole nothing that was learnt before holds.
    fn learn(&mut self, live: &mut Kept, known: &ManagerEvent) -> Result<(), LedgerError> {
        match std::mem::take(&mut self.after_hole) {
            true => live.forget(known),
            false => live.learn(known, true),
        }
    }

    fn leave_open(&mut self, hole: Hole) {
        self.has_gained = true;
        self.through.leave_open(hole);
        self.suspects.interrupt();
    }

    fn causes(
        &mut self,
        of: &Judged<'_>,
        passed: Option<Passed>,
        is_open: bool,
    ) -> [Option<CauseKey>; 2] {
        if is_open {
            return [None, None];
        }
        let [meter, reserve] = self.suspects.of(of);
        [meter, passed.and_then(|_| kept_from_reserve(of)).or(reserve)]
    }

    /// What a coin-in and a change of settings leave behind for later.
    fn note_moved(&mut self, record: &Recorded<'_>, live: &Kept) -> Result<(), LedgerError> {
        let event = record.event;
        if event.kind == ManagerKind::CoinIn {
            self.note_counted(record);
            self.past.note_cut(event.seq, live.cut);
            if let Some((table, round)) =
                event.table.zip(event.round).filter(|_| !record.is_audited)
            {
                let is_recent =
                    |of: &RoundAside| of.0 == record.period || of.0.is_just_before(record.period);
                // Only a back-out of the next day refers to it.
                if self.aside.first().is_some_and(|first| !is_recent(first)) {
                    self.aside.retain(is_recent);
                }
                self.aside.insert((record.period, table, round));
            }
            self.overflows.cut(event, live.passed, live.settings().display_unit);
            self.awards.coin_in(event, record.period)?;
        }
        if event.kind == ManagerKind::Overflow {
            self.overflows.take(event);
        }
        if event.kind == ManagerKind::Config {
            self.past.history.push((event.seq, live.settings().clone()));
        }
        Ok(())
    }

    fn note_counted(&mut self, record: &Recorded<'_>) {
        let event = record.event;
        let Some(table) = event.table.filter(|_| !event.amount.is_zero()) else { return };
        let round = (record.period, event.round.unwrap_or(0));
        match self.counted.iter_mut().find(|of| of.table == table) {
            Some(of) => of.last = round.max(of.last),
            None => self.counted.push(CountedTable { table, first: round, last: round }),
        }
    }

    /// True where a reversal names a round that its table had not come to, or one before the first on record.
    fn is_unplayed(&self, record: &Recorded<'_>) -> bool {
        let Some((table, round)) = record.event.table.zip(record.event.round) else { return false };
        let of_table = self.counted.iter().find(|of| of.table == table);
        of_table.is_none_or(|of| !(of.first..=of.last).contains(&(record.period, round)))
    }

    /// The meter after an event, where it stood, and what a reseed owes. One wrong figure moves nothing:
    /// the event after it may go on from the meter as it was kept.
    fn apply(
        &mut self,
        mut live: Kept,
        event: &ManagerEvent,
    ) -> Result<(Kept, Standing, Option<ReseedOwed>), LedgerError> {
        let owed = live.apply(event)?;
        let mut applied = (live, self.latest, owed);
        if let Some((mut kept, stood)) = self.unmoved.take()
            && let Ok(owed) = kept.apply(event)
            && kept.fits(event)?
            && !applied.0.fits(event)?
        {
            applied = (kept, stood, owed);
            self.claims.retract();
        }
        self.through.apply(event)?;
        Ok(applied)
    }

    /// The first record sets the opening amounts, whatever it is (that one is missing is an exception).
    fn begin(&mut self, record: &Recorded<'_>) -> Result<Kept, LedgerError> {
        self.latest = Standing::recorded(record.event);
        let carried = record.subject.engagement.carried(self.link);
        self.claims.begin(record.link.running.seed, carried);
        let kept = Kept::open(record.link, self.latest)?;
        self.through.begin(record.event, &kept)?;
        Ok(kept)
    }

    /// What the first event should record where an engagement before carries the meter over.
    fn carried(&self, record: &Recorded<'_>) -> Result<Option<Standing>, LedgerError> {
        let carried = record.subject.engagement.carried(self.link);
        let Some(before) = carried else { return Ok(None) };
        let at = Standing { display: before.display, reserve: before.reserve };
        let mut kept = Kept::open(record.link, at)?;
        kept.apply(record.event)?;
        kept.expected(record.event).map(Some)
    }

    /// That wagers may not be recorded: none of the link was, or none of a table though the meter gained.
    pub(crate) fn never_counted(&self, table: Option<TableId>) -> Option<Hole> {
        if self.counted.is_empty() {
            return Some(Hole::uncounted(Never::Counted));
        }
        let is_counted = |table: &TableId| self.counted.iter().any(|of| of.table == *table);
        let table = table.filter(|table| self.has_gained && !is_counted(table))?;
        Some(Hole::uncounted(Never::CountedOf(table)))
    }

    /// The days that nobody audits between the latest event and this one, where nothing of them is on record.
    pub(crate) fn after_others(
        &self,
        subject: &Subject,
        period: Period,
        event: &ManagerEvent,
    ) -> Option<Hole> {
        let is_after = subject.periods.has_others_between(self.last_period?, period);
        is_after.then(|| Hole::at(JournalKind::Manager, Why::OtherDays, event.line))
    }

    /// True where the link is open as far as is known: it was opened, or a wager shows it.
    pub(crate) const fn is_open(&self) -> bool {
        self.hours.open
    }

    /// True where its record was cut: it ends while the link stands open, by an opening on record.
    pub(crate) const fn is_cut(&self) -> bool {
        self.hours.is_cut()
    }

    /// The round of a day set aside that a reversal names: the latest of its number, where it was counted in.
    fn counted_aside(&self, until: Period, event: &ManagerEvent) -> Option<RoundAside> {
        let named = (event.table?, event.round?);
        let is_named = |of: &&RoundAside| of.0 <= until && (of.1, of.2) == named;
        self.aside.iter().rfind(is_named).copied()
    }

    pub(crate) fn undetermined_overflow(&self, subject: &Subject) -> Option<String> {
        self.overflows.undetermined(subject, self.link)
    }

    pub(crate) fn overflowed<'a>(
        &self,
        subject: &Subject,
        links: &'a [Self],
    ) -> Option<Overflowed<'a>> {
        let all = |id: LinkId| Some(&links.get(usize::from(id.0))?.overflows);
        overflowed(subject, self.link, all)
    }

    /// The approvals of later dates under which wagers were counted in.
    pub(crate) fn lags<'a>(&'a self, subject: &'a Subject) -> impl Iterator<Item = Lag<'a>> {
        self.dated.lags(subject, self.link, self.unordered)
    }

    /// Whether settings were in force before a running number that no approval of the link has.
    pub(crate) fn is_unapproved_before(&self, subject: &Subject, seq: u64) -> bool {
        let link = subject.link(self.link);
        let changes = self.past.history.iter().filter(|(at, _)| *at < seq);
        let mut in_force = std::iter::once(&link.running).chain(changes.map(|(_, after)| after));
        let dated = || link.approvals.iter().map(|of| &of.settings);
        let approved = || std::iter::once(&link.approved).chain(dated());
        in_force.any(|settings| approved().all(|of| in_words(of) != in_words(settings)))
    }

    pub(crate) fn settings_at<'a>(&'a self, subject: &'a Subject, seq: u64) -> &'a LevelSettings {
        self.past.settings_at(seq).unwrap_or(&subject.link(self.link).running)
    }

    pub(crate) fn hours_at(&self, time: Timestamp, holes: &Holes) -> LinkHours {
        let Some((line, next)) = self.hours.at(time, holes.slack) else {
            return LinkHours::Unknown;
        };
        let Some(line) = line else { return LinkHours::Open };
        let next = next.or(self.last_line).unwrap_or(line);
        LinkHours::Closed { link: self.link, line, hole: holes.in_manager(line, next) }
    }

    /// What later events and the matching need to know of this one; `drawn` is of a reseed.
    fn note(
        &mut self,
        record: &Recorded<'_>,
        before: Standing,
        drawn: Option<Drawn>,
    ) -> Result<(), LedgerError> {
        let event = record.event;
        match event.kind {
            ManagerKind::Award => self.awards.enter(record, self.link, before),
            ManagerKind::Reseed => self.awards.reseed(event, before, drawn)?,
            ManagerKind::CoinIn => self.awards.play(event),
            ManagerKind::Adjustment | ManagerKind::ReserveAdjustment => {
                let reverses = matches!(event.reason.as_str(), "back_out" | "void_round");
                let aside = self.counted_aside(record.period, event);
                let is_aside =
                    event.reason == "void_round" && !record.is_audited && aside.is_some();
                if (reverses || is_without_reason(event)) && !is_aside {
                    self.reversed_aside.extend(aside.map(|round| (event.line, round)));
                    self.unplayed.extend(self.is_unplayed(record).then_some(event.line));
                    self.reversals.push(event.clone());
                }
            }
            ManagerKind::Reading | ManagerKind::Open | ManagerKind::Close => {}
            ManagerKind::TrayPay | ManagerKind::Overflow | ManagerKind::Config => {}
        }
        Ok(())
    }

    /// Meter and reserve reconciled over all events, with the awards that stand for the next engagement.
    pub(crate) fn reconcile(&self, subject: &Subject) -> Vec<MeterReconciliation> {
        let own = self.awards.all.iter().filter(|award| !award.is_aside);
        let stands = own.filter(|award| !award.backed_out || award.backed_out_later);
        let standing = stands.filter_map(|award| {
            let event = award.event.as_ref()?;
            Some(StandingAward {
                time: event.time,
                table: subject.table(award.table).id.clone(),
                round: award.round,
                seat: award.seat,
                amount: event.amount,
                reseeded: award.added(),
                reserve_drawn: award.drawn().least,
                reserve_drawn_most: award.drawn().most,
            })
        });
        let rows = self.through.reconcile(subject, self.link, standing.collect());
        let left = &self.claims.left;
        let seeds = [(left.seed, left.seed_in_meter), (None, None)];
        let left = left.uncorrected.into_iter().zip(seeds);
        let with_left = |(row, (uncorrected, (seed_left, seed_in_meter)))| MeterReconciliation {
            uncorrected,
            seed_left,
            seed_in_meter,
            ..row
        };
        rows.into_iter().zip(left).map(with_left).collect()
    }

    pub(crate) fn by_day(&self, subject: &Subject) -> Vec<MeterDay> {
        self.through.by_day(subject, self.link)
    }
}
