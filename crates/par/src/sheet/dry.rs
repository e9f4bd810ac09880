//! Whether a meter runs dry where every payout comes off it: what a wager moves it by on average, and the chance
//! that an award meets less than it pays.

use super::exact::{Ratio, ratio};
use super::progressive::{ProgressiveSheet, dollars};
use feltproof_engine::game::{Odds, Prize};
use feltproof_model::{Money, Rounding};
use num_integer::Integer;

/// One part of a probability; every division loses less than one.
const ONE: u128 = 1_000_000_000_000_000_000;

/// Cells of the table of meters and wagers at most, so that the chance takes a fraction of a second.
const CELLS: u64 = 30_000_000;

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

    /// The chance that the meter runs dry within so many wagers at most, each dealt from a pack of its own. Fewer wagers
    /// are looked at where the amounts have no common unit to speak of.
    ///
    /// `None` where an award is a share of the meter below the whole, or an amount cannot be counted.
    pub fn runs_dry(&self, meter: Drained, wagers: u64) -> Option<Dry> {
        let fixed = self.deducted(meter.unit)?;
        let micros = |money: Money| u64::try_from(money.micros()).ok();
        let (seed, adds) = (micros(meter.seed)?, micros(meter.adds)?);
        let step = fixed.iter().fold(seed.gcd(&adds), |all, (award, _)| all.gcd(award)).max(1);
        let fixed: Vec<(u64, u64)> = fixed.iter().map(|(a, count)| (a / step, *count)).collect();
        let (seed, adds) = (seed / step, adds / step);
        let cells = |n: u64| adds.checked_mul(n)?.checked_add(seed)?.checked_add(1);
        let fits = |n: &u64| cells(*n).and_then(|c| c.checked_mul(*n)).is_some_and(|c| c <= CELLS);
        let wagers = [wagers, wagers / 2, wagers / 5, wagers / 10].into_iter().find(fits)?;
        walk(seed, adds, &fixed, (self.unpaid, self.total), (wagers, cells(wagers)?))
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

/// Follows the chance of every meter, in steps of a common unit, from wager to wager.
fn walk(
    seed: u64,
    adds: u64,
    fixed: &[(u64, u64)],
    (unmoved, total): (u64, u64),
    (wagers, cells): (u64, u64),
) -> Option<Dry> {
    let index = |at: u64| usize::try_from(at).ok();
    let (adds, total) = (index(adds)?, u128::from(total.max(1)));
    let fixed: Vec<(usize, u128)> = fixed
        .iter()
        .map(|(award, count)| Some((index(*award)?, u128::from(*count))))
        .collect::<Option<_>>()?;
    let mut now = vec![0_u128; index(cells)?];
    *now.get_mut(index(seed)?)? = ONE;
    let (mut dry, mut lost) = (0_u128, 0_u128);
    for _ in 0..wagers {
        let mut next = vec![0_u128; now.len()];
        for (at, chance) in now.iter().enumerate().filter(|(_, chance)| **chance > 0) {
            let grown = at + adds;
            let share = |count: u128| chance * count / total;
            if let Some(cell) = next.get_mut(grown) {
                *cell += share(u128::from(unmoved));
            }
            for (award, count) in &fixed {
                lost += 1;
                match grown.checked_sub(*award).and_then(|left| next.get_mut(left)) {
                    Some(cell) => *cell += share(*count),
                    None => dry += share(*count),
                }
            }
            lost += 1;
        }
        now = next;
    }
    Some(Dry { wagers, low: ratio(dry, ONE), high: ratio((dry + lost).min(ONE), ONE) })
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
    fn amounts_without_a_common_unit_to_speak_of_are_not_followed() {
        let of = sheet(&[(for_one(10), 1)], 99);
        let adds = Money::from_micros(1_000);
        let meter = Drained { seed: money(9), unit: money(1), adds };
        assert_eq!(of.runs_dry(meter, 1_000).unwrap().wagers, 1_000);
        let meter = Drained { adds: Money::from_micros(1_001), ..meter };
        assert_eq!(of.runs_dry(meter, 1_000), None);
    }
}
