//! WVR-002: waiver did not hold on the day. The procedure is described in `wvr_002.md`.

use super::{Fill, Tally, WaiverCase, at_line};

pub(super) fn run(case: &WaiverCase<'_>, tally: &mut Tally) {
    tally.tested += 1;
    if case.too_late == 0 {
        return;
    }
    let waiver = case.waiver;
    let found = at_line(waiver.line).words(
        format!("{} to {}", waiver.from, waiver.expires),
        format!("{} exceptions", case.too_late),
    );
    tally.push(found.because(format!(
        "{} exceptions are what the waiver of {} is about, and lie on days on which it does not hold: they are not \
         waived.",
        case.too_late,
        waiver.in_words()
    )));
}
