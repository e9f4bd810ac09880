//! One file that holds several journals of events: which rows are those of one of them.
//!
//! A word that only another journal has is not of this one, and its rows are left out. A word that two journals
//! have (`COIN IN`) is no manager's where no row with it shows a meter, since every record of a manager does;
//! else it is asked. A word that none has stays: it is asked, or becomes a problem that is seen.

use super::Ignored;
use super::fit::{Column, Fit};
use super::kind::Kinds;
use super::sample::Row;
use super::vocabulary::word;
use feltproof_model::engagement::JournalKind;

/// The rows of other journals in a file that holds several, `kind` among them.
pub(super) fn others(
    kind: JournalKind,
    kinds: &Kinds,
    columns: &[Column],
    rows: &[&Row],
) -> Vec<Ignored> {
    let of_events = |kind: &JournalKind| *kind != JournalKind::Hands;
    let others: Vec<JournalKind> =
        kinds.may_be.iter().copied().filter(|other| *other != kind && of_events(other)).collect();
    if others.is_empty() || !kinds.may_be.contains(&kind) || !of_events(&kind) {
        return Vec::new();
    }
    let Some(column) = events(kinds, kind) else { return Vec::new() };
    let has = |kind: JournalKind, value: &str| word(kind, "event", value).is_some();
    let values = columns.get(column).map_or(&[][..], |column| &column.facts.values);
    let rule = |(value, _): &(String, usize)| {
        if !others.iter().any(|other| has(*other, value)) {
            return None;
        }
        let is_certain = match has(kind, value) && no_meter(kinds, rows, (column, value)) {
            _ if !has(kind, value) => true,
            true if kind == JournalKind::Manager => true,
            // Two journals without a meter share no word but `fault`.
            true if others == [JournalKind::Manager] => return None,
            true | false => false,
        };
        Some(Ignored { column, value: value.clone(), is_certain })
    };
    values.iter().filter_map(rule).collect()
}

/// The one column of events.
fn events(kinds: &Kinds, kind: JournalKind) -> Option<usize> {
    source(kinds.fits.iter().find(|fit| fit.kind == kind)?, "event")
}

fn source(fit: &Fit, target: &str) -> Option<usize> {
    let mut found = fit.sources.iter().filter(|source| source.target == target);
    match (found.next()?.columns[..].first(), found.next()) {
        (Some(at), None) => Some(*at),
        _ => None,
    }
}

/// Whether no row with this word has anything in the one column of a meter.
fn no_meter(kinds: &Kinds, rows: &[&Row], (column, value): (usize, &str)) -> bool {
    let manager = kinds.fits.iter().find(|fit| fit.kind == JournalKind::Manager);
    let display = manager.and_then(|fit| source(fit, "display"));
    display.is_some_and(|display| {
        rows.iter().all(|row| row.cell(column) != value || row.cell(display).is_empty())
    })
}
