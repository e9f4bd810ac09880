//! Carries settled wagers from the audit to the totals of `verdict` and, with their reasons, to `settlements.parquet`.

use feltproof_checks::{Observer, RoundCase, SettledWager, SettledWagers, explain};
use feltproof_engine::HandRank;
use feltproof_model::engagement::JournalKind;
use feltproof_model::{Money, Wager};
use feltproof_report::{Settlement, Settlements};
use feltproof_verdict::Totals;

/// What an audit observes: totals, and where they are wanted the settled wagers themselves.
pub(crate) trait Observed: Observer {
    /// Those seen since the last time.
    fn settlements(&mut self) -> Settlements;
    /// How many dealers the rounds so far name.
    fn dealers(&self) -> usize;
    /// The totals alone.
    fn totals(self) -> Totals;
}

impl Observed for Totals {
    fn settlements(&mut self) -> Settlements {
        Settlements::default()
    }

    fn dealers(&self) -> usize {
        Self::dealers(self)
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
        for w in self.order.iter().map(|(_, at)| &all.wagers[*at]) {
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

    fn dealers(&self) -> usize {
        self.totals.dealers()
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
