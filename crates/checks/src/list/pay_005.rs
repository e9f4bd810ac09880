//! PAY-005: progressive tray pay was not returned as owed. The procedure is described in `pay_005.md`.

use super::{Check, Need, Run};
use crate::compare::compare_returned;
use feltproof_model::Wager;

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
    run: Run::Round(|case, tally| compare_returned(case, Wager::Progressive, CHECK.code, tally)),
};
