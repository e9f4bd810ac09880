//! MTR-002: reserve differs from the re-kept reserve. The procedure is described in `mtr_002.md`.

use super::{Fill, MeterCase, Tally, after_a_hole, event_in_words, is_reading};
use feltproof_model::{ManagerKind, Party};

pub(super) fn run(case: &MeterCase<'_>, tally: &mut Tally) {
    if case.turns_whole {
        tally.tested += 1;
        return in_whole_dollars(case, tally);
    }
    if case.first || is_reading(case) || case.event.kind == ManagerKind::Reseed {
        return;
    }
    tally.tested += 1;
    if let Some(hole) = case.hole.filter(|_| case.event.reserve != case.after.reserve) {
        tally.left_open(hole.of(case.scope), || after_a_hole(case));
    } else if case.event.reserve != case.after.reserve {
        tally.push(
            case.exception()
                .money(case.after.reserve, case.event.reserve, Party::Fund)
                .suspected(case.causes[1])
                .because(format!(
                    "The reserve of link {} stood at {}; {}; it should be {}, and {} is recorded.",
                    case.link.id,
                    case.before.reserve,
                    event_in_words(case),
                    case.after.reserve,
                    case.event.reserve
                )),
        );
    }
}

/// Said once: what is less than a dollar is not known to be missing.
fn in_whole_dollars(case: &MeterCase<'_>, tally: &mut Tally) {
    let found =
        case.exception().words("the unit that the reserve is shown in", "whole dollars alone");
    tally.push(found.because(format!(
        "Every reserve of link {} on record is whole dollars up to here, and the re-kept one is not: {} is recorded \
         after {}. Either the manager shows its reserve in whole dollars, then write reserve_unit = \"1.00\" into its \
         [[link]]; or up to a dollar is missing here. From here on only what no fraction of a dollar explains is \
         reported.",
        case.link.id,
        case.event.reserve,
        event_in_words(case),
    )));
}
