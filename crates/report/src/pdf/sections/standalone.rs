//! Randomness tests as a report of their own: cover, scope, results, limitations, sign-off.
#![allow(clippy::float_arithmetic, reason = "page coordinates are drawing, never money")]

use super::cover::{head, verdict_box};
use super::{LaidOut, closing, randomness, running};
use crate::clock::Clock;
use crate::draw::{BODY, BODY_WIDTH, Face, Fonts, MARGIN, SMALL};
use crate::pdf::document;
use crate::pdf::flow::Flow;
use crate::pdf::labels::fact;
use crate::randomness::RandomnessMeta;
use crate::randomness::words::{observations, result_title, source_sign, verdict_sentence};
use crate::words::plural;
use feltproof_model::Timestamp;
use feltproof_paper::randomness::{alone, review};
use feltproof_paper::{Sign, Tone};
use feltproof_stats::Randomness;

/// Verdicts printed on the cover; the summary has all.
const ON_COVER: usize = 3;
/// Height that a verdict on the cover takes at most, with what stands below it.
const ROOM_FOR_VERDICT: f32 = 240.0;

/// Lays out the report of these batteries.
pub(in crate::pdf) fn lay_out_randomness(
    title: &str,
    meta: &RandomnessMeta,
    list: &[Randomness],
    fonts: &Fonts,
) -> LaidOut {
    let (mut flow, clock) = (Flow::new(fonts), Clock::new("UTC"));
    cover(&mut flow, title, (meta, &clock), list);
    flow.new_page();
    let contents_at = running::contents_here(&mut flow);
    flow.new_page();
    document::section(&mut flow, &alone::summary(list), &clock);
    document::section(&mut flow, &alone::scope(&meta.inputs, &meta.parameters), &clock);
    flow.section("Results", true);
    if list.is_empty() {
        flow.nothing(alone::NOTHING);
    } else {
        randomness::sources(&mut flow, list, &clock);
    }
    if let Some(reviewed) = &meta.review {
        document::section(&mut flow, &review::section(reviewed), &clock);
    }
    document::section(&mut flow, &alone::limitations(list), &clock);
    let people = ["Prepared by", "Reviewed by", "Received by"].map(|role| (role, ""));
    let signature_box =
        closing::sign_off(&mut flow, &people, meta.signer.as_ref(), (title, "FILE"));
    let heads =
        running::Heads { left: title, right: "Randomness", tool_version: &meta.tool_version };
    running::finished(flow, Some(contents_at), &heads, signature_box)
}

fn cover(
    flow: &mut Flow<'_>,
    title: &str,
    (meta, clock): (&RandomnessMeta, &Clock),
    list: &[Randomness],
) {
    head(flow, "Report on randomness tests", title);
    let issued = clock.minute(Timestamp::from_seconds(meta.issued_unix));
    fact(flow, "Issued", &issued);
    fact(flow, "Tool", &format!("Feltproof {}", meta.tool_version));
    for input in meta.inputs.iter().take(ON_COVER) {
        fact(flow, "Tested file", &format!("{}\nSHA-256 {}", input.file, input.sha256));
    }
    if meta.inputs.len() > ON_COVER {
        let more = meta.inputs.len() - ON_COVER;
        fact(flow, "", &format!("{more} more, listed under Scope"));
    }
    flow.y += 22.0;
    let mut printed = 0;
    for r in alone::worst_first(list).into_iter().take(ON_COVER) {
        if flow.remaining() < ROOM_FOR_VERDICT {
            break;
        }
        printed += 1;
        let source = format!("{}: {}", r.source, observations(r));
        flow.block(MARGIN, BODY_WIDTH, BODY.face(Face::Bold), &source);
        flow.y += 3.0;
        verdict_box(flow, source_sign(r), result_title(r), &verdict_sentence(r));
        flow.y += 6.0;
        document::blocks(flow, &alone::first_page(r, list.len() == 1), clock);
        flow.y += 12.0;
    }
    if list.is_empty() {
        verdict_box(flow, (Sign::NotRun, Tone::Open), "No result", alone::NOTHING);
        flow.y += 12.0;
    }
    if list.len() > printed {
        let more = plural((list.len() - printed) as u64, "source");
        flow.block(MARGIN, BODY_WIDTH, BODY, &format!("{more} shown in the Summary only."));
        flow.y += 6.0;
    }
    let scope = "This report states the procedures performed on the files supplied and what they \
                 found. It is not an opinion on fairness and certifies no random number generator; \
                 its limits are set out in the section Limitations.";
    flow.block(MARGIN, BODY_WIDTH, SMALL, scope);
}
