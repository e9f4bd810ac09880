//! The registers of a report: awards, adjustments by hand, back-outs, and each meter by gaming day.

use crate::engagement::TableId;
use crate::exception::Locus;
use crate::money::{Money, Sum};
use crate::rate::Rate;
use crate::seat::Seat;
use crate::time::{Date, Timestamp};
use compact_str::CompactString;

/// What the manager journal holds of awards and adjustments, with what the record says of each.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Registers {
    /// Every award, in the order of the journal.
    pub awards: Vec<RegisteredAward>,
    /// Every adjustment by hand, in the order of the journal.
    pub adjustments: Vec<RegisteredAdjustment>,
    /// Every back-out in the audited days, in the order of the journal.
    pub back_outs: Vec<RegisteredBackOut>,
    /// Every gaming day of each meter and each reserve, link by link, day by day.
    pub days: Vec<MeterDay>,
}

/// A record of the manager journal in a register.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RegisterEntry {
    /// 1 for the first of its register.
    pub number: usize,
    /// Where it stands.
    pub locus: Locus,
    /// The manager's running number.
    pub seq: u64,
    /// When.
    pub time: Timestamp,
    /// Link id.
    pub link: CompactString,
    /// Who; empty where not recorded.
    pub actor: CompactString,
    /// Number of the document; empty where not recorded.
    pub document: CompactString,
}

/// One award.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RegisteredAward {
    /// The record.
    pub entry: RegisterEntry,
    /// Name of the level of its link.
    pub level: CompactString,
    /// Its table.
    pub table: TableId,
    /// Its round.
    pub round: u32,
    /// Its seat.
    pub seat: Seat,
    /// The cards of the hand; `None` where they are not recorded.
    pub cards: Option<String>,
    /// What the hand is, in words; `None` where that is not known.
    pub hand: Option<String>,
    /// The share of the meter that the hand wins; `None` where it wins none, or is not known.
    pub share: Option<Rate>,
    /// What was awarded.
    pub amount: Money,
    /// The display before it; `None` where wagers since the record before may not be recorded.
    pub before: Option<Money>,
    /// The display after it.
    pub after: Money,
    /// The reseed that followed.
    pub reseed: Option<RegisteredReseed>,
    /// Who is named by the steps of its round at the controller: the step (`confirm`), who.
    pub steps: Vec<(&'static str, CompactString)>,
    /// True when accounting backed it out.
    pub is_backed_out: bool,
}

/// The reseed after an award: what it added is the seed and what came from the reserve, less what is missing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RegisteredReseed {
    /// What it added to the meter.
    pub added: Money,
    /// The seed of the settings.
    pub seed: Money,
    /// What of seed and reserve it did not add, as its check says; negative where it added more.
    pub missing: Sum,
    /// By how much the recorded reserve went down with it.
    pub reserve: Money,
    /// And at most, where the reserve may be recorded rounded down as displayed.
    pub reserve_most: Money,
}

/// One adjustment by hand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RegisteredAdjustment {
    /// The record.
    pub entry: RegisterEntry,
    /// Which account: `meter` or `reserve`.
    pub account: &'static str,
    /// Its reason; empty where not recorded.
    pub reason: CompactString,
    /// What it changed, with its sign.
    pub amount: Money,
    /// The account before it, as recorded; `None` for the first record of its link.
    pub before: Option<Money>,
    /// The account after it, as recorded.
    pub after: Money,
    /// What the record holds of the reason, a clause.
    pub support: String,
}

/// The adjustments that back awards of one round out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RegisteredBackOut {
    /// The first of them.
    pub entry: RegisterEntry,
    /// Numbers of the awards in the register; none where the record holds no such award.
    pub awards: Vec<usize>,
    /// What those awards had taken.
    pub awarded: Sum,
    /// What came to the meter.
    pub to_meter: Sum,
    /// What came to the reserve.
    pub to_reserve: Sum,
    /// What should have come to the meter; `None` where no award on record tells.
    pub meter_owed: Option<Sum>,
    /// What should have come to the reserve.
    pub reserve_owed: Option<Sum>,
}

impl RegisteredBackOut {
    /// The seed that went back to the house: what was awarded less what came to meter and reserve. `None` where no
    /// award on record tells.
    pub fn seed(&self) -> Option<Sum> {
        (!self.awards.is_empty()).then(|| self.awarded - self.to_meter - self.to_reserve)
    }
}

/// One gaming day of a meter or a reserve. Sums are of the record, to the micro-dollar (below it rounded down).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MeterDay {
    /// Link id.
    pub link: CompactString,
    /// Which account: `meter` or `reserve`.
    pub account: &'static str,
    /// The gaming day.
    pub date: Date,
    /// The closing of the day before; of the first day the first display on record, and after a day that cannot be
    /// told the last one before.
    pub opening: Money,
    /// True where `opening` is a display, false where it is the closing of the day before.
    pub is_opened_by_display: bool,
    /// The wagers of the link that day, in the row of its meter; `None` in that of its reserve.
    pub wagered: Option<Wagered>,
    /// Shares of wagers.
    pub contributions: Sum,
    /// Awards deducted.
    pub awards: Sum,
    /// Added by reseeds as they should be (of a reserve: drawn, negative).
    pub reseeds: Sum,
    /// Adjustments by hand by reason, in the order of their first.
    pub adjustments: Vec<(CompactString, Sum)>,
    /// What the account holds at the end, as kept; what a display hides at the opening is not in it.
    pub closing: Money,
    /// What it should show: `closing` with what the record tells of the hidden part, rounded down as displayed.
    pub shown: Money,
    /// The last display on record.
    pub reading: Money,
    /// Records of the link in the day.
    pub events: u64,
    /// Why the sum cannot be told, where a record may be missing: a clause.
    pub undetermined: Option<String>,
}

/// The progressive wagers of a link in one gaming day. What reversals of void rounds gave back is not taken off.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Wagered {
    /// The coin-ins on record.
    pub coin_in: Sum,
    /// What of them the settings leave to the house: neither meter nor reserve has it, and no other meter. What a limit
    /// cuts off is in it only where it is declared to be the house's. `None` where the same wagers feed other meters,
    /// which take their shares of them.
    pub left_to_house: Option<Sum>,
}

impl MeterDay {
    /// Adjustments that back awards out.
    pub fn back_outs(&self) -> Sum {
        self.adjusted(|reason, _| reason == "back_out")
    }

    fn adjusted(&self, is_meant: impl Fn(&str, Sum) -> bool) -> Sum {
        let meant = self.adjustments.iter().filter(|(reason, sum)| is_meant(reason, *sum));
        meant.map(|(_, sum)| *sum).sum()
    }

    /// What was taken off by hand and is not accrued any more, below zero. A back-out accrues nothing.
    pub fn taken_off(&self) -> Sum {
        self.adjusted(|reason, sum| reason != "back_out" && sum < Sum::ZERO)
    }

    /// What was added by hand; a back-out adds nothing.
    pub fn added_by_hand(&self) -> Sum {
        self.adjusted(|reason, sum| reason != "back_out" && sum > Sum::ZERO)
    }

    /// All other adjustments.
    pub fn other_adjustments(&self) -> Sum {
        self.adjusted(|reason, _| reason != "back_out")
    }

    /// The reading less what should be shown; `None` where that cannot be told.
    pub fn variance(&self) -> Option<Sum> {
        self.undetermined.is_none().then(|| Sum::from(self.reading) - self.shown)
    }
}
