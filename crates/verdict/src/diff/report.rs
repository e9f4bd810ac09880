//! One of the two reports: what a comparison reads of its JSON.

use feltproof_model::FindingKey;
use serde_json::Value;
use std::collections::BTreeMap;

/// A report, read whole.
pub struct Report {
    /// As named.
    pub file: String,
    pub(super) sha256: String,
    pub(super) value: Value,
    pub(super) findings: Vec<ReportedFinding>,
    pub(super) checks: Vec<ReportedCheck>,
}

/// What findings come to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Figures {
    /// Exceptions.
    pub exceptions: u64,
    /// Micro-dollars in favour of players, house and fund.
    pub micros: [i128; 3],
}

/// The keys of [`Figures::micros`] in JSON.
const MONEYS: [&str; 3] =
    ["favours_players_dollars", "favours_house_dollars", "favours_fund_dollars"];

pub(super) struct ReportedFinding {
    pub key: FindingKey,
    pub title: String,
    pub severity: String,
    pub figures: Figures,
    /// Id of its cause, where it is of one.
    pub cause: Option<String>,
    pub tables: Vec<String>,
    pub links: Vec<String>,
}

pub(super) struct ReportedCheck {
    pub code: String,
    pub title: String,
    pub state: CheckState,
}

/// How a check stands in a report.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CheckState {
    /// Whether it ran.
    pub ran: bool,
    /// Why it did not.
    pub reason_not_run: Option<String>,
    /// Things tested, where it ran.
    pub tested: Option<u64>,
    /// Of them, those that could not be decided.
    pub undecided: u64,
    pub(super) undecided_reason: Option<String>,
}

/// What a version of a control is known by from one report to another.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct ControlKey {
    pub pack: String,
    pub id: String,
    pub period: String,
}

/// A version of a control as a report has it.
pub(super) struct ReportedControl {
    pub citation: String,
    pub verdict: String,
}

impl Report {
    /// A report by its JSON, its findings by `keys`. Errors: one sentence, on what one lacks.
    pub fn of(
        file: String,
        sha256: String,
        value: Value,
        keys: Vec<FindingKey>,
    ) -> Result<Self, String> {
        let findings = rows(&value, "/findings").zip(keys).map(|(row, key)| finding(row, key));
        let findings = findings.collect::<Result<_, _>>()?;
        let checks = rows(&value, "/checks").map(check).collect::<Result<_, _>>()?;
        Ok(Self { file, sha256, value, findings, checks })
    }

    /// A text by its JSON pointer.
    pub fn text(&self, pointer: &str) -> Option<&str> {
        self.value.pointer(pointer)?.as_str()
    }

    /// The elements of a list by its JSON pointer.
    pub(super) fn list(&self, pointer: &str) -> impl Iterator<Item = &Value> {
        rows(&self.value, pointer)
    }

    /// What it says of a check, where it has one of this code.
    pub(super) fn reported_check(&self, code: &str) -> Option<&ReportedCheck> {
        self.checks.iter().find(|check| check.code == code)
    }

    /// How a check stands in it. One that it does not list did not run in it.
    pub(super) fn check(&self, code: &str) -> CheckState {
        self.reported_check(code).map_or_else(CheckState::of_none, |check| check.state.clone())
    }

    /// The gaming days audited.
    pub fn days(&self) -> Vec<&str> {
        self.list("/engagement/gaming_days").filter_map(|day| day["date"].as_str()).collect()
    }

    pub(super) fn controls(&self) -> BTreeMap<ControlKey, ReportedControl> {
        let row = |row: &Value| {
            let text = |key: &str| row[key].as_str().unwrap_or_default().to_owned();
            let key = ControlKey { pack: text("pack"), id: text("id"), period: text("period") };
            (key, ReportedControl { citation: text("citation"), verdict: text("verdict") })
        };
        self.list("/controls").map(row).collect()
    }
}

impl CheckState {
    /// Of a check that another version of the program has.
    fn of_none() -> Self {
        let reason = "that version of the program has no such check".to_owned();
        Self {
            ran: false,
            reason_not_run: Some(reason),
            tested: None,
            undecided: 0,
            undecided_reason: None,
        }
    }
}

fn rows<'r>(value: &'r Value, pointer: &str) -> impl Iterator<Item = &'r Value> + use<'r> {
    value.pointer(pointer).and_then(Value::as_array).into_iter().flatten()
}

fn finding(row: &Value, key: FindingKey) -> Result<ReportedFinding, String> {
    let names = |key: &str| -> Result<Vec<String>, String> {
        let all = row[key].as_array().ok_or_else(|| lacks(key))?.iter();
        all.map(|name| name.as_str().map(str::to_owned).ok_or_else(|| lacks(key))).collect()
    };
    let mut micros = [0; 3];
    for (micros, name) in micros.iter_mut().zip(MONEYS) {
        *micros = micros_of(&text(row, name)?).ok_or_else(|| lacks(name))?;
    }
    Ok(ReportedFinding {
        key,
        title: text(row, "title")?,
        severity: text(row, "severity")?,
        figures: Figures { exceptions: count(row, "exceptions")?, micros },
        cause: row["cause"].as_str().map(str::to_owned),
        tables: names("tables")?,
        links: names("links")?,
    })
}

fn check(row: &Value) -> Result<ReportedCheck, String> {
    let optional = |key: &str| row[key].as_str().map(str::to_owned);
    let state = CheckState {
        ran: row["ran"].as_bool().ok_or_else(|| lacks("ran"))?,
        reason_not_run: optional("reason_not_run"),
        tested: row["tested"].as_u64(),
        undecided: count(row, "undecided")?,
        undecided_reason: optional("undecided_reason"),
    };
    Ok(ReportedCheck { code: text(row, "code")?, title: text(row, "title")?, state })
}

fn text(row: &Value, key: &str) -> Result<String, String> {
    row[key].as_str().map(str::to_owned).ok_or_else(|| lacks(key))
}

fn count(row: &Value, key: &str) -> Result<u64, String> {
    row[key].as_u64().ok_or_else(|| lacks(key))
}

fn lacks(key: &str) -> String {
    format!("a finding or a check of it has no `{key}` that reads")
}

/// Micro-dollars of an amount as reports write it: digits, and at most six behind the point.
fn micros_of(dollars: &str) -> Option<i128> {
    let (sign, amount) = dollars.strip_prefix('-').map_or((1, dollars), |rest| (-1, rest));
    let (whole, fraction) = amount.split_once('.').unwrap_or((amount, ""));
    let digits = format!("{whole}{fraction:0<6}");
    let is_amount = !whole.is_empty() && fraction.len() <= 6;
    let is_plain = is_amount && digits.bytes().all(|digit| digit.is_ascii_digit());
    is_plain.then(|| digits.parse::<i128>().ok()).flatten()?.checked_mul(sign)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn amounts_are_read_exactly() {
        for (text, micros) in [
            ("0.00", 0),
            ("65.00", 65_000_000),
            ("-0.0125", -12_500),
            ("6166.400001", 6_166_400_001),
            ("123456789012345.67", 123_456_789_012_345_670_000),
        ] {
            assert_eq!(micros_of(text), Some(micros), "{text}");
        }
        for text in ["", "-", ".50", "1,000.00", "1.0000001", "$5.00", "+5.00", "--5.00", "5.-1"] {
            assert_eq!(micros_of(text), None, "{text}");
        }
    }

    /// What a comparison would have to take for nothing is refused.
    #[test]
    fn a_finding_that_lacks_a_figure_is_refused() {
        let keys = || vec![FindingKey { code: "PAY-001".into(), control: "WAC".into() }];
        let whole = json!({
            "title": "t", "severity": "money", "exceptions": 2, "cause": null,
            "favours_players_dollars": "1.00", "favours_house_dollars": "0.00",
            "favours_fund_dollars": "0.00", "tables": ["T1"], "links": []
        });
        let of = |finding: &Value| {
            let value = json!({ "findings": [finding], "checks": [] });
            Report::of("a".into(), "0".into(), value, keys())
        };
        assert_eq!(of(&whole).unwrap().findings[0].figures.micros, [1_000_000, 0, 0]);
        for (key, value) in [
            ("exceptions", json!(null)),
            ("favours_house_dollars", json!("five")),
            ("tables", json!([1])),
            ("severity", json!(3)),
        ] {
            let mut finding = whole.clone();
            finding[key] = value;
            let why = of(&finding).map(|_| ()).unwrap_err();
            assert_eq!(why, format!("a finding or a check of it has no `{key}` that reads"));
        }
    }
}
