//! One wager of a sheet with all that settles it: what a decision of the engine comes to in units of
//! its stake.

use super::SheetError;
use super::exact::{Ratio, ratio};
use super::readings::Readings;
use feltproof_engine::game::{Game, Odds, Payout, Paytable};
use feltproof_engine::{Decision, Effect, Facts, Family, Terms, decide, envy_as_ruled};
use feltproof_model::Wager;

/// What one unit at a payout brings beside itself: 3 to 1 brings 3, 3 for 1 brings 2.
pub(crate) fn net_of(payout: Payout) -> Ratio {
    let pays = ratio(payout.pays.numerator(), payout.pays.denominator());
    if payout.odds == Odds::For { pays - ratio(1, 1) } else { pays }
}

/// One wager of a game.
#[derive(Clone, Debug)]
pub(crate) struct Bet {
    pub wager: Wager,
    pub table: Paytable,
    family: Family,
    payout: Payout,
    rules: feltproof_engine::Readings,
}

impl Bet {
    /// The wager of a paytable.
    pub(crate) fn new(game: &Game, readings: &Readings, table: &Paytable) -> Self {
        let rules = *readings.rules();
        let (wager, payout) = (table.wager, game.ante);
        let ruled = if wager == Wager::Progressive {
            envy_as_ruled(table.clone(), &rules)
        } else {
            table.clone()
        };
        Self { wager, table: ruled, family: game.family, payout, rules }
    }

    /// Ante or Play (Raise) beside a second wager of this paytable.
    pub(crate) fn of_base(&self, wager: Wager, payout: Payout) -> Self {
        Self { wager, payout, ..self.clone() }
    }

    /// Whether it goes with a folded hand.
    pub(crate) fn is_lost_with_fold(&self) -> bool {
        self.rules.lost_with_fold(self.wager).is_some()
    }

    fn terms(&self) -> Terms<'_> {
        let (family, readings, payout) = (self.family, &self.rules, self.payout);
        Terms { family, readings, payout, table: Some(&self.table) }
    }

    /// What becomes of it, as it is settled too.
    pub(crate) fn decide(&self, facts: &Facts) -> Option<Decision> {
        decide(&self.terms(), self.wager, facts).ok()
    }

    /// Units won (3 for 3 to 1, 2 for 3 for 1) or lost (-1).
    ///
    /// # Errors
    /// The row that decides has no fixed payout.
    pub(crate) fn net(&self, facts: &Facts) -> Result<Ratio, SheetError> {
        let decision = self.decide(facts);
        let payout = decision.and_then(|decision| self.terms().payout(&decision));
        match (decision.map(|decision| decision.effect), payout) {
            (Some(Effect::Pays(_)), Some(payout)) => Ok(net_of(payout)),
            // There is no stake to keep.
            (Some(Effect::PaysBeside), Some(payout)) => {
                Ok(net_of(Payout { odds: Odds::To, ..payout }))
            }
            (Some(Effect::Pushes | Effect::Nothing), _) => Ok(ratio(0, 1)),
            (Some(Effect::Loses), _) => Ok(ratio(-1, 1)),
            _ => Err(SheetError::NoFixedPayout {
                paytable: self.table.id.clone(),
                row: self.row_of(facts),
                wager: self.wager,
            }),
        }
    }

    fn row_of(&self, facts: &Facts) -> &'static str {
        let place = facts.own.flatten().or(facts.dealers);
        place.and_then(|p| self.table.rows.get(usize::from(p))).map_or("", |row| row.hand.key())
    }
}
