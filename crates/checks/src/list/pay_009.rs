//! PAY-009: automatic Ante Bonus was not paid as owed. The procedure is described in `pay_009.md`.

use super::{Check, Need, RoundCase, Run, Tally};
use crate::compare::compare_returned;
use feltproof_model::Wager;

/// PAY-009.
pub const CHECK: Check = Check {
    code: "PAY-009",
    title: "Automatic Ante Bonus was not paid as owed",
    unit: "bonus",
    doc: include_str!("pay_009.md"),
    needs: &[
        Need::StakeOf(Wager::Ante),
        Need::Cards,
        Need::Offered(Wager::AnteBonus),
        Need::BonusApart,
    ],
    run: Run::Round(run),
};

fn run(case: &RoundCase<'_>, tally: &mut Tally) {
    compare_returned(case, Wager::AnteBonus, CHECK.code, tally);
}
