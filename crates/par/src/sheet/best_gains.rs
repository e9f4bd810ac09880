//! What a hand of the base game gains at best, however the player decides.
//!
//! A player may fold, and with what the hand allows raise by more or less: no single law says what that gains. For every
//! x >= 0 there is an upper bound all the same: of the permitted decisions the one with the largest E exp(x * gain), taken
//! for each hand by itself (with a card of the dealer's face up, for each such card). Its logarithm over all deals,
//! the cumulant generating function of the luckiest decisions, is what a bound on many rounds needs (`stats`, `gains.rs`).
//! Nobody who sees no more cards than the rules show can exceed it, by whatever strategy.
//!
//! The function is tabulated: it is convex, so a straight line between two points lies above it.

#![allow(clippy::float_arithmetic, reason = "a bound on a probability; no money and no odds")]

use super::base::{self, BaseSheet};
use super::base_rules::{BaseRules, SHOWDOWNS};
use super::exact::{Ratio, ratio};
use super::plan::{five, six};
use super::readings::Readings;
use super::tally::{BaseTally, Decisions, Sight};
use super::{SheetError, paytables};
use crate::count::{five_against_five, five_against_six};
use feltproof_engine::{BEST_FOUR, Game};
use num_traits::ToPrimitive;
use std::collections::HashMap;

/// Steps to each doubling of the argument.
const STEPS: u32 = 8;
/// The arguments: from 2^-20 to 2^4 for each Ante. Below, a straight line from zero is close; above, only the largest
/// gain weighs anything.
const LOWEST: i32 = -20;
const HIGHEST: i32 = 4;
/// More than floating-point sums of this length and these terms can be off by: every value is raised by it.
const SLACK: f64 = 1e-12;

/// What a hand of the base game gains at best. Units are Antes.
#[derive(Clone, Debug, PartialEq)]
pub struct BestGains {
    /// What each Ante gains on average when every decision is optimal.
    pub expectation: Ratio,
    /// The variance of that.
    pub variance: Ratio,
    /// The largest gain.
    pub most: Ratio,
    /// Points of the cumulant generating function, as (x, ln E exp(x * (gain - most))), by x; rounded up.
    pub cumulants: Vec<(f64, f64)>,
}

/// The best gains of a game with a paytable of its second wager (or automatic bonus).
///
/// # Errors
/// What does not exist, with what does, or a paytable that cannot be counted.
pub fn best_gains(
    game: &Game,
    rulings: &[(String, String)],
    paytable: &str,
) -> Result<BestGains, SheetError> {
    let mut count = BestGainsCount::new(game, rulings, paytable)?;
    if let Some(known) = super::best_gains_data::find(&count.key()) {
        return Ok(known);
    }
    count_all(std::slice::from_mut(&mut count));
    Ok(count.finish())
}

/// A count under way.
pub(super) struct BestGainsCount {
    optimal: BaseTally,
    opponent_cards: usize,
    /// How often a hand of this row that may raise so meets the dealer's hands so.
    seen: HashMap<Seen, u64>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Seen {
    row: usize,
    multiples: [i64; 2],
    counts: [u32; SHOWDOWNS],
}

impl BestGainsCount {
    pub(super) fn new(
        game: &Game,
        rulings: &[(String, String)],
        paytable: &str,
    ) -> Result<Self, SheetError> {
        if game.family.ranking != &BEST_FOUR {
            return Err(SheetError::NothingCounted(format!("game {}", game.id)));
        }
        let readings = Readings::new(game, rulings)?;
        let table = paytables::paytable(game, game.family.needs_paytable, paytable)?;
        let rules = BaseRules::new(game, &readings, table)?;
        Ok(Self {
            optimal: BaseTally::new(rules, Decisions::Optimal),
            opponent_cards: game.family.opponent_cards,
            seen: HashMap::new(),
        })
    }

    /// All that the gains depend on, so that games with the same base game share them.
    pub(super) fn key(&self) -> String {
        let rules = &self.optimal.rules;
        let hands = rules.table.rows.iter().map(|row| row.hand.key()).chain(["others"]);
        let rows = hands.zip(&rules.second).map(|(hand, nets)| format!("{hand} {nets:?}"));
        format!(
            "dealer of {} cards, multiples {:?} {}; units of 1/{} Ante: ante {:?}, play {:?}, folded {}; {}",
            self.opponent_cards,
            rules.ends_of_multiples(),
            if rules.family.any_hand_raises { "of any hand" } else { "from a pair of aces" },
            rules.scale,
            rules.ante,
            rules.play,
            rules.folded,
            rows.collect::<Vec<_>>().join(", ")
        )
    }

    pub(super) fn add(&mut self, sight: &Sight) {
        self.optimal.add(sight);
        let rules = &self.optimal.rules;
        let multiples = rules.ends_of_multiples_for(sight.rank);
        let seen = Seen { row: rules.row_of(sight.rank), multiples, counts: sight.counts };
        *self.seen.entry(seen).or_default() += u64::from(sight.weight);
    }

    pub(super) fn finish(self) -> BestGains {
        let BaseSheet { result, .. } = base::sheet(&self.optimal);
        let mut seen: Vec<(Seen, u64)> = self.seen.into_iter().collect();
        // The order of a hash table is another each time, and so would be the last digits of a sum.
        seen.sort_unstable();
        let nets = Nets { rules: &self.optimal.rules, seen: &seen };
        let most = nets.most();
        BestGains {
            expectation: result.expectation(),
            variance: result.variance(),
            most: ratio(most, self.optimal.rules.scale),
            cumulants: arguments().map(|x| (x, nets.cumulant(x, most))).collect(),
        }
    }
}

/// The arguments of the table, for each Ante.
pub(super) fn arguments() -> impl Iterator<Item = f64> {
    let steps = move |octave: i32| {
        (0..STEPS).map(move |step| 2_f64.powi(octave) * (1.0 + f64::from(step) / f64::from(STEPS)))
    };
    (LOWEST..HIGHEST).flat_map(steps).chain([2_f64.powi(HIGHEST)])
}

/// Goes through the deals once for all counts.
pub(super) fn count_all(counts: &mut [BestGainsCount]) {
    if counts.iter().any(|count| count.opponent_cards == 5) {
        five_against_five(|hand| {
            let sight = five(hand);
            counts.iter_mut().filter(|c| c.opponent_cards == 5).for_each(|c| c.add(&sight));
        });
    }
    if counts.iter().any(|count| count.opponent_cards != 5) {
        five_against_six(|hand| {
            let sight = six(hand);
            counts.iter_mut().filter(|c| c.opponent_cards != 5).for_each(|c| c.add(&sight));
        });
    }
}

/// What hands gain by their decision.
struct Nets<'a> {
    rules: &'a BaseRules,
    seen: &'a [(Seen, u64)],
}

impl Nets<'_> {
    /// A hand of a row that stays in with a multiple, by showdown.
    fn ends(&self, row: usize, multiple: i64) -> [i64; SHOWDOWNS] {
        let (rules, mut nets) = (self.rules, self.rules.second[row]);
        for (showdown, net) in nets.iter_mut().enumerate() {
            *net += rules.ante[showdown] + multiple * rules.play[showdown];
        }
        nets
    }

    fn most(&self) -> i64 {
        let ends = self.seen.iter().flat_map(|(seen, _)| {
            let nets = seen.multiples.into_iter().flat_map(|m| self.ends(seen.row, m));
            nets.zip(seen.counts.iter().cycle()).filter(|(_, count)| **count > 0)
        });
        ends.map(|(net, _)| net).chain([self.rules.folded]).max().unwrap_or(0)
    }

    /// The logarithm of the average of the largest E exp(x * (gain - most)), rounded up.
    fn cumulant(&self, x: f64, most: i64) -> f64 {
        let scale = self.rules.scale as f64;
        let exp = |net: i64| (x * (net - most) as f64 / scale).exp();
        let folded = exp(self.rules.folded);
        // Hands of one row that may raise alike lie side by side: most of them share what their ends come to.
        let (mut last, mut exps) = (None, [[0.0; SHOWDOWNS]; 2]);
        let (mut sum, mut deals) = (Sum::default(), 0_u128);
        for (seen, weight) in self.seen {
            let dealers: u64 = seen.counts.iter().map(|count| u64::from(*count)).sum();
            deals += u128::from(dealers) * u128::from(*weight);
            if last != Some((seen.row, seen.multiples)) {
                last = Some((seen.row, seen.multiples));
                exps = seen.multiples.map(|multiple| self.ends(seen.row, multiple).map(exp));
            }
            // An end that this hand cannot meet may come to more than any that can be met.
            let met = |(_, count): &(&f64, &u32)| **count > 0;
            let of = |exps: &[f64; SHOWDOWNS]| -> f64 {
                let met = exps.iter().zip(&seen.counts).filter(met);
                met.map(|(exp, count)| exp * f64::from(*count)).sum()
            };
            let best = exps.iter().map(of).fold(folded * dealers as f64, f64::max);
            sum.add(best * *weight as f64);
        }
        (sum.value() / deals.to_f64().unwrap_or(f64::INFINITY)).ln() + SLACK
    }
}

/// A sum that carries what its additions lose (Neumaier).
#[derive(Default)]
struct Sum {
    sum: f64,
    lost: f64,
}

impl Sum {
    fn add(&mut self, more: f64) {
        let sum = self.sum + more;
        // What is added is not below zero, and the larger of the two is not rounded.
        self.lost +=
            if self.sum >= more { (self.sum - sum) + more } else { (more - sum) + self.sum };
        self.sum = sum;
    }

    fn value(&self) -> f64 {
        self.sum + self.lost
    }
}
