//! Carries the wagers that checks tested, and those that none did, from the audit to `analysis`.

use crate::played;
use feltproof_analysis::{Differences, Explainer, Names, Partial, Sheets, holds, trends, variance};
use feltproof_checks::{Observer, RoundCase, Scope, SettledWager, SettledWagers, by_code, explain};
use feltproof_engine::HandRank;
use feltproof_model::analysis::Analysis;
use feltproof_model::engagement::JournalKind;
use feltproof_model::workpaper::VarianceGroup;
use feltproof_model::{AmountColumn, Cause, CauseKey, Engagement, Money, Recorded, Wager};
use feltproof_report::{Settlement, Settlements};

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
        played::add(block, round);
    }

    fn merge(&mut self, other: Self) {
        let mine = std::mem::take(&mut self.0);
        self.0 = mine.merge(other.0);
    }
}

/// What an audit observes: totals, and where they are wanted the settled wagers themselves.
pub(crate) trait Observed: Observer {
    /// Those seen since the last time.
    fn settlements(&mut self) -> Settlements;
    /// The totals alone.
    fn totals(self) -> Totals;
}

impl Observed for Totals {
    fn settlements(&mut self) -> Settlements {
        Settlements::default()
    }

    fn totals(self) -> Totals {
        self
    }
}

/// Totals, and every settled wager with its reason.
#[derive(Default)]
pub(crate) struct Settled {
    totals: Totals,
    settlements: Settlements,
    /// The places of the wagers of a round, in the order of its rows.
    order: Vec<(usize, usize)>,
}

impl Observer for Settled {
    fn settled(&mut self, all: &SettledWagers<'_>) {
        self.totals.settled(all);
        let is_one = |w: &SettledWager| {
            let is_empty = w.staked.is_zero() && w.owed.is_zero() && w.paid.is_zero();
            !is_empty && w.wager != Wager::Bank
        };
        self.order.clear();
        let some = all.wagers.iter().enumerate().filter(|(_, w)| is_one(w));
        self.order.extend(some.map(|(at, w)| (w.row, at)));
        self.order.sort_unstable();
        for (_, at) in &self.order {
            let Some(w) = all.wagers.get(*at) else { continue };
            let w = SettledWager { owed: owed(all.round, w), ..*w };
            let reason = |text: &mut String| explain(all.round, w.row, w.wager, w.owed, text);
            self.settlements.push(settlement(all, &w), reason);
        }
    }

    fn merge(&mut self, other: Self) {
        self.totals.merge(other.totals);
        self.settlements.append(other.settlements);
    }
}

impl Observed for Settled {
    fn settlements(&mut self) -> Settlements {
        std::mem::take(&mut self.settlements)
    }

    fn totals(self) -> Totals {
        self.totals
    }
}

/// What is owed for a wager by itself. A hand of a void round is compared as a whole: in the sums, what one of its wagers
/// got too much makes up for what another got too little.
fn owed(round: &RoundCase<'_>, w: &SettledWager) -> Money {
    let alone = round.settled.get(w.row).filter(|_| round.is_void());
    alone.map_or(w.owed, |settled| settled.owed[w.wager])
}

fn settlement(all: &SettledWagers<'_>, w: &SettledWager) -> Settlement {
    let round = all.round;
    let row = round.rows.get(w.row);
    let category = |rank: HandRank| rank.category().title();
    Settlement {
        table: all.table,
        day: all.day,
        round: round.round,
        time: row.map_or(round.time, |row| row.time),
        dealer: all.dealer.clone(),
        seat: w.seat,
        wager: w.wager,
        staked: w.staked,
        paid: w.paid,
        owed: w.owed,
        hand: round.settled.get(w.row).and_then(|settled| settled.rank).map(category),
        against: round.outcome.dealer.map(category),
        locus: round.scope.locus(JournalKind::Hands, row.map_or(0, |row| row.line)),
    }
}

impl Totals {
    /// Results of wagers beside their expectation, and trends.
    pub(crate) fn analysis(
        &self,
        scope: &Scope,
        recorded: &Recorded,
        causes: &[Cause],
        differences: &Differences,
    ) -> Result<Analysis, String> {
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
        let holds = holds(&self.0, &names, sheets).map_err(|e| e.to_string())?;
        let trends = trends(&self.0, &names).map_err(|e| e.to_string())?;
        let restitution = differences.restitution();
        let causes = differences.causes(|code, key| explainer(causes, code, key));
        let causes = causes.map_err(|e| e.to_string())?;
        Ok(Analysis { holds, trends, restitution, causes })
    }

    /// Summed up by table, dealer, seat, gaming day and wager.
    pub(crate) fn variance(&self, engagement: &Engagement) -> Result<Vec<VarianceGroup>, String> {
        variance(&self.0, &Names::of(engagement)).map_err(|e| e.to_string())
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
        _ => None,
    });
    let wagers = columns.flat_map(|column| match column {
        AmountColumn::AllOfHands => Wager::ALL.to_vec(),
        AmountColumn::Stake(wager) | AmountColumn::Returned(wager) => vec![wager],
        AmountColumn::Amount | AmountColumn::Display | AmountColumn::Reserve => Vec::new(),
    });
    wagers.collect()
}
