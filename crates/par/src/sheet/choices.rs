//! Every decision of the base game with what it can come to: for what no single law says, since
//! players decide.
//!
//! A player may fold, or stay in with a Play (Raise) of one of the multiples that the hand allows;
//! the least and the largest are enough, since between them no decision gains more for any of the
//! dealer's hands. All whole numbers.

use super::base_rules::{BaseRules, SHOWDOWNS};
use super::exact::Ratio;
use super::plan::{five, six};
use super::readings::Readings;
use super::tally::{BaseTally, Decisions, Sight};
use super::{SheetError, base, paytables};
use crate::count::{five_against_five, five_against_six};
use feltproof_engine::{BEST_FOUR, Game};
use std::collections::BTreeMap;

/// The decisions of the base game with one paytable of its second wager (or automatic bonus).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BaseChoices {
    /// What each Ante gains on average when every decision is optimal.
    pub expectation: Ratio,
    /// The variance of that.
    pub variance: Ratio,
    /// Units per Ante of all gains.
    pub scale: i64,
    /// The largest gain that any decision can come to.
    pub most: i64,
    /// Hands that may be played alike and are paid alike by the paytable.
    pub groups: Vec<ChoiceGroup>,
}

/// Hands that may be played alike and are paid alike by the paytable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChoiceGroup {
    /// The gain of each decision (folding, the least Play, the largest) by how the showdown ends.
    pub gains: [[i64; SHOWDOWNS]; 3],
    /// How many of the dealer's hands make the showdown end so, and how many hands, each with what the player sees of the
    /// dealer's, meet the dealer's like this.
    pub met: Vec<([u32; SHOWDOWNS], u64)>,
}

/// A count of one game's choices; several are counted at once.
pub struct ChoicesCount {
    optimal: BaseTally,
    opponent_cards: usize,
    seen: BTreeMap<(usize, [i64; 2]), BTreeMap<[u32; SHOWDOWNS], u64>>,
}

impl ChoicesCount {
    /// Nothing counted yet. `Err`: what does not exist, with what does, or cannot be counted.
    pub fn new(
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
            seen: BTreeMap::new(),
        })
    }

    /// All that the choices depend on, in words: games whose base games are the same have the same.
    pub fn key(&self) -> String {
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
        let group = (rules.row_of(sight.rank), rules.ends_of_multiples_for(sight.rank));
        let met = self.seen.entry(group).or_default().entry(sight.counts).or_default();
        *met += u64::from(sight.weight);
    }

    pub(super) fn finish(self) -> BaseChoices {
        let result = base::sheet(&self.optimal).result;
        let rules = &self.optimal.rules;
        let group = |((row, multiples), met): (&(usize, [i64; 2]), BTreeMap<_, _>)| {
            let [least, largest] = multiples.map(|multiple| stays(rules, *row, multiple));
            let gains = [[rules.folded; SHOWDOWNS], least, largest];
            ChoiceGroup { gains, met: met.into_iter().collect() }
        };
        let groups: Vec<ChoiceGroup> =
            self.seen.into_iter().map(|(key, met)| group((&key, met))).collect();
        BaseChoices {
            expectation: result.expectation(),
            variance: result.variance(),
            scale: rules.scale,
            most: groups.iter().filter_map(ChoiceGroup::most).max().unwrap_or(0),
            groups,
        }
    }
}

/// What a hand of a row gains that stays in with a multiple, by showdown.
fn stays(rules: &BaseRules, row: usize, multiple: i64) -> [i64; SHOWDOWNS] {
    let mut gains = rules.second[row];
    for (showdown, gain) in gains.iter_mut().enumerate() {
        *gain += rules.ante[showdown] + multiple * rules.play[showdown];
    }
    gains
}

impl ChoiceGroup {
    /// The largest gain of an end that some hand meets.
    fn most(&self) -> Option<i64> {
        let is_met = |end: &usize| self.met.iter().any(|(counts, _)| counts[*end] > 0);
        let met = (0..SHOWDOWNS).filter(is_met);
        met.flat_map(|end| self.gains.map(|of| of[end])).max()
    }
}

/// Counts the choices of all of these: every kind of deal is gone through once.
pub fn choices(mut counts: Vec<ChoicesCount>) -> Vec<BaseChoices> {
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
    counts.into_iter().map(ChoicesCount::finish).collect()
}
