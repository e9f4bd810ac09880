//! Results beside their expectation and trends, in `report.json`.

use crate::words::plain_dollars;
use feltproof_model::analysis::{DayFigures, HoldGroup, Holds, TrendLine};
use feltproof_model::workpaper::{Dimension, Workpaper};
use serde_json::{Value, json};

/// The name of a dimension in the file.
pub(super) const fn dimension(of: Dimension) -> &'static str {
    match of {
        Dimension::Table => "table",
        Dimension::Dealer => "dealer",
        Dimension::Seat => "seat",
        Dimension::GamingDay => "gaming_day",
        Dimension::Wager => "wager",
    }
}

pub(super) fn analysis(w: &Workpaper) -> Value {
    let holds = &w.analysis.holds;
    json!({
        "holds": {
            "rounds_min": Holds::ROUNDS_MIN,
            "level": probability(Holds::LEVEL),
            "groups_tested": holds.tested,
            "rounds_left_out": holds.rounds_left_out,
            "without_expectation": holds.without,
            "groups": holds.groups.iter().map(hold).collect::<Value>(),
        },
        "trends": {
            "days_min": TrendLine::DAYS_MIN,
            "level": probability(TrendLine::LEVEL),
            "lines": w.analysis.trends.iter().map(trend).collect::<Value>(),
        },
    })
}

fn hold(group: &HoldGroup) -> Value {
    let money = |micros: i64| plain_dollars(micros.into());
    json!({
        "wager": group.wager.key(),
        "dimension": dimension(group.dimension),
        "key": group.key,
        "rounds": group.rounds,
        "staked_dollars": money(group.staked_micros),
        "returned_dollars": money(group.returned_micros),
        "overpaid_dollars": money(group.overpaid_micros),
        "expected_dollars": money(group.expected_micros),
        "excess_dollars": plain_dollars(group.excess_micros()),
        "standard_error_dollars": money(group.error_micros),
        "p_at_most": group.p.map(probability),
        "p_adjusted_at_most": group.adjusted.map(probability),
        "larger_than_chance": group.adjusted.map(|_| group.is_larger()),
    })
}

fn trend(line: &TrendLine) -> Value {
    let (of, key) = match &line.of {
        Some((of, key)) => (dimension(*of), Some(key)),
        None => ("house", None),
    };
    json!({
        "dimension": of,
        "key": key,
        "score": line.score,
        "score_max": line.most,
        "p": line.p.map(probability),
        "p_adjusted": line.adjusted.map(probability),
        "trend": line.adjusted.map(|_| line.is_trend()),
        "days": line.days.iter().map(day).collect::<Value>(),
    })
}

fn day(figures: &DayFigures) -> Value {
    let money = |micros: i64| plain_dollars(micros.into());
    json!({
        "gaming_day": figures.day,
        "staked_dollars": money(figures.staked_micros),
        "owed_dollars": money(figures.owed_micros),
        "paid_dollars": money(figures.paid_micros),
    })
}

/// Trillionths as a decimal with twelve places.
fn probability(trillionths: u64) -> String {
    const ONE: u64 = 1_000_000_000_000;
    format!("{}.{:012}", trillionths / ONE, trillionths % ONE)
}
