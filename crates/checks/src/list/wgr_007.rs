//! WGR-007: Ante and Odds differ. The procedure is described in `wgr_007.md`.

use super::{Check, Need, Run};
use crate::compare::compare_mandatory;
use feltproof_model::Wager;

pub const CHECK: Check = Check {
    code: "WGR-007",
    title: "Ante and Odds differ",
    unit: "hand",
    doc: include_str!("wgr_007.md"),
    needs: &[Need::StakeOf(Wager::Ante), Need::StakeOf(Wager::Odds), Need::Offered(Wager::Odds)],
    run: Run::Round(|case, tally| compare_mandatory(case, Wager::Odds, CHECK.code, tally)),
};
