//! The sums against a second method: one plain ordered map for each dimension, filled wager by
//! wager in 128 bits, without cells, blocks, merging or a frame.

use feltproof_analysis::{AnalysisError, Cell, Names, Partial, variance};
use feltproof_model::workpaper::{Dimension, VarianceGroup};
use feltproof_model::{Money, Seat, TableId, Wager};
use std::collections::BTreeMap;

/// A fixed sequence of numbers (Knuth's MMIX constants); the high bits are used.
struct Sequence(u64);

impl Sequence {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % bound
    }
}

/// One settled wager: where, and stake, owed, paid in micro-dollars.
#[derive(Clone, Copy)]
struct Settled {
    cell: Cell<'static>,
    amounts: [i64; 3],
}

// Neither in order of name nor of length, and one in two scripts.
const DEALERS: [&str; 5] = ["D10", "D2", "D07", "Zoë", "a dealer with a name longer than inline"];

fn seat(number: u64) -> Seat {
    match number {
        9 => Seat::Dealer,
        // The banker's seat moves, and is one group.
        10.. => Seat::Banker(u8::try_from(number - 10).unwrap()),
        n => Seat::Player(u8::try_from(n).unwrap() + 1),
    }
}

fn settled(count: usize, rng_seed: u64) -> Vec<Settled> {
    let mut s = Sequence(rng_seed);
    (0..count)
        .map(|_| {
            let cell = Cell {
                table: TableId(u16::try_from(s.below(12)).unwrap()),
                day: u16::try_from(s.below(3)).unwrap(),
                dealer: DEALERS[usize::try_from(s.below(5)).unwrap()],
                seat: seat(s.below(13)),
                wager: Wager::ALL[usize::try_from(s.below(Wager::COUNT as u64)).unwrap()],
            };
            let mut amount = || i64::try_from(s.below(40) * 2_500_001).unwrap();
            let (staked, owed) = (amount(), amount());
            // Mostly paid as owed; sometimes all three are nothing.
            let paid =
                if s.below(4) == 0 { i64::try_from(s.below(90_000_000)).unwrap() } else { owed };
            let amounts = if s.below(20) == 0 { [0; 3] } else { [staked, owed, paid] };
            Settled { cell, amounts }
        })
        .collect()
}

fn add(partial: &mut Partial, cell: &Cell<'_>, [staked, owed, paid]: [Money; 3]) {
    let block = partial.block(cell.table, cell.day, cell.dealer);
    block.add(cell.seat, cell.wager, staked, owed, paid);
}

fn partial(settled: &[Settled]) -> Partial {
    let mut partial = Partial::default();
    for Settled { cell, amounts } in settled {
        add(&mut partial, cell, amounts.map(Money::from_micros));
    }
    partial
}

fn names() -> Names {
    Names {
        tables: (0..12).map(|i| format!("T{i}")).collect(),
        days: ["2026-10-30", "2026-10-31", "2026-11-01"].map(str::to_owned).to_vec(),
    }
}

/// The second method.
fn plainly(settled: &[Settled]) -> Vec<VarianceGroup> {
    let names = names();
    let mut all = Vec::new();
    for dimension in [
        Dimension::Table,
        Dimension::Dealer,
        Dimension::Seat,
        Dimension::GamingDay,
        Dimension::Wager,
    ] {
        // Ordered by a number where the report does not order by name.
        let mut groups: BTreeMap<(u32, String), [i128; 8]> = BTreeMap::new();
        for Settled { cell, amounts } in settled {
            let key = match dimension {
                Dimension::Table => {
                    (u32::from(cell.table.0), names.tables[usize::from(cell.table.0)].clone())
                }
                Dimension::Dealer => (0, cell.dealer.to_owned()),
                Dimension::Seat => match cell.seat {
                    Seat::Player(n) => (u32::from(n), n.to_string()),
                    Seat::Dealer => (100, "D".to_owned()),
                    Seat::Banker(_) => (101, "B".to_owned()),
                },
                Dimension::GamingDay => {
                    (u32::from(cell.day), names.days[usize::from(cell.day)].clone())
                }
                Dimension::Wager => (cell.wager as u32, cell.wager.to_string()),
            };
            let [staked, owed, paid] = amounts.map(i128::from);
            if (staked, owed, paid) == (0, 0, 0) || cell.wager == Wager::Bank {
                continue;
            }
            let sums = groups.entry(key).or_default();
            let (over, under) = ((paid - owed).max(0), (owed - paid).max(0));
            let counts = [i128::from(over > 0), i128::from(under > 0)];
            let row = [1, staked, owed, paid, counts[0], over, counts[1], under];
            sums.iter_mut().zip(row).for_each(|(sum, value)| *sum += value);
        }
        all.extend(groups.into_iter().map(|((_, key), sums)| {
            let [wagers, staked, owed, paid, overpaid, over, underpaid, under] = sums;
            let count = |n: i128| u64::try_from(n).unwrap();
            let money = |n: i128| i64::try_from(n).unwrap();
            VarianceGroup {
                untested: 0,
                dimension,
                key,
                wagers: count(wagers),
                staked_micros: money(staked),
                owed_micros: money(owed),
                paid_micros: money(paid),
                overpaid: count(overpaid),
                over_micros: money(over),
                underpaid: count(underpaid),
                under_micros: money(under),
            }
        }));
    }
    all
}

#[test]
fn sums_agree_with_the_second_method() {
    for (count, rng_seed) in [(1, 1), (2, 2), (10, 3), (500, 4), (20_000, 5)] {
        let settled = settled(count, rng_seed);
        assert_eq!(variance(&partial(&settled), &names()).unwrap(), plainly(&settled), "{count}");
    }
}

#[test]
fn nothing_settled_is_no_groups() {
    assert_eq!(variance(&Partial::default(), &names()), Ok(Vec::new()));
    let mut nothing = Partial::default();
    let cell = settled(1, 1)[0].cell;
    add(&mut nothing, &cell, [Money::ZERO; 3]);
    assert_eq!(variance(&nothing, &names()), Ok(Vec::new()));
}

/// One hand worked through: $10 Ante owed $20 and paid $20; $10 Play owed $20 and paid $15; envy
/// owed $100 and never paid. Wagers that did not occur have no line.
#[test]
fn a_hand_worked_through() {
    let mut partial = Partial::default();
    let dollars = |n| Money::from_dollars(n).unwrap();
    let block = partial.block(TableId(1), 2, "D07");
    block.add(Seat::Player(4), Wager::Ante, dollars(10), dollars(20), dollars(20));
    block.add(Seat::Player(4), Wager::Play, dollars(10), dollars(20), dollars(15));
    block.add(Seat::Player(5), Wager::Envy, dollars(0), dollars(100), dollars(0));
    // The bank that covers them is nobody's wager, whatever is left of it.
    block.add(Seat::Banker(6), Wager::Bank, dollars(500), dollars(480), dollars(400));
    let rows: Vec<String> = variance(&partial, &names())
        .unwrap()
        .iter()
        .map(|g| {
            let [staked, owed, paid, under] =
                [g.staked_micros, g.owed_micros, g.paid_micros, g.under_micros]
                    .map(|m| m / 1_000_000);
            let (name, key) = (g.dimension.name(), &g.key);
            format!(
                "{name} {key}: {} staked {staked} owed {owed} paid {paid} under {under}",
                g.wagers
            )
        })
        .collect();
    assert_eq!(
        rows,
        [
            "table T1: 3 staked 20 owed 140 paid 35 under 105",
            "dealer D07: 3 staked 20 owed 140 paid 35 under 105",
            "seat 4: 2 staked 20 owed 40 paid 35 under 5",
            "seat 5: 1 staked 0 owed 100 paid 0 under 100",
            "gaming day 2026-11-01: 3 staked 20 owed 140 paid 35 under 105",
            "wager Ante: 1 staked 10 owed 20 paid 20 under 0",
            "wager Play: 1 staked 10 owed 20 paid 15 under 5",
            "wager Envy: 1 staked 0 owed 100 paid 0 under 100",
        ]
    );
}

#[test]
fn neither_order_nor_grouping_of_merges_matters() {
    for rng_seed in 1..40 {
        let mut s = Sequence(rng_seed);
        let settled = settled(300, rng_seed + 100);
        let whole = partial(&settled);
        let cut = usize::try_from(s.below(300)).unwrap();
        let cut_again = cut + usize::try_from(s.below(300 - cut as u64)).unwrap();
        let part = |from: usize, to: usize| partial(&settled[from..to]);
        let (a, b, c) = (part(0, cut), part(cut, cut_again), part(cut_again, 300));
        let left = a.clone().merge(b.clone()).merge(c.clone());
        let right = a.clone().merge(b.clone().merge(c.clone()));
        let turned = c.merge(Partial::default()).merge(b).merge(a);
        let mut backwards = settled.clone();
        backwards.reverse();
        for other in [left, right, turned, partial(&backwards)] {
            assert_eq!(other.cells(), whole.cells());
            assert_eq!(variance(&other, &names()), variance(&whole, &names()));
        }
    }
}

/// The largest sum that fits, and one micro-dollar more; in several cells that polars would have to
/// add together, and with signs that would cancel.
#[test]
fn sums_that_do_not_fit_are_an_error_and_never_wrap() {
    let add = |partial: &mut Partial, table: u16, staked: i64| {
        let block = partial.block(TableId(table), 0, "D07");
        let staked = Money::from_micros(staked);
        block.add(Seat::Player(1), Wager::Ante, staked, Money::ZERO, Money::ZERO);
    };
    let mut fits = Partial::default();
    add(&mut fits, 0, i64::MAX - 1);
    add(&mut fits, 1, 1);
    let groups = variance(&fits, &names()).unwrap();
    let dealer = groups.iter().find(|g| g.dimension == Dimension::Dealer).unwrap();
    assert_eq!(dealer.staked_micros, i64::MAX);

    let too_large = |partial: &Partial, expected: i128| {
        let error = variance(partial, &names()).unwrap_err();
        let column = "staked";
        assert_eq!(error, AnalysisError::TooLarge { column, magnitude: expected, limit: i64::MAX });
    };
    add(&mut fits, 2, 1);
    too_large(&fits, i128::from(i64::MAX) + 1);
    let mut cancelling = Partial::default();
    add(&mut cancelling, 0, i64::MAX);
    add(&mut cancelling, 1, -1);
    too_large(&cancelling, i128::from(i64::MAX) + 1);
    let mut one_cell = Partial::default();
    add(&mut one_cell, 0, i64::MAX);
    add(&mut one_cell, 0, i64::MAX);
    too_large(&one_cell, 2 * i128::from(i64::MAX));
    let message = variance(&one_cell, &names()).unwrap_err().to_string();
    assert_eq!(
        message,
        "the amounts under staked add up to 18446744073709551614 in absolute value, and a sum can \
         hold at most 9223372036854775807; audit a shorter period"
    );
}

#[test]
fn a_table_or_day_without_a_name_is_an_error() {
    let partial = partial(&settled(2_000, 9));
    let short = Names { tables: names().tables[..11].to_vec(), ..names() };
    assert_eq!(
        variance(&partial, &short).unwrap_err().to_string(),
        "there is no name for table number 11: 11 names were given; give all"
    );
    let short = Names { days: Vec::new(), ..names() };
    let error = variance(&partial, &short).unwrap_err();
    assert_eq!(error, AnalysisError::NoName { dimension: "gaming day", place: 0, known: 0 });
}

/// A wager that no check tested is counted along every dimension, in no amount.
#[test]
fn a_wager_that_no_check_tested_is_counted_and_not_summed() {
    let one = Money::from_micros(1);
    let mut partial = Partial::default();
    let block = partial.block(TableId(1), 2, "Kim");
    block.add(Seat::Player(3), Wager::Ante, one, one, one);
    block.add_untested(Seat::Player(3), Wager::QueensUp);
    block.add_untested(Seat::Player(4), Wager::QueensUp);
    block.add_untested(Seat::Banker(4), Wager::Bank);
    let groups = variance(&partial.merge(Partial::default()), &names()).unwrap();
    for dimension in [
        Dimension::Table,
        Dimension::Dealer,
        Dimension::Seat,
        Dimension::GamingDay,
        Dimension::Wager,
    ] {
        let along = || groups.iter().filter(|g| g.dimension == dimension);
        let sums = along().fold((0, 0, 0), |(wagers, untested, staked), g| {
            (wagers + g.wagers, untested + g.untested, staked + g.staked_micros)
        });
        assert_eq!(sums, (1, 2, 1), "{dimension:?}");
    }
    let queens_up = groups.iter().find(|g| g.key == "Queens Up").unwrap();
    assert_eq!((queens_up.wagers, queens_up.untested, queens_up.paid_micros), (0, 2, 0));
}
