//! The terminal summary: what a supervisor understands at one look.
//!
//! Plain lines, wrapped to the width given, colour only where wanted. Text of the record is made
//! safe to print first, so that a journal cannot send commands to the terminal.

mod document;
mod page;
mod randomness;

pub use document::sections_text;
pub use randomness::randomness_text;

use crate::clock::Clock;
use crate::words::{Places, gaming_days};
use feltproof_model::workpaper::Workpaper;
use feltproof_paper::randomness::battery;
use feltproof_paper::{
    Section, asides, checks, exceptions, findings, limits, meters, money, scope, summary, untested,
};
use feltproof_stats::Randomness;
use page::{Ink, Page};

/// How the summary is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Style {
    /// With ANSI colours.
    pub colour: bool,
    /// Columns of the terminal; at least 60 are used.
    pub width: usize,
}

/// The summary of a workpaper and of the randomness of each source that was tested, with a line end after each line.
pub fn terminal_summary(w: &Workpaper, randomness: &[Randomness], style: Style) -> String {
    let mut page = Page::new(style);
    let (clock, places) = (Clock::new(&w.engagement.time_zone), Places::of(w));
    let show = |page: &mut Page, section: Section| document::blocks(page, &section, &clock);
    let optional = |page: &mut Page, section: Option<Section>| {
        section.into_iter().for_each(|section| show(page, section));
    };
    title(&mut page, w);
    show(&mut page, summary::summary(w, randomness));
    show(&mut page, meters::meters(w, &places));
    show(&mut page, checks::kinds(w));
    show(&mut page, battery::in_short(randomness));
    show(&mut page, untested::gaps(w));
    optional(&mut page, untested::payments(w, &places));
    optional(&mut page, findings::causes(w, &places));
    optional(&mut page, exceptions::register(w, &places));
    show(&mut page, money::section(w));
    optional(&mut page, asides::advice(w, &places));
    optional(&mut page, limits::quarantine(w, &places));
    show(&mut page, summary::signature(w.signer.as_ref(), "report.pdf"));
    show(&mut page, scope::outputs(w));
    page.into_text()
}

fn title(page: &mut Page, w: &Workpaper) {
    let e = &w.engagement;
    let name = format!("FELTPROOF {} - audit report {}", w.tool_version, w.report_id);
    page.wrapped("", Ink::Bold, &name);
    page.wrapped("", Ink::Plain, &format!("{}, licence {}, {}", e.property, e.licence, e.location));
    page.wrapped("", Ink::Plain, &format!("Audited: {}", gaming_days(e)));
    page.blank();
}
