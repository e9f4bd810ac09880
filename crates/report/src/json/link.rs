//! A progressive link of the engagement as `report.json` has it: its terms, as approved and as they run.

use super::named::RoundingName;
use feltproof_model::engagement::{LevelSettings, Link, Overflow};
use feltproof_model::{CompactString, Rate};
use feltproof_wire::{Dollars, Fraction, Text, list, object};

object! {
    /// A progressive link.
    pub(super) LinkTerms(l: &Link) {
        /// Its id.
        id: Text = (&l.id).into(),
        /// Its system.
        system: Text = (&l.system).into(),
        /// Its paytable.
        paytable: Text = (&l.paytable).into(),
        /// Where it runs.
        location: String = l.location.clone(),
        /// Name of its level.
        level: Text = (&l.level).into(),
        /// Share of each other level.
        shares: Vec<ShareOf> = list(&l.shares),
        /// One progressive wager.
        unit_dollars: Dollars = l.unit.into(),
        /// Awards from here on need an executive.
        executive_from_dollars: Dollars = l.executive_from.into(),
        /// The longest odds, one in so many.
        #[schemars(regex(pattern = "^[0-9]+(/[0-9]+)?$"))]
        longest_odds: String = l.longest_odds.to_string(),
        /// What an award is rounded to.
        award_unit_dollars: Dollars = l.awards.unit.into(),
        /// How.
        award_rounding: RoundingName = l.awards.rounding.into(),
        /// What the reserve is rounded to; null where it is not.
        reserve_unit_dollars: Option<Dollars> = l.reserve_unit.map(Dollars::from),
        /// What pays fixed awards.
        #[schemars(extend("enum" = ["meter", "tray"]))]
        fixed_awards: &'static str = if l.awards.deducts_fixed { "meter" } else { "tray" },
        /// Contribution of the system as delivered; null where not stated.
        preconfigured_contribution: Option<Fraction> =
            l.preconfigured_contribution.map(|rate| rate.to_string().into()),
        /// Settings as approved.
        approved: Settings = (&l.approved).into(),
        /// Settings as they run.
        running: Settings = (&l.running).into(),
    }

    /// The share of a level.
    ShareOf(of: &(CompactString, Rate)) {
        /// The level.
        level: Text = (&of.0).into(),
        share: Fraction = of.1.to_string().into(),
    }

    /// Settings of a progressive meter.
    Settings(s: &LevelSettings) {
        /// What the meter begins with.
        seed_dollars: Dollars = s.seed.into(),
        /// Share of a wager that goes to the meter.
        contribution: Fraction = s.contribution.to_string().into(),
        /// Share of a wager that goes to the reserve.
        reserve: Fraction = s.reserve.to_string().into(),
        /// Where the meter is cut off; null where it is not.
        limit_dollars: Option<Dollars> = s.limit.map(Dollars::from),
        /// Where what is cut off goes: `reserve`, `house` or the id of a link; null where not declared.
        overflow: Option<String> = match &s.overflow {
            Overflow::Undeclared => None,
            Overflow::Reserve => Some("reserve".to_owned()),
            Overflow::House => Some("house".to_owned()),
            Overflow::Meter(link) => Some(link.to_string()),
        },
        /// What a contribution is rounded to; null where it is not.
        contribution_unit_dollars: Option<Dollars> = s.contribution_unit.map(Dollars::from),
        /// What the display shows at least.
        display_unit_dollars: Dollars = s.display_unit.into(),
    }
}
