//! Every chart of a report, drawn once for PDF and SVG: meters, bars and the plots of randomness.
//!
//! A chart writes marks (text, rectangles, lines, shapes) onto a [`Chart`], along the axes of
//! `axis.rs`; the PDF puts them on its pages, `svg.rs` makes a file of them. What a chart cannot show
//! (a value beyond its edge, a figure that is no number) its caption says.

mod axis;
mod bars;
mod chart;
mod drift;
mod heat;
mod law;
mod meter;
mod pvalues;
mod scale;

#[cfg(test)]
mod tests;

pub(crate) use bars::{Bar, bars};
pub(crate) use chart::{Chart, WIDTH};
pub(crate) use meter::meter;

use crate::draw::Fonts;
use feltproof_model::randomness::{Randomness, RandomnessOutcome};

/// Every chart of a battery with the stem of its file, in the order of the report: the heat maps, the
/// p-values, the drift, the most unusual statistic.
pub(crate) fn randomness_charts<'f>(r: &Randomness, fonts: &'f Fonts) -> Vec<(String, Chart<'f>)> {
    let mut out = Vec::new();
    for (at, map) in r.heats.iter().enumerate() {
        let stem = format!("{}-{}", at + 1, slug(&map.title));
        out.push((format!("heat-{}", stem.trim_end_matches('-')), heat::heat(map, fonts)));
    }
    if r.tests.iter().any(|t| matches!(t.outcome, RandomnessOutcome::Ran(_))) {
        out.push(("p-values".to_owned(), pvalues::pvalues(r, fonts)));
    }
    if !r.drifts.is_empty() {
        out.push(("drift".to_owned(), drift::drift(r, fonts)));
    }
    if let Some(curve) = &r.unusual {
        out.push(("unusual".to_owned(), law::law(r, curve, fonts)));
    }
    out
}

/// Small letters, digits and single dashes; at most forty of them.
fn slug(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars() {
        if c.is_ascii_alphanumeric() {
            out.push(c.to_ascii_lowercase());
        } else if !out.is_empty() && !out.ends_with('-') {
            out.push('-');
        }
        if out.len() >= 40 {
            break;
        }
    }
    out.trim_end_matches('-').to_owned()
}
