//! WGR-001: Ante and Super Bonus differ. The procedure is described in `wgr_001.md`.

use crate::case::RoundCase;
use crate::frame::{Check, Fill, Need, Run, Tally};
use feltproof_model::Wager;

/// WGR-001.
pub const CHECK: Check = Check {
    code: "WGR-001",
    title: "Ante and Super Bonus differ",
    unit: "hand",
    doc: include_str!("wgr_001.md"),
    needs: &[Need::StakeOf(Wager::Ante), Need::StakeOf(Wager::SuperBonus)],
    run: Run::Round(run),
};

fn run(case: &RoundCase<'_>, tally: &mut Tally) {
    for (_, row, _) in case.players() {
        let (ante, bonus) = (row.stake[Wager::Ante], row.stake[Wager::SuperBonus]);
        if ante.is_zero() && bonus.is_zero() {
            continue;
        }
        tally.tested += 1;
        if ante != bonus {
            tally.push(
                case.at_row(CHECK.code, row)
                    .words(format!("Super Bonus of {ante}"), format!("Super Bonus of {bonus}"))
                    .because(format!(
                        "Ante and Super Bonus are two equal, mandatory wagers; the Ante is {ante}, the \
                         Super Bonus {bonus}."
                    )),
            );
        }
    }
}
