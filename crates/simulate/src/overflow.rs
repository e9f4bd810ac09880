//! The second link, which no table feeds: its meter takes in what the limit of the first cuts off.

use std::io;

use feltproof_model::{Money, Timestamp};

use crate::Plan;
use crate::fault::Fault;
use crate::journals::{Journals, ManagerRecord};
use crate::meter::{Meter, Settings, more};
use crate::players::dollars;
use crate::round::{Mark, Round};

pub(crate) struct Second {
    meter: Meter,
    /// What was cut off, and what of it was taken in.
    cut: Money,
    taken: Money,
    /// The wager of which something was cut off last: line, table, round.
    last: (u32, u16, u32),
}

impl Second {
    pub(crate) fn new(plan: &Plan) -> Self {
        let without_limit = Settings { limit: None, ..plan.settings() };
        Self {
            meter: Meter::new(without_limit, dollars(3_000), dollars(10)),
            cut: Money::ZERO,
            taken: Money::ZERO,
            last: (0, 0, 0),
        }
    }

    /// Takes in what the limit cut off of the wagers counted in last, or half of it.
    pub(crate) fn take(
        &mut self,
        time: Timestamp,
        round: &Round,
        (cut, is_halved): (Money, bool),
        journals: &mut Journals<'_>,
    ) -> io::Result<()> {
        if cut.is_zero() {
            return Ok(());
        }
        let taken = if is_halved { Money::from_micros(cut.micros() / 2) } else { cut };
        (self.cut, self.taken) = (more(self.cut, cut), more(self.taken, taken));
        self.last = (journals.manager_line(), round.table, round.number);
        self.meter.adjust(taken);
        let record =
            ManagerRecord { is_of_second: true, ..ManagerRecord::of(round, "overflow", taken) };
        journals.manager(time, 0, &self.meter, &record)
    }

    /// A reading beside one of the first link.
    pub(crate) fn read(&self, time: Timestamp, journals: &mut Journals<'_>) -> io::Result<()> {
        let (event, actor) = ("reading", "A02".to_owned());
        let record = ManagerRecord { event, actor, is_of_second: true, ..ManagerRecord::default() };
        journals.manager(time, 0, &self.meter, &record)
    }

    /// What is wrong with the overflow of the day is reported at the last wager of which something was cut off.
    pub(crate) fn mark(&self, journals: &mut Journals<'_>) -> io::Result<()> {
        if self.cut == self.taken {
            return Ok(());
        }
        let mark = Mark::money(Fault::OverflowHalved, self.cut, self.taken);
        journals.at_manager(self.last, mark)
    }
}
