//! Progressive wagers: how often each row wins, what is paid apart from the meter, and how large
//! the meter must be for the wager to lose nothing.

use super::SheetError;
use super::bet::Bet;
use super::exact::{Ratio, ratio};
use super::own_hand::OwnHand;
use super::readings::Readings;
use feltproof_engine::game::{Odds, Prize};
use feltproof_engine::{Game, Outcome};
use feltproof_model::{Money, Rate, Wager, money::MICROS_PER_DOLLAR};
use num_bigint::BigInt;
use num_traits::Zero;

/// One row of a progressive paytable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProgressiveRow {
    /// The hands it is for.
    pub hand: Outcome,
    /// Fixed prize or share of the meter.
    pub prize: Prize,
    /// Envy each other player with the wager receives, under the rulings; for each dollar of that
    /// player's wager where [`ProgressiveSheet::envy_times_wager`].
    pub envy: Option<Money>,
    /// Hands of the player's that it pays.
    pub combinations: u64,
}

/// A progressive paytable, apart from what stands on the meter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProgressiveSheet {
    /// Id of the paytable.
    pub paytable: String,
    /// Rows from the top.
    pub rows: Vec<ProgressiveRow>,
    /// Hands that no row pays.
    pub unpaid: u64,
    /// All hands: 2,598,960, or all deals of the base game where folded hands do not qualify.
    pub total: u64,
    /// Envy is multiplied by the receiver's wager in dollars.
    pub envy_times_wager: bool,
    /// Share of each wager that the paytable prescribes for the reserve.
    pub reserve: Option<Rate>,
}

/// How a progressive wager of one size stands among so many other hands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BreakEven {
    /// The wager.
    pub unit: Money,
    /// Other players whose hands can bring envy.
    pub others: u8,
    /// Envy that they bring on average, in dollars.
    pub envy: Ratio,
    /// The meter, in dollars, at which the wager neither wins nor loses on average; zero or less
    /// where it wins without a meter. `None` when no row pays from the meter.
    pub meter: Option<Ratio>,
}

/// The most other players at a table for which envy is shown.
pub(crate) const OTHERS_MAX: u8 = 6;

impl ProgressiveSheet {
    /// Share of the hands that win a row.
    pub fn probability(&self, row: &ProgressiveRow) -> Ratio {
        ratio(row.combinations, self.total)
    }

    /// What the rows with a fixed prize return on average for each unit wagered.
    pub fn fixed_return(&self) -> Ratio {
        let part = |row: &ProgressiveRow| match row.prize {
            Prize::Fixed(payout) => {
                let pays = ratio(payout.pays.numerator(), payout.pays.denominator());
                let stake = if payout.odds == Odds::To { ratio(1, 1) } else { Ratio::zero() };
                self.probability(row) * (pays + stake)
            }
            Prize::Meter(_) | Prize::ByHands(_) => Ratio::zero(),
        };
        self.rows.iter().map(part).sum()
    }

    /// What each dollar on the meter is worth to one wager: probability times share, summed.
    pub fn meter_value(&self) -> Ratio {
        let part = |row: &ProgressiveRow| match row.prize {
            Prize::Meter(share) => {
                self.probability(row) * ratio(share.numerator(), share.denominator())
            }
            Prize::Fixed(_) | Prize::ByHands(_) => Ratio::zero(),
        };
        self.rows.iter().map(part).sum()
    }

    /// Share of the hands that win anything.
    pub fn hit_frequency(&self) -> Ratio {
        ratio(self.rows.iter().map(|r| r.combinations).sum::<u64>(), self.total)
    }

    /// Envy that one other hand brings on average to a wager of this size, in dollars. By linearity
    /// it does not matter that hands come from one pack: the average of a sum is the sum of averages.
    pub fn envy_of_one(&self, unit: Money) -> Ratio {
        let times = if self.envy_times_wager { dollars(unit) } else { ratio(1, 1) };
        let part = |row: &ProgressiveRow| {
            self.probability(row) * row.envy.map_or_else(Ratio::zero, dollars)
        };
        self.rows.iter().map(part).sum::<Ratio>() * times
    }

    /// The meter at which a wager of this size breaks even beside so many other players.
    pub fn break_even(&self, unit: Money, others: u8) -> BreakEven {
        let envy = self.envy_of_one(unit) * BigInt::from(others);
        let missing = dollars(unit) * (ratio(1, 1) - self.fixed_return()) - &envy;
        let value = self.meter_value();
        let meter = (!value.is_zero()).then(|| missing / value);
        BreakEven { unit, others, envy, meter }
    }

    /// Average loss of a wager of this size for each dollar of it, with this much on the meter.
    pub fn house_edge(&self, unit: Money, others: u8, meter: Money) -> Ratio {
        let returned = self.fixed_return() * dollars(unit)
            + self.meter_value() * dollars(meter)
            + self.envy_of_one(unit) * BigInt::from(others);
        if unit.is_zero() { Ratio::zero() } else { ratio(1, 1) - returned / dollars(unit) }
    }
}

/// Money as a ratio of dollars.
pub(crate) fn dollars(money: Money) -> Ratio {
    ratio(money.micros(), MICROS_PER_DOLLAR)
}

pub(crate) fn sheet(counted: &OwnHand, readings: &Readings) -> ProgressiveSheet {
    let table = &counted.bet.table;
    let row = |(place, combinations): (usize, u64)| {
        let row = table.rows.get(place)?;
        Some(ProgressiveRow { hand: row.hand, prize: row.prize, envy: row.envy, combinations })
    };
    ProgressiveSheet {
        paytable: table.id.clone(),
        rows: counted.by_row().filter_map(row).collect(),
        unpaid: counted.unpaid(),
        total: counted.total(),
        envy_times_wager: table.envy_times_wager || readings.is("envy_per_unit", "times-wager"),
        reserve: table.reserve,
    }
}

/// The award that takes the largest share of the meter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Jackpot {
    /// Five-card hands that win it.
    pub combinations: u64,
    /// All five-card hands: 2,598,960.
    pub total: u64,
    /// The hands it is for.
    pub hand: Outcome,
    /// Its share of the meter.
    pub share: Rate,
}

/// How often the top award of a progressive paytable is won, all hands qualifying. `Err` when the
/// game has no such paytable, or no row of it pays from the meter.
pub fn jackpot(game: &Game, paytable: &str) -> Result<Jackpot, SheetError> {
    let table = super::paytables::paytable(game, Wager::Progressive, paytable)?;
    let readings = Readings::new(game, &[])?;
    let mut counted = OwnHand::new(Bet::new(game, &readings, table));
    counted.add_all();
    let mut best: Option<Jackpot> = None;
    for (place, combinations) in counted.by_row() {
        let Some(row) = table.rows.get(place) else { continue };
        let Prize::Meter(share) = row.prize else { continue };
        if best.as_ref().is_none_or(|b| share.is_greater_than(b.share)) {
            best = Some(Jackpot { combinations, total: counted.total(), hand: row.hand, share });
        }
    }
    best.ok_or_else(|| SheetError::NoShare(table.id.clone(), game.id.clone()))
}
