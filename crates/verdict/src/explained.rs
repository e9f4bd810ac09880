//! Which exceptions the page explains, with the round or the meter around them and the records beside them.

use feltproof_model::Locus;
use feltproof_model::workpaper::{Finding, Workpaper};
use std::collections::{BTreeMap, BTreeSet};

/// Places at most, some 5 KB of the page each; there are not nearly as many findings.
const PLACES_MAX: usize = 400;

/// Where the exceptions stand that are explained, ascending: the first of each finding, then those of each check in turn.
pub fn places_to_explain(w: &Workpaper) -> Vec<Locus> {
    let mut by_check = BTreeMap::<&str, Vec<Locus>>::new();
    for exception in &w.exceptions {
        by_check.entry(exception.code).or_default().push(exception.locus);
    }
    let longest = by_check.values().map(Vec::len).max().unwrap_or(0);
    let in_turn = (0..longest).flat_map(|n| by_check.values().filter_map(move |of| of.get(n)));
    let firsts = w.findings.iter().filter_map(|finding| first_place(w, finding));
    let mut places = BTreeSet::new();
    for place in firsts.chain(in_turn.copied()) {
        if places.len() < PLACES_MAX {
            places.insert(place);
        }
    }
    places.into_iter().collect()
}

/// Where the first exception of a finding stands, of those kept for print.
fn first_place(w: &Workpaper, finding: &Finding) -> Option<Locus> {
    if let Some(cause) = finding.cause.and_then(|at| w.causes.get(at)) {
        return Some(cause.first);
    }
    finding.first.as_ref().map(|e| e.locus)
}
