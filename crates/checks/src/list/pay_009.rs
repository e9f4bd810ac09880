//! PAY-009: automatic Ante Bonus was not paid as owed. The procedure is described in `pay_009.md`.

use super::{Check, Need, Run};
use crate::compare::compare_returned;
use feltproof_model::Wager;

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
    run: Run::Round(|case, tally| compare_returned(case, Wager::AnteBonus, CHECK.code, tally)),
};
