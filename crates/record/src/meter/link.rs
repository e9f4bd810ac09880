//! One link's meter followed through the manager journal, event by event in the manager's order.

use super::awards::Awards;
use super::claims::{Claims, stood_before};
use super::doubt::{Doubt, Gaps};
use super::hours::Hours;
use super::in_meter::InMeter;
use super::joined::{Joined, shows_a_wager};
use super::kept::{Cut, Kept, Passed};
use super::overflow::{Overflowed, Overflows, kept_from_reserve, overflowed};
use super::past::Past;
use super::rate::RateFit;
use super::reserve::{Drawn, drawn_by};
use super::still::Stillness;
use super::suspects::{Suspects, read_in_unit};
use super::through::Through;
use super::uncounted::{departs, may_have_gained};
use super::{MeterEvent, ReseedOwed, Standing};
use crate::hole::Hole;
use crate::subject::Subject;
use crate::unexplained::{is_documented, is_without_reason};
use feltproof_engine::LedgerError;
use feltproof_model::engagement::{JournalKind, LevelSettings, Link};
use feltproof_model::workpaper::MeterReconciliation;
use feltproof_model::{
    CauseKey, LinkId, ManagerEvent, ManagerKind, MeterDay, Sum, TableId, Timestamp,
};
use smallvec::SmallVec;

/// One link, followed through its manager events.
#[derive(Default)]
pub(crate) struct LinkMeters {
    link: LinkId,
    live: Option<Kept>,
    /// After an event that did not fit: the meter as kept without it, and where it stood.
    unmoved: Option<(Kept, Standing)>,
    /// What a hole in the record leaves open.
    doubt: Doubt,
    /// The next event is the first after a hole.
    after_hole: bool,
    last_line: Option<u32>,
    hours: Hours,
    in_meter: InMeter,
    /// The tables of which a wager was counted in.
    pub(super) counted: SmallVec<[TableId; 4]>,
    /// The meter gained what none of the wagers counted in by then added.
    pub(crate) has_gained: bool,
    pub(crate) joined: Joined,
    /// Whether it stands still while wagers are made.
    pub(crate) still: Stillness,
    /// What was in force at each event.
    past: Past,
    /// What its limit cut off, and what others passed on to it.
    overflows: Overflows,
    /// True once the ledger could not hold the amounts: from there on nothing is judged.
    broken: bool,
    /// Its events stand in files that overlap: their order is not known.
    unordered: Option<Hole>,
    pub(crate) awards: Awards,
    /// Manual adjustments with a reason that reverses something, or with none.
    pub(crate) reversals: Vec<ManagerEvent>,
    /// Reductions by hand, and what is known of the reasons that they give.
    pub(crate) claims: Claims,
    /// Awards and adjustments, which name a document or should.
    pub(crate) documented: Vec<Documented>,
    /// The meter kept from the opening reading alone.
    through: Through,
    /// What the latest event recorded.
    latest: Standing,
    /// What may cause departures of it together.
    suspects: Suspects,
}

/// An award or adjustment, and where meter and reserve stood before it; `None` for the first record of the link.
pub(crate) struct Documented {
    pub(crate) event: ManagerEvent,
    pub(crate) before: Option<Standing>,
}

/// A meter that an event has entered.
struct Entered {
    live: Kept,
    /// Where it stood.
    before: Standing,
    /// By which settings.
    settings: LevelSettings,
    /// What a reseed should have added.
    reseed_owed: Option<ReseedOwed>,
    /// The meter without an award.
    unawarded: Option<Kept>,
}

impl LinkMeters {
    /// Before the first event of a link.
    pub(crate) fn new(link: LinkId) -> Self {
        Self { link, ..Self::default() }
    }

    /// The line of the latest event.
    pub(crate) const fn last_line(&self) -> Option<u32> {
        self.last_line
    }

    /// Takes in the next event, with the hole before it and what is missing before the first one; `judge`
    /// gets the case.
    ///
    /// # Errors
    /// A sentence when the ledger cannot hold the amounts, once: later events of the link are not
    /// judged, but their awards and reversals are still noted.
    pub(crate) fn event(
        &mut self,
        subject: &Subject,
        day: u16,
        (event, gaps): (&ManagerEvent, Gaps),
        judge: impl FnMut(&MeterEvent<'_>),
    ) -> Result<(), String> {
        let before = self.last_line.map(|_| self.latest);
        self.last_line = Some(event.line);
        if is_documented(event) {
            self.documented.push(Documented { event: event.clone(), before });
        }
        if let Some(hole) = gaps.before.or(self.unordered) {
            self.enter_hole(hole);
        }
        let judged =
            if self.broken { Ok(()) } else { self.judge_event(subject, day, (event, gaps), judge) };
        self.broken |= judged.is_err();
        if self.broken {
            self.through.cut_short();
            let noted = self.note(subject, event, day, (self.latest, None));
            noted.expect("recorded amounts are far within the range of money");
            if let (Some(_), Some(award)) = (self.unordered, self.awards.all.last_mut()) {
                award.before = self.unordered;
            }
            self.past.note_cut(event.seq, None);
            self.latest = Standing { display: event.display, reserve: event.reserve };
        }
        judged
    }

    /// Follows the meter no further, and leaves open what depends on the order of its events; true where it
    /// was followed until now.
    pub(crate) fn give_up(&mut self, hole: Hole) -> bool {
        self.unordered = Some(hole);
        self.overflows.enter_hole(hole);
        !std::mem::replace(&mut self.broken, true)
    }

    /// Where its events stand in files that overlap: what depends on their order is not known.
    pub(crate) const fn unordered(&self) -> Option<Hole> {
        self.unordered
    }

    /// A hole before the next event. The reseed that the last award needs may stand in it.
    fn enter_hole(&mut self, hole: Hole) {
        self.doubt = Doubt::begin(hole);
        self.overflows.enter_hole(hole);
        self.in_meter.enter_hole(hole);
        self.after_hole = true;
        self.unmoved = None;
        self.awards.enter_hole(hole);
    }

    /// The meter with the settings before an event, and as that leaves it.
    fn enter(
        &mut self,
        subject: &Subject,
        day: u16,
        event: &ManagerEvent,
        hole: Option<Hole>,
    ) -> Result<Entered, LedgerError> {
        let first = self.live.is_none();
        let live = self.live.take().map_or_else(|| self.begin(subject, event), Ok)?;
        let settings = live.settings().clone();
        let unawarded = (!first && event.kind == ManagerKind::Award).then(|| live.clone());
        self.through.turn_day((event, day), hole, self.latest)?;
        let (live, before, reseed_owed) = match !first || event.kind == ManagerKind::Config {
            true => self.apply(live, event)?,
            false => (live, self.latest, None),
        };
        self.through.add(event, before)?;
        Ok(Entered { live, before, settings, reseed_owed, unawarded })
    }

    /// Judges an event and learns from it; when it fails, the event is not yet noted.
    fn judge_event(
        &mut self,
        subject: &Subject,
        day: u16,
        (event, gaps): (&ManagerEvent, Gaps),
        mut judge: impl FnMut(&MeterEvent<'_>),
    ) -> Result<(), String> {
        let fault = |e: LedgerError| trouble(subject, event, &e.to_string());
        let first = self.live.is_none();
        let entered = self.enter(subject, day, event, gaps.before).map_err(fault)?;
        let Entered { mut live, before, settings, reseed_owed, unawarded } = entered;
        let after = live.expected(event).map_err(fault)?;
        let carried = if first { self.carried(subject, event).map_err(fault)? } else { None };
        let read = read_in_unit(event, after);
        let known = read.as_ref().unwrap_or(event);
        let link = subject.link(self.link);
        let never = (self.never_counted(None), gaps.uncounted);
        let gained = may_have_gained((known, link), never, &settings, after).filter(|_| !first);
        let uncounted = gained.filter(|_| departs(known, after));
        uncounted.inspect(|&hole| self.leave_open(hole));
        let departs = (!first && uncounted.is_none()).then_some((before, after));
        let causes = self.causes((event, known, link), &settings, live.passed(), departs);
        let fits = live.fits(known).map_err(fault)?;
        let hole = self.doubt.values.or(uncounted);
        let reseed_due = before.display.is_zero() || self.awards.lacks_reseed();
        let is_sure = hole.or(self.doubt.reseed).is_none() && reseed_due;
        let drawn = |of| drawn_by(event, (of, before.reserve), &settings, link).missing_if(is_sure);
        let drawn = reseed_owed.map(drawn);
        let unit = settings.display_unit;
        let is_known = !first && hole.is_none() && self.hours.open && self.counted.is_empty();
        let still = self.still.take((event, link), before, gaps.staked, (&settings, is_known));
        self.joined.take(gaps.in_time, fits && hole.is_none() && shows_a_wager(link, &settings));
        let stood = if first { stood_before(known) } else { before };
        self.claims.note((known, day), (stood, after), &settings, self.doubt.values);
        judge(&MeterEvent {
            link,
            link_id: self.link,
            event,
            day,
            first,
            open: self.hours.open,
            shut: self.hours.shut(event, self.doubt.hours, gaps.slack),
            before,
            settings,
            after,
            causes,
            in_meter: self.in_meter.event(event, (never.0, gained)),
            reseed_owed,
            hole,
            still,
            turns_whole: !first && live.turns_whole(known),
            before_first: gaps.first.filter(|_| first),
            unread: gaps.unread.filter(|_| first),
            carried,
            before_reseed: self.doubt.reseed,
            hours: self.doubt.hours,
            strangers: gaps.strangers,
            reseed_due,
        });
        self.unmoved = (!fits && hole.is_none()).then(|| (live.clone(), after));
        self.learn(&mut live, known).map_err(fault)?;
        let doubt = self.doubt;
        self.doubt.learn(event, fits);
        self.hours.note(event, first, doubt.hours, gaps.slack);
        self.note_moved((event, day), &live).map_err(fault)?;
        if !first {
            self.note(subject, event, day, (before, drawn)).map_err(fault)?;
        }
        if event.kind == ManagerKind::Award {
            self.awards.met(doubt.values, uncounted, unawarded);
        }
        let locus = subject.locus(JournalKind::Manager, event.line);
        let reserve_unit = subject.link(self.link).reserve_unit.map_or(unit, |own| own.max(unit));
        self.through.note((event, locus), after, [unit, reserve_unit]);
        self.awards.note(event);
        self.live = Some(live);
        Ok(())
    }

    /// What the meter gained before an event is left open.
    fn leave_open(&mut self, hole: Hole) {
        self.has_gained = true;
        self.through.leave_open(hole);
        self.suspects.interrupt();
    }

    /// What may have caused an event to depart together with others, on the meter and on the reserve. `known` is the
    /// event with what can be read of it.
    fn causes(
        &mut self,
        (event, known, link): (&ManagerEvent, &ManagerEvent, &Link),
        settings: &LevelSettings,
        passed: Option<Passed>,
        departs: Option<(Standing, Standing)>,
    ) -> [Option<CauseKey>; 2] {
        let Some((before, after)) = departs else { return [None, None] };
        let [of_meter, of_reserve] = self.suspects.of((event, known), settings, before, after);
        let kept_from = kept_from_reserve((event, link), settings, passed, (before, after));
        [of_meter, kept_from.or(of_reserve)]
    }

    /// What a coin-in and a change of settings leave behind for later.
    fn note_moved(
        &mut self,
        (event, day): (&ManagerEvent, u16),
        live: &Kept,
    ) -> Result<(), LedgerError> {
        match event.kind {
            ManagerKind::CoinIn => {
                let table = event.table.filter(|table| !self.counted.contains(table));
                self.counted.extend(table.filter(|_| !event.amount.is_zero()));
                self.past.note_cut(event.seq, live.cut());
                self.overflows.cut(event, live.passed(), live.settings().display_unit);
                self.awards.coin_in(event, day)?;
            }
            ManagerKind::Overflow => self.overflows.take(event),
            ManagerKind::Config => self.past.note_settings(event.seq, live.settings()),
            ManagerKind::Reading
            | ManagerKind::Open
            | ManagerKind::Close
            | ManagerKind::Award
            | ManagerKind::TrayPay
            | ManagerKind::Reseed
            | ManagerKind::Adjustment
            | ManagerKind::ReserveAdjustment => {}
        }
        Ok(())
    }

    /// Takes in what an event records.
    fn learn(&mut self, live: &mut Kept, event: &ManagerEvent) -> Result<(), LedgerError> {
        self.latest = Standing { display: event.display, reserve: event.reserve };
        match std::mem::take(&mut self.after_hole) {
            true => live.forget(event),
            false => live.learn(event, true),
        }
    }

    /// The meter after an event, where it stood before it, and what a reseed owes. One wrong figure moves
    /// nothing: the event after it may go on from the meter as it was kept.
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
        }
        self.through.apply(event)?;
        Ok(applied)
    }

    /// The other rate at which a coin-in was taken, where it is what added `added` to the meter or the
    /// reserve.
    pub(crate) fn rate_at(
        &self,
        coin_in: &ManagerEvent,
        reserve: bool,
        added: Sum,
    ) -> Option<CauseKey> {
        self.suspects.rate_at(coin_in, reserve, added.micros())
    }

    /// The rate of a segment of the meter or the reserve, where one rate fits all its coin-ins and that of
    /// the settings does not.
    pub(crate) fn rate(&self, reserve: bool, segment: u32) -> Option<RateFit> {
        self.suspects.rate(reserve, segment)
    }

    /// The first record sets the opening amounts, whatever it is (a missing beginning amount is an
    /// exception of its own).
    fn begin(&mut self, subject: &Subject, event: &ManagerEvent) -> Result<Kept, LedgerError> {
        self.latest = Standing { display: event.display, reserve: event.reserve };
        self.claims.begin(subject.link(self.link).running.seed);
        let kept = Kept::open(subject.link(self.link), self.latest)?;
        self.through.begin(event, &kept)?;
        Ok(kept)
    }

    /// What the first event should record where the meter is carried over from an engagement before: its
    /// closing values, moved by the event.
    fn carried(
        &self,
        subject: &Subject,
        event: &ManagerEvent,
    ) -> Result<Option<Standing>, LedgerError> {
        let Some(before) = subject.engagement.carried(self.link) else { return Ok(None) };
        let at = Standing { display: before.display, reserve: before.reserve };
        let mut kept = Kept::open(subject.link(self.link), at)?;
        kept.apply(event)?;
        kept.expected(event).map(Some)
    }

    /// What is said of an overflow of which nobody says where it goes.
    pub(crate) fn undetermined_overflow(&self, subject: &Subject) -> Option<String> {
        self.overflows.undetermined(subject, self.link)
    }

    /// What other links passed on to this one, beside what it took in.
    pub(crate) fn overflowed<'a>(
        &self,
        subject: &Subject,
        links: &'a [Self],
    ) -> Option<Overflowed<'a>> {
        let all = |id: LinkId| Some(&links.get(usize::from(id.0))?.overflows);
        overflowed(subject, self.link, all)
    }

    /// See [`Past::settings_at`].
    pub(crate) fn settings_at<'a>(&'a self, subject: &'a Subject, seq: u64) -> &'a LevelSettings {
        self.past.settings_at(seq).unwrap_or(&subject.link(self.link).running)
    }

    /// See [`Past::cut_at`].
    pub(crate) fn cut_at(&self, seq: u64) -> Option<Cut> {
        self.past.cut_at(seq)
    }

    /// See [`Hours::at`].
    pub(crate) fn hours_at(&self, time: Timestamp, slack: i64) -> Option<Option<(u32, u32)>> {
        self.hours.at(time, slack, self.last_line)
    }

    /// What later events and the matching of awards need to know of this one.
    /// `drawn` is what a reseed drew from the reserve.
    ///
    /// # Errors
    /// When what it took from the reserve is no amount.
    fn note(
        &mut self,
        subject: &Subject,
        event: &ManagerEvent,
        day: u16,
        (before, drawn): (Standing, Option<Drawn>),
    ) -> Result<(), LedgerError> {
        match event.kind {
            ManagerKind::Award => self.awards.enter((subject, self.link), (event, day), before),
            ManagerKind::Reseed => self.awards.reseed(event, before, drawn)?,
            ManagerKind::Adjustment | ManagerKind::ReserveAdjustment
                if matches!(event.reason.as_str(), "back_out" | "void_round")
                    || is_without_reason(event) =>
            {
                self.reversals.push(event.clone());
            }
            ManagerKind::CoinIn => self.awards.play(event),
            ManagerKind::Reading
            | ManagerKind::Open
            | ManagerKind::Close
            | ManagerKind::TrayPay
            | ManagerKind::Adjustment
            | ManagerKind::ReserveAdjustment
            | ManagerKind::Overflow
            | ManagerKind::Config => {}
        }
        Ok(())
    }

    /// Meter and reserve reconciled from the opening reading to the last event.
    pub(crate) fn reconcile(&self, subject: &Subject) -> Vec<MeterReconciliation> {
        self.through.reconcile((subject, self.link), self.standing(subject))
    }

    /// Meter and reserve by gaming day.
    pub(crate) fn by_day(&self, subject: &Subject) -> Vec<MeterDay> {
        self.through.by_day(subject, self.link)
    }
}

fn trouble(subject: &Subject, event: &ManagerEvent, why: &str) -> String {
    format!(
        "manager journal line {}: the meter of link {} cannot be re-kept from here: {why}; \
         its events from this one on were not tested",
        subject.line(JournalKind::Manager, event.line),
        subject.link(event.link).id
    )
}
