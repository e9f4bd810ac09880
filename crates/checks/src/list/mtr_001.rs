//! MTR-001: displayed meter differs from the re-kept meter. The procedure is described in `mtr_001.md`.

use super::{Fill, MeterCase, Tally, after_a_hole, event_in_words, is_reading, reseed_is_as_owed};
use feltproof_model::{ManagerKind, Money, Party, Rounding};

/// What the display should show after the recorded amount was added to what it showed. Where that
/// leaves a fraction, the one behind the display before may have lifted the display by one more unit.
fn after_adding(case: &MeterCase<'_>) -> Money {
    let unit = case.settings.display_unit;
    let sum = case.before.display.checked_add(case.event.amount);
    let low = sum.and_then(|sum| Rounding::Down.to_multiple_of(sum, unit));
    let Some((sum, low)) = sum.zip(low) else { return case.after.display };
    match low.checked_add(unit) {
        Some(high) if sum != low && case.event.display == high => high,
        _ => low,
    }
}

pub(super) fn run(case: &MeterCase<'_>, tally: &mut Tally) {
    if case.first || is_reading(case) {
        return;
    }
    tally.tested += 1;
    let expected = match (case.event.kind, case.reseed_owed) {
        // A reseed of a wrong amount is MTR-006's; here the display must follow what was added.
        (ManagerKind::Reseed, Some(owed)) if !reseed_is_as_owed(case, owed) => after_adding(case),
        _ => case.after.display,
    };
    if case.event.display == expected {
        return;
    }
    if let Some(hole) = case.hole {
        return tally.left_open(hole.of(case.scope), || after_a_hole(case));
    }
    let found = case.exception().money(expected, case.event.display, Party::Fund);
    tally.push(found.suspected(case.causes[0]).because(format!(
        "The meter of link {} stood at {}; {}; it should show {expected}, and {} is recorded.",
        case.link.id,
        case.before.display,
        event_in_words(case),
        case.event.display
    )));
}
