//! The rows of the compliance matrix: every version of every control that applies on a day of the audit, or may.

use crate::totals::Audited;
use feltproof_checks::Scope;
use feltproof_engine::{Banked, TableRules};
use feltproof_model::Date;
use feltproof_model::engagement::Table;
use feltproof_regs::{Applies, Control, Pack, Version};
use std::collections::BTreeSet;

/// A version of a control with the days of the audit on which it applies, or may; of a control that applies on none of
/// them the last version, with no days.
pub(crate) struct Row<'s> {
    pub(crate) pack: &'s Pack,
    pub(crate) control: &'s Control,
    pub(crate) at: usize,
    /// Ascending.
    pub(crate) dates: Vec<Date>,
    is_last: bool,
}

impl<'s> Row<'s> {
    pub(crate) fn version(&self) -> &'s Version {
        &self.control.versions[self.at]
    }

    pub(crate) fn id(&self) -> &'s str {
        &self.control.id
    }

    pub(crate) fn is_answered_by(&self, code: &str) -> bool {
        self.version().checks.iter().any(|check| check == code)
    }

    /// Whether what is so on a day falls under it; what stands for the whole audit falls under its control once.
    pub(crate) fn covers(&self, day: Option<Date>) -> bool {
        day.map_or(self.is_last, |day| self.dates.binary_search(&day).is_ok())
    }
}

/// All of them, in the order of the packs and their controls.
pub(crate) fn rows<'s>(scope: &'s Scope, outcome: &Audited) -> Vec<Row<'s>> {
    let dates = dates(scope, outcome);
    let packs = scope.law.packs.iter();
    let controls = packs.flat_map(|pack| pack.controls.iter().map(move |control| (pack, control)));
    let none = BTreeSet::new();
    let days = |control| if is_of_a_table(scope, control) { &dates } else { &none };
    controls.flat_map(|(pack, control)| rows_of(pack, control, days(control))).collect()
}

/// Whether a control is of the game of any table; of games that nobody plays here nothing is demanded.
fn is_of_a_table(scope: &Scope, control: &Control) -> bool {
    let is_of = |(table, rules): (&Table, &TableRules)| {
        control.is_of(&table.game, rules.banked() == Banked::Player)
    };
    control.only_of().is_empty() || scope.tables().any(is_of)
}

fn rows_of<'s>(
    pack: &'s Pack,
    control: &'s Control,
    dates: &BTreeSet<Date>,
) -> impl Iterator<Item = Row<'s>> + use<'s> {
    let applying = |at: usize| {
        let applies = |date: &&Date| control.applies(at, **date) > Applies::No;
        (at, dates.iter().filter(applies).copied().collect::<Vec<Date>>())
    };
    let all = (0..control.versions.len()).map(applying);
    let mut of_days: Vec<_> = all.filter(|(_, dates)| !dates.is_empty()).collect();
    if of_days.is_empty() {
        of_days.extend(control.versions.len().checked_sub(1).map(|last| (last, Vec::new())));
    }
    let count = of_days.len();
    assert!(count > 0, "control {} has no version", control.id);
    let of_days = of_days.into_iter().enumerate();
    of_days.map(move |(n, (at, dates))| Row { pack, control, at, dates, is_last: n + 1 == count })
}

/// The days that the audited gaming days are named after, and those after midnight on which anything was tested.
fn dates(scope: &Scope, outcome: &Audited) -> BTreeSet<Date> {
    let counted = outcome.checks.iter().flat_map(|check| &check.by_date);
    let counted = counted.filter_map(|of| of.date);
    scope.engagement.days.iter().map(|day| day.date).chain(counted).collect()
}
