//! PAY-014: Prime was not returned as owed. The procedure is described in `pay_014.md`.

use super::{Check, Need, Run};
use crate::compare::compare_returned;
use feltproof_model::Wager;

pub const CHECK: Check = Check {
    code: "PAY-014",
    title: "Prime was not returned as owed",
    unit: "wager",
    doc: include_str!("pay_014.md"),
    needs: &[
        Need::StakeOf(Wager::Prime),
        Need::ReturnedOf(Wager::Prime),
        Need::Cards,
        Need::Offered(Wager::Prime),
    ],
    run: Run::Round(|case, tally| compare_returned(case, Wager::Prime, CHECK.code, tally)),
};
