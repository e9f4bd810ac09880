//! AWD-006: awards of one round are out of order. The procedure is described in `awd_006.md`.

use super::{AwardCase, Check, Fill, Need, Run, Tally};

pub(crate) const CHECK: Check = Check {
    code: "AWD-006",
    title: "Awards of one round are out of order",
    unit: "second award",
    doc: include_str!("awd_006.md"),
    needs: &[Need::Manager, Need::Links],
    run: Run::Award(run),
};

fn run(case: &AwardCase<'_>, tally: &mut Tally) {
    let (Some(_), Some(previous)) = (&case.event, case.previous_seat) else { return };
    // A second award for the same hand is AWD-002's.
    if previous == case.seat {
        return;
    }
    tally.tested += 1;
    if previous < case.seat {
        tally.push(
            case.exception(CHECK.code)
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
