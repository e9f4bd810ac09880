//! Randomness in the terminal: the verdict first and last, between them all that is said of each source.

use super::page::{Ink, Page};
use super::{Style, document};
use crate::clock::Clock;
use crate::randomness::words::{source_sign, source_title};
use feltproof_paper::randomness::battery;
use feltproof_printable::visible;
use feltproof_stats::Randomness;

/// Everything that the batteries say: each source's verdict, its tests, faults and notes, and the verdicts again at the
/// end. Lines are at most `style.width` wide.
pub fn randomness_text(list: &[Randomness], style: Style) -> String {
    let mut page = Page::new(style);
    if list.is_empty() {
        page.wrapped("", Ink::Amber, "Nothing was tested for randomness.");
        return page.into_text();
    }
    verdicts(&mut page, list);
    for r in list {
        page.heading(&visible(&r.source));
        document::blocks(&mut page, &battery::section(r), &Clock::new("UTC"));
    }
    page.blank();
    verdicts(&mut page, list);
    page.into_text()
}

fn verdicts(page: &mut Page, list: &[Randomness]) {
    for r in list {
        page.wrapped("", document::ink(source_sign(r).1), &source_title(r));
    }
}
