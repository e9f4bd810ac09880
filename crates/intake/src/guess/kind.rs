//! Which journal a file is: hands, controller, manager, shuffler, or none of them.
//!
//! A hands journal has rounds, seats, and cards or stakes. A controller journal has events of which some
//! are a controller's, a manager journal events of a manager and the meter beside them, a shuffler journal
//! events of a shuffler and cards. Where a file is none of these that is said, and where it is several, too:
//! `[rows] only` then divides it.

use super::fit::{Column, Fit};
use super::sample::Row;
use super::unnamed::{self, are_unnamed};
use super::vocabulary::word;
use crate::journal::kinds::{self, Sign, Value, value};
use feltproof_model::Wager;
use feltproof_model::engagement::JournalKind;

/// What was found about the kind of a file.
pub(super) struct Kinds {
    /// The best first.
    pub(super) fits: Vec<Fit>,
    pub(super) may_be: Vec<JournalKind>,
}

pub(super) fn of(columns: &[Column], rows: &[&Row]) -> Kinds {
    let fit = |kind| match are_unnamed(columns) {
        true => unnamed::of(kind, columns, rows),
        false => Fit::of(kind, columns, rows),
    };
    let mut fits: Vec<Fit> = JournalKind::ALL.into_iter().map(fit).collect();
    let may_be: Vec<JournalKind> =
        fits.iter().filter(|fit| is_kind(fit, columns)).map(|fit| fit.kind).collect();
    let certain = |fit: &Fit| fit.sources.iter().filter(|source| source.is_certain).count();
    // The sort is stable: of two that are as good, the first in the order of kinds.
    fits.sort_by_key(|fit| (!may_be.contains(&fit.kind), usize::MAX - certain(fit)));
    Kinds { fits, may_be }
}

fn is_kind(fit: &Fit, columns: &[Column]) -> bool {
    let has = |target: &str| fit.likely(target).is_some();
    match kinds::sign(fit.kind) {
        Sign::Rounds => {
            let stake = Wager::ALL.into_iter().any(|wager| has(wager.key()));
            // Which number is the round's no value tells.
            (has("round") || are_unnamed(columns)) && has("seat") && (has("cards") || stake)
        }
        Sign::Events(beside) => {
            // Which of columns without names is an amount's no value tells either.
            let is_open = |target| are_unnamed(columns) && value(fit.kind, target) == Value::Money;
            own(fit, columns) && beside.iter().all(|target| has(target) || is_open(target))
        }
        Sign::Unknown => false,
    }
}

/// Some events are of this kind, and of no other of the kinds that have events.
fn own(fit: &Fit, columns: &[Column]) -> bool {
    let events = fit.sources.iter().filter(|source| source.target == "event");
    let mut values = events.flat_map(|s| &s.columns).flat_map(|at| columns[*at].facts.words());
    let is_other = |kind: &JournalKind| ![fit.kind, JournalKind::Hands].contains(kind);
    let display = columns.iter().any(|c| super::names::speaks_of(&c.title, "display").is_some());
    // Coin-ins alone are a controller's where there is no meter, a manager's where there is one.
    let by_meter = match fit.kind {
        JournalKind::Controller => !display,
        JournalKind::Manager => display,
        JournalKind::Hands | JournalKind::Shuffler | JournalKind::Bank => false,
    };
    values.any(|value| {
        let has = |kind: JournalKind| word(kind, "event", value).is_some();
        has(fit.kind) && (by_meter || !JournalKind::ALL.into_iter().filter(is_other).any(has))
    })
}
