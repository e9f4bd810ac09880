//! The cap on a single wager at a table, where the law gives a few tables a higher one.

use crate::decision::Decision;
use crate::limit::{Limit, Possible};
use crate::pack::Pack;
use crate::quantity::Role;
use feltproof_model::Date;

impl Pack {
    /// The limit on a single wager at a table on a day, and what it says. `higher_limit` is whether the table has the
    /// higher cap, where the engagement declares it; where it does not, only what both caps say alike is decided.
    pub fn single_wager(
        &self,
        date: Date,
        higher_limit: Option<bool>,
    ) -> Option<(&Limit, Decision)> {
        let all = self.limit(Role::SingleWager)?;
        let alone = || Some((all, all.on(date)));
        let Some(higher) = self.limit(Role::SingleWagerAtHigherLimit) else { return alone() };
        let possible = higher.possible_on(date);
        if higher_limit == Some(false) || !higher.on(date).is_in_force() {
            return alone();
        }
        let ends = possible.values.iter().any(|value| value.value.is_none());
        let is_certain = !possible.earlier_unknown && !ends;
        if higher_limit == Some(true) && is_certain {
            return Some((higher, higher.on(date)));
        }
        let unknown = match higher_limit {
            Some(_) => format!("which value of {} applies is not known", higher.citation_on(date)),
            None => "the engagement does not declare whether the table has it; write higher_limit = true or \
                     higher_limit = false at the table"
                .to_owned(),
        };
        let why = format!(
            "by {} some tables had a higher cap on {date}, and {unknown}",
            higher.citation_on(date)
        );
        Some((all, all.or(&possible, date, why)))
    }
}

impl Limit {
    /// What it says where other values may apply in the place of its own: only what all of them say alike is decided.
    fn or(&self, other: &Possible<'_>, date: Date, why: String) -> Decision {
        let own = self.possible_on(date);
        let others = other.values.iter().filter(|of| of.value.is_some());
        let values: Vec<_> = own.values.iter().chain(others).cloned().collect();
        let earlier_unknown = own.earlier_unknown;
        self.undecided_because(&Possible { earlier_unknown, values: &values }, why)
    }
}
