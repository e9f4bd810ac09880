//! RND-006: seat does not exist at the table. The procedure is described in `rnd_006.md`.

use crate::case::RoundCase;
use crate::frame::{Check, Fill, Need, Run, Tally};


/// RND-006.
pub const CHECK: Check = Check {
    code: "RND-006",
    title: "Seat does not exist at the table",
    unit: "hand",
    doc: include_str!("rnd_006.md"),
    needs: &[Need::Hands],
    run: Run::Round(run),
};

fn run(case: &RoundCase<'_>, tally: &mut Tally) {

    for row in case.rows {
        let Some(seat) = row.seat.player() else { continue };
        tally.tested += 1;
        if seat > case.table.seats {
            tally.push(
                case.at_row(CHECK.code, row)
                    .words(format!("a seat from 1 to {}", case.table.seats), format!("seat {seat}"))
                    .because(format!(
                        "Table {} has {} seats; a hand at seat {seat} was recorded.",
                        case.table.id, case.table.seats
                    )),
            );
        }
    }
}
