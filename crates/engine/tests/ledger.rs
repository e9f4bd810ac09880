//! Ledgers kept by hand, and against a second bookkeeping in naive fractions.

use crate::common::{money, settings};
use feltproof_engine::{Account, Ledger, LedgerError};
use feltproof_model::engagement::{LevelSettings, Overflow};
use feltproof_model::{Money, Rate};
use proptest::prelude::*;

fn third() -> LevelSettings {
    LevelSettings { seed: money("100"), ..settings("1/3", "1/6") }
}

fn whole() -> Rate {
    Rate::ONE
}

fn shown(ledger: &Ledger) -> (String, String) {
    (ledger.display().plain(), ledger.reserve().plain())
}

/// No event made or lost money.
fn is_balanced(ledger: &Ledger) -> bool {
    Account::ALL.iter().map(|account| ledger.parts(*account)).sum::<i128>() == 0
}

/// A month in which every wager is one dollar: a third to the meter, a sixth to the reserve.
#[test]
fn a_month_of_thirds_loses_nothing() {
    let mut ledger = Ledger::new(&third(), money("10"), money("2")).unwrap();
    ledger.coin_in(money("1")).unwrap();
    // 10 + 1/3 = 10.333333.. shows 10.33; 2 + 1/6 = 2.166666..
    assert_eq!(shown(&ledger), ("10.33".into(), "2.166666".into()));
    ledger.coin_in(money("1")).unwrap();
    assert_eq!(shown(&ledger), ("10.66".into(), "2.333333".into()));
    ledger.coin_in(money("1")).unwrap();
    // Three thirds are one, where three times 0.33 are not.
    assert_eq!(shown(&ledger), ("11.00".into(), "2.50".into()));
    ledger.coin_in(money("1")).unwrap();
    // 10 % of the displayed 11.33 is 1.133, paid as 1.13; 11.333333.. - 1.13 = 10.203333..
    assert_eq!(ledger.award(Rate::new(1, 10).unwrap()).unwrap(), money("1.13"));
    assert_eq!(ledger.display(), money("10.20"));
    // All of the display: 10.20; 0.003333.. stays, and the reserve of 2.666666.. joins the seed.
    assert_eq!(ledger.award(whole()).unwrap(), money("10.20"));
    assert_eq!(ledger.display(), Money::ZERO);
    assert_eq!(ledger.reseed().unwrap(), money("102.666666"));
    // 0.003333.. + 100 + 2.666666.. = 102.67 exactly: 1/300 + 8/3 = 801/300 = 2.67.
    assert_eq!(shown(&ledger), ("102.67".into(), "0.00".into()));
    ledger.adjust_meter(money("-2.67"), Account::Correction).unwrap();
    ledger.adjust_reserve(money("1.50")).unwrap();
    assert_eq!(shown(&ledger), ("100.00".into(), "1.50".into()));
    assert!(is_balanced(&ledger));
    // Four wagers: half of each is the house's, which then paid the seed.
    for (account, amount) in [
        (Account::Player, "-4"),
        (Account::House, "-98"),
        (Account::Meter, "100"),
        (Account::Reserve, "1.50"),
        (Account::Overflow, "0"),
        (Account::Winner, "11.33"),
        // Opening 10 + 2, adjustments -2.67 + 1.50.
        (Account::Correction, "-10.83"),
    ] {
        assert_eq!(ledger.balance(account), money(amount), "{account:?}");
    }
    // 4/3 and 4/6, both rounded down.
    assert_eq!(ledger.contributions(), (money("1.333333"), money("0.666666")));
    assert_eq!(ledger.left_to_house(), money("2"));
}

/// A controller that truncates carries no fraction: 1/3 of $5 is $1.66 each time.
#[test]
fn a_contribution_unit_cuts_every_contribution() {
    let truncating = LevelSettings { contribution_unit: Some(money("0.01")), ..third() };
    let mut ledger = Ledger::new(&truncating, money("10"), Money::ZERO).unwrap();
    for _ in 0..3 {
        ledger.coin_in(money("5")).unwrap();
    }
    assert_eq!(shown(&ledger), ("14.98".into(), "2.50".into()));
    // What was cut off stays with the house: 15 - 4.98 - 2.50.
    assert_eq!(ledger.balance(Account::House), money("7.52"));
    assert_eq!(ledger.left_to_house(), money("7.52"));
    assert!(is_balanced(&ledger));
}

#[test]
fn contributions_above_the_limit_overflow() {
    let limited = LevelSettings { limit: Some(money("11")), ..third() };
    let mut ledger = Ledger::new(&limited, money("10"), Money::ZERO).unwrap();
    ledger.coin_in(money("2")).unwrap(); // 2/3, below the limit
    assert_eq!(ledger.balance(Account::Overflow), Money::ZERO);
    ledger.coin_in(money("2")).unwrap(); // 1/3 fits exactly, 1/3 overflows
    assert_eq!(
        (ledger.display(), ledger.balance(Account::Overflow)),
        (money("11"), money("0.333333"))
    );
    ledger.coin_in(money("3")).unwrap(); // all of it
    assert_eq!(
        (ledger.display(), ledger.balance(Account::Overflow)),
        (money("11"), money("1.333333"))
    );
    // A reseed is not a contribution.
    ledger.reseed().unwrap();
    ledger.coin_in(money("3")).unwrap();
    assert_eq!(ledger.balance(Account::Overflow), money("2.333333"));
    assert!(is_balanced(&ledger));
}

/// By hand: of $2 and $3 at a third each, the limit of $11 lets 2/3 and 1/3 in; 2/3 overflow. A sixth of each wager
/// is the reserve's.
#[test]
fn an_overflow_goes_where_it_is_declared_to_go() {
    let limited = |overflow| LevelSettings { limit: Some(money("11")), overflow, ..third() };
    for (overflow, [reserve, house, over], contributed) in [
        (Overflow::Undeclared, ["0.833333", "2.50", "0.666666"], "0.833333"),
        (Overflow::Meter("L2".into()), ["0.833333", "2.50", "0.666666"], "0.833333"),
        (Overflow::Reserve, ["1.50", "2.50", "0"], "1.50"),
        (Overflow::House, ["0.833333", "3.166666", "0"], "0.833333"),
    ] {
        let mut ledger = Ledger::new(&limited(overflow), money("10"), Money::ZERO).unwrap();
        assert_eq!(ledger.coin_in(money("2")).unwrap(), 0);
        let parts = ledger.coin_in(money("3")).unwrap();
        assert_eq!(parts * 3, 2_000_000 * ledger.parts_per_micro());
        assert_eq!((ledger.display(), ledger.reserve()), (money("11"), money(reserve)));
        assert_eq!(ledger.balance(Account::House), money(house));
        assert_eq!(ledger.left_to_house(), money(house));
        assert_eq!(ledger.balance(Account::Overflow), money(over));
        assert_eq!(ledger.contributions(), (money("1"), money(contributed)));
        assert!(is_balanced(&ledger));
    }
    // Found in the reserve, where nobody said so; and taken in by another meter.
    let mut ledger = Ledger::new(&limited(Overflow::Undeclared), money("11"), Money::ZERO).unwrap();
    let parts = ledger.coin_in(money("3")).unwrap();
    ledger.find_in_reserve(parts).unwrap();
    assert_eq!((ledger.reserve(), ledger.balance(Account::Overflow)), (money("1.50"), Money::ZERO));
    ledger.take_in(money("0.75")).unwrap();
    assert_eq!(ledger.take_in(money("-0.75")), Err(LedgerError::Negative));
    assert_eq!(
        (ledger.display(), ledger.contributions()),
        (money("11.75"), (money("0.75"), money("1.50")))
    );
    assert!(is_balanced(&ledger));
}

#[test]
fn the_display_unit_is_as_declared() {
    let coarse = LevelSettings { display_unit: money("0.25"), ..third() };
    let mut ledger = Ledger::new(&coarse, money("10"), Money::ZERO).unwrap();
    ledger.coin_in(money("2")).unwrap(); // 10.666666..
    assert_eq!(ledger.display(), money("10.50"));
    assert_eq!(ledger.award(whole()).unwrap(), money("10.50"));
}

/// Simultaneous awards: the first takes the whole, the next meets the reseeded meter.
#[test]
fn back_to_back_awards_meet_the_reseeded_meter() {
    let mut ledger = Ledger::new(&settings("20%", "5%"), money("14000"), money("700")).unwrap();
    assert_eq!(ledger.award(whole()).unwrap(), money("14000"));
    assert_eq!(ledger.reseed().unwrap(), money("3200"));
    assert_eq!(ledger.award(whole()).unwrap(), money("3200"));
    assert_eq!(ledger.reseed().unwrap(), money("2500"));
    assert_eq!(shown(&ledger), ("2500.00".into(), "0.00".into()));
}

/// Backing out: meter and reserve stand where they stood, plus the contributions since.
#[test]
fn a_back_out_restores_meter_and_reserve() {
    let mut ledger = Ledger::new(&settings("20%", "5%"), money("1000"), money("40")).unwrap();
    let prize = ledger.award(whole()).unwrap();
    let added = ledger.reseed().unwrap();
    ledger.coin_in(money("10")).unwrap();
    ledger.adjust_meter(prize.checked_sub(added).unwrap(), Account::Winner).unwrap();
    ledger.adjust_reserve(money("40")).unwrap();
    assert_eq!(shown(&ledger), ("1002.00".into(), "40.50".into()));
    assert!(is_balanced(&ledger));
}

#[test]
fn new_settings_keep_every_fraction() {
    let mut ledger = Ledger::new(&third(), money("10"), Money::ZERO).unwrap();
    ledger.coin_in(money("1")).unwrap();
    ledger.set_settings(&LevelSettings { seed: money("7"), ..settings("1/7", "0") }).unwrap();
    ledger.coin_in(money("1")).unwrap();
    ledger.set_settings(&third()).unwrap();
    ledger.coin_in(money("2")).unwrap();
    // 10 + 1/3 + 1/7 + 2/3 = 11.142857..
    assert_eq!(ledger.display(), money("11.14"));
    assert_eq!(ledger.balance(Account::Meter), money("11.142857"));
    assert_eq!(ledger.settings().seed, money("100"));
    assert!(is_balanced(&ledger));
}

#[test]
fn what_cannot_be_kept_is_refused_and_changes_nothing() {
    let new = |settings: &LevelSettings| Ledger::new(settings, money("10"), Money::ZERO);
    let fine = |n| Rate::new(1, n).unwrap();
    let too_fine =
        LevelSettings { contribution: fine(i64::MAX), reserve: fine(i64::MAX - 1), ..third() };
    assert_eq!(new(&too_fine), Err(LedgerError::RatesTooFine));
    for broken in [
        LevelSettings { display_unit: Money::ZERO, ..third() },
        LevelSettings { contribution_unit: Some(Money::ZERO), ..third() },
        LevelSettings { limit: Some(money("-1")), ..third() },
    ] {
        assert_eq!(new(&broken), Err(LedgerError::UnitNotPositive));
    }
    let mut ledger = new(&third()).unwrap();
    let before = ledger.clone();
    assert_eq!(ledger.coin_in(money("-1")), Err(LedgerError::Negative));
    assert_eq!(ledger.take(money("-1")), Err(LedgerError::Negative));
    assert_eq!(ledger.award(Rate::new(11, 10).unwrap()), Err(LedgerError::ShareAboveWhole));
    let most = Money::from_micros(i64::MAX);
    assert_eq!(ledger.adjust_meter(most, Account::House), Err(LedgerError::TooLarge));
    assert_eq!(ledger, before);
    // An award beyond the meter is the record's affair; the books show it.
    ledger.take(money("12.50")).unwrap();
    assert_eq!(ledger.display(), money("-2.50"));
    assert_eq!(ledger.award(whole()), Err(LedgerError::Negative));
    let huge = LevelSettings { contribution: Rate::new(i64::MAX, 1).unwrap(), ..third() };
    assert_eq!(new(&huge).unwrap().coin_in(most), Err(LedgerError::TooLarge));
}

/// A balance may be as large as a display can be rounded down from: a cent short of the range, either way.
#[test]
fn a_balance_leaves_room_for_the_display_unit() {
    let most = Money::from_micros(i64::MAX - 10_000);
    let one = Money::from_micros(1);
    let new = |opening| Ledger::new(&third(), opening, Money::ZERO);
    assert_eq!(new(most.checked_add(one).unwrap()), Err(LedgerError::TooLarge));
    let mut ledger = new(Money::ZERO).unwrap();
    for (to, shown) in [(most, "$9,223,372,036,854.76"), (most.negated(), "-$9,223,372,036,854.77")]
    {
        ledger.adjust_meter(to, Account::House).unwrap();
        assert_eq!(ledger.display().to_string(), shown);
        let more = if to > Money::ZERO { one } else { one.negated() };
        assert_eq!(ledger.adjust_meter(more, Account::House), Err(LedgerError::TooLarge));
        // A coarser display would not fit.
        let coarse = LevelSettings { display_unit: money("1.00"), ..third() };
        assert_eq!(ledger.set_settings(&coarse), Err(LedgerError::TooLarge));
        assert_eq!(ledger.balance(Account::Meter), to);
        ledger.adjust_meter(to.negated(), Account::House).unwrap();
    }
    assert!(is_balanced(&ledger));
}

/// A fraction in lowest terms; the second bookkeeping, with nothing in common but the arithmetic of
/// school.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Fraction(i128, i128);

impl Fraction {
    fn new(n: i128, d: i128) -> Self {
        let (mut a, mut b) = (n.abs(), d);
        while b != 0 {
            (a, b) = (b, a % b);
        }
        Self(n / a.max(1), d / a.max(1))
    }
    fn whole(n: i64) -> Self {
        Self(i128::from(n), 1)
    }
    fn plus(self, o: Self) -> Self {
        Self::new(self.0 * o.1 + o.0 * self.1, self.1 * o.1)
    }
    fn minus(self, o: Self) -> Self {
        self.plus(Self(-o.0, o.1))
    }
    fn times(self, n: i64, d: i64) -> Self {
        Self::new(self.0 * i128::from(n), self.1 * i128::from(d))
    }
    fn floor_to(self, unit: i64) -> i64 {
        let unit = i128::from(unit);
        i64::try_from(self.0.div_euclid(self.1 * unit) * unit).unwrap()
    }
}

#[derive(Clone, Debug)]
enum Step {
    CoinIn(i64),
    Award(i64),
    Take(i64),
    Reseed,
    Meter(i64),
    Reserve(i64),
    Settings(usize),
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let step = prop_oneof![
        6 => (0_i64..40_000_000).prop_map(Step::CoinIn),
        1 => (1_i64..=100).prop_map(Step::Award),
        1 => (0_i64..9_000_000).prop_map(Step::Take),
        1 => Just(Step::Reseed),
        1 => (-9_000_000_i64..9_000_000).prop_map(Step::Meter),
        1 => (-9_000_000_i64..9_000_000).prop_map(Step::Reserve),
        1 => (0_usize..5).prop_map(Step::Settings),
    ];
    prop::collection::vec(step, 1..60)
}

/// Thirds with a limit and each destination of what overflows, a truncating controller, elevenths.
fn variants() -> [LevelSettings; 5] {
    let limited = LevelSettings { limit: Some(money("180")), ..third() };
    [
        limited.clone(),
        LevelSettings { overflow: Overflow::Reserve, ..limited.clone() },
        LevelSettings { overflow: Overflow::House, ..limited },
        LevelSettings { contribution_unit: Some(money("0.01")), ..settings("18.5%", "1/7") },
        LevelSettings {
            display_unit: money("0.05"),
            seed: money("3.33"),
            ..settings("3/11", "5%")
        },
    ]
}

/// The naive books: meter, reserve, overflow, house, in micro-dollars.
struct Naive {
    meter: Fraction,
    reserve: Fraction,
    overflow: Fraction,
    house: Fraction,
}

impl Naive {
    fn coin_in(&mut self, s: &LevelSettings, amount: i64) {
        let wager = Fraction::whole(amount);
        let mut gain = wager.times(s.contribution.numerator(), s.contribution.denominator());
        if let Some(unit) = s.contribution_unit {
            gain = Fraction::whole(gain.floor_to(unit.micros()));
        }
        let pool = wager.times(s.reserve.numerator(), s.reserve.denominator());
        self.house = self.house.plus(wager).minus(gain).minus(pool);
        self.reserve = self.reserve.plus(pool);
        if let Some(limit) = s.limit.map(|l| Fraction::whole(l.micros())) {
            let over = self.meter.plus(gain).minus(limit);
            let over = if over.0 < 0 { Fraction::whole(0) } else { over };
            let over = if gain.minus(over).0 < 0 { gain } else { over };
            let destination = match s.overflow {
                Overflow::Reserve => &mut self.reserve,
                Overflow::House => &mut self.house,
                _ => &mut self.overflow,
            };
            *destination = destination.plus(over);
            gain = gain.minus(over);
        }
        self.meter = self.meter.plus(gain);
    }
}

proptest! {
    #[test]
    fn the_ledger_agrees_with_naive_fractions(steps in steps()) {
        let variants = variants();
        let mut settings = variants[0].clone();
        let mut ledger = Ledger::new(&settings, money("120.07"), money("3")).unwrap();
        let zero = Fraction::whole(0);
        let mut naive = Naive {
            meter: Fraction::whole(120_070_000),
            reserve: Fraction::whole(3_000_000),
            overflow: zero,
            house: zero,
        };
        let (mut awards, mut reseeds, mut adjustments, mut gains) = (zero, zero, zero, zero);
        for step in steps {
            let display = naive.meter.floor_to(settings.display_unit.micros());
            let before = naive.meter;
            match step {
                Step::CoinIn(amount) => {
                    ledger.coin_in(Money::from_micros(amount)).unwrap();
                    naive.coin_in(&settings, amount);
                    gains = gains.plus(naive.meter.minus(before));
                }
                Step::Award(percent) => {
                    let prize = ledger.award(Rate::new(percent, 100).unwrap());
                    if display < 0 {
                        prop_assert_eq!(prize, Err(LedgerError::Negative));
                    } else {
                        let want = Fraction::whole(display).times(percent, 100).floor_to(10_000);
                        prop_assert_eq!(prize.unwrap().micros(), want);
                        naive.meter = naive.meter.minus(Fraction::whole(want));
                        awards = awards.plus(Fraction::whole(want));
                    }
                }
                Step::Take(amount) => {
                    ledger.take(Money::from_micros(amount)).unwrap();
                    naive.meter = naive.meter.minus(Fraction::whole(amount));
                    awards = awards.plus(Fraction::whole(amount));
                }
                Step::Reseed => {
                    let seed = Fraction::whole(settings.seed.micros());
                    let added = seed.plus(naive.reserve);
                    prop_assert_eq!(ledger.reseed().unwrap().micros(), added.floor_to(1));
                    naive.meter = naive.meter.plus(added);
                    naive.house = naive.house.minus(seed);
                    naive.reserve = zero;
                    reseeds = reseeds.plus(added);
                }
                Step::Meter(amount) => {
                    ledger.adjust_meter(Money::from_micros(amount), Account::Correction).unwrap();
                    naive.meter = naive.meter.plus(Fraction::whole(amount));
                    adjustments = adjustments.plus(Fraction::whole(amount));
                }
                Step::Reserve(amount) => {
                    ledger.adjust_reserve(Money::from_micros(amount)).unwrap();
                    naive.reserve = naive.reserve.plus(Fraction::whole(amount));
                }
                Step::Settings(which) => {
                    settings = variants[which].clone();
                    ledger.set_settings(&settings).unwrap();
                }
            }
            prop_assert_eq!(
                ledger.display().micros(),
                naive.meter.floor_to(settings.display_unit.micros())
            );
            prop_assert_eq!(ledger.balance(Account::Meter).micros(), naive.meter.floor_to(1));
            prop_assert_eq!(ledger.reserve().micros(), naive.reserve.floor_to(1));
            prop_assert_eq!(ledger.balance(Account::Overflow).micros(), naive.overflow.floor_to(1));
            prop_assert_eq!(ledger.balance(Account::House).micros(), naive.house.floor_to(1));
            prop_assert!(is_balanced(&ledger));
        }
        // Reading = opening + contributions - awards + reseeds + adjustments.
        let reading = Fraction::whole(120_070_000)
            .plus(gains).minus(awards).plus(reseeds).plus(adjustments);
        prop_assert_eq!(ledger.balance(Account::Meter).micros(), reading.floor_to(1));
    }
}
