//! A progressive link of the engagement as `report.json` has it: its terms, as approved and as they run.

use super::named::RoundingName;
use feltproof_model::engagement::{LevelSettings, Link, Overflow};
use feltproof_model::{CompactString, Rate};
use feltproof_wire::{Dollars, Fraction, Text, list, object};

object! {
    /// A progressive link.
    pub(super) LinkTerms(l: &Link) {
        id: Text = (&l.id).into() => "Its id.",
        system: Text = (&l.system).into() => "Its system.",
        paytable: Text = (&l.paytable).into() => "Its paytable.",
        location: String = l.location.clone() => "Where it runs.",
        level: Text = (&l.level).into() => "Name of its level.",
        shares: Vec<ShareOf> = list(&l.shares) => "Share of each other level.",
        unit_dollars: Dollars = l.unit.into() => "One progressive wager.",
        executive_from_dollars: Dollars = l.executive_from.into()
            => "Awards from here on need an executive.",
        #[schemars(regex(pattern = "^[0-9]+(/[0-9]+)?$"))]
        longest_odds: String = l.longest_odds.to_string() => "The longest odds, one in so many.",
        award_unit_dollars: Dollars = l.awards.unit.into() => "What an award is rounded to.",
        award_rounding: RoundingName = l.awards.rounding.into() => "How.",
        reserve_unit_dollars: Option<Dollars> = l.reserve_unit.map(Dollars::from)
            => "What the reserve is rounded to; null where it is not.",
        #[schemars(extend("enum" = ["meter", "tray"]))]
        fixed_awards: &'static str = if l.awards.deducts_fixed { "meter" } else { "tray" }
            => "What pays fixed awards.",
        preconfigured_contribution: Option<Fraction> =
            l.preconfigured_contribution.map(|rate| rate.to_string().into())
            => "Contribution of the system as delivered; null where not stated.",
        approved: Settings = (&l.approved).into() => "Settings as approved.",
        running: Settings = (&l.running).into() => "Settings as they run.",
    }

    /// The share of a level.
    ShareOf(of: &(CompactString, Rate)) {
        level: Text = (&of.0).into() => "The level.",
        share: Fraction = of.1.to_string().into(),
    }

    /// Settings of a progressive meter.
    Settings(s: &LevelSettings) {
        seed_dollars: Dollars = s.seed.into() => "What the meter begins with.",
        contribution: Fraction = s.contribution.to_string().into()
            => "Share of a wager that goes to the meter.",
        reserve: Fraction = s.reserve.to_string().into()
            => "Share of a wager that goes to the reserve.",
        limit_dollars: Option<Dollars> = s.limit.map(Dollars::from)
            => "Where the meter is cut off; null where it is not.",
        overflow: Option<String> = match &s.overflow {
            Overflow::Undeclared => None,
            Overflow::Reserve => Some("reserve".to_owned()),
            Overflow::House => Some("house".to_owned()),
            Overflow::Meter(link) => Some(link.to_string()),
        }
            => "Where what is cut off goes: `reserve`, `house` or the id of a link; null where not declared.",
        contribution_unit_dollars: Option<Dollars> = s.contribution_unit.map(Dollars::from)
            => "What a contribution is rounded to; null where it is not.",
        display_unit_dollars: Dollars = s.display_unit.into() => "What the display shows at least.",
    }
}
