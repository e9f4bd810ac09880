//! WGR-002: Play is not a permitted multiple of the Ante. The procedure is described in `wgr_002.md`.

use super::{Check, Need, Run};
use crate::compare::compare_multiple;
use feltproof_model::Wager;

pub const CHECK: Check = Check {
    code: "WGR-002",
    title: "Play is not a permitted multiple of the Ante",
    unit: "hand",
    doc: include_str!("wgr_002.md"),
    needs: &[Need::StakeOf(Wager::Ante), Need::StakeOf(Wager::Play), Need::Offered(Wager::Play)],
    run: Run::Round(|case, tally| compare_multiple(case, Wager::Play, CHECK.code, tally)),
};
