//! Carries the wagers that checks tested, and those that none did, from the audit to `analysis`.

use feltproof_analysis::{Names, Partial, variance};
use feltproof_checks::{Observer, SettledWager, SettledWagers, explained};
use feltproof_engine::HandRank;
use feltproof_model::engagement::JournalKind;
use feltproof_model::workpaper::VarianceGroup;
use feltproof_model::{Engagement, Wager};
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
            let reason = explained(all.round, w.row, w.wager, w.owed);
            self.settlements.push(settlement(all, w), &reason);
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
    /// Summed up by table, dealer, seat, gaming day and wager.
    pub(crate) fn variance(self, engagement: &Engagement) -> Result<Vec<VarianceGroup>, String> {
        variance(&self.0, &Names::of(engagement)).map_err(|e| e.to_string())
    }
}
