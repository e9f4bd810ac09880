//! Which checks would not run without a column, by what each check says it needs.

use feltproof_checks::{CHECKS, Need};
use feltproof_model::Wager;
use feltproof_model::engagement::JournalKind;

/// The codes of the checks that need this column.
pub(super) fn checks(kind: Option<JournalKind>, column: &str) -> Vec<&'static str> {
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
        _ => Vec::new(),
    }
}

/// What a column that is missing comes to, in words.
pub(super) fn in_words(kind: Option<JournalKind>, column: &str, is_needed: bool) -> String {
    let codes = checks(kind, column);
    match (is_needed, codes.is_empty()) {
        (true, _) => format!("{column}: every record needs it; without it nothing is read"),
        (false, true) => format!("{column}: it stays empty, and nothing is said by it"),
        (false, false) => format!("{column}: without it these do not run: {}", codes.join(" ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_column_is_missed_by_the_checks_that_need_it() {
        let hands = |column| checks(Some(JournalKind::Hands), column);
        assert!(hands("ante_returned").contains(&"PAY-001"));
        assert!(hands("cards").contains(&"CRD-001") && hands("action").contains(&"WGR-004"));
        assert!(hands("queens_up_returned") == ["PAY-004"] && hands("dealer").is_empty());
    }
}
