//! The report's sections in print order; one file each.

mod checklist;
mod closing;
mod cover;
mod randomness;
mod running;
mod standalone;

pub(super) use checklist::lay_out_checklist;
pub use closing::SignatureBox;
pub(super) use standalone::lay_out_randomness;

use super::document;
use super::flow::{Flow, OutlineEntry};
use super::links::Links;
use super::structure::Structure;
use crate::clock::Clock;
use crate::draw::{Fonts, Page};
use crate::words::Places;
use feltproof_model::workpaper::Workpaper;
use feltproof_paper::{
    Section, asides, basis, checks, exceptions, findings, law, limits, meters, money, registers,
    scope, summary, untested,
};
use feltproof_stats::Randomness;

/// What every section reads.
pub(super) struct ReportInput<'a> {
    pub(super) w: &'a Workpaper,
    pub(super) clock: Clock,
    pub(super) places: Places,
}

/// The pages, and what the PDF needs to know about them.
pub(super) struct LaidOut {
    pub(super) pages: Vec<Page>,
    pub(super) outline: Vec<OutlineEntry>,
    pub(super) links: Links,
    pub(super) structure: Structure,
    pub(super) signature_box: SignatureBox,
}

/// Lays out the whole report.
pub(super) fn lay_out(w: &Workpaper, randomness: &[Randomness], fonts: &Fonts) -> LaidOut {
    // How many lines the contents have is known only when all is laid out.
    let first = with_contents_of(0, w, randomness, fonts);
    let sections = first.outline.iter().filter(|entry| entry.level == 1).count();
    with_contents_of(sections, w, randomness, fonts)
}

fn with_contents_of(
    sections: usize,
    w: &Workpaper,
    randomness: &[Randomness],
    fonts: &Fonts,
) -> LaidOut {
    let clock = Clock::new(&w.engagement.time_zone);
    let source = ReportInput { w, clock, places: Places::of(w) };
    let ReportInput { clock, places, .. } = &source;
    let mut pages = Flow::new(fonts);
    let flow = &mut pages;
    let print = |flow: &mut Flow<'_>, section: Section| document::section(flow, &section, clock);
    let optional = |flow: &mut Flow<'_>, section: Option<Section>| {
        section.into_iter().for_each(|section| print(flow, section));
    };
    cover::cover(flow, &source);
    flow.new_page();
    print(flow, findings::by_rank(w, places));
    print(flow, law::short(w));
    flow.need(running::contents_height(sections));
    let contents_at = running::contents_here(flow);
    running::after_contents(flow, sections);
    print(flow, summary::summary(w, randomness));
    print(flow, law::matrix(w));
    print(flow, scope::scope(w, clock));
    print(flow, basis::rules_and_rulings(w));
    print(flow, checks::results(w));
    optional(flow, findings::one_by_one(w, places, clock));
    optional(flow, exceptions::register(w, places));
    optional(flow, untested::payments(w, places));
    optional(flow, asides::waivers(w, places));
    optional(flow, asides::advice(w, places));
    print(flow, meters::meters(w, places));
    optional(flow, (!w.meters.is_empty()).then(|| registers::registers(w, places)));
    print(flow, money::section(w));
    optional(flow, money::categories(w));
    // That nothing was tested stands among the limitations.
    if !randomness.is_empty() {
        flow.section("Randomness", false);
        self::randomness::sources(flow, randomness, clock);
    }
    optional(flow, limits::quarantine(w, places));
    print(flow, limits::limitations(w, !randomness.is_empty()));
    let people = [
        ("Prepared by", w.engagement.prepared_by.as_str()),
        ("Reviewed by", ""),
        ("Received for the property", w.engagement.prepared_for.as_str()),
    ];
    let name = format!("Report {}", w.report_id);
    let signature_box = closing::sign_off(flow, &people, w.signer.as_ref(), (&name, "report.pdf"));
    let heads = running::Heads {
        left: &name,
        right: &w.engagement.property,
        tool_version: &w.tool_version,
    };
    running::finished(pages, Some(contents_at), &heads, signature_box)
}
