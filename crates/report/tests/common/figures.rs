//! The figures of the sample report: its meters, groups and hand categories.

use super::{at, usd};
use feltproof_model::analysis::{
    Analysis, DayFigures, HoldGroup, Holds, MoneyCause, Restitution, SeatOwed, TrendLine,
};
use feltproof_model::workpaper::{
    CategoryCount, Dimension, MeterPoint, MeterReconciliation, Movement, VarianceGroup,
};
use feltproof_model::{Departures, Money, Wager};

/// A reseed at the drop, and an adjustment later.
fn moved(n: i64) -> Option<Movement> {
    match n {
        260 => Some(Movement::Reseed),
        330 => Some(Movement::Adjustment),
        _ => None,
    }
}

fn meter_points() -> Vec<MeterPoint> {
    let mut value: i64 = 331_200;
    (0..400_i64)
        .map(|n| {
            value += 60 + (n * 37) % 190;
            if n == 260 {
                value = 250_000 + 21_350;
            }
            let extra = if (120..260).contains(&n) { 4_500 } else { 0 };
            MeterPoint {
                time: at(n * 225 + 40),
                recorded: usd(value + extra),
                kept: usd(value),
                moved_by: moved(n),
            }
        })
        .collect()
}

fn reserve_points() -> Vec<MeterPoint> {
    let mut value: i64 = 18_120;
    (0..400_i64)
        .map(|n| {
            value += 15 + (n * 37) % 47;
            if n == 260 {
                value = 0;
            }
            MeterPoint {
                time: at(n * 225 + 40),
                recorded: usd(value),
                kept: usd(value),
                moved_by: moved(n),
            }
        })
        .collect()
}

pub(super) fn meters() -> Vec<MeterReconciliation> {
    let meter = MeterReconciliation {
        link: "HARBOR-1".to_owned(),
        level: "grand".to_owned(),
        account: "meter",
        opening: usd(331_200),
        contributions: Money::from_micros(612_347_500),
        awards: usd(371_140),
        reseeds: usd(271_350),
        reseeds_recorded: usd(271_350),
        departures: Departures { sum: usd(1).into(), total: 1, ..Departures::default() },
        adjustments: Money::ZERO,
        expected: usd(292_644),
        recorded: usd(292_645),
        events: 9_876,
        standing: Vec::new(),
        uncorrected: usd(1).into(),
        seed_left: Some(usd(500_000).into()),
        seed_in_meter: Some(usd(250_000).into()),
        series: meter_points(),
    };
    let reserve = MeterReconciliation {
        account: "reserve",
        opening: usd(18_120),
        contributions: usd(15_309),
        awards: Money::ZERO,
        reseeds: usd(-21_350),
        reseeds_recorded: usd(-21_350),
        departures: Departures::default(),
        expected: usd(12_079),
        recorded: usd(12_079),
        standing: Vec::new(),
        uncorrected: Money::ZERO.into(),
        seed_left: None,
        seed_in_meter: None,
        series: reserve_points(),
        ..meter.clone()
    };
    vec![meter, reserve]
}

fn group(
    dimension: Dimension,
    key: &str,
    wagers: u64,
    over: (u64, i64),
    under: (u64, i64),
) -> VarianceGroup {
    let staked = i64::try_from(wagers).unwrap_or(0) * 12_500_000;
    let owed = staked / 100 * 97;
    VarianceGroup {
        dimension,
        key: key.to_owned(),
        wagers,
        untested: 0,
        staked_micros: staked,
        owed_micros: owed,
        paid_micros: owed + usd(over.1).micros() - usd(under.1).micros(),
        overpaid: over.0,
        over_micros: usd(over.1).micros(),
        underpaid: under.0,
        under_micros: usd(under.1).micros(),
    }
}

pub(super) fn variance() -> Vec<VarianceGroup> {
    use Dimension::{Dealer, GamingDay, Seat, Table, Wager};
    vec![
        group(Table, "C4P-1", 9_000, (12, 120_000), (12, 9_000)),
        group(Table, "C4P-2", 8_540, (12, 120_000), (12, 9_000)),
        group(Table, "C4P-3", 4_000, (0, 0), (0, 0)),
        group(Wager, "Ante", 6_170, (0, 0), (0, 0)),
        group(Wager, "Super Bonus", 6_170, (24, 240_000), (0, 0)),
        group(Wager, "Play", 5_179, (0, 0), (0, 0)),
        group(Wager, "Queens Up", 4_021, (0, 0), (24, 18_000)),
        group(Dealer, "D07", 10_000, (24, 240_000), (0, 0)),
        group(Dealer, "D11", 11_540, (0, 0), (24, 18_000)),
        group(Seat, "seat 1", 7_000, (0, 0), (0, 0)),
        group(Seat, "seat 3", 14_540, (24, 240_000), (24, 18_000)),
        group(GamingDay, "2026-10-31", 21_540, (24, 240_000), (24, 18_000)),
    ]
}

pub(super) fn categories() -> Vec<CategoryCount> {
    let category = |category, players, dealers| CategoryCount { category, players, dealers };
    vec![
        category("four of a kind", 2, 0),
        category("straight flush", 5, 1),
        category("three of a kind", 140, 29),
        category("flush", 268, 51),
        category("straight", 231, 44),
        category("two pair", 301, 58),
        category("pair", 2_510, 498),
        category("high card", 2_710, 551),
    ]
}

/// A dealer of which the players got more than chance explains, a falling trend, and what is owed.
pub(super) fn analysis() -> Analysis {
    let group = |dimension, key: &str, rounds, returned_micros, p: Option<u64>| HoldGroup {
        wager: Wager::QueensUp,
        dimension,
        key: key.to_owned(),
        rounds,
        staked_micros: 10_000_000_000,
        returned_micros,
        overpaid_micros: 20_000_000,
        seats_set_aside: 0,
        set_aside_micros: 0,
        expected_micros: 9_693_921_655,
        error_micros: 1_102_929_164,
        p,
        adjusted: p.map(|p| (3 * p).min(1_000_000_000_000)),
        undecided: None,
    };
    let groups = vec![
        group(Dimension::Wager, "Queens Up", 700, 9_900_000_000, Some(613_000_000_000)),
        group(Dimension::Table, "C4P-1", 600, 9_700_000_000, Some(1_000_000_000_000)),
        group(Dimension::Table, "C4P-2", 99, 9_700_000_000, None),
        group(Dimension::Dealer, "D07", 300, 19_000_000_000, Some(4_000)),
    ];
    let without = vec!["Cover All at 4CP-1: the table names no paytable for it".to_owned()];
    let holds = Holds { groups, tested: 3, rounds_left_out: 2, without };
    let day = |at: i64| DayFigures {
        day: format!("2026-10-{}", 26 + at),
        staked_micros: 1_000_000_000,
        owed_micros: 900_000_000,
        paid_micros: 900_000_000 - at * 5_000_000,
    };
    let trend = TrendLine {
        of: Some((Dimension::Dealer, "D07".to_owned())),
        days: (0..6).map(day).collect(),
        score: -15,
        most: 15,
        p: Some(2_777_777_778),
        adjusted: Some(2_777_777_778),
    };
    let owed = SeatOwed {
        day: feltproof_model::Date::parse("2026-10-31"),
        table: Some("C4P-2".to_owned()),
        round: Some(334),
        seat: Some("3".to_owned()),
        dealer: Some("D07".to_owned()),
        owed_micros: 25_000_000,
        overpaid_micros: 0,
        exceptions: 1,
    };
    let restitution = Restitution {
        seats_owed: 1,
        owed_micros: 25_000_000,
        seats_overpaid: 1,
        overpaid_micros: 2_630_420_000,
        exceptions_beyond: 0,
        shown: vec![owed],
    };
    let cause = MoneyCause {
        code: "AWD-002",
        cause: None,
        title: "Award without a winning hand".to_owned(),
        over_micros: 2_630_420_000,
        under_micros: 0,
        exceptions: 1,
        table: Some(("C4P-2".to_owned(), 2_630_420_000)),
        dealer: None,
    };
    Analysis { holds, trends: vec![trend], restitution, causes: vec![cause] }
}
