//! What is shown of a pack: all of it, or what applies on a day, or may.

use crate::control::{Applies, Control, ControlStatus, Dated, Version, applies};
use crate::decision::Decision;
use crate::limit::Limit;
use crate::pack::Pack;
use crate::quantity::DatedValue;
use crate::reason::{Reason, ReasonVersion};
use feltproof_model::Date;

fn shown<V: Dated>(versions: &[V], on: Option<Date>) -> impl Iterator<Item = (usize, &V, Applies)> {
    let applies = move |at| on.map_or(Applies::Yes, |date| applies(versions, at, date));
    let all = versions.iter().enumerate().map(move |(at, version)| (at, version, applies(at)));
    all.filter(|(.., applies)| *applies > Applies::No)
}

impl Control {
    /// The versions shown, with their places and whether they apply.
    pub fn shown(&self, on: Option<Date>) -> impl Iterator<Item = (usize, &Version, Applies)> {
        shown(&self.versions, on)
    }
}

impl Reason {
    /// The versions shown, with their places and whether they apply.
    pub fn shown(
        &self,
        on: Option<Date>,
    ) -> impl Iterator<Item = (usize, &ReasonVersion, Applies)> {
        shown(&self.versions, on)
    }
}

impl Limit {
    /// What it says on a day, in a word.
    pub fn state(&self, date: Date) -> &'static str {
        match self.on(date) {
            Decision::InForce { .. } => "in force",
            Decision::Undecided { .. } => "not decidable",
            Decision::NotInForce { .. } if self.possible_on(date).values.is_empty() => "not known",
            Decision::NotInForce { .. } => "no such limit",
        }
    }

    /// The values shown.
    pub fn shown(&self, on: Option<Date>) -> &[DatedValue] {
        on.map_or(&self.values, |date| self.possible_on(date).values)
    }
}

impl Pack {
    /// How many controls have each status, by the latest version of each that is shown.
    pub fn statuses(&self, on: Option<Date>) -> [usize; 3] {
        let latest = |control: &Control| control.shown(on).last().map(|(_, of, _)| of.status);
        let all: Vec<ControlStatus> = self.controls.iter().filter_map(latest).collect();
        ControlStatus::ALL.map(|status| all.iter().filter(|other| **other == status).count())
    }

    /// How many limits say something on a day, or may.
    pub fn limits_shown(&self, on: Option<Date>) -> usize {
        let says = |limit: &&Limit| {
            on.is_none_or(|date| ["in force", "not decidable"].contains(&limit.state(date)))
        };
        self.limits.iter().filter(says).count()
    }
}
