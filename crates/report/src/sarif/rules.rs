//! Checks as rules, and what did not run or stayed undecided as notifications.

use feltproof_model::CheckFamily;
use feltproof_model::workpaper::{CheckResult, Outcome, Severity, Workpaper};
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// What is to be said of a check beside its title.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SarifRule {
    /// Its code.
    pub code: &'static str,
    /// What it looks for, why, and what it does not see: Markdown.
    pub prose: &'static str,
    /// The rule that it compares with.
    pub criteria: String,
}

/// Every check and every piece of advice, in list order.
pub(super) struct Rules<'a> {
    all: Vec<(&'a CheckResult, Option<&'a SarifRule>)>,
    by_code: BTreeMap<&'a str, usize>,
}

impl<'a> Rules<'a> {
    pub(super) fn new(w: &'a Workpaper, said: &'a [SarifRule]) -> Self {
        let said: BTreeMap<&str, &SarifRule> = said.iter().map(|rule| (rule.code, rule)).collect();
        let checks = w.checks.iter().chain(&w.advice);
        let all: Vec<_> = checks.map(|check| (check, said.get(check.code).copied())).collect();
        let by_code = all.iter().enumerate().map(|(at, (check, _))| (check.code, at)).collect();
        Self { all, by_code }
    }

    pub(super) fn index(&self, code: &str) -> Option<usize> {
        self.by_code.get(code).copied()
    }

    pub(super) fn title(&self, code: &str) -> &str {
        self.index(code).and_then(|at| self.all.get(at)).map_or("", |(check, _)| check.title)
    }

    pub(super) fn wire(&self) -> Value {
        self.all.iter().map(|(check, said)| rule(check, *said)).collect()
    }

    /// Not run is never passed, and what is undecided is neither.
    pub(super) fn notifications(&self, w: &Workpaper) -> Value {
        let of = |check: &CheckResult, level: &str, text: String| {
            json!({
                "associatedRule": { "id": check.code, "index": self.index(check.code) },
                "level": level,
                "message": { "text": text },
            })
        };
        let notes = w.checks.iter().chain(&w.advice).flat_map(|check| {
            let not_run = match &check.outcome {
                Outcome::NotRun { reason } => {
                    Some(of(check, "note", format!("{} did not run: {reason}", check.code)))
                }
                Outcome::Ran { .. } => None,
            };
            let undecided = (check.undecided > 0).then(|| {
                let text = format!(
                    "{} left {} undecided, neither exceptions nor passed: {}",
                    check.code, check.undecided, check.undecided_reason
                );
                of(check, "warning", text)
            });
            [not_run, undecided].into_iter().flatten()
        });
        let notes: Vec<Value> = notes.collect();
        let gap = |gap: &String| json!({ "level": "warning", "message": { "text": gap } });
        notes.into_iter().chain(w.gaps.iter().map(gap)).collect()
    }
}

fn rule(check: &CheckResult, said: Option<&SarifRule>) -> Value {
    let family = CheckFamily::of(check.code);
    let of_the_law = family.is_some_and(CheckFamily::is_of_the_law);
    let usual = match (check.code.starts_with("ADV"), of_the_law) {
        (true, _) => "note",
        (false, true) => level(Severity::Law),
        (false, false) => level(Severity::Procedure),
    };
    let mut rule = json!({
        "id": check.code,
        "shortDescription": { "text": format!("{}.", check.title) },
        "defaultConfiguration": { "level": usual },
        "properties": {
            "unit": check.unit,
            "family": family.map(|family| family.title),
        },
    });
    if let Some(said) = said {
        let plain = said.prose.replace(['`', '*'], "");
        rule["help"] = json!({ "text": plain, "markdown": said.prose });
        if !said.criteria.is_empty() {
            rule["fullDescription"] = json!({ "text": said.criteria });
            rule["properties"]["criteria"] = json!(said.criteria);
        }
    }
    rule
}

/// How much it matters, in the words of SARIF.
pub(super) const fn level(severity: Severity) -> &'static str {
    match severity {
        Severity::Law | Severity::Money => "error",
        Severity::Procedure => "warning",
    }
}

/// The rule packs, which extend the tool.
pub(super) fn packs(w: &Workpaper) -> Value {
    let pack = w.packs.iter().map(|pack| {
        json!({
            "name": format!("rule pack {}", pack.id),
            "fullName": pack.title,
            "organization": pack.authority,
            "version": pack.version,
            "properties": { "sha256": pack.sha256 },
        })
    });
    pack.collect()
}
