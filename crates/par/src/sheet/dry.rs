//! Whether a meter runs dry where every payout comes off it: what a wager moves it by on average, and the chance
//! that an award meets less than it pays.

use super::exact::{Ratio, ratio};
use super::progressive::{ProgressiveSheet, dollars};
use feltproof_engine::game::{Odds, Prize};
use feltproof_model::{Money, Rounding};
use std::collections::BTreeMap;

/// One part of a probability; every division loses less than one.
const ONE: u128 = 1_000_000_000_000_000_000;

/// Awards to meters followed at most, over all wagers, so that the chance takes a fraction of a second.
const FOLLOWED_MAX: usize = 10_000_000;

/// A meter off which all payouts come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Drained {
    /// What stands on it after a reseed.
    pub seed: Money,
    /// The wager.
    pub unit: Money,
    /// What each wager adds to it.
    pub adds: Money,
}

/// The chance that a meter runs dry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dry {
    /// Wagers looked at, from the reseed on.
    pub wagers: u64,
    /// The chance that among them a fixed award is won that is more than the meter, before the whole of it is won:
    /// a bound from below.
    pub low: Ratio,
    /// A bound from above.
    pub high: Ratio,
}

impl ProgressiveSheet {
    /// What a wager moves the meter by on average until the whole of it is won, in dollars; below zero it falls.
    pub fn drift(&self, meter: Drained) -> Ratio {
        dollars(meter.adds) - self.fixed_return() * dollars(meter.unit)
    }

    /// The chance that the meter runs dry within so many wagers, each dealt from a pack of its own.
    ///
    /// `None` where an award is a share of the meter below the whole, an amount cannot be counted, or the awards leave
    /// too many different meters to follow.
    pub fn runs_dry(&self, meter: Drained, wagers: u64) -> Option<Dry> {
        let fixed = self.deducted(meter.unit)?;
        let micros = |money: Money| u64::try_from(money.micros()).ok();
        let (seed, adds) = (micros(meter.seed)?, micros(meter.adds)?);
        let total = u128::from(self.total.max(1));
        let mut now = BTreeMap::from([(seed, ONE)]);
        let (mut dry, mut lost, mut followed) = (0_u128, 0_u128, 0_usize);
        for _ in 0..wagers {
            followed += now.len() * (fixed.len() + 1);
            if followed > FOLLOWED_MAX {
                return None;
            }
            let mut next = BTreeMap::new();
            for (at, chance) in &now {
                let grown = at.checked_add(adds)?;
                let share = |count: u64| chance * u128::from(count) / total;
                *next.entry(grown).or_default() += share(self.unpaid);
                for (award, count) in &fixed {
                    match grown.checked_sub(*award) {
                        Some(left) => *next.entry(left).or_default() += share(*count),
                        None => dry += share(*count),
                    }
                }
            }
            // Each division loses less than one part.
            lost += (now.len() * (fixed.len() + 1)) as u128;
            next.retain(|_, chance| *chance > 0);
            now = next;
        }
        Some(Dry { wagers, low: ratio(dry, ONE), high: ratio((dry + lost).min(ONE), ONE) })
    }

    /// Fixed awards of a wager in millionths of a dollar, each with its hands.
    fn deducted(&self, unit: Money) -> Option<Vec<(u64, u64)>> {
        let mut all = Vec::new();
        for row in &self.rows {
            match row.prize {
                Prize::Fixed(payout) => {
                    let pays = payout.pays.of(unit, Rounding::Down)?;
                    let paid = if payout.odds == Odds::To { pays.checked_add(unit)? } else { pays };
                    all.push((u64::try_from(paid.micros()).ok()?, row.combinations));
                }
                Prize::Meter(share) if share.numerator() == share.denominator() => {}
                Prize::Meter(_) | Prize::ByHands(_) => return None,
            }
        }
        Some(all)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use feltproof_engine::Outcome;
    use feltproof_engine::game::Payout;
    use feltproof_model::Rate;
    use num_traits::{One, Zero};

    fn sheet(rows: &[(Prize, u64)], unpaid: u64) -> ProgressiveSheet {
        let rows = rows.iter().map(|(prize, combinations)| super::super::ProgressiveRow {
            hand: Outcome::FOUR_ACES,
            prize: *prize,
            envy: None,
            combinations: *combinations,
        });
        let rows: Vec<_> = rows.collect();
        let total = unpaid + rows.iter().map(|row| row.combinations).sum::<u64>();
        ProgressiveSheet {
            paytable: "p".into(),
            rows,
            unpaid,
            total,
            envy_times_wager: false,
            reserve: None,
        }
    }

    fn for_one(pays: i64) -> Prize {
        Prize::Fixed(Payout { odds: Odds::For, pays: Rate::new(pays, 1).unwrap() })
    }

    fn money(dollars: i64) -> Money {
        Money::from_micros(dollars * 1_000_000)
    }

    /// Every sequence of hands, one by one.
    fn by_sequences(sheet: &ProgressiveSheet, at: Money, of: Drained, left: u64) -> Ratio {
        if left == 0 {
            return Ratio::zero();
        }
        let at = at.checked_add(of.adds).unwrap();
        let on = |at| by_sequences(sheet, at, of, left - 1);
        let mut chance = ratio(sheet.unpaid, sheet.total) * on(at);
        for row in &sheet.rows {
            let Prize::Fixed(payout) = row.prize else { continue };
            let award = payout.pays.of(of.unit, Rounding::Down).unwrap();
            let after = match award > at {
                true => Ratio::one(),
                false => on(at.checked_sub(award).unwrap()),
            };
            chance += sheet.probability(row) * after;
        }
        chance
    }

    #[test]
    fn the_chance_is_that_of_all_sequences() {
        let whole = Prize::Meter(Rate::ONE);
        let of = sheet(&[(whole, 3), (for_one(12), 5), (for_one(2), 40)], 152);
        for (seed, adds) in [(10, 1), (60, 3), (0, 2), (25, 0)] {
            let meter = Drained { seed: money(seed), unit: money(5), adds: money(adds) };
            for wagers in 0..7 {
                let dry = of.runs_dry(meter, wagers).unwrap();
                let exact = by_sequences(&of, meter.seed, meter, wagers);
                assert_eq!(dry.wagers, wagers);
                assert!(dry.low <= exact && exact <= dry.high, "{seed} {adds} {wagers}: {exact}");
                assert!(&dry.high - &dry.low < ratio(1, 1_000_000_000_u64));
            }
        }
    }

    #[test]
    fn an_award_of_all_there_is_leaves_it_empty_and_not_dry() {
        // One hand in two pays $10. At $9 a wager adds $1: the first award takes all, and the next finds $1.
        let of = sheet(&[(for_one(10), 1)], 1);
        let meter = Drained { seed: money(9), unit: money(1), adds: money(1) };
        assert!(of.runs_dry(meter, 1).unwrap().low.is_zero());
        assert_eq!(of.runs_dry(meter, 2).unwrap().low, ratio(1, 4));
        assert_eq!(of.drift(meter), ratio(-4, 1));
    }

    #[test]
    fn a_share_below_the_whole_has_no_chance_counted() {
        let of = sheet(&[(Prize::Meter(Rate::new(1, 10).unwrap()), 1)], 9);
        let meter = Drained { seed: money(9), unit: money(1), adds: money(1) };
        assert_eq!(of.runs_dry(meter, 5), None);
    }

    #[test]
    fn meters_without_end_are_not_followed() {
        // Every sequence of these awards leaves another meter.
        let rows: Vec<_> = (0..24).map(|i| (for_one(1 << i), 1)).collect();
        let meter = Drained { seed: money(1 << 40), unit: money(1), adds: Money::from_micros(1) };
        assert_eq!(sheet(&rows, 1).runs_dry(meter, 1_000), None);
    }
}
