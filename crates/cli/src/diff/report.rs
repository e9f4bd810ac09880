//! One of the two reports, and what a comparison asks of it.

use crate::reports::EarlierReport;
use feltproof_model::FindingKey;
use feltproof_report::{SCHEMA, carried_findings};
use feltproof_verdict::sha256_hex;
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::Path;

/// A report, read whole.
pub(crate) struct Report {
    /// As named.
    pub(super) file: String,
    pub(super) sha256: String,
    pub(super) value: Value,
    /// What its findings are known by, in their order.
    pub(super) keys: Vec<FindingKey>,
}

/// How a check stands in a report.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct CheckState {
    pub ran: bool,
    pub reason_not_run: Option<String>,
    pub tested: Option<u64>,
    pub undecided: u64,
    pub undecided_reason: Option<String>,
}

impl Report {
    /// # Errors
    /// One sentence: it cannot be read, or is no report of this form.
    pub(crate) fn read(path: &Path) -> Result<Self, String> {
        let earlier = EarlierReport::read(path)?;
        let file = path.display().to_string();
        let no_report = |what: String| format!("{file} cannot be compared: {what}");
        let value: Value = serde_json::from_slice(&earlier.bytes)
            .map_err(|e| no_report(format!("it is no JSON: {e}")))?;
        match value["schema"].as_str() {
            Some(SCHEMA) => {}
            Some(other) => {
                return Err(no_report(format!(
                    "it is of the form {other}, and this program compares {SCHEMA}; audit that engagement again"
                )));
            }
            None => {
                return Err(no_report(
                    "it is no report.json of an audit; it names no form".to_owned(),
                ));
            }
        }
        let (_, keys) = carried_findings(&earlier.bytes).map_err(no_report)?;
        Ok(Self { file, sha256: sha256_hex(&earlier.bytes), value, keys })
    }

    /// A text by its JSON pointer.
    pub(super) fn text(&self, pointer: &str) -> Option<&str> {
        self.value.pointer(pointer)?.as_str()
    }

    /// The elements of a list by its JSON pointer.
    pub(super) fn list(&self, pointer: &str) -> impl Iterator<Item = &Value> {
        self.value.pointer(pointer).and_then(Value::as_array).into_iter().flatten()
    }

    pub(super) fn codes(&self) -> Vec<String> {
        self.list("/checks").filter_map(|check| Some(check["code"].as_str()?.to_owned())).collect()
    }

    fn check_of(&self, code: &str) -> Option<&Value> {
        self.list("/checks").find(|check| check["code"] == code)
    }

    pub(super) fn has_check(&self, code: &str) -> bool {
        self.check_of(code).is_some()
    }

    pub(super) fn check_title(&self, code: &str) -> Option<&str> {
        self.check_of(code)?["title"].as_str()
    }

    /// A check that a report does not list did not run in it.
    pub(super) fn check(&self, code: &str) -> CheckState {
        let Some(check) = self.check_of(code) else {
            let reason = "that version of the program has no such check".to_owned();
            return CheckState {
                ran: false,
                reason_not_run: Some(reason),
                tested: None,
                undecided: 0,
                undecided_reason: None,
            };
        };
        let text = |key: &str| check[key].as_str().map(str::to_owned);
        CheckState {
            ran: check["ran"].as_bool().unwrap_or_default(),
            reason_not_run: text("reason_not_run"),
            tested: check["tested"].as_u64(),
            undecided: check["undecided"].as_u64().unwrap_or_default(),
            undecided_reason: text("undecided_reason"),
        }
    }

    /// The gaming days audited.
    pub(super) fn days(&self) -> Vec<&str> {
        self.list("/engagement/gaming_days").filter_map(|day| day["date"].as_str()).collect()
    }
}

/// Pack, control and period of each version of a control, with its citation and verdict.
pub(super) fn verdicts(of: &Report) -> BTreeMap<(String, String, String), (String, String)> {
    let row = |row: &Value| {
        let text = |key: &str| row[key].as_str().unwrap_or_default().to_owned();
        ((text("pack"), text("id"), text("period")), (text("citation"), text("verdict")))
    };
    of.list("/controls").map(row).collect()
}
