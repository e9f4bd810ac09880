//! Whether a posted aggregate payout limit is lawful on a gaming day, by every rule pack that speaks of it.
//!
//! WAC 230-15-490, both versions. Their numbers and dates are the pack's; what they are multiplied with is
//! here. One limit for all players of a deal is at least the largest wager times the smaller of the highest odds
//! and the pack's. While each player had a limit, that was at least the same, and at least the smallest required
//! wager times the highest odds; the table's was at least so many times as much.

use feltproof_engine::{Banked, TableRules};
use feltproof_model::engagement::{PostedLimit, Table};
use feltproof_model::{Date, Money, Rate, Rounding, Sum, Wager};
use feltproof_record::Cuts;
use feltproof_regs::{Decision, Limit, Pack, Quantity, Role, Verdict, limits_by_role};

/// What the law makes of a posted aggregate limit on a gaming day; the later ones outweigh the others.
pub(crate) enum Lawful {
    /// No pack speaks of it: it cuts what is owed as it is posted.
    NotRequested,
    /// It is.
    Yes,
    /// It cannot be told, with the reason.
    Open(String),
    /// It is not.
    No {
        /// Id of the pack by which it is not.
        pack: String,
        /// What would be, in words.
        expected: String,
        /// By which law, in words.
        law: String,
    },
}

impl Lawful {
    const fn weight(&self) -> u8 {
        match self {
            Self::NotRequested => 0,
            Self::Yes => 1,
            Self::Open(_) => 2,
            Self::No { .. } => 3,
        }
    }
}

/// A posted aggregate limit.
#[derive(Clone, Copy)]
pub(crate) struct Posted<'a> {
    pub(crate) table: &'a Table,
    pub(crate) rules: &'a TableRules,
    pub(crate) wager: Wager,
    pub(crate) limit: Money,
}

pub(crate) fn posted<'a>(
    table: &'a Table,
    rules: &'a TableRules,
) -> impl Iterator<Item = Posted<'a>> {
    let all = table.aggregate.iter();
    all.map(move |(wager, limit)| Posted { table, rules, wager: *wager, limit: *limit })
}

/// What the packs make of a posted aggregate limit on a day; the law is of games the house banks.
pub(crate) fn judge(packs: &[Pack], posted: Posted<'_>, date: Date) -> Lawful {
    if posted.rules.banked() == Banked::Player {
        return Lawful::NotRequested;
    }
    limits_by_role(packs, Role::AggregateOdds)
        .map(|(pack, odds)| judge_by(pack, odds, posted, date))
        .fold(
            Lawful::NotRequested,
            |most, next| if next.weight() > most.weight() { next } else { most },
        )
}

/// Which limits of a table cut nothing on a day, or may.
pub(crate) fn cuts(packs: &[Pack], table: &Table, rules: &TableRules, date: Date) -> Cuts {
    let mut cuts = Cuts::default();
    for posted in posted(table, rules) {
        match judge(packs, posted, date) {
            Lawful::NotRequested | Lawful::Yes => {}
            Lawful::Open(_) => cuts.open = cuts.open.with(posted.wager),
            Lawful::No { .. } => cuts.none = cuts.none.with(posted.wager),
        }
    }
    cuts
}

fn judge_by(pack: &Pack, odds: &Limit, posted: Posted<'_>, date: Date) -> Lawful {
    let Posted { table, rules, wager, .. } = posted;
    let (factor, evidence) = match odds.on(date) {
        Decision::InForce { value: Quantity::Odds(factor), evidence, .. } => (factor, evidence),
        // Repealed, not unknown.
        Decision::NotInForce { .. }
            if odds.values.first().is_some_and(|first| first.since.earliest() <= date) =>
        {
            return Lawful::NotRequested;
        }
        said => return Lawful::Open(said.to_string()),
    };
    // Every seat and the dealer.
    let hands = table.seats + 1;
    let paytable = rules.paytable(wager);
    let Some((paytable, highest)) = paytable.and_then(|p| Some((p, p.highest_odds(hands)?))) else {
        return Lawful::Open(format!("no odds of {wager} at table {} are known", table.id));
    };
    let least = pack.on(Role::AggregateHighestOdds, date);
    let beyond = || Lawful::Open(format!("the odds of {} are beyond what is counted", paytable.id));
    let Ok(whole) = u32::try_from(highest.numerator() / highest.denominator()) else {
        return beyond();
    };
    match least.judge(Quantity::Odds(whole)) {
        Verdict::Violates => {
            let of = &paytable.id;
            let law = format!("by {least} on {date}, and {of} pays {} at most", to_one(highest));
            return Lawful::No {
                pack: pack.id.clone(),
                expected: "no aggregate limit".to_owned(),
                law,
            };
        }
        Verdict::NotDecidable { reason } if least.is_in_force() => return Lawful::Open(reason),
        Verdict::Holds | Verdict::NotDecidable { .. } => {}
    }
    let players = match pack.on(Role::AggregatePlayers, date) {
        Decision::InForce { value: Quantity::Players(players), .. } => Some(players),
        Decision::NotInForce { .. } => None,
        said => return Lawful::Open(said.to_string()),
    };
    let Some(bounds) = table.posted.iter().find(|bounds| bounds.wager == wager) else {
        return Lawful::Open(format!(
            "the engagement posts no largest {wager} at table {}, of which {} makes the floor",
            table.id, odds.citation
        ));
    };
    let floor = Floor { bounds, highest, factor, players };
    let Some((floor_micros, denominator)) = floor.micros() else { return beyond() };
    if i128::from(posted.limit.micros()) * denominator >= floor_micros {
        return Lawful::Yes;
    }
    let least = Rounding::Up.divide(floor_micros, denominator).unwrap_or(floor_micros);
    Lawful::No {
        pack: pack.id.clone(),
        expected: format!("at least {}", Sum::from_micros(least)),
        law: format!(
            "by {} on {date} (evidence {evidence}) it is at least {}: {}",
            odds.citation,
            floor.in_words(),
            Sum::from_micros(least)
        ),
    }
}

struct Floor<'a> {
    bounds: &'a PostedLimit,
    highest: Rate,
    factor: u32,
    players: Option<u32>,
}

impl Floor<'_> {
    /// Micro-dollars, as numerator and denominator; `None` beyond 128 bits.
    fn micros(&self) -> Option<(i128, i128)> {
        let [num, den] = [self.highest.numerator(), self.highest.denominator()].map(i128::from);
        let [max, min] = [self.bounds.max, self.bounds.min].map(|m| i128::from(m.micros()));
        let of_largest = max * num.min(i128::from(self.factor) * den);
        let floor = match self.players {
            None => of_largest,
            Some(players) => of_largest.max(min * num).checked_mul(players.into())?,
        };
        Some((floor, den))
    }

    fn in_words(&self) -> String {
        let PostedLimit { min, max, .. } = *self.bounds;
        let highest = to_one(self.highest);
        let of_largest = format!(
            "the largest wager of {max} times the smaller of the highest odds, {highest}, and {} to 1",
            self.factor
        );
        match self.players {
            None => of_largest,
            Some(players) => format!(
                "{players} times the limit of a player, which is at least {of_largest}, and at least the \
                 smallest required wager of {min} times {highest}"
            ),
        }
    }
}

/// `50 to 1`, `3 to 2`.
fn to_one(odds: Rate) -> String {
    format!("{} to {}", odds.numerator(), odds.denominator())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// By hand: $100.00 at 50 to 1 is $5,000.00, of six players $30,000.00. Odds as large as a number may be are beyond
    /// what 128 bits count, and no floor is made up for them.
    #[test]
    fn a_floor_beyond_128_bits_is_none() {
        let money = |text: &str| Money::parse(text.as_bytes()).unwrap();
        let odds = |of| Rate::new(of, 1).unwrap();
        let floor = |[min, max]: [&str; 2], highest, factor, players| {
            let [min, max] = [min, max].map(money);
            let bounds = PostedLimit { wager: Wager::QueensUp, min, max };
            Floor { bounds: &bounds, highest, factor, players }.micros()
        };
        let posted = ["5", "100"];
        assert_eq!(floor(posted, odds(50), 50, Some(6)), Some((30_000_000_000, 1)));
        assert_eq!(floor(posted, odds(50), 40, None), Some((4_000_000_000, 1)));
        let largest = ["1000000000"; 2];
        assert_eq!(floor(largest, odds(i64::MAX), u32::MAX, Some(u32::MAX)), None);
        assert!(floor(largest, odds(i64::MAX), u32::MAX, None).is_some());
    }
}
