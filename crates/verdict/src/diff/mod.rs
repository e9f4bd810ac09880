//! Two reports compared: what became of each finding, what they rest on, which checks ran, which figures moved.

mod basis;
mod figures;
mod findings;
mod first;
mod report;

pub use basis::Basis;
use basis::{basis, warnings};
pub use figures::Moved;
use figures::{anything_else, figures};
use findings::findings;
pub use findings::{FindingChange, State};
pub use first::{Difference, first_difference_of_reports};
pub use report::{CheckState, Figures, Report};
use std::collections::BTreeSet;

/// What differs between two reports.
pub struct Comparison {
    /// What makes them less than two reports of the same thing.
    pub warnings: Vec<String>,
    /// What of that on which they rest is not the same.
    pub basis: Vec<Basis>,
    /// Every finding of either.
    pub findings: Vec<FindingChange>,
    /// Figures that moved.
    pub figures: Vec<Moved>,
    /// Checks that do not stand the same in both.
    pub checks: Vec<CheckChange>,
    /// Controls with another verdict.
    pub controls: Vec<ControlChange>,
}

/// A check that ran in one alone, or left another number undecided.
pub struct CheckChange {
    /// Its code.
    pub code: String,
    /// Its title.
    pub title: String,
    /// How it stands in A.
    pub a: CheckState,
    /// How it stands in B.
    pub b: CheckState,
}

/// A version of a control with another verdict; none where that report has no such version.
pub struct ControlChange {
    /// Id of its pack.
    pub pack: String,
    /// Its id within the pack.
    pub id: String,
    /// Its citation.
    pub citation: String,
    /// Its verdict in A.
    pub a: Option<String>,
    /// Its verdict in B.
    pub b: Option<String>,
}

impl Comparison {
    /// What B has other than A.
    pub fn of(a: &Report, b: &Report) -> Self {
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
    pub fn is_same(&self) -> bool {
        self.warnings.is_empty()
            && self.basis.is_empty()
            && self.findings.iter().all(|of| of.state == State::Unchanged)
            && self.figures.is_empty()
            && self.checks.is_empty()
            && self.controls.is_empty()
    }
}

/// Those of A in their order, then those that only B has; each as B calls it, where it does.
fn checks(a: &Report, b: &Report) -> Vec<CheckChange> {
    let only_in_b = b.checks.iter().filter(|check| a.reported_check(&check.code).is_none());
    let changes = a.checks.iter().chain(only_in_b).filter_map(|check| {
        let (of_a, of_b) = (a.check(&check.code), b.check(&check.code));
        let is_other = (of_a.ran, of_a.undecided) != (of_b.ran, of_b.undecided);
        let named = b.reported_check(&check.code).unwrap_or(check);
        let (code, title) = (named.code.clone(), named.title.clone());
        is_other.then_some(CheckChange { code, title, a: of_a, b: of_b })
    });
    changes.collect()
}

fn controls(a: &Report, b: &Report) -> Vec<ControlChange> {
    let (of_a, of_b) = (a.controls(), b.controls());
    let keys: BTreeSet<_> = of_a.keys().chain(of_b.keys()).collect();
    let changes = keys.into_iter().filter_map(|key| {
        let (before, after) = (of_a.get(key), of_b.get(key));
        let citation = after.or(before)?.citation.clone();
        let [a, b] = [before, after].map(|of| of.map(|of| of.verdict.clone()));
        let (pack, id) = (key.pack.clone(), key.id.clone());
        (a != b).then_some(ControlChange { pack, id, citation, a, b })
    });
    changes.collect()
}
