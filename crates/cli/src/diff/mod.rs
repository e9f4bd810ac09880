//! Two reports compared: what became of each finding, what they rest on, which checks ran, which figures moved.

mod basis;
mod figures;
mod findings;
mod json;
mod report;
mod text;

use basis::{Basis, basis, warnings};
use figures::{Moved, anything_else, figures};
use findings::{FindingChange, findings};
pub(crate) use report::Report;
use report::{CheckState, verdicts};
use std::collections::BTreeMap;

/// What differs between two reports.
pub(crate) struct Comparison {
    /// What makes them less than two reports of the same thing.
    warnings: Vec<String>,
    basis: Vec<Basis>,
    /// Every finding of either.
    findings: Vec<FindingChange>,
    figures: Vec<Moved>,
    checks: Vec<CheckChange>,
    controls: Vec<ControlChange>,
}

/// A check that ran in one alone, or left another number undecided.
struct CheckChange {
    code: String,
    title: String,
    a: CheckState,
    b: CheckState,
}

/// A version of a control with another verdict; none where that report has no such version.
struct ControlChange {
    pack: String,
    id: String,
    citation: String,
    a: Option<String>,
    b: Option<String>,
}

impl Comparison {
    pub(crate) fn of(a: &Report, b: &Report) -> Self {
        let mut found = Self {
            warnings: warnings(a, b),
            basis: basis(a, b),
            findings: findings(a, b),
            figures: figures(a, b),
            checks: checks(a, b),
            controls: controls(a, b),
        };
        if found.is_same() {
            found.figures.extend(anything_else(a, b));
        }
        found
    }

    /// Whether nothing differs.
    pub(crate) fn is_same(&self) -> bool {
        self.warnings.is_empty()
            && self.basis.is_empty()
            && self.findings.iter().all(FindingChange::is_unchanged)
            && self.figures.is_empty()
            && self.checks.is_empty()
            && self.controls.is_empty()
    }
}

fn checks(a: &Report, b: &Report) -> Vec<CheckChange> {
    let mut codes: Vec<String> = a.codes();
    codes.extend(b.codes().into_iter().filter(|code| !a.has_check(code)));
    let changes = codes.into_iter().filter_map(|code| {
        let (of_a, of_b) = (a.check(&code), b.check(&code));
        let is_other = (of_a.ran, of_a.undecided) != (of_b.ran, of_b.undecided);
        let title = [b, a].iter().find_map(|report| report.check_title(&code))?.to_owned();
        is_other.then_some(CheckChange { code, title, a: of_a, b: of_b })
    });
    changes.collect()
}

fn controls(a: &Report, b: &Report) -> Vec<ControlChange> {
    let (of_a, of_b) = (verdicts(a), verdicts(b));
    let mut keys: Vec<_> = of_a.keys().chain(of_b.keys()).collect();
    keys.sort();
    keys.dedup();
    let verdict = |all: &BTreeMap<_, (String, String)>, key| {
        all.get(key).map(|(_, v): &(String, String)| v.clone())
    };
    let changes = keys.into_iter().filter_map(|key| {
        let (before, after) = (verdict(&of_a, key), verdict(&of_b, key));
        let (citation, _) = of_b.get(key).or_else(|| of_a.get(key))?;
        let (pack, id, _) = key.clone();
        let citation = citation.clone();
        (before != after).then_some(ControlChange { pack, id, citation, a: before, b: after })
    });
    changes.collect()
}
