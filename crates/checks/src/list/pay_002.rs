//! PAY-002: Play was not returned as owed. The procedure is described in `pay_002.md`.

use super::{Check, Need, Run};
use crate::compare::compare_returned;
use feltproof_model::Wager;

pub const CHECK: Check = Check {
    code: "PAY-002",
    title: "Play was not returned as owed",
    unit: "wager",
    doc: include_str!("pay_002.md"),
    needs: &[
        Need::StakeOf(Wager::Play),
        Need::ReturnedOf(Wager::Play),
        Need::Cards,
        Need::Offered(Wager::Play),
    ],
    run: Run::Round(|case, tally| compare_returned(case, Wager::Play, CHECK.code, tally)),
};
