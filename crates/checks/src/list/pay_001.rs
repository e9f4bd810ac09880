//! PAY-001: Ante was not returned as owed. The procedure is described in `pay_001.md`.

use super::{Check, Need, RoundCase, Run, Tally};
use crate::compare::compare_returned;
use feltproof_model::Wager;

/// PAY-001.
pub const CHECK: Check = Check {
    code: "PAY-001",
    title: "Ante was not returned as owed",
    unit: "wager",
    doc: include_str!("pay_001.md"),
    needs: &[Need::StakeOf(Wager::Ante), Need::ReturnedOf(Wager::Ante), Need::Cards],
    run: Run::Round(run),
};

fn run(case: &RoundCase<'_>, tally: &mut Tally) {
    compare_returned(case, Wager::Ante, CHECK.code, tally);
}
