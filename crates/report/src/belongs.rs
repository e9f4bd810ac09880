//! Which findings an exception belongs to, and which cause explains it.

use crate::json::ExceptionWire;
use feltproof_model::FallsUnder;
use feltproof_model::workpaper::Workpaper;
use std::collections::BTreeMap;

/// Findings by what their exceptions have in common.
pub(crate) struct Belongs {
    /// By the key of a cause, as the spool has it.
    by_cause: BTreeMap<String, (usize, Vec<usize>)>,
    by_check: BTreeMap<String, BTreeMap<FallsUnder, Vec<usize>>>,
}

impl Belongs {
    pub(crate) fn new(w: &Workpaper) -> Self {
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
        Self { by_cause, by_check }
    }

    /// The cause that explains an exception, by its place, where one does.
    pub(crate) fn cause(&self, e: &ExceptionWire) -> Option<usize> {
        self.by_cause.get(e.cause.as_deref()?).map(|(cause, _)| *cause)
    }

    /// The findings of an exception, by their places. One that a waiver covers has none.
    pub(crate) fn findings(&self, e: &ExceptionWire) -> &[usize] {
        if e.waiver.is_some() {
            return &[];
        }
        if let Some((_, own)) = e.cause.as_deref().and_then(|key| self.by_cause.get(key)) {
            return own;
        }
        let own = self.by_check.get(&e.code).and_then(|by| by.get(&e.falls_under()));
        own.map_or(&[], Vec::as_slice)
    }
}
