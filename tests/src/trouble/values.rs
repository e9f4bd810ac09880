//! Trouble with values: one field of one record, or a column as a whole, that says something else
//! than what happened.

use super::{Maker, Variant};
use feltproof_model::Money;

const HOUR: i64 = 3600;
const DAY: i64 = 24 * HOUR;

pub(super) fn variants(made: &Maker<'_>, all: &mut Vec<Variant>) {
    for (place, row) in made.places() {
        times(made, place, row, all);
        numbers(made, place, row, all);
        money(made, place, row, all);
        characters(made, place, row, all);
    }
    columns_of_money(made, all);
    all.push(made.variant("clock of a journal", "+1 h", |sheet| {
        for row in 0..sheet.rows.len() {
            let time = later(&sheet.text(row, "time"), HOUR);
            sheet.set(row, "time", time);
        }
    }));
}

fn times(made: &Maker<'_>, place: &str, row: usize, all: &mut Vec<Variant>) {
    for (words, seconds) in [("+1 h", HOUR), ("-1 h", -HOUR), ("+1 day", DAY), ("-1 day", -DAY)] {
        let shifted = later(&made.sheet.text(row, "time"), seconds);
        all.push(made.variant("one time", format!("{place} {words}"), |sheet| {
            sheet.set(row, "time", shifted.clone());
        }));
        if made.file == "hands.csv" {
            all.push(made.variant("time of a round", format!("{place} {words}"), |sheet| {
                for row in sheet.rows_of_round(row) {
                    sheet.set(row, "time", shifted.clone());
                }
            }));
        }
    }
}

fn numbers(made: &Maker<'_>, place: &str, row: usize, all: &mut Vec<Variant>) {
    if made.sheet.column("seq").is_some() {
        let seq: u64 = made.sheet.text(row, "seq").parse().unwrap_or_else(|e| panic!("seq: {e}"));
        for (words, number) in
            [("+5000", seq + 5000), ("to 1", 1)].into_iter().filter(|n| n.1 != seq)
        {
            all.push(made.variant("one running number", format!("{place} {words}"), |sheet| {
                sheet.set(row, "seq", number.to_string());
            }));
        }
    }
    let with_round = (row..made.sheet.rows.len()).chain(0..row);
    let Some(row) = with_round.into_iter().find(|r| made.sheet.round(*r).is_some()) else { return };
    let round: u32 = made.sheet.text(row, "round").parse().unwrap_or_else(|e| panic!("round: {e}"));
    for (words, number) in [("+1000", round + 1000), ("to 4294967295", u32::MAX)] {
        all.push(made.variant("one round number", format!("{place} {words}"), |sheet| {
            sheet.set(row, "round", number.to_string());
        }));
        if made.file == "hands.csv" {
            all.push(made.variant("number of a round", format!("{place} {words}"), |sheet| {
                for row in sheet.rows_of_round(row) {
                    sheet.set(row, "round", number.to_string());
                }
            }));
        }
    }
}

/// Columns that hold amounts of money.
fn of_money(made: &Maker<'_>) -> Vec<String> {
    let other = ["round", "time", "table", "dealer", "seat", "cards", "action"];
    let is_money = |name: &&String| match made.file {
        "hands.csv" => !other.contains(&name.as_str()),
        "manager.csv" => ["amount", "display", "reserve"].contains(&name.as_str()),
        _ => false,
    };
    made.sheet.header.iter().filter(is_money).cloned().collect()
}

fn amount(made: &Maker<'_>, row: usize, column: &str) -> Option<i64> {
    let money = Money::parse(made.sheet.text(row, column).as_bytes()).ok()?.micros();
    (money != 0).then_some(money)
}

fn money(made: &Maker<'_>, place: &str, row: usize, all: &mut Vec<Variant>) {
    for column in of_money(made) {
        let mut candidates = (row..made.sheet.rows.len()).chain((0..row).rev());
        let Some(row) = candidates.find(|r| amount(made, *r, &column).is_some()) else { continue };
        let Some(micros) = amount(made, row, &column) else { continue };
        for (words, changed) in [("x 100", micros * 100), ("/ 100", micros / 100)] {
            let text = Money::from_micros(changed).plain();
            all.push(made.variant("one amount", format!("{column} {place} {words}"), |sheet| {
                sheet.set(row, &column, text);
            }));
        }
    }
}

fn columns_of_money(made: &Maker<'_>, all: &mut Vec<Variant>) {
    let table = (0..made.sheet.rows.len()).map(|r| made.sheet.text(r, "table"));
    let first = table.into_iter().find(|t| !t.is_empty()).unwrap_or_default();
    for column in of_money(made) {
        for table in [None, Some(&first)] {
            let rows: Vec<(usize, i64)> = (0..made.sheet.rows.len())
                .filter(|row| table.is_none_or(|t| *t == made.sheet.text(*row, "table")))
                .filter_map(|row| Some((row, amount(made, row, &column)?)))
                .collect();
            if rows.len() < 2 {
                continue;
            }
            let what =
                format!("{column} x 100{}", table.map_or(String::new(), |t| format!(" {t}")));
            all.push(made.variant("column of amounts", what, |sheet| {
                for (row, micros) in rows {
                    sheet.set(row, &column, Money::from_micros(micros * 100).plain());
                }
            }));
        }
    }
}

/// A byte that is no character, in each column once.
fn characters(made: &Maker<'_>, place: &str, row: usize, all: &mut Vec<Variant>) {
    for column in &made.sheet.header {
        let mut candidates = (row..made.sheet.rows.len()).chain((0..row).rev());
        let row = candidates.find(|r| !made.sheet.text(*r, column).is_empty()).unwrap_or(row);
        all.push(made.variant("bad character", format!("{column} {place}"), |sheet| {
            let mut bytes = sheet.text(row, column).into_bytes();
            bytes.pop();
            bytes.push(0xFF);
            sheet.set(row, column, bytes);
        }));
    }
}

/// A written time so many seconds later, its offset as it stands.
fn later(time: &str, seconds: i64) -> String {
    let number = |from: usize, to: usize| -> i64 {
        time.get(from..to).and_then(|t| t.parse().ok()).unwrap_or_else(|| panic!("time {time}"))
    };
    let hours = number(11, 13) + seconds / HOUR;
    let (days, hour) = (hours.div_euclid(24), hours.rem_euclid(24));
    let (year, mut month, mut day) = (number(0, 4), number(5, 7), number(8, 10) + days);
    // The days of the fixtures are in autumn.
    let length = |month: i64| if [9, 11].contains(&month) { 30 } else { 31 };
    if day > length(month) {
        (month, day) = (month + 1, 1);
    } else if day < 1 {
        (month, day) = (month - 1, length(month - 1));
    }
    format!("{year:04}-{month:02}-{day:02}{}{hour:02}{}", &time[10..11], &time[13..])
}
