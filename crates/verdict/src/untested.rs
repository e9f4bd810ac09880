//! What an audit would not test for want of an input, by what each check says it needs.

use feltproof_checks::{CHECKS, Need, Scope, missing};
use feltproof_model::Wager;
use feltproof_model::engagement::JournalKind;

/// Checks that lack the same input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Untested {
    /// What they lack, as a sentence.
    pub reason: String,
    /// Their codes.
    pub codes: Vec<&'static str>,
}

/// Checks that concern the engagement and lack an input, by what they lack.
pub fn untested(scope: &Scope) -> Vec<Untested> {
    let mut all: Vec<Untested> = Vec::new();
    for (check, reason) in CHECKS.iter().filter_map(|check| Some((check, missing(scope, check)?))) {
        match all.iter_mut().find(|known| known.reason == reason) {
            Some(known) => known.codes.push(check.code),
            None => all.push(Untested { reason, codes: vec![check.code] }),
        }
    }
    all
}

/// The codes of the checks that would not run without a column of a journal.
pub fn untested_without(kind: Option<JournalKind>, column: &str) -> Vec<&'static str> {
    if kind != Some(JournalKind::Hands) {
        return Vec::new();
    }
    let needs = needs(column);
    let lacks = CHECKS.iter().filter(|check| check.needs.iter().any(|need| needs.contains(need)));
    lacks.map(|check| check.code).collect()
}

fn needs(column: &str) -> Vec<Need> {
    let (wager, is_returned) = match column.strip_suffix("_returned") {
        Some(wager) => (Wager::from_key(wager), true),
        None => (Wager::from_key(column), false),
    };
    match (column, wager, is_returned) {
        ("cards", ..) => vec![Need::Cards],
        ("action", ..) => vec![Need::Actions],
        ("fee", ..) => vec![Need::Fees],
        (_, Some(Wager::Ante), false) => vec![Need::Stakes, Need::StakeOf(Wager::Ante)],
        (_, Some(Wager::Ante), true) => vec![Need::Returned, Need::ReturnedOf(Wager::Ante)],
        (_, Some(wager), false) => vec![Need::StakeOf(wager)],
        (_, Some(wager), true) => vec![Need::ReturnedOf(wager)],
        // A column that no check needs.
        (_, None, _) => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_column_is_missed_by_the_checks_that_need_it() {
        let hands = |column| untested_without(Some(JournalKind::Hands), column);
        assert!(hands("ante_returned").contains(&"PAY-001"));
        assert!(hands("cards").contains(&"CRD-001") && hands("action").contains(&"WGR-004"));
        assert!(hands("queens_up_returned") == ["PAY-004"] && hands("dealer").is_empty());
        assert!(untested_without(Some(JournalKind::Bank), "cards").is_empty());
    }
}
