//! PAY-013: 4 Card Bonus was not returned as owed. The procedure is described in `pay_013.md`.

use super::{Check, Need, Run};
use crate::compare::compare_returned;
use feltproof_model::Wager;

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
    run: Run::Round(|case, tally| compare_returned(case, Wager::FourCardBonus, CHECK.code, tally)),
};
