//! The base game of Four Card Poker for a player who does not look at the dealer's card: one
//! decision for each hand, over all cards that may lie face up. Published figures are of this kind.

use super::SheetError;
use super::base::{self, BaseSheet};
use super::base_rules::BaseRules;
use super::plan::six;
use super::readings::Readings;
use super::tally::{BaseTally, Decisions, Sight};
use crate::count::five_against_six;
use feltproof_engine::Game;

/// The sheet under the best such decisions. `Err`: no such paytable, or one that cannot be counted.
pub(crate) fn base_without_up_card(game: &Game, paytable: &str) -> Result<BaseSheet, SheetError> {
    let readings = Readings::new(game, &[])?;
    let table = super::paytables::paytable(game, game.family.needs_paytable, paytable)?;
    let rules = BaseRules::new(game, &readings, table)?;
    let mut tally = BaseTally::new(rules, Decisions::Optimal);
    let mut seen: Option<Sight> = None;
    five_against_six(|hand| {
        let sight = six(hand);
        // The cards that may lie face up follow one another for each hand of the player's.
        match &mut seen {
            Some(before) if before.cards == sight.cards => {
                before.counts.iter_mut().zip(sight.counts).for_each(|(sum, more)| *sum += more);
            }
            before => {
                if let Some(done) = before.replace(sight) {
                    tally.add(&done);
                }
            }
        }
    });
    if let Some(last) = &seen {
        tally.add(last);
    }
    Ok(base::sheet(&tally))
}
