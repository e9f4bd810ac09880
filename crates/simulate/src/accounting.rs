//! What accounting and the clock do to the link: readings, hours, adjustments, reversals.

use std::io;
use std::rc::Rc;

use feltproof_model::{Money, Timestamp};

use crate::calendar::{HOUR, MINUTE, SECOND};
use crate::engagement::percent;
use crate::fault::Fault;
use crate::journals::ManagerRecord;
use crate::link::{Link, less};
use crate::players::dollars;
use crate::queue::{Accounting, Item, Queue, Taken};
use crate::round::{Mark, Round};

const INCREASE: &str = "correction_increase";
/// An increase that corrects nothing and says so: the house puts money of its own in.
const PROMOTION: &str = "promotion";

/// Changes that nothing bears out: so many dollars after so many thousandths of the opening hours, with the reason
/// that they give. On seed of $2,500 the house takes back $2,600, or what it has taken back the day before.
const UNEXPLAINED: [(Fault, i64, i64, &str); 8] = [
    (Fault::IncreasedWithoutShortage, 780, 5000, INCREASE),
    (Fault::SeedRecoveredNextDay, 15, -2500, "seed_recovery"),
    (Fault::MeterReduced, 780, -50, INCREASE),
    (Fault::NondisplayedFromDisplay, 780, -40, "nondisplayed_to_receipts"),
    (Fault::ReducedWithoutMaximum, 780, -45, "over_maximum"),
    (Fault::ReducedWithoutWinner, 780, -55, "won"),
    (Fault::ReducedWithoutMalfunction, 780, -60, "malfunction"),
    (Fault::SeedRecoveredTwice, 15, -2600, "seed_recovery"),
];

/// Increases with numbered documents, of which the last is at fault: after so many thousandths of the opening hours.
const SERIES: [(Fault, i64, [u32; 4]); 2] = [
    (Fault::DocumentMissing, 700, [21, 22, 23, 25]),
    (Fault::DocumentTwice, 710, [131, 132, 133, 133]),
];

/// Reductions with numbered documents, of which the last three have one.
const THRICE: [u32; 5] = [231, 232, 233, 233, 233];

/// By how much a clock is wrong that lost its battery: 5,844 days.
const SIXTEEN_YEARS: i64 = 5_844 * 24 * HOUR;

impl Link<'_> {
    pub(crate) fn plan_the_day(&self, queue: &mut Queue) {
        let mut push = |at, accounting| queue.push(at, Item::Accounting(accounting));
        let hours = self.hours;
        if let Some(fault) = self.planned(Fault::RecordOfNoGamingDay) {
            push(hours.at(515), Accounting::Reading(Some(fault)));
        }
        if self.planned(Fault::OpeningReadingMissing).is_none() {
            push(hours.open - 5 * MINUTE, Accounting::Reading(None));
        }
        push(hours.open - 2 * MINUTE, Accounting::Open);
        let mut hour = hours.open + HOUR;
        while hour < hours.close {
            push(hour, Accounting::Reading(None));
            hour += HOUR;
        }
        // An increase by hand is no part of what accrued, which is all that such a day lacks.
        if self.planned(Fault::AccruedNotDeposited).is_none() {
            let (dollars, number, reason) = (50, 7, PROMOTION);
            let fault = self.planned(Fault::AdjustedAlone);
            let actor = if fault.is_some() { "A01 + a01" } else { "A01" };
            let by_hand = Accounting::Correction { dollars, actor, number, reason, fault };
            push(hours.at(750), by_hand);
        }
        if let Some(fault) = self.planned(Fault::AdjustmentBySupervisor) {
            let (dollars, actor, number, fault) = (25, "S01", 8, Some(fault));
            let by_hand =
                Accounting::Correction { dollars, actor, number, reason: PROMOTION, fault };
            push(hours.at(720), by_hand);
        }
        for (fault, per_mille, dollars, reason) in UNEXPLAINED {
            if let fault @ Some(_) = self.planned(fault) {
                let (actor, number) = ("A01", 9);
                let by_hand = Accounting::Correction { dollars, actor, number, reason, fault };
                push(hours.at(per_mille), by_hand);
            }
        }
        self.plan_series(&mut push);
        for (fault, at) in [
            (Fault::SettingBeforeApproval, hours.open - 4 * MINUTE),
            (Fault::SettingChangedWhileOpen, hours.at(400)),
            (Fault::SettingNotApproved, hours.open - 4 * MINUTE),
            (Fault::MaximumBelowJackpot, hours.close + 6 * MINUTE),
        ] {
            if self.plan.has(fault) {
                push(at, Accounting::Config(fault));
            }
        }
        let close = match self.planned(Fault::LinkClosedEarly) {
            // Before the first wager that it is too late for, by more than records may stand out of order.
            Some(_) => hours.at(970) - 2 * MINUTE - SECOND,
            None => hours.close + 5 * MINUTE,
        };
        push(close, Accounting::Close);
        push(hours.close + 10 * MINUTE, Accounting::Reading(None));
    }

    /// Plans changes with numbered documents.
    fn plan_series(&self, push: &mut impl FnMut(i64, Accounting)) {
        let hours = self.hours;
        let by_hand = |dollars, number, reason, fault| Accounting::Correction {
            dollars,
            actor: "A01",
            number,
            reason,
            fault,
        };
        for (fault, per_mille, numbers) in SERIES {
            for (number, after) in numbers.into_iter().zip(0..) {
                if let Some(fault) = self.planned(fault) {
                    let fault = (after == 3).then_some(fault);
                    push(
                        hours.at(per_mille) + after * MINUTE,
                        by_hand(5, number, PROMOTION, fault),
                    );
                }
            }
        }
        for (number, after) in THRICE.into_iter().zip(0..) {
            if let Some(fault) = self.planned(Fault::DocumentThrice) {
                let fault = (after > 2).then_some(fault);
                push(hours.at(20) + after * MINUTE, by_hand(-100, number, "seed_recovery", fault));
            }
        }
    }

    /// Plans the reversal of a void round's contribution for half an hour or so later.
    pub(crate) fn reverse_later(&self, round: &Rc<Round>, settled: i64, queue: &mut Queue) {
        if !round.progressive().is_zero() {
            let reversal = Item::Accounting(Accounting::Reversal(Rc::clone(round)));
            queue.push(self.later(settled, 33), reversal);
        }
    }

    /// Plans a reduction for a malfunction after a round in which the shuffler jammed.
    pub(crate) fn reduce_later(&self, round: &Round, settled: i64, queue: &mut Queue) {
        if round.fault == Some(Fault::ReducedForAJam) {
            let (actor, number, reason) = ("A01", 10, "malfunction");
            let (dollars, fault) = (-65, round.fault);
            let by_hand = Accounting::Correction { dollars, actor, number, reason, fault };
            queue.push(self.later(settled, 20), Item::Accounting(by_hand));
        }
    }

    /// So many thousandths of the opening hours later, still before closing time.
    pub(crate) fn later(&self, at: i64, per_mille: i64) -> i64 {
        let delay = self.hours.at(per_mille) - self.hours.open;
        let at = (at + delay).min(self.hours.close - MINUTE);
        at - at % SECOND
    }

    pub(crate) fn accounting(
        &mut self,
        time: Timestamp,
        accounting: Accounting,
        queue: &mut Queue,
    ) -> io::Result<()> {
        let mut record = ManagerRecord::default();
        if !matches!(accounting, Accounting::Reading(_)) {
            record.marks.extend(self.not_carried_over(time));
        }
        let mut reading_missing = |found| {
            let fault = self.journals.due(Fault::OpeningReadingMissing, time.0)?;
            Some(Mark::words(fault, "a reading", found))
        };
        match accounting {
            Accounting::Reading(fault) => return self.reading(time, fault),
            Accounting::Open => {
                record.event = "open";
                record.actor = "S02".to_owned();
                record.marks.extend(reading_missing("open"));
            }
            Accounting::Close => {
                record.event = "close";
                record.actor = "S02".to_owned();
            }
            Accounting::Config(fault) => {
                record.event = "config";
                record.actor = "A01".to_owned();
                record.marks.extend(reading_missing("config"));
                self.configure(fault, &mut record);
            }
            Accounting::Correction { dollars: n, actor, number, reason, fault } => {
                record.event = "adjustment";
                record.amount = Some(dollars(n));
                record.actor = actor.to_owned();
                record.reason = reason;
                record.document = self.document(number);
                record.marks.extend(fault.map(|f| match f {
                    Fault::SeedRecoveredTwice => {
                        Mark::money(f, self.meter.seed().negated(), dollars(n))
                    }
                    Fault::MeterReduced => Mark::words(f, "a permitted reason", reason),
                    Fault::DocumentMissing => Mark::words(f, "CI-0024", "none"),
                    Fault::DocumentTwice => Mark::words(f, "DI-0134", "DI-0133"),
                    Fault::DocumentThrice => Mark::words(f, "DI-0234", "DI-0233"),
                    Fault::AdjustedAlone => Mark::words(f, "two people", "A01 alone"),
                    Fault::AdjustmentBySupervisor => Mark::words(f, "accounting", "supervisor"),
                    // Every other reduction that nothing bears out.
                    _ => Mark::money(f, Money::ZERO, dollars(n)),
                }));
                self.meter.adjust(dollars(n));
            }
            Accounting::Reversal(round) if self.is_too_early(time, &round) => {
                // The reserve has just gone into a reseed; accounting waits until it can give back
                // what the void round had put into it.
                let reversal = Item::Accounting(Accounting::Reversal(round));
                queue.push(time.0 + 10 * MINUTE, reversal);
                return Ok(());
            }
            Accounting::Reversal(round) => return self.reversal(time, &round),
            Accounting::BackOut(round, award) => {
                return self.back_out(time, &round, award);
            }
        }
        self.journals.manager(time, 0, &self.meter, &record)
    }

    /// A setting that is changed, or made again.
    fn configure(&mut self, fault: Fault, record: &mut ManagerRecord) {
        let running = self.plan.settings();
        if matches!(fault, Fault::SettingNotApproved | Fault::SettingBeforeApproval) {
            let seed = dollars(2_400);
            self.meter.set_seed(seed);
            record.value = format!("seed={}", seed.plain());
            record.marks.push(Mark::money(fault, running.seed, seed));
        } else if fault == Fault::MaximumBelowJackpot {
            // Nothing is wagered after it.
            let limit = dollars(1_000);
            record.value = format!("limit={}", limit.plain());
            let mark = Mark::words(fault, "at least the display", &limit.plain());
            record.marks.extend([mark.clone(), mark.coded("WAC-012")]);
        } else {
            // The value it runs with already: the change itself is the fault, not its effect.
            record.value = format!("contribution={}", percent(running.contribution));
            record.marks.push(Mark::words(fault, "link closed", "link open"));
        }
    }

    /// What the first event of the day does not carry over.
    fn not_carried_over(&mut self, time: Timestamp) -> Option<Mark> {
        let fault = self.journals.due(Fault::OpeningBelowCarried, time.0)?;
        let recorded = self.meter.display();
        let carried = recorded.checked_add(dollars(5_000))?;
        Some(Mark::money(fault, carried, recorded))
    }

    fn reading(&mut self, time: Timestamp, fault: Option<Fault>) -> io::Result<()> {
        let actor = "A02".to_owned();
        let mut record = ManagerRecord { event: "reading", actor, ..ManagerRecord::default() };
        let mut early = 0;
        if let Some(fault) = fault {
            let day = self.plan.gaming_day.to_string();
            record.marks.push(Mark::words(fault, day, "sixteen years before"));
            early = SIXTEEN_YEARS;
        }
        record.marks.extend(self.not_carried_over(time));
        let is_open = time.0 > self.hours.open && time.0 < self.hours.close;
        if is_open && let Some(f) = self.journals.due(Fault::ReadingOutOfTimeOrder, time.0) {
            early = HOUR + 15 * MINUTE;
            record.marks.push(Mark::words(f, "in order of time", "75 minutes early"));
        }
        if is_open && let Some(f) = self.journals.due(Fault::ReadingDoesNotJoin, time.0) {
            let before = self.meter.display();
            let after = less(before, dollars(10));
            record.marks.push(Mark::money(f, before, after));
            // To a whole cent, so that nothing is left open about the hidden part.
            self.meter.stand_at(after);
        }
        self.journals.manager(time, early, &self.meter, &record)?;
        self.second.as_ref().map_or(Ok(()), |second| second.read(time, &mut self.journals))
    }

    fn is_too_early(&self, time: Timestamp, round: &Round) -> bool {
        let has_time = time.0 + 10 * MINUTE < self.hours.close;
        has_time && self.meter.reserve() < self.meter.shares(round.progressive()).1
    }

    /// The contribution of a void round is taken back, from the meter and from the reserve.
    fn reversal(&mut self, time: Timestamp, round: &Round) -> io::Result<()> {
        // As far as the limit let it through.
        let shares = self.of_void.remove(&(round.table, round.number));
        let (meter, reserve) = shares.unwrap_or_else(|| self.meter.shares(round.progressive()));
        let mut record = ManagerRecord {
            actor: "A01".to_owned(),
            reason: "void_round",
            document: self.document(1),
            ..ManagerRecord::of(round, "adjustment", meter.negated())
        };
        if round.fault != Some(Fault::VoidNotReversed) {
            self.meter.adjust(meter.negated());
            self.journals.manager(time, 0, &self.meter, &record)?;
        }
        record.event = "reserve_adjustment";
        record.amount = Some(reserve.negated());
        if let Some(f @ Fault::AdjustmentWithoutDocument) = round.fault {
            record.document.clear();
            record.marks.push(Mark::words(f, "a document", "none"));
        }
        self.meter.adjust_reserve(reserve.negated());
        self.journals.manager(time.plus_micros(20 * SECOND), 0, &self.meter, &record)
    }

    /// Meter and reserve go back to where they stood before the award, plus contributions since.
    fn back_out(&mut self, time: Timestamp, round: &Round, award: Taken) -> io::Result<()> {
        let due = less(award.amount, award.reseeded);
        let mut record = ManagerRecord {
            seat: Some(award.seat),
            actor: "A01".to_owned(),
            reason: "back_out",
            document: format!(
                "{}, statement of É. Martín: \"queen read as ace\"",
                self.document(3)
            ),
            ..ManagerRecord::of(round, "adjustment", due)
        };
        if let Some(f @ Fault::BackOutShort) = round.fault {
            let short = less(due, dollars(100));
            record.amount = Some(short);
            record.marks.push(Mark::money(f, due, short));
        }
        self.drawn = less(self.drawn, award.amount);
        self.meter.adjust(record.amount.unwrap_or(due));
        self.journals.manager(time, 0, &self.meter, &record)?;
        record.event = "reserve_adjustment";
        record.amount = Some(award.from_reserve);
        record.marks.clear();
        self.meter.adjust_reserve(award.from_reserve);
        self.journals.manager(time.plus_micros(20 * SECOND), 0, &self.meter, &record)
    }

    fn document(&self, number: u32) -> String {
        match number {
            // Series of their own, so that one has no part in the gaps of another.
            100.. => format!("DI-{number:04}"),
            20.. => format!("CI-{number:04}"),
            _ => format!("AJ-{}-{number:02}", self.plan.gaming_day),
        }
    }
}
