//! What was paid and could not be tested, in the terminal: the first of them, and what all come to.

use super::page::{Ink, Page};
use crate::coverage;
use crate::words::{Places, grouped, visible};
use feltproof_model::workpaper::Workpaper;

/// Payments printed; the report lists more.
const PRINTED: usize = 8;

pub(super) fn payments(page: &mut Page, w: &Workpaper) {
    let Some(text) = coverage::untested_payments(w) else { return };
    page.heading("Paid and not tested");
    page.wrapped("  ", Ink::Amber, &text);
    let places = Places::of(w);
    for p in w.untested_payments.listed.iter().take(PRINTED) {
        let what = coverage::paid_for(p);
        let head = format!(
            "{}  {} round {} seat {}  {what} {}",
            places.place(p.locus),
            p.table,
            p.round,
            p.seat,
            p.amount
        );
        page.wrapped("  ", Ink::Amber, &visible(&head));
        page.wrapped("    ", Ink::Plain, &visible(&p.reason));
    }
    let printed = u64::try_from(w.untested_payments.listed.len().min(PRINTED)).unwrap_or(u64::MAX);
    if printed < w.untested_payments.total {
        let rest = w.untested_payments.total - printed;
        page.wrapped("  ", Ink::Plain, &format!("{} more in the report.", grouped(rest)));
    }
}
