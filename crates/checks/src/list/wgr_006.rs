//! WGR-006: wager is not offered at the table. The procedure is described in `wgr_006.md`.

use crate::case::RoundCase;
use crate::frame::{Check, Fill, Need, Run, Tally};
use feltproof_model::Wager;

/// WGR-006.
pub const CHECK: Check = Check {
    code: "WGR-006",
    title: "Wager is not offered at the table",
    unit: "wager",
    doc: include_str!("wgr_006.md"),
    needs: &[Need::Stakes],
    run: Run::Round(run),
};

fn run(case: &RoundCase<'_>, tally: &mut Tally) {
    for (_, row, _) in case.players() {
        for (wager, stake) in row.stake.iter() {
            if stake.is_zero() {
                continue;
            }
            tally.tested += 1;
            if case.rules.offers(wager) {
                continue;
            }
            let table = &case.table.id;
            let lacks = if wager == Wager::Progressive {
                format!("puts table {table} on no link")
            } else {
                format!("names no paytable for {wager} at table {table}")
            };
            tally.push(
                case.at_row(CHECK.code, row)
                    .words("no such wager", format!("{wager} of {stake}"))
                    .because(format!(
                        "The engagement {lacks}: either the table offers a wager that was not \
                         approved for it, or the engagement is wrong."
                    )),
            );
        }
    }
}
