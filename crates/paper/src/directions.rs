//! What the exceptions add up to, by the party that a difference favours.

use crate::words::dollars;
use feltproof_model::workpaper::{CheckResult, Workpaper};

/// Sums over all checks, in micro-dollars. What two checks see of one event stands in both.
pub struct Directions {
    /// In favour of players.
    pub players_micros: i128,
    /// In favour of the house.
    pub house_micros: i128,
    /// In favour of progressive funds.
    pub fund_micros: i128,
}

impl Directions {
    /// Of a workpaper.
    pub fn of(w: &Workpaper) -> Self {
        let sum =
            |of: fn(&CheckResult) -> i128| w.checks.iter().map(of).fold(0, i128::saturating_add);
        Self {
            players_micros: sum(|check| check.over_micros),
            house_micros: sum(|check| check.under_micros),
            fund_micros: sum(|check| check.fund_micros),
        }
    }

    /// `$2,695.42 in favour of players, $283.67 in favour of the house`; `None` where there is no money.
    pub fn in_words(&self) -> Option<String> {
        let parties = [
            (self.players_micros, "players"),
            (self.house_micros, "the house"),
            (self.fund_micros, "progressive funds"),
        ];
        let some = parties.iter().filter(|(micros, _)| *micros != 0);
        let some: Vec<String> = some
            .map(|(micros, party)| format!("{} in favour of {party}", dollars(*micros)))
            .collect();
        (!some.is_empty()).then(|| some.join(", "))
    }
}
