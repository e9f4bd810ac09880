//! Meters re-kept from the manager journal, one link at a time and in the manager's order.
//!
//! Each event is foretold from the record of the event before it. Where foretold and recorded
//! differ, the checks report it once and the next segment starts at the recorded values, so that one
//! fault is one exception.

use crate::case::{AwardEntry, MeterCase, Standing};
use crate::rekept::{Reached, Rekept};
use crate::scope::Scope;
use feltproof_engine::game::Prize;
use feltproof_model::engagement::LevelSettings;
use feltproof_model::workpaper::{MeterPoint, MeterReconciliation};
use feltproof_model::{
    LinkId, ManagerEvent, ManagerKind, Money, Rate, Rounding, Seat, TableId, Wager,
};
use smallvec::SmallVec;

/// One link, followed through its manager events.
pub struct LinkMeters {
    link: LinkId,
    live: Option<Rekept>,
    open: bool,
    /// Settings by the running number of the change that brought them, ascending.
    history: Vec<(u64, LevelSettings)>,
    /// What a limit let through of coin-ins, by the running number of the first of each run with
    /// the same answer, ascending; `None`: all of it.
    cuts: Vec<(u64, Option<Reached>)>,
    /// Tables that took wagers since the last award.
    since_award: SmallVec<[TableId; 4]>,
    /// True once the ledger could not hold the amounts: from there on nothing is judged.
    broken: bool,
    /// True once an opening or closing is on record.
    hours_told: bool,
    /// Awards so far.
    pub awards: Vec<AwardEntry>,
    /// Manual adjustments with a reason that reverses something.
    pub reversals: Vec<ManagerEvent>,
    meter: Flow,
    reserve: Flow,
    /// The meter re-kept from the opening reading alone, never set back to the record.
    through: Option<Rekept>,
    series: Thinned,
    reserve_series: Thinned,
    events: u64,
}

/// Sums for one line of the reconciliation.
#[derive(Default)]
struct Flow {
    opening: Money,
    awards: Money,
    reseeds: Money,
    adjustments: Money,
    recorded: Money,
}

impl Flow {
    fn reconcile(
        &self,
        scope: &Scope,
        link: LinkId,
        account: &'static str,
        expected: Money,
        contributions: Money,
    ) -> MeterReconciliation {
        let link = scope.link(link);
        MeterReconciliation {
            link: link.id.to_string(),
            level: link.level.to_string(),
            account,
            opening: self.opening,
            contributions,
            awards: self.awards,
            reseeds: self.reseeds,
            adjustments: self.adjustments,
            expected,
            recorded: self.recorded,
            events: 0,
            series: Vec::new(),
        }
    }
}

/// Journals hold amounts far inside the range of money; beyond it a sum stays where it was.
fn plus(a: Money, b: Money) -> Money {
    a.checked_add(b).unwrap_or(a)
}

impl LinkMeters {
    /// Before the first event of a link.
    pub fn new(link: LinkId) -> Self {
        Self {
            link,
            live: None,
            open: false,
            history: Vec::new(),
            cuts: Vec::new(),
            since_award: SmallVec::new(),
            broken: false,
            hours_told: false,
            awards: Vec::new(),
            reversals: Vec::new(),
            meter: Flow::default(),
            reserve: Flow::default(),
            through: None,
            series: Thinned::default(),
            reserve_series: Thinned::default(),
            events: 0,
        }
    }

    /// Takes in the next event; `judge` gets the case.
    ///
    /// # Errors
    /// A sentence when the ledger cannot hold the amounts, once: later events of the link are not
    /// judged, but their awards and reversals are still noted.
    pub fn event(
        &mut self,
        scope: &Scope,
        day: u16,
        event: &ManagerEvent,
        judge: impl FnMut(&MeterCase<'_>),
    ) -> Result<(), String> {
        let judged = if self.broken { Ok(()) } else { self.judge_event(scope, day, event, judge) };
        self.broken |= judged.is_err();
        if self.broken {
            let before = Standing { display: self.meter.recorded, reserve: self.reserve.recorded };
            self.note(scope, event, day, before);
            self.note_cut(event.seq, None);
            (self.meter.recorded, self.reserve.recorded) = (event.display, event.reserve);
        }
        judged
    }

    /// Judges an event and learns from it; when it fails, the event is not yet noted.
    fn judge_event(
        &mut self,
        scope: &Scope,
        day: u16,
        event: &ManagerEvent,
        mut judge: impl FnMut(&MeterCase<'_>),
    ) -> Result<(), String> {
        let link = scope.link(self.link);
        self.events += 1;
        let first = self.live.is_none();
        let fault = |e: feltproof_engine::LedgerError| trouble(scope, event, &e.to_string());
        let mut live = match self.live.take() {
            Some(live) => live,
            None => {
                // The first record sets the opening amounts, whatever it is (a missing beginning
                // amount is an exception of its own).
                self.meter.opening = event.display;
                self.reserve.opening = event.reserve;
                (self.meter.recorded, self.reserve.recorded) = (event.display, event.reserve);
                let live = Rekept::open(&link.running, event).map_err(fault)?;
                self.through = Some(live.clone());
                live
            }
        };
        let before = Standing { display: self.meter.recorded, reserve: self.reserve.recorded };
        let settings = live.settings().clone();
        let mut reseed_owed = None;
        if !first || event.kind == ManagerKind::Config {
            reseed_owed = live.apply(event).map_err(fault)?;
            if let Some(through) = &mut self.through {
                through.apply(event).map_err(fault)?;
                through.learn(event, false).map_err(fault)?;
            }
        }
        judge(&MeterCase {
            scope,
            link,
            link_id: self.link,
            event,
            day,
            first,
            open: self.open,
            before,
            settings,
            after: live.foretold(event),
            reseed_owed,
            reseed_due: before.display.is_zero()
                || self.emptying().is_some_and(|a| a.reseeded.is_none()),
        });
        live.learn(event, true).map_err(fault)?;
        self.note_hours(event.kind);
        if event.kind == ManagerKind::CoinIn {
            self.note_cut(event.seq, live.cut());
        }
        if event.kind == ManagerKind::Config {
            self.history.push((event.seq, live.settings().clone()));
        }
        if !first {
            self.note(scope, event, day, before);
        }
        self.meter.recorded = event.display;
        self.reserve.recorded = event.reserve;
        let rekept = self.through.as_ref().map_or(before, Rekept::standing);
        let keep = matches!(event.kind, ManagerKind::Award | ManagerKind::Reseed);
        let point = |recorded, rekept| MeterPoint { time: event.time, recorded, rekept };
        self.series.push(point(event.display, rekept.display), keep);
        self.reserve_series.push(point(event.reserve, rekept.reserve), keep);
        self.live = Some(live);
        Ok(())
    }

    /// The settings in force at a running number of the manager.
    pub fn settings_at<'a>(&'a self, scope: &'a Scope, seq: u64) -> &'a LevelSettings {
        let after = self.history.partition_point(|(s, _)| *s <= seq);
        match after.checked_sub(1).and_then(|at| self.history.get(at)) {
            Some((_, settings)) => settings,
            None => &scope.link(self.link).running,
        }
    }

    /// What a limit let through of the coin-in of a running number; `None`: all of it.
    pub fn cut_at(&self, seq: u64) -> Option<Reached> {
        let after = self.cuts.partition_point(|(s, _)| *s <= seq);
        after.checked_sub(1).and_then(|at| self.cuts.get(at)).and_then(|(_, cut)| *cut)
    }

    fn note_cut(&mut self, seq: u64, cut: Option<Reached>) {
        // A meter that stands at its limit takes nothing, wager after wager: one entry.
        if self.cuts.last().and_then(|(_, last)| *last) != cut {
            self.cuts.push((seq, cut));
        }
    }

    /// Whether the link is open for play after this event.
    fn note_hours(&mut self, kind: ManagerKind) {
        match kind {
            ManagerKind::Open | ManagerKind::Close => {
                self.open = kind == ManagerKind::Open;
                self.hours_told = true;
            }
            // Wagers show that a link is open whose opening lies before the record.
            ManagerKind::CoinIn => self.open |= !self.hours_told,
            _ => {}
        }
    }

    /// What later events and the reconciliation need to know of this one.
    fn note(&mut self, scope: &Scope, event: &ManagerEvent, day: u16, before: Standing) {
        match event.kind {
            ManagerKind::Award => {
                self.meter.awards = plus(self.meter.awards, event.amount);
                self.enter_award(scope, event, day, before);
            }
            ManagerKind::Reseed => {
                self.meter.reseeds = plus(self.meter.reseeds, event.amount);
                self.reserve.reseeds = plus(self.reserve.reseeds, before.reserve.negated());
                let award = self.awards.iter_mut().rfind(|a| !a.partial);
                if let Some(award) = award.filter(|a| a.reseeded.is_none()) {
                    award.reseeded = Some(event.amount);
                    award.reserve_drawn = before.reserve;
                }
            }
            ManagerKind::Adjustment => {
                self.meter.adjustments = plus(self.meter.adjustments, event.amount);
                self.enter_reversal(event);
            }
            ManagerKind::ReserveAdjustment => {
                self.reserve.adjustments = plus(self.reserve.adjustments, event.amount);
                self.enter_reversal(event);
            }
            ManagerKind::CoinIn => self.note_play(event),
            ManagerKind::Reading | ManagerKind::Open | ManagerKind::Close | ManagerKind::Config => {
            }
        }
    }

    /// Whether the link plays on without the reseed that the last award needs: its own table in
    /// another round, or any table for the second time. A round of another table may begin in the
    /// moment between award and reseed.
    fn note_play(&mut self, event: &ManagerEvent) {
        let award = self.awards.iter_mut().rfind(|a| !a.partial);
        let Some(award) = award.filter(|a| a.reseeded.is_none()) else { return };
        let Some(table) = event.table else { return };
        let next_round = table == award.table && event.round != Some(award.round);
        award.played_on |= next_round || self.since_award.contains(&table);
        if !award.played_on {
            self.since_award.push(table);
        }
    }

    /// The last award after which the meter is reseeded.
    fn emptying(&self) -> Option<&AwardEntry> {
        self.awards.iter().rfind(|a| !a.partial)
    }

    fn enter_award(&mut self, scope: &Scope, event: &ManagerEvent, day: u16, before: Standing) {
        let (Some(table), Some(round), Some(seat)) = (event.table, event.round, event.seat) else {
            return;
        };
        let previous_seat: Option<Seat> = self
            .awards
            .iter()
            .rev()
            // Another table of the link may have an award between two of this round.
            .find(|a| (a.day, a.table, a.round) == (day, table, round))
            .map(|a| a.seat);
        let partial = is_partial(scope, self.link, event.amount, before.display);
        if !partial {
            self.since_award.clear();
        }
        self.awards.push(AwardEntry {
            link: self.link,
            day,
            table,
            round,
            seat,
            event: Some(event.clone()),
            display_before: before.display,
            reseeded: None,
            reserve_drawn: Money::ZERO,
            played_on: false,
            hand: None,
            partial,
            controller: SmallVec::new(),
            previous_seat,
            backed_out: false,
            repeats: false,
            anew_after: None,
            replaced: false,
        });
    }

    fn enter_reversal(&mut self, event: &ManagerEvent) {
        if matches!(event.reason.as_str(), "back_out" | "void_round") {
            self.reversals.push(event.clone());
        }
    }

    /// Meter and reserve reconciled from the opening reading to the last event.
    pub fn reconcile(&self, scope: &Scope) -> Vec<MeterReconciliation> {
        let Some(through) = &self.through else { return Vec::new() };
        let (to_meter, to_reserve) = through.contributions();
        let (meter, reserve) = (through.standing().display, through.standing().reserve);
        let mut meter = self.meter.reconcile(scope, self.link, "meter", meter, to_meter);
        let mut reserve = self.reserve.reconcile(scope, self.link, "reserve", reserve, to_reserve);
        meter.series.clone_from(&self.series.points);
        meter.events = self.events;
        reserve.series.clone_from(&self.reserve_series.points);
        reserve.events = self.events;
        vec![meter, reserve]
    }
}

/// True for an award that is no more than the largest share of the meter below the whole that the
/// link's paytable pays: 10 % on the multi-game link. A larger one is taken for the whole, whatever
/// its amount, so that a wrong amount is one exception and not two.
fn is_partial(scope: &Scope, link: LinkId, amount: Money, shown: Money) -> bool {
    let progressive = |(table, _)| scope.rules(table).paytable(Wager::Progressive);
    let Some(paytable) = scope.tables_on(link).find_map(progressive) else { return false };
    paytable.rows.iter().any(|row| match row.prize {
        Prize::Meter(share) if Rate::ONE.is_greater_than(share) => {
            share.of(shown, Rounding::Down).is_some_and(|most| amount <= most)
        }
        _ => false,
    })
}

fn trouble(scope: &Scope, event: &ManagerEvent, why: &str) -> String {
    format!(
        "manager journal line {}: the meter of link {} cannot be re-kept from here: {why}",
        event.line,
        scope.link(event.link).id
    )
}

/// At most about 800 points of a series, evenly thinned as it grows; awards and reseeds are kept.
struct Thinned {
    points: Vec<MeterPoint>,
    marked: Vec<bool>,
    stride: u64,
    seen: u64,
}

impl Default for Thinned {
    fn default() -> Self {
        Self { points: Vec::new(), marked: Vec::new(), stride: 1, seen: 0 }
    }
}

const SERIES_MAX: usize = 800;

impl Thinned {
    fn push(&mut self, point: MeterPoint, keep: bool) {
        if keep || self.seen.is_multiple_of(self.stride) {
            self.points.push(point);
            self.marked.push(keep);
        }
        self.seen += 1;
        if self.points.len() > SERIES_MAX {
            self.thin();
        }
    }

    fn thin(&mut self) {
        let (mut points, mut marked) = (Vec::new(), Vec::new());
        let mut plain = 0_usize;
        for (point, keep) in self.points.iter().zip(&self.marked) {
            plain += usize::from(!keep);
            // Beyond half the room, marked points are thinned like the rest.
            if (*keep && points.len() < SERIES_MAX / 2) || plain % 2 == 1 {
                points.push(*point);
                marked.push(*keep);
            }
        }
        (self.points, self.marked) = (points, marked);
        self.stride *= 2;
    }
}
