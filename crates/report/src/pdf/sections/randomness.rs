//! Randomness: each source with its verdict in a box, what is said of it, and its plots.

use super::cover::verdict_box;
use crate::charts::randomness_charts;
use crate::clock::Clock;
use crate::draw::{AMBER, BODY};
use crate::pdf::document;
use crate::pdf::flow::Flow;
use crate::randomness::words::{result_title, source_sign, verdict_sentence};
use feltproof_paper::randomness::alone::INTRODUCTION;
use feltproof_paper::randomness::battery;
use feltproof_stats::{Randomness, State};

/// Every source, after how to read the tables.
pub(super) fn sources(flow: &mut Flow<'_>, list: &[Randomness], clock: &Clock) {
    flow.paragraph(BODY, INTRODUCTION);
    for r in list {
        flow.part(&r.source);
        flow.need(150.0);
        verdict_box(flow, source_sign(r), result_title(r), &verdict_sentence(r));
        flow.space(8.0);
        document::blocks(flow, &battery::section(r), clock);
        plots(flow, r);
    }
}

fn plots(flow: &mut Flow<'_>, r: &Randomness) {
    let charts = randomness_charts(r, flow.fonts);
    if let Some((_, first)) = charts.first() {
        flow.part("Plots");
        if r.verdict.state == State::Insufficient {
            let text = "Too few observations for a verdict: these plots show what was counted and say \
                        nothing for or against chance.";
            flow.paragraph(BODY.colour(AMBER), text);
        }
        flow.need(first.height);
    }
    for (_, chart) in &charts {
        flow.chart(chart, "Plot; its figures stand in the table of tests.");
    }
}
