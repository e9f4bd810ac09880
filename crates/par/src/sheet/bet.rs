//! One wager of a sheet with all that settles it: what a decision of the engine comes to in units
//! of its stake.

use super::SheetError;
use super::exact::{Ratio, ratio};
use super::readings::Readings;
use feltproof_engine::game::{Game, Odds, Payout, Paytable};
use feltproof_engine::{Decision, Effect, Facts, HandRank, Place, Terms, envy_as_ruled};
use feltproof_model::{Card, Wager};

/// What one unit at a payout brings beside itself: 3 to 1 brings 3, 3 for 1 brings 2.
pub(crate) fn net_of(payout: Payout) -> Ratio {
    let pays = ratio(payout.pays.numerator(), payout.pays.denominator());
    if payout.odds == Odds::For { pays - ratio(1, 1) } else { pays }
}

#[derive(Clone, Debug)]
pub(crate) struct Bet {
    pub wager: Wager,
    pub table: Paytable,
    terms: Terms,
}

impl Bet {
    pub(crate) fn new(game: &Game, readings: &Readings, table: &Paytable) -> Self {
        let table = if table.wager == Wager::Progressive {
            envy_as_ruled(table.clone(), readings.rules())
        } else {
            table.clone()
        };
        Self::of_base(game, readings, &table, (table.wager, game.ante))
    }

    /// Ante or Play (Raise) beside a second wager of this paytable, with what it pays.
    pub(crate) fn of_base(
        game: &Game,
        readings: &Readings,
        table: &Paytable,
        (wager, payout): (Wager, Payout),
    ) -> Self {
        let terms = game.family.terms(wager, readings.rules(), payout, Some(table.clone()));
        Self { wager, table: table.clone(), terms }
    }

    /// See [`Paytable::place`].
    pub(crate) fn place(&self, rank: HandRank, cards: &[Card]) -> Place {
        self.terms.place(rank, cards)
    }

    /// Whether it goes with a folded hand.
    pub(crate) const fn is_lost_with_fold(&self) -> bool {
        self.terms.is_lost_with_fold()
    }

    /// What becomes of it, as it is settled too.
    pub(crate) fn decide(&self, facts: &Facts) -> Option<Decision<'_>> {
        self.terms.decide(facts).ok()
    }

    /// Units won (3 for 3 to 1, 2 for 3 for 1) or lost (-1). `Err`: the row has no fixed payout.
    pub(crate) fn net(&self, facts: &Facts) -> Result<Ratio, SheetError> {
        match self.decide(facts).map(|decision| decision.effect) {
            Some(Effect::Pays(payout)) => Ok(net_of(*payout)),
            // There is no stake to keep.
            Some(Effect::PaysBeside(payout)) => Ok(net_of(Payout { odds: Odds::To, ..*payout })),
            Some(Effect::Pushes | Effect::Nothing) => Ok(ratio(0, 1)),
            Some(Effect::Loses) => Ok(ratio(-1, 1)),
            Some(Effect::Meter(_) | Effect::Owes(_)) | None => {
                let place = facts.own.flatten().or(facts.dealers);
                let row = place.and_then(|p| self.table.rows.get(usize::from(p)));
                let row = row.map_or("", |row| row.hand.key());
                Err(SheetError::NoFixedPayout(self.table.id.clone(), row, self.wager))
            }
        }
    }
}
