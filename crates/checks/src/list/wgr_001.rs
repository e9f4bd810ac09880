//! WGR-001: Ante and Super Bonus differ. The procedure is described in `wgr_001.md`.

use super::{Check, Need, Run};
use crate::compare::compare_mandatory;
use feltproof_model::Wager;

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
    run: Run::Round(|case, tally| compare_mandatory(case, Wager::SuperBonus, CHECK.code, tally)),
};
