//! PAY-008: Aces Up was not returned as owed. The procedure is described in `pay_008.md`.

use super::{Check, Need, Run};
use crate::compare::compare_returned;
use feltproof_model::Wager;

pub const CHECK: Check = Check {
    code: "PAY-008",
    title: "Aces Up was not returned as owed",
    unit: "wager",
    doc: include_str!("pay_008.md"),
    needs: &[
        Need::StakeOf(Wager::AcesUp),
        Need::ReturnedOf(Wager::AcesUp),
        Need::Cards,
        Need::Offered(Wager::AcesUp),
    ],
    run: Run::Round(|case, tally| compare_returned(case, Wager::AcesUp, CHECK.code, tally)),
};
