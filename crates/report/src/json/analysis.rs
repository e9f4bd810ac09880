//! Results beside their expectation and trends, in `report.json`.

use crate::words::plain_dollars;
use feltproof_model::analysis::{
    DayFigures, HoldGroup, Holds, MoneyCause, Restitution, SeatOwed, TrendLine, Undecided,
};
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
        "restitution": restitution(&w.analysis.restitution),
        "top_causes": w.analysis.causes.iter().map(top_cause).collect::<Value>(),
    })
}

fn hold(group: &HoldGroup) -> Value {
    let money = |micros: i64| plain_dollars(micros.into());
    json!({
        "wager": group.key_of_wager(),
        "dimension": dimension(group.dimension),
        "key": group.key,
        "rounds": group.rounds,
        "staked_dollars": money(group.staked_micros),
        "returned_dollars": money(group.returned_micros),
        "overpaid_dollars": money(group.overpaid_micros),
        "seats_set_aside": group.seats_set_aside,
        "set_aside_dollars": money(group.set_aside_micros),
        "expected_dollars": money(group.expected_micros),
        "excess_dollars": plain_dollars(group.excess_micros()),
        "standard_error_dollars": money(group.error_micros),
        "p_at_most": group.p.map(probability),
        "p_adjusted_at_most": group.adjusted.map(probability),
        "larger_than_chance": group.adjusted.and(match group.undecided {
            Some(_) => None,
            None => Some(group.is_larger()),
        }),
        "undecided": group.undecided.map(|why| match why {
            Undecided::NoLostWagers => "no_lost_wager_on_record",
            Undecided::NotAlone => "not_alone",
            Undecided::SetAside => "seats_set_aside",
        }),
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

fn restitution(all: &Restitution) -> Value {
    json!({
        "seats_owed": all.seats_owed,
        "owed_dollars": plain_dollars(all.owed_micros),
        "seats_overpaid": all.seats_overpaid,
        "overpaid_dollars": plain_dollars(all.overpaid_micros),
        "exceptions_beyond": all.exceptions_beyond,
        "shown_max": Restitution::SHOWN_MAX,
        "shown": all.shown.iter().map(seat).collect::<Value>(),
    })
}

fn seat(owed: &SeatOwed) -> Value {
    json!({
        "gaming_day": owed.day.map(|day| day.to_string()),
        "table": owed.table,
        "round": owed.round,
        "seat": owed.seat,
        "dealer": owed.dealer,
        "owed_dollars": plain_dollars(owed.owed_micros),
        "overpaid_dollars": plain_dollars(owed.overpaid_micros),
        "exceptions": owed.exceptions,
    })
}

fn top_cause(cause: &MoneyCause) -> Value {
    let largest = |part: &Option<(String, i128)>| {
        part.as_ref().map(|(key, micros)| json!({ "key": key, "dollars": plain_dollars(*micros) }))
    };
    json!({
        "code": cause.code,
        "cause": cause.cause.map(super::wire::cause_id),
        "title": cause.title,
        "over_dollars": plain_dollars(cause.over_micros),
        "under_dollars": plain_dollars(cause.under_micros),
        "exceptions": cause.exceptions,
        "largest_table": largest(&cause.table),
        "largest_dealer": largest(&cause.dealer),
    })
}

/// Trillionths as a decimal with twelve places.
fn probability(trillionths: u64) -> String {
    const ONE: u64 = 1_000_000_000_000;
    format!("{}.{:012}", trillionths / ONE, trillionths % ONE)
}
