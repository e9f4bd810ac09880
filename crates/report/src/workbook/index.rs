//! Which finding an exception belongs to, and where on the sheets it stands.

use super::cell::{Cell, Place};
use crate::json::ExceptionWire;
use feltproof_model::FallsUnder;
use feltproof_model::workpaper::Workpaper;
use std::collections::BTreeMap;

/// Findings by what their exceptions have in common.
pub(super) struct Index {
    /// By the key of a cause, as the spool has it.
    by_cause: BTreeMap<String, (usize, Vec<usize>)>,
    by_check: BTreeMap<String, BTreeMap<FallsUnder, Vec<usize>>>,
    /// Where each finding stands.
    rows: Vec<Option<Place>>,
    /// Of each finding the first exception.
    pub(super) first: Vec<Option<Place>>,
}

impl Index {
    /// `row` says where a finding will stand.
    pub(super) fn new(w: &Workpaper, row: impl Fn(usize) -> Place) -> Self {
        let mut by_cause = BTreeMap::new();
        for (at, cause) in w.causes.iter().enumerate() {
            let own = w.findings.iter().enumerate().filter(|(_, f)| f.cause == Some(at));
            let own: Vec<usize> = own.map(|(finding, _)| finding).collect();
            for key in &cause.keys {
                by_cause.insert(key.to_string(), (at, own.clone()));
            }
        }
        let mut by_check: BTreeMap<String, BTreeMap<FallsUnder, Vec<usize>>> = BTreeMap::new();
        for (at, finding) in w.findings.iter().enumerate().filter(|(_, f)| f.cause.is_none()) {
            let own = by_check.entry(finding.code.to_owned()).or_default();
            for of in &finding.of {
                own.entry(of.clone()).or_default().push(at);
            }
        }
        let rows = (0..w.findings.len()).map(|at| Some(row(at))).collect();
        Self { by_cause, by_check, rows, first: vec![None; w.findings.len()] }
    }

    /// The cause that explains an exception, by its place, where one does.
    pub(super) fn cause(&self, e: &ExceptionWire) -> Option<usize> {
        self.by_cause.get(e.cause.as_deref()?).map(|(cause, _)| *cause)
    }

    /// The findings of an exception. One that a waiver covers has none.
    fn findings(&self, e: &ExceptionWire) -> &[usize] {
        if e.waiver.is_some() {
            return &[];
        }
        if let Some((_, own)) = e.cause.as_deref().and_then(|key| self.by_cause.get(key)) {
            return own;
        }
        let of = e.under.as_ref().map(|under| under.falls_under()).unwrap_or_default();
        let own = self.by_check.get(&e.code).and_then(|by| by.get(&of));
        own.map_or(&[], Vec::as_slice)
    }

    /// The cell that leads from an exception to its finding (and names the others), where the exception stands at
    /// `place`.
    pub(super) fn link(&mut self, e: &ExceptionWire, place: Option<Place>) -> Cell {
        let findings = self.findings(e).to_vec();
        for finding in &findings {
            if let Some(first) = self.first.get_mut(*finding) {
                *first = first.or(place);
            }
        }
        let Some((first, others)) = findings.split_first() else { return Cell::Empty };
        let mut text = number(*first);
        if !others.is_empty() {
            let others: Vec<String> = others.iter().map(|at| number(*at)).collect();
            text.push_str(&format!(" (and {})", others.join(", ")));
        }
        match self.rows.get(*first).copied().flatten() {
            Some(to) => Cell::Link { to, text },
            None => Cell::text(text),
        }
    }
}

/// What a finding is called: `F1`.
pub(super) fn number(finding: usize) -> String {
    format!("F{}", finding + 1)
}
