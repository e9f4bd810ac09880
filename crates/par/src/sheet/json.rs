//! Sheets as JSON, schema `feltproof-par/1`: counts as strings of digits, ratios as fractions with a
//! decimal beside them. The fields are described in the crate's README.

use super::base::BaseSheet;
use super::distribution::{Distribution, Line};
use super::exact::{Ratio, decimal, fraction, square_root};
use super::progressive::{ProgressiveRow, ProgressiveSheet, dollars};
use super::text::{Displayed, prize};
use super::{GameSheets, SideSheet};
use feltproof_engine::HandRank;
use serde_json::{Value, json};

/// Decimal places beside a fraction.
const PLACES: u32 = 12;

/// The sheets of one game or of several.
pub fn json(all: &[GameSheets], displayed: &Displayed) -> Value {
    let games: Vec<Value> = all.iter().map(|sheets| game(sheets, displayed)).collect();
    json!({ "schema": "feltproof-par/1", "games": games })
}

/// An exact ratio: `{ "exact": "1/3", "decimal": "0.333333333333" }`.
pub(crate) fn number(value: &Ratio) -> Value {
    json!({ "exact": fraction(value), "decimal": decimal(value, PLACES) })
}

fn game(sheets: &GameSheets, displayed: &Displayed) -> Value {
    let readings: Vec<Value> = sheets
        .readings
        .all()
        .iter()
        .map(|r| json!({ "ruling": r.id, "value": r.applied, "chosen": r.chosen }))
        .collect();
    let progressives: Vec<Value> =
        sheets.progressives.iter().map(|p| progressive(p, displayed)).collect();
    json!({
        "game": sheets.game,
        "title": sheets.title,
        "source": sheets.source,
        "definition_sha256": sheets.sha256,
        "rulings": readings,
        "base_games": sheets.bases.iter().map(base).collect::<Vec<_>>(),
        "side_bets": sheets.sides.iter().map(side).collect::<Vec<_>>(),
        "progressives": progressives,
    })
}

fn lines(distribution: &Distribution) -> Vec<Value> {
    let line = |line: &Line| {
        let Line { event, title, net, combinations } = line;
        json!({
            "event": event,
            "title": title,
            "net": number(net),
            "combinations": combinations.to_string(),
            "probability": number(&distribution.probability(line)),
            "return": number(&distribution.part(line)),
        })
    };
    distribution.lines.iter().map(line).collect()
}

fn base(base: &BaseSheet) -> Value {
    let wagers: Vec<Value> = base
        .wagers
        .iter()
        .map(|(wager, distribution)| {
            json!({
                "wager": wager.key(),
                "lines": lines(distribution),
                "return": number(&distribution.expectation()),
                "hit_frequency": number(&distribution.hit_frequency()),
            })
        })
        .collect();
    let hand = |rank: Option<HandRank>| rank.map(|rank| rank.describe());
    let variance = base.result.variance();
    json!({
        "wager": base.second.key(),
        "paytable": base.paytable,
        "decisions": { "id": base.decisions.id(), "title": base.decisions.title() },
        "total": base.result.total().to_string(),
        "wagers": wagers,
        "result": lines(&base.result),
        "house_edge": number(&base.house_edge()),
        "average_wagered": number(&base.average_wagered),
        "element_of_risk": number(&base.element_of_risk()),
        "hit_frequency": number(&base.hit_frequency()),
        "any_wager_wins": number(&base.any_wager_wins),
        "folded": number(&base.folded),
        "variance": number(&variance),
        "standard_deviation": square_root(&variance, PLACES),
        "best_hand_folded": hand(base.border.highest_folded),
        "worst_hand_played": hand(base.border.lowest_played),
        "worst_hand_raised": hand(base.border.lowest_raised),
    })
}

fn side(side: &SideSheet) -> Value {
    let distribution = &side.distribution;
    let variance = distribution.variance();
    json!({
        "wager": side.wager.key(),
        "paytable": side.paytable,
        "hands": side.hands,
        "lost_with_fold": side.lost_with_fold.as_ref().map(|d| d.id().to_owned()),
        "total": distribution.total().to_string(),
        "lines": lines(distribution),
        "house_edge": number(&distribution.house_edge()),
        "hit_frequency": number(&distribution.hit_frequency()),
        "variance": number(&variance),
        "standard_deviation": square_root(&variance, PLACES),
    })
}

fn progressive(sheet: &ProgressiveSheet, displayed: &Displayed) -> Value {
    let row = |row: &ProgressiveRow| {
        let ProgressiveRow { hand, prize: won, envy, combinations } = row;
        json!({
            "hand": hand.key(),
            "pays": prize(*won),
            "envy_dollars": envy.map(|envy| envy.plain()),
            "combinations": combinations.to_string(),
            "probability": number(&sheet.probability(row)),
        })
    };
    let units = displayed.units.iter().map(|unit| {
        let others = displayed.others().map(|others| {
            let at = sheet.break_even(*unit, others);
            let meter = at.meter.as_ref();
            json!({
                "others": others,
                "envy_dollars": number(&at.envy),
                "break_even_dollars": meter.map(number),
                "break_even_units": meter.map(|meter| number(&(meter / dollars(*unit)))),
            })
        });
        json!({ "unit_dollars": unit.plain(), "beside": others.collect::<Vec<_>>() })
    });
    json!({
        "paytable": sheet.paytable,
        "total": sheet.total.to_string(),
        "rows": sheet.rows.iter().map(row).collect::<Vec<_>>(),
        "unpaid": sheet.unpaid.to_string(),
        "fixed_return": number(&sheet.fixed_return()),
        "meter_value": number(&sheet.meter_value()),
        "hit_frequency": number(&sheet.hit_frequency()),
        "envy_times_wager": sheet.envy_times_wager,
        "reserve": sheet.reserve.map(|r| r.to_string()),
        "units": units.collect::<Vec<_>>(),
    })
}
