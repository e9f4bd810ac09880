//! Which posted aggregate limits cut what is owed on which calendar day, as is decided elsewhere. A round
//! is settled without those that cut nothing, and both ways where that cannot be told: each is of one
//! wager, so two ways tell of all.

use feltproof_engine::{SettledHand, TableRules};
use feltproof_model::{Money, Wager, WagerSet};

/// What becomes of the posted aggregate limits of a table on a calendar day.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cuts {
    /// Side bets whose limit cuts nothing: payouts are owed in full.
    pub none: WagerSet,
    /// Side bets of which it cannot be told whether their limit cuts anything.
    pub open: WagerSet,
}

/// Consecutive calendar days on which the limits of a table cut alike.
pub(crate) struct DaysAlike {
    /// The first of them, by its place in the calendar of the audit.
    pub(crate) first: usize,
    pub(crate) cuts: Cuts,
    /// The rules of the table then, without the limits that cut nothing.
    pub(crate) rules: TableRules,
    /// The same without those of which it cannot be told either; `None` where there are none.
    pub(crate) without_open: Option<TableRules>,
}

/// The calendar days of a table that are alike, in order, by what `cuts` says of each calendar day; empty where every limit cuts on all.
pub(crate) fn days_alike(rules: &TableRules, cuts: impl Iterator<Item = Cuts>) -> Vec<DaysAlike> {
    let mut all: Vec<DaysAlike> = Vec::new();
    for (first, cuts) in cuts.enumerate() {
        if all.last().is_some_and(|last| last.cuts == cuts) {
            continue;
        }
        let rules = rules.clone().without_aggregate(cuts.none);
        let without = |cut| rules.clone().without_aggregate(cut);
        let without_open = (!cuts.open.is_empty()).then(|| without(cuts.open));
        all.push(DaysAlike { first, cuts, rules, without_open });
    }
    let cut_always = all.iter().all(|days| days.cuts == Cuts::default());
    if cut_always { Vec::new() } else { all }
}

/// Leaves open in `hands` what is owed otherwise in `other`, the same round without the limits in
/// question; says which wagers of each hand.
pub(crate) fn leave_open(hands: &mut [SettledHand], other: &[SettledHand]) -> Vec<WagerSet> {
    let opened = hands.iter_mut().zip(other).map(|(hand, other)| {
        let mut open = WagerSet::EMPTY;
        for wager in Wager::ALL {
            let (here, there) = (hand.testable.contains(wager), other.testable.contains(wager));
            if here == there && hand.owed[wager] == other.owed[wager] {
                continue;
            }
            open = open.with(wager);
            hand.testable = hand.testable.without(wager);
            hand.owed[wager] = Money::ZERO;
            hand.cut_by_aggregate = hand.cut_by_aggregate.without(wager);
        }
        open
    });
    opened.collect()
}
