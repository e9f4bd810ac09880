//! The base game of Four Card Poker for a player who does not look at the dealer's card: one decision
//! for each hand, over all cards that may lie face up. Published figures are of this kind.

use super::SheetError;
use super::base::{self, BaseSheet};
use super::base_rules::BaseRules;
use super::readings::Readings;
use super::tally::{BaseTally, Decisions, Sight};
use feltproof_engine::{Game, HandRank};
use feltproof_model::Card;

/// A count under way.
pub(crate) struct Blind(BaseTally);

/// # Errors
/// No such paytable, or one that cannot be counted.
pub(crate) fn base_without_up_card(game: &Game, paytable: &str) -> Result<Blind, SheetError> {
    let readings = Readings::new(game, &[])?;
    let table = super::paytables::paytable(game, game.family.needs_paytable, paytable)?;
    let rules = BaseRules::new(game, &readings, table)?;
    Ok(Blind(BaseTally::new(rules, Decisions::Optimal)))
}

impl Blind {
    /// One hand of the player's with the dealer's hands above, equal and below, for all cards face
    /// up together.
    pub(crate) fn add(&mut self, cards: [Card; 5], rank: HandRank, weight: u32, counts: [u32; 3]) {
        let [above, equal, below] = counts;
        let counts = [0, 0, 0, above, equal, below];
        self.0.add(&Sight { rank, cards, weight, counts });
    }

    /// The sheet.
    pub(crate) fn finish(&self) -> BaseSheet {
        base::sheet(&self.0)
    }
}
