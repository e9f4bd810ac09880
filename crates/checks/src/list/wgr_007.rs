//! WGR-007: Ante and Odds differ. The procedure is described in `wgr_007.md`.

use super::{Check, Need, RoundCase, Run, Tally};
use crate::compare::compare_mandatory;
use feltproof_model::Wager;

/// WGR-007.
pub const CHECK: Check = Check {
    code: "WGR-007",
    title: "Ante and Odds differ",
    unit: "hand",
    doc: include_str!("wgr_007.md"),
    needs: &[Need::StakeOf(Wager::Ante), Need::StakeOf(Wager::Odds), Need::Offered(Wager::Odds)],
    run: Run::Round(run),
};

fn run(case: &RoundCase<'_>, tally: &mut Tally) {
    compare_mandatory(case, Wager::Odds, CHECK.code, tally);
}
