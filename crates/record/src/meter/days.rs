//! One link by gaming day: what moved its meter and its reserve, and where they stood at the end of each day.
//!
//! The closing of a day is the opening of the next. Where a record may be missing a day cannot be told; the day after it
//! begins anew with the display.

use super::Standing;
use super::kept::Kept;
use crate::hole::Hole;
use crate::subject::Subject;
use feltproof_engine::LedgerError;
use feltproof_model::{
    CompactString, LinkId, ManagerEvent, ManagerKind, MeterDay, Money, Sum, Wagered,
};

/// The gaming days of one link so far.
#[derive(Default)]
pub(super) struct Days {
    days: Vec<LinkDay>,
    /// Kept from the display before the latest day that began anew; the ledger from the opening reading until then.
    anew: Option<Kept>,
    /// What that ledger had taken in when the day began, and left to the house.
    contributed: (Money, Money),
    left_to_house: Money,
    /// What meter and reserve held before the next event, where that is a reseed.
    held: Standing,
}

/// One gaming day of a link.
#[derive(Clone)]
struct LinkDay {
    day: u16,
    is_opened_by_display: bool,
    events: u64,
    hole: Option<Hole>,
    /// The ledger could not hold the amounts, or the order of the events is not known.
    is_cut_short: bool,
    wagered: Wagered,
    meter: AccountDay,
    reserve: AccountDay,
}

/// What moved one account in one day.
#[derive(Clone, Default)]
struct AccountDay {
    opening: Money,
    contributions: Sum,
    awards: Sum,
    reseeds: Sum,
    adjustments: Vec<(CompactString, Sum)>,
    closing: Money,
    shown: Money,
    reading: Money,
}

impl AccountDay {
    fn opened(opening: Money, reading: Money) -> Self {
        Self { opening, reading, ..Self::default() }
    }

    fn adjust(&mut self, event: &ManagerEvent) {
        match self.adjustments.iter_mut().find(|(reason, _)| *reason == event.reason) {
            Some((_, sum)) => *sum = *sum + event.amount,
            None => self.adjustments.push((event.reason.clone(), event.amount.into())),
        }
    }
}

impl LinkDay {
    fn opened(day: u16, at: Standing, reading: Standing) -> Self {
        Self {
            day,
            is_opened_by_display: false,
            events: 0,
            hole: None,
            is_cut_short: false,
            wagered: Wagered::default(),
            meter: AccountDay::opened(at.display, reading.display),
            reserve: AccountDay::opened(at.reserve, reading.reserve),
        }
    }

    /// At the end of the day: where the ledger stands.
    fn close(
        &mut self,
        kept: &Kept,
        contributed: (Money, Money),
        left_to_house: Money,
    ) -> Result<(), LedgerError> {
        let (to_meter, to_reserve) = kept.contributions();
        self.meter.contributions = Sum::from(to_meter) - contributed.0;
        self.reserve.contributions = Sum::from(to_reserve) - contributed.1;
        self.wagered.left_to_house = Some(Sum::from(kept.left_to_house()) - left_to_house);
        let (held, shown) = (kept.balances(), kept.standing()?);
        (self.meter.closing, self.meter.shown) = (held.display, shown.display);
        (self.reserve.closing, self.reserve.shown) = (held.reserve, shown.reserve);
        Ok(())
    }

    fn is_undetermined(&self) -> bool {
        self.hole.is_some() || self.is_cut_short
    }
}

impl Days {
    /// The first event of the link, and where it leaves meter and reserve.
    pub(super) fn begin(&mut self, day: u16, at: Standing) {
        self.days =
            vec![LinkDay { is_opened_by_display: true, events: 1, ..LinkDay::opened(day, at, at) }];
    }

    /// Before the next event, which may be of a new day: where a record before it may be missing, the ledger kept from
    /// the opening reading, and what the event before it recorded.
    ///
    /// # Errors
    /// When a ledger cannot hold the amounts.
    pub(super) fn before(
        &mut self,
        (event, day): (&ManagerEvent, u16),
        hole: Option<Hole>,
        through: &Kept,
        latest: Standing,
    ) -> Result<(), LedgerError> {
        let Some(last) = self.days.last_mut() else { return Ok(()) };
        if day > last.day {
            let kept = self.anew.as_ref().unwrap_or(through);
            last.close(kept, self.contributed, self.left_to_house)?;
            let is_anew = last.is_undetermined();
            let closing = Standing { display: last.meter.closing, reserve: last.reserve.closing };
            if is_anew {
                self.anew = Some(through.reopened(latest)?);
            }
            let opening = if is_anew { latest } else { closing };
            let kept = self.anew.as_ref().unwrap_or(through);
            (self.contributed, self.left_to_house) = (kept.contributions(), kept.left_to_house());
            self.days.push(LinkDay {
                is_opened_by_display: is_anew,
                ..LinkDay::opened(day, opening, latest)
            });
        }
        if let Some(last) = self.days.last_mut() {
            last.hole = last.hole.or(hole);
        }
        if event.kind == ManagerKind::Reseed {
            self.held = self.anew.as_ref().unwrap_or(through).balances();
        }
        Ok(())
    }

    /// After the ledger kept from the opening reading took the event in.
    ///
    /// # Errors
    /// When a ledger cannot hold the amounts.
    pub(super) fn after(
        &mut self,
        event: &ManagerEvent,
        through: &Kept,
    ) -> Result<(), LedgerError> {
        if let Some(anew) = &mut self.anew {
            anew.apply(event)?;
            anew.learn(event, false)?;
        }
        let Some(last) = self.days.last_mut() else { return Ok(()) };
        last.events += 1;
        (last.meter.reading, last.reserve.reading) = (event.display, event.reserve);
        match event.kind {
            ManagerKind::CoinIn => last.wagered.coin_in = last.wagered.coin_in + event.amount,
            ManagerKind::Award => last.meter.awards = last.meter.awards + event.amount,
            ManagerKind::Reseed => {
                let (was, now) = (self.held, self.anew.as_ref().unwrap_or(through).balances());
                last.meter.reseeds = last.meter.reseeds + now.display - was.display;
                last.reserve.reseeds = last.reserve.reseeds + now.reserve - was.reserve;
            }
            ManagerKind::Adjustment => last.meter.adjust(event),
            ManagerKind::ReserveAdjustment => last.reserve.adjust(event),
            ManagerKind::Reading
            | ManagerKind::Open
            | ManagerKind::Close
            | ManagerKind::TrayPay
            | ManagerKind::Overflow
            | ManagerKind::Config => {}
        }
        Ok(())
    }

    /// What an account should show after an event of the latest day is left open.
    pub(super) fn leave_open(&mut self, hole: Hole) {
        if let Some(last) = self.days.last_mut() {
            last.hole = last.hole.or(Some(hole));
        }
    }

    /// The meter is followed no further.
    pub(super) fn cut_short(&mut self) {
        if let Some(last) = self.days.last_mut() {
            last.is_cut_short = true;
        }
    }

    /// Each day of the meter and of the reserve, `through` being the ledger kept from the opening reading.
    pub(super) fn rows(&self, subject: &Subject, link: LinkId, through: &Kept) -> Vec<MeterDay> {
        let mut days = self.days.clone();
        let kept = self.anew.as_ref().unwrap_or(through);
        if let Some(last) = days.last_mut()
            && last.close(kept, self.contributed, self.left_to_house).is_err()
        {
            last.is_cut_short = true;
        }
        let feeds_others = subject.tables_on(link).any(|(_, table)| table.links.len() > 1);
        let rows = days.iter().flat_map(|day| {
            let meter = row(subject, link, day, ("meter", &day.meter));
            let reserve = row(subject, link, day, ("reserve", &day.reserve));
            let wagered = Wagered {
                left_to_house: day.wagered.left_to_house.filter(|_| !feeds_others),
                ..day.wagered
            };
            [MeterDay { wagered: Some(wagered), ..meter }, reserve]
        });
        rows.collect()
    }
}

fn row(
    subject: &Subject,
    link: LinkId,
    day: &LinkDay,
    (name, account): (&'static str, &AccountDay),
) -> MeterDay {
    let missing = day.hole.map(|hole| hole.of(subject).to_string());
    let cut_short = day.is_cut_short.then(|| "not all of its events could be followed".to_owned());
    MeterDay {
        link: subject.link(link).id.clone(),
        account: name,
        date: subject.date(day.day),
        opening: account.opening,
        is_opened_by_display: day.is_opened_by_display,
        wagered: None,
        contributions: account.contributions,
        awards: account.awards,
        reseeds: account.reseeds,
        adjustments: account.adjustments.clone(),
        closing: account.closing,
        shown: account.shown,
        reading: account.reading,
        events: day.events,
        undetermined: missing.or(cut_short),
    }
}
