//! WGR-008: Raise is not a permitted multiple of the Ante. The procedure is described in `wgr_008.md`.

use super::{Check, Need, Run};
use crate::compare::compare_multiple;
use feltproof_model::Wager;

pub const CHECK: Check = Check {
    code: "WGR-008",
    title: "Raise is not a permitted multiple of the Ante",
    unit: "hand",
    doc: include_str!("wgr_008.md"),
    needs: &[Need::StakeOf(Wager::Ante), Need::StakeOf(Wager::Raise), Need::Offered(Wager::Raise)],
    run: Run::Round(|case, tally| compare_multiple(case, Wager::Raise, CHECK.code, tally)),
};
