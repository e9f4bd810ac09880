//! A player's bank as it goes through one round: what it still pays, what it still collects (document
//! 000, rulings `bank_limit`, `bank_funds`, `bank_collects` and `bank_forfeits`).

use crate::readings::{Collects, Forfeits, Readings};

/// Sums of micro-dollars, as wide as no round can overflow them.
#[derive(Clone)]
pub(crate) struct Bank<'a> {
    readings: &'a Readings,
    /// What bounds it; `None` without limit.
    put_up: Option<i128>,
    paid: i128,
    collected: i128,
    /// What of the collected counts against what may be collected.
    counted: i128,
}

/// What all wagers of a round come to against a bank without limit.
#[derive(Clone, Copy, Default)]
pub(crate) struct Totals {
    pub(crate) won: i128,
    /// Forfeited wagers among them.
    pub(crate) lost: i128,
    /// The largest loss that is not forfeited.
    pub(crate) largest_loss: i128,
    /// Stakes of those of whom it is not known whether they folded.
    pub(crate) unclear: i128,
}

impl<'a> Bank<'a> {
    /// Nothing put up is a bank that is not on record: full cover is assumed.
    pub(crate) fn new(readings: &'a Readings, put_up: i64) -> Self {
        let limited = put_up > 0 && !readings.bank_is_unlimited;
        let put_up = limited.then_some(put_up.into());
        Self { readings, put_up, paid: 0, collected: 0, counted: 0 }
    }

    pub(crate) const fn is_limited(&self) -> bool {
        self.put_up.is_some()
    }

    /// What is left of an amount put up; below nothing where a bank without limit paid more.
    pub(crate) fn left_of(&self, put_up: i64) -> Option<i64> {
        i64::try_from(i128::from(put_up) - self.paid + self.collected).ok()
    }

    /// What it can still pay.
    fn reach(&self) -> Option<i128> {
        let put_up = self.put_up?;
        let fed = if self.readings.collections_extend_bank { self.collected } else { 0 };
        Some(put_up - self.paid + fed)
    }

    /// What it can still collect of a wager.
    fn grasp(&self) -> Option<i128> {
        let (put_up, reach) = (self.put_up?, self.reach()?);
        let most = match self.readings.collects {
            Collects::WholeWagers => return None,
            Collects::AsCovered => return Some(reach),
            Collects::UpToStake => put_up,
            Collects::UpToStakeAndPayments => put_up + self.paid,
        };
        Some(reach.min(most - self.counted).max(0))
    }

    /// Pays a win as far as it reaches.
    pub(crate) fn pay(&mut self, won: i64) -> i64 {
        let paid = up_to(won, self.reach());
        self.paid += i128::from(paid);
        paid
    }

    /// Collects a losing wager as far as it may.
    pub(crate) fn collect(&mut self, lost: i64) -> i64 {
        let collected = up_to(lost, self.grasp());
        self.collected += i128::from(collected);
        self.counted += i128::from(collected);
        collected
    }

    /// Collects a wager that was forfeited by folding.
    pub(crate) fn collect_forfeit(&mut self, lost: i64) -> i64 {
        let counts = match self.readings.forfeits {
            Forfeits::AsLosingWagers => return self.collect(lost),
            Forfeits::Whole => lost,
            Forfeits::WholeUncounted => 0,
        };
        self.collected += i128::from(lost);
        self.counted += i128::from(counts);
        lost
    }

    /// True where forfeited wagers are collected whole, whatever else happens.
    pub(crate) fn takes_forfeits_whole(&self) -> bool {
        !self.is_limited() || self.readings.forfeits != Forfeits::AsLosingWagers
    }

    /// True when it covers all this in any order.
    pub(crate) fn covers(&self, all: &Totals) -> bool {
        let Some(put_up) = self.put_up else { return true };
        let takes_whole = self.readings.collects == Collects::WholeWagers;
        let most = if takes_whole { all.won } else { all.won + all.largest_loss };
        most <= put_up && (!self.caps_collections() || all.lost <= put_up)
    }

    /// True when what is forfeited, if it is, changes nothing of what is paid before.
    pub(crate) fn pays_without(&self, all: &Totals) -> bool {
        let Some(put_up) = self.put_up else { return true };
        all.unclear == 0 || !self.readings.collections_extend_bank || all.won <= put_up
    }

    /// True when it changes nothing of what is collected before either.
    pub(crate) fn collects_without(&self, all: &Totals) -> bool {
        let Some(put_up) = self.put_up else { return true };
        let fed = self.readings.collections_extend_bank;
        let covered = !fed || all.won + all.largest_loss <= put_up;
        let uncapped = !self.caps_collections() || all.lost + all.unclear <= put_up;
        all.unclear == 0 || covered && uncapped
    }

    /// True when the sum of what it collects has a limit.
    fn caps_collections(&self) -> bool {
        [Collects::UpToStake, Collects::UpToStakeAndPayments].contains(&self.readings.collects)
    }
}

/// An amount as far as a limit allows, which is never below nothing.
fn up_to(amount: i64, most: Option<i128>) -> i64 {
    most.and_then(|most| i64::try_from(most).ok()).map_or(amount, |most| amount.min(most))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Without a limit nothing bounds what a bank pays and collects but the round: no sum of it is cut.
    #[test]
    fn sums_beyond_the_range_of_money_are_kept() {
        let readings = Readings::new(|_| String::new());
        let mut bank = Bank::new(&readings, 0);
        for _ in 0..3 {
            assert_eq!(bank.pay(i64::MAX), i64::MAX);
        }
        assert_eq!(bank.left_of(5), None);
        for left in [None, Some(5 - i64::MAX), Some(5)] {
            assert_eq!(bank.collect(i64::MAX), i64::MAX);
            assert_eq!(bank.left_of(5), left);
        }
        // With one it pays no more than was put up.
        let mut bank = Bank::new(&readings, i64::MAX);
        assert_eq!([bank.pay(i64::MAX - 7), bank.pay(i64::MAX), bank.pay(1)], [i64::MAX - 7, 7, 0]);
    }
}
