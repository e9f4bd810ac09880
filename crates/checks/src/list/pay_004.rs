//! PAY-004: Queens Up was not returned as owed. The procedure is described in `pay_004.md`.

use super::{Check, Need, Run};
use crate::compare::compare_returned;
use feltproof_model::Wager;

pub const CHECK: Check = Check {
    code: "PAY-004",
    title: "Queens Up was not returned as owed",
    unit: "wager",
    doc: include_str!("pay_004.md"),
    needs: &[
        Need::StakeOf(Wager::QueensUp),
        Need::ReturnedOf(Wager::QueensUp),
        Need::Cards,
        Need::Offered(Wager::QueensUp),
    ],
    run: Run::Round(|case, tally| compare_returned(case, Wager::QueensUp, CHECK.code, tally)),
};
