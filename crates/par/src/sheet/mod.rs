//! Exact PAR sheets: what every wager of a game comes to over all deals, and the figures that
//! follow.
//!
//! A sheet is made of counts ([`Distribution`]); probabilities, returns, edges and variances are
//! ratios of them. Nothing is sampled and nothing is a decimal until it is printed. The definition
//! of each figure stands in the crate's README.
//!
//! Not here: the deals (`count`, `high_hand`), settling money (`engine`), the figures that
//! documents print (`printed`).

mod bad_beat;
mod base;
mod base_rules;
mod bet;
mod blind;
mod choices;
mod cover;
mod distribution;
mod dry;
mod error;
mod exact;
mod json;
mod own_hand;
mod paytables;
mod plan;
mod progressive;
mod readings;
mod side;
mod tally;
#[cfg(test)]
mod tests;
mod text;
mod thresholds;
mod waiting;

pub use base::BaseSheet;
pub(crate) use blind::base_without_up_card;
pub use choices::{BaseChoices, ChoiceGroup, ChoicesCount, choices};
pub use distribution::{Distribution, Line};
pub use dry::{Drained, Dry};
pub use error::SheetError;
pub use exact::{Digits, Ratio, decimal, decimal_by, percent};
pub(crate) use exact::{Printed, parse_printed, ratio};
pub(crate) use json::ExactRatio;
pub use json::ParSheets;
pub use progressive::{BreakEven, Jackpot, ProgressiveRow, ProgressiveSheet, jackpot};
pub use readings::Readings;
pub use side::side_without_decisions;
pub use tally::{Border, Decisions};
pub use text::{Displayed, overview_text, text};
pub(crate) use thresholds::{Counted, Thresholds};

use crate::high_hand::HighHandCounter;
use feltproof_engine::Game;
use feltproof_engine::game::{Paytable, Strategy};
use feltproof_model::Wager;
use plan::Plan;

/// What to compute of a game. The default is everything under optimal decisions.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Request {
    /// Readings chosen in place of the defaults, as (ruling, value).
    pub rulings: Vec<(String, String)>,
    /// How the player decides.
    pub decisions: Which,
    /// One wager alone; the Ante stands for the base game.
    pub wager: Option<Wager>,
    /// One paytable alone.
    pub paytable: Option<String>,
    /// One number of hands alone (Cover All), the dealer's among them; 2 to 7.
    pub hands: Option<u8>,
    /// Leaves out the base game of Four Card Poker, which takes seconds.
    pub quick: bool,
}

impl Request {
    fn wants(&self, game: &Game, table: &Paytable) -> bool {
        let base = table.wager == game.family.needs_paytable;
        let wager = match self.wager {
            None => true,
            Some(Wager::Ante) => base,
            Some(wager) => table.wager == wager,
        };
        wager && self.paytable.as_ref().is_none_or(|id| table.id == *id)
    }
}

/// Which decisions to compute.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Which {
    /// The optimal ones.
    #[default]
    Optimal,
    /// The optimal ones and every strategy in the game's data.
    All,
    /// One strategy of the game's data.
    Named(String),
    /// A strategy that the game's data does not hold.
    Given(Strategy),
}

impl Which {
    /// From the name on a command line.
    pub fn parse(name: &str) -> Self {
        match name {
            "optimal" => Self::Optimal,
            "all" => Self::All,
            id => Self::Named(id.to_owned()),
        }
    }
}

/// The sheets of one game.
#[derive(Clone, Debug)]
pub struct GameSheets {
    /// Id of the game.
    pub game: String,
    /// Its title.
    pub title: String,
    /// The document it is taken from.
    pub source: String,
    /// SHA-256 of its definition, lower hex.
    pub sha256: String,
    /// How each open point was read.
    pub readings: Readings,
    /// The base game: one sheet for each paytable of its second wager and each way to decide.
    pub bases: Vec<BaseSheet>,
    /// The side bets, in the order of the definition.
    pub sides: Vec<SideSheet>,
    /// The progressive wagers.
    pub progressives: Vec<ProgressiveSheet>,
}

/// The sheet of one side bet. The unit is its stake.
#[derive(Clone, Debug)]
pub struct SideSheet {
    /// The wager.
    pub wager: Wager,
    /// Id of its paytable.
    pub paytable: String,
    /// Hands dealt, the dealer's among them, where the wager pays by that.
    pub hands: Option<u8>,
    /// The decisions it was counted under, where it goes with a fold.
    pub lost_with_fold: Option<Decisions>,
    /// What becomes of it.
    pub distribution: Distribution,
}

/// The sheets of one game. `Err`: what does not exist, with what does, or cannot be counted.
pub fn sheets(game: &Game, request: &Request) -> Result<GameSheets, SheetError> {
    let mut all = several(&[(game, request)])?;
    all.pop().ok_or_else(|| SheetError::NothingCounted(format!("game {}", game.id)))
}

/// The sheets of several games, which share one pass over common deals. `Err`: as [`sheets`].
pub fn several(requests: &[(&Game, &Request)]) -> Result<Vec<GameSheets>, SheetError> {
    let mut plans = requests
        .iter()
        .map(|(game, request)| Plan::new(game, request))
        .collect::<Result<Vec<_>, _>>()?;
    plan::run(&mut plans);
    let mut counter = HighHandCounter::new();
    plans.iter().map(|plan| finish(plan, &mut counter)).collect()
}

fn finish(plan: &Plan<'_>, counter: &mut HighHandCounter) -> Result<GameSheets, SheetError> {
    let game = plan.game;
    let folds =
        |follows: bool| plan.bases.first().filter(|_| follows).map(|base| base.decisions.clone());
    let side = |table: &Paytable, hands, follows, distribution| SideSheet {
        wager: table.wager,
        paytable: table.id.clone(),
        hands,
        lost_with_fold: folds(follows),
        distribution,
    };
    let mut sides = Vec::new();
    let mut progressives = Vec::new();
    for own in &plan.own {
        if own.count.bet.table.wager == Wager::Progressive {
            progressives.push(progressive::sheet(&own.count, &plan.readings));
        } else {
            let counted = own.count.distribution()?;
            sides.push(side(&own.count.bet.table, None, own.follows, counted));
        }
    }
    for bet in &plan.bad_beats {
        let counted = bet.count.distribution()?;
        sides.push(side(&bet.count.bet.table, None, bet.follows, counted));
    }
    for (table, hands) in &plan.covers {
        let counted = cover::distribution(counter, table, &plan.readings, *hands)?;
        sides.push(side(table, Some(*hands), false, counted));
    }
    let wanted = plan.bases.iter().filter(|_| plan.bases_wanted);
    Ok(GameSheets {
        game: game.id.clone(),
        title: game.title.clone(),
        source: game.source.clone(),
        sha256: game.sha256.clone(),
        readings: plan.readings.clone(),
        bases: wanted.map(base::sheet).collect(),
        sides,
        progressives,
    })
}
