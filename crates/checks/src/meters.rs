//! Meters re-kept from the manager journal, one link at a time and in the manager's order.
//!
//! Each event is foretold from the record of the event before it. Where foretold and recorded
//! differ, the checks report it once and the next segment starts at the recorded values, so that one
//! fault is one exception.

use crate::case::{AwardEntry, MeterCase, Standing};
use crate::scope::Scope;
use feltproof_engine::{Account, Ledger};
use feltproof_model::workpaper::{MeterPoint, MeterReconciliation};
use feltproof_model::{LinkId, ManagerEvent, ManagerKind, Money, Seat};
use smallvec::SmallVec;

/// One link, followed through its manager events.
pub struct LinkMeters {
    link: LinkId,
    ledger: Option<Ledger>,
    open: bool,
    /// Awards so far.
    pub awards: Vec<AwardEntry>,
    /// Manual adjustments with a reason that reverses something.
    pub reversals: Vec<ManagerEvent>,
    meter: Flow,
    reserve: Flow,
    /// The meter re-kept from the opening reading alone, never set back to the record.
    through: Option<Ledger>,
    series: Thinned,
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
    ) -> MeterReconciliation {
        let moved = [self.awards.negated(), self.reseeds, self.adjustments]
            .into_iter()
            .fold(self.opening, plus);
        let link = scope.link(link);
        MeterReconciliation {
            link: link.id.to_string(),
            level: link.level.to_string(),
            account,
            opening: self.opening,
            // What the other columns leave: contributions are kept exactly, below a micro-dollar.
            contributions: plus(expected, moved.negated()),
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
            ledger: None,
            open: false,
            awards: Vec::new(),
            reversals: Vec::new(),
            meter: Flow::default(),
            reserve: Flow::default(),
            through: None,
            series: Thinned::default(),
            events: 0,
        }
    }

    /// Takes in the next event; `judge` gets the case.
    ///
    /// # Errors
    /// A sentence when the ledger cannot hold the amounts.
    pub fn event(
        &mut self,
        scope: &Scope,
        day: u16,
        event: &ManagerEvent,
        mut judge: impl FnMut(&MeterCase<'_>),
    ) -> Result<(), String> {
        let link = scope.link(self.link);
        self.events += 1;
        let first = self.ledger.is_none();
        let mut ledger = match self.ledger.take() {
            Some(ledger) => ledger,
            None => {
                // The first record sets the opening amounts, whatever it is (a missing beginning
                // amount is an exception of its own).
                self.meter.opening = event.display;
                self.reserve.opening = event.reserve;
                let ledger = Ledger::new(&link.running, event.display, event.reserve)
                    .map_err(|e| self.trouble(scope, event, &e.to_string()))?;
                self.through = Some(ledger.clone());
                ledger
            }
        };
        let before = standing(&ledger);
        let mut reseed_owed = None;
        if !first {
            reseed_owed =
                apply(&mut ledger, event).map_err(|e| self.trouble(scope, event, &e))?;
            if let Some(through) = &mut self.through {
                apply(through, event).map_err(|e| trouble(scope, event, &e))?;
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
            after: standing(&ledger),
            reseed_owed,
        });
        if !first {
            self.note(event, day, before);
        }
        let after = standing(&ledger);
        if after.display != event.display || !after.has_reserve(event.reserve) {
            ledger
                .anchor(event.display, event.reserve)
                .map_err(|e| self.trouble(scope, event, &e.to_string()))?;
        }
        self.meter.recorded = event.display;
        self.reserve.recorded = event.reserve;
        let rekept = self.through.as_ref().map_or(event.display, Ledger::display);
        let keep = matches!(event.kind, ManagerKind::Award | ManagerKind::Reseed);
        self.series.push(MeterPoint { time: event.time, recorded: event.display, rekept }, keep);
        self.ledger = Some(ledger);
        Ok(())
    }

    /// What later events and the reconciliation need to know of this one.
    fn note(&mut self, event: &ManagerEvent, day: u16, before: Standing) {
        match event.kind {
            ManagerKind::Open => self.open = true,
            ManagerKind::Close => self.open = false,
            ManagerKind::Award => {
                self.meter.awards = plus(self.meter.awards, event.amount);
                self.enter_award(event, day, before);
            }
            ManagerKind::Reseed => {
                self.meter.reseeds = plus(self.meter.reseeds, event.amount);
                self.reserve.reseeds = plus(self.reserve.reseeds, before.reserve.negated());
                if let Some(award) = self.awards.last_mut() {
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
            ManagerKind::Reading | ManagerKind::CoinIn | ManagerKind::Config => {}
        }
    }

    fn enter_award(&mut self, event: &ManagerEvent, day: u16, before: Standing) {
        let (Some(table), Some(round), Some(seat)) = (event.table, event.round, event.seat) else {
            return;
        };
        let previous_seat: Option<Seat> = self
            .awards
            .last()
            .filter(|a| (a.day, a.table, a.round) == (day, table, round))
            .map(|a| a.seat);
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
            hand: None,
            controller: SmallVec::new(),
            previous_seat,
            backed_out: false,
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
        let mut meter = self.meter.reconcile(scope, self.link, "meter", through.display());
        let reserve = self.reserve.reconcile(scope, self.link, "reserve", through.reserve());
        meter.series.clone_from(&self.series.points);
        meter.events = self.events;
        vec![meter, MeterReconciliation { events: self.events, ..reserve }]
    }

    fn trouble(&self, scope: &Scope, event: &ManagerEvent, why: &str) -> String {
        trouble(scope, event, why)
    }
}

fn trouble(scope: &Scope, event: &ManagerEvent, why: &str) -> String {
    format!(
        "manager journal line {}: the meter of link {} cannot be re-kept from here: {why}",
        event.line,
        scope.link(event.link).id
    )
}

fn standing(ledger: &Ledger) -> Standing {
    Standing {
        display: ledger.display(),
        reserve: ledger.reserve(),
        reserve_shown: ledger.reserve_display(),
    }
}

/// Applies one event as recorded; for a reseed gives what it should have added.
fn apply(ledger: &mut Ledger, event: &ManagerEvent) -> Result<Option<Money>, String> {
    let done = match event.kind {
        ManagerKind::Reading | ManagerKind::Open | ManagerKind::Close | ManagerKind::Config => Ok(()),
        ManagerKind::CoinIn => ledger.coin_in(event.amount),
        ManagerKind::Award => ledger.take(event.amount),
        ManagerKind::Reseed => return ledger.reseed().map(Some).map_err(|e| e.to_string()),
        ManagerKind::Adjustment => ledger.adjust_meter(event.amount, Account::Correction),
        ManagerKind::ReserveAdjustment => ledger.adjust_reserve(event.amount),
    };
    done.map(|()| None).map_err(|e| e.to_string())
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
