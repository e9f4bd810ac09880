//! The report's sections in print order; one file each.

mod checklist;
mod closing;
mod cover;
mod findings;
mod leading;
mod randomness;
mod register;
mod running;
mod standalone;
mod summary;
mod titles;

pub(super) use checklist::lay_out_checklist;
pub(super) use standalone::lay_out_randomness;

use super::SignatureBox;
use super::document;
use super::flow::{Flow, OutlineEntry};
use super::links::Links;
use super::structure::Structure;
use crate::clock::Clock;
use crate::draw::{Fonts, Page};
use crate::words::Places;
use feltproof_model::workpaper::Workpaper;
use feltproof_paper::{
    Section, asides, basis, checks, law, limits, meters, money, registers, scope, untested,
};
use feltproof_stats::Randomness;

/// What every section reads.
pub(super) struct ReportInput<'a> {
    pub(super) w: &'a Workpaper,
    pub(super) randomness: &'a [Randomness],
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
    let source = ReportInput { w, randomness, clock, places: Places::of(w) };
    let mut flow = Flow::new(fonts);
    let optional = |flow: &mut Flow<'_>, section: Option<Section>| {
        section.iter().for_each(|section| document::section(flow, section, &source.clock));
    };
    cover::cover(&mut flow, &source);
    flow.new_page();
    leading::leading(&mut flow, &source);
    document::section(&mut flow, &law::short(w), &source.clock);
    flow.need(running::contents_height(sections));
    let contents_at = running::contents_here(&mut flow);
    running::after_contents(&mut flow, sections);
    summary::summary(&mut flow, &source);
    document::section(&mut flow, &law::matrix(w), &source.clock);
    document::section(&mut flow, &scope::scope(w, &source.clock), &source.clock);
    document::section(&mut flow, &basis::rules_and_rulings(w), &source.clock);
    document::section(&mut flow, &checks::results(w), &source.clock);
    findings::findings(&mut flow, &source);
    register::register(&mut flow, &source);
    optional(&mut flow, untested::payments(w, &source.places));
    optional(&mut flow, asides::waivers(w, &source.places));
    optional(&mut flow, asides::advice(w, &source.places));
    document::section(&mut flow, &meters::meters(w, &source.places), &source.clock);
    let has_meters = !w.meters.is_empty();
    optional(&mut flow, has_meters.then(|| registers::registers(w, &source.places)));
    document::section(&mut flow, &money::section(w), &source.clock);
    optional(&mut flow, money::categories(w));
    self::randomness::randomness(&mut flow, &source);
    optional(&mut flow, limits::quarantine(w, &source.places));
    closing::limitations(&mut flow, &source);
    let signature_box = closing::sign_off(&mut flow, &source);

    let Flow { mut pages, outline, mut links, mut structure, .. } = flow;
    let document = (pages.as_mut_slice(), &mut structure);
    running::contents(document, contents_at, &outline, fonts, &mut links);
    let heads = running::Heads {
        left: &format!("Report {}", w.report_id),
        right: &w.engagement.property,
        tool_version: &w.tool_version,
    };
    running::running_heads(&mut pages, &heads, fonts);
    LaidOut { pages, outline, links, structure, signature_box }
}
