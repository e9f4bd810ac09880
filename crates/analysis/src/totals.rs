//! The sums of one group of settled wagers.

use feltproof_model::Money;

/// Sums over settled wagers; amounts in micro-dollars. They are kept in 128 bits, where no journal
/// can make them overflow, so that merging in any order gives the same sums and the same errors.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Totals {
    /// Wagers that were compared.
    pub wagers: u64,
    /// Staked.
    pub staked: i128,
    /// Owed by the reference.
    pub owed: i128,
    /// Returned in the record.
    pub paid: i128,
    /// Wagers paid too much.
    pub overpaid: u64,
    /// By how much.
    pub over: i128,
    /// Wagers paid too little.
    pub underpaid: u64,
    /// By how much (positive).
    pub under: i128,
    /// Wagers with a stake or a payment that no check tested: in none of the sums above.
    pub untested: u64,
}

impl Totals {
    /// Adds one settled wager. Nothing staked, owed or paid is none; envy has no stake, and counts.
    #[inline]
    pub fn add(&mut self, staked: Money, owed: Money, paid: Money) {
        if staked.is_zero() && owed.is_zero() && paid.is_zero() {
            return;
        }
        self.wagers += 1;
        self.staked += i128::from(staked.micros());
        self.owed += i128::from(owed.micros());
        self.paid += i128::from(paid.micros());
        let difference = i128::from(paid.micros()) - i128::from(owed.micros());
        if difference > 0 {
            self.overpaid += 1;
            self.over += difference;
        } else if difference < 0 {
            self.underpaid += 1;
            self.under -= difference;
        }
    }

    /// Adds the sums of another group.
    pub fn merge(&mut self, other: &Self) {
        self.wagers += other.wagers;
        self.staked += other.staked;
        self.owed += other.owed;
        self.paid += other.paid;
        self.overpaid += other.overpaid;
        self.over += other.over;
        self.underpaid += other.underpaid;
        self.under += other.under;
        self.untested += other.untested;
    }

    /// True when nothing was added.
    pub const fn is_empty(&self) -> bool {
        self.wagers == 0 && self.untested == 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn over_and_under_do_not_cancel() {
        let money = Money::from_micros;
        let mut totals = Totals::default();
        totals.add(money(10), money(20), money(25)); // 5 too much
        totals.add(money(10), money(20), money(13)); // 7 too little
        totals.add(money(10), money(0), money(0)); // lost, nothing due
        totals.add(money(0), money(4), money(4)); // envy: no stake
        totals.add(money(0), money(0), money(0)); // no wager
        let expected = Totals {
            wagers: 4,
            staked: 30,
            owed: 44,
            paid: 42,
            overpaid: 1,
            over: 5,
            underpaid: 1,
            under: 7,
            untested: 0,
        };
        assert_eq!(totals, expected);
        assert_eq!(totals.paid - totals.owed, totals.over - totals.under);
    }

    #[test]
    fn the_ends_of_the_range_do_not_overflow() {
        let (least, most) = (Money::from_micros(i64::MIN), Money::from_micros(i64::MAX));
        let mut totals = Totals::default();
        totals.add(most, least, most);
        totals.add(most, most, least);
        assert_eq!(totals.staked, 2 * i128::from(i64::MAX));
        assert_eq!(totals.over, i128::from(u64::MAX));
        assert_eq!(totals.under, i128::from(u64::MAX));
    }
}
