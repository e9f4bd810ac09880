//! The progressive link: what wagers and awards do to its meter, as the Game Manager records it.

use std::collections::BTreeMap;
use std::io;
use std::rc::Rc;

use feltproof_model::{Money, Timestamp, Wager};

use crate::fault::Fault;
use crate::journals::{ALONE, ControllerRecord, Journals, ManagerRecord};
use crate::meter::{Meter, more};
use crate::overflow::Second;
use crate::players::dollars;
use crate::queue::{Accounting, Hours, Item, KEY_HELD, Queue, Taken};
use crate::round::{Award, Mark, Round};
use crate::system::System;
use crate::{EXECUTIVE_FROM, LEVEL, Plan, SHARE_LEVEL, UNIT};

pub(crate) struct Link<'a> {
    pub(crate) plan: &'a Plan,
    pub(crate) meter: Meter,
    pub(crate) hours: Hours,
    pub(crate) journals: Journals<'a>,
    /// What void rounds put into meter and reserve, by table and round, until it is taken back.
    pub(crate) of_void: BTreeMap<(u16, u32), (Money, Money)>,
    /// What the display showed before the first award of the latest round with one, by table and round.
    first_met: ((u16, u32), Money),
    /// An award that was completed and waits for that of another table, with the display that it met.
    overtaken: Option<(Rc<Round>, Award, Money)>,
    /// What wagers put into meter and reserve, rounded down to a micro-dollar each time.
    pub(crate) accrued: Money,
    /// Awards, less those backed out.
    pub(crate) drawn: Money,
    /// The second link, which takes in what the limit cuts off.
    pub(crate) second: Option<Second>,
}

/// The difference of two amounts of a day, which are far inside the range of money.
pub(crate) fn less(a: Money, b: Money) -> Money {
    a.checked_sub(b).unwrap_or(a)
}

impl<'a> Link<'a> {
    pub(crate) fn new(plan: &'a Plan, hours: Hours, journals: Journals<'a>) -> Self {
        let meter = Meter::new(plan.settings(), plan.opening_meter, plan.opening_reserve);
        let meter = meter.counted_from(plan.opening_in_meter);
        let first_met = ((0, 0), Money::ZERO);
        let (of_void, overtaken) = (BTreeMap::new(), None);
        let (accrued, drawn) = (Money::ZERO, Money::ZERO);
        let second = plan.second_link.then(|| Second::new(plan));
        Self { plan, meter, hours, journals, of_void, first_met, overtaken, accrued, drawn, second }
    }

    pub(crate) fn planned(&self, fault: Fault) -> Option<Fault> {
        self.plan.has(fault).then_some(fault)
    }

    /// The progressive wagers of a round.
    pub(crate) fn coin_in(&mut self, time: Timestamp, round: &Round) -> io::Result<()> {
        let amount = round.progressive();
        let is_left_out =
            [Fault::CoinInMissing, Fault::AwardBeforeCoinIn, Fault::PlayedWhileClosed];
        if amount.is_zero() || round.fault.is_some_and(|fault| is_left_out.contains(&fault)) {
            return Ok(());
        }
        if let Some(fault @ Fault::CoinInInTwoParts) = round.fault {
            for (micros, part) in (0..).zip([UNIT, less(amount, UNIT)]) {
                self.meter.coin_in(part);
                let mut record = ManagerRecord::of(round, "coin_in", part);
                if micros > 0 {
                    record.marks.push(Mark::words(fault, "one coin-in of a round", "2 of them"));
                }
                self.journals.manager(time.plus_micros(micros), 0, &self.meter, &record)?;
            }
            return Ok(());
        }
        let (amount, marks) = self.registered(round);
        let mut record = ManagerRecord { marks, ..ManagerRecord::of(round, "coin_in", amount) };
        if let Some(f) = self.journals.due(Fault::LinkClosedEarly, time.0) {
            record.marks.push(Mark::words(f, "an open link", "closed"));
        }
        if time.0 >= self.hours.middle()
            && let Some(f) = self.journals.due(Fault::ApprovalNotFollowed, time.0)
        {
            record.marks.push(Mark::words(f, "seed $2,600.00", "seed $2,500.00"));
        }
        let shares = self.meter.coin_in(amount);
        self.accrued = [shares.0, shares.1].into_iter().fold(self.accrued, more);
        if round.void.is_some() {
            self.of_void.insert((round.table, round.number), shares);
        }
        if let Some(f @ Fault::VoidNotReversed) = round.fault {
            record.marks.push(Mark::money(f, shares.0.negated(), Money::ZERO).of_round());
        }
        // A shortfall is planted where the display then shows all: nothing is left open.
        let (contribution, reserve) = self.meter.shares(UNIT);
        let mut without = self.meter.clone();
        without.adjust(contribution.negated());
        if without.is_all_displayed()
            && let Some(fault) = self.journals.due(Fault::MeterShort, time.0)
        {
            let mark = Mark::money(fault, self.meter.display(), without.display());
            record.marks.push(mark);
            self.meter = without;
        }
        if let Some(fault) = self.journals.due(Fault::ReserveShort, time.0) {
            let expected = self.meter.reserve();
            self.meter.adjust_reserve(reserve.negated());
            record.marks.push(Mark::money(fault, expected, self.meter.reserve()));
        }
        if let Some(fault) = self.journals.due(Fault::InMeterShort, time.0) {
            let expected = self.meter.counted();
            self.meter.count(UNIT.negated());
            let counted = self.meter.counted().plain();
            record.marks.push(Mark::words(fault, expected.plain(), &counted));
        }
        if let Some(fault) = self.journals.due(Fault::ManagerNumberMissing, time.0) {
            record.marks.push(Mark::numbers(fault, self.journals.manager.misnumber(1)));
        }
        self.journals.manager(time, 0, &self.meter, &record)?;
        let Some(second) = &mut self.second else { return Ok(()) };
        let is_halved = self.plan.has(Fault::OverflowHalved);
        second.take(time, round, (self.meter.overflowed(), is_halved), &mut self.journals)
    }

    /// What the manager has on record of the wagers of a round, and what is wrong with it.
    fn registered(&mut self, round: &Round) -> (Money, Vec<Mark>) {
        let wagered = round.progressive();
        let Some(fault @ (Fault::CoinInShort | Fault::CoinInUnlikeSensors | Fault::CoinInLowered)) =
            round.fault
        else {
            return (wagered, Vec::new());
        };
        let amount = less(wagered, UNIT);
        let mut marks = vec![Mark::money(fault, wagered, amount)];
        if fault == Fault::CoinInLowered {
            let before = self.meter.counted();
            let [expected, counted] = [amount, wagered].map(|of| more(before, of).plain());
            marks.push(Mark::words(fault, expected, &counted).coded("MTR-013"));
            self.meter.count(UNIT);
        }
        (amount, marks)
    }

    /// The card swipe of an award, the award, and the reseed of an emptied meter.
    pub(crate) fn card(
        &mut self,
        time: Timestamp,
        (round, award, step): (&Rc<Round>, Award, i64),
        queue: &mut Queue,
    ) -> io::Result<()> {
        // What a fault does to the genuine award of its round it does not do to a second one.
        let fault = round.fault;
        if fault == Some(Fault::ConfirmedAwardRemoved) {
            let amount = self.meter.display();
            return self.swipe(time, round, award, amount, queue);
        }
        if fault == Some(Fault::AwardOvertaken) && self.overtaken.is_none() {
            // Completed on its controller; the manager takes the award of the other table first.
            self.swipe(time, round, award, self.meter.display(), queue)?;
            self.overtaken = Some((Rc::clone(round), award, self.meter.display()));
            return Ok(());
        }
        let share = match award.share.percent {
            0 => round.won(award.seat).min(self.meter.display()),
            percent => self.meter.share(percent),
        };
        if self.first_met.0 != (round.table, round.number) {
            self.first_met = ((round.table, round.number), self.meter.display());
        }
        let amount = match fault {
            Some(Fault::AwardShort) => less(share, dollars(100)),
            Some(Fault::HalfTheMeterAwarded) => self.meter.share(50),
            Some(Fault::StraightFlushWhole) => self.meter.display(),
            _ => share,
        };
        let marks = Vec::from_iter(self.mark_of_award(round, award, share, amount));
        self.swipe(time, round, award, amount, queue)?;
        self.meter.award(amount);
        self.drawn = more(self.drawn, amount);
        let seat = Some(award.seat);
        let is_wrong = fault == Some(Fault::AwardAtWrongLevel);
        let is_of_share = (1..100).contains(&award.share.percent) && !is_wrong;
        let record =
            ManagerRecord { seat, marks, is_of_share, ..ManagerRecord::of(round, "award", amount) };
        self.journals.manager(time.plus_micros(step), 0, &self.meter, &record)?;
        // Taken for the 100 % award, a straight flush is followed by a reseed as well.
        let is_reseeded = match fault {
            Some(Fault::NoReseed | Fault::HalfTheMeterAwarded) => false,
            Some(Fault::StraightFlushWhole | Fault::ReseedAfterShare) => true,
            Some(Fault::AwardBeforeReseed) => award.share.percent < 100,
            _ => award.share.percent == 100,
        };
        if !is_reseeded {
            return Ok(());
        }
        let ((reseeded, from_reserve), marks) = self.reseed(fault);
        let record = ManagerRecord { seat, marks, ..ManagerRecord::of(round, "reseed", reseeded) };
        self.journals.manager(time.plus_micros(2 * step), 0, &self.meter, &record)?;
        if fault == Some(Fault::AwardBeforeCoinIn) {
            self.meter.coin_in(round.progressive());
            let record = ManagerRecord::of(round, "coin_in", round.progressive());
            self.journals.manager(time.plus_micros(3 * step), 0, &self.meter, &record)?;
        }
        let after = time.plus_micros(3 * step);
        self.take_overtaken(after, step)?;
        if award.is_mistake && fault != Some(Fault::AwardWithoutHand) {
            let award = Taken { seat: award.seat, amount, reseeded, from_reserve };
            let back_out = Item::Accounting(Accounting::BackOut(Rc::clone(round), award));
            queue.push(self.later(time.0, 40), back_out);
        }
        Ok(())
    }

    /// The tray pays of a round, where the system records them: the meter stays as it is.
    pub(crate) fn tray_pays(&mut self, time: Timestamp, round: &Round) -> io::Result<()> {
        let is_off_meter = round.awards.iter().any(|award| award.share.percent == 0);
        let is_none = round.void.is_some() || is_off_meter;
        let rows = round.rows.iter().filter(|row| row.tray.is_some() && !is_none);
        for row in rows {
            let (seat, won) = (row.hand.seat.player(), row.hand.returned[Wager::Progressive]);
            let mut record = ManagerRecord { seat, ..ManagerRecord::of(round, "tray_pay", won) };
            if let Some(fault @ Fault::TrayPayTooHigh) = round.fault {
                let recorded = more(won, UNIT);
                record.amount = Some(recorded);
                record.marks.push(Mark::money(fault, won, recorded));
            }
            if !won.is_zero() {
                self.journals.manager(time, 0, &self.meter, &record)?;
            }
        }
        Ok(())
    }

    /// What is wrong with an award, where its round plays host to a fault of it.
    fn mark_of_award(
        &self,
        round: &Round,
        award: Award,
        share: Money,
        amount: Money,
    ) -> Option<Mark> {
        let percent = award.share.percent;
        Some(match round.fault? {
            f @ (Fault::AwardShort | Fault::StraightFlushWhole | Fault::HalfTheMeterAwarded) => {
                Mark::money(f, share, amount)
            }
            f @ (Fault::AwardBeforeReseed | Fault::AwardBeforeCoinIn) => {
                let owed = self.with_what_is_due(f, round, award).share(percent);
                return (owed != amount).then(|| Mark::money(f, owed, amount));
            }
            f @ Fault::LinkAwardsInWrongOrder if percent < 100 => {
                let mut met = self.meter.clone();
                met.stand_at(self.first_met.1);
                Mark::money(f, met.share(percent), amount)
            }
            f @ Fault::AwardAtWrongLevel => Mark::words(f, SHARE_LEVEL, LEVEL),
            f @ Fault::AwardWithoutHand => Mark::words(f, "no award", "an award"),
            f @ Fault::TrayButtonForAward => Mark::words(f, award.share.hand, "four_of_a_kind"),
            f @ Fault::AwardButtonUndone => {
                Mark::words(f, "the hand button of the seat", "pressed and undone")
            }
            f @ Fault::AwardWithoutAuthorisation => {
                Mark::words(f, "hand_button, confirm and card", "none")
            }
            f @ Fault::OneConfirmation if award.is_mistake => {
                Mark::words(f, "a confirmation for each award", "1 for them all")
            }
            f @ Fault::SupervisorCardForExecutive if amount >= EXECUTIVE_FROM => {
                Mark::words(f, "executive_card", "supervisor_card")
            }
            // A key may stay at JPH for longer than clocks may differ.
            f @ Fault::ReseedBeforeRun if self.hours.length_to_hold_the_key().is_some() => {
                Mark::words(f, "the key back at RUN before the reseed", "at JPH")
            }
            f @ Fault::NoReseed => Mark::words(f, "a reseed", "none"),
            // Every other fault is planted elsewhere.
            _ => return None,
        })
    }

    /// The award that was completed before the one just taken, from what is left for it.
    fn take_overtaken(&mut self, time: Timestamp, step: i64) -> io::Result<()> {
        let Some((round, award, met)) = self.overtaken.take() else { return Ok(()) };
        let amount = self.meter.share(award.share.percent);
        let marks = vec![Mark::money(Fault::AwardOvertaken, met, amount)];
        let seat = Some(award.seat);
        self.meter.award(amount);
        self.drawn = more(self.drawn, amount);
        let record = ManagerRecord { seat, marks, ..ManagerRecord::of(&round, "award", amount) };
        self.journals.manager(time, 0, &self.meter, &record)?;
        let (reseeded, _) = self.meter.reseed();
        let record = ManagerRecord { seat, ..ManagerRecord::of(&round, "reseed", reseeded) };
        self.journals.manager(time.plus_micros(step), 0, &self.meter, &record)
    }

    /// The meter with what should have been put in before an award of the round.
    fn with_what_is_due(&self, fault: Fault, round: &Round, award: Award) -> Meter {
        let mut meter = self.meter.clone();
        if fault == Fault::AwardBeforeCoinIn {
            meter.coin_in(round.progressive());
        } else if award.share.percent < 100 {
            meter.reseed();
        }
        meter
    }

    /// What goes into the emptied meter, how much of it comes from the reserve, and what is wrong with that.
    fn reseed(&mut self, fault: Option<Fault>) -> ((Money, Money), Vec<Mark>) {
        let added = self.meter.reseed();
        let mark = match fault {
            Some(f @ Fault::ReseedWithoutReserve) => {
                let seed = self.meter.seed();
                self.meter.stand_at(seed);
                return ((seed, Money::ZERO), vec![Mark::money(f, added.0, seed)]);
            }
            Some(f @ Fault::ReserveKeptAtReseed) => {
                self.meter.adjust_reserve(added.1);
                Some(Mark::money(f, Money::ZERO, added.1))
            }
            Some(f @ Fault::ReseedAfterShare) => Some(Mark::money(f, Money::ZERO, added.0)),
            // Every other fault is planted elsewhere.
            None | Some(_) => None,
        };
        (added, Vec::from_iter(mark))
    }

    /// What completes an award: the card of the level that the amount needs, or the key back at RUN.
    fn swipe(
        &mut self,
        time: Timestamp,
        round: &Round,
        award: Award,
        amount: Money,
        queue: &mut Queue,
    ) -> io::Result<()> {
        let is_shared = round.fault == Some(Fault::OneConfirmation) && award.is_mistake;
        if is_shared || round.fault == Some(Fault::AwardWithoutAuthorisation) {
            return Ok(());
        }
        let is_alone = round.fault == Some(Fault::OnePersonAlone);
        if self.plan.system == System::Shfl {
            let actor = if is_alone { ALONE } else { "S01" };
            let record = ControllerRecord::of(round, "key_run", actor);
            if round.fault == Some(Fault::ReseedBeforeRun) {
                queue.push(time.0 + KEY_HELD, Item::Controller(record));
                return Ok(());
            }
            return self.journals.controller(time, &record);
        }
        let needs_executive = amount >= EXECUTIVE_FROM;
        let is_wrong = round.fault == Some(Fault::SupervisorCardForExecutive);
        // The executive who came for the first award of a round also releases the second.
        let is_there = round.awards.len() > 1;
        let (event, actor) = if (needs_executive || is_there || is_alone) && !is_wrong {
            ("executive_card", "E01")
        } else {
            ("supervisor_card", "S01")
        };
        let mut record = ControllerRecord::of(round, event, actor);
        record.seat = Some(award.seat);
        if let Some(fault @ Fault::ConfirmedAwardRemoved) = round.fault {
            record.marks.push(Mark::words(fault, "an award", "none"));
        }
        self.journals.controller(time, &record)
    }
}
