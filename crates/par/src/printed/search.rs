//! Readings of a figure found by search. Of the base game: ways to play by thresholds times what a figure of its kind can be
//! of. Of a bet on the player's own hand: from which hand on it wins. With so many tried a match proves little; where the
//! source prints another figure beside, a way has to give both.

use super::data::Quantity;
use super::printing::{Printing, gives};
use crate::sheet::{Counted, Printed, Ratio, Thresholds, ratio};
use feltproof_engine::game::{Odds, Paytable, Prize};
use feltproof_engine::{Category, HandRank};
use std::collections::BTreeMap;

/// What was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Search {
    /// Readings tried.
    pub tried: usize,
    /// How many of them give the printed figure, and the one beside it where there is one.
    pub giving: usize,
    /// That of them by which the player loses least.
    pub best: Option<Inferred>,
}

/// A reading that no source states.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Inferred {
    /// In words.
    pub reading: String,
    /// Its exact value.
    pub exact: Ratio,
    /// How it gives the printed figure.
    pub gives: Printing,
    /// The house edge of that way to play.
    pub house_edge: Ratio,
}

/// What figures of a kind can be of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// A share of rounds.
    Hits,
    /// A loss, for each Ante or for each unit of all wagers.
    Loss,
    /// What comes back of that.
    Payback,
}

impl Kind {
    /// The kind of a quantity of the base game; none for others.
    fn of(of: &Quantity) -> Option<Self> {
        let is_base = of.get("wager") == Some("ante");
        match of.get("quantity")? {
            "hit_frequency" | "any_wager_wins" if is_base => Some(Self::Hits),
            "house_edge" | "element_of_risk" if is_base => Some(Self::Loss),
            "payback" | "payback_of_all_wagers" if is_base => Some(Self::Payback),
            _ => None,
        }
    }
}

/// Whether readings of a quantity are searched for.
pub(super) fn is_searched(of: &Quantity) -> bool {
    Kind::of(of).is_some()
}

/// Tries ways to play with everything that a figure of this kind can be of: those that lose at most a quarter more than the
/// best of them, since nobody publishes a worse one. `beside` is the printed house edge that a way has to give too.
pub(super) fn search(
    of: &Quantity,
    printed: &Printed,
    beside: Option<&Printed>,
    thresholds: &Thresholds,
) -> Option<Search> {
    let kind = Kind::of(of)?;
    let mut found = Search { tried: 0, giving: 0, best: None };
    let all = thresholds.ways().into_iter().map(|way| (way, thresholds.play(way)));
    let all: Vec<_> = all.map(|(way, played)| (way, played.house_edge(), played)).collect();
    let most = all.iter().map(|(_, edge, _)| edge).min()? * ratio(5, 4);
    for (way, house_edge, played) in all.into_iter().filter(|(_, edge, _)| *edge <= most) {
        let is_beside = beside.is_none_or(|edge| gives(&house_edge, edge).is_some());
        let losses = || {
            [
                ("each Ante", house_edge.clone()),
                ("each unit of all wagers", played.element_of_risk()),
            ]
        };
        let values: Vec<(String, Ratio)> = match kind {
            Kind::Hits => Counted::ALL
                .into_iter()
                .flat_map(|counted| {
                    let rounds =
                        ["rounds", "rounds that stay in"].into_iter().zip(played.shares(counted));
                    rounds.map(move |(all, share)| {
                        (format!("share of {all} in which {}", words(counted)), share)
                    })
                })
                .collect(),
            Kind::Loss => losses().map(|(unit, loss)| (format!("loss for {unit}"), loss)).into(),
            Kind::Payback => losses()
                .map(|(unit, loss)| (format!("what comes back of {unit}"), ratio(1, 1) - loss))
                .into(),
        };
        found.tried += values.len();
        for (what, exact) in values {
            let Some(gives) = gives(&exact, printed).filter(|_| is_beside) else { continue };
            found.giving += 1;
            if found.best.as_ref().is_none_or(|best| house_edge < best.house_edge) {
                let reading = format!("{what}, where {}", way.in_words());
                let house_edge = house_edge.clone();
                found.best = Some(Inferred { reading, exact, gives, house_edge });
            }
        }
    }
    Some(found)
}

/// Tries readings of a figure of a bet on the player's own hand: that it wins from another kind of hand on than the paytable
/// says, and, for a share of hands, that a row of the paytable was left out. `hands` are all hands of five cards by rank.
pub(super) fn search_own_hand(
    of: &Quantity,
    printed: &Printed,
    table: &Paytable,
    hands: &BTreeMap<HandRank, u64>,
) -> Option<Search> {
    let all: u64 = hands.values().sum();
    let row = |rank: HandRank| table.rows.iter().position(|row| row.hand.includes(rank));
    let lowest = table.rows.len().checked_sub(1)?;
    let nets: Option<Vec<Ratio>> = table.rows.iter().map(|row| net_of(&row.prize)).collect();
    let nets = nets?;
    let share = |counts: &dyn Fn(HandRank) -> bool| {
        let counted = hands.iter().filter(|(rank, _)| counts(**rank));
        ratio(counted.map(|(_, count)| *count).sum::<u64>(), all)
    };
    let loss = |from: HandRank| {
        let net = |rank: HandRank| match (rank >= from, row(rank)) {
            (true, at) => nets.get(at.unwrap_or(lowest)).cloned().unwrap_or_default(),
            (false, _) => ratio(-1, 1),
        };
        let sum: Ratio = hands.iter().map(|(rank, count)| net(*rank) * ratio(*count, all)).sum();
        -sum
    };
    let mut values: Vec<(String, Ratio, HandRank)> = Vec::new();
    let mut before = String::new();
    let mut first = None;
    for rank in hands.keys().copied() {
        let kind = kind_of(rank);
        first = first.or(Some(rank).filter(|rank| row(*rank).is_some()));
        if kind == before || rank.category() == Category::HighCard {
            continue;
        }
        let value = match of.get("quantity")? {
            "hit_frequency" => (format!("share of hands from {kind} on"), share(&|r| r >= rank)),
            "house_edge" => (format!("loss where it wins from {kind} on"), loss(rank)),
            _ => return None,
        };
        values.push((value.0, value.1, rank));
        before = kind;
    }
    let first = first?;
    if of.get("quantity") == Some("hit_frequency") {
        for (at, left_out) in table.rows.iter().enumerate() {
            let others = |rank: HandRank| row(rank).is_some_and(|place| place != at);
            let what = format!("share of hands that win, but for {}", left_out.hand.title());
            values.push((what, share(&others), first));
        }
    }
    let tried = values.len();
    let giving: Vec<_> = values
        .into_iter()
        .filter_map(|(reading, exact, from)| {
            let gives = gives(&exact, printed)?;
            Some(Inferred { reading, exact, gives, house_edge: loss(from) })
        })
        .collect();
    Some(Search { tried, giving: giving.len(), best: giving.into_iter().next() })
}

/// What a row wins or loses of a stake; none for a share of a meter and for what goes by the number of hands.
fn net_of(prize: &Prize) -> Option<Ratio> {
    let Prize::Fixed(payout) = prize else { return None };
    let stake = i64::from(payout.odds == Odds::For);
    Some(ratio(payout.pays.numerator(), payout.pays.denominator()) - ratio(stake, 1))
}

/// A kind of hand: each pair by itself, every other category whole.
fn kind_of(rank: HandRank) -> String {
    let name = rank.describe();
    match (rank.category(), name.split(" with ").next()) {
        (Category::Pair, Some(pair)) => pair.to_owned(),
        (category, _) => category.title().to_owned(),
    }
}

const fn words(counted: Counted) -> &'static str {
    match counted {
        Counted::AllWin => "all wagers of the base game together win",
        Counted::NoneLost => "all wagers of the base game together lose nothing",
        Counted::AnteWins => "the Ante wins",
        Counted::PlayWins => "the Play (Raise) wins",
        Counted::SecondWins => "the second wager wins",
        Counted::AnyWins => "at least one wager of the base game wins",
    }
}
