//! The plots of a battery of randomness tests: one drawing code, two backends.
//!
//! A plot writes marks (text, rectangles, lines, shapes) onto a [`drawing::Drawing`]; the PDF puts
//! them on its pages, [`svg`] makes a file of its own of them. What a plot cannot show (a value
//! beyond its edge, a figure that is no number) its caption says.

mod axis;
mod drawing;
mod drift;
mod heat;
mod law;
mod pvalues;
mod scale;
mod svg;

#[cfg(test)]
mod tests;

pub(crate) use drawing::Drawing;

use crate::pdf::Fonts;
use feltproof_model::randomness::{Randomness, RandomnessOutcome};

/// Every plot of a source with the stem of its file, in the order of the report: the heat maps, the
/// p-values, the drift, the most unusual statistic.
pub(crate) fn drawings<'f>(r: &Randomness, fonts: &'f Fonts) -> Vec<(String, Drawing<'f>)> {
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

/// Every plot of a source as a file of its own: the stem of its name and the SVG. The same source
/// gives the same bytes; stems are unique within a source.
pub fn plots_svg(r: &Randomness, fonts: &Fonts) -> Vec<(String, String)> {
    let svg = |(stem, drawing): (String, Drawing<'_>)| {
        let title = format!("{} - {}", r.source, drawing.title);
        (stem, svg::svg(&drawing, &title))
    };
    drawings(r, fonts).into_iter().map(svg).collect()
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
