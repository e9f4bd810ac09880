//! Carries the wagers that checks tested, and those that none did, from the audit to `analysis`.

use crate::played;
use feltproof_analysis::{
    AnalysisError, Differences, Explainer, Names, Partial, Sheets, holds, trends, variance,
};
use feltproof_checks::{AuditOutcome, Observer, Scope, SettledWagers, by_code};
use feltproof_model::analysis::Analysis;
use feltproof_model::workpaper::VarianceGroup;
use feltproof_model::{AmountColumn, Cause, CauseKey, Engagement, Recorded, Wager};

/// What an audit comes to, with the totals of its wagers.
pub(crate) type Audited = AuditOutcome<Totals>;

/// Totals of paid against owed, as they come.
#[derive(Default)]
pub struct Totals(Partial);

impl Observer for Totals {
    fn settled(&mut self, round: &SettledWagers<'_>) {
        let block = self.0.block(round.table, round.day, round.dealer);
        for w in round.wagers {
            block.add(w.seat, w.wager, w.staked, w.owed, w.paid);
        }
        for (seat, wager) in round.untested {
            block.add_untested(*seat, *wager);
        }
        played::add(block, round);
    }

    fn merge(&mut self, other: Self) {
        let mine = std::mem::take(&mut self.0);
        self.0 = mine.merge(other.0);
    }
}

impl Totals {
    /// How many dealers the rounds so far name.
    #[must_use]
    pub const fn dealers(&self) -> usize {
        self.0.dealers()
    }

    /// Results of wagers beside their expectation, and trends.
    pub(crate) fn analysis(
        &self,
        scope: &Scope,
        recorded: &Recorded,
        causes: &[Cause],
        differences: &Differences,
    ) -> Result<Analysis, AnalysisError> {
        let names = Names::of(&scope.engagement);
        let lacking = recorded.stakes_missing.iter().chain(&recorded.returned_missing);
        // What is paid beside the Ante without a stake of its own.
        let bonus = Some(Wager::AnteBonus).filter(|bonus| !scope.has_returned(*bonus));
        let sheets = Sheets {
            tables: &scope.engagement.tables,
            rules: &scope.rules,
            games: &scope.games,
            unrecorded: &lacking.copied().chain(bonus).collect::<Vec<_>>(),
            misread: &misread(causes),
        };
        Ok(Analysis {
            holds: holds(&self.0, &names, sheets)?,
            trends: trends(&self.0, &names)?,
            restitution: differences.restitution(),
            causes: differences.causes(|code, key| explainer(causes, code, key))?,
        })
    }

    /// Summed up by table, dealer, seat, gaming day and wager.
    pub(crate) fn variance(
        &self,
        engagement: &Engagement,
    ) -> Result<Vec<VarianceGroup>, AnalysisError> {
        variance(&self.0, &Names::of(engagement))
    }
}

/// What explains an exception: its cause, or its check.
fn explainer(causes: &[Cause], code: &'static str, key: Option<CauseKey>) -> Explainer {
    let is_of = |cause: &Cause| key.is_some_and(|key| cause.keys.contains(&key));
    let cause = causes.iter().position(is_of);
    match cause.and_then(|at| causes.get(at)) {
        Some(of) => {
            let code = of.explains.first().map_or(code, |most| most.code);
            Explainer { code, cause, title: of.title.clone() }
        }
        None => {
            let title = by_code(code).map_or(code, |check| check.title);
            Explainer { code, cause: None, title: title.to_owned() }
        }
    }
}

/// Wagers of which a column has amounts in another unit.
fn misread(causes: &[Cause]) -> Vec<Wager> {
    let columns = causes.iter().flat_map(|cause| &cause.keys).filter_map(|key| match key {
        CauseKey::Unit { column, .. } => Some(*column),
        CauseKey::Rate { .. }
        | CauseKey::Paytable { .. }
        | CauseKey::Feeds { .. }
        | CauseKey::Overflow { .. }
        | CauseKey::Award { .. }
        | CauseKey::ClockNotSet { .. }
        | CauseKey::Apart { .. }
        | CauseKey::Dispensed
        | CauseKey::Stake { .. }
        | CauseKey::Cards { .. } => None,
    });
    let wagers = columns.flat_map(|column| match column {
        AmountColumn::AllOfHands => Wager::ALL.to_vec(),
        AmountColumn::Stake(wager) | AmountColumn::Returned(wager) => vec![wager],
        AmountColumn::Amount | AmountColumn::Display | AmountColumn::Reserve => Vec::new(),
    });
    wagers.collect()
}
