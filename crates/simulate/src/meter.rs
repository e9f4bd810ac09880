//! Meter and reserve of one level in ticks of 1/10,000 micro-dollar: rates leave no remainder.

use feltproof_model::Money;

/// Ticks in a micro-dollar: one for each hundredth of a percent of it.
const TICKS: i128 = 10_000;

/// The settings of the level, rates in hundredths of a percent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// Base amount after a 100 % award.
    pub seed: Money,
    /// Share of each wager for the meter: 1850 is 18.5 %.
    pub contribution: i64,
    /// Share of each wager for the reserve.
    pub reserve: i64,
    /// What the meter may come to by contributions; what goes beyond overflows.
    pub limit: Option<Money>,
    /// What overflows goes to the reserve, and not out of the level.
    pub reserve_takes_overflow: bool,
    /// Contributions count in whole multiples of this amount; what is less stays with the house.
    pub contribution_unit: Option<Money>,
    /// The display counts in whole multiples of this amount.
    pub display_unit: Money,
}

/// One meter with its reserve.
#[derive(Clone, Debug)]
pub struct Meter {
    settings: Settings,
    meter: i128,
    reserve: i128,
    overflowed: i128,
    /// The in-meter: all that was ever wagered, in micro-dollars.
    counted: i64,
}

/// What was wagered on a level before the day, where nothing else is planned.
pub(crate) const COUNTED_BEFORE: Money = Money::from_micros(1_284_365_000_000);

fn ticks(amount: Money) -> i128 {
    i128::from(amount.micros()) * TICKS
}

fn money(ticks: i128) -> Money {
    let micros = i64::try_from(ticks.div_euclid(TICKS));
    Money::from_micros(micros.expect("amounts of a day are far inside the range of money"))
}

/// The sum of two amounts of a day, which are far inside the range of money.
pub(crate) fn more(a: Money, b: Money) -> Money {
    a.checked_add(b).expect("amounts of a day are far inside the range of money")
}

impl Meter {
    /// With its opening amounts.
    pub fn new(settings: Settings, meter: Money, reserve: Money) -> Self {
        let (meter, reserve) = (ticks(meter), ticks(reserve));
        let counted = COUNTED_BEFORE.micros();
        Self { settings, meter, reserve, overflowed: 0, counted }
    }

    /// Wagers of one round: what goes to the meter and the reserve, rounded down to a micro-dollar.
    pub fn coin_in(&mut self, amount: Money) -> (Money, Money) {
        let (contribution, reserve) = self.ticks_of(amount);
        let room = match self.settings.limit {
            Some(limit) if ticks(limit) > self.meter => ticks(limit) - self.meter,
            Some(_) => 0,
            None => contribution,
        };
        self.count(amount);
        let taken = contribution.min(room);
        self.meter += taken;
        self.reserve += reserve;
        self.overflowed = contribution - taken;
        if self.settings.reserve_takes_overflow {
            self.reserve += self.overflowed;
        }
        (money(taken), money(reserve))
    }

    /// Counts wagers that are not on record, or leaves out some that are where the amount is below nothing.
    pub(crate) fn count(&mut self, amount: Money) {
        self.counted += amount.micros();
    }

    /// The in-meter: all that was ever wagered.
    pub(crate) fn counted(&self) -> Money {
        Money::from_micros(self.counted)
    }

    /// What overflowed of the wagers counted in last, rounded down to a micro-dollar.
    pub fn overflowed(&self) -> Money {
        money(self.overflowed)
    }

    /// What `amount` wagered adds to a meter below its limit, and to the reserve, in ticks.
    fn ticks_of(&self, amount: Money) -> (i128, i128) {
        let micros = i128::from(amount.micros());
        let whole = micros * i128::from(self.settings.contribution);
        let unit = self.settings.contribution_unit.map_or(1, ticks);
        (whole / unit * unit, micros * i128::from(self.settings.reserve))
    }

    /// What `amount` wagered adds to a meter below its limit, and to the reserve.
    pub(crate) fn shares(&self, amount: Money) -> (Money, Money) {
        let (contribution, reserve) = self.ticks_of(amount);
        (money(contribution), money(reserve))
    }

    /// What the players see: the meter rounded down to a display unit.
    pub fn display(&self) -> Money {
        let unit = ticks(self.settings.display_unit);
        money(self.meter.div_euclid(unit) * unit)
    }

    /// A share in percent of what the players see, rounded down to a cent.
    pub(crate) fn share(&self, percent: u8) -> Money {
        money(ticks(self.display()) * i128::from(percent) / 100).floor_to_cent()
    }

    /// The reserve, rounded down to a micro-dollar.
    pub fn reserve(&self) -> Money {
        money(self.reserve)
    }

    /// Meter and reserve together with what the display does not show, rounded down to a micro-dollar.
    pub(crate) fn with_reserve(&self) -> Money {
        money(self.meter + self.reserve)
    }

    /// With another in-meter.
    pub(crate) fn counted_from(self, counted: Money) -> Self {
        Self { counted: counted.micros(), ..self }
    }

    /// The meter with what its display does not show, and the reserve, rounded down to a micro-dollar; the in-meter.
    pub(crate) fn balances(&self) -> [Money; 3] {
        [money(self.meter), money(self.reserve), self.counted()]
    }

    /// True when the display shows all of the meter.
    pub(crate) fn is_all_displayed(&self) -> bool {
        ticks(self.display()) == self.meter
    }

    /// Takes an award out of the meter.
    pub fn award(&mut self, amount: Money) {
        self.meter -= ticks(amount);
    }

    /// Puts seed and whole reserve into the meter: what was added, and how much of the reserve.
    pub fn reseed(&mut self) -> (Money, Money) {
        let drawn = self.reserve();
        self.reserve -= ticks(drawn);
        let added = Money::from_micros(self.settings.seed.micros() + drawn.micros());
        self.meter += ticks(added);
        (added, drawn)
    }

    pub(crate) fn set_seed(&mut self, seed: Money) {
        self.settings.seed = seed;
    }

    /// A signed change of the meter that no wager caused.
    pub fn adjust(&mut self, amount: Money) {
        self.meter += ticks(amount);
    }

    /// A signed change of the reserve that no wager caused.
    pub fn adjust_reserve(&mut self, amount: Money) {
        self.reserve += ticks(amount);
    }

    /// Sets the meter to an amount, whatever it was.
    pub(crate) fn stand_at(&mut self, amount: Money) {
        self.meter = ticks(amount);
    }

    pub(crate) fn seed(&self) -> Money {
        self.settings.seed
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn dollars(text: &str) -> Money {
        Money::parse(text.as_bytes()).unwrap()
    }

    fn settings() -> Settings {
        Settings {
            seed: dollars("2500"),
            contribution: 1850,
            reserve: 500,
            limit: None,
            reserve_takes_overflow: false,
            contribution_unit: None,
            display_unit: dollars("0.01"),
        }
    }

    /// Worked by hand: 18.5 % of $15 is $2.775 each time. The limit leaves room for $0.80 of the
    /// second and for nothing of the third; the reserve of 5 % has no limit.
    #[test]
    fn contributions_beyond_the_limit_overflow() {
        let settings = Settings { limit: Some(dollars("14021.90")), ..settings() };
        let mut meter = Meter::new(settings, dollars("14018.325"), dollars("412.25"));
        assert_eq!(meter.coin_in(dollars("15")), (dollars("2.775"), dollars("0.75")));
        assert_eq!(meter.coin_in(dollars("15")), (dollars("0.80"), dollars("0.75")));
        assert_eq!(meter.coin_in(dollars("15")), (Money::ZERO, dollars("0.75")));
        assert_eq!(meter.display(), dollars("14021.90"));
        assert_eq!(meter.reserve(), dollars("414.50"));
        // The limit binds contributions alone: a reseed above it stands, and then nothing is taken.
        meter.adjust(dollars("10"));
        assert_eq!(meter.coin_in(dollars("5")), (Money::ZERO, dollars("0.25")));
        assert_eq!(meter.display(), dollars("14031.90"));
        // Below it again there is room for what an award took.
        meter.award(dollars("14030.00"));
        assert_eq!(meter.coin_in(dollars("15")), (dollars("2.775"), dollars("0.75")));
    }

    /// Worked by hand: of $2.775 each the limit cuts off nothing, $1.975 and all; 5 % of $15 is $0.75.
    #[test]
    fn the_reserve_may_take_what_overflows() {
        let limit = Some(dollars("14021.90"));
        let settings = Settings { limit, reserve_takes_overflow: true, ..settings() };
        let mut meter = Meter::new(settings, dollars("14018.325"), dollars("412.25"));
        for (overflowed, reserve) in [("0", "413"), ("1.975", "415.725"), ("2.775", "419.25")] {
            meter.coin_in(dollars("15"));
            assert_eq!(
                (meter.overflowed(), meter.reserve()),
                (dollars(overflowed), dollars(reserve))
            );
        }
        assert_eq!(meter.reseed(), (dollars("2919.25"), dollars("419.25")));
    }

    /// Worked by hand: $2.775 in whole dimes is $2.70; a display of whole dollars hides the rest.
    #[test]
    fn contributions_and_display_count_in_units() {
        let settings = Settings {
            contribution_unit: Some(dollars("0.10")),
            display_unit: dollars("1"),
            ..settings()
        };
        let mut meter = Meter::new(settings, dollars("14018.325"), dollars("412.25"));
        assert_eq!((meter.display(), meter.is_all_displayed()), (dollars("14018"), false));
        assert_eq!(meter.coin_in(dollars("15")), (dollars("2.70"), dollars("0.75")));
        // 14018.325 + 2.70 = 14021.025; a tenth of $14,021 is $1,402.10.
        assert_eq!((meter.display(), meter.share(10)), (dollars("14021"), dollars("1402.10")));
        meter.award(meter.share(100));
        assert_eq!(meter.meter, ticks(dollars("0.025")));
        assert_eq!(meter.reserve(), dollars("413"));
    }

    /// Worked by hand: 18.5 % of $15 is $2.775, 5 % is $0.75.
    #[test]
    fn an_evening_by_hand() {
        let settings = settings();
        let mut meter = Meter::new(settings, dollars("14018.325"), dollars("412.25"));
        assert_eq!(meter.display(), dollars("14018.32"));
        assert!(!meter.is_all_displayed());
        assert_eq!(meter.shares(dollars("15")), (dollars("2.775"), dollars("0.75")));
        meter.coin_in(dollars("15"));
        // 14018.325 + 2.775 = 14021.10 exactly.
        assert_eq!((meter.display(), meter.reserve()), (dollars("14021.10"), dollars("413")));
        assert!(meter.is_all_displayed());
        meter.coin_in(dollars("5"));
        // + 0.925 = 14022.025, shown as 14022.02; the half cent stays after the award.
        assert_eq!(meter.display(), dollars("14022.02"));
        meter.award(meter.display());
        assert_eq!(meter.display(), Money::ZERO);
        assert_eq!(meter.reseed(), (dollars("2913.25"), dollars("413.25")));
        assert_eq!((meter.display(), meter.reserve()), (dollars("2913.25"), Money::ZERO));
        meter.coin_in(dollars("5"));
        // 2913.255 + 0.925 - the half cent kept: 2913.25 + 0.005 + 0.925 = 2914.18.
        assert_eq!(meter.display(), dollars("2914.18"));
        // A tenth of $2,914.18 is $291.418; what is less than a cent stays in the meter.
        assert_eq!((meter.share(10), meter.share(100)), (dollars("291.41"), dollars("2914.18")));
        meter.adjust(dollars("-0.925"));
        meter.adjust_reserve(dollars("-0.25"));
        assert_eq!((meter.display(), meter.reserve()), (dollars("2913.25"), Money::ZERO));
    }
}
