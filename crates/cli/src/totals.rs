//! Carries settled wagers from the audit to `analysis`.

use feltproof_analysis::{Cell, Names, Partial, variance};
use feltproof_checks::{Observer, SettledWager};
use feltproof_model::Engagement;
use feltproof_model::workpaper::VarianceGroup;

/// Totals of paid against owed, as they come.
#[derive(Default)]
pub(crate) struct Totals(Partial);

impl Observer for Totals {
    fn settled(&mut self, wager: &SettledWager<'_>) {
        let cell = Cell {
            table: wager.table,
            dealer: wager.dealer,
            seat: wager.seat,
            day: wager.day,
            wager: wager.wager,
        };
        self.0.add(&cell, wager.staked, wager.owed, wager.paid);
    }

    fn merge(&mut self, other: Self) {
        let mine = std::mem::take(&mut self.0);
        self.0 = mine.merge(other.0);
    }
}

impl Totals {
    /// Summed up by table, dealer, seat, gaming day and wager.
    pub(crate) fn variance(self, engagement: &Engagement) -> Result<Vec<VarianceGroup>, String> {
        variance(&self.0, &Names::of(engagement)).map_err(|e| e.to_string())
    }
}
