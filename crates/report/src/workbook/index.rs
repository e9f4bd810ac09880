//! Where on the sheets the finding of an exception stands.

use super::cell::{Cell, Place};
use crate::belongs::Belongs;
use crate::json::ExceptionWire;
use feltproof_model::workpaper::Workpaper;

/// What an exception belongs to, with places on the sheets.
pub(super) struct Index {
    of: Belongs,
    /// Where each finding stands.
    rows: Vec<Option<Place>>,
    /// Of each finding the first exception.
    pub(super) first: Vec<Option<Place>>,
}

impl Index {
    /// `row` says where a finding will stand.
    pub(super) fn new(w: &Workpaper, row: impl Fn(usize) -> Place) -> Self {
        let rows = (0..w.findings.len()).map(|at| Some(row(at))).collect();
        Self { of: Belongs::new(w), rows, first: vec![None; w.findings.len()] }
    }

    /// The cause that explains an exception, by its place, where one does.
    pub(super) fn cause(&self, e: &ExceptionWire) -> Option<usize> {
        self.of.cause(e)
    }

    /// The cell that leads from an exception to its finding (and names the others), where the exception stands at
    /// `place`.
    pub(super) fn link(&mut self, e: &ExceptionWire, place: Option<Place>) -> Cell {
        let findings = self.of.findings(e).to_vec();
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
