//! AWD-006: awards of one round are out of order. The procedure is described in `awd_006.md`.

use super::{AwardCase, Fill, Tally};

pub(super) fn run(case: &AwardCase<'_>, tally: &mut Tally) {
    let (Some(_), Some(previous)) = (&case.event, case.previous_seat) else { return };
    // A second award for the same hand is AWD-002's.
    if previous == case.seat {
        return;
    }
    tally.tested += 1;
    if previous < case.seat {
        tally.push(
            case.exception()
                .words(format!("seat {} before seat {previous}", case.seat), format!("seat {previous} first"))
                .because(format!(
                    "When several meter awards fall in one round, the player farthest on the right is paid \
                     first and the others counter-clockwise; the first takes its share of the full meter, the \
                     next meets what is left. Round {} of table {} paid seat {previous} before seat {}.",
                    case.round,
                    case.scope.table(case.table).id,
                    case.seat
                )),
        );
    }
}
