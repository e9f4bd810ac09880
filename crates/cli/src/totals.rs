//! Carries the wagers that checks tested, and those that none did, from the audit to `analysis`.

use feltproof_analysis::{Names, Partial, variance};
use feltproof_checks::{Observer, SettledWagers};
use feltproof_model::Engagement;
use feltproof_model::workpaper::VarianceGroup;

/// Totals of paid against owed, as they come.
#[derive(Default)]
pub(crate) struct Totals(Partial);

impl Observer for Totals {
    fn settled(&mut self, round: &SettledWagers<'_>) {
        let block = self.0.block(round.table, round.day, round.dealer);
        for w in round.wagers {
            block.add(w.seat, w.wager, w.staked, w.owed, w.paid);
        }
        for (seat, wager) in round.untested {
            block.add_untested(*seat, *wager);
        }
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
