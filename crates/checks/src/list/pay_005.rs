//! PAY-005: progressive tray pay was not returned as owed. The procedure is described in `pay_005.md`.

use super::{Check, Need, RoundCase, Run, Tally};
use crate::compare::compare_returned;
use feltproof_model::Wager;

/// PAY-005.
pub const CHECK: Check = Check {
    code: "PAY-005",
    title: "Progressive tray pay was not returned as owed",
    unit: "wager",
    doc: include_str!("pay_005.md"),
    needs: &[
        Need::StakeOf(Wager::Progressive),
        Need::ReturnedOf(Wager::Progressive),
        Need::Cards,
        Need::Offered(Wager::Progressive),
    ],
    run: Run::Round(run),
};

fn run(case: &RoundCase<'_>, tally: &mut Tally) {
    compare_returned(case, Wager::Progressive, CHECK.code, tally);
}
