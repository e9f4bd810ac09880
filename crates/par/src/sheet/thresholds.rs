//! The base game of a player who goes by thresholds alone, for every pair of thresholds: what each such way to play comes
//! to, out of one count of the deals.
//!
//! A hand below the first threshold is folded, one from the second on makes the largest permitted Play (Raise), and what
//! lies between makes the least. Thresholds are ranks that hands of five cards have.

use super::SheetError;
use super::base_rules::{BaseRules, SHOWDOWNS};
use super::exact::{Ratio, ratio};
use super::plan::{five, six};
use super::readings::Readings;
use super::tally::Sight;
use crate::count::{five_against_five, five_against_six};
use feltproof_engine::{Category, Game, HandRank};
use num_bigint::BigInt;
use std::collections::BTreeMap;

/// What a round of the base game can be counted for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Counted {
    /// All wagers together come to more than nothing.
    AllWin,
    /// All wagers together lose nothing.
    NoneLost,
    /// The Ante wins.
    AnteWins,
    /// The Play (Raise) wins.
    PlayWins,
    /// The second wager wins.
    SecondWins,
    /// At least one of them wins.
    AnyWins,
}

impl Counted {
    pub(crate) const ALL: [Self; 6] = [
        Self::AllWin,
        Self::NoneLost,
        Self::AnteWins,
        Self::PlayWins,
        Self::SecondWins,
        Self::AnyWins,
    ];
}

/// Sums over hands that are decided alike.
#[derive(Clone, Copy, Debug, Default)]
struct Sums {
    /// Rounds, by [`Counted`].
    rounds: [i128; Counted::ALL.len()],
    /// What all wagers come to, in scaled units.
    net: i128,
    /// Antes that the Play (Raise) puts on the table.
    played: i128,
    /// Rounds that stay in.
    stays: i128,
}

impl Sums {
    fn plus(mut self, other: &Self, times: i128) -> Self {
        self.rounds.iter_mut().zip(other.rounds).for_each(|(sum, more)| *sum += times * more);
        self.net += times * other.net;
        self.played += times * other.played;
        self.stays += times * other.stays;
        self
    }
}

/// What all hands below each rank come to, by how they are decided: folded, the least Play, the largest.
pub(crate) struct Thresholds {
    scale: i64,
    mandatory: i64,
    deals: i128,
    /// Every rank, ascending, with the sums of the hands below it.
    below: Vec<(HandRank, [Sums; 3])>,
    whole: [Sums; 3],
    /// Places of the first hands of each pair, as far as it makes a difference whether they raise.
    raises_from: Vec<usize>,
}

/// A way to play, by the places of its thresholds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Way {
    /// The lowest hand that stays in.
    pub(crate) from: HandRank,
    /// The lowest hand that makes the largest permitted Play (Raise); none ever does where there is none.
    pub(crate) raises: Option<HandRank>,
    at: usize,
    raises_at: usize,
}

/// What a way to play comes to.
pub(crate) struct Played<'t> {
    of: &'t Thresholds,
    sums: Sums,
}

impl Thresholds {
    /// `Err`: no such paytable, or one that cannot be counted.
    pub(crate) fn new(game: &Game, paytable: &str) -> Result<Self, SheetError> {
        let readings = Readings::new(game, &[])?;
        let table = super::paytables::paytable(game, game.family.needs_paytable, paytable)?;
        let rules = BaseRules::new(game, &readings, table)?;
        let mut ranks: BTreeMap<HandRank, [u64; SHOWDOWNS]> = BTreeMap::new();
        let mut add = |sight: &Sight| {
            let sums = ranks.entry(sight.rank).or_default();
            let more = sight.counts.map(|count| u64::from(count) * u64::from(sight.weight));
            sums.iter_mut().zip(more).for_each(|(sum, more)| *sum += more);
        };
        if game.family.opponent_cards == 5 {
            five_against_five(|hand| add(&five(hand)));
        } else {
            five_against_six(|hand| add(&six(hand)));
        }
        let deals = ranks.values().flatten().map(|count| i128::from(*count)).sum();
        let (mut below, mut whole) = (Vec::with_capacity(ranks.len()), [Sums::default(); 3]);
        let (mut raises_from, mut before) = (Vec::new(), None);
        for (rank, counts) in &ranks {
            let [least, most] = rules.ends_of_multiples_for(*rank);
            let pair = pair_of(*rank).filter(|_| least != most);
            if pair.is_some() && pair != before {
                raises_from.push(below.len());
            }
            before = pair;
            below.push((*rank, whole));
            for (sums, multiple) in whole.iter_mut().zip([0, least, most]) {
                add_hands(sums, &rules, *rank, counts, multiple);
            }
        }
        let mandatory = if rules.family.second.is_some() { 2 } else { 1 };
        Ok(Self { scale: rules.scale, mandatory, deals, below, whole, raises_from })
    }

    /// Every way to play that folds no better hand than a pair of aces. The lowest hand that stays in is any without a
    /// pair, or the first of any pair; the lowest that raises is the first of any pair, or no hand raises.
    pub(crate) fn ways(&self) -> Vec<Way> {
        let mut places: Vec<(usize, HandRank)> = Vec::new();
        for (at, (rank, _)) in self.below.iter().enumerate() {
            let is_next = |(_, before): &(usize, HandRank)| pair_of(*before) != pair_of(*rank);
            if rank.category() <= Category::Pair
                && (pair_of(*rank).is_none() || places.last().is_none_or(is_next))
            {
                places.push((at, *rank));
            }
        }
        let raises = places.iter().filter(|(at, _)| self.raises_from.contains(at));
        let raises = raises.map(|(at, rank)| (*at, Some(*rank)));
        let raises: Vec<_> = raises.chain([(self.below.len(), None)]).collect();
        let with = |(at, from): &(usize, HandRank)| {
            let (at, from) = (*at, *from);
            let later = raises.iter().filter(move |(raises_at, _)| *raises_at >= at);
            later.map(move |(raises_at, raises)| Way {
                from,
                raises: *raises,
                at,
                raises_at: *raises_at,
            })
        };
        places.iter().flat_map(with).collect()
    }

    /// What a way to play comes to.
    pub(crate) fn play(&self, way: Way) -> Played<'_> {
        let below = |at: usize| self.below.get(at).map_or(&self.whole, |(_, sums)| sums);
        let [folded, ..] = below(way.at);
        let (from, to) = (below(way.at), below(way.raises_at));
        let least = to[1].plus(&from[1], -1);
        let most = self.whole[2].plus(&to[2], -1);
        Played { of: self, sums: folded.plus(&least, 1).plus(&most, 1) }
    }
}

impl Way {
    /// `every hand from K-high (K Q 6 3) on stays in, a pair of aces or better with the largest Play`.
    pub(crate) fn in_words(&self) -> String {
        let name = |rank: HandRank| pair_of(rank).unwrap_or_else(|| rank.describe());
        let raises = self.raises.map_or_else(
            || "none of them raises".to_owned(),
            |rank| format!("from {} on with the largest wager permitted", name(rank)),
        );
        format!("every hand from {} on stays in, {raises}", name(self.from))
    }
}

impl Played<'_> {
    /// Share of all rounds for which this holds, and of those that stay in.
    pub(crate) fn shares(&self, counted: Counted) -> [Ratio; 2] {
        let rounds = self.sums.rounds[counted as usize];
        [self.of.deals, self.sums.stays].map(|of| ratio(BigInt::from(rounds), BigInt::from(of)))
    }

    /// Average loss for each Ante.
    pub(crate) fn house_edge(&self) -> Ratio {
        let all = BigInt::from(self.of.deals) * self.of.scale;
        -ratio(BigInt::from(self.sums.net), all)
    }

    /// Average loss for each unit of all money wagered.
    pub(crate) fn element_of_risk(&self) -> Ratio {
        let played = ratio(BigInt::from(self.sums.played), BigInt::from(self.of.deals));
        self.house_edge() / (ratio(self.of.mandatory, 1) + played)
    }
}

/// The pair that a hand is, whatever stands beside it: `a pair of aces`.
fn pair_of(rank: HandRank) -> Option<String> {
    let name = rank.describe();
    let pair = name.split(" with ").next().map(str::to_owned);
    pair.filter(|_| rank.category() == Category::Pair)
}

/// Adds the hands of a rank, decided so: folded with a multiple of nothing.
fn add_hands(
    sums: &mut Sums,
    rules: &BaseRules,
    rank: HandRank,
    counts: &[u64; SHOWDOWNS],
    multiple: i64,
) {
    let second = &rules.second[rules.row_of(rank)];
    for (end, count) in counts.iter().enumerate() {
        let count = i128::from(*count);
        if multiple == 0 {
            sums.net += count * i128::from(rules.folded);
            continue;
        }
        let play = multiple * rules.play[end];
        let net = rules.ante[end] + second[end] + play;
        let [ante_wins, play_wins, second_wins] = [rules.ante[end] > 0, play > 0, second[end] > 0];
        let any_wins = ante_wins || play_wins || second_wins;
        let holds = [net > 0, net >= 0, ante_wins, play_wins, second_wins, any_wins];
        sums.rounds.iter_mut().zip(holds).for_each(|(sum, holds)| {
            *sum += if holds { count } else { 0 };
        });
        sums.net += count * i128::from(net);
        sums.played += count * i128::from(multiple);
        sums.stays += count;
    }
}
