//! What the closing difference of a meter or a reserve is made of.

use crate::exception::Locus;
use crate::money::{Money, Sum};

/// The records at which an account departs from where it is kept: with the fractions they come to recorded minus expected
/// at the end.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Departures {
    /// The first of them, in the manager's order.
    pub listed: Vec<Departure>,
    /// How many there are, listed or not.
    pub total: u64,
    /// What all of them come to.
    pub sum: Sum,
    /// What the display does not show: behind a departure the fraction of its unit is not known.
    pub fractions: Sum,
}

/// One record at which an account departs from where it is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Departure {
    /// Where it stands.
    pub locus: Locus,
    /// By how much more it is recorded there.
    pub amount: Sum,
    /// True where the record only goes on from a departure before it, of this account or of its reserve.
    pub follows: bool,
}

impl Departures {
    /// Departures that are listed one by one.
    pub const LISTED_MAX: usize = 20;

    /// All that has been taken in: how far the record is from where the account is kept.
    pub fn drift(&self) -> Sum {
        self.sum + self.fractions
    }

    /// Takes in a record after which the account is recorded `drift` above where it is kept. `judged` is by how much it
    /// departs from what the record before it leads to, `unit` what a display may hide.
    pub fn take(&mut self, locus: Locus, (drift, judged): (Sum, Sum), unit: Money) {
        let rest = drift - self.drift() - judged;
        self.depart(Departure { locus, amount: judged, follows: false });
        if rest.micros().abs() <= unit.micros().into() {
            self.fractions = self.fractions + rest;
        } else {
            self.depart(Departure { locus, amount: rest, follows: true });
        }
    }

    fn depart(&mut self, departure: Departure) {
        if departure.amount == Sum::ZERO {
            return;
        }
        self.total += 1;
        self.sum = self.sum + departure.amount;
        if self.listed.len() < Self::LISTED_MAX {
            self.listed.push(departure);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Departure, Departures};
    use crate::exception::Locus;
    use crate::money::{Money, Sum};

    #[test]
    fn every_cent_of_the_difference_is_in_one_part() {
        let cents = |cents: i128| Sum::from_micros(cents * 10_000);
        let at = |line| Locus::Journal { journal: 0, line };
        let unit = Money::from_micros(10_000);
        let mut all = Departures::default();
        // Short by 92 cents, then a fraction of the display, then what a reserve lacks.
        for (line, drift, judged) in [(2, 0, 0), (3, -92, -92), (4, -93, 0), (5, -118, 0)] {
            all.take(at(line), (cents(drift), cents(judged)), unit);
            assert_eq!(all.drift(), cents(drift));
        }
        let departure =
            |line, amount, follows| Departure { locus: at(line), amount: cents(amount), follows };
        assert_eq!(all.listed, [departure(3, -92, false), departure(5, -25, true)]);
        assert_eq!((all.total, all.sum, all.fractions), (2, cents(-117), cents(-1)));
        for line in 6..100 {
            all.take(at(line), (all.drift() + cents(5), cents(5)), unit);
        }
        assert_eq!((all.listed.len(), all.total), (Departures::LISTED_MAX, 96));
    }
}
