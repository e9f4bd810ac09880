//! PAY-011: Odds were not returned as owed. The procedure is described in `pay_011.md`.

use super::{Check, Need, Run};
use crate::compare::compare_returned;
use feltproof_model::Wager;

pub const CHECK: Check = Check {
    code: "PAY-011",
    title: "Odds were not returned as owed",
    unit: "wager",
    doc: include_str!("pay_011.md"),
    needs: &[
        Need::StakeOf(Wager::Odds),
        Need::ReturnedOf(Wager::Odds),
        Need::Cards,
        Need::Offered(Wager::Odds),
    ],
    run: Run::Round(|case, tally| compare_returned(case, Wager::Odds, CHECK.code, tally)),
};
