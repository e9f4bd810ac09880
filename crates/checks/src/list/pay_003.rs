//! PAY-003: Super Bonus was not returned as owed. The procedure is described in `pay_003.md`.

use super::{Check, Need, Run};
use crate::compare::compare_returned;
use feltproof_model::Wager;

pub const CHECK: Check = Check {
    code: "PAY-003",
    title: "Super Bonus was not returned as owed",
    unit: "wager",
    doc: include_str!("pay_003.md"),
    needs: &[
        Need::StakeOf(Wager::SuperBonus),
        Need::ReturnedOf(Wager::SuperBonus),
        Need::Cards,
        Need::Offered(Wager::SuperBonus),
    ],
    run: Run::Round(|case, tally| compare_returned(case, Wager::SuperBonus, CHECK.code, tally)),
};
