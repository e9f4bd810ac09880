//! What may cause departures of a meter together: a figure in another unit, or another rate.

use super::rate::{CoinIn, RateFit, Rates};
use super::{Judged, Standing};
use feltproof_model::engagement::LevelSettings;
use feltproof_model::{AmountColumn, CauseKey, ManagerEvent, ManagerKind, Money, Place, Rate};

/// Which figure of an event is in another unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct OtherUnit {
    /// Its amount; else what the account shows.
    of_amount: bool,
    /// A hundred times; else a hundredth.
    larger: bool,
}

#[derive(Debug, Default)]
pub(crate) struct Suspects {
    rates: [Rates; 2],
    /// What of each was seen in another unit last.
    units: [Option<OtherUnit>; 2],
}

impl Suspects {
    /// What may have caused an event to depart on each account.
    pub(super) fn of(&mut self, judged: &Judged<'_>) -> [Option<CauseKey>; 2] {
        let Judged { record, known, settings, before, after } = *judged;
        let event = record.event;
        let unit = |column, larger| {
            Some(CauseKey::Unit { place: Place::Link(event.link), column, larger })
        };
        let accounts = [
            (AmountColumn::Display, settings.contribution, before.display, event.display),
            (AmountColumn::Reserve, settings.reserve, before.reserve, event.reserve),
        ];
        let read = [(known.display, after.display), (known.reserve, after.reserve)];
        let mut causes = [None, None];
        for (at, (column, rate, before, now)) in accounts.into_iter().enumerate() {
            let (known, expected) = read[at];
            if known != now {
                self.rates[at].interrupt();
                causes[at] = unit(column, true);
                continue;
            }
            let fits = now == expected;
            let (share, judged) = moved(event, at == 1, rate);
            let other = (!fits || !judged)
                .then(|| other_unit(share?, (before, now), settings.display_unit, self.units[at]))
                .flatten();
            if !fits && other.is_none() && are_cents(event, before, (now, expected)) {
                self.rates[at].interrupt();
                causes[at] = unit(AmountColumn::Amount, true);
            } else if let Some(other) = other {
                self.units[at] = Some(other);
                self.rates[at].interrupt();
                let column = if other.of_amount { AmountColumn::Amount } else { column };
                causes[at] = unit(column, other.larger);
            } else {
                let segment = self.rate_of(event, at, settings, (before, now), (rate, fits));
                let reserve = at == 1;
                causes[at] =
                    segment.map(|segment| CauseKey::Rate { link: event.link, reserve, segment });
            }
        }
        causes
    }

    /// Takes in an event before which the accounts gained what is not on record.
    pub(super) fn interrupt(&mut self) {
        self.rates.iter_mut().for_each(Rates::interrupt);
    }

    /// The run of coin-ins at another rate that an event belongs to, where it does not fit.
    fn rate_of(
        &mut self,
        event: &ManagerEvent,
        at: usize,
        settings: &LevelSettings,
        (before, now): (Money, Money),
        (rate, fits): (Rate, bool),
    ) -> Option<u32> {
        let rates = &mut self.rates[at];
        match event.kind {
            ManagerKind::CoinIn => {
                let unit = settings.display_unit;
                // What a controller does not add to the meter in whole units, it does not add at all.
                let lost = settings.contribution_unit.filter(|_| at == 0).unwrap_or(Money::ZERO);
                let (seq, amount) = (event.seq, event.amount);
                rates.coin_in(CoinIn { seq, amount, before, now, unit, lost }, rate, fits)
            }
            ManagerKind::Config => {
                rates.end();
                None
            }
            _ => {
                rates.interrupt();
                None
            }
        }
    }

    /// The other rate at which a coin-in was taken, where it is what added `added` to the meter or the reserve.
    pub(crate) fn rate_at(
        &self,
        coin_in: &ManagerEvent,
        reserve: bool,
        added: i128,
    ) -> Option<CauseKey> {
        let rates = &self.rates[usize::from(reserve)];
        let segment = rates.at(coin_in.seq, coin_in.amount, added)?;
        Some(CauseKey::Rate { link: coin_in.link, reserve, segment })
    }

    /// The one rate that fits all coin-ins of a segment, where that of the settings does not.
    pub(crate) fn rate(&self, reserve: bool, segment: u32) -> Option<RateFit> {
        self.rates[usize::from(reserve)].fit(segment)
    }
}

/// True for whole dollars off by less than one: cents read for dollars cut the cents of a meter.
fn are_cents(event: &ManagerEvent, before: Money, (now, expected): (Money, Money)) -> bool {
    const DOLLAR: i64 = 1_000_000;
    // No wager is less than fifty cents.
    const AMOUNT_MIN: Money = Money::from_micros(50 * DOLLAR);
    let is_whole = |amount: Money| amount.micros() % DOLLAR == 0;
    let is_near = now.checked_sub(expected).is_some_and(|off| off.abs().micros() < DOLLAR);
    let figures = [before, now, event.amount, event.display, event.reserve];
    is_near && event.amount >= AMOUNT_MIN && figures.into_iter().all(is_whole)
}

/// What an event adds to an account, and the share of that; whether its own figures show that it fits,
/// since what follows a reseed is not kept from its amount.
fn moved(event: &ManagerEvent, reserve: bool, rate: Rate) -> (Option<(Money, Rate)>, bool) {
    let whole = |amount| Some((amount, Rate::ONE));
    match (event.kind, reserve) {
        (ManagerKind::CoinIn, _) => (Some((event.amount, rate)), true),
        (ManagerKind::Award, false) => (whole(event.amount.negated()), true),
        (ManagerKind::Reseed, false) => (whole(event.amount), false),
        (ManagerKind::Overflow | ManagerKind::Adjustment, false)
        | (ManagerKind::ReserveAdjustment, true) => (whole(event.amount), true),
        _ => (None, true),
    }
}

/// An event with display or reserve, a hundred times what they should be, in the unit of the others.
pub(super) fn read_in_unit(event: &ManagerEvent, after: Standing) -> Option<ManagerEvent> {
    let is_larger = |now: Money, expected: Money| {
        !expected.is_zero() && expected.checked_mul(100).is_some_and(|hundred| hundred == now)
    };
    let display = is_larger(event.display, after.display).then_some(after.display);
    let reserve = is_larger(event.reserve, after.reserve).then_some(after.reserve);
    display.or(reserve)?;
    let (display, reserve) = (display.unwrap_or(event.display), reserve.unwrap_or(event.reserve));
    Some(ManagerEvent { display, reserve, ..event.clone() })
}

/// Which figure in the other unit makes an account move by the share of an amount; first what was seen
/// last, since an amount a hundredth and an account a hundred times are the same gain.
fn other_unit(
    (amount, rate): (Money, Rate),
    (before, now): (Money, Money),
    unit: Money,
    seen: Option<OtherUnit>,
) -> Option<OtherUnit> {
    let of = |money: Money| i128::from(money.micros());
    let (gain, amount, unit) = (of(now) - of(before), of(amount), of(unit).max(1));
    let (share, whole) = (i128::from(rate.numerator()), i128::from(rate.denominator()));
    if share == 0 || amount == 0 {
        return None;
    }
    // Gains and shares multiplied out, so that nothing is rounded.
    let fits = |gain_times: i128, amount_times: i128, unit_times: i128| {
        let off = gain * gain_times * whole - amount * amount_times * share;
        off.abs() < unit * unit_times * whole
    };
    let fitting = [
        (true, true, fits(100, 1, 100)),
        (true, false, fits(1, 100, 1)),
        (false, true, fits(1, 100, 100)),
        (false, false, fits(100, 1, 1)),
    ];
    let fitting = || {
        let fitting = fitting.into_iter().filter(|(.., fits)| *fits);
        fitting.map(|(of_amount, larger, _)| OtherUnit { of_amount, larger })
    };
    let known = fitting().find(|found| Some(*found) == seen);
    // A hundredth of a small share is no gain, but neither is one of an account that does not grow.
    known.or_else(|| fitting().next().filter(|_| gain != 0))
}
