//! PAY-013: 4 Card Bonus was not returned as owed. The procedure is described in `pay_013.md`.

use super::{Check, Need, RoundCase, Run, Tally};
use crate::compare::compare_returned;
use feltproof_model::Wager;

/// PAY-013.
pub const CHECK: Check = Check {
    code: "PAY-013",
    title: "4 Card Bonus was not returned as owed",
    unit: "wager",
    doc: include_str!("pay_013.md"),
    needs: &[
        Need::StakeOf(Wager::FourCardBonus),
        Need::ReturnedOf(Wager::FourCardBonus),
        Need::Cards,
        Need::Offered(Wager::FourCardBonus),
    ],
    run: Run::Round(run),
};

fn run(case: &RoundCase<'_>, tally: &mut Tally) {
    compare_returned(case, Wager::FourCardBonus, CHECK.code, tally);
}
