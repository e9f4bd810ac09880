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

pub(crate) use bars::bars;
pub(crate) use chart::{Chart, WIDTH};
pub(crate) use meter::meter;

use crate::draw::Fonts;
use crate::randomness::departures::is_departing;
use crate::randomness::plots::{heat_maps, unusual};
use feltproof_stats::{Heat, Randomness};

/// Every chart of a battery with the stem of its file, in the order of the report. Of heat maps those whose tests
/// depart: any other would show what chance looks like, which an eye takes for a pattern.
pub(crate) fn randomness_charts<'f>(r: &Randomness, fonts: &'f Fonts) -> Vec<(String, Chart<'f>)> {
    charts(r, fonts, |heat| is_departing(r, heat))
}

fn charts<'f>(
    r: &Randomness,
    fonts: &'f Fonts,
    is_drawn: impl Fn(&Heat) -> bool,
) -> Vec<(String, Chart<'f>)> {
    let mut out = Vec::new();
    for (map, number) in heat_maps(r).zip(1_u32..).filter(|(map, _)| is_drawn(map.heat)) {
        out.push((format!("heat-{number}-{}", map.stem), heat::heat(&map, fonts)));
    }
    if r.battery.tests.iter().any(|t| t.figures().is_some()) {
        out.push(("p-values".to_owned(), pvalues::pvalues(r, fonts)));
    }
    if !r.battery.drifts.is_empty() {
        out.push(("drift".to_owned(), drift::drift(r, fonts)));
    }
    if let Some(unusual) = unusual(r) {
        out.push(("unusual".to_owned(), law::law(r, &unusual, fonts)));
    }
    out
}
