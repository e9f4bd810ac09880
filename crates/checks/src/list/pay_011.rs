//! PAY-011: Odds were not returned as owed. The procedure is described in `pay_011.md`.

use super::{Check, Need, RoundCase, Run, Tally};
use crate::compare::compare_returned;
use feltproof_model::Wager;

/// PAY-011.
pub const CHECK: Check = Check {
    code: "PAY-011",
    title: "Odds were not returned as owed",
    unit: "wager",
    doc: include_str!("pay_011.md"),
    needs: &[
        Need::StakeOf(Wager::Odds),
        Need::ReturnedOf(Wager::Odds),
        Need::Cards,
        Need::Offered(Wager::Odds),
    ],
    run: Run::Round(run),
};

fn run(case: &RoundCase<'_>, tally: &mut Tally) {
    compare_returned(case, Wager::Odds, CHECK.code, tally);
}
