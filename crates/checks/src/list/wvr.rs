//! WVR: waivers that were not used, did not hold on the day, or have no bounds.

use super::{Fill, Scope, Tally, WaiverCase, at_line};

/// Waiver was not used.
pub(super) fn wvr_001(case: &WaiverCase<'_>, tally: &mut Tally) {
    tally.tested += 1;
    if case.waived > 0 || case.too_late > 0 {
        return;
    }
    let of = case.waiver.in_words();
    if let Some(why) = &case.not_run {
        return tally.left_open(why, || format!("Whether the waiver of {of} is used"));
    }
    let found = at_line(case.waiver.line).words("an exception that it covers", "none");
    tally.push(found.because(format!(
        "The waiver of {of} covers nothing that was found: what it was granted for is over, was not recorded, or is \
         written here otherwise than it was granted."
    )));
}

/// Waiver did not hold on the day.
pub(super) fn wvr_002(case: &WaiverCase<'_>, tally: &mut Tally) {
    tally.tested += 1;
    if case.too_late == 0 {
        return;
    }
    let (waiver, found) = (case.waiver, format!("{} exceptions", case.too_late));
    let held = format!("{} to {}", waiver.from, waiver.expires);
    tally.push(at_line(waiver.line).words(held, &found).because(format!(
        "{found} are what the waiver of {} is about, and lie on days on which it does not hold: they are not \
         waived.",
        waiver.in_words()
    )));
}

/// Waiver has no bounds.
pub(super) fn wvr_003(scope: &Scope, tally: &mut Tally) {
    for waiver in &scope.engagement.waivers {
        tally.tested += 1;
        if waiver.table.is_some() || waiver.link.is_some() || waiver.up_to.is_some() {
            continue;
        }
        let found = at_line(waiver.line).words("a table, a link or an amount", "none");
        tally.push(found.because(format!(
            "The waiver of {} is bound to no table, no link and no amount: whatever is found anywhere on the \
             property is waived by it.",
            waiver.in_words()
        )));
    }
}
