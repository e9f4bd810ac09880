//! RND-003: round is not whole. The procedure is described in `rnd_003.md`.

use crate::case::RoundCase;
use crate::frame::{Check, Fill, Need, Run, Tally};

/// RND-003.
pub const CHECK: Check = Check {
    code: "RND-003",
    title: "Round is not whole",
    unit: "round",
    doc: include_str!("rnd_003.md"),
    needs: &[Need::Hands],
    run: Run::Round(run),
};

fn run(case: &RoundCase<'_>, tally: &mut Tally) {
    if case.rows.is_empty() {
        return;
    }
    tally.tested += 1;
    for (i, row) in case.rows.iter().enumerate() {
        if case.rows[..i].iter().any(|r| r.seat == row.seat) {
            tally.push(
                case.at_row(CHECK.code, row)
                    .words("each seat once", format!("seat {} again", row.seat))
                    .because(format!(
                        "Seat {} is recorded twice in round {} of table {}; only one of the two \
                         hands can be right.",
                        row.seat, case.round, case.table.id
                    )),
            );
        }
    }
    if case.dealer_row().is_none() {
        tally.push(case.at_round(CHECK.code).words("a dealer's hand", "none").because(format!(
            "Round {} of table {} has no dealer's row, so nothing that depends on the dealer's \
             hand can be settled.",
            case.round, case.table.id
        )));
    }
    if case.players().next().is_none() {
        tally.push(
            case.at_round(CHECK.code)
                .words("at least one player's hand", "none")
                .because(format!("Round {} of table {} has no player.", case.round, case.table.id)),
        );
    }
}
