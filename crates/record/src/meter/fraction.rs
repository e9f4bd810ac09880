//! The fraction of a cent that a meter's display does not show.
//!
//! It is not on record, yet decides in which event the display next moves up a cent. So it is kept as a
//! range: at a reading anything below one display unit, and narrower with every event, since what is
//! displayed must be what the exact meter plus the fraction rounds down to. The comparison has no
//! tolerance: once no fraction is left that explains the record, the record is wrong.

use feltproof_engine::{Ledger, LedgerError};
use feltproof_model::Money;

/// An amount in exact parts of a ledger.
pub(super) fn parts(ledger: &Ledger, amount: Money) -> i128 {
    i128::from(amount.micros()) * ledger.parts_per_micro()
}

/// So many parts of a ledger as an amount, rounded down to a micro-dollar.
pub(super) fn money(ledger: &Ledger, parts: i128) -> Result<Money, LedgerError> {
    let micros = parts.div_euclid(ledger.parts_per_micro().max(1));
    i64::try_from(micros).map(Money::from_micros).map_err(|_| LedgerError::TooLarge)
}

/// Fractions still possible behind an account, in exact parts: `low` up to but not `end`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Fraction {
    low: i128,
    end: i128,
}

impl Fraction {
    /// None: the account is known exactly.
    pub(super) const NONE: Self = Self { low: 0, end: 1 };

    /// What stands behind a recorded value: less than one display unit, or nothing where the value is no
    /// whole number of units.
    pub(super) const fn behind(recorded: i128, unit: i128) -> Self {
        if unit > 1 && recorded % unit != 0 { Self::NONE } else { Self::below(unit) }
    }

    /// Anything below one display unit of so many parts.
    pub(super) const fn below(unit: i128) -> Self {
        Self { low: 0, end: if unit > 1 { unit } else { 1 } }
    }

    /// The smallest and the largest fraction still possible.
    pub(super) const fn ends(self) -> (i128, i128) {
        (self.low, self.end - 1)
    }

    /// The account rounded down to the display unit, with the smallest fraction possible.
    pub(super) const fn displayed(self, exact: i128, unit: i128) -> i128 {
        let unit = if unit > 1 { unit } else { 1 };
        (exact + self.low).div_euclid(unit) * unit
    }

    /// The fractions that explain `recorded` as what `exact` plus one displays, in whole units.
    pub(super) fn explaining(self, exact: i128, recorded: i128, unit: i128) -> Option<Self> {
        let unit = unit.max(1);
        if recorded % unit != 0 {
            return None;
        }
        let low = self.low.max(recorded - exact);
        let end = self.end.min(recorded + unit - exact);
        (low < end).then_some(Self { low, end })
    }

    /// Anything from `low` to `high`, both included.
    pub(super) const fn between(low: i128, high: i128) -> Self {
        Self { low, end: high + 1 }
    }

    /// The fractions possible when this account takes in another.
    pub(super) const fn joined(self, other: Self) -> Self {
        Self { low: self.low + other.low, end: self.end + other.end - 1 }
    }

    /// The fractions left after a contribution that a limit may have cut. `before` and `after` are without
    /// the fraction, which itself takes up room below the limit; at the limit nothing is fraction.
    pub(super) fn limited(
        self,
        before: i128,
        after: i128,
        contribution: i128,
        limit: i128,
    ) -> Self {
        let moved = |fraction: i128| {
            let held = before + fraction;
            // Reseeds may lift a meter above its limit; there it takes nothing and loses nothing.
            held.max((held + contribution).min(limit)) - after
        };
        Self { low: moved(self.low), end: moved(self.end - 1) + 1 }
    }

    /// The same fractions counted in finer parts.
    pub(super) const fn scaled(self, factor: i128) -> Self {
        // `end` is not itself possible: the last possible fraction grows to just below it.
        Self { low: self.low * factor, end: (self.end - 1) * factor + 1 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_event_narrows_the_fraction_until_none_explains_the_record() {
        // Parts are mills (a tenth of a cent), the display shows cents.
        let fraction = Fraction::below(10);
        // A contribution of 92.5 cents, displayed as 93: the fraction was at least half a cent.
        let fraction = fraction.explaining(925, 930, 10).unwrap();
        assert_eq!(fraction, Fraction { low: 5, end: 10 });
        // Another, displayed as 185 more: 1850 + f < 1860, and f stays below a cent.
        let fraction = fraction.explaining(1850, 1850, 10).unwrap();
        assert_eq!(fraction, Fraction { low: 5, end: 10 });
        // A third, 2775 + f must show 278 or more with f >= 5; 277 is wrong by a cent.
        assert_eq!(fraction.explaining(2775, 2770, 10), None);
        assert_eq!(fraction.displayed(2775, 10), 2780);
        assert!(fraction.explaining(2775, 2780, 10).is_some());
        assert_eq!(fraction.explaining(2775, 2790, 10), None);
    }

    #[test]
    fn what_is_not_a_whole_unit_is_never_explained_and_has_no_fraction() {
        // Parts are cents, the display shows dollars: $140.32 cannot be read there.
        assert_eq!(Fraction::below(100).explaining(14_000, 14_032, 100), None);
        assert!(Fraction::below(100).explaining(14_032, 14_000, 100).is_some());
        assert_eq!(Fraction::behind(14_032, 100), Fraction::NONE);
        assert_eq!(Fraction::behind(14_000, 100), Fraction::below(100));
    }

    #[test]
    fn a_limit_leaves_exactly_the_fractions_of_a_meter_kept_with_each() {
        for (before, contribution, limit) in
            [(0, 5, 100), (92, 5, 100), (95, 5, 100), (80, 50, 100), (97, 0, 100), (120, 5, 100)]
        {
            let kept = |held: i128| {
                if held >= limit { held } else { (held + contribution).min(limit) }
            };
            let after = kept(before);
            let fraction = Fraction { low: 2, end: 10 }.limited(before, after, contribution, limit);
            let possible: std::collections::BTreeSet<i128> =
                (2..10).map(|f| kept(before + f) - after).collect();
            assert_eq!((fraction.low..fraction.end).collect::<Vec<_>>(), Vec::from_iter(possible));
        }
        // Half a cent more below a limit that the contribution reaches: gone.
        assert_eq!(Fraction { low: 5, end: 10 }.limited(80, 100, 50, 100), Fraction::NONE);
    }

    #[test]
    fn brute_force_over_every_fraction_agrees() {
        let contributions = [925_i128, 0, 925, 333, 1, 925, 7, 925];
        for truth in 0..10 {
            let (mut exact, mut fraction) = (0, Fraction::below(10));
            for c in contributions {
                exact += c;
                let recorded = (exact + truth) / 10 * 10;
                fraction = fraction.explaining(exact, recorded, 10).unwrap();
                assert!((fraction.low..fraction.end).contains(&truth));
                for f in 0..10 {
                    let explains = (exact + f) / 10 * 10 == recorded;
                    assert!(explains || !(fraction.low..fraction.end).contains(&f));
                }
            }
        }
    }
}
