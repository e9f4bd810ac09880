//! RND-006: seat does not exist at the table. The procedure is described in `rnd_006.md`.

use crate::case::RoundCase;
use crate::frame::{Check, Fill, Need, Run, Tally};
use feltproof_model::Seat;

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
        let exists = match row.seat {
            Seat::Player(seat) => seat <= case.table.seats,
            // The house banks every game of the family: nobody sits in the banker's seat.
            Seat::Banker => false,
            Seat::Dealer => continue,
        };
        tally.tested += 1;
        if exists {
            continue;
        }
        let why = if row.seat == Seat::Banker {
            "the house banks its game, yet a player banker's hand was recorded, so the round cannot \
             be settled"
        } else {
            "a hand was recorded at a seat beyond them"
        };
        tally.push(
            case.at_row(CHECK.code, row)
                .words(
                    format!("a seat from 1 to {}", case.table.seats),
                    format!("seat {}", row.seat),
                )
                .because(format!(
                    "Table {} has seats 1 to {}; {why} (seat {}). Correct the record or the \
                     engagement's seats.",
                    case.table.id, case.table.seats, row.seat
                )),
        );
    }
}
