//! Figures that moved: every number, amount and state of those parts of a report that sum something up.

use super::first::{Difference, first_difference_of};
use super::report::{Report, ReportedCheck};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// A figure that is not the same in both; none where that report has no such row.
pub struct Moved {
    /// Where it stands in `report.json`, rows by their keys.
    pub figure: String,
    /// In A.
    pub a: Option<String>,
    /// In B.
    pub b: Option<String>,
}

/// Parts that are compared by their places, in print order; of a list what tells its rows apart.
const PARTS: &[(&str, &[&str])] = &[
    ("verdict", &[]),
    ("settled", &[]),
    ("untested_payments", &[]),
    ("exceptions_total", &[]),
    ("exceptions_waived", &[]),
    ("problems_total", &[]),
    ("counts", &[]),
    ("meters", &["link", "level", "account"]),
    ("meter_days", &["link", "account", "gaming_day"]),
    ("variance", &["dimension", "key"]),
    ("analysis/restitution", &[]),
    ("analysis/holds/groups", &["wager", "dimension", "key"]),
    ("checks", &["code"]),
    ("advice", &["code"]),
    ("hand_categories", &["category"]),
];

/// Of them what is compared elsewhere, or follows from the rest.
const LEFT_OUT: &[&str] = &[
    "ran",
    "undecided",
    "shown",
    "series",
    "awards_standing",
    "uncorrected_dollars",
    "seed_left_dollars",
    "seed_in_meter_dollars",
    "adjustments",
    "reservations",
    "columns_missing",
];

/// Keys of what two audits of the same need not have in common.
const NOT_COMPARED: &[&str] =
    &["report", "signer", "previous", "repeated", "responses", "responses_unmatched"];

pub(super) fn figures(a: &Report, b: &Report) -> Vec<Moved> {
    let mut moved = Vec::new();
    let all = a.checks.iter().chain(&b.checks).map(|ReportedCheck { code, .. }| code);
    let in_one_alone = all.filter(|code| a.check(code).ran != b.check(code).ran);
    let in_one_alone: BTreeSet<String> =
        in_one_alone.map(|code| format!("checks[{code}]")).collect();
    for (part, keys) in PARTS {
        let of = |report: &Report| {
            let mut all = BTreeMap::new();
            let value = report.value.pointer(&format!("/{part}")).unwrap_or(&Value::Null);
            leaves(value, &part.replace('/', "."), keys, &mut all);
            // Of a check that ran in one alone that is what is said.
            all.retain(|figure, _| !in_one_alone.iter().any(|code| figure.contains(code.as_str())));
            all
        };
        moved.extend(different(&of(a), &of(b)));
    }
    let random = |report: &Report| -> BTreeMap<String, String> {
        let state = |source: &Value| {
            let name = source["source"].as_str()?;
            let state = source.pointer("/verdict/state")?.as_str()?;
            Some((format!("randomness[{name}].state"), state.to_owned()))
        };
        report.list("/randomness/sources").filter_map(state).collect()
    };
    moved.extend(different(&random(a), &random(b)));
    moved
}

/// Of two reports that rest on the same and differ in nothing above: the first difference.
pub(super) fn anything_else(a: &Report, b: &Report) -> Option<Moved> {
    let [a, b] = [a, b].map(|report| {
        let mut value = report.value.clone();
        without_what_is_not_compared(&mut value);
        value
    });
    let Difference { place, one, other } = first_difference_of(&a, &b)?;
    Some(Moved { figure: place, a: Some(one), b: Some(other) })
}

/// Takes out when and by whom it was issued, what was answered, and which report was the one before.
fn without_what_is_not_compared(value: &mut Value) {
    match value {
        Value::Object(object) => {
            NOT_COMPARED.iter().for_each(|key| drop(object.remove(*key)));
            object.values_mut().for_each(without_what_is_not_compared);
        }
        Value::Array(rows) => rows.iter_mut().for_each(without_what_is_not_compared),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

fn different(a: &BTreeMap<String, String>, b: &BTreeMap<String, String>) -> Vec<Moved> {
    let all: BTreeSet<&String> = a.keys().chain(b.keys()).collect();
    let (rows_a, rows_b) = (rows(a), rows(b));
    let mut moved: Vec<Moved> = Vec::new();
    for figure in all.into_iter().filter(|figure| a.get(*figure) != b.get(*figure)) {
        let row = row(figure).unwrap_or(figure);
        let there = |rows: &BTreeSet<&str>| rows.contains(row).then(|| "there".to_owned());
        let next = match (rows_a.contains(row), rows_b.contains(row)) {
            // A row that one of them has not is one difference.
            (true, false) | (false, true) => {
                Moved { figure: row.to_owned(), a: there(&rows_a), b: there(&rows_b) }
            }
            (true, true) | (false, false) => Moved {
                figure: figure.clone(),
                a: a.get(figure).cloned(),
                b: b.get(figure).cloned(),
            },
        };
        if moved.last().is_none_or(|last| last.figure != next.figure) {
            moved.push(next);
        }
    }
    moved
}

/// The row of a list that a figure is of: `meters[HARBOR-1 grand meter]`.
fn row(figure: &str) -> Option<&str> {
    figure.get(..=figure.find("].")?)
}

fn rows(figures: &BTreeMap<String, String>) -> BTreeSet<&str> {
    figures.keys().filter_map(|figure| row(figure)).collect()
}

/// Numbers, amounts, states and yes or no, by where they stand. Sentences are about them and are left out.
fn leaves(value: &Value, path: &str, keys: &[&str], all: &mut BTreeMap<String, String>) {
    match value {
        Value::Number(number) => {
            all.insert(path.to_owned(), number.to_string());
        }
        Value::Bool(is_so) => {
            all.insert(path.to_owned(), if *is_so { "yes" } else { "no" }.to_owned());
        }
        Value::String(text) if path.ends_with("dollars") || path.ends_with(".outcome") => {
            all.insert(path.to_owned(), text.clone());
        }
        Value::Object(object) => {
            let compared = object.iter().filter(|(key, _)| !LEFT_OUT.contains(&key.as_str()));
            compared.for_each(|(key, below)| leaves(below, &format!("{path}.{key}"), keys, all));
        }
        Value::Array(rows) => {
            for row in rows {
                let name: Vec<&str> = keys.iter().filter_map(|key| row[*key].as_str()).collect();
                leaves(row, &format!("{path}[{}]", name.join(" ")), keys, all);
            }
        }
        Value::Null | Value::String(_) => {}
    }
}
