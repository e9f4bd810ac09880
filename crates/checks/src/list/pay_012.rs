//! PAY-012: Raise was not returned as owed. The procedure is described in `pay_012.md`.

use super::{Check, Need, Run};
use crate::compare::compare_returned;
use feltproof_model::Wager;

pub const CHECK: Check = Check {
    code: "PAY-012",
    title: "Raise was not returned as owed",
    unit: "wager",
    doc: include_str!("pay_012.md"),
    needs: &[
        Need::StakeOf(Wager::Raise),
        Need::ReturnedOf(Wager::Raise),
        Need::Cards,
        Need::Offered(Wager::Raise),
    ],
    run: Run::Round(|case, tally| compare_returned(case, Wager::Raise, CHECK.code, tally)),
};
