//! The columns of canonical journals, and what their values are.

use crate::journal::canonical_columns;
use feltproof_model::Wager;
use feltproof_model::engagement::JournalKind;

/// What the values of a canonical column are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Value {
    Word,
    Time,
    Money,
    Cards,
}

/// The canonical column of this name.
pub(super) fn target(kind: JournalKind, name: &str) -> Option<&'static str> {
    targets(kind).into_iter().find(|target| *target == name)
}

/// All columns of a journal of this kind, those that name a round first and together: the reader
/// compares them at once.
pub(crate) fn targets(kind: JournalKind) -> Vec<&'static str> {
    canonical_columns(kind)
}

/// What its values are.
pub(crate) fn value(kind: JournalKind, target: &str) -> Value {
    let wager = target.strip_suffix("_returned").unwrap_or(target);
    match (kind, target) {
        (_, "time") => Value::Time,
        (_, "cards") => Value::Cards,
        (JournalKind::Hands, _) if Wager::from_key(wager).is_some() => Value::Money,
        (JournalKind::Hands, "fee")
        | (JournalKind::Manager, "amount" | "display" | "reserve" | "in_meter")
        | (JournalKind::Bank, "amount" | "balance") => Value::Money,
        _ => Value::Word,
    }
}

/// May be left out of a profile: its cells are empty then, as they may be in a canonical journal.
pub(crate) fn may_be_left_out(target: &str) -> bool {
    matches!(
        target,
        "dealer"
            | "actor"
            | "value"
            | "reason"
            | "document"
            | "packet"
            | "reserve"
            | "in_meter"
            | "seat"
            | "note"
            | "balance"
    )
}
