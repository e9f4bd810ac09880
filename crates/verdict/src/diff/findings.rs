//! What became of each finding, and why it cannot be known of some.

use super::report::{Figures, Report, ReportedFinding};
use feltproof_model::FindingKey;
use serde_json::Value;
use std::collections::BTreeSet;

feltproof_model::words! {
    /// What became of a finding, in print order.
    pub enum State {
        /// Only B has it.
        New = "new",
        /// Only A has it, and B could have found it.
        Gone = "gone",
        /// Only A has it, and nobody knows whether it is gone.
        NotTested = "not_tested",
        /// Only A has it, and B waives exceptions of its check.
        Waived = "waived",
        /// Both have it, with other figures.
        Moved = "moved",
        /// Both have it with the same figures.
        Unchanged = "unchanged",
    }
}

impl State {
    /// For people.
    pub const fn words(self) -> &'static str {
        match self {
            Self::NotTested => "not tested in B",
            Self::Waived => "waived in B",
            Self::New | Self::Gone | Self::Moved | Self::Unchanged => self.name(),
        }
    }
}

/// A finding of either report.
pub struct FindingChange {
    /// What it is known by.
    pub key: FindingKey,
    /// As B has it, or A where B has it not.
    pub title: String,
    /// Likewise.
    pub severity: String,
    /// What became of it.
    pub state: State,
    /// What it comes to in A.
    pub a: Option<Figures>,
    /// What it comes to in B.
    pub b: Option<Figures>,
    /// Why it is so, where that is not plain.
    pub note: Option<String>,
}

/// Those of B by their rank, then those that only A has.
pub(super) fn findings(a: &Report, b: &Report) -> Vec<FindingChange> {
    let mut keys: Vec<&FindingKey> = Vec::new();
    for ReportedFinding { key, .. } in b.findings.iter().chain(&a.findings) {
        if !keys.contains(&key) {
            keys.push(key);
        }
    }
    keys.into_iter().map(|key| change(key, a, b)).collect()
}

fn change(key: &FindingKey, a: &Report, b: &Report) -> FindingChange {
    let (of_a, of_b) = (of(a, key), of(b, key));
    let (sum_a, sum_b) = (sum(&of_a), sum(&of_b));
    let (state, note) = match (sum_a, sum_b) {
        (None, _) => (State::New, note_of_new(key, a)),
        (Some(_), None) => gone(key, &of_a, a, b),
        (Some(before), Some(after)) if before == after => (State::Unchanged, None),
        (Some(_), Some(_)) => {
            (State::Moved, joined([untested(key, &of_a, a, b), waived_note(key, b)]))
        }
    };
    // The key is of one of them.
    let shown = of_b.first().or(of_a.first());
    let (title, severity) =
        shown.map(|of| (of.title.clone(), of.severity.clone())).unwrap_or_default();
    FindingChange { key: key.clone(), title, severity, state, a: sum_a, b: sum_b, note }
}

/// The findings of a key: several where causes explain some of its exceptions.
fn of<'r>(report: &'r Report, key: &FindingKey) -> Vec<&'r ReportedFinding> {
    report.findings.iter().filter(|of| of.key == *key).collect()
}

fn sum(findings: &[&ReportedFinding]) -> Option<Figures> {
    let mut sum = Figures::default();
    for ReportedFinding { figures, .. } in findings {
        sum.exceptions += figures.exceptions;
        sum.micros.iter_mut().zip(figures.micros).for_each(|(sum, more)| *sum += more);
    }
    (!findings.is_empty()).then_some(sum)
}

fn joined(notes: [Option<String>; 2]) -> Option<String> {
    let notes: Vec<String> = notes.into_iter().flatten().collect();
    (!notes.is_empty()).then(|| notes.join("; "))
}

fn note_of_new(key: &FindingKey, a: &Report) -> Option<String> {
    let check = a.check(&key.code);
    let reason = check.reason_not_run.unwrap_or_default();
    (!check.ran).then(|| format!("{} did not run in A: {reason}", key.code))
}

/// What is only in A is gone where B could have found it.
fn gone(
    key: &FindingKey,
    own: &[&ReportedFinding],
    a: &Report,
    b: &Report,
) -> (State, Option<String>) {
    if let Some(why) = untested(key, own, a, b) {
        return (State::NotTested, Some(why));
    }
    if let Some(note) = waived_note(key, b) {
        return (State::Waived, Some(note));
    }
    let same_code = b.findings.iter().map(|of| &of.key).filter(|other| other.code == key.code);
    let elsewhere: Vec<&str> = same_code.map(|other| other.control.as_str()).collect();
    let elsewhere = (!elsewhere.is_empty())
        .then(|| format!("what {} finds in B falls under {}", key.code, elsewhere.join("; ")));
    let (before, after) = (a.check(&key.code).tested, b.check(&key.code).tested);
    let fewer = (a.days() == b.days()).then(|| before.zip(after)).flatten();
    let fewer = fewer.filter(|(before, after)| after < before);
    let fewer = fewer.map(|(before, after)| {
        format!(
            "{} tested {after} in B and {before} in A: whether this was among them is not known",
            key.code
        )
    });
    (State::Gone, joined([elsewhere, fewer]))
}

/// Why B could not find again all that A found.
fn untested(key: &FindingKey, own: &[&ReportedFinding], a: &Report, b: &Report) -> Option<String> {
    for code in codes(key, own, a) {
        let (before, after) = (a.check(&code), b.check(&code));
        if !after.ran {
            let reason = after.reason_not_run.unwrap_or_default();
            return Some(format!("{code} did not run in B: {reason}"));
        }
        if after.undecided > before.undecided {
            let reason = after.undecided_reason.unwrap_or_default();
            let (more, less) = (after.undecided, before.undecided);
            return Some(format!("{code} left {more} undecided in B, {less} in A: {reason}"));
        }
        let has = |kind: &&str| b.list("/inputs").any(|input| input["kind"] == *kind);
        if let Some(kind) = journals(&code, a).into_iter().find(|kind| !has(kind)) {
            return Some(format!("{code} found some of it in the {kind} journal, which B has not"));
        }
    }
    missing(own, b)
}

/// The kinds of the journals in which a check found something.
fn journals<'r>(code: &str, of: &'r Report) -> Vec<&'r str> {
    let own = of.list("/exceptions").filter(|e| e["code"] == code);
    let files: BTreeSet<&str> = own.filter_map(|e| e["file"].as_str()).collect();
    let named = |input: &Value| {
        let file = input["file"].as_str().unwrap_or_default();
        let sheet = input["sheet"].as_str().map(|sheet| format!("{file}[{sheet}]"));
        files.contains(sheet.as_deref().unwrap_or(file))
    };
    of.list("/inputs").filter(|input| named(input)).filter_map(|i| i["kind"].as_str()).collect()
}

/// The checks of a finding: of a cause, all whose exceptions it explains.
fn codes(key: &FindingKey, own: &[&ReportedFinding], a: &Report) -> Vec<String> {
    let mut codes = vec![key.code.clone()];
    for id in own.iter().filter_map(|finding| finding.cause.as_deref()) {
        let cause = a.list("/causes").find(|cause| cause["id"] == id);
        let explains = cause.and_then(|cause| cause["explains"].as_array()).into_iter().flatten();
        codes.extend(explains.filter_map(|of| Some(of["code"].as_str()?.to_owned())));
    }
    codes
}

/// The first table or link of a finding that B does not audit.
fn missing(own: &[&ReportedFinding], b: &Report) -> Option<String> {
    let has = |pointer: &str, id: &String| b.list(pointer).any(|of| of["id"] == id.as_str());
    let tables = own.iter().flat_map(|finding| &finding.tables).map(|id| ("table", id));
    let links = own.iter().flat_map(|finding| &finding.links).map(|id| ("link", id));
    let (what, id) =
        tables.chain(links).find(|(what, id)| !has(&format!("/engagement/{what}s"), id))?;
    Some(format!("some of it is of {what} {id}, which B does not audit"))
}

fn waived_note(key: &FindingKey, b: &Report) -> Option<String> {
    let is_waived = |e: &&Value| e["code"] == key.code.as_str() && e.get("waiver").is_some();
    let waived = b.list("/exceptions").filter(is_waived).count();
    let s = if waived == 1 { "is" } else { "are" };
    (waived > 0).then(|| format!("{waived} of {} {s} waived in B", key.code))
}
