//! WGR-001: Ante and Super Bonus differ. The procedure is described in `wgr_001.md`.

use super::{Check, Need, RoundCase, Run, Tally};
use crate::compare::compare_mandatory;
use feltproof_model::Wager;

/// WGR-001.
pub const CHECK: Check = Check {
    code: "WGR-001",
    title: "Ante and Super Bonus differ",
    unit: "hand",
    doc: include_str!("wgr_001.md"),
    needs: &[
        Need::StakeOf(Wager::Ante),
        Need::StakeOf(Wager::SuperBonus),
        Need::Offered(Wager::SuperBonus),
    ],
    run: Run::Round(run),
};

fn run(case: &RoundCase<'_>, tally: &mut Tally) {
    compare_mandatory(case, Wager::SuperBonus, CHECK.code, tally);
}
