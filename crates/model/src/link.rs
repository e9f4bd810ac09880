//! A progressive link as an engagement declares it: what it pays, and the settings of its level.

use crate::engagement_line::EngagementLine;
use crate::money::{MICROS_PER_CENT, Money};
use crate::rate::{Rate, Rounding};
use crate::time::Timestamp;
use compact_str::CompactString;

/// A link, by its place among the links of its engagement.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct LinkId(pub u16);

/// A table, by its place among the tables of its engagement.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TableId(pub u16);

/// One meter of a progressive link: a level with a meter of its own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Link {
    /// Its name, of no other: the link's, with the level's where the link has several meters (`HARBOR-1 minor`).
    pub id: CompactString,
    /// Name of the link in the manager journal.
    pub name: CompactString,
    /// Progressive system: `nexus-command` or another id of the games data.
    pub system: String,
    /// Progressive paytable id.
    pub paytable: String,
    /// Licensed location it is in.
    pub location: String,
    /// Name of its level in the manager journal.
    pub level: CompactString,
    /// Levels that are a share of this meter, by their names in the manager journal.
    pub shares: Vec<(CompactString, Rate)>,
    /// The fixed progressive wager.
    pub unit: Money,
    /// What was approved as the record begins.
    pub approved: LevelSettings,
    /// What was approved later, in order of time.
    pub approvals: Vec<DatedApproval>,
    /// What the running system reports.
    pub running: LevelSettings,
    /// The manufacturer's pre-configured contribution, if known.
    pub preconfigured_contribution: Option<Rate>,
    /// Awards from this amount need an Executive card; below, a Supervisor card.
    pub executive_from: Money,
    /// The longest odds allowed against its largest prize: one in so many hands.
    pub longest_odds: u64,
    /// What its meter pays.
    pub awards: AwardTerms,
    /// The manager shows the reserve rounded down to a multiple of this; `None`: to the last fraction, or as the
    /// meter is displayed.
    pub reserve_unit: Option<Money>,
    /// Line of the engagement file where it is declared.
    pub line: EngagementLine,
    /// Line of its `running` settings.
    pub running_line: EngagementLine,
}

impl Link {
    /// Whether a place of the engagement names it: the meter, or the link that it is a level of.
    pub fn is_named(&self, name: &str) -> bool {
        self.id == name || self.name == name
    }

    /// The approval in force at a time, by its place among those of later dates; `None`: what was approved at first.
    pub fn approval_at(&self, time: Timestamp) -> Option<usize> {
        self.approvals.partition_point(|of| of.from <= time).checked_sub(1)
    }

    /// The settings that are approved at a time.
    pub fn approved_at(&self, time: Timestamp) -> &LevelSettings {
        self.approval_at(time).map_or(&self.approved, |at| &self.approvals[at].settings)
    }

    /// Whether it runs, as the record begins, by what was approved before an approval of a later date.
    pub fn runs_by_earlier(&self, at: usize) -> bool {
        let earlier = self.approvals[..at].iter().map(|of| &of.settings);
        std::iter::once(&self.approved).chain(earlier).any(|settings| *settings == self.running)
    }

    /// The moments at which it goes on with another paytable, and which.
    pub fn paytables(&self) -> impl Iterator<Item = (Timestamp, &str)> {
        self.approvals.iter().filter_map(|of| Some((of.from, of.paytable.as_deref()?)))
    }

    /// The id of its meter where the link has several: its name with that of the level.
    pub(crate) fn id_beside_others(&self) -> String {
        format!("{} {}", self.name, self.level)
    }
}

/// What the meter of a link pays for a hand that wins a share of it, or a fixed amount.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AwardTerms {
    /// A share below the whole is rounded to a multiple of this (a cent unless declared).
    pub unit: Money,
    /// How a share below the whole is rounded (down unless declared).
    pub rounding: Rounding,
    /// True where fixed awards come off the meter too, and not out of the tray.
    pub deducts_fixed: bool,
}

impl AwardTerms {
    /// What nothing was declared for: whole cents, rounded down; fixed awards out of the tray.
    pub const DEFAULT: Self = Self {
        unit: Money::from_micros(MICROS_PER_CENT),
        rounding: Rounding::Down,
        deducts_fixed: false,
    };

    /// What a share of a displayed meter comes to. The whole is what is displayed, in whole cents, and is
    /// not rounded otherwise. `None` beyond the range of money.
    pub fn owed(&self, share: Rate, displayed: Money) -> Option<Money> {
        if share == Rate::ONE {
            return Some(displayed.floor_to_cent());
        }
        let unit = self.unit.micros().max(1);
        let product = i128::from(displayed.micros()) * i128::from(share.numerator());
        let units =
            self.rounding.divide(product, i128::from(share.denominator()) * i128::from(unit))?;
        i64::try_from(units * i128::from(unit)).ok().map(Money::from_micros)
    }
}

/// The longest odds against a progressive's largest prize unless an engagement says otherwise
/// (N.J.A.C. 13:69D-1.52(e)4: not longer than 100 million to 1).
pub const LONGEST_ODDS: u64 = 100_000_000;

/// Settings approved from some moment on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DatedApproval {
    /// The first moment.
    pub from: Timestamp,
    /// The same as the engagement writes it.
    pub written: String,
    /// The document that says so.
    pub document: String,
    /// All settings, as approved from then on.
    pub settings: LevelSettings,
    /// The progressive paytable from then on, where it is another one.
    pub paytable: Option<String>,
    /// Line of the engagement file.
    pub line: EngagementLine,
}

/// Settings of one level of a progressive.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LevelSettings {
    /// Base amount after a 100 % award.
    pub seed: Money,
    /// Share of each progressive wager that goes to the meter.
    pub contribution: Rate,
    /// Share of each progressive wager that goes to the reserve.
    pub reserve: Rate,
    /// Largest display, if any; contributions above it overflow.
    pub limit: Option<Money>,
    /// Contributions are cut down to a multiple of this; `None`: carried exactly.
    pub contribution_unit: Option<Money>,
    /// The display is the meter rounded down to a multiple of this (a cent unless declared).
    pub display_unit: Money,
    /// Where contributions above the limit go.
    pub overflow: Overflow,
}

/// Where what the limit of a meter cuts off goes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Overflow {
    /// Not declared: it cannot be told.
    #[default]
    Undeclared,
    /// To the reserve of the level.
    Reserve,
    /// Back to the house.
    House,
    /// To the meter of the link of this name.
    Meter(CompactString),
}
