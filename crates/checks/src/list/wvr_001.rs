//! WVR-001: waiver was not used. The procedure is described in `wvr_001.md`.

use super::{Fill, Tally, WaiverCase, at_line};

pub(super) fn run(case: &WaiverCase<'_>, tally: &mut Tally) {
    tally.tested += 1;
    if case.waived > 0 || case.too_late > 0 {
        return;
    }
    let waiver = case.waiver;
    if let Some(why) = &case.not_run {
        return tally
            .left_open(why, || format!("Whether the waiver of {} is used", waiver.in_words()));
    }
    let found = at_line(waiver.line).words("an exception that it covers", "none");
    tally.push(found.because(format!(
        "The waiver of {} covers nothing that was found: what it was granted for is over, was not recorded, or is \
         written here otherwise than it was granted.",
        waiver.in_words()
    )));
}
