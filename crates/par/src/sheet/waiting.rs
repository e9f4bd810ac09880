//! How soon the next jackpot may fall: the chance that at least one of so many wagers wins it.

use super::exact::{Ratio, ratio};
use super::progressive::Jackpot;
use num_bigint::BigInt;
use num_integer::Integer;

/// Decimal places carried; each of at most 128 multiplications loses one unit of the last.
const PLACES: u32 = 60;

impl Jackpot {
    /// The chance that at least one of so many wagers wins it, each dealt from a pack of its own: a bound from
    /// below and one from above, less than 1e-30 apart.
    ///
    /// Hands of one round come from one pack, which moves the chance by less than the difference between drawing
    /// with and without replacement.
    pub fn chance_within(&self, wagers: u64) -> (Ratio, Ratio) {
        let one = BigInt::from(10).pow(PLACES);
        let lost = &one * (self.total - self.combinations.min(self.total));
        let total = BigInt::from(self.total.max(1));
        let none_low = power(&lost.div_floor(&total), wagers, &one, BigInt::div_floor);
        let none_high = power(&lost.div_ceil(&total), wagers, &one, BigInt::div_ceil);
        (ratio(&one - none_high, one.clone()), ratio(&one - none_low, one))
    }
}

/// A number of `one`s to a power, every product rounded to one side.
fn power(
    base: &BigInt,
    mut exponent: u64,
    one: &BigInt,
    divide: impl Fn(&BigInt, &BigInt) -> BigInt,
) -> BigInt {
    let (mut result, mut square) = (one.clone(), base.clone());
    while exponent > 0 {
        if exponent % 2 == 1 {
            result = divide(&(&result * &square), one);
        }
        square = divide(&(&square * &square), one);
        exponent /= 2;
    }
    result
}

#[cfg(test)]
mod tests {
    use super::*;
    use feltproof_engine::Outcome;
    use feltproof_model::Rate;
    use num_traits::{One, ToPrimitive, Zero};

    fn jackpot(combinations: u64, total: u64) -> Jackpot {
        Jackpot { combinations, total, hand: Outcome::FOUR_ACES, share: Rate::ONE }
    }

    #[test]
    fn the_exact_power_lies_between_the_bounds() {
        for (combinations, total, wagers) in
            [(48, 2_598_960, 400), (4, 2_598_960, 137), (1, 3, 50), (2, 5, 1), (7, 7, 3), (0, 9, 4)]
        {
            let of = jackpot(combinations, total);
            let lost = ratio(total - combinations, total);
            let exact = (0..wagers).fold(Ratio::one(), |power, _| power * &lost);
            let exact = Ratio::one() - exact;
            let (low, high) = of.chance_within(wagers);
            assert!(low <= exact && exact <= high, "{combinations}/{total} in {wagers}");
            assert!(&high - &low < ratio(1, BigInt::from(10).pow(30)));
        }
    }

    #[test]
    fn far_powers_agree_with_the_logarithm() {
        for wagers in [1_u64, 1_000, 54_145, 1_000_000, 40_000_000_000] {
            let (low, _) = jackpot(48, 2_598_960).chance_within(wagers);
            let by_logarithm = -(wagers as f64 * (-48.0 / 2_598_960.0_f64).ln_1p()).exp_m1();
            let relative = low.to_f64().unwrap_or(f64::NAN) / by_logarithm - 1.0;
            assert!(relative.abs() < 1e-9, "{wagers}: {relative}");
        }
        assert!(jackpot(48, 2_598_960).chance_within(0).1.is_zero());
        let (low, high) = jackpot(1, 2).chance_within(u64::MAX);
        assert!(high <= Ratio::one() && low > ratio(99, 100));
    }
}
