//! One link by gaming day: what moved its meter and its reserve, and where they stood at the end. The
//! closing of a day is the opening of the next; after one that cannot be told the display is.

use super::kept::Kept;
use super::{Recorded, Standing};
use crate::hole::{Hole, Why};
use crate::subject::Subject;
use feltproof_engine::LedgerError;
use feltproof_model::{LinkId, ManagerEvent, ManagerKind, MeterDay, Money, Sum, Wagered};

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
    /// The events under way are of days between the audited ones.
    is_between: bool,
}

#[derive(Clone)]
struct LinkDay {
    day: u16,
    hole: Option<Hole>,
    /// The ledger could not hold the amounts, or the order of the events is not known.
    is_cut_short: bool,
    wagered: Wagered,
    meter: MeterDay,
    reserve: MeterDay,
}

impl LinkDay {
    fn opened(
        record: &Recorded<'_>,
        is_opened_by_display: bool,
        at: Standing,
        reading: Standing,
    ) -> Self {
        let account = |account, opening, reading| MeterDay {
            link: record.link.id.clone(),
            account,
            date: record.subject.date(record.day),
            opening,
            is_opened_by_display,
            wagered: None,
            contributions: Sum::ZERO,
            awards: Sum::ZERO,
            reseeds: Sum::ZERO,
            adjustments: Vec::new(),
            closing: Money::ZERO,
            shown: Money::ZERO,
            reading,
            events: 0,
            undetermined: None,
        };
        Self {
            day: record.day,
            hole: None,
            is_cut_short: false,
            wagered: Wagered::default(),
            meter: account("meter", at.display, reading.display),
            reserve: account("reserve", at.reserve, reading.reserve),
        }
    }

    fn close(
        &mut self,
        kept: &Kept,
        contributed: (Money, Money),
        left_to_house: Money,
    ) -> Result<(), LedgerError> {
        let (to_meter, to_reserve) = kept.ledger.contributions();
        self.meter.contributions = Sum::from(to_meter) - contributed.0;
        self.reserve.contributions = Sum::from(to_reserve) - contributed.1;
        self.wagered.left_to_house = Some(Sum::from(kept.ledger.left_to_house()) - left_to_house);
        let (held, shown) = (kept.balances(), kept.standing()?);
        (self.meter.closing, self.meter.shown) = (held.display, shown.display);
        (self.reserve.closing, self.reserve.shown) = (held.reserve, shown.reserve);
        Ok(())
    }

    fn count(&mut self) {
        self.meter.events += 1;
        self.reserve.events += 1;
    }
}

fn adjust(day: &mut MeterDay, event: &ManagerEvent) {
    match day.adjustments.iter_mut().find(|(reason, _)| *reason == event.reason) {
        Some((_, sum)) => *sum = *sum + event.amount,
        None => day.adjustments.push((event.reason.clone(), event.amount.into())),
    }
}

impl Days {
    /// The first event of the link, and where it leaves meter and reserve.
    pub(super) fn begin(&mut self, record: &Recorded<'_>, at: Standing) {
        let mut first = LinkDay::opened(record, true, at, at);
        first.count();
        self.days = vec![first];
    }

    /// Before the next event, perhaps of a new day; `latest` is what the event before it recorded.
    pub(super) fn before(
        &mut self,
        record: &Recorded<'_>,
        through: &Kept,
        latest: Standing,
    ) -> Result<(), LedgerError> {
        let Some(last) = self.days.last_mut() else {
            // The books opened where the day before left the meter.
            self.days = vec![LinkDay::opened(record, true, latest, latest)];
            return Ok(());
        };
        let kept = self.anew.as_ref().unwrap_or(through);
        if !record.is_audited {
            if !std::mem::replace(&mut self.is_between, true) {
                last.close(kept, self.contributed, self.left_to_house)?;
            }
            return Ok(());
        }
        if record.day > last.day {
            if !std::mem::take(&mut self.is_between) {
                last.close(kept, self.contributed, self.left_to_house)?;
            }
            // Of the days before nothing is on record: the day opens where its first record says.
            let is_parted = record.gaps.before.is_some_and(|hole| hole.why == Why::OtherDays);
            let latest = if is_parted { Standing::recorded(record.event) } else { latest };
            let is_anew = is_parted || last.hole.is_some() || last.is_cut_short;
            let closing = kept.balances();
            if is_anew {
                self.anew = Some(through.reopened(latest)?);
            }
            let opening = if is_anew { latest } else { closing };
            let ledger = &self.anew.as_ref().unwrap_or(through).ledger;
            (self.contributed, self.left_to_house) =
                (ledger.contributions(), ledger.left_to_house());
            self.days.push(LinkDay::opened(record, is_anew, opening, latest));
        }
        let hole = record.gaps.before.filter(|hole| hole.why != Why::OtherDays);
        hole.inspect(|&hole| self.leave_open(hole));
        if record.event.kind == ManagerKind::Reseed {
            self.held = self.anew.as_ref().unwrap_or(through).balances();
        }
        Ok(())
    }

    /// After the ledger kept from the opening reading took the event in.
    pub(super) fn after(
        &mut self,
        event: &ManagerEvent,
        through: &Kept,
    ) -> Result<(), LedgerError> {
        if let Some(anew) = &mut self.anew {
            anew.apply(event)?;
            anew.learn(event, false)?;
        }
        let Some(last) = self.days.last_mut().filter(|_| !self.is_between) else { return Ok(()) };
        last.count();
        (last.meter.reading, last.reserve.reading) = (event.display, event.reserve);
        match event.kind {
            ManagerKind::CoinIn => last.wagered.coin_in = last.wagered.coin_in + event.amount,
            ManagerKind::Award => last.meter.awards = last.meter.awards + event.amount,
            ManagerKind::Reseed => {
                let (was, now) = (self.held, self.anew.as_ref().unwrap_or(through).balances());
                last.meter.reseeds = last.meter.reseeds + now.display - was.display;
                last.reserve.reseeds = last.reserve.reseeds + now.reserve - was.reserve;
            }
            ManagerKind::Adjustment => adjust(&mut last.meter, event),
            ManagerKind::ReserveAdjustment => adjust(&mut last.reserve, event),
            ManagerKind::Reading | ManagerKind::Open | ManagerKind::Close => {}
            ManagerKind::TrayPay | ManagerKind::Overflow | ManagerKind::Config => {}
        }
        Ok(())
    }

    /// What an account should show after an event of the latest day is left open.
    pub(super) fn leave_open(&mut self, hole: Hole) {
        if let Some(last) = self.days.last_mut() {
            last.hole.get_or_insert(hole);
        }
    }

    pub(super) fn cut_short(&mut self) {
        if let Some(last) = self.days.last_mut() {
            last.is_cut_short = true;
        }
    }

    /// Each day of the meter and of the reserve, `through` being the ledger kept from the opening reading.
    pub(super) fn rows(&self, subject: &Subject, link: LinkId, through: &Kept) -> Vec<MeterDay> {
        let mut days = self.days.clone();
        let kept = self.anew.as_ref().unwrap_or(through);
        if let Some(last) = days.last_mut() {
            let closed = last.close(kept, self.contributed, self.left_to_house);
            last.is_cut_short |= closed.is_err();
        }
        let feeds_others = subject.tables_on(link).any(|(_, table)| table.links.len() > 1);
        let rows = days.into_iter().flat_map(|day| {
            let missing = day.hole.map(|hole| hole.of(subject).to_string());
            let cut_short = "not all of its events could be followed";
            let undetermined = missing.or_else(|| day.is_cut_short.then(|| cut_short.to_owned()));
            let mut wagered = day.wagered;
            wagered.left_to_house = wagered.left_to_house.filter(|_| !feeds_others);
            let meter = MeterDay { wagered: Some(wagered), ..day.meter };
            [meter, day.reserve].map(|row| MeterDay { undetermined: undetermined.clone(), ..row })
        });
        rows.collect()
    }
}
