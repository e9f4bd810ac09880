//! What became of each finding, and why it cannot be told of some.

use super::report::Report;
use feltproof_model::{FindingKey, Sum};
use feltproof_report::plain_dollars;
use serde_json::Value;
use std::collections::BTreeSet;

/// What became of a finding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum State {
    New,
    Gone,
    /// Nobody knows whether it is gone.
    NotTested,
    Waived,
    Moved,
    Unchanged,
}

impl State {
    pub(super) const ALL: [Self; 6] =
        [Self::New, Self::Gone, Self::NotTested, Self::Waived, Self::Moved, Self::Unchanged];

    /// For programs.
    pub(super) const fn key(self) -> &'static str {
        match self {
            Self::New => "new",
            Self::Gone => "gone",
            Self::NotTested => "not_tested",
            Self::Waived => "waived",
            Self::Moved => "moved",
            Self::Unchanged => "unchanged",
        }
    }

    /// For people.
    pub(super) const fn words(self) -> &'static str {
        match self {
            Self::New => "new",
            Self::Gone => "gone",
            Self::NotTested => "not tested in B",
            Self::Waived => "waived in B",
            Self::Moved => "moved",
            Self::Unchanged => "unchanged",
        }
    }
}

/// A finding of either report.
pub(super) struct FindingChange {
    pub key: FindingKey,
    pub title: String,
    pub severity: String,
    pub state: State,
    pub a: Option<Figures>,
    pub b: Option<Figures>,
    pub note: Option<String>,
}

impl FindingChange {
    pub(super) fn is_unchanged(&self) -> bool {
        self.state == State::Unchanged
    }
}

/// What all findings of one key come to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Figures {
    pub exceptions: u64,
    /// Micro-dollars in favour of players, house and fund.
    pub micros: [i128; 3],
}

pub(super) const MONEYS: [&str; 3] =
    ["favours_players_dollars", "favours_house_dollars", "favours_fund_dollars"];

impl Figures {
    /// As decimal strings, in the order of [`MONEYS`].
    pub(super) fn dollars(&self) -> [String; 3] {
        self.micros.map(plain_dollars)
    }

    pub(super) fn in_words(&self) -> String {
        let s = if self.exceptions == 1 { "" } else { "s" };
        let sides = ["in favour of players", "in favour of the house", "in favour of the fund"];
        let some = self.micros.iter().zip(sides).filter(|(micros, _)| **micros != 0);
        let some = some.map(|(micros, side)| format!(", {} {side}", Sum::from_micros(*micros)));
        format!("{} exception{s}{}", self.exceptions, some.collect::<String>())
    }
}

/// Those of B by their rank, then those that only A has.
pub(super) fn findings(a: &Report, b: &Report) -> Vec<FindingChange> {
    let mut keys: Vec<&FindingKey> = Vec::new();
    for key in b.keys.iter().chain(&a.keys) {
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
            let notes = [untested(key, &of_a, a, b), waived_note(key, b)];
            let notes: Vec<String> = notes.into_iter().flatten().collect();
            (State::Moved, (!notes.is_empty()).then(|| notes.join("; ")))
        }
    };
    let shown = of_b.first().or(of_a.first());
    let text = |name: &str| {
        shown.and_then(|finding| finding[name].as_str()).unwrap_or_default().to_owned()
    };
    let (title, severity) = (text("title"), text("severity"));
    FindingChange { key: key.clone(), title, severity, state, a: sum_a, b: sum_b, note }
}

/// The findings of a key: several where causes explain some of its exceptions.
fn of<'r>(report: &'r Report, key: &FindingKey) -> Vec<&'r Value> {
    let all = report.list("/findings").zip(&report.keys);
    all.filter(|(_, other)| *other == key).map(|(finding, _)| finding).collect()
}

fn sum(findings: &[&Value]) -> Option<Figures> {
    let mut sum = Figures::default();
    for finding in findings {
        sum.exceptions += finding["exceptions"].as_u64().unwrap_or_default();
        for (micros, name) in sum.micros.iter_mut().zip(MONEYS) {
            *micros += micros_of(finding[name].as_str().unwrap_or_default());
        }
    }
    (!findings.is_empty()).then_some(sum)
}

/// Micro-dollars of an amount as reports write it.
fn micros_of(dollars: &str) -> i128 {
    let (sign, amount) = dollars.strip_prefix('-').map_or((1, dollars), |rest| (-1, rest));
    let (whole, fraction) = amount.split_once('.').unwrap_or((amount, ""));
    let digits = format!("{whole}{fraction:0<6}");
    sign * digits.parse::<i128>().unwrap_or_default()
}

fn note_of_new(key: &FindingKey, a: &Report) -> Option<String> {
    let check = a.check(&key.code);
    let reason = check.reason_not_run.unwrap_or_default();
    (!check.ran).then(|| format!("{} did not run in A: {reason}", key.code))
}

/// What is only in A is gone where B could have found it.
fn gone(key: &FindingKey, own: &[&Value], a: &Report, b: &Report) -> (State, Option<String>) {
    if let Some(why) = untested(key, own, a, b) {
        return (State::NotTested, Some(why));
    }
    if let Some(note) = waived_note(key, b) {
        return (State::Waived, Some(note));
    }
    let elsewhere: Vec<&str> = b
        .keys
        .iter()
        .filter(|other| other.code == key.code)
        .map(|other| other.control.as_str())
        .collect();
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
    let notes: Vec<String> = [elsewhere, fewer].into_iter().flatten().collect();
    (State::Gone, (!notes.is_empty()).then(|| notes.join("; ")))
}

/// Why B could not find again all that A found.
fn untested(key: &FindingKey, own: &[&Value], a: &Report, b: &Report) -> Option<String> {
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
        if let Some(kind) = journals(&code, a).into_iter().find(|kind| !has_journal(b, kind)) {
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

fn has_journal(of: &Report, kind: &str) -> bool {
    of.list("/inputs").any(|input| input["kind"] == kind)
}

/// The checks of a finding: of a cause, all whose exceptions it explains.
fn codes(key: &FindingKey, own: &[&Value], a: &Report) -> Vec<String> {
    let mut codes = vec![key.code.clone()];
    for id in own.iter().filter_map(|finding| finding["cause"].as_str()) {
        let cause = a.list("/causes").find(|cause| cause["id"] == id);
        let explains = cause.and_then(|cause| cause["explains"].as_array()).into_iter().flatten();
        codes.extend(explains.filter_map(|of| Some(of["code"].as_str()?.to_owned())));
    }
    codes
}

/// The first table or link of a finding that B does not audit.
fn missing(own: &[&Value], b: &Report) -> Option<String> {
    for (list, pointer, what) in
        [("tables", "/engagement/tables", "table"), ("links", "/engagement/links", "link")]
    {
        let named = own.iter().flat_map(|finding| finding[list].as_array().into_iter().flatten());
        for id in named.filter_map(Value::as_str) {
            if !b.list(pointer).any(|of| of["id"] == id) {
                return Some(format!("some of it is of {what} {id}, which B does not audit"));
            }
        }
    }
    None
}

fn waived_note(key: &FindingKey, b: &Report) -> Option<String> {
    let is_waived = |e: &&Value| e["code"] == key.code.as_str() && e.get("waiver").is_some();
    let waived = b.list("/exceptions").filter(is_waived).count();
    let s = if waived == 1 { "is" } else { "are" };
    (waived > 0).then(|| format!("{waived} of {} {s} waived in B", key.code))
}

#[cfg(test)]
mod tests {
    use super::micros_of;

    #[test]
    fn amounts_are_read_exactly() {
        for (text, micros) in [
            ("0.00", 0),
            ("65.00", 65_000_000),
            ("-0.0125", -12_500),
            ("6166.400001", 6_166_400_001),
            ("123456789012345.67", 123_456_789_012_345_670_000),
        ] {
            assert_eq!(micros_of(text), micros, "{text}");
        }
    }
}
