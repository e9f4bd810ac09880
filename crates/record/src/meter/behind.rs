//! The fraction behind a reserve, by the unit that it is shown in: the last fraction, that of the
//! meter, or that stated. Where none is stated, all on record may be whole dollars though the kept one
//! is not: what is less is then not missing, and that it is shown so is said once.

use super::fraction::{Fraction, parts};
use feltproof_engine::Ledger;
use feltproof_model::Money;

const DOLLAR: Money = Money::from_micros(1_000_000);

#[derive(Clone, Copy)]
pub(super) struct Behind {
    stated: Option<Money>,
    /// Behind the last fraction, the stated unit or that of the meter, whichever the record shows.
    fine: Fraction,
    /// Behind whole dollars; none where a reserve on record is none, or no fraction explains the record.
    whole: Option<Fraction>,
    /// The record showed another reserve than whole dollars.
    has_cents: bool,
    /// Whole dollars alone explain the record.
    is_whole: bool,
}

impl Behind {
    pub(super) const fn new(stated: Option<Money>) -> Self {
        Self { stated, fine: Fraction::NONE, whole: None, has_cents: false, is_whole: false }
    }

    /// Parts in one unit of the reserve as recorded.
    fn unit(self, ledger: &Ledger, recorded: Money) -> i128 {
        let stated = parts(ledger, self.stated.unwrap_or(ledger.settings().display_unit));
        let is_shown = stated > 0 && parts(ledger, recorded) % stated == 0;
        if is_shown { stated } else { ledger.parts_per_micro() }
    }

    /// Parts in a dollar, where that is coarser than the unit stated or displayed.
    fn dollar(self, ledger: &Ledger) -> Option<i128> {
        let unit = self.stated.unwrap_or(ledger.settings().display_unit);
        (self.stated.is_none() && unit < DOLLAR).then(|| parts(ledger, DOLLAR))
    }

    pub(super) fn restarted(mut self, ledger: &Ledger, recorded: Money) -> Self {
        self.fine = Fraction::below(self.unit(ledger, recorded));
        let dollar = self.dollar(ledger);
        self.has_cents |= dollar.is_none_or(|dollar| parts(ledger, recorded) % dollar != 0);
        self.whole = dollar.filter(|_| !self.has_cents).map(Fraction::below);
        self.is_whole &= !self.has_cents;
        self
    }

    /// What is left of it once `recorded` is on record where the ledger has `exact`; `None` where nothing explains that.
    pub(super) fn explaining(
        mut self,
        ledger: &Ledger,
        exact: i128,
        recorded: Money,
    ) -> Option<Self> {
        let shown = parts(ledger, recorded);
        let fine = self.fine.explaining(exact, shown, self.unit(ledger, recorded));
        let dollar = self.dollar(ledger);
        self.has_cents |= dollar.is_none_or(|dollar| shown % dollar != 0);
        let whole = self.whole.zip(dollar).filter(|_| !self.has_cents);
        self.whole = whole.and_then(|(whole, dollar)| whole.explaining(exact, shown, dollar));
        self.is_whole = self.whole.is_some() && (self.is_whole || fine.is_none());
        self.fine = fine.unwrap_or(self.fine);
        (fine.is_some() || self.is_whole).then_some(self)
    }

    /// The reserve as it would be recorded in the unit of `recorded`, with the smallest fraction possible.
    pub(super) fn displayed(self, ledger: &Ledger, exact: i128, recorded: Money) -> i128 {
        let dollar = self.dollar(ledger).filter(|dollar| parts(ledger, recorded) % dollar == 0);
        match self.whole.zip(dollar).filter(|_| self.is_whole) {
            Some((whole, dollar)) => whole.displayed(exact, dollar),
            None => self.fine.displayed(exact, self.unit(ledger, recorded)),
        }
    }

    /// The unit that it is shown in whatever is recorded; the last fraction where none is known.
    pub(super) fn shown_in(self) -> Money {
        let whole = self.whole.filter(|_| self.is_whole).map(|_| DOLLAR);
        whole.or(self.stated).unwrap_or(Money::from_micros(1))
    }

    pub(super) const fn is_whole(self) -> bool {
        self.is_whole
    }

    /// The same where whole dollars alone explain the record from here on; `None` where they do not.
    pub(super) fn turned_whole(mut self) -> Option<Self> {
        self.is_whole = self.whole.is_some();
        self.is_whole.then_some(self)
    }

    /// An account of so many parts with the smallest fraction possible.
    pub(super) fn least(self, exact: i128) -> i128 {
        exact + self.fraction().ends().0
    }

    pub(super) fn fraction(self) -> Fraction {
        self.whole.filter(|_| self.is_whole).unwrap_or(self.fine)
    }

    /// Once a reseed has drawn all of it. Whole dollars that nobody stated may be rounded otherwise than down.
    pub(super) fn emptied(mut self, ledger: &Ledger) -> Self {
        self.fine = Fraction::NONE;
        self.whole = self.whole.and(self.dollar(ledger)).map(Fraction::below);
        self
    }

    /// When it takes in an account with this behind it.
    pub(super) fn joined(mut self, other: Fraction) -> Self {
        self.fine = self.fine.joined(other);
        self.whole = self.whole.map(|whole| whole.joined(other));
        self
    }

    pub(super) fn scaled(mut self, factor: i128) -> Self {
        self.fine = self.fine.scaled(factor);
        self.whole = self.whole.map(|whole| whole.scaled(factor));
        self
    }
}
